// Lists the legal events of the position in an address by the kernel, before Python answers.
//
// No rule is written here: the kernel has the rules, and `kernel_tables.json` says what its numbers mean. Invalid lines,
// and positions in which the player who decides holds unknown cards, are left to Python.

import { Kernel, file, kernel_module } from "./kernel.js";

/**
 * @typedef {{number: string, name: string, copies: number, horseshoes: number}} Card
 * @typedef {{tables: string[], options: Record<string, [number, string][]>}} Game
 * @typedef {{"city-codes": Record<string, string>, cities: string[], cards: Record<string, Card>, verbs: [string, string][],
 *   stacks: Record<string, {number: number, values: number[]}>, "most-events": number, games: Record<string, Game>}} Board
 * @typedef {{layout: Record<string, number>, phases: Record<string, number>, "phase-names": string[],
 *   officials: Record<string, number>, "official-names": string[], reveals: Record<string, string>,
 *   rewards: Record<string, number>, "office-tiles": Record<string, number[]>, chips: number, modules: string[],
 *   edition: string, editions: Record<string, Record<string, string>>, undealt: string, boards: Record<string, Board>}} Facts
 * @typedef {{groups: Record<string, string>, titles: Record<string, string>, words: Record<string, string>,
 *   separator: string, most: number}} Names
 * @typedef {{chance: boolean, player: number, phase: string, events: string[]}} Events
 */

const TURN = /^([1-4])([a-z])([a-z]*?)(?:([0-9])([0-9]))?(e)?(?:x([0-9]+))?(?:\.([a-z]+))?$/;
const CODES = /[A-Z][a-z][0-9]?|\?[0-9]?/y;
const TILES = /([A-Z][a-z0-9])([0-9]+)/y;

/** A line that is not read here; it is left to Python. */
class Unread extends Error {}

/** @template T @param {T | undefined | null} found @returns {T} */
function known(found) {
  if (found === undefined || found === null) throw new Unread();
  return found;
}

/** @param {RegExp} form @param {string} field */
function* matches(form, field) {
  form.lastIndex = 0;
  for (let at = 0; at < field.length; at = form.lastIndex) yield known(form.exec(field));
}

/** Returns small numbers as the digits of one, the first one as the last digit. @param {number[]} digits @param {number} base */
const in_digits = (digits, base) => digits.reduce((sum, digit, place) => sum + digit * base ** place, 0);

/** @param {bigint[]} numbers */
const total = (numbers) => numbers.reduce((one, other) => one + other, 0n);

/** @param {string} field */
const number = (field) => Number(known(/^[0-9]+$/.exec(field))[0]);

class Reader {
  /** @param {Facts} facts @param {string} line @param {WebAssembly.Module} module */
  constructor(facts, line, module) {
    const [table, ...players] = ` ${line.replaceAll("_", " ").trim()} `.split(" / ").map((part) => part.trim().split(/ +/));
    const [mark, board, rules, turn, ends, display, discard, deck, more, ...rest] = table;
    if (mark !== "TT1" || rest.length || players.length < 2 || players.length > 4) throw new Unread();
    this.facts = facts;
    this.board = known(facts.boards[!board || board === "-" ? "south" : board]);
    this.names = new Map(Object.values(this.board.cards).map((card) => [BigInt(card.number), card.name]));
    this.kernel = new Kernel(module);
    this.at = facts.layout;
    this.tables = this.kernel.integers(this.numbers(field(rules)));
    this.state = this.kernel.zeros("i64", this.at.STATE_SIZE);
    this.out = this.kernel.zeros("i64", this.board["most-events"]);
    /** The cards that are not shown. @type {Map<string, number>} */
    this.unseen = new Map(Object.entries(this.board.cards).map(([code, { copies }]) => [code, copies]));
    this.unknown = 0;
    /** Whether the backs of unknown cards are known. */
    this.backs = false;
    this.put({ PLAYERS: players.length });
    this.read_turn(field(turn) || "1d", players.length);
    const [, start, ender] = known(/^([1-4]?)([1-4]?)$/.exec(field(ends)));
    this.put({ START: Number(start || 1) - 1, ENDER: Number(ender) - 1 });
    this.put_bags(this.at.DISPLAY, this.cards(field(display)));
    const discards = this.cards(field(discard));
    this.put_bags(this.at.DISCARD, discards);
    this.put({ DISCARD_SIZE: discards.length, MESSENGER: -1 });
    this.stacks = Object.values(this.board.stacks).map(({ values }) => [...values]);
    this.offices = known(facts["office-tiles"][players.length]).slice();
    this.chips = facts.chips;
    this.read_table(field(more));
    players.forEach((player, seat) => this.read_seat(this.at.SEATS + this.at.SEAT * seat, seat, player));
    this.stacks.forEach((values, stack) => this.write(this.at.STACKS + stack, in_digits(values, 16)));
    if (this.has_offices) this.put({ OFFICES_LEFT: in_digits(this.offices, 16), CHIPS_LEFT: this.chips });
    this.put_deck(field(deck));
  }

  // ---- what the kernel is given

  /** @param {number} place @param {number | bigint | string} value */
  write(place, value) {
    this.kernel.view("i64", this.state, this.at.STATE_SIZE)[place] = BigInt(value);
  }

  /** Writes values by the names of their places. @param {Record<string, number | bigint | string>} values */
  put(values, seat = 0) {
    for (const [name, value] of Object.entries(values)) this.write(seat + this.at[name], value);
  }

  /** @param {string} name */
  get(name) {
    return Number(this.kernel.view("i64", this.state, this.at.STATE_SIZE)[this.at[name]]);
  }

  /** @param {number} place @param {Card[]} cards */
  put_bags(place, cards) {
    const shoes = (/** @type {Card} */ card) => BigInt(card.number) >> BigInt(this.at.SHOES_AT);
    const bag = (/** @type {Card[]} */ some) => total(some.map((card) => this.city(card)));
    this.write(place, bag(cards));
    this.write(place + this.at.WITH_TWO, bag(cards.filter((card) => shoes(card) === 2n)));
    this.write(place + this.at.WITH_THREE, bag(cards.filter((card) => shoes(card) === 3n)));
  }

  /** Returns the bit of a card's city. @param {Card} card */
  city(card) {
    return BigInt(card.number) & ((1n << BigInt(this.at.SHOES_AT)) - 1n);
  }

  /** Writes the cards that are not shown. @param {string} size */
  put_deck(size) {
    let place = this.at.DECK;
    for (const [code, count] of this.unseen) {
      for (let copy = 0; copy < count; copy += 1) this.write(place++, BigInt(this.board.cards[code].number));
    }
    const unseen = place - this.at.DECK;
    this.put({ DECK_SIZE: unseen });
    const deck = size ? number(size) : unseen - this.unknown;
    if (deck > unseen - this.unknown) throw new Unread();
    this.unknown = unseen - deck;
    if (this.unknown && !deck) throw new Unread();
  }

  // ---- the fields of a line

  /** @param {string} field */
  numbers(field) {
    const words = field ? field.split(".") : [];
    const { modules, editions } = this.facts;
    const edition = known(editions[words.find((word) => word in editions) ?? this.facts.edition]);
    const game = known(this.board.games[modules.filter((module) => words.includes(module)).join(".")]);
    const found = [...game.tables];
    const put = (/** @type {[number, string][]} */ changes) => changes.forEach(([place, value]) => (found[place] = value));
    for (const [option, value] of Object.entries(edition)) put(game.options[`${option}=${value}`] ?? []); // a module may fix it
    for (const word of words) {
      if (word.includes("=")) put(known(game.options[word]));
      else if (!(word in editions || modules.includes(word))) throw new Unread();
    }
    this.has_offices = words.includes("offices-of-honor");
    return found;
  }

  /** @param {string} field @param {number} players */
  read_turn(field, players) {
    const [, player, phase, officials, drawn, played, empty, closed, reveals] = known(TURN.exec(field));
    if (Number(player) > players) throw new Unread();
    const at = Number(player) - 1;
    this.put({ PLAYER: at, ON_TURN: at, PHASE: known(this.facts.phases[phase]), OFFICIAL: this.bits(officials) });
    this.put({ DRAWN: drawn ?? 0, PLAYED: played ?? 0, BEGAN_EMPTY: empty ? 1 : 0, CLOSED: closed ?? 0 });
    if (phase === "o") return;
    /** @type {Record<string, string>} */
    const due = { display: "TO_DISPLAY", hand: "TO_HAND", back: "BACK_DUE" };
    for (const sign of reveals ?? "") {
      const name = due[known(this.facts.reveals[sign])];
      this.put({ [name]: this.get(name) + 1 });
    }
  }

  /** @param {string} signs */
  bits(signs) {
    return [...signs].reduce((sum, sign) => sum | (1 << known(this.facts.officials[sign])), 0);
  }

  /** @param {string} field */
  read_table(field) {
    for (const part of field ? field.split(".") : []) {
      const round = /^r([1-4]+)([a-z])([dh])?$/.exec(part);
      if (/^m[1-4]$/.test(part)) this.put({ MESSENGER: Number(part[1]) - 1 });
      else if (/^b[0-9]$/.test(part)) this.put({ DECK_BACK: part[1] });
      else {
        const [, order, office, reward] = known(round);
        this.put({ PLAYER: Number(order[0]) - 1, RETURNING: in_digits([...order].map(Number), 8) });
        this.put({ ROUND_OFFICE: office === "f" ? 0 : this.bits(office) });
        if (reward || this.is_chance) this.put({ REWARD: known(this.facts.rewards[reward ?? ""]) });
      }
    }
  }

  /** @param {number} me @param {number} seat @param {string[]} fields */
  read_seat(me, seat, fields) {
    const [hand, route, houses, carriage, tiles, extras, , ...rest] = fields.map(field);
    if (rest.length) throw new Unread();
    const unknown = this.unknown;
    const held = this.cards(/^[0-9]+$/.test(hand) ? "?".repeat(Number(hand)) : hand);
    if (this.unknown > unknown && seat === this.get("PLAYER")) throw new Unread();
    this.put_bags(me + this.at.HAND, held);
    const cities = this.cards(route ?? "");
    this.put_bags(me + this.at.ROUTE, cities);
    if (cities.length) this.put({ LEFT: this.city(cities[0]), RIGHT: this.city(cities[cities.length - 1]) }, me);
    const owned = [...matches(/[A-Z][a-z]/y, houses ?? "")].map(([code]) => BigInt(known(this.board["city-codes"][code])));
    this.put({ HAND_SIZE: held.length, LENGTH: cities.length, CARRIAGE: carriage ? number(carriage) : 0 }, me);
    this.put({ HOUSES: total(owned), HOUSES_PLACED: owned.length }, me);
    this.read_tiles(me, tiles ?? "");
    for (const part of extras ? extras.split(".") : []) this.read_extra(me, part);
  }

  /** @param {number} me @param {string} field */
  read_tiles(me, field) {
    let [points, stacks] = [0, 0];
    for (const [, code, value] of matches(TILES, field)) {
      const { number: stack } = known(this.board.stacks[code]);
      const at = this.stacks[stack].indexOf(Number(value));
      if (at < 0) throw new Unread();
      this.stacks[stack].splice(at, 1);
      points += Number(value);
      stacks |= 1 << stack;
    }
    this.put({ POINTS: points, TILES: stacks }, me);
  }

  /** @param {number} me @param {string} part */
  read_extra(me, part) {
    const letters = /^l([0-9]+)(?:u([0-9]+))?$/.exec(part);
    if (letters) {
      this.put({ LETTERS: letters[1], USABLE: letters[2] ?? letters[1] }, me);
    } else if (/^o[a-z]+$/.test(part)) {
      const offices = [...part.slice(1)].map((sign) => known(this.facts.officials[sign]));
      for (const office of offices) this.offices[office] -= 1;
      this.put({ OFFICES: offices.reduce((sum, office) => sum + 16 ** office, 0) }, me);
    } else if (/^c[0-9]+$/.test(part)) {
      this.put({ CHIPS: number(part.slice(1)) }, me);
      this.chips -= number(part.slice(1));
    } else if (part.startsWith("h")) {
      const horses = this.cards(part.slice(1));
      const power = horses.reduce((sum, { horseshoes }) => sum + horseshoes, 0);
      this.put_bags(me + this.at.HORSES, horses);
      this.put({ HORSE_CARDS: horses.length, HORSE_POWER: power }, me);
    } else throw new Unread();
  }

  /** Returns known cards, which are taken from those that are not shown; unknown ones are counted. @param {string} field */
  cards(field) {
    const found = [];
    for (const [code] of matches(CODES, field)) {
      if (code[0] === "?") {
        this.unknown += 1;
        this.backs ||= code.length > 1;
        continue;
      }
      const left = this.unseen.get(code) ?? 0;
      if (!left) throw new Unread();
      this.unseen.set(code, left - 1);
      found.push(this.board.cards[code]);
    }
    return found;
  }

  // ---- what the kernel answers

  /** @returns {Map<string, bigint>} */
  listed() {
    const count = Number(this.kernel.functions.events(this.state, this.tables, this.out));
    return new Map([...this.kernel.view("i64", this.out, count)].map((event) => [this.words(event), event]));
  }

  /** @param {string} text */
  play(text) {
    if (this.unknown) throw new Unread();
    this.kernel.functions.play(this.state, this.tables, known(this.listed().get(text)));
  }

  /** Reveals by chance what is due, and returns the codes of the display. */
  deal() {
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    this.put({ CHANCE: (seed >> 4n) | 1n });
    while (this.get("TO_DISPLAY")) this.kernel.functions.deal_any(this.state, this.tables);
    const bag = this.kernel.view("i64", this.state, this.at.STATE_SIZE)[this.at.DISPLAY];
    const cities = Object.entries(this.board["city-codes"]).sort(([one], [other]) => (one < other ? -1 : 1));
    return cities.map(([code, bit]) => code.repeat(Number((bag / BigInt(bit)) & 3n))).join("");
  }

  get is_chance() {
    return this.get("TO_DISPLAY") + this.get("TO_HAND") + this.get("BACK_DUE") > 0;
  }

  /** @returns {Events} */
  answer() {
    if (this.is_chance && this.backs) throw new Unread(); // they tell what can't be on top of the deck
    return {
      chance: this.is_chance,
      player: this.get("PLAYER"),
      phase: this.facts["phase-names"][this.get("PHASE")],
      events: [...this.listed().keys()].sort(), // as word by word: a space comes before all signs of words
    };
  }

  /** Returns an event as text. @param {bigint} event */
  words(event) {
    const verbs = BigInt(this.at.VERBS);
    const [text, kind] = this.board.verbs[Number(event % verbs)];
    const operand = event / verbs;
    const bits = (/** @type {number} */ place, /** @type {number} */ width) =>
      Number((operand >> BigInt(place)) & ((1n << BigInt(width)) - 1n));
    const { cities } = this.board;
    const named = () => {
      if (kind === "card") return [this.names.get(operand) ?? "deck"];
      if (kind === "cities") return cities.flatMap((city, at) => Array(bits(2 * at, 2)).fill(city));
      if (kind === "cards") {
        const cards = [0, 7, 14].map((place) => bits(place, 7)).filter(Boolean);
        return cards.map((card) => `${cities[card >> 2]}/${card & 3}`).sort();
      }
      if (kind === "officials") return this.facts["official-names"].filter((_, at) => bits(at, 1)).sort();
      return kind === "number" ? [operand] : [];
    };
    return text.replace("*", named().join(" ")).trimEnd();
  }
}

/**
 * Returns events in groups, as Python does later: each with its title, and at first only so many, the shortest first. Only
 * their whole words come from Python alone.
 * @param {string[]} events @param {Names} names
 */
export function in_groups(events, { groups, titles, words, separator, most }) {
  const found = Map.groupBy(events.map((text) => text.split(" ")), ([verb]) => groups[verb] ?? verb);
  const named = (/** @type {string[]} */ event) => (event.length > 1 ? event.slice(1) : event).map((word) => words[word] ?? word);
  return [...found].map(([name, all]) => ({
    name,
    title: titles[name],
    count: all.length,
    events: all
      .sort((one, other) => (name === "close" ? other.length - one.length : one.length - other.length))
      .slice(0, most)
      .map((event) => ({ event: event.join(" "), words: named(event).join(separator) })),
  }));
}

/** @param {string | undefined} text */
const field = (text) => (!text || text === "-" ? "" : text);

/** @type {Promise<[Facts, WebAssembly.Module]> | undefined} */
let loading;

/** Returns what is done with what the kernel needs; null if only Python can do it. @template T @param {(facts: Facts, module: WebAssembly.Module) => T} done @returns {Promise<T | null>} */
async function by_kernel(done) {
  const facts = async () => (await file("kernel_tables.json")).json();
  try {
    return done(...(await (loading ??= Promise.all([facts(), kernel_module()]))));
  } catch {
    return null;
  }
}

/** Returns the legal events of the position that the fragment of an address holds, in the form of `taxis legal --json`. @param {string} fragment */
export async function legal_events(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  if (given.has("seats")) return null;
  return by_kernel((facts, module) => {
    const reader = new Reader(facts, given.get("p") ?? "", module);
    for (const event of (given.get("m") ?? "").split(";").filter(Boolean)) reader.play(event);
    return reader.answer();
  });
}

/** Returns the fragment of a new game, dealt by chance. */
export const new_game = () =>
  by_kernel((facts, module) => {
    const fields = facts.undealt.split(" ");
    fields[5] = new Reader(facts, facts.undealt, module).deal();
    fields[3] = fields[3].split(".")[0];
    return `p=${fields.join("_")}`;
  });
