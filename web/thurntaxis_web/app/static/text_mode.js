// Text mode: all that the pictures show, in words, and events as they are typed.

import { button, keep, kept, make, words } from "./page.js";

/** @typedef {import("./table.js").TaxisTable} TaxisTable */

/** Returns the button that changes between pictures and text. @param {TaxisTable} table */
export function text_mode_button(table) {
  const set = (/** @type {boolean} */ on) => {
    table.classList.toggle("text", on);
    toggle.setAttribute("aria-pressed", String(on));
    if (on) table.querySelectorAll("details.words").forEach((each) => each.setAttribute("open", ""));
  };
  const toggle = button(words("text-mode"), () => {
    const on = !table.classList.contains("text");
    set(on);
    keep(localStorage, "taxis-text-mode", on);
  });
  queueMicrotask(() => set(Boolean(kept(localStorage, "taxis-text-mode"))));
  return toggle;
}

/** Returns where the words stand. */
export function text_blocks() {
  const block = (/** @type {string} */ title, /** @type {string} */ part) =>
    make("details", { className: "words" }, make("summary", {}, title), make("dl", { "data-part": part }));
  return [block(words("in-words"), "words"), block(words("map"), "map-words")];
}

/** @param {TaxisTable} table @param {{in_words: [string, string][], map_in_words: [string, string][]}} view */
export function draw_words(table, view) {
  const list = (/** @type {[string, string][]} */ rows) =>
    rows.flatMap(([name, told]) => [make("dt", {}, name), make("dd", {}, told)]);
  table.find("words").replaceChildren(...list(view.in_words));
  table.find("map-words").replaceChildren(...list(view.map_in_words));
}
