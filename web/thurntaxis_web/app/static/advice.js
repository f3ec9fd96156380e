// Advice: the best turns in words, the mark of the first event on the map, how long and on how many cores to search.

import { copy, field, keep, kept, make, words } from "./page.js";
import { tell } from "./ruling.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{cities: string[], from: string | null}} Mark
 */

const SVG = "http://www.w3.org/2000/svg";

/** Lets the controls of advice search, for as long and on as many cores as were chosen last. @param {TaxisTable} table */
export function offer_advice(table) {
  const most = navigator.hardwareConcurrency || 1;
  const chosen = kept(localStorage, "taxis-effort") ?? {};
  const [time, cores] = ["time", "cores"].map((name) => field(table, name));
  const effort = () => ({ time: Number(time.value), cores: Number(cores.value) || 1 });
  const before = time.querySelector(`[value="${Number(chosen.time)}"]`);
  if (before) before.selected = true;
  cores.max = most;
  cores.value = Math.min(Math.max(chosen.cores || 1, 1), most);
  cores.parentElement.hidden = most < 2;
  for (const input of [time, cores]) input.addEventListener("change", () => keep(localStorage, "taxis-effort", effort()));
  table.find("advise").addEventListener("click", () => advise(table, effort()));
  table.find("stop").addEventListener("click", () => table.client.ask("stop"));
}

/** @param {TaxisTable} table @param {{time: number, cores: number}} settings */
export async function advise(table, settings) {
  table.find("advise").hidden = true;
  try {
    await table.drawn; // what was just played may not be shown yet, and drawing it removes earlier advice
    table.find("stop").hidden = false;
    const line = table.view?.line;
    table.find("effort").textContent = words("thinking", { number: 0 });
    const known = await table.client.ask("advise", [settings], (so_far) => {
      if (line === table.view?.line) show(table, so_far, "thinking");
    });
    if (known && line === table.view?.line) {
      show(table, known, "done");
      table.find("best").textContent = known.words[0]?.best ?? "";
    }
  } catch (error) {
    table.find("effort").textContent = "";
    tell(table, error);
  } finally {
    table.find("advise").hidden = false;
    table.find("stop").hidden = true;
  }
}

/** @param {TaxisTable} table @param {import("./client.js").Known} known @param {string} state */
function show(table, known, state) {
  const opened = new Set([...table.querySelectorAll("[data-turn][open]")].map((each) => each.getAttribute("data-turn")));
  const effort = words(state, { number: known.advice.effort.playouts });
  table.find("effort").textContent = [effort, known.advice.note].filter(Boolean).join(" · ");
  const lines = /** @type {any[]} */ (known.words);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest('[data-part="lines"]')
    ? document.activeElement?.getAttribute("data-event")
    : null;
  table.find("lines").replaceChildren(...lines.map((line) => line_of_advice(table, line, opened.has(line.turn[0]))));
  if (focused) /** @type {any} */ (table.find("lines").querySelector(`[data-event="${CSS.escape(focused)}"]`))?.focus();
  if (lines[0]) mark(table, lines[0].mark);
}

/** @param {TaxisTable} table @param {any} line @param {boolean} is_open */
function line_of_advice(table, { turn, words: plan, figures, reasons }, is_open) {
  const line = copy("#advice-line");
  const [title, text, play, details, list] = ["strong", "p", "button", "details", "ul"].map((tag) => /** @type {any} */ (line.querySelector(tag)));
  title.textContent = plan;
  title.title = turn.join("; ");
  text.textContent = figures;
  play.setAttribute("data-event", turn[0]);
  play.setAttribute("aria-label", `${words("play-it")}${words("colon")}${plan}`);
  play.addEventListener("click", () => table.act("apply", turn[0]));
  if (!turn.length || table.view?.is_chance) play.remove();
  details.open = is_open;
  details.setAttribute("data-turn", turn[0] ?? "");
  const reason = (/** @type {import("./client.js").Reason} */ { text, title, link }) =>
    make("li", {}, text, ...(link ? [" ", make("a", { href: link }, title ?? "")] : []));
  list.append(...reasons.map(reason));
  return line;
}

/** Shows the first event of the best line on the map. @param {TaxisTable} table @param {Mark} marked */
function mark(table, { cities, from }) {
  const svg = table.find("map").querySelector("svg");
  table.querySelectorAll(".advised").forEach((each) => each.classList.remove("advised"));
  svg?.querySelector(".advice-mark")?.remove();
  if (!svg || !cities.length) return;
  const place = (/** @type {string} */ city) => {
    const sign = svg.querySelector(`[data-city="${CSS.escape(city)}"] :is(circle, .free)`);
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (sign).getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "advice-mark");
  group.setAttribute("aria-hidden", "true");
  for (const city of cities) {
    const { x, y } = place(city);
    group.append(shape("circle", { cx: x, cy: y, r: 17 }));
    for (const card of table.find("supply").querySelectorAll(`[data-place="display"] [data-card="${CSS.escape(city)}"]`)) {
      card.classList.add("advised");
    }
  }
  if (from) group.append(...arrow(place(from), place(cities[0])));
  const first = svg.querySelector(".city");
  first?.before(group); // below the names of cities
}

/** @param {string} name @param {Record<string, number | string>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${(from.x + dx * along - dy * across).toFixed(1)},${(from.y + dy * along + dx * across).toFixed(1)}`;
  const tip = length - 18;
  return [
    shape("polyline", { points: `${at(12, 0)} ${at(tip - 12, 0)}` }),
    shape("polygon", { points: `${at(tip, 0)} ${at(tip - 18, 11)} ${at(tip - 18, -11)}` }),
  ];
}
