// Setting up a position: a form that Python describes, the map to tap cities on, and a draft that is never lost.

import { button, keep, keep_board, kept, make, message, options, tapped, words } from "./page.js";
import { warn } from "./ruling.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{key: string, kind: string, label: string, cards?: Record<string, string[]> | null, most?: number,
 *   choices?: [any, string][], unknown?: [string, string][], low?: number, high?: number, hint?: string, value?: any,
 *   stacks?: {label: string, tiles: {tile: string, value: number, taken: string | null}[]}[]}} Field
 * @typedef {{title: string, fields: Field[]}} Section
 * @typedef {{key: string, text: string}} Told
 * @typedef {{sections: Section[], faults: Told[], warnings: Told[], map: string}} Form
 */

/** The kinds of fields that take cities from the map. */
const FROM_MAP = ["cities", "cards", "route"];

/** How many steps can be undone. */
const MOST_STEPS = 200;

const DRAFT = "taxis-set-up";

/** How long after the release of a press its click may come, in milliseconds. */
const PRESS = 40;

/** @param {string} key */
const path = (key) => key.split(/[.[\]]+/).filter(Boolean);

/** @param {any} draft @param {string} key */
const value_at = (draft, key) => path(key).reduce((holder, name) => holder?.[name], draft);

/** @param {any} draft @param {string} key @param {unknown} value */
function assign(draft, key, value) {
  const names = path(key);
  const last = /** @type {string} */ (names.pop());
  let holder = draft;
  for (const [at, name] of names.entries()) holder = holder[name] ??= /^\d+$/.test(names[at + 1] ?? last) ? [] : {};
  holder[last] = value;
}

/** Whether a key of a fault is about a field. @param {string} key @param {string} field */
const is_about = (key, field) => key === field || key.startsWith(`${field}[`) || key.startsWith(`${field}.`);

export class SetUp {
  /** @param {TaxisTable} table */
  constructor(table) {
    this.table = table;
    /** @type {any} */
    this.draft = null;
    /** The drafts before each step, as JSON. @type {string[]} */
    this.steps = [];
    /** @type {Form | null} */
    this.form = null;
    this.section = 0;
    /** The key of the field that takes cities from the map. */
    this.active = "";
    /** A city of which one card has to be chosen. */
    this.choosing = "";
    this.fault = "";
    this.asked = 0;
    this.panel = make("section", { className: "set-up", "aria-label": words("set-up") });
    // A button that is drawn anew between press and release would lose the tap.
    this.is_pressed = this.is_due = this.is_moved = false;
    this.panel.addEventListener("pointerdown", () => (this.is_pressed = true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => this.release(), PRESS));
    this.take_city = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      const city = tapped(event, table.find("map"), "[data-city]")?.getAttribute("data-city");
      if (city) this.add_city(city);
    };
  }

  release() {
    this.is_pressed = false;
    if (this.is_due) this.render();
  }

  get is_open() {
    return this.table.classList.contains("setting-up");
  }

  /** Continues the draft that was kept, if there is one. */
  async open() {
    if (this.is_open) return;
    this.table.classList.add("setting-up");
    this.table.find("map").addEventListener("click", this.take_city, true);
    /** @type {Element} */ (this.table.querySelector(".right")).prepend(this.panel);
    keep(sessionStorage, DRAFT, true);
    const found = kept(localStorage, DRAFT);
    this.steps = found?.steps ?? [];
    this.section = found?.section ?? 0;
    this.draft = found?.draft ?? null;
    await this.refresh();
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (this.panel.querySelector("button"))?.focus({ preventScroll: true });
  }

  close() {
    this.table.classList.remove("setting-up");
    this.table.find("map").removeEventListener("click", this.take_city, true);
    this.panel.remove();
    keep(sessionStorage, DRAFT, null);
    this.table.draw();
  }

  /** @param {number} players */
  async begin(players) {
    if (this.draft) this.steps.push(JSON.stringify(this.draft));
    this.draft = await this.table.client.ask("draft", [players]);
    this.section = 0;
    this.active = "";
    await this.refresh();
  }

  store() {
    keep(localStorage, DRAFT, this.draft && { draft: this.draft, section: this.section, steps: this.steps.slice(-20) });
  }

  /** @param {string} key @param {unknown} value */
  change(key, value) {
    this.steps = [...this.steps, JSON.stringify(this.draft)].slice(-MOST_STEPS);
    if (key.startsWith("turn.") && !("stage" in this.draft.turn)) {
      const told = this.form?.sections.flatMap(({ fields }) => fields).filter((each) => each.key.startsWith("turn."));
      for (const field of told ?? []) if (field.value !== undefined) assign(this.draft, field.key, field.value);
    }
    assign(this.draft, key, value);
    this.fault = "";
    this.refresh();
  }

  undo() {
    const before = this.steps.pop();
    if (before === undefined) return;
    this.draft = JSON.parse(before);
    this.choosing = this.fault = "";
    this.refresh();
  }

  async refresh() {
    this.store();
    const asked = (this.asked += 1);
    this.render();
    if (!this.draft) return;
    const form = await this.table.client.ask("set_up_form", [this.draft]);
    if (asked !== this.asked || !this.is_open) return;
    this.form = form;
    if (form.map) this.table.find("map").innerHTML = form.map;
    this.render();
  }

  /** @returns {Field[]} */
  get fields() {
    return this.form?.sections[this.section]?.fields ?? [];
  }

  get active_field() {
    const from_map = this.fields.filter(({ kind }) => FROM_MAP.includes(kind));
    return from_map.find(({ key }) => key === this.active) ?? from_map[0];
  }

  // ---- cities

  /** @param {string} city */
  add_city(city) {
    const field = this.active_field;
    if (!field) return;
    const held = /** @type {string[]} */ (value_at(this.draft, field.key) ?? []);
    const cards = field.cards?.[city];
    if (field.kind === "cities" && held.includes(city)) {
      this.change(field.key, held.filter((each) => each !== city));
    } else if (field.kind === "route" && !cards && held.at(-1) === city) {
      this.change(field.key, held.slice(0, -1));
    } else if (cards && field.kind !== "cities" && cards.length > 1) {
      this.choosing = city;
      this.render();
    } else {
      this.add(field, cards && field.kind !== "cities" ? cards : [city]);
    }
  }

  /** @param {Field} field @param {string[]} names */
  add(field, names) {
    const held = /** @type {string[]} */ (value_at(this.draft, field.key) ?? []);
    this.choosing = "";
    if (field.most !== undefined && held.length + names.length > field.most) return;
    this.change(field.key, [...held, ...names]);
  }

  /** @param {Field} field @param {string} text */
  async add_written(field, text) {
    if (!text.trim()) return;
    try {
      this.add(field, await this.table.client.ask("set_up_names", [this.draft, text, field.kind !== "cities"]));
      const again = /** @type {HTMLInputElement | null} */ (this.panel.querySelector('input[name="names"]'));
      if (again) again.value = "";
    } catch (error) {
      this.fault = message(error);
      this.render();
    }
  }

  // ---- drawing

  render() {
    this.is_due = this.is_pressed;
    if (this.is_due) return;
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const focus = this.panel.contains(focused) ? focused?.getAttribute("data-focus") : null;
    const begun = focused?.tagName === "INPUT" ? focused.value : null;
    const top = this.panel.querySelector(".fields")?.scrollTop ?? 0;
    if (!this.draft) this.panel.replaceChildren(make("h1", {}, words("set-up")), ...this.beginning());
    else if (this.form) {
      const title = make("h1", { className: "hidden" }, words("set-up"));
      this.panel.replaceChildren(title, this.tabs(), this.body(), this.bar());
    }
    const again = focus && /** @type {any} */ (this.panel.querySelector(`[data-focus="${CSS.escape(focus)}"]`));
    if (again) {
      if (begun !== null && again.tagName === "INPUT" && again.type !== "checkbox" && again.type !== "file") again.value = begun;
      again.focus({ preventScroll: true });
    }
    this.panel.querySelector(".fields")?.scrollTo(0, top);
    if (this.is_moved) this.move();
  }

  beginning() {
    return [
      make("p", {}, words("set-up-kept")),
      make(
        "div",
        { className: "row", role: "group", "aria-label": words("set-up-empty") },
        `${words("set-up-empty")} – ${words("players")}${words("colon")}`,
        ...[2, 3, 4].map((players) =>
          button(String(players), () => this.begin(players), { "data-players": players, className: "main" }),
        ),
      ),
      make(
        "div",
        { className: "row" },
        button(words("set-up-present"), () => this.begin(0), { "data-part": "present" }),
        button(words("close-dialog"), () => this.close()),
      ),
    ];
  }

  tabs() {
    const sections = /** @type {Form} */ (this.form).sections;
    return make(
      "div",
      { className: "tabs", role: "group", "aria-label": words("set-up") },
      ...sections.map(({ title }, at) => {
        const faults = /** @type {Form} */ (this.form).faults.filter(({ key }) => this.place_of(key)[0] === at).length;
        return button(faults ? `${title} (${faults})` : title, () => this.go_to(at), {
          "aria-pressed": String(at === this.section),
          "data-focus": `tab-${at}`,
          "data-tab": at,
          className: faults ? "faulty" : "",
        });
      }),
    );
  }

  /** @param {number} section @param {string} [active] */
  go_to(section, active = "") {
    this.section = section;
    this.active = active;
    this.choosing = this.fault = "";
    this.store();
    this.render();
    this.is_moved = true;
    if (!this.is_due) this.move();
  }

  /** Scrolls to the field that takes cities, or to the top of a new section. */
  move() {
    this.is_moved = false;
    if (this.active) this.panel.querySelector(".field.active")?.scrollIntoView({ block: "nearest" });
    else scrollTo(0, 0);
  }

  /** Returns the section and the field that a fault is about; −1 where there is none. @param {string} key */
  place_of(key) {
    const sections = /** @type {Form} */ (this.form).sections;
    for (const test of [is_about, (/** @type {string} */ a, /** @type {string} */ b) => is_about(b, a)]) {
      for (const [at, { fields }] of sections.entries()) {
        const index = fields.findIndex((field) => test(key, field.key));
        if (index >= 0) return [at, index];
      }
    }
    return [-1, -1];
  }

  body() {
    return make(
      "div",
      { className: "fields" },
      ...this.fields.map((field, index) => this.field(field, index)),
      make(
        "div",
        { className: "row" },
        button(words("new-table"), () => this.start_over(), { "data-focus": "over", "data-part": "start-over" }),
        button(words("close-dialog"), () => this.close(), { "data-focus": "close", "data-part": "close" }),
      ),
    );
  }

  /** @param {Field} field @param {number} index */
  field(field, index) {
    const { faults, warnings } = /** @type {Form} */ (this.form);
    const about = (/** @type {Told[]} */ all) =>
      all.filter(({ key }) => this.place_of(key).join() === `${this.section},${index}`);
    const is_active = field === this.active_field;
    const told = [
      ...about(faults).map(({ text }) => make("p", { className: "fault" }, text)),
      ...about(warnings).map(({ text }) => make("p", { className: "warning" }, text)),
      ...(is_active && this.fault ? [make("p", { className: "fault", role: "status" }, this.fault)] : []),
    ];
    const wrong = new Set(about(faults).map(({ key }) => key));
    return make(
      "div",
      { className: is_active ? "field active" : "field", "data-key": field.key, role: "group", "aria-label": field.label },
      ...this.inside(field, is_active, wrong),
      ...told,
    );
  }

  /** @param {Field} field @param {boolean} is_active @param {Set<string>} wrong @returns {Node[]} */
  inside(field, is_active, wrong) {
    const value = field.value ?? value_at(this.draft, field.key);
    const title = make("span", { className: "field-name" }, field.label);
    if (FROM_MAP.includes(field.kind)) return this.cards(field, value ?? [], is_active, wrong);
    if (field.kind === "tiles") return [title, ...this.tiles(field, value ?? [])];
    if (field.kind === "choice") return [title, this.choice(field, value ?? null)];
    if (field.kind === "several") return [title, this.several(field, value ?? [])];
    if (field.kind === "copies") return [title, this.copies(field, value ?? [])];
    if (field.kind === "count") {
      return [title, this.stepper(field.key, field.label, value ?? field.low ?? 0, field, (count) => this.change(field.key, count))];
    }
    return [make("label", {}, title, this.input(field, value)), ...this.own_board(field)];
  }

  /** @param {Field} field @param {any} value */
  input(field, value) {
    const more = { name: field.key, "data-focus": field.key };
    if (field.kind === "select") {
      const all = field.choices ?? [];
      const select = make("select", {
        ...more,
        onchange: () => this.change(field.key, all[Number(select.value)][0]),
      }, ...options(all.map(([, text], at) => [at, text])));
      select.value = Math.max(0, all.findIndex(([each]) => each === (value ?? null)));
      return select;
    }
    if (field.kind === "number") {
      return make("input", {
        ...more,
        inputMode: "numeric",
        autocomplete: "off",
        value: value ?? "",
        placeholder: `${field.low}–${field.high}`,
        title: field.hint ?? "",
        oninput: (/** @type {any} */ { target }) => {
          const digits = target.value.replace(/\D/g, "");
          this.change(field.key, digits ? Number(digits) : null);
        },
      });
    }
    return make("input", {
      ...more,
      value: value ?? "",
      autocomplete: "off",
      maxLength: 60,
      oninput: (/** @type {any} */ { target }) => this.change(field.key, target.value.trim() || null),
    });
  }

  /** The map decides about boards, so their files are asked for beside the field. @param {Field} field */
  own_board(field) {
    if (field.key === "deck" && field.hint) return [make("p", { className: "text" }, field.hint)];
    if (field.key !== "board") return [];
    const file = make("input", {
      type: "file",
      accept: ".toml",
      name: "board-file",
      onchange: async () => {
        const [chosen] = file.files ?? [];
        if (!chosen) return;
        try {
          const text = await chosen.text();
          const name = await this.table.client.ask("add_board", [chosen.name, text]);
          keep_board(name, text);
          this.change("board", name);
        } catch (error) {
          told.textContent = message(error);
        }
      },
    });
    const told = make("p", { className: "fault", role: "status" });
    return [make("label", {}, words("set-up-board-file"), file), told];
  }

  /** @param {Field} field @param {string[]} held @param {boolean} is_active @param {Set<string>} wrong */
  cards(field, held, is_active, wrong) {
    const unknown = new Set((field.unknown ?? []).map(([card]) => card));
    const chips = held.flatMap((name, at) =>
      unknown.has(name)
        ? []
        : [
            button(name, () => this.change(field.key, held.filter((_, other) => other !== at)), {
              className: wrong.has(`${field.key}[${at}]`) ? "chip faulty" : "chip",
              "aria-label": words("set-up-remove", { name }),
            }),
          ],
    );
    const title = button(field.label, () => this.go_to(this.section, field.key), {
      className: "field-name",
      "aria-pressed": String(is_active),
      "data-focus": `title-${field.key}`,
    });
    const count = held.length ? [make("span", { className: "count" }, String(held.length))] : [];
    const steppers = (field.unknown ?? []).map(([card, text]) => {
      const number = held.filter((each) => each === card).length;
      const others = held.filter((each) => each !== card);
      const label = `${field.label}${words("colon")}${text}`;
      return make(
        "span",
        { className: "unknown" },
        `${text} `,
        this.stepper(`${field.key}-${card}`, label, number, { low: 0, high: 99 }, (wanted) =>
          this.change(field.key, [...others, ...Array(wanted).fill(card)]),
        ),
      );
    });
    const names = make("input", {
      name: "names",
      "data-focus": `names-${field.key}`,
      "aria-label": `${field.label}${words("colon")}${words("set-up-how")}`,
      placeholder: words("set-up-how"),
      autocomplete: "off",
      spellcheck: false,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.add_written(field, names.value);
      },
    });
    const choosing = is_active && this.choosing ? (field.cards?.[this.choosing] ?? []) : [];
    return [
      make("div", { className: "row" }, title, ...count, ...chips, ...(held.length || is_active ? [] : ["–"])),
      ...(choosing.length
        ? [
            make(
              "div",
              { className: "row", role: "group" },
              ...choosing.map((card) => button(card, () => this.add(field, [card]), { className: "main", "data-choice": card })),
            ),
          ]
        : []),
      ...(is_active
        ? [make("div", { className: "row" }, names, button(words("set-up-add"), () => this.add_written(field, names.value)))]
        : []),
      ...(steppers.length ? [make("div", { className: "row" }, ...steppers)] : []),
    ];
  }

  /** @param {Field} field @param {string[]} held */
  tiles(field, held) {
    return (field.stacks ?? []).map(({ label, tiles }) => {
      const left = [...held];
      return make(
        "div",
        { className: "stack", role: "group", "aria-label": label },
        make("span", {}, label),
        ...tiles.map(({ tile, value, taken }, at) => {
          const index = taken === null ? left.indexOf(tile) : -1;
          if (index >= 0) left.splice(index, 1);
          const toggle = () =>
            this.change(field.key, index >= 0 ? without(held, tile) : [...held, tile]);
          return button(String(value), toggle, {
            className: "pick",
            "aria-pressed": String(index >= 0),
            "data-tile": tile,
            "data-focus": `${tile}-${at}`,
            disabled: taken !== null,
            title: taken === null ? "" : words("set-up-taken", { name: taken }),
          });
        }),
      );
    });
  }

  /** @param {Field} field @param {any} value */
  choice(field, value) {
    return make(
      "div",
      { className: "row" },
      ...(field.choices ?? []).map(([each, text], at) =>
        button(text, () => this.change(field.key, each), {
          className: "pick",
          "aria-pressed": String(each === value),
          "data-value": String(each),
          "data-focus": `${field.key}-${at}`,
        }),
      ),
    );
  }

  /** @param {Field} field @param {any[]} held */
  several(field, held) {
    return make(
      "div",
      { className: "row" },
      ...(field.choices ?? []).map(([each, text], at) =>
        button(text, () => this.change(field.key, held.includes(each) ? without(held, each) : [...(field.most === 1 ? [] : held), each]), {
          className: "pick",
          "aria-pressed": String(held.includes(each)),
          "data-value": String(each),
          "data-focus": `${field.key}-${at}`,
        }),
      ),
    );
  }

  /** @param {Field} field @param {string[]} held */
  copies(field, held) {
    return make(
      "div",
      { className: "copies" },
      ...(field.choices ?? []).map(([each, text]) => {
        const number = held.filter((name) => name === each).length;
        const others = held.filter((name) => name !== each);
        const label = `${field.label}${words("colon")}${text}`;
        return make(
          "span",
          { className: "unknown" },
          `${text} `,
          this.stepper(`${field.key}-${each}`, label, number, { low: 0, high: 99 }, (wanted) =>
            this.change(field.key, [...others, ...Array(wanted).fill(each)]),
          ),
        );
      }),
    );
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {number} value
   * @param {{low?: number, high?: number}} limits
   * @param {(count: number) => void} done
   */
  stepper(key, label, value, { low = 0, high = 99 }, done) {
    const set = (/** @type {number} */ wanted) => done(Math.min(Math.max(wanted, low), high));
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) =>
      button(sign, () => set(value + by), {
        "aria-label": `${label}${words("colon")}${words(name)}`,
        "data-focus": `${key}${sign}`,
        className: "step",
      });
    return make(
      "span",
      { className: "stepper" },
      step("−", "set-up-fewer", -1),
      make("input", {
        inputMode: "numeric",
        value: String(value),
        "aria-label": label,
        "data-count": key,
        "data-focus": `count-${key}`,
        onfocus: (/** @type {any} */ { target }) => target.select(),
        oninput: (/** @type {any} */ { target }) => target.value && set(Number(target.value.replace(/\D/g, "") || low)),
      }),
      step("+", "set-up-more", 1),
    );
  }

  bar() {
    const { sections, faults } = /** @type {Form} */ (this.form);
    const elsewhere = faults.filter(({ key }) => this.place_of(key)[0] < 0);
    const from_map = this.fields.filter(({ kind }) => FROM_MAP.includes(kind));
    const at = from_map.indexOf(/** @type {Field} */ (this.active_field));
    const next = () =>
      at + 1 < from_map.length ? this.go_to(this.section, from_map[at + 1].key) : this.go_to((this.section + 1) % sections.length);
    return make(
      "div",
      { className: "bar" },
      ...elsewhere.map(({ text }) => make("p", { className: "fault" }, text)),
      make(
        "div",
        { className: "row" },
        button("↶", () => this.undo(), {
          disabled: this.steps.length === 0,
          "data-part": "set-up-undo",
          "data-focus": "undo",
          "aria-label": words("undo"),
          title: words("undo"),
        }),
        button(words("set-up-next"), next, { "data-part": "next", "data-focus": "next" }),
        button(words("open"), () => this.finish(), { className: "main", "data-part": "finish", "data-focus": "finish" }),
      ),
      make("p", { role: "status" }, faults.length ? words("set-up-faults", { count: faults.length }) : ""),
    );
  }

  start_over() {
    this.steps.push(JSON.stringify(this.draft));
    this.draft = null;
    this.render();
  }

  async finish() {
    try {
      const loaded = await this.table.change("finish_set_up", [this.draft]);
      this.draft = null;
      this.steps = [];
      keep(localStorage, DRAFT, null);
      this.close();
      warn(this.table, loaded);
    } catch {
      await this.refresh();
      const [first] = /** @type {Form} */ (this.form).faults;
      const [section, index] = first ? this.place_of(first.key) : [-1, -1];
      if (section < 0) return;
      this.go_to(section, /** @type {Form} */ (this.form).sections[section].fields[index].key);
      this.panel.querySelector(".fault")?.scrollIntoView({ block: "center" });
    }
  }
}

/** Returns a list without one copy of an entry. @template T @param {T[]} all @param {T} one */
function without(all, one) {
  const at = all.indexOf(one);
  return all.filter((_, other) => other !== at);
}
