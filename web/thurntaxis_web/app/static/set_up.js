// Setting up a position: a form that Python describes, the map to tap cities on, and a draft that is never lost.

import { games, keep_game, forget, new_id } from "./keeping.js";
import { button, copy, keep, keep_board, kept, make, message, notice, options, part, tapped, words } from "./page.js";
import { warn } from "./ruling.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{key: string, kind: string, label: string, cards?: Record<string, string[]> | null, most?: number,
 *   choices?: [any, string][], unknown?: [string, string][], low?: number, high?: number, hint?: string, value?: any,
 *   also?: Record<string, unknown>, file?: string,
 *   stacks?: {label: string, tiles: {tile: string, value: number, taken: string | null}[]}[]}} Field
 * @typedef {{title: string, fields: Field[]}} Section
 * @typedef {{key: string, field: string | null, text: string, tile?: string}} Remark
 * @typedef {{sections: Section[], faults: Remark[], warnings: Remark[], map: string}} Form
 */

/** The kinds of fields that take cities from the map. */
const FROM_MAP = ["cities", "cards", "route"];

/** The kinds that become active once they are changed, so that the next city isn't taken for another field. */
const MOVING = ["cards", "choice", "copies", "tiles"];

/** How many steps can be undone. */
const MOST_STEPS = 200;

const DRAFT = "taxis-set-up";

/** Under which id this tab keeps its draft. */
const TAB = "taxis-set-up-id";

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
    this.left = /** @type {Record<string, string>} */ ({}); // what is typed and not taken yet, by the key of its field
    this.near = /** @type {[string, string][]} */ ([]); // words in it, each with a name that it may mean
    this.id = "";
    this.panel = make("section", { className: "set-up", "data-part": "set-up", "aria-label": words("set-up") });
    // A button that is drawn anew between press and release would lose the tap.
    this.is_pressed = this.is_due = this.is_moved = false;
    this.panel.addEventListener("pointerdown", () => (this.is_pressed = true));
    const release = () => {
      this.is_pressed = false;
      if (this.is_due) this.render();
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release, PRESS));
    this.take_city = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      const city = tapped(event, table.find("map"), "[data-city]")?.getAttribute("data-city");
      if (city) this.add_city(city);
    };
  }

  get is_open() {
    return this.table.classList.contains("setting-up");
  }

  /** Continues a draft that was kept, or else that of this tab, if there is one. @param {import("./keeping.js").Kept} [given] */
  async open(given) {
    if (this.is_open) return;
    this.table.classList.add("setting-up");
    this.table.find("map").addEventListener("click", this.take_city, true);
    this.table.append(this.panel);
    this.id = given?.id ?? kept("sessionStorage", TAB) ?? new_id();
    keep("sessionStorage", TAB, this.id);
    keep("sessionStorage", DRAFT, location.hash);
    const found = given ?? games().find(({ id }) => id === this.id);
    ({ steps: this.steps = [], section: this.section = 0, left: this.left = {}, draft: this.draft = null } = found ?? {});
    await this.refresh();
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (this.panel.querySelector("button"))?.focus({ preventScroll: true });
  }

  close() {
    this.table.classList.remove("setting-up");
    this.table.find("map").removeEventListener("click", this.take_city, true);
    this.panel.remove();
    keep("sessionStorage", DRAFT, null);
    this.table.draw();
  }

  /** @param {number} players */
  async begin(players) {
    this.draft = await this.table.client.ask("draft", [players]);
    [this.section, this.active, this.left] = [0, "", {}];
    await this.refresh();
  }

  store() {
    const names = this.form?.sections.slice(0, this.draft?.players.length).map(({ title }) => title) ?? [];
    const { id, draft, section, left, steps } = this;
    if (draft) keep_game({ id, names, draft, section, left, steps: steps.slice(-20) });
    else forget(this.id);
  }

  /** @param {Field} field @param {unknown} value */
  change(field, value) {
    this.steps = [...this.steps, JSON.stringify(this.draft)].slice(-MOST_STEPS);
    for (const [key, other] of Object.entries(field.also ?? {})) assign(this.draft, key, other);
    assign(this.draft, field.key, value);
    if (MOVING.includes(field.kind)) this.active = field.key;
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
    return this.fields.find(({ key }) => key === this.active) ?? this.fields.find(({ kind }) => FROM_MAP.includes(kind));
  }

  // ---- cities

  /** @param {string} city */
  add_city(city) {
    const field = this.active_field;
    if (!field) return;
    if (!FROM_MAP.includes(field.kind)) {
      this.fault = words("set-up-choose");
      return this.render();
    }
    const held = value_at(this.draft, field.key) ?? [];
    const cards = field.cards?.[city] ?? [city];
    if (field.kind === "cities" && held.includes(city)) {
      this.change(field, without(held, city));
    } else if (field.kind === "route" && !field.cards && held.at(-1) === city) {
      this.change(field, held.slice(0, -1));
    } else if (cards.length > 1) {
      this.choosing = city;
      this.render();
    } else {
      this.add(field, cards);
    }
  }

  /** @param {Field} field @param {string[]} names */
  add(field, names) {
    const held = value_at(this.draft, field.key) ?? [];
    this.choosing = "";
    this.change(field, [...held, ...names]);
  }

  /** Adds the names that are typed for a field, a `word` being replaced; what isn't understood stays. @param {Field} field */
  async add_written(field, word = "", name = "") {
    const text = (this.left[field.key] = (this.left[field.key] ?? "").replace(word, name));
    const { names, left, fault, near } = await this.table.client.ask("set_up_names", [this.draft, text, field.kind !== "cities"]);
    if (text !== this.left[field.key]) return; // it goes on being typed
    this.left[field.key] = left;
    if (names.length) this.add(field, names);
    [this.fault, this.near] = [fault, near];
    const now = /** @type {HTMLInputElement | null} */ (this.panel.querySelector('input[name="names"]'));
    if (now) now.value = this.left[this.active_field?.key ?? ""] ?? "";
    this.render();
  }

  // ---- drawing

  render() {
    this.is_due = this.is_pressed;
    if (this.is_due) return;
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const focus = this.panel.contains(focused) ? focused?.getAttribute("data-focus") : null;
    const begun = focused?.tagName === "INPUT" ? focused.value : null;
    const top = this.panel.querySelector(".fields")?.scrollTop ?? 0;
    if (!this.draft) this.panel.replaceChildren(this.beginning());
    else if (this.form) {
      const title = make("h1", { className: "hidden" }, words("set-up"));
      this.panel.replaceChildren(title, this.tabs(), this.body(), this.bar());
    }
    const again = focus && /** @type {any} */ (this.panel.querySelector(`[data-focus="${CSS.escape(focus)}"]`));
    if (again) {
      if (begun !== null && again.tagName === "INPUT") again.value = begun;
      again.focus({ preventScroll: true });
    }
    this.panel.querySelector(".fields")?.scrollTo(0, top);
    if (this.is_moved) this.move();
  }

  beginning() {
    const parts = copy("#begin-set-up");
    for (const begin of /** @type {NodeListOf<HTMLElement>} */ (parts.querySelectorAll("[data-players]"))) {
      begin.addEventListener("click", () => this.begin(Number(begin.dataset.players)));
    }
    part(parts, "close").addEventListener("click", () => this.close());
    return parts;
  }

  tabs() {
    const { sections, faults: all } = /** @type {Form} */ (this.form);
    const tab = (/** @type {Section} */ { title }, /** @type {number} */ at) => {
      const faults = all.filter(({ field }) => this.section_of(field) === at).length;
      const more = { "aria-pressed": String(at === this.section), "data-focus": `tab-${at}`, "data-tab": at };
      const text = faults ? `${title} (${faults})` : title;
      return button(text, () => this.go_to(at), { ...more, className: faults ? "faulty" : "" });
    };
    return make("div", { className: "tabs", role: "group", "aria-label": words("set-up") }, ...sections.map(tab));
  }

  /** @param {number} section @param {string} [active] */
  go_to(section, active = "") {
    this.section = section;
    this.active = active;
    this.choosing = this.fault = "";
    this.is_moved = true;
    this.store();
    this.render();
  }

  /** Scrolls to the field that takes cities, or to the top of a new section. */
  move() {
    this.is_moved = false;
    this.panel.querySelector('.tabs [aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (this.active) this.panel.querySelector(".field.active")?.scrollIntoView({ block: "nearest" });
    else scrollTo(0, 0);
  }

  /** Returns the index of the section in which a field is; −1 if there is none. @param {string | null} key */
  section_of(key) {
    return /** @type {Form} */ (this.form).sections.findIndex(({ fields }) => fields.some((field) => field.key === key));
  }

  body() {
    const over = button(words("new-table"), () => this.start_over(), { "data-focus": "over", "data-part": "start-over" });
    const close = button(words("close-dialog"), () => this.close(), { "data-focus": "close", "data-part": "close" });
    const fields = this.fields.map((field) => this.field(field));
    return make("div", { className: this.section < this.draft.players.length ? `fields of-p${this.section}` : "fields" }, ...fields, make("div", { className: "row" }, over, close));
  }

  /** @param {Field} field */
  field(field) {
    const { faults, warnings } = /** @type {Form} */ (this.form);
    const [wrong, unlikely] = [faults, warnings].map((all) => all.filter((remark) => remark.field === field.key));
    const is_active = field === this.active_field;
    const more = { "data-key": field.key, "data-field": field.key, role: "group", "aria-label": field.label };
    const remedy = (/** @type {string} */ missing) => button(words("set-up-add"), () => this.add(field, [missing]));
    const told = (/** @type {string} */ className) => (/** @type {Remark} */ { text, tile }) => make("p", { className }, text, ...(tile ? [" ", remedy(tile)] : []));
    const remarks = [...wrong.map(told("fault")), ...unlikely.map(told("warning"))];
    if (is_active && this.fault) remarks.push(make("p", { className: "fault", role: "status" }, this.fault));
    const inside = this.inside(field, is_active, new Set(wrong.map(({ key }) => key)));
    return make("div", { className: is_active ? "field active" : "field", ...more }, ...inside, ...remarks);
  }

  /** @param {Field} field @param {boolean} is_active @param {Set<string>} wrong @returns {Node[]} */
  inside(field, is_active, wrong) {
    const value = field.value ?? value_at(this.draft, field.key);
    const title = make("span", { className: "field-name" }, field.label);
    if (FROM_MAP.includes(field.kind)) return this.cards(field, value ?? [], is_active, wrong);
    if (field.kind === "tiles") return [title, ...this.tiles(field, value ?? [])];
    if (field.kind === "choice") return [title, this.picks(field, [value ?? null], (choice) => choice)];
    if (field.kind === "several") {
      const held = value ?? [];
      const kept = field.most === 1 ? [] : held;
      return [title, this.picks(field, held, (choice) => (held.includes(choice) ? without(held, choice) : [...kept, choice]))];
    }
    if (field.kind === "copies") return [title, make("div", { className: "copies" }, ...this.copies(field, value ?? [], field.choices))];
    if (field.kind === "count") {
      return [title, this.stepper(field.key, field.label, value ?? field.low ?? 0, field, (count) => this.change(field, count))];
    }
    const hint = field.hint ? [make("p", { className: "text" }, field.hint)] : [];
    return [make("label", {}, title, this.input(field, value)), ...hint, ...(field.file ? this.own_file(field) : [])];
  }

  /** @param {Field} field @param {any} value */
  input(field, value) {
    const more = { name: field.key, "data-focus": field.key };
    if (field.kind === "select") {
      const all = field.choices ?? [];
      const onchange = () => this.change(field, all[Number(select.value)][0]);
      const select = make("select", { ...more, onchange }, ...options(all.map(([, text], at) => [at, text])));
      select.value = Math.max(0, all.findIndex(([choice]) => choice === (value ?? null)));
      return select;
    }
    const is_number = field.kind === "number";
    const numeric = { inputMode: "numeric", placeholder: `${field.low}–${field.high}`, title: field.hint ?? "" };
    const oninput = (/** @type {any} */ { target }) => {
      const text = is_number ? target.value.replace(/\D/g, "") : target.value.trim();
      this.change(field, text ? (is_number ? Number(text) : text) : null);
    };
    const own = is_number ? numeric : { maxLength: 60 };
    return make("input", { ...more, autocomplete: "off", value: value ?? "", ...own, oninput });
  }

  /** Asks for a board file of one's own. @param {Field} field */
  own_file(field) {
    const onchange = async () => {
      const [file] = input.files ?? [];
      if (!file) return;
      try {
        const text = await file.text();
        const name = await this.table.client.ask("add_board", [file.name, text]);
        keep_board(name, text);
        this.change(field, name);
      } catch (error) {
        fault.textContent = message(error);
      }
    };
    const input = make("input", { type: "file", accept: ".toml", name: `${field.key}-file`, onchange });
    const fault = make("p", { className: "fault", role: "status" });
    return [make("label", {}, field.file ?? "", input), fault];
  }

  /** @param {Field} field @param {string[]} held @param {boolean} is_active @param {Set<string>} wrong */
  cards(field, held, is_active, wrong) {
    const unknown = new Set((field.unknown ?? []).map(([card]) => card));
    const row = (/** @type {(Node | string)[]} */ ...inside) => make("div", { className: "row" }, ...inside);
    const chip = (/** @type {string} */ name, /** @type {number} */ at) =>
      button(name, () => this.change(field, held.toSpliced(at, 1)), chip_of(name, wrong.has(`${field.key}[${at}]`)));
    const chip_of = (/** @type {string} */ name, /** @type {boolean} */ is_wrong) =>
      ({ className: is_wrong ? "chip faulty" : "chip", "aria-label": words("set-up-remove", { name }) });
    const chips = held.flatMap((name, at) => (unknown.has(name) ? [] : [chip(name, at)]));
    const pressed = { className: "field-name", "aria-pressed": String(is_active), "data-focus": `title-${field.key}` };
    const title = button(field.label, () => this.go_to(this.section, field.key), pressed);
    const count = held.length ? [make("span", { className: "count" }, String(held.length))] : [];
    const steppers = this.copies(field, held, field.unknown);
    const how = words("set-up-how");
    const onchange = () => this.add_written(field);
    const oninput = () => (this.left[field.key] = names.value);
    const meant = this.near.filter(([word]) => this.left[field.key]?.includes(word));
    const near = meant.map(([word, name]) => button(name, () => this.add_written(field, word, name), { "data-near": name }));
    const label = { "aria-label": `${field.label}${words("colon")}${how}`, placeholder: how, "data-focus": `names-${field.key}` };
    const names = make("input", { name: "names", ...label, value: this.left[field.key] ?? "", autocomplete: "off", spellcheck: false, onchange, oninput });
    const choosing = is_active && this.choosing ? (field.cards?.[this.choosing] ?? []) : [];
    const choice = (/** @type {string} */ card) => button(card, () => this.add(field, [card]), { className: "main", "data-choice": card });
    return [
      row(title, ...count, ...chips, ...(held.length || is_active || steppers.length ? [] : ["–"]), ...(is_active ? [] : steppers)),
      ...(choosing.length ? [make("div", { className: "row", role: "group" }, ...choosing.map(choice))] : []),
      ...(is_active ? [row(names, button(words("set-up-add"), () => (names.focus(), onchange())), ...near)] : []),
      ...(is_active && steppers.length ? [row(...steppers)] : []),
    ];
  }

  /** @param {Field} field @param {string[]} held */
  tiles(field, held) {
    return (field.stacks ?? []).map(({ label, tiles }) => {
      const left = [...held];
      const pick = (/** @type {any} */ { tile, value, taken }, /** @type {number} */ at) => {
        const index = taken === null ? left.indexOf(tile) : -1;
        if (index >= 0) left.splice(index, 1);
        const state = { "aria-pressed": String(index >= 0), disabled: taken !== null, title: taken && words("set-up-taken", { name: taken }) };
        const more = { className: "pick", "data-tile": tile, "data-focus": `${tile}-${at}`, ...state };
        return button(String(value), () => this.change(field, index >= 0 ? without(held, tile) : [...held, tile]), more);
      };
      return make("div", { className: "stack", role: "group", "aria-label": label }, make("span", {}, label), ...tiles.map(pick));
    });
  }

  /** Returns a button for each choice; `then` is what the field holds once it is pressed. @param {Field} field @param {any[]} held @param {(choice: any) => any} then */
  picks(field, held, then) {
    const pick = (/** @type {[any, string]} */ [choice, text], /** @type {number} */ at) =>
      button(text, () => this.change(field, then(choice)), pick_of(choice, at));
    const pick_of = (/** @type {any} */ choice, /** @type {number} */ at) =>
      ({ className: "pick", "data-value": String(choice), "data-focus": `${field.key}-${at}`, "aria-pressed": String(held.includes(choice)) });
    return make("div", { className: "row" }, ...(field.choices ?? []).map(pick));
  }

  /** Asks how many copies there are of some things. @param {Field} field @param {string[]} held @param {[string, string][]} [things] */
  copies(field, held, things = []) {
    return things.map(([thing, text]) => {
      const others = held.filter((name) => name !== thing);
      const label = `${field.label}${words("colon")}${text}`;
      const change = (/** @type {number} */ count) => this.change(field, [...others, ...Array(count).fill(thing)]);
      const stepper = this.stepper(`${field.key}-${thing}`, label, held.length - others.length, {}, change);
      return make("span", { className: "unknown" }, `${text} `, stepper);
    });
  }

  /** @param {string} key @param {string} label @param {number} value @param {{low?: number, high?: number}} limits @param {(count: number) => void} done */
  stepper(key, label, value, { low = 0, high = 99 }, done) {
    const set = (/** @type {number} */ wanted) => done(Math.min(Math.max(wanted, low), high));
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) =>
      button(sign, () => set(value + by), { className: "step", "data-focus": `${key}${sign}`, "aria-label": `${label}${words("colon")}${words(name)}` });
    const own = { inputMode: "numeric", value: String(value), "aria-label": label, "data-count": key, "data-focus": `count-${key}` };
    const onfocus = (/** @type {any} */ { target }) => target.select();
    const oninput = (/** @type {any} */ { target }) => target.value && set(Number(target.value.replace(/\D/g, "") || low));
    const input = make("input", { ...own, onfocus, oninput });
    return make("span", { className: "stepper" }, step("−", "set-up-fewer", -1), input, step("+", "set-up-more", 1));
  }

  bar() {
    const { sections, faults } = /** @type {Form} */ (this.form);
    const bar = copy("#set-up-bar");
    const elsewhere = faults.filter(({ field }) => field === null);
    bar.firstElementChild?.prepend(...elsewhere.map(({ text }) => make("p", { className: "fault" }, text)));
    part(bar, "set-up-undo").toggleAttribute("disabled", this.steps.length === 0);
    part(bar, "set-up-undo").addEventListener("click", () => this.undo());
    part(bar, "next").addEventListener("click", () => this.go_to((this.section + 1) % sections.length));
    part(bar, "finish").addEventListener("click", () => this.finish());
    notice(bar).textContent = faults.length ? words("set-up-faults", { count: faults.length }) : "";
    return bar;
  }

  start_over() {
    this.steps.push(JSON.stringify(this.draft));
    this.draft = null;
    this.render();
  }

  async finish() {
    for (const key of Object.keys(this.left).filter((each) => this.left[each].trim() && this.section_of(each) >= 0)) {
      this.go_to(this.section_of(key), key);
      await this.add_written(/** @type {Field} */ (this.active_field));
      if (this.left[key]) return;
    }
    try {
      const loaded = await this.table.change("finish_set_up", [this.draft], true);
      [this.draft, this.steps, this.left] = [null, [], {}];
      forget(this.id);
      this.close();
      warn(this.table, loaded);
    } catch {
      await this.refresh();
      const [first] = /** @type {Form} */ (this.form).faults;
      if (!first?.field) return;
      this.go_to(this.section_of(first.field), first.field);
      this.panel.querySelector(".fault")?.scrollIntoView({ block: "center" });
    }
  }
}

/** Returns a list without one copy of an entry of it. @template T @param {T[]} all @param {T} one */
const without = (all, one) => all.toSpliced(all.indexOf(one), 1);
