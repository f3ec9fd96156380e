// What all parts of the page use: its words, elements, dialogs, and what a tap on a picture means.

/** @type {Record<string, string>} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** How far from a city, card or pile it can be tapped, in pixels. */
const REACH = 16;

/** What events are called until Python answers. @type {import("./legal_events.js").Names} */
export const NAMES = JSON.parse(document.getElementById("names")?.textContent ?? "{}");

/** @param {string} name @param {Record<string, string | number>} [facts] */
export function words(name, facts = {}) {
  return WORDS[name].replace(/\{(\w+)\}/g, (_, key) => String(facts[key]));
}

/**
 * Makes an element; properties that begin with `on` are listeners, and those that are not known are attributes.
 * @param {string} tag @param {Record<string, any>} properties @param {...(Node | string)} children @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} onclick @param {Record<string, any>} [more] */
export const button = (text, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, text);

/** @param {[any, string][]} all */
export const options = (all) => all.map(([value, text]) => make("option", { value }, text));

/**
 * Returns the city, card or pile that was tapped: the nearest one, since fingers are wider than small signs.
 * @param {MouseEvent} event @param {Element} within @param {string} selector
 */
export function tapped(event, within, selector) {
  const distances = [...within.querySelectorAll(selector)].map((element) => {
    const { left, right, top, bottom } = (element.querySelector("circle, .free") ?? element).getBoundingClientRect();
    const across = Math.max(left - event.clientX, 0, event.clientX - right);
    const down = Math.max(top - event.clientY, 0, event.clientY - bottom);
    return { element, distance: Math.hypot(across, down) };
  });
  const direct = /** @type {Element} */ (event.target).closest(selector);
  const nearest = distances.sort((one, other) => one.distance - other.distance)[0];
  return direct ?? (nearest && nearest.distance <= REACH ? nearest.element : null);
}

/** Returns a copy of what a template of the page holds. @param {string} selector */
export function copy(selector) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector(selector));
  return /** @type {DocumentFragment} */ (template.content.cloneNode(true));
}

/** Opens a dialog of the page; `done` is what its form does, and the dialog says why if it fails. @param {string} name @param {() => Promise<unknown>} [done] */
export function dialog(name, done) {
  const shown = /** @type {HTMLDialogElement} */ (copy(`#${name}`).firstElementChild);
  shown.addEventListener("close", () => shown.remove());
  shown.addEventListener("submit", (event) => {
    event.preventDefault();
    done?.().catch((error) => (notice(shown).textContent = message(error)));
  });
  part(shown, "close").addEventListener("click", () => shown.close());
  document.querySelector("main")?.append(shown);
  shown.showModal();
  return shown;
}

/** Returns a part of the page or of a dialog by its name. @param {ParentNode} within @param {string} name @returns {HTMLElement} */
export const part = (within, name) => /** @type {any} */ (within.querySelector(`[data-part="${name}"]`));

/** Returns where a dialog says what happened. @param {ParentNode} within @returns {HTMLElement} */
export const notice = (within) => /** @type {any} */ (within.querySelector('[role="status"]'));

/** Returns a field of a form by its name. @param {Element} within @param {string} name @returns {any} */
export const field = (within, name) => within.querySelector(`[name="${name}"]`);

/** @typedef {"localStorage" | "sessionStorage"} Storing */

/** Returns what is done; null if that fails, as it does where the browser stores nothing. @template T @param {() => T} done */
function tried(done) {
  try {
    return done();
  } catch {
    return null;
  }
}

/** What the browser has stored; nothing if it stores nothing. @param {Storing} storage @param {string} name */
export const kept = (storage, name) => tried(() => JSON.parse(window[storage].getItem(name) ?? "null"));

/** Stores something, or removes it; returns whether it could. @param {Storing} storage @param {string} name @param {unknown} value */
export function keep(storage, name, value) {
  const done = value === null ? () => window[storage].removeItem(name) : () => window[storage].setItem(name, JSON.stringify(value));
  return tried(done) === undefined;
}

export const stored_names = () => tried(() => Object.keys(localStorage)) ?? [];

/** What the browser has stored as it is, or stores from now on. @param {string} name @param {string} [text] */
export const text_kept = (name, text) => tried(() => (text ? (localStorage.setItem(name, text), text) : localStorage.getItem(name)));

const BOARDS = "taxis-boards";

/** Returns the text of each own board file by its name. @returns {Record<string, string>} */
export const kept_boards = () => kept("localStorage", BOARDS) ?? {};

/** Keeps a board file, since an address names it, but doesn't hold it. @param {string} name @param {string} text */
export function keep_board(name, text) {
  const boards = kept_boards();
  if (boards[name] !== text) keep("localStorage", BOARDS, { ...boards, [name]: text });
}

/** The message of an error for the reader: in words where there are any. @param {any} error */
export const message = (error) => String(error.words ?? error.message);
