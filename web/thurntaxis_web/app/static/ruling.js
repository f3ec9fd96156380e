// Answers: rulings, advice, errors and warnings, shown in a sheet below the map or beside it.

import { make, message } from "./page.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{event: string, words: string, whole?: string, order?: string}} Named
 */

/** Shows an answer, so that its first line is in view. @param {TaxisTable} table @param {string} kind @param {string | Node[]} content */
export function answer(table, kind, content) {
  if (kind !== "advice") table.hide_sheet();
  const place = table.find("answer");
  place.dataset.kind = /** @type {any} */ (place.parentElement).dataset.kind = kind;
  place.ariaLive = kind === "advice" ? "off" : "polite"; // of advice, only the best turn is read out, at the end
  if (typeof content === "string") place.innerHTML = content;
  else place.replaceChildren(...content);
  table.show_sheet("answer");
}

/** @param {TaxisTable} table @param {any} error */
export function tell(table, error) {
  answer(table, "error", message(error).split("\n").map((line) => make("p", { className: "fault" }, line)));
}

/** @param {TaxisTable} table @param {{warnings: {key: string, text: string}[], fault?: string}} loaded */
export function warn(table, { warnings, fault }) {
  const lines = [...(fault ? [make("p", { className: "fault" }, fault)] : []), ...warnings.map(({ text }) => make("p", { className: "warning" }, text))];
  if (lines.length) answer(table, fault ? "error" : "warning", lines);
  else table.find("answer").replaceChildren();
}

/** @param {TaxisTable} table @param {string} event */
export async function why(table, event) {
  table.asked = event;
  answer(table, "ruling", "…");
  await table.started; // with the game that the browser keeps
  try {
    const { html } = await table.client.ask("why", [event]);
    if (table.find("answer").dataset.kind !== "ruling" || table.asked !== event) return; // another has been asked for
    answer(table, "ruling", html);
    /** @type {HTMLElement | null} */ (table.find("answer").querySelector(":scope > button:only-child"))?.click(); // asks for the best turn
  } catch (error) {
    tell(table, error);
  }
}
