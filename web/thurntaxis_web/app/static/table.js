// The table: an element that shows a position and handles what a person does; and `window.taxis` for programs.

import { advise, mark, show_effort } from "./advice.js";
import { Client, Refusal } from "./client.js";
import { games, keep_game, new_id } from "./keeping.js";
import { in_groups, legal_events, new_game } from "./legal_events.js";
import { NAMES, copy, field, keep_board, kept, kept_boards, make, part, text_kept, words } from "./page.js";
import * as playing from "./playing.js";
import { tell, warn, why } from "./ruling.js";
import { SetUp } from "./set_up.js";
import { ask_load, download, share } from "./sharing.js";

/**
 * @typedef {{moment: string, html: Record<string, string>, is_chance: boolean, is_over: boolean, decider: number, names: string[],
 *   choices: import("./playing.js").Group[], groups: import("./playing.js").Group[],
 *   at: number, count: number, line: string, can_undo: boolean, can_redo: boolean,
 *   is_agents: boolean, own_board: [string, string] | null}} View
 */

/** The longest address that is shared, in characters. */
const LONGEST_ADDRESS = 2000;

/** How long an event of chance or of an agent stays on the table before the next one, in milliseconds. */
const PAUSE = 400;

/** How long after a list has changed taps on it only make it flash, since they meant what stood there before, in milliseconds. */
const TOO_SOON = 400;

/** How long a card moves, in milliseconds. */
const MOVE = 350;

/** Under which name the start page keeps the booklet, too. */
const BOOKLET = "taxis-edition";

/** The requests by which a person plays, which wait while the computer does. */
const PLAYED = ["apply", "play_typed", "play_turn", "reveal"];

/** The requests after which another game is on the table. */
const NEW = ["load", "load_address", "new", "finish_set_up"];

/** What a button does, by the name of its part. @type {Record<string, (table: TaxisTable) => unknown>} */
const BUTTONS = {
  undo: (table) => table.act("take_back"),
  redo: (table) => table.act("play_again"),
  first: (table) => table.act("go_to", 0),
  "last-event": (table) => table.act("go_to", table.view?.count),
  "new-game": playing.ask_new,
  "set-up": (table) => table.set_up.open(),
  load: ask_load,
  share,
  download,
  continue: (table) => table.resume(table.latest),
  reveal: (table) => table.act("reveal"),
  follow: (table) => table.act("booklet", table.booklet, ""),
  clear: (table) => playing.choose(table),
  "play-typed": (table) => field(table, "event").value.trim() && table.act("play_typed", field(table, "event").value),
  advise,
  stop: (table) => table.client.ask("stop"),
  pull: (table) => table.pull(),
  hide: (table) => (table.client.ask("stop"), table.hide_sheet()),
  "text-mode": (table) => playing.show_text(table, !table.classList.contains("text")),
};

export class TaxisTable extends HTMLElement {
  client = new Client(document.documentElement.lang);
  set_up = new SetUp(this);
  /** The cities and cards that were tapped: only events that name all of them are shown. @type {string[]} */
  chosen = [];
  /** @type {View | undefined} */
  view;
  /** Under which id the game is kept, and whether that was possible. */
  game = new_id();
  is_kept = true;
  /** The edition whose rules new games follow. */
  booklet = "";
  /** The move that was ruled on last. */
  asked = "";
  /** When each part was changed last. @type {WeakMap<Element, number>} */
  changed = new WeakMap();
  /** Counts the drawings that were asked for, so that only the latest is shown. */
  drawings = 0;
  /** Settled once the latest of them is shown. */
  drawn = Promise.resolve();
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
    this.is_new = location.hash.length <= 1;
    const fragment = this.is_new ? await new_game() : location.hash;
    if (!fragment) return null;
    if (this.is_new) history.replaceState(null, "", `#${fragment}`);
    const found = await legal_events(fragment);
    if (found && !this.view) this.put("events", playing.blocks(in_groups(found.events, NAMES)));
    return found;
  }

  async start() {
    await Promise.all([this.client.ask("line"), this.first_events]); // answered once Python has started
    for (const [name, text] of Object.entries(kept_boards())) {
      await this.client.ask("add_board", [name, text]).catch(() => undefined);
    }
    const opened = location.hash;
    const same = games().find(({ fragment }) => fragment && location.hash === `#${fragment}`);
    if (same) await this.resume(same.id);
    else if (location.hash.length > 1) await this.load_address();
    await this.take_booklet(this.is_new);
    const draft = kept("sessionStorage", "taxis-set-up"); // which doesn't hide the game of a link
    if (draft && (this.is_new || draft === opened)) await this.set_up.open();
  }

  // ---- what programs and buttons do

  /**
   * Asks the session to change the table; then the address and the picture follow.
   * @param {string} method @param {unknown[]} given @param {boolean} [is_tried] whether the game is kept before a move
   */
  async change(method, given, is_tried = false) {
    const value = await this.client.ask(method, given);
    if (NEW.includes(method)) {
      this.game = new_id();
      field(this, "event").value = "";
      scrollTo(0, 0);
    }
    const [line, fragment, saved] = await Promise.all([
      this.client.ask("line"),
      this.client.ask("address", [LONGEST_ADDRESS - location.href.split("#")[0].length - 1]),
      this.client.ask("saved"),
    ]);
    this.fragment = fragment;
    if (!value?.fault) history.replaceState(null, "", `#${fragment}`);
    if (is_tried || saved.events.length || saved.undone.length) {
      const is_kept = keep_game({ id: this.game, names: saved.names, fragment, saved });
      if (this.is_kept && !is_kept) warn(this, { warnings: [{ key: "", text: words("not-kept") }] });
      this.is_kept = is_kept;
    }
    this.chosen = [];
    document.dispatchEvent(new CustomEvent("taxis:change", { detail: line }));
    this.draw();
    return value;
  }

  async load_address() {
    const failed = async (/** @type {unknown} */ error) => (await this.draw(), tell(this, error)); // the address stays
    await this.change("load_address", [location.hash]).then((loaded) => warn(this, loaded), failed);
  }

  /** The game that was played last. */
  get latest() {
    return games().find(({ saved }) => saved)?.id ?? "";
  }

  /** Opens a game or a set-up that the browser keeps. @param {string} id */
  async resume(id) {
    const found = games().find((game) => game.id === id);
    if (!found) throw new Error(words("no-game"));
    if (found.draft) return this.set_up.open(found);
    this.game = id;
    field(this, "event").value = "";
    this.hide_sheet();
    await this.change("restore", [found.saved]);
  }

  /** Takes the booklet that was chosen, here or on the start page. @param {boolean} [is_changed] */
  async take_booklet(is_changed = false) {
    const select = /** @type {HTMLSelectElement} */ (part(document.body, "booklet"));
    const before = this.booklet;
    this.booklet = select.value;
    if (is_changed) {
      await this.change("booklet", [this.booklet, before]);
      const shown = this.find("answer");
      if (shown.dataset.kind === "ruling" && shown.firstChild) await why(this, this.asked);
    } else {
      await this.client.ask("booklet", [this.booklet]);
      this.draw();
    }
  }

  /** Whether it is the computer's turn; says so. */
  waits() {
    if (this.view?.is_agents) this.say(words("their-turn"));
    return this.view?.is_agents;
  }

  /** @param {string} method @param {...unknown} given */
  async act(method, ...given) {
    await this.started;
    if (PLAYED.includes(method) && this.waits()) return false;
    if (!this.find("stop").hidden) this.client.ask("stop");
    try {
      this.find("answer").replaceChildren();
      await this.change(method, given);
      if (PLAYED.includes(method)) field(this, "event").value = "";
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.ruling) await why(this, String(given[0]));
      else tell(this, error);
      return false;
    }
  }

  // ---- the parts of the page

  /** @param {string} name */
  find(name) {
    return part(this, name);
  }

  build() {
    this.append(copy("taxis-table > template"));
    const menu = part(document.body, "menu");
    menu.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("button") && menu.removeAttribute("open"));
    const [input, range] = ["event", "at"].map((name) => field(this, name));
    this.find("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value.trim()) why(this, input.value);
    });
    range.addEventListener("change", () => this.act("go_to", Number(range.value)));
    document.body.addEventListener("click", (event) => this.pressed(event));
    const booklet = /** @type {HTMLSelectElement} */ (part(document.body, "booklet"));
    const usual = booklet.value;
    this.booklet = booklet.dataset.first ?? usual;
    booklet.value = text_kept(BOOKLET) || usual;
    booklet.value ||= usual;
    booklet.addEventListener("change", () => {
      text_kept(BOOKLET, booklet.value);
      this.started.then(() => this.take_booklet(true));
    });
    playing.show_text(this);
    show_effort();
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    const list = target.closest("[data-part]:not(button, [data-part=map])");
    const button = target.closest("button");
    const is_pointed = event.isTrusted && event.detail > 0;
    if (is_pointed && list && performance.now() - (this.changed.get(list) ?? -TOO_SOON) < TOO_SOON) return void list.animate({ opacity: [0.3, 1] }, TOO_SOON);
    if (target.closest('[data-part="map"], [data-place]:not([data-player])')) playing.tap(this, event);
    else if (target.closest(".last") && !button) list?.classList.toggle("pulled");
    else if (target.closest(".over summary")) this.pull(true); // so that what opens is in view
    else if (button) {
      playing.press(this, button.dataset);
      BUTTONS[button.dataset.open ?? button.dataset.part ?? ""]?.(this);
    }
  }

  /** Shows something in a part, unless it's there already; what had the focus keeps it. @param {string} name @param {string | Node[]} content */
  put(name, content) {
    const place = this.find(name);
    const held = make("div", typeof content === "string" ? { innerHTML: content } : {}, ...(typeof content === "string" ? [] : content));
    if (held.innerHTML === place.innerHTML) return;
    const focused = place.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    place.replaceChildren(...held.childNodes);
    this.changed.set(place, performance.now());
    if (!focused) return;
    const same = ["data-event", "data-card", "data-part"].map((key) => [key, focused.getAttribute(key)]).find(([, value]) => value);
    const again = same && place.querySelector(`[${same[0]}="${CSS.escape(same[1] ?? "")}"]`);
    /** @type {HTMLElement | null} */ (again ?? place.querySelector("button, summary"))?.focus({ preventScroll: true });
  }

  /** Opens the sheet with a part of it first, or closes it if there is nothing to show. @param {string} name */
  show_sheet(name) {
    const over = /** @type {HTMLElement} */ (this.querySelector(".over"));
    over.hidden = !name && !this.find("answer").hasChildNodes() && !this.find("sheet").hasChildNodes();
    if (name) over.dataset.first = this.find("answer").hasChildNodes() ? "answer" : name;
    this.pull(false);
    over.scrollTop = 0;
    if (name) over.scrollIntoView({ block: "nearest" });
  }

  hide_sheet() {
    this.find("answer").replaceChildren();
    this.find("effort").textContent = "";
    mark(this);
    /** @type {HTMLElement} */ (this.querySelector(".over")).hidden = true;
  }

  /** Makes the sheet large, or small again. @param {boolean} [wanted] */
  pull(wanted) {
    const is_pulled = /** @type {Element} */ (this.querySelector(".over")).classList.toggle("pulled", wanted);
    Object.assign(this.find("pull"), { textContent: is_pulled ? "▾" : "▴", ariaExpanded: String(is_pulled) });
  }

  /** @param {string} text */
  say(text) {
    this.find("status").textContent = text;
  }

  /** Draws the position as it is now. */
  draw() {
    return (this.drawn = this.draw_latest());
  }

  async draw_latest() {
    const drawing = (this.drawings += 1);
    /** @type {View} */
    const view = await this.client.ask("view", [this.chosen]);
    if (drawing !== this.drawings) return;
    this.view = view;
    if (view.own_board) keep_board(...view.own_board);
    this.say(view.moment);
    const { cards } = this;
    for (const [name, html] of Object.entries(view.html)) if (name !== "map" || !this.set_up.is_open) this.put(name, html);
    this.querySelector('[data-part="continue"]')?.toggleAttribute("hidden", !this.latest);
    this.glide(cards);
    const possible = { undo: view.can_undo, redo: view.can_redo, advise: !view.is_over && !view.is_agents };
    for (const [name, is] of Object.entries(possible)) /** @type {any} */ (this.find(name)).disabled = !is;
    this.find("best").textContent = "";
    if (this.find("answer").dataset.kind === "advice") this.hide_sheet();
    playing.draw_timeline(this, view);
    this.put("events", playing.blocks(view.groups));
    playing.draw_choices(this, view.choices);
    this.setAttribute("data-line", view.line);
    if (view.is_agents && !view.can_redo) {
      this.say(words("their-turn"));
      setTimeout(() => drawing === this.drawings && !this.set_up.is_open && this.act("play_on"), PAUSE);
    }
  }

  get cards() {
    return [...this.querySelectorAll("[data-place]:not([data-player]) > [data-card]")].map((card) => {
      const [name, place] = [card.getAttribute("data-card"), card.parentElement?.getAttribute("data-place")];
      return { card, name, key: `${place} ${name}`, box: card.getBoundingClientRect() };
    });
  }

  /** Lets cards move that have come from another place. @param {TaxisTable["cards"]} before */
  glide(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const { card, name, key, box } of this.cards) {
      const from = before.find((other) => other.name === name)?.box;
      if (!from || before.some((other) => other.key === key)) continue;
      card.animate([{ transform: `translate(${from.x - box.x}px, ${from.y - box.y}px)`, zIndex: 3 }, {}], { duration: MOVE, easing: "ease-out" });
    }
  }
}

customElements.define("taxis-table", TaxisTable);

// ---- for programs

const table = /** @type {TaxisTable} */ (/** @type {unknown} */ (document.querySelector("taxis-table")));

/** Returns what does something once the table is ready. @param {(...given: any[]) => any} done */
const started = (done) => async (/** @type {unknown[]} */ ...given) => {
  await table.started;
  return done(...given);
};
const changing = (/** @type {string} */ method) => started((...given) => table.change(method, given));
const asking = (/** @type {string} */ method) => started((...given) => table.client.ask(method, given));

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
  advise: started(async (settings = {}) => {
    const told = (/** @type {import("./client.js").Known} */ known) =>
      document.dispatchEvent(new CustomEvent("taxis:advice", { detail: known.advice }));
    return (await table.client.ask("advise", [settings], told)).advice;
  }),
  stop: asking("stop"),
  games: async () => games().map(({ id, date, names }) => ({ id, date: new Date(date).toISOString(), players: names })),
  resume: started((id) => table.resume(id)),
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
