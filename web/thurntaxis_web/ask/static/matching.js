// Answers questions as `taxis rule` does, from the same data: `thurntaxis_rulebook.ask` explains how, and says what the
// constants mean; a test compares the two programs.

/**
 * @typedef {Record<"cities" | "provinces" | "elsewhere" | "modules" | "games", Record<string, string[]>>} Names
 * @typedef {{listed: Record<string, string[]>, numbers: Record<string, string>, names: Names, modules: Record<string, string>,
 *   by_reading: Record<string, string>, disputed: Record<string, string>, alike: Record<string, string[]>, turning: string[],
 *   needs: Record<string, [kind: string, count: number]>, letters: Record<string, string>,
 *   constants: Record<string, number> & Record<"LENGTHS" | "JAPANESE_LENGTHS", number[]>}} QuestionData
 * @typedef {[kind: string, name: string]} Named
 * @typedef {{kind: string, id: string, question: string, fit: number, verdict: string}} Result
 */

export const TURNED = "turned";
export const JAPANESE = /[\u3005\u3040-\u30ff\u3400-\u9fff]/u;
const KINDS = /** @type {const} */ ({ cities: "city", provinces: "province", elsewhere: "elsewhere", modules: "module", games: "game" });

const TOKEN = new RegExp(`@[a-z]+|[0-9]+|${JAPANESE.source}+|(?:(?!${JAPANESE.source})\\p{L})+`, "gu");

/** @param {string} text @returns {string[]} */
const tokens = (text) => text.match(TOKEN) ?? [];

/** @param {string} text @returns {string[]} */
const figures = (text) => tokens(text).filter((token) => /^[0-9]/.test(token));

/** @param {string} id @returns {[kind: string, rest: string]} */
const split = (id) => [id.slice(0, Math.max(0, id.indexOf(":"))), id.slice(id.indexOf(":") + 1)];

/** @param {number} number */
const rounded = (number) => Math.round(number * 1e6) / 1e6;

/** The weights of pieces, which are numbered in `Matcher`, in the order in which they occur. @typedef {[piece: number, weight: number][]} Vector */

/** @param {Vector} vector @returns {Vector} */
function unit(vector) {
  const length = Math.sqrt(vector.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  for (const entry of vector) entry[1] /= length;
  return vector;
}

class Matcher {
  /** @param {[id: string, text: string][]} documents those of an id one after another @param {QuestionData} data */
  constructor(documents, data) {
    this.data = data;
    this.ids = documents.map(([id]) => id);
    this.figures = documents.map(([, text]) => figures(text));
    this.cut = /** @type {Map<string, number[]>} */ (new Map());
    this.numbers = /** @type {Map<string, number>} */ (new Map());
    const having = /** @type {Set<string>[]} */ ([]); // the ids that have each piece
    const counts = documents.map(([id, text]) => {
      const count = this.counted(text);
      for (const piece of count.keys()) (having[piece] ??= new Set()).add(id);
      return count;
    });
    const [number, { COMMON, RARITY }] = [new Set(this.ids).size, data.constants];
    this.most = (Math.log(1 + number) + COMMON) ** RARITY;
    this.weight = having.map((ids) => (Math.log((1 + number) / (1 + ids.size)) + COMMON) ** RARITY);
    this.share = having.map((ids) => [...ids].filter((id) => id in data.modules).length / ids.size);
    this.documents = having.map(() => /** @type {number[]} */ ([])); // the number of a document, then the value, and so on
    this.profiles = having.map(() => /** @type {[id: string, value: number][]} */ ([]));
    let sum = /** @type {Map<number, number>} */ (new Map());
    counts.forEach((count, at) => {
      for (const [piece, value] of this.vector(count)) {
        this.documents[piece].push(at, value);
        sum.set(piece, (sum.get(piece) ?? 0) + value);
      }
      const id = this.ids[at];
      if (this.ids[at + 1] === id) return;
      for (const [piece, value] of unit([...sum].map(([piece, total]) => [piece, Math.sqrt(total)]))) {
        this.profiles[piece].push([id, value]);
      }
      sum = new Map();
    });
  }

  /** Returns the numbers of the pieces of a token. @param {string} token @returns {number[]} */
  pieces(token) {
    const known = this.cut.get(token);
    if (known) return known;
    const own = JAPANESE.test(token);
    const text = own ? token : ` ${token} `;
    const found = /^[@0-9]/.test(token) ? [token] : [];
    for (const length of found.length ? [] : this.data.constants[own ? "JAPANESE_LENGTHS" : "LENGTHS"]) {
      for (let at = 0; at + length <= text.length; at += 1) found.push(text.slice(at, at + length));
    }
    for (const piece of found) if (!this.numbers.has(piece)) this.numbers.set(piece, this.numbers.size);
    const numbers = found.map((piece) => this.numbers.get(piece) ?? 0);
    this.cut.set(token, numbers);
    return numbers;
  }

  /** Returns how often each piece occurs in a text, weighted. @param {string} text @returns {Map<number, number>} */
  counted(text) {
    const { FIGURE, SHARED } = this.data.constants;
    const counts = new Map();
    for (const token of tokens(text)) {
      const parts = this.pieces(token);
      const each = /^[0-9]/.test(token) ? FIGURE : JAPANESE.test(token) ? 1 : parts.length ** -SHARED;
      for (const piece of parts) counts.set(piece, (counts.get(piece) ?? 0) + each);
    }
    return counts;
  }

  /** @param {Map<number, number>} count @returns {Vector} */
  vector(count) {
    return unit([...count].map(([piece, number]) => [piece, number * (this.weight[piece] ?? this.most)]));
  }

  /** @param {string} text */
  matches(text) {
    const { BEST, MODULE, SAME } = this.data.constants;
    const likeness = new Float64Array(this.ids.length);
    const fits = /** @type {Map<string, number>} */ (new Map());
    for (const [piece, value] of this.vector(this.counted(text))) {
      const pairs = this.documents[piece] ?? [];
      for (let at = 0; at < pairs.length; at += 2) likeness[pairs[at]] += value * pairs[at + 1];
      for (const [id, other] of this.profiles[piece] ?? []) fits.set(id, (fits.get(id) ?? 0) + value * other);
    }
    const best = /** @type {Map<string, {at: number, value: number}>} */ (new Map());
    const asked = figures(text);
    likeness.forEach((exact, at) => {
      const isPart = asked.reduce((count, figure) => count + Number(figure === this.figures[at][count]), 0) === this.figures[at].length;
      const value = asked.length && !isPart ? 0 : Math.round(exact * 1e9) / 1e9;
      const other = best.get(this.ids[at]);
      likeness[at] = value;
      if (value && (!other || value > other.value)) best.set(this.ids[at], { at, value });
    });
    const lighter = tokens(text).some((token) => this.isOfAModule(token)) ? 1 : MODULE;
    const matches = [...best].map(([id, { at, value }]) => {
      const score = ((fits.get(id) ?? 0) + BEST * value + Number(value > SAME && !text.includes("@"))) * (id in this.data.modules ? lighter : 1);
      return { id, at, score: rounded(score), likeness };
    });
    return matches.sort((one, other) => other.score - one.score || one.at - other.at);
  }

  /** @param {string} text */
  known(text) {
    let [every, known] = [0, 0];
    for (const token of tokens(text)) {
      const parts = this.pieces(token).map((piece) => this.weight[piece]);
      every += parts.reduce((sum, weight) => sum + (weight ?? this.most), 0) / Math.sqrt(parts.length);
      known += parts.reduce((sum, weight) => sum + (weight ?? 0), 0) / Math.sqrt(parts.length);
    }
    return every ? known / every : 0;
  }

  /** @param {string} token */
  isOfAModule(token) {
    const known = this.pieces(token).filter((number) => number < this.weight.length);
    const sum = (/** @type {(number: number) => number} */ of) => known.reduce((total, number) => total + of(number), 0);
    return known.length > 0 && sum((number) => this.weight[number] * this.share[number]) >= this.data.constants.OWN * sum((number) => this.weight[number]);
  }
}

class NameFinder {
  /** @param {QuestionData} data @param {(text: string) => string} fold */
  constructor({ names, constants }, fold) {
    this.constants = constants;
    this.known = /** @type {Map<string, number>} */ (new Map());
    this.names = /** @type {Map<string, Named>} */ (new Map());
    this.japanese = /** @type {[string, Named][]} */ ([]);
    for (const [table, kind] of Object.entries(KINDS)) {
      for (const [name, others] of Object.entries(names[/** @type {keyof Names} */ (table)])) {
        for (const other of [name, ...others].map(fold)) {
          const words = tokens(other).join(" ");
          if (JAPANESE.test(other)) this.japanese.push([other, [kind, name]]);
          else if (!this.names.has(words)) this.names.set(words, [kind, name]);
        }
      }
    }
    this.japanese.sort(([one], [other]) => other.length - one.length);
    this.starts = new Set([...this.names.keys()].map((words) => words.split(" ", 1)[0]));
    this.longest = Math.max(...[...this.names.keys()].map((words) => words.split(" ").length));
    this.single = [...this.names].filter(([words]) => !words.includes(" "));
  }

  /** @param {string} text @param {boolean} exactly @returns {[text: string, names: Named[]]} */
  find(text, exactly) {
    for (const [at, [name, [kind]]] of JAPANESE.test(text) ? this.japanese.entries() : []) {
      text = text.replaceAll(name, ` @${kind}:${at} `);
    }
    const words = text.split(/\s+/u).flatMap((word) => (word.startsWith("@") ? [word] : tokens(word)));
    const found = /** @type {Named[]} */ ([]);
    const said = [];
    for (let at = 0; at < words.length; ) {
      const marked = /^@[a-z]+:(\d+)$/.exec(words[at]);
      /** @type {[taken: number, named: Named | undefined]} */
      const [taken, named] = marked ? [1, this.japanese[Number(marked[1])][1]] : this.at(words, at, exactly);
      if (named) found.push(named);
      said.push(named ? `@${named[0]}` : words[at]);
      at += taken;
    }
    return [said.join(" "), found];
  }

  /** @param {string[]} words @param {number} at @param {boolean} exactly @returns {[number, Named | undefined]} */
  at(words, at, exactly) {
    for (let length = this.starts.has(words[at]) ? Math.min(this.longest, words.length - at) : 0; length > 0; length -= 1) {
      const named = this.names.get(words.slice(at, at + length).join(" "));
      if (named) return [length, named];
    }
    const stems = [1, 2, 3].map((letters) => words[at].slice(0, -letters)).filter((stem) => stem.length >= this.constants.SHORTEST);
    const inflected = stems.map((stem) => this.names.get(stem)).find((named) => named && /^(city|province)$/.test(named[0]));
    return [1, inflected ?? (exactly ? undefined : this.meant(words[at]))];
  }

  /** @param {string} word @returns {Named | undefined} */
  meant(word) {
    if (word.length < this.constants.SHORTEST || this.known.has(word) || JAPANESE.test(word)) return undefined;
    let [least, best] = [word.length >= this.constants.LONG ? 3 : 2, /** @type {Named | undefined} */ (undefined)];
    for (const [name, named] of this.single) {
      if (name[0] !== word[0] || name.length < this.constants.SHORTEST) continue;
      const away = distance(word, name);
      if (away < least) [least, best] = [away, named];
    }
    return best;
  }
}

/** @param {string} one @param {string} other */
function distance(one, other) {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let there = 1; there <= other.length; there += 1) {
      const changed = rows[at - 1][there - 1] + Number(one[at - 1] !== other[there - 1]);
      let cost = Math.min(rows[at - 1][there] + 1, row[there - 1] + 1, changed);
      if (at > 1 && there > 1 && one[at - 1] === other[there - 2] && one[at - 2] === other[there - 1]) {
        cost = Math.min(cost, rows[at - 2][there - 2] + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[one.length][other.length];
}

export class Questions {
  /** @param {QuestionData} data */
  constructor(data) {
    this.data = data;
    this.listed = Object.entries(data.listed).flatMap(([id, several]) => several.map((each) => [id, each]));
    this.finder = new NameFinder(data, (text) => this.fold(text));
    this.folded = /** @type {[string, string][]} */ (this.listed.map(([id, text]) => [id, this.prepared(text, true)[0]]));
    const { known } = this.finder;
    for (const word of this.folded.flatMap(([, text]) => tokens(text))) known.set(word, (known.get(word) ?? 0) + 1);
    this.matcher = new Matcher(this.folded, data);
    this.turning = data.turning.map((words) => new RegExp(words));
  }

  /** @param {string} text */
  fold(text) {
    const lower = [...text.normalize("NFKC").toLowerCase()].map((letter) => this.data.letters[letter] ?? letter).join("");
    return lower.normalize("NFD").replace(/[\u0300-\u036f]+/g, "").normalize("NFC");
  }

  /** @param {string} text @param {boolean} exactly @returns {[text: string, names: Named[]]} */
  prepared(text, exactly) {
    let plain = exactly ? this.fold(text) : this.fold(text).replaceAll("@", " ");
    if (JAPANESE.test(plain)) {
      for (const [word, figure] of Object.entries(this.data.numbers)) plain = plain.replaceAll(word, figure);
    }
    const [said, names] = this.finder.find(plain, exactly);
    return [tokens(said).map((token) => this.data.numbers[token] ?? token).join(" "), names];
  }

  /** Returns what answers a question, best first. @param {string} question @returns {Result[]} */
  results(question) {
    const { FACT, LIMIT, LEAST, NEAR } = this.data.constants;
    const [said, names] = this.prepared(question, false);
    const text = said.split(" ").map((word) => this.meant(word)).join(" ");
    if (names.some(([kind]) => kind === "game")) return [];
    const asked = figures(text);
    const found = /** @type {Result[]} */ ([]);
    const told = new Set();
    let least = LEAST;
    for (const { id: match, fit, at, likeness } of this.byFit(text, names)) {
      let [kind, id] = match.includes(":") ? split(match) : ["clause", match];
      let [, listed] = this.listed[at];
      if (kind === "fact" && id in this.data.needs) {
        [id, listed] = [`${id}:${this.namedFor(id, names).join("-")}`, filled(listed, names)];
      } else if (kind === "fact" && !asked.includes(split(id)[1])) {
        continue;
      } else if (kind === "clause" && id in this.data.by_reading) {
        [kind, id] = ["dispute", this.data.by_reading[id]];
      }
      if (fit < least || kind === "other") break;
      if (!found.length) least = Math.max(LEAST, NEAR * Math.min(1, fit));
      const about = this.data.alike[`${kind}:${id}`] ?? [`${kind}:${id}`];
      if (told.has(about[0])) continue;
      about.forEach((each) => told.add(each));
      const isTurned = () => String(this.turned(text).slice(0, 3)) !== String(this.turned(this.data.disputed[id]).slice(0, 3));
      const verdict = kind === "clause" ? this.verdict(text, match, likeness) : kind === "dispute" && isTurned() ? TURNED : "";
      found.push({ kind, id, question: listed.replace(/^[+-] /, ""), fit, verdict });
    }
    const gained = (/** @type {Result} */ { fit, verdict }) => fit * (["+", "-"].includes(verdict) ? FACT : 1);
    if (found[0]?.kind === "fact" && /[0-9]$/.test(found[0].id)) found.sort((one, other) => gained(other) - gained(one));
    return found.slice(0, LIMIT);
  }

  /** @param {string} word */
  meant(word) {
    const { known } = this.finder;
    if (known.has(word) || word.length < this.data.constants.SHORTEST - 1 || !/^\p{L}+$/u.test(word) || JAPANESE.test(word)) return word;
    const near = [...known].filter(([each]) => each[0] === word[0] && Math.abs(each.length - word.length) < 2 && distance(each, word) === 1);
    return near.sort(([one, count], [other, most]) => most - count || (one < other ? 1 : -1))[0]?.[0] ?? word;
  }

  /** Returns the mark that nearly all questions of an id have that a text is most like. @param {string} text @param {string} id @param {Float64Array} likeness */
  verdict(text, id, likeness) {
    const { SURE, LIKE, AGREED, SAME } = this.data.constants;
    /** @type {Record<string, number>} */
    const weights = { "+": 0, "-": 0, "": 0 };
    let most = 0;
    for (const [at, [name, listed]] of this.listed.entries()) {
      const own = this.folded[at][1];
      if (name !== id || likeness[at] < LIKE || String(figures(own)) !== String(figures(text))) continue;
      const mark = "+-".includes(listed[0]) && !/@(province|module)/.test(own) ? listed[0] : "";
      if (likeness[at] > SAME) return mark;
      const differing = this.turning.filter((words) => words.test(text) !== words.test(own)).length;
      weights[mark] += (likeness[at] * likeness[at] * likeness[at] * likeness[at] * likeness[at]) / 2 ** differing;
      most = Math.max(most, likeness[at]);
    }
    const [[best, weight]] = Object.entries(weights).sort(([, one], [, other]) => other - one);
    return !this.turned(text)[2] && most >= SURE && weight >= AGREED * (weights["+"] + weights["-"] + weights[""]) ? best : "";
  }

  /** @param {string} text */
  turned(text) {
    return this.turning.map((words) => words.test(text));
  }

  /** Returns the words of a question, without names, that this language doesn't list, and their share. @param {string} question @returns {[string, number]} */
  strange(question) {
    const said = tokens(this.prepared(question, false)[0]).filter((token) => token[0] !== "@");
    const others = said.filter((token) => !this.finder.known.has(token));
    return [others.join(" "), others.length / Math.max(1, said.length)];
  }

  /** @param {string} text @param {Named[]} names */
  byFit(text, names) {
    const { needs, modules, constants } = this.data;
    const chapters = names.filter(([kind]) => kind === "module").map(([, name]) => name);
    const known = this.matcher.known(text);
    const found = [];
    for (const { id, at, score, likeness } of this.matcher.matches(text)) {
      const [kind, fact] = split(id);
      const isNamed = (kind === "fact" && fact in needs) || (kind === "other" && names.length > 0);
      if (isNamed && kind === "fact" && !this.namedFor(fact, names).length) continue;
      const hasMore = id === "fact:road" && new Set(names.filter(([sort]) => sort === "city").map(String)).size > needs.road[1];
      let gain = hasMore ? known / constants.FACT : isNamed ? constants.FACT : known;
      if (chapters.length && id in modules) gain *= chapters.includes(modules[id]) ? constants.NAMED : 1 / constants.NAMED;
      found.push({ id, at, likeness, fit: rounded(score * gain) });
    }
    return found.sort((one, other) => other.fit - one.fit || one.at - other.at);
  }

  /** @param {string} fact @param {Named[]} names @returns {string[]} */
  namedFor(fact, names) {
    const [[wanted, count], provinces] = [this.data.needs[fact], this.data.names.provinces];
    const about = [...new Set(names.filter(([kind, name]) => kind === wanted || (wanted === "province" && name in provinces)).map(([, name]) => name))].slice(0, count);
    return about.length === count ? about.sort() : [];
  }
}

/** @param {string} question @param {Named[]} names */
function filled(question, names) {
  for (const [kind, name] of names) question = question.replace(`@${kind}`, () => name);
  return question.includes("@") ? names.map(([, name]) => name).join(" – ") : question;
}
