// Advice: the best turns in words, the whole of the best one on the map, how long and on how many cores to search.

import { field, keep, kept, words } from "./page.js";
import { answer, tell } from "./ruling.js";

/** @typedef {import("./table.js").TaxisTable} TaxisTable */

const [time, cores] = ["time", "cores"].map((name) => field(document.body, name));

const effort = () => ({ time: Number(time.value), cores: Number(cores.value) || 1 });

/** Shows for how long and on how many cores to search, as it was chosen last. */
export function show_effort() {
  const most = navigator.hardwareConcurrency || 1;
  const chosen = kept("localStorage", "taxis-effort") ?? {};
  const before = time.querySelector(`[value="${Number(chosen.time)}"]`);
  if (before) before.selected = true;
  cores.max = most;
  cores.value = Math.min(Math.max(chosen.cores || 1, 1), most);
  cores.parentElement.hidden = most < 2;
  for (const input of [time, cores]) input.addEventListener("change", () => keep("localStorage", "taxis-effort", effort()));
}

/** @param {TaxisTable} table */
export async function advise(table) {
  /** @type {any} */ (table.find("advise")).disabled = true;
  try {
    await table.drawn; // what was just played may not be shown yet, and drawing it removes earlier advice
    table.find("stop").hidden = false;
    const line = table.view?.line;
    table.find("effort").textContent = words("thinking", { number: 0 });
    answer(table, "advice", []);
    const known = await table.client.ask("advise", [effort()], (so_far) => {
      if (line === table.view?.line) show(table, so_far, "thinking");
    });
    if (known && line === table.view?.line) {
      show(table, known, "done");
      table.find("best").textContent = known.words[0]?.best ?? "";
    }
  } catch (error) {
    tell(table, error);
  } finally {
    /** @type {any} */ (table.find("advise")).disabled = Boolean(table.view?.is_over || table.view?.is_agents);
    table.find("stop").hidden = true;
  }
}

/** @param {TaxisTable} table @param {import("./client.js").Known} known @param {string} state */
function show(table, known, state) {
  const place = table.find("answer");
  if (place.dataset.kind !== "advice") return; // another answer has been given since
  const opened = new Set([...place.querySelectorAll("[data-key][open]")].map((each) => each.getAttribute("data-key")));
  table.find("effort").textContent = words(state, { number: known.advice.effort.playouts.toLocaleString(document.documentElement.lang) });
  const focus = "button, summary";
  const focused = [...place.querySelectorAll(focus)].indexOf(/** @type {Element} */ (document.activeElement));
  place.innerHTML = known.html;
  for (const each of place.querySelectorAll("[data-key]")) each.toggleAttribute("open", opened.has(each.getAttribute("data-key")));
  /** @type {HTMLElement | undefined} */ (place.querySelectorAll(focus)[focused])?.focus({ preventScroll: true });
  mark(table, known.words[0]);
}

/** Shows the turn on the map and the cards it takes, or nothing. @param {TaxisTable} table @param {{drawn: string, cards: string[]}} [line] */
export function mark(table, line) {
  const svg = table.find("map").querySelector("svg");
  svg?.querySelector(".advice-mark")?.remove();
  for (const card of table.querySelectorAll('[data-place="display"] [data-card]')) {
    card.classList.toggle("advised", Boolean(line?.cards.includes(card.getAttribute("data-card") ?? "")));
  }
  if (!line?.drawn) return;
  const drawn = `<g class="advice-mark" aria-hidden="true">${line.drawn}</g>`;
  svg?.querySelector(".city")?.insertAdjacentHTML("beforebegin", drawn); // below the names of cities
}
