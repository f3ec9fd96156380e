// The question field: answers while one types, from the data beside this script.

import { JAPANESE, Questions, TURNED } from "./matching.js";

/**
 * @typedef {{title: string, said?: string, text: string, page: string, booklets: Record<string, string[]>, ruling?: boolean,
 *   disputes?: string[], readings?: Record<string, string>}} Answer
 * @typedef {{words: Record<string, string> & {counts: string[]}, editions: Record<string, string>,
 *   chapters: Record<string, string>, clauses: Record<string, Answer>, disputes: Record<string, Answer>,
 *   facts: Record<string, string>, silent: Record<string, string>}} Answers
 * @typedef {Omit<import("./matching.js").Result, "fit" | "verdict"> & {verdict?: string}} Found
 */

const HERE = new URL(".", import.meta.url);
const SITE = new URL("../../", HERE);
const LANG = document.documentElement.lang;
const LANGUAGES = Array.from(document.querySelectorAll("[data-language]"), (link) => link.getAttribute("hreflang"));

/** Where the browser remembers the edition that the reader has. */
const EDITION = "taxis-edition";

/** How many answers are shown at first. */
const FIRST = 3;

/** How many milliseconds after the last keystroke the address changes, and other languages are searched if need be. */
const PAUSE = 300;

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** Loads a JSON file beside this script, if it isn't there yet, and makes something of it. @param {string} name */
function data(name, make = (/** @type {any} */ contents) => contents) {
  const answer = loaded.get(name) ?? fetch(new URL(`${name}.json`, HERE)).then((file) => file.json()).then(make);
  loaded.set(name, answer);
  return answer;
}

/** @param {string} lang @returns {Promise<Questions>} */
const questionsIn = (lang) => data(`questions-${lang}`, (contents) => new Questions(contents));

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, any>} properties @param {(Node | string)[]} inside */
function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

class QuestionField {
  /** @param {HTMLElement} part the element with the field, the status and the list @param {Questions} questions @param {Answers} answers */
  constructor(part, questions, answers) {
    this.part = part;
    this.questions = questions;
    this.answers = answers;
    this.words = answers.words;
    this.input = /** @type {HTMLInputElement} */ (part.querySelector("input"));
    this.status = /** @type {HTMLElement} */ (part.querySelector("[role=status]"));
    this.list = /** @type {HTMLElement} */ (part.querySelector("ol"));
    this.hasAddress = this.input.id === "ask";
    this.pause = 0;
    this.choice = part.querySelector("select");
    this.edition = this.choice?.value || part.dataset.edition || "";
    const last = remembered();
    if (last && last in answers.editions) this.edition = last;
    if (this.choice) this.choice.value = this.edition;

    this.input.addEventListener("input", () => this.answer());
    this.choice?.addEventListener("change", () => {
      this.edition = this.choice?.value ?? "";
      remembered(this.edition);
      this.answer();
    });
    part.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.list.querySelector("a")?.focus({ preventScroll: true });
      part.scrollIntoView();
    });
    part.addEventListener("keydown", (event) => this.move(event));
    this.list.addEventListener("click", () => this.write());
    if (this.hasAddress) addEventListener("hashchange", () => this.read());
    if (this.hasAddress && location.hash.startsWith("#q=")) this.read();
    else if (this.input.value.trim()) this.answer(); // what was typed while the data was loading, too
  }

  /** Takes the question from the address. */
  read() {
    const asked = new URLSearchParams(location.hash.slice(1)).get("q");
    if (asked === null && location.hash) return; // an anchor of the page
    this.input.value = asked ?? "";
    this.answer();
  }

  /** Writes the question to the address, so that a link shows its answers. */
  write() {
    if (!this.hasAddress) return;
    const asked = this.input.value.trim();
    const address = new URL(location.href);
    if (asked) address.hash = `q=${encodeURIComponent(asked)}`;
    else if (address.hash.startsWith("#q=")) address.hash = "";
    if (address.href !== location.href) history.replaceState(null, "", address);
  }

  /** Shows the answers to what stands in the field. */
  answer() {
    clearTimeout(this.pause);
    const asked = this.input.value.trim();
    const found = this.found(asked);
    this.show(asked, found);
    this.pause = setTimeout(() => {
      this.write(); // not at every keystroke: browsers allow only so many changes
      if (asked && !found.length) this.elsewhere(asked);
    }, PAUSE);
  }

  /**
   * Returns what answers a question: the clause or the dispute with this id, or what fits best. An id of one word is no
   * name, but a word like others.
   * @param {string} asked @returns {Found[]}
   */
  found(asked) {
    const id = asked.toLowerCase();
    if (Object.hasOwn(this.answers.clauses, id)) return [{ kind: "clause", id, question: "" }];
    if (id.includes("-") && Object.hasOwn(this.answers.disputes, id)) return [{ kind: "dispute", id, question: "" }];
    return JAPANESE.test(asked) === (LANG === "ja") ? this.questions.results(asked) : [];
  }

  /** Answers a question that clearly is in another language, or has words of one. @param {string} asked */
  async elsewhere(asked) {
    const langs = JAPANESE.test(asked) ? ["ja"] : LANGUAGES.filter((lang) => lang && lang !== LANG && lang !== "ja");
    const others = await Promise.all(langs.map((lang) => questionsIn(lang ?? "")));
    const [strange, share] = this.questions.strange(asked);
    const found = others.map((other) => other.results(strange)).filter((results) => results.length && results[0].fit >= 1 - share);
    const [best] = found.sort(([one], [other]) => other.fit - one.fit);
    if (best && asked === this.input.value.trim()) this.show(asked, best);
  }

  /** @param {string} asked @param {Found[]} found */
  show(asked, found) {
    const { words } = this;
    this.list.replaceChildren(...found.slice(0, FIRST).map((each) => this.item(each)));
    this.part.classList.toggle("asked", Boolean(asked));
    this.part.dataset.answered = asked;
    this.status.replaceChildren();
    if (!asked) return;
    if (!found.length) {
      const chapters = Object.entries(this.answers.chapters).map(([page, title]) => element("li", {}, this.link({ page, title })));
      this.status.append(words.none);
      this.list.replaceChildren(element("li", { className: "chapters" }, element("ul", {}, ...chapters)));
      return;
    }
    this.status.append(words.counts[found.length]);
    if (found.length > FIRST) {
      const more = element("button", { type: "button", textContent: words.more });
      more.addEventListener("click", () => {
        const others = found.slice(FIRST).map((each) => this.item(each));
        more.parentElement?.replaceWith(...others);
        others[0].querySelector("a")?.focus();
      });
      this.list.append(element("li", { className: "more" }, more));
    }
  }

  /** Returns an answer. @param {Found} found */
  item({ kind, id, question, verdict }) {
    const { words } = this;
    const item = element("li");
    item.dataset[kind] = id;
    if (kind === "fact" || kind === "silent") {
      const text = this.answers[kind === "fact" ? "facts" : "silent"][id];
      const places = kind === "fact" && !/[0-9]/.test(id) ? id.slice(id.indexOf(":") + 1).replaceAll("-", " – ") : "";
      const title = places || question.slice(0, 1).toUpperCase() + question.slice(1);
      const statement = text ?? words.elsewhere.replace("#", () => id.slice(id.indexOf(":") + 1));
      item.append(element("h2", { textContent: title }), element("p", { className: "statement", textContent: statement }));
      return item;
    }
    const answer = kind === "clause" ? this.answers.clauses[id] : this.answers.disputes[id];
    item.append(element("h2", {}, this.link(answer)));
    // The yes or no of a dispute doesn't fit a question that is turned round.
    const said = verdict === TURNED ? "" : verdict ? words[verdict] + words.space : (answer.said ?? "");
    const text = said ? answer.text : answer.text.slice(0, 1).toUpperCase() + answer.text.slice(1);
    item.append(element("p", { className: "statement" }, ...(said ? [element("b", { textContent: said })] : []), text), this.booklet(answer));
    const about = (answer.disputes ?? []).map((name) => this.answers.disputes[name]);
    item.append(...about.filter(({ readings }) => readings).map((dispute) => this.difference(dispute)));
    const reading = answer.readings?.[this.edition];
    const place = verdict === TURNED ? "replaceWith" : "before"; // the ruling answers the question turned round
    if (reading) item.querySelector(".statement")?.[place](element("p", { className: "reading" }, this.label("in-booklet"), reading));
    const others = about.filter(({ readings }) => !readings);
    if (others.length) {
      const links = others.map((dispute) => element("li", {}, this.link(dispute)));
      const label = element("span", { className: "label", textContent: words.disputes });
      item.append(element("div", { className: "disputes" }, label, element("ul", {}, ...links)));
    }
    return item;
  }

  /** @param {Answer} answer */
  booklet({ booklets, ruling }) {
    const edition = booklets[this.edition];
    if (!edition) return element("p", { className: "booklet", textContent: ruling ? this.words["ruling-here"] : this.words.silent });
    const [place, says] = edition;
    const other = says ? [element("span", { className: "says", textContent: says })] : [];
    return element("p", { className: "booklet" }, this.label("in-booklet"), place, ...other);
  }

  /** @param {Answer} dispute */
  difference(dispute) {
    const reading = dispute.readings?.[this.edition];
    const own = reading ? [element("span", { className: "says" }, this.label("in-booklet"), reading)] : [];
    return element("p", { className: "differs" }, this.label("differ"), this.link(dispute), ...own);
  }

  /** @param {{page: string, title: string}} target */
  link({ page, title }) {
    return element("a", { href: new URL(`${LANG}/${page}`, SITE).href, textContent: title });
  }

  /** @param {string} name */
  label(name) {
    return element("b", { textContent: this.words[name] + this.words.colon });
  }

  /** Moves between the field and its answers. @param {KeyboardEvent} event */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target === this.choice) return;
    const stops = [this.input, ...this.list.querySelectorAll("a, summary, button")];
    const next = stops[stops.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  }
}

/** Returns the edition that was chosen last, or now, if the browser remembers it. @param {string} [chosen] */
function remembered(chosen) {
  try {
    if (chosen) localStorage.setItem(EDITION, chosen);
    return localStorage.getItem(EDITION);
  } catch {
    return null; // a browser that stores nothing asks again
  }
}

/** Makes an element with a field, a status and a list answer questions; resolves when it does. @param {HTMLElement} part */
export async function attach(part) {
  const [questions, answers] = await Promise.all([questionsIn(LANG), data(`answers-${LANG}`)]);
  new QuestionField(part, questions, answers);
  part.dataset.ready = "";
  navigator.serviceWorker?.register(new URL("offline.js", SITE)).catch(() => undefined);
}
