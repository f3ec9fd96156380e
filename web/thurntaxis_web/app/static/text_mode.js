// Text mode: all that the pictures show, in words, and events as they are typed.

import { keep, kept, make, part } from "./page.js";

/** @typedef {import("./table.js").TaxisTable} TaxisTable */

/** Lets the button change between pictures and text. @param {TaxisTable} table */
export function offer_text_mode(table) {
  const toggle = part(document.body, "text-mode");
  const set = (/** @type {boolean} */ on) => {
    table.classList.toggle("text", on);
    toggle.setAttribute("aria-pressed", String(on));
    if (on) table.querySelectorAll("details.words").forEach((each) => each.setAttribute("open", ""));
    keep("localStorage", "taxis-text-mode", on);
  };
  toggle.addEventListener("click", () => set(!table.classList.contains("text")));
  set(Boolean(kept("localStorage", "taxis-text-mode")));
}

/** @param {TaxisTable} table @param {{in_words: [string, string][], map_in_words: [string, string][]}} view */
export function draw_words(table, view) {
  const list = (/** @type {[string, string][]} */ rows) =>
    rows.flatMap(([name, told]) => [make("dt", {}, name), make("dd", {}, told)]);
  table.find("words").replaceChildren(...list(view.in_words));
  table.find("map-words").replaceChildren(...list(view.map_in_words));
}
