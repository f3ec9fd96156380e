// The question field: answers while one types, from the data beside this script.

import { RuleSearch } from "./rule_search.js";

/**
 * @typedef {{id: string, event?: string, legal?: boolean, verdict?: string, lines: string[]}} Example
 * @typedef {{title: string, text: string, page: string, booklets: Record<string, string[]>, ruling?: boolean,
 *   disputes?: string[], example?: Example, readings?: Record<string, string>}} Answer
 * @typedef {{words: Record<string, string> & {counts: string[]}, editions: Record<string, string>,
 *   chapters: Record<string, string>, clauses: Record<string, Answer>, disputes: Record<string, Answer>}} Answers
 * @typedef {{ids: string[], corrected: string[], unknown: string[]}} Found
 */

const HERE = new URL(".", import.meta.url);
const SITE = new URL("../../", HERE);
const LANG = document.documentElement.lang;
const LANGUAGES = Array.from(document.querySelectorAll("[data-language]"), (link) => link.getAttribute("hreflang"));

/** Where the browser remembers the edition that the reader has. */
const EDITION = "taxis-edition";

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

/** @param {string} lang @returns {Promise<RuleSearch>} */
const searchIn = (lang) => data(`search-${lang}`, (contents) => new RuleSearch(contents));

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} properties
 * @param {(Node | string)[]} inside
 */
function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

class QuestionField {
  /**
   * @param {HTMLElement} part the element with the field, the status and the list
   * @param {RuleSearch} search
   * @param {Answers} answers
   */
  constructor(part, search, answers) {
    this.part = part;
    this.search = search;
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
      this.list.querySelector("a")?.focus();
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
      if (found.unknown.length && !found.ids.length) this.elsewhere(asked, found.unknown.join(" "));
    }, PAUSE);
  }

  /**
   * Returns what answers a question: the clause with this id, or the clauses that the words find, after the dispute with
   * this id. An id of one word is no name, but a word like others.
   * @param {string} asked @returns {Found}
   */
  found(asked) {
    const id = asked.toLowerCase();
    if (!asked) return { ids: [], corrected: [], unknown: [] };
    if (Object.hasOwn(this.answers.clauses, id)) return { ids: [id], corrected: [], unknown: [] };
    const { clauses, corrected, unknown } = this.search.find(asked);
    const named = id.includes("-") && Object.hasOwn(this.answers.disputes, id) ? [id] : [];
    return { ids: [...named, ...clauses], corrected: [...corrected.values()].flat(), unknown };
  }

  /**
   * Answers a question whose words mean nothing in this language, in the language that knows most of them.
   * @param {string} asked @param {string} words
   */
  async elsewhere(asked, words) {
    let best = { ids: /** @type {string[]} */ ([]), strange: Infinity };
    for (const lang of LANGUAGES) {
      if (!lang || lang === LANG) continue;
      const { clauses, corrected, unknown } = (await searchIn(lang)).find(words);
      const strange = corrected.size + unknown.length;
      if (clauses.length && strange < best.strange) best = { ids: clauses, strange };
    }
    if (best.ids.length && asked === this.input.value.trim()) this.show(asked, { ids: best.ids, corrected: [], unknown: [] });
  }

  /** @param {string} asked @param {Found} found */
  show(asked, { ids, corrected }) {
    const { words } = this;
    const most = this.search.data.limit;
    const some = ids.slice(0, most).map((id, at) => this.item(id, at === 0));
    this.list.replaceChildren(...some);
    this.part.classList.toggle("asked", Boolean(asked));
    this.part.dataset.answered = asked;
    this.status.replaceChildren();
    if (!asked) return;
    if (!ids.length) {
      const chapters = Object.entries(this.answers.chapters).map(([page, title]) => element("li", {}, this.link({ page, title })));
      this.status.append(words.none);
      this.list.replaceChildren(element("li", { className: "chapters" }, element("ul", {}, ...chapters)));
      return;
    }
    this.status.append(words.counts[some.length]);
    if (corrected.length) {
      const meant = words.corrected.replace("#", () => [...new Set(corrected)].join(words.comma));
      this.status.append(element("span", { className: "corrected", textContent: meant }));
    }
    if (ids.length > most) {
      const more = element("button", { type: "button", textContent: words.more });
      more.addEventListener("click", () => {
        const others = ids.slice(most).map((id) => this.item(id, false));
        more.parentElement?.replaceWith(...others);
        others[0].querySelector("a")?.focus();
      });
      this.list.append(element("li", { className: "more" }, more));
    }
  }

  /**
   * Returns the answer of a clause or a dispute; the example of the first one is open.
   * @param {string} id @param {boolean} first
   */
  item(id, first) {
    const { words } = this;
    const clause = Object.hasOwn(this.answers.clauses, id);
    const answer = clause ? this.answers.clauses[id] : this.answers.disputes[id];
    const item = element(
      "li",
      {},
      element("h2", {}, this.link(answer)),
      element("p", { className: "statement", textContent: answer.text }),
    );
    item.dataset[clause ? "clause" : "dispute"] = id;
    item.append(this.booklet(answer));
    for (const name of answer.disputes ?? []) {
      if (this.answers.disputes[name].readings) item.append(this.difference(this.answers.disputes[name]));
    }
    const reading = answer.readings?.[this.edition];
    if (reading) item.append(element("p", { className: "reading" }, this.label("reading"), reading));
    if (answer.example) item.append(this.example(answer.example, first));
    const others = (answer.disputes ?? []).map((name) => this.answers.disputes[name]).filter(({ readings }) => !readings);
    if (others.length) {
      const links = others.map((dispute) => element("li", {}, this.link(dispute)));
      const label = element("span", { className: "label", textContent: words.disputes });
      item.append(element("div", { className: "disputes" }, label, element("ul", {}, ...links)));
    }
    return item;
  }

  /** @param {Answer} answer */
  booklet({ booklets, ruling }) {
    const { words } = this;
    const edition = booklets[this.edition];
    if (!edition) return element("p", { className: "booklet", textContent: ruling ? words["ruling-here"] : words.silent });
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

  /** @param {Example} example @param {boolean} open */
  example({ id, event, legal, verdict, lines }, open) {
    const { words } = this;
    const source = new URL(`shared/maps/${id}.svg`, SITE).href;
    const map = element("img", { src: source, alt: words.map, loading: "lazy" });
    map.addEventListener("error", () => map.remove()); // without a connection
    const claims = element("div", { className: "claims" });
    if (event) {
      const mark = element("b", { className: legal ? "verdict yes" : "verdict no", textContent: verdict });
      claims.append(element("p", {}, words.event + words.colon, element("b", { textContent: event })), element("p", {}, mark));
    }
    claims.append(...lines.map((line) => element("p", { textContent: line })));
    const summary = element("summary", { textContent: words.example });
    return element("details", { className: "shown", open }, summary, element("div", {}, map, claims));
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
  const [search, answers] = await Promise.all([searchIn(LANG), data(`answers-${LANG}`)]);
  new QuestionField(part, search, answers);
  part.dataset.ready = "";
  navigator.serviceWorker?.register(new URL("offline.js", SITE)).catch(() => undefined);
}
