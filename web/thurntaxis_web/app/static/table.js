// The table: an element that shows a position and handles what a person does; and `window.taxis` for programs.

import { offer_advice } from "./advice.js";
import { Client, Refusal } from "./client.js";
import { in_groups, legal_events, new_game } from "./legal_events.js";
import { NAMES, copy, field, keep_board, kept, kept_boards, part, words } from "./page.js";
import { ask_new, draw_events, draw_history, draw_refused, draw_score_sheet, offer_timeline, tap } from "./playing.js";
import { tell, warn, why } from "./ruling.js";
import { SetUp } from "./set_up.js";
import { ask_load, share } from "./sharing.js";
import { draw_words, offer_text_mode } from "./text_mode.js";

/**
 * @typedef {{moment: string, in_words: [string, string][], map_in_words: [string, string][], is_chance: boolean,
 *   is_over: boolean, decider: number, names: string[], scores: number[], sheet: {title: string, points: number[]}[],
 *   map: string, supply: string, players: string[], groups: import("./playing.js").Group[],
 *   refused: import("./playing.js").Named[],
 *   history: {event: string, words: string, player: number, is_chance: boolean}[], at: number, count: number,
 *   line: string, can_undo: boolean, can_redo: boolean, is_agents: boolean, own_board: [string, string] | null}} View
 */

/** The longest address that is shared, in characters. */
const LONGEST_ADDRESS = 2000;

/** How long an event of chance or of an agent stays on the table before the next one, in milliseconds. */
const PAUSE = 400;

export class TaxisTable extends HTMLElement {
  client = new Client(document.documentElement.lang);
  set_up = new SetUp(this);
  /** The cities and cards that were tapped: only events that name all of them are shown. @type {string[]} */
  chosen = [];
  /** @type {View | undefined} */
  view;
  /** Counts the drawings that were asked for, so that only the latest is shown. */
  drawings = 0;
  /** Settled once the latest of them is shown. @type {Promise<void>} */
  drawn = Promise.resolve();
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
    if (found && !this.view) draw_events(this, in_groups(found.events, NAMES));
    return found;
  }

  async start() {
    await Promise.all([this.client.ready, this.first_events]);
    for (const [name, text] of Object.entries(kept_boards())) {
      await this.client.ask("add_board", [name, text]).catch(() => undefined);
    }
    if (location.hash.length > 1) await this.load_address();
    else await this.change("address", []);
    if (kept(sessionStorage, "taxis-set-up")) await this.set_up.open();
  }

  // ---- what programs and buttons do

  /**
   * Asks the session to change the table; then the address and the picture follow.
   * @param {string} method @param {unknown[]} given
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
      warn(this, await this.change("load_address", [location.hash]));
    } catch (error) {
      await this.change("address", []);
      tell(this, error);
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
    const parts = copy("taxis-table > template");
    parts.querySelector(".left")?.prepend(this.find("map"));
    this.find("status").after(parts);
    const offered = {
      undo: () => this.act("take_back"),
      redo: () => this.act("redo"),
      "new-game": () => ask_new(this),
      "set-up": () => this.set_up.open(),
      load: () => ask_load(this),
      share: () => share(this),
      "play-typed": async () => {
        if (input.value.trim() && (await this.act("play_typed", input.value))) input.value = "";
      },
    };
    for (const [name, done] of Object.entries(offered)) this.find(name).addEventListener("click", done);
    const input = field(this, "event");
    this.find("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value.trim()) why(this, input.value);
    });
    for (const name of ["map", "supply", "players"]) {
      this.find(name).addEventListener("click", (event) => tap(this, event, name));
    }
    offer_text_mode(this);
    offer_advice(this);
    offer_timeline(this);
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
    if (!this.set_up.is_open) this.find("map").innerHTML = view.map;
    this.find("supply").innerHTML = view.supply;
    this.find("players").innerHTML = view.players.join("");
    draw_words(this, view);
    /** @type {any} */ (this.find("undo")).disabled = !view.can_undo;
    /** @type {any} */ (this.find("redo")).disabled = !view.can_redo;
    /** @type {any} */ (this.find("advise")).disabled = view.is_over || view.is_agents;
    this.find("lines").replaceChildren();
    this.find("effort").textContent = "";
    this.find("best").textContent = "";
    draw_history(this, view);
    draw_score_sheet(this, view);
    draw_events(this, view.groups);
    draw_refused(this, view.is_agents ? [] : view.refused);
    this.setAttribute("data-line", view.line);
    if (view.is_agents && !view.can_redo) {
      this.find("effort").textContent = words("their-turn");
      setTimeout(() => drawing === this.drawings && !this.set_up.is_open && this.act("play_on"), PAUSE);
    }
  }
}

customElements.define("taxis-table", TaxisTable);

// ---- for programs

const table = /** @type {TaxisTable} */ (/** @type {unknown} */ (document.querySelector("taxis-table")));

/** @param {(...asked: [string, unknown[]]) => Promise<any>} ask */
const methods = (ask) => (/** @type {string} */ method) => async (/** @type {unknown[]} */ ...given) => {
  await table.started;
  return ask(method, given);
};
const changing = methods((method, given) => table.change(method, given));
const asking = methods((method, given) => table.client.ask(method, given));

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
