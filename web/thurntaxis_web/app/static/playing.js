// Playing: a new game, what can be done and what a tap means, the game's history, and the score sheet.

import { button, CHOICES, dialog, kept_boards, make, message, options, tapped, words } from "./page.js";
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
  const field = (/** @type {string} */ name, /** @type {Node} */ input) => make("label", {}, words(name), input);
  const players = make("select", { name: "players", onchange: () => seat() }, ...options([["2", "2"], ["3", "3"], ["4", "4"]]));
  const seats = [0, 1, 2, 3].map((at) => make("select", { name: `seat-${at}` }, ...options(CHOICES.levels)));
  seats.forEach((select, at) => (select.value = at ? CHOICES.level : PERSON));
  const rows = seats.map((select, at) => make("label", {}, words("seat", { number: at + 1 }), select));
  const seat = () => {
    const count = present.checked ? (table.view?.names.length ?? 2) : Number(players.value);
    rows.forEach((row, at) => (row.hidden = at >= count));
    for (const input of [players, edition, board, seed, ...modules]) input.disabled = present.checked;
  };
  const levels_of = (/** @type {number} */ count) => {
    const levels = seats.slice(0, count).map((select) => select.value);
    return levels.includes(PERSON) ? levels : [PERSON, ...levels.slice(1)];
  };
  const edition = make("select", { name: "edition" }, ...options(CHOICES.editions));
  edition.value = CHOICES.edition;
  const boards = Object.keys(kept_boards());
  const board = make("select", { name: "board" }, ...options([...CHOICES.boards, ...boards.map(twice)]));
  const seed = make("input", { name: "seed", inputMode: "numeric", pattern: "-?[0-9]{1,18}" });
  /** @type {HTMLInputElement[]} */
  const modules = CHOICES.modules.map(([value]) => make("input", { type: "checkbox", value }));
  const fault = make("p", { className: "fault", role: "status" });
  const present = make("input", { type: "checkbox", name: "present", onchange: () => seat() });
  const shown = dialog(
    words("start-game"),
    async () => {
      if (present.checked) {
        shown.close();
        await table.act("sit_down", levels_of(table.view?.names.length ?? 2));
        return;
      }
      const settings = {
        players: Number(players.value),
        edition: edition.value,
        modules: modules.filter((box) => box.checked).map((box) => box.value),
        board: board.value,
        ...(seed.value ? { seed: Number(seed.value) } : {}),
      };
      try {
        await table.change("new", [settings]);
      } catch (error) {
        fault.textContent = message(error);
        return;
      }
      shown.close();
      await table.act("sit_down", levels_of(settings.players));
    },
    make("label", { className: "check" }, present, words("set-up-present")),
    field("players", players),
    make("fieldset", {}, make("legend", {}, words("against")), ...rows),
    field("edition", edition),
    make(
      "fieldset",
      {},
      make("legend", {}, words("modules")),
      ...modules.map((box, at) => make("label", { className: "check" }, box, CHOICES.modules[at][1])),
    ),
    field("set-up-board", board),
    field("seed", seed),
    fault,
  );
  seat();
}

/** @param {string} name @returns {[string, string]} */
const twice = (name) => [name, name];

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

/** Returns the row that leads through a game. @param {TaxisTable} table */
export function timeline(table) {
  const go = (/** @type {number} */ at) => table.act("go_to", at);
  const range = make("input", {
    type: "range",
    name: "at",
    min: 0,
    "aria-label": words("history"),
    onchange: () => go(Number(range.value)),
  });
  return make(
    "div",
    { className: "row", "data-part": "timeline", hidden: true },
    button("«", () => go(0), { "aria-label": words("first"), title: words("first") }),
    range,
    button("»", () => go(Number(range.max)), { "aria-label": words("last"), title: words("last") }),
    make("span", { "data-part": "at" }),
  );
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
  const range = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  range.max = String(view.count);
  range.value = String(view.at);
  table.find("at").textContent = words("at", { number: view.at, count: view.count });
}

/** @param {TaxisTable} table @param {View} view */
export function draw_score_sheet(table, view) {
  const cells = (/** @type {string} */ tag, /** @type {(string | number)[]} */ all) =>
    all.map((each) => make(tag, tag === "th" ? { scope: "col" } : {}, String(each).replace("-", "−")));
  const row = (/** @type {string} */ title, /** @type {Node[]} */ inside) =>
    make("tr", {}, make("th", { scope: "row" }, title), ...inside);
  table.find("sheet").replaceChildren(
    ...(view.is_over
      ? [
          make("h3", {}, words("score-sheet")),
          make(
            "div",
            { className: "wide" },
            make(
              "table",
              {},
              make("thead", {}, make("tr", {}, make("td", {}), ...cells("th", view.names))),
              make("tbody", {}, ...view.sheet.map(({ title, points }) => row(title, cells("td", points)))),
              make("tfoot", {}, row(words("total"), cells("td", view.scores))),
            ),
          ),
          make("div", { className: "row" }, button(words("download"), () => download(table), { className: "main" })),
        ]
      : []),
  );
}
