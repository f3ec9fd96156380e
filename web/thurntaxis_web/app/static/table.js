// The table: an element that shows a position, and takes what a person does; and `window.taxis` for programs.

import { Client, Refusal } from "./client.js";
import { in_groups, legal_events, new_game } from "./legal_events.js";

/**
 * @typedef {{event: string, words: string}} Named
 * @typedef {{name: string, title: string, count: number, events: Named[]}} Group
 * @typedef {{moment: string, in_words: [string, string][], is_chance: boolean, is_over: boolean, decider: number,
 *   names: string[], scores: number[], map: string, supply: string, players: string[], groups: Group[],
 *   history: {event: string, player: number, is_chance: boolean}[], line: string,
 *   can_undo: boolean, can_redo: boolean, is_agents: boolean}} View
 * @typedef {{event: string, legal: boolean, verdict: string, editions: string, instead: Named[],
 *   clauses: {clause: string, title: string, link: string, text: string, sentences: string[]}[]}} RulingWords
 */

/** The longest address that is shared, in characters. */
const LONGEST_ADDRESS = 2000;

/** How long advice is looked for on the page, in seconds. */
const SECONDS = 3;

/** How long an event of chance or of an agent stays on the table before the next one, in milliseconds. */
const PAUSE = 400;

/** How far from a city, card or pile it can be tapped, in pixels. */
const REACH = 16;

/** The groups of events that a tap can mean, by where the card lies; on the map it can mean any. */
const TAPPED = {
  display: ["deal", "draw", "postmaster", "honor"],
  deck: ["deal", "draw", "postmaster", "honor"],
  hand: ["deal", "play", "carrier", "keep"],
};

/** What is asked about a card that can't be used, by where it lies. */
const ASKED = { display: "draw *", deck: "draw *", hand: "play * right", map: "play * right" };

/** @type {Record<string, string>} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

const CHOICES = JSON.parse(document.getElementById("choices")?.textContent ?? "{}");

/**
 * @param {string} name
 * @param {Record<string, string | number>} [facts]
 */
function words(name, facts = {}) {
  return WORDS[name].replace(/\{(\w+)\}/g, (_, key) => String(facts[key]));
}

/**
 * Makes an element; properties that begin with `on` are listeners, and those that are not known are attributes.
 * @param {string} tag
 * @param {Record<string, any>} properties
 * @param {...(Node | string)} children
 * @returns {any}
 */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} onclick @param {Record<string, any>} [more] */
const button = (text, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, text);

/**
 * Returns the city, card or pile that was tapped: the nearest one, since fingers are wider than small signs.
 * @param {MouseEvent} event
 * @param {Element} within
 * @param {string} selector
 */
function tapped(event, within, selector) {
  const distances = [...within.querySelectorAll(selector)].map((element) => {
    const { left, right, top, bottom } = (element.querySelector("circle, .free") ?? element).getBoundingClientRect();
    const across = Math.max(left - event.clientX, 0, event.clientX - right);
    const down = Math.max(top - event.clientY, 0, event.clientY - bottom);
    return { element, distance: Math.hypot(across, down) };
  });
  const direct = /** @type {Element} */ (event.target).closest(selector);
  const nearest = distances.sort((one, other) => one.distance - other.distance)[0];
  return direct ?? (nearest && nearest.distance <= REACH ? nearest.element : null);
}

class TaxisTable extends HTMLElement {
  client = new Client(document.documentElement.lang);
  /** The cities and cards that were tapped: only events that name all of them are shown. @type {string[]} */
  chosen = [];
  /** @type {View | undefined} */
  view;
  /** Counts the drawings that were asked for, so that only the latest is shown. */
  drawings = 0;
  /** @type {Promise<void>} */
  started = Promise.resolve();
  /** The legal events as the kernel lists them until Python answers. @type {ReturnType<typeof legal_events>} */
  first_events = Promise.resolve(null);

  connectedCallback() {
    this.build();
    this.first_events = this.list_first_events();
    this.started = this.start();
    this.started.catch((fault) => this.say(words("failed", { fault: fault.message })));
    addEventListener("hashchange", () => {
      if (location.hash.length > 1 && location.hash.slice(1) !== this.fragment) this.load_address();
    });
  }

  async list_first_events() {
    const fragment = location.hash.length > 1 ? location.hash : await new_game();
    if (!fragment) return null;
    if (location.hash.length <= 1) history.replaceState(null, "", `#${fragment}`);
    const found = await legal_events(fragment);
    if (found && !this.view) this.draw_events(in_groups(found.events, CHOICES.names));
    return found;
  }

  async start() {
    await Promise.all([this.client.ready, this.first_events]);
    if (location.hash.length > 1) await this.load_address();
    else await this.change("address", []);
  }

  // ---- what programs and buttons do

  /**
   * Asks the session to change the table; then the address and the picture follow.
   * @param {string} method
   * @param {unknown[]} given
   */
  async change(method, given) {
    const value = await this.client.ask(method, given);
    const [line, fragment] = await Promise.all([
      this.client.ask("line"),
      this.client.ask("address", [LONGEST_ADDRESS - location.href.split("#")[0].length - 1]),
    ]);
    this.fragment = fragment;
    history.replaceState(null, "", `#${fragment}`);
    this.chosen = [];
    document.dispatchEvent(new CustomEvent("taxis:change", { detail: line }));
    this.draw();
    return value;
  }

  async load_address() {
    try {
      this.warn(await this.change("load_address", [location.hash]));
    } catch (error) {
      await this.change("address", []);
      this.tell(error);
    }
  }

  /** @param {string} method @param {...unknown} given */
  async act(method, ...given) {
    await this.started;
    if (!this.find("stop").hidden) this.client.ask("stop");
    try {
      await this.change(method, given);
      this.find("answer").replaceChildren();
      return true;
    } catch (error) {
      if (method === "apply" && error instanceof Refusal && error.ruling) await this.why(String(given[0]));
      else this.tell(error);
      return false;
    }
  }

  // ---- the parts of the page

  /** @param {string} name @returns {HTMLElement} */
  find(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  build() {
    const section = (/** @type {string} */ name, /** @type {string} */ title, /** @type {Node[]} */ ...inside) =>
      make("section", { className: name, "aria-label": title }, make("h2", {}, title), ...inside);
    const tools = make(
      "nav",
      { className: "tools" },
      button(words("undo"), () => this.act("take_back"), { "data-part": "undo", disabled: true }),
      button(words("redo"), () => this.act("redo"), { "data-part": "redo", disabled: true }),
      button(words("new-game"), () => this.ask_new()),
      button(words("set-up"), () => this.set_up(), { "data-part": "set-up" }),
      button(words("load"), () => this.ask_load()),
      button(words("share"), () => this.share()),
    );
    const input = make("input", {
      "aria-label": words("ask", { event: "play Ulm right" }),
      placeholder: words("ask", { event: "play Ulm right" }),
      autocapitalize: "off",
      spellcheck: false,
      name: "event",
    });
    const asking = make(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (input.value.trim()) this.why(input.value);
        },
      },
      input,
      make("button", {}, words("may-i")),
    );
    const advice = make(
      "div",
      { className: "row" },
      button(words("advise"), () => this.advise(), { "data-part": "advise", disabled: true }),
      button(words("stop"), () => this.client.ask("stop"), { "data-part": "stop", hidden: true }),
      make("span", { "data-part": "effort", role: "status" }),
    );
    const map = this.find("map");
    this.find("status").after(tools);
    this.append(
      make(
        "div",
        { className: "left" },
        map,
        make("div", { "data-part": "supply" }),
        make("div", { "data-part": "players" }),
        make("details", {}, make("summary", {}, words("in-words")), make("dl", { "data-part": "words" })),
        section("history", words("history"), make("ol", { "data-part": "history" })),
      ),
      make(
        "div",
        { className: "right" },
        section(
          "events",
          words("events"),
          make("div", { "data-part": "chosen" }),
          make("div", { "data-part": "events" }),
          asking,
          make("div", { "data-part": "answer", role: "status" }),
          advice,
          make("ol", { "data-part": "lines" }),
        ),
      ),
    );
    for (const name of ["map", "supply", "players"]) {
      this.find(name).addEventListener("click", (event) => this.tap(event, name));
    }
  }

  /** @param {string} text */
  say(text) {
    this.find("status").textContent = text;
  }

  async draw() {
    const drawing = (this.drawings += 1);
    /** @type {View} */
    const view = await this.client.ask("view", [this.chosen]);
    if (drawing !== this.drawings) return;
    this.view = view;
    this.say(view.moment);
    this.find("map").innerHTML = view.map;
    this.find("supply").innerHTML = view.supply;
    this.find("players").innerHTML = view.players.join("");
    this.find("words").replaceChildren(
      ...view.in_words.flatMap(([name, told]) => [make("dt", {}, name), make("dd", {}, told)]),
    );
    /** @type {any} */ (this.find("undo")).disabled = !view.can_undo;
    /** @type {any} */ (this.find("redo")).disabled = !view.can_redo;
    /** @type {any} */ (this.find("advise")).disabled = view.is_over || view.is_agents;
    this.find("lines").replaceChildren();
    this.find("effort").textContent = "";
    this.find("history").replaceChildren(
      ...view.history.map(({ event, player, is_chance }) =>
        make("li", is_chance ? { className: "chance" } : { "data-player": player }, this.happened(event, is_chance, player)),
      ),
    );
    this.draw_events(view.groups);
    this.setAttribute("data-line", view.line);
    if (view.is_agents) {
      this.find("effort").textContent = words("their-turn");
      setTimeout(() => drawing === this.drawings && this.act("play_on"), PAUSE);
    }
  }

  /** @param {string} event @param {boolean} is_chance @param {number} player */
  happened(event, is_chance, player) {
    return is_chance ? event : `${this.view?.names[player]}: ${event}`;
  }

  /** @param {Group[]} groups */
  draw_events(groups) {
    const had_focus = this.find("events").contains(document.activeElement);
    const blocks = groups.map((group) => {
      const more = group.count - group.events.length;
      return make(
        "div",
        { role: "group", "aria-label": group.title },
        make("h3", {}, group.title),
        make(
          "div",
          { className: "row" },
          ...(group.name === "deal" || group.name === "back"
            ? [button(words("reveal"), () => this.act("reveal"), { "data-part": "reveal", className: "main" })]
            : []),
          ...group.events.map((each) =>
            button(each.words, () => this.act("apply", each.event), { "data-event": each.event }),
          ),
          ...(more > 0 ? [make("span", {}, words("more", { count: more }))] : []),
        ),
      );
    });
    this.find("events").replaceChildren(...blocks);
    this.find("chosen").replaceChildren(
      ...(this.chosen.length
        ? [
            words("chosen", { names: this.chosen.join(", ") }),
            " ",
            button(words("clear"), () => {
              this.chosen = [];
              this.draw();
            }),
          ]
        : []),
    );
    if (had_focus) this.find("events").querySelector("button")?.focus();
  }

  // ---- tapping

  /** @param {MouseEvent} event @param {string} where */
  async tap(event, where) {
    const card = tapped(event, this.find(where), "[data-city], [data-card], [data-pile]");
    if (!card) return;
    const name = card.getAttribute("data-city") ?? card.getAttribute("data-card") ?? card.getAttribute("data-pile") ?? "";
    const place = where === "map" ? "map" : (card.closest("[data-place]")?.getAttribute("data-place") ?? "");
    const chosen = this.chosen.includes(name) ? this.chosen.filter((each) => each !== name) : [...this.chosen, name];
    /** @type {View} */
    const view = await this.client.ask("view", [chosen]);
    const meant = /** @type {Record<string, string[]>} */ (TAPPED)[place];
    const groups = view.groups.filter((group) => !meant || meant.includes(group.name));
    const [first, second] = groups.flatMap((group) => group.events);
    if (first && !second && !/^(close|keep) /.test(first.event)) {
      await this.act("apply", first.event);
    } else if (first || !chosen.length) {
      this.chosen = chosen;
      this.draw_events(groups);
    } else {
      const asked = /** @type {Record<string, string>} */ (ASKED)[place];
      if (asked && !view.is_chance) await this.why(asked.replace("*", name));
    }
  }

  // ---- answers

  /** @param {any} error */
  tell(error) {
    const lines = String(error.message).split("\n");
    this.find("answer").replaceChildren(...lines.map((line) => make("p", { className: "fault" }, line)));
  }

  /** @param {{warnings: {key: string, text: string}[]}} loaded */
  warn({ warnings }) {
    this.find("answer").replaceChildren(...warnings.map(({ key, text }) => make("p", { className: "warning" }, `${key}: ${text}`)));
  }

  /** @param {string} event */
  async why(event) {
    /** @type {RulingWords} */
    let ruling;
    try {
      ruling = await this.client.ask("why", [event]);
    } catch (error) {
      this.tell(error);
      return;
    }
    const clauses = ruling.clauses.map(({ title, link, text, sentences, clause }) =>
      make(
        "div",
        { className: "clause", "data-clause": clause },
        ...sentences.map((sentence) => make("p", {}, sentence)),
        make("p", {}, make("a", { href: link }, title)),
        make("p", { className: "text" }, text),
      ),
    );
    this.find("answer").replaceChildren(
      make(
        "p",
        { className: ruling.legal ? "verdict yes" : "verdict no" },
        make("strong", {}, ruling.verdict),
        " ",
        make("code", {}, ruling.event),
      ),
      ...clauses,
      make("p", {}, ruling.editions),
      make("div", { className: "row" }, ...ruling.instead.map((each) => this.event_button(each))),
    );
  }

  /** @param {Named} named */
  event_button({ event, words }) {
    return button(words, () => this.act("apply", event), { "data-event": event });
  }

  async advise() {
    const show = (/** @type {import("./client.js").Known} */ known, /** @type {string} */ state) => {
      const opened = new Set([...this.querySelectorAll("[data-turn][open]")].map((each) => each.getAttribute("data-turn")));
      this.find("effort").textContent = words(state, { number: known.advice.effort.playouts });
      this.find("lines").replaceChildren(
        ...known.words.map(({ turn, figures, reasons }) =>
          make(
            "li",
            {},
            make("code", {}, turn.join("; ")),
            " ",
            ...(turn.length && !this.view?.is_chance
              ? [button(words("play-it"), () => this.act("apply", turn[0]), { "data-event": turn[0] })]
              : []),
            make("p", {}, figures),
            make(
              "details",
              { open: opened.has(turn[0]), "data-turn": turn[0] ?? "" },
              make("summary", {}, words("why")),
              make(
                "ul",
                {},
                ...reasons.map(({ text, title, link }) =>
                  make("li", {}, text, ...(link ? [" ", make("a", { href: link }, title ?? "")] : [])),
                ),
              ),
            ),
          ),
        ),
      );
    };
    this.find("advise").hidden = true;
    this.find("stop").hidden = false;
    this.find("effort").textContent = words("thinking", { number: 0 });
    const line = this.view?.line;
    try {
      const known = await this.client.ask("advise", [{ time: SECONDS }], (so_far) => {
        if (line === this.view?.line) show(so_far, "thinking");
      });
      if (known && line === this.view?.line) show(known, "done");
    } catch (error) {
      this.find("effort").textContent = "";
      this.tell(error);
    } finally {
      this.find("advise").hidden = false;
      this.find("stop").hidden = true;
    }
  }

  // ---- dialogs

  /**
   * @param {string} title
   * @param {() => void} [done]
   * @param {...Node} inside
   */
  dialog(title, done, ...inside) {
    /** @type {HTMLDialogElement} */
    const dialog = make(
      "dialog",
      { "aria-label": title, onclose: () => dialog.remove() },
      make(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            done?.();
          },
        },
        make("h2", {}, title),
        ...inside,
        make(
          "div",
          { className: "row end" },
          ...(done ? [make("button", { className: "main" }, title)] : []),
          button(words("close-dialog"), () => dialog.close()),
        ),
      ),
    );
    this.append(dialog);
    dialog.showModal();
    return dialog;
  }

  ask_new() {
    const choices = CHOICES;
    const options = (/** @type {[string, string][]} */ all) => all.map(([value, text]) => make("option", { value }, text));
    const field = (/** @type {string} */ name, /** @type {Node} */ input) => make("label", {}, words(name), input);
    const players = make("select", { name: "players" }, ...options([["2", "2"], ["3", "3"], ["4", "4"]]));
    const against = make("select", { name: "against" }, ...options([["", words("people")], ["agents", words("agents")]]));
    const edition = make("select", { name: "edition" }, ...options(choices.editions));
    edition.value = choices.edition;
    const seed = make("input", { name: "seed", inputMode: "numeric", pattern: "-?[0-9]{1,18}" });
    /** @type {HTMLInputElement[]} */
    const modules = choices.modules.map((/** @type {[string, string]} */ [value]) => make("input", { type: "checkbox", value }));
    const dialog = this.dialog(
      words("start-game"),
      async () => {
        const settings = {
          players: Number(players.value),
          edition: edition.value,
          modules: modules.filter((box) => box.checked).map((box) => box.value),
          ...(seed.value ? { seed: Number(seed.value) } : {}),
        };
        dialog.close();
        if ((await this.act("new", settings)) && against.value) await this.act("play_against_agents", 0);
      },
      field("players", players),
      field("against", against),
      field("edition", edition),
      make(
        "fieldset",
        {},
        make("legend", {}, words("modules")),
        ...modules.map((box, at) => make("label", { className: "check" }, box, choices.modules[at][1])),
      ),
      field("seed", seed),
    );
  }

  /** Shows a form with what lies on the table; a city that is tapped on the map goes to the field that was used last. */
  async set_up() {
    /** @type {any} */
    const data = await this.client.ask("data");
    /** @type {HTMLInputElement | undefined} */
    let last;
    /** @type {(() => void)[]} */
    const takers = [];
    const list = (/** @type {any} */ holder, /** @type {string} */ key) => {
      const input = make("input", {
        value: holder[key].join(", "),
        autocapitalize: "words",
        spellcheck: false,
        onfocus: () => (last = input),
      });
      takers.push(() => (holder[key] = input.value.split(/[,、;]/).map((/** @type {string} */ each) => each.trim()).filter(Boolean)));
      return input;
    };
    const choice = (/** @type {any} */ holder, /** @type {string} */ key, /** @type {[any, string][]} */ all) => {
      const input = make("select", {}, ...all.map(([, text], at) => make("option", { value: at }, text)));
      input.value = all.findIndex(([value]) => value === holder[key]);
      takers.push(() => (holder[key] = all[input.value]?.[0] ?? null));
      return input;
    };
    const entry = (/** @type {string} */ name, /** @type {HTMLElement} */ input) =>
      make("label", {}, words(`set-up-${name}`), Object.assign(input, { name }));
    const carriages = [null, 3, 4, 5, 6, 7].map((number) => /** @type {[any, string]} */ ([number, String(number ?? "–")]));
    const names = /** @type {string[]} */ (this.view?.names);
    const seats = names.map((name, at) => /** @type {[any, string]} */ ([at, name]));
    const players = data.players.map((/** @type {any} */ player, /** @type {number} */ at) =>
      make(
        "fieldset",
        {},
        make("legend", {}, names[at]),
        ...["hand", "route", "houses", "tiles"].map((key) => entry(key, list(player, key))),
        ...("carriage" in player ? [entry("carriage", choice(player, "carriage", carriages))] : []),
      ),
    );
    const turn = { player: data.turn.player };
    const fault = make("p", { className: "fault", role: "status" });
    const close = () => {
      this.find("map").removeEventListener("click", take_city, true);
      form.remove();
      this.classList.remove("setting-up");
    };
    const take_city = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      const city = tapped(event, this.find("map"), "[data-city]")?.getAttribute("data-city");
      if (city && last) last.value = last.value.trim() ? `${last.value}, ${city}` : city;
    };
    const form = make(
      "form",
      {
        className: "set-up",
        "aria-label": words("set-up"),
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          for (const take of takers) take();
          const hand = data.players[turn.player].hand;
          data.turn = { player: turn.player, phase: "draw", began_empty: hand.length === 0 };
          try {
            this.warn(await this.change("load", [JSON.stringify(data)]));
            close();
          } catch (error) {
            fault.textContent = /** @type {Error} */ (error).message;
          }
        },
      },
      make("h2", {}, words("set-up")),
      make("p", {}, words("set-up-how")),
      ...players,
      entry("display", list(data, "display")),
      entry("discard", list(data, "discard")),
      entry("player", choice(turn, "player", seats)),
      entry("start", choice(data, "start", seats)),
      fault,
      make("div", { className: "row end" }, make("button", { className: "main" }, words("open")), button(words("close-dialog"), close)),
    );
    this.querySelector("form.set-up")?.remove();
    this.classList.add("setting-up");
    this.find("map").addEventListener("click", take_city, true);
    /** @type {Element} */ (this.querySelector(".right")).prepend(form);
    form.querySelector("input").focus();
  }

  ask_load() {
    const text = make("textarea", { rows: 6, name: "position", spellcheck: false });
    const fault = make("p", { className: "fault", role: "status" });
    const file = make("input", {
      type: "file",
      accept: ".json,.toml,.txt",
      onchange: async () => {
        const [chosen] = file.files ?? [];
        if (chosen) text.value = await chosen.text();
      },
    });
    const dialog = this.dialog(
      words("open"),
      async () => {
        try {
          this.warn(await this.change("load", [text.value]));
          dialog.close();
        } catch (error) {
          fault.textContent = /** @type {Error} */ (error).message;
        }
      },
      make("label", {}, words("load-label"), text),
      make("label", {}, words("file"), file),
      fault,
    );
  }

  async share() {
    const { qrcode } = await import("./qrcode.mjs");
    const code = qrcode(0, "L");
    code.addData(location.href, "Byte");
    code.make();
    const picture = make("div", { className: "code", role: "img", "aria-label": words("address") });
    picture.innerHTML = code.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
    const address = make("input", { value: location.href, readOnly: true, name: "address" });
    const told = make("span", { role: "status" });
    const copy = async () => {
      await navigator.clipboard.writeText(location.href);
      told.textContent = words("copied");
    };
    const send = () => navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
    this.dialog(
      words("share"),
      undefined,
      picture,
      make("label", {}, words("address"), address),
      make(
        "div",
        { className: "row" },
        ...("clipboard" in navigator ? [button(words("copy"), copy)] : []),
        ...("share" in navigator ? [button(words("send"), send)] : []),
        button(words("download"), () => this.download()),
        told,
      ),
    );
  }

  async download() {
    const record = await this.client.ask("record");
    const address = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
    make("a", { href: address, download: "game.json" }).click();
    URL.revokeObjectURL(address);
  }
}

customElements.define("taxis-table", TaxisTable);

// ---- for programs

const table = /** @type {TaxisTable} */ (/** @type {unknown} */ (document.querySelector("taxis-table")));

/** @param {string} method */
const changing =
  (method) =>
  async (/** @type {unknown[]} */ ...given) => {
    await table.started;
    return table.change(method, given);
  };

/** @param {string} method */
const asking =
  (method) =>
  async (/** @type {unknown[]} */ ...given) => {
    await table.started;
    return table.client.ask(method, given);
  };

const taxis = {
  ready: () => table.started,
  load: changing("load"),
  new: (settings = {}) => changing("new")(settings),
  line: asking("line"),
  events: async () => (table.view ? null : await table.first_events) ?? asking("events")(),
  apply: changing("apply"),
  ruling: asking("ruling"),
  undo: changing("undo"),
  redo: changing("redo"),
  warnings: asking("warnings"),
  record: asking("record"),
  advise: async (settings = {}) => {
    await table.started;
    const told = (/** @type {import("./client.js").Known} */ known) =>
      document.dispatchEvent(new CustomEvent("taxis:advice", { detail: known.advice }));
    return (await table.client.ask("advise", [settings], told)).advice;
  },
  stop: asking("stop"),
};

Object.assign(window, { taxis });

// Once the table is ready, it is kept for use without a connection.
table.started
  .then(() => navigator.serviceWorker?.register(new URL("../../offline.js", import.meta.url)))
  .catch(() => undefined);

document.getElementById("language")?.addEventListener("change", (event) => {
  const lang = /** @type {HTMLSelectElement} */ (event.target).value;
  location.href = `../${lang}/table.html${location.hash}`;
});
