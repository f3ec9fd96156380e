// Playing: a new game, what can be done and what a tap means, the game's history, and the score sheet.

import { button, copy, dialog, field, kept_boards, make, message, notice, options, part, tapped, words } from "./page.js";
import { why } from "./ruling.js";
import { download } from "./sharing.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {import("./table.js").View} View
 * @typedef {{event: string, words: string, whole?: string}} Named
 * @typedef {{name: string, title: string, count: number, events: Named[]}} Group
 */

/** The groups of events that a tap can mean, by where the card lies; on the map it can mean any. */
const TAPPED = {
  display: ["deal", "draw", "postmaster", "honor"],
  deck: ["deal", "draw", "postmaster", "honor"],
  hand: ["deal", "play", "carrier", "keep"],
};

/** What is asked about a card that can't be used, by where it lies. */
const ASKED = { display: "draw *", deck: "draw *", hand: "play * right", map: "play * right" };

const PERSON = "person";

/** @param {TaxisTable} table */
export function ask_new(table) {
  const shown = dialog("new-game", async () => {
    const form = new FormData(/** @type {HTMLFormElement} */ (shown.querySelector("form")));
    const levels = seats().map(({ name }) => form.get(name));
    if (!levels.includes(PERSON)) levels[0] = PERSON;
    if (!present.checked) {
      const [edition, board, seed] = ["edition", "board", "seed"].map((name) => form.get(name));
      const settings = { players: levels.length, edition, board, modules: form.getAll("modules") };
      try {
        await table.change("new", [seed ? { ...settings, seed: Number(seed) } : settings]);
      } catch (error) {
        notice(shown).textContent = message(error);
        return;
      }
    }
    shown.close();
    await table.act("sit_down", levels);
  });
  const [present, players, board] = ["present", "players", "board"].map((name) => field(shown, name));
  board.append(...options(Object.keys(kept_boards()).map((name) => [name, name])));
  const seats = () => {
    const count = present.checked ? (table.view?.names.length ?? 2) : Number(players.value);
    return /** @type {HTMLSelectElement[]} */ ([...shown.querySelectorAll('[name^="seat-"]')]).slice(0, count);
  };
  const show_seats = () => {
    const there = new Set(seats());
    for (const seat of shown.querySelectorAll("[data-seat]")) seat.toggleAttribute("hidden", !there.has(/** @type {any} */ (seat.lastElementChild)));
    for (const input of shown.querySelectorAll("[data-dealt]")) input.toggleAttribute("disabled", present.checked);
  };
  for (const input of [present, players]) input.addEventListener("change", show_seats);
  show_seats();
}

/** @param {TaxisTable} table @param {Group[]} groups */
export function draw_events(table, groups) {
  const had_focus = table.find("events").contains(document.activeElement);
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
          ? [button(words("reveal"), () => table.act("reveal"), { "data-part": "reveal", className: "main" })]
          : []),
        ...group.events.map((each) =>
          button(each.words, () => table.act("apply", each.event), {
            "data-event": each.event,
            title: each.event,
            ...(each.whole ? { "aria-label": each.whole } : {}),
          }),
        ),
        ...(more > 0 ? [make("span", {}, words("more", { count: more }))] : []),
      ),
    );
  });
  table.find("events").replaceChildren(...blocks);
  table.find("chosen").replaceChildren(
    ...(table.chosen.length
      ? [
          words("chosen", { names: new Intl.ListFormat(document.documentElement.lang).format(table.chosen) }),
          " ",
          button(words("clear"), () => {
            table.chosen = [];
            table.draw();
          }),
        ]
      : []),
  );
  if (had_focus) table.find("events").querySelector("button")?.focus();
}

/** Shows the events that can't be played now; each says why not. @param {TaxisTable} table @param {Named[]} refused */
export function draw_refused(table, refused) {
  const ask = (/** @type {Named} */ { event, words: short, whole }) =>
    button(whole ?? short, () => why(table, event), { "data-event": event, title: event });
  table.find("refused").hidden = !refused.length;
  table.find("refused").lastElementChild?.replaceChildren(...refused.map(ask));
}

/** @param {TaxisTable} table @param {MouseEvent} event @param {string} where */
export async function tap(table, event, where) {
  const card = tapped(event, table.find(where), "[data-city], [data-card], [data-pile]");
  if (!card) return;
  const name = card.getAttribute("data-city") ?? card.getAttribute("data-card") ?? card.getAttribute("data-pile") ?? "";
  const place = where === "map" ? "map" : (card.closest("[data-place]")?.getAttribute("data-place") ?? "");
  const chosen = table.chosen.includes(name) ? table.chosen.filter((each) => each !== name) : [...table.chosen, name];
  /** @type {View} */
  const view = await table.client.ask("view", [chosen]);
  const meant = /** @type {Record<string, string[]>} */ (TAPPED)[place];
  const groups = view.groups.filter((group) => !meant || meant.includes(group.name));
  const [first, second] = groups.flatMap((group) => group.events);
  if (first && !second && !/^(close|keep) /.test(first.event)) {
    await table.act("apply", first.event);
  } else if (first || !chosen.length) {
    table.chosen = chosen;
    draw_events(table, groups);
  } else {
    const asked = /** @type {Record<string, string>} */ (ASKED)[place];
    if (asked && !view.is_chance) await why(table, asked.replace("*", name));
  }
}

// ---- the game so far

/** Lets the timeline lead through the game. @param {TaxisTable} table */
export function offer_timeline(table) {
  const range = field(table, "at");
  const go = (/** @type {() => string} */ at) => () => table.act("go_to", Number(at()));
  range.addEventListener("change", go(() => range.value));
  table.find("first").addEventListener("click", go(() => range.min));
  table.find("last").addEventListener("click", go(() => range.max));
}

/** @param {TaxisTable} table @param {View} view */
export function draw_history(table, view) {
  const list = table.find("history");
  const focused = list.contains(document.activeElement);
  list.replaceChildren(
    ...view.history.map(({ event, words: told, player, is_chance }, at) =>
      make(
        "li",
        is_chance ? { className: "chance" } : { "data-player": player },
        button(is_chance ? told : `${view.names[player]}${words("colon")}${told}`, () => table.act("go_to", at + 1), {
          title: event,
          className: "plain",
        }),
      ),
    ),
  );
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector("li:last-child button"))?.focus();
  list.scrollTop = list.scrollHeight;
  const row = table.find("timeline");
  row.hidden = view.count === 0;
  const range = field(table, "at");
  range.max = String(view.count);
  range.value = String(view.at);
  table.find("at").textContent = words("at", { number: view.at, count: view.count });
}

/** @param {TaxisTable} table @param {View} view */
export function draw_score_sheet(table, view) {
  table.find("sheet").replaceChildren();
  if (!view.is_over) return;
  const sheet = copy("#score-sheet");
  const [head, body, foot] = ["thead tr", "tbody", "tfoot"].map((place) => sheet.querySelector(place));
  const row = (/** @type {string} */ title, /** @type {number[]} */ points) =>
    make("tr", {}, make("th", { scope: "row" }, title), ...points.map((one) => make("td", {}, String(one).replace("-", "−"))));
  head?.append(...view.names.map((name) => make("th", { scope: "col" }, name)));
  body?.append(...view.sheet.map(({ title, points }) => row(title, points)));
  foot?.append(row(words("total"), view.scores));
  part(sheet, "download").addEventListener("click", () => download(table));
  table.find("sheet").append(sheet);
}
