// Playing: a new game, what can be done and what a tap means, the game's history, the score sheet, and text mode.

import { dialog, field, keep, kept, kept_boards, make, options, part, tapped, words } from "./page.js";
import { why } from "./ruling.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {import("./table.js").View} View
 * @typedef {import("./ruling.js").Named} Named
 * @typedef {{name: string, title: string, count: number, few?: number, events: Named[]}} Group
 */

/** The groups of events that a tap can mean, by where the card lies; on the map it can mean any. */
const TAPPED = {
  display: ["deal", "draw", "postmaster", "honor"],
  deck: ["deal", "draw", "postmaster", "honor"],
  hand: ["deal", "play", "carrier", "keep"],
};

/** What is asked about a card that can't be used, by where it lies. */
const ASKED = { display: "draw *", deck: "draw *", hand: "play *", map: "play *" };

const PERSON = "person";

/** @param {TaxisTable} table */
export function ask_new(table) {
  const shown = dialog("new-game", async () => {
    const form = new FormData(/** @type {HTMLFormElement} */ (shown.querySelector("form")));
    const levels = Array.from({ length: count() }, (_, at) => form.get(`seat-${at}`));
    if (!levels.includes(PERSON)) levels[0] = PERSON;
    if (!present.checked) {
      const [edition, board, seed] = ["edition", "board", "seed"].map((name) => form.get(name));
      const settings = { players: levels.length, edition, board, modules: form.getAll("modules") };
      await table.change("new", [seed ? { ...settings, seed: Number(seed) } : settings]);
    }
    shown.close();
    await table.act("sit_down", levels);
  });
  const [present, players, board, edition] = ["present", "players", "board", "edition"].map((name) => field(shown, name));
  edition.value = table.booklet;
  board.append(...options(Object.keys(kept_boards()).map((name) => [name, name])));
  const count = () => (present.checked ? (table.view?.names.length ?? 2) : Number(players.value));
  const show_seats = () => {
    shown.querySelectorAll("[data-seat]").forEach((seat, at) => seat.toggleAttribute("hidden", at >= count()));
    for (const input of shown.querySelectorAll("[data-dealt]")) input.toggleAttribute("disabled", present.checked);
  };
  for (const input of [present, players]) input.addEventListener("change", show_seats);
  show_seats();
}

/** Returns groups of events as buttons. @param {Group[]} groups */
export function blocks(groups) {
  return groups.map((group) => {
    const more = group.count - group.events.length;
    const reveal = { type: "button", "data-part": "reveal", className: "main" };
    const buttons = group.events.map(({ event, words: short, whole, order }) =>
      make("button", { type: "button", "data-event": event, ...(whole ? { "aria-label": whole } : {}) }, order ?? short));
    const folded = buttons.splice(group.few ?? buttons.length);
    if (group.name === "deal" || group.name === "back") buttons.unshift(make("button", reveal, words("reveal")));
    if (more > 0) buttons.unshift(make("span", {}, words("more", { count: more })));
    const rows = [make("div", { className: "row" }, ...buttons)];
    if (folded.length) rows.push(make("details", {}, make("summary", {}, words("other-ways", { count: folded.length })), make("div", { className: "row" }, ...folded)));
    return make("div", { role: "group", "aria-label": group.title }, make("h3", {}, group.title), ...rows);
  });
}

/** Whether an event costs the route that lies there. @param {TaxisTable} table @param {Named} named */
const gives_up = (table, { event }) => event.endsWith(" start") && table.find("route").querySelector("[data-card]") !== null;

/** Shows what one has to choose from, in view; nothing if that is what lies on the table. @param {TaxisTable} table @param {Group[]} groups */
export function draw_choices(table, groups) {
  const names = new Intl.ListFormat(document.documentElement.lang).format(table.chosen);
  const clear = make("button", { type: "button", "data-part": "clear" }, words("clear"));
  const chosen = table.chosen.length ? [make("p", {}, words("chosen", { names }), " ", clear)] : [];
  const cost = groups.some(({ events }) => events.some((each) => gives_up(table, each))) ? [make("p", {}, words("gives-up"))] : [];
  table.put("choices", [...chosen, ...cost, ...blocks(groups)]);
  table.show_sheet(groups.length ? "choices" : "");
}

/** Shows what can be done with what was tapped, in place of an answer; by default, nothing was. @param {TaxisTable} table @param {string[]} [chosen] @param {Group[]} [groups] */
export function choose(table, chosen = [], groups = table.view?.choices ?? []) {
  table.chosen = chosen;
  table.find("answer").replaceChildren();
  draw_choices(table, groups);
}

/** Does what a button means that carries an event, a question or a choice. @param {TaxisTable} table @param {DOMStringMap} carried */
export function press(table, { event, turn, ask, group, go }) {
  if (turn) table.act("play_turn", Number(turn));
  else if (event) table.act("apply", event);
  else if (ask && !table.waits()) why(table, ask);
  else if (go) table.act("go_to", Number(go));
  else if (group) choose(table, table.chosen, table.view?.groups.filter(({ name }) => name === group));
}

/** @param {TaxisTable} table @param {MouseEvent} event */
export async function tap(table, event) {
  const within = /** @type {Element} */ (event.target).closest('[data-part="map"], [data-place]');
  const card = within && tapped(event, within, "[data-city], [data-card], [data-pile]");
  if (!card || table.waits()) return;
  const name = card.getAttribute("data-city") ?? card.getAttribute("data-card") ?? card.getAttribute("data-pile") ?? "";
  const place = within.getAttribute("data-place") ?? "map";
  const meant = /** @type {Record<string, string[]>} */ (TAPPED)[place];
  const found = async (/** @type {string[]} */ names) => {
    const { groups } = /** @type {View} */ (await table.client.ask("view", [names]));
    return groups.filter((group) => !meant || meant.includes(group.name));
  };
  let chosen = table.chosen.includes(name) ? table.chosen.filter((each) => each !== name) : [...table.chosen, name];
  let groups = await found(chosen);
  if (!groups.length && chosen.length > 1) groups = await found((chosen = [name])); // another card instead
  const [first, second] = groups.flatMap((group) => group.events);
  if (first && !second && !/^(close|keep) /.test(first.event) && !gives_up(table, first)) {
    await table.act("apply", first.event);
  } else if (first || !chosen.length) {
    choose(table, chosen, chosen.length ? groups : undefined);
  } else {
    const asked = card.getAttribute("data-ask") ?? /** @type {Record<string, string>} */ (ASKED)[place];
    table.chosen = [];
    if (asked && !table.view?.is_chance) await why(table, asked.replace("*", name));
  }
}

// ---- the game so far

/** Shows where in the game it is. @param {TaxisTable} table @param {View} view */
export function draw_timeline(table, view) {
  const list = table.find("history");
  list.scrollTop = list.scrollHeight;
  table.find("timeline").hidden = view.count === 0;
  const range = field(table, "at");
  range.max = String(view.count);
  range.value = String(view.at);
  table.find("at").textContent = words("at", { number: view.at, count: view.count });
}

// ---- text mode: all that the pictures show, in words, and events as they are typed

const TEXT_MODE = "taxis-text-mode";

/** Shows text or pictures: without `on`, what was shown last. @param {TaxisTable} table */
export function show_text(table, on = Boolean(kept("localStorage", TEXT_MODE))) {
  table.classList.toggle("text", on);
  part(document.body, "text-mode").setAttribute("aria-pressed", String(on));
  if (on) table.querySelectorAll("details.words").forEach((each) => each.setAttribute("open", ""));
  keep("localStorage", TEXT_MODE, on);
}
