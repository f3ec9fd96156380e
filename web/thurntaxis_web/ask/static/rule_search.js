// Ranks the clauses for a question, as `taxis rule` does, by the data that the build exports from that command's search
// (`search_data` in thurntaxis_rulebook.corpus.full_text_search). Beyond it, words with a typing error are corrected.
//
// A search library can't take its place: MiniSearch, given the same terms, stems and synonyms, ranked 5 of 194 questions
// as the command does, and had the answer among the first three for 169 of them, the command for all. MiniSearch adds up
// the scores of synonyms, ignores how much of a question a clause covers, and doesn't split Japanese into words.

/**
 * @typedef {{language: string, clauses: string[], modules: number[], best: number, scores: Record<string, number[]>,
 *   spellings: string[], stop_words: string[], synonyms: string[], suffixes: string, piece: string,
 *   linking: string[], endings: string[], letters: Record<string, string>, prefix: number, limit: number,
 *   weights: {synonym: number, coverage: number, module: number, least: number}}} SearchData
 * @typedef {[term: string, weight: number][]} Terms
 * @typedef {{word: string, terms: Terms}} QueryWord
 * @typedef {{clauses: string[], corrected: Map<string, string[]>, unknown: string[]}} Found
 */

/** From this length on a word may have two typing errors. */
const LONG = 8;

export class RuleSearch {
  /** @param {SearchData} data */
  constructor(data) {
    this.data = data;
    this.japanese = data.language === "ja";
    this.scores = new Map(Object.entries(data.scores));
    this.modules = new Set(data.modules);
    this.suffixes = new RegExp(data.suffixes, "u");
    /** @type {Map<string, Set<string>>} */
    this.synonyms = new Map();
    for (const line of data.synonyms) {
      const stems = this.words(line).map((word) => this.stem(word));
      for (const stem of stems) this.synonyms.set(stem, new Set([...(this.synonyms.get(stem) ?? []), ...stems]));
    }
    this.stopWords = new Set(data.stop_words.flatMap((word) => this.words(word)));
    /** @type {Map<string, string>} each word in use, as it is spelled, by its folded form */
    this.spelling = new Map(data.spellings.map((word) => [this.fold(word), word]));
    /** @type {Map<string, string>} the words that a mistyped one may stand for, as they are spelled */
    this.vocabulary = new Map(this.spelling);
    const others = [...data.synonyms, ...data.stop_words].flatMap((line) => line.toLowerCase().split(/\s+/));
    for (const word of this.japanese ? [...this.synonyms.keys(), ...this.scores.keys()] : others) {
      const folded = this.japanese ? word : this.fold(word);
      if (!this.vocabulary.has(folded)) this.vocabulary.set(folded, word);
    }
  }

  /**
   * Returns all clauses that match a question, best first; which words were corrected, and which mean nothing here.
   * @param {string} question @returns {Found}
   */
  find(question) {
    const query = this.japanese ? this.japaneseQuery(question) : this.query(question);
    /** @type {Map<string, string[]>} */
    const corrected = new Map();
    const meant = query.flatMap((each) => this.correction(each, corrected));
    const matching = meant.filter(({ terms }) => terms.length);
    const unknown = meant.filter(({ word, terms }) => !terms.length && !this.stopWords.has(word));
    return { clauses: this.ranked(matching), corrected, unknown: unknown.map(({ word }) => word) };
  }

  // ---- the words of a question

  /** @param {string} text */
  fold(text) {
    const lower = [...text.toLowerCase()].map((letter) => this.data.letters[letter] ?? letter).join("");
    return lower.normalize("NFD").replace(/[\u0300-\u036f]+/g, "");
  }

  /** Returns the words of a text in the form in which they are looked up. @param {string} text @returns {string[]} */
  words(text) {
    if (this.japanese) return normalWidth(text).split(/\s+/).filter(Boolean);
    return this.fold(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
  }

  /** @param {string} word @returns {string} */
  stem(word) {
    const shorter = word.replace(this.suffixes, "");
    return shorter === word ? word : this.stem(shorter);
  }

  /**
   * Returns the words of a question without stop words, or with them if it has no others.
   * @param {string} question @returns {QueryWord[]}
   */
  query(question) {
    const all = [...new Set(this.words(question))];
    const telling = all.filter((word) => !this.stopWords.has(word));
    return (telling.length ? telling : all).flatMap((word) => this.queryWord(word));
  }

  /**
   * Returns a word with its stem and synonyms, else with the words it is a prefix of, else the parts of a compound.
   * @param {string} word @returns {QueryWord[]}
   */
  queryWord(word) {
    const stem = this.stem(word);
    let terms = this.termsInUse(stem, this.synonyms.get(stem));
    if (!terms.length && word.length >= this.data.prefix) {
      const longer = [...this.scores.keys()].filter((term) => term.startsWith(word));
      terms = longer.map((term) => [term, this.data.weights.synonym]);
    }
    const parts = terms.length ? [] : this.parts(word);
    return parts.length ? parts.flatMap((part) => this.queryWord(part)) : [{ word, terms }];
  }

  /**
   * Returns a term and its synonyms with their weights, the rarest first, without those that no clause contains.
   * @param {string} term @param {Iterable<string>} [synonyms] @returns {Terms}
   */
  termsInUse(term, synonyms = []) {
    const every = new Map([...synonyms].map((each) => [each, this.data.weights.synonym])).set(term, 1);
    const used = [...every].filter(([each]) => this.scores.has(each));
    const clauses = (/** @type {string} */ each) => this.scores.get(each)?.length ?? 0;
    return used.sort(([one], [other]) => clauses(one) - clauses(other) || (one < other ? -1 : 1));
  }

  /** Returns the parts of a compound; none if it doesn't consist of known words. @param {string} word @returns {string[]} */
  parts(word) {
    for (let end = word.length; end >= this.data.prefix; end -= 1) {
      const part = word.slice(0, end);
      const stem = this.stem(part);
      if (!this.spelling.has(part) && !this.scores.has(stem) && !this.synonyms.has(stem)) continue;
      const left = word.slice(end);
      if (this.data.endings.includes(left)) return [part];
      for (const linking of this.data.linking.filter((each) => left.startsWith(each))) {
        const others = this.parts(left.slice(linking.length));
        if (others.length) return [part, ...others];
      }
    }
    return [];
  }

  /**
   * Returns the words of a question without spaces: first those with synonyms, then runs of one script.
   * @param {string} question @returns {QueryWord[]}
   */
  japaneseQuery(question) {
    let left = normalWidth(question);
    /** @type {QueryWord[]} */
    const query = [];
    for (const word of longestFirst(this.synonyms.keys())) {
      if (!left.includes(word)) continue;
      left = left.replaceAll(word, " ");
      query.push(this.japaneseWord(word));
    }
    for (const word of longestFirst(this.stopWords)) left = left.replaceAll(word, " ");
    for (const piece of new Set(left.match(new RegExp(this.data.piece, "gu")))) {
      query.push({ word: piece, terms: this.termsInUse(piece) });
    }
    return query;
  }

  /** @param {string} word @returns {QueryWord} */
  japaneseWord(word) {
    return { word, terms: this.termsInUse(word, this.synonyms.get(word)) };
  }

  /**
   * Returns what a run of one script that no clause contains is looked up by: its pairs of characters.
   * @param {string} piece @returns {QueryWord[]}
   */
  pairs(piece) {
    const pairs = [...piece].slice(1).map((_, at) => piece.slice(at, at + 2));
    return pairs.map((word) => ({ word, terms: this.termsInUse(word) }));
  }

  // ---- typing errors

  /**
   * Returns a word that matches nothing with the terms of the most similar words; one like a stop word stays without.
   * @param {QueryWord} asked
   * @param {Map<string, string[]>} corrected receives the words that are put in its place
   * @returns {QueryWord[]}
   */
  correction(asked, corrected) {
    const { word, terms } = asked;
    if (terms.length || this.stopWords.has(word)) return [asked];
    const similar = this.similar(word);
    const telling = similar.filter((known) => !this.stopWords.has(known));
    /** @type {Map<string, number>} */
    const meant = new Map();
    for (const known of telling) {
      const found = this.japanese ? [this.japaneseWord(known)] : this.queryWord(known);
      for (const [term, weight] of found.flatMap((each) => each.terms)) {
        meant.set(term, Math.max(meant.get(term) ?? 0, weight));
      }
    }
    if (meant.size) corrected.set(word, telling.map((known) => this.vocabulary.get(known) ?? known));
    else if (this.japanese) return this.pairs(word);
    return [{ word: similar[0] ?? word, terms: [...meant] }];
  }

  /**
   * Returns the known words that differ least from a mistyped one: by one letter, or two if it is long. A word too short
   * to lack nothing may only lack a letter, or have two of them swapped.
   * @param {string} word @returns {string[]}
   */
  similar(word) {
    const short = this.japanese ? 2 : this.data.prefix - 1;
    if (word.length < short) return [];
    let least = !this.japanese && word.length >= LONG ? 2 : 1;
    /** @type {string[]} */
    let nearest = [];
    for (const known of this.vocabulary.keys()) {
      if (known.length < short || Math.abs(known.length - word.length) > least) continue;
      const distance = editDistance(word, known, least);
      if (distance > least || (distance === 2 && known[0] !== word[0])) continue;
      const longEnough = Math.min(known.length, word.length) > short || (known.length > word.length && !this.japanese);
      if (!longEnough && !isSwapped(word, known)) continue;
      if (distance < least) nearest = [];
      least = distance;
      nearest.push(known);
    }
    return nearest;
  }

  // ---- the clauses

  /**
   * Returns the ids of the clauses that match, best first. Of the terms of one word only the best in each clause counts.
   * @param {QueryWord[]} query @returns {string[]}
   */
  ranked(query) {
    const { coverage, module, least } = this.data.weights;
    /** @type {Map<number, number>} */
    const scores = new Map();
    /** @type {Map<number, number>} */
    const matched = new Map();
    /** @type {Set<number>} */
    const named = new Set();
    for (const { terms } of query) {
      /** @type {Map<number, number>} */
      const best = new Map();
      for (const [term, weight] of terms) {
        const found = this.scores.get(term) ?? [];
        for (let at = 0; at < found.length; at += 2) {
          best.set(found[at], Math.max(best.get(found[at]) ?? 0, (weight * found[at + 1]) / this.data.best));
        }
      }
      const rarity = Math.log(1 + this.data.clauses.length / best.size);
      for (const [clause, score] of best) {
        scores.set(clause, (scores.get(clause) ?? 0) + rarity * score);
        matched.set(clause, (matched.get(clause) ?? 0) + 1);
      }
      const onlyModules = [...best.keys()].every((clause) => this.modules.has(clause));
      if (terms.length === 1 && onlyModules) for (const clause of best.keys()) named.add(clause);
    }
    for (const [clause, score] of scores) {
      const share = (matched.get(clause) ?? 0) / query.length;
      const aside = this.modules.has(clause) && !named.has(clause) ? module : 1;
      scores.set(clause, score * share ** coverage * aside);
    }
    const fewest = least * Math.max(0, ...scores.values());
    const sorted = [...scores].filter(([, score]) => score >= fewest).sort(([, one], [, other]) => other - one);
    return sorted.map(([clause]) => this.data.clauses[clause]);
  }
}

/** @param {string} text */
const normalWidth = (text) => text.normalize("NFKC").toLowerCase();

/** @param {Iterable<string>} words */
const longestFirst = (words) => [...words].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));

/** @param {string} one @param {string} other */
const isSwapped = (one, other) => [...one].sort().join("") === [...other].sort().join("");

/**
 * Returns how many letters must be added, left out, replaced, or swapped with their neighbour to make one word of the
 * other; any number above `most` if more than these.
 * @param {string} one @param {string} other @param {number} most
 */
function editDistance(one, other, most) {
  let before = /** @type {number[]} */ ([]);
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      next[at] = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + Number(!same));
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (swapped) next[at] = Math.min(next[at], before[at - 2] + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[other.length];
}
