// Games and set-ups that the browser keeps: each with its date and players, so that nothing is lost by a reload.

import { button, keep, kept, make, part, stored_names } from "./page.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{id: string, date: number, names: string[], fragment?: string, saved?: any,
 *   draft?: any, section?: number, left?: Record<string, string>, steps?: string[]}} Kept
 */

const GAME = "taxis-game-";

/** The greatest number of games that are kept. */
const MOST_GAMES = 30;

export const new_id = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** The games and set-ups that are kept, the latest first. @returns {Kept[]} */
export function games() {
  const names = stored_names().filter((name) => name.startsWith(GAME));
  const all = /** @type {Kept[]} */ (names.map((name) => kept("localStorage", name)).filter(Boolean));
  return all.sort((one, other) => other.date - one.date);
}

/** @param {string} id */
export const forget = (id) => keep("localStorage", GAME + id, null);

/** Keeps a game or a set-up in place of what was kept of it before; the oldest make room. Returns whether it could. @param {Omit<Kept, "date">} game */
export function keep_game(game) {
  const others = games().filter(({ id }) => id !== game.id);
  for (const { id } of others.slice(MOST_GAMES - 1)) forget(id);
  const put = () => keep("localStorage", GAME + game.id, { ...game, date: Date.now() });
  if (put()) return true;
  const oldest = others.at(-1);
  if (oldest) forget(oldest.id);
  return put();
}

/** Lists what is kept, each as a button that opens it. @param {TaxisTable} table @param {HTMLDialogElement} shown */
export function list_games(table, shown) {
  const all = games();
  const { lang } = document.documentElement;
  const date = new Intl.DateTimeFormat([navigator.language, "en-GB"].find((each) => each.startsWith(lang)) ?? lang, { dateStyle: "medium", timeStyle: "short" });
  const list = part(shown, "games");
  list.parentElement?.toggleAttribute("hidden", !all.length);
  list.append(
    ...all.map(({ id, date: at, names, draft }) =>
      make("p", {}, button(`${draft ? "✎ " : ""}${date.format(at)} · ${names.join(", ")}`, () => {
        shown.close();
        table.resume(id);
      }, { "data-game": id })),
    ),
  );
}
