// Loads kernel.wasm with a position that was prepared for it. docs/kernel.md describes the memory and the numbers.

import { readFileSync } from "node:fs";

const MODULE = new URL("../solver/thurntaxis_solver/kernel/kernel.wasm", import.meta.url);
const TYPES = { i64: BigInt64Array, f64: Float64Array, f32: Float32Array };

/** Returns the functions of the module, and the position in its memory. Arrays and records are addresses. */
export async function load(prepared) {
  const { memory, __heap_base, ...functions } = (await WebAssembly.instantiate(readFileSync(MODULE))).instance.exports;
  let end = __heap_base.value;
  const allocate = (bytes) => {
    const address = (end + 15) & ~15;
    end = address + bytes;
    const lacking = end - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    return address;
  };
  // Numbers in the memory, to be read and written. Growing the memory invalidates all views.
  const view = (type, address, length) => new TYPES[type](memory.buffer, address, length);
  const zeros = (type, rows, columns = 1) => {
    const address = allocate(16 + rows * columns * TYPES[type].BYTES_PER_ELEMENT) + 16;
    view("i64", address - 16, 2).set([BigInt(rows), BigInt(columns)]);
    return address;
  };
  const array = (type, numbers) => {
    const address = zeros(type, numbers.length);
    view(type, address, numbers.length).set(type === "i64" ? numbers.map(BigInt) : numbers);
    return address;
  };
  const record = (...fields) => {
    const address = allocate(8 * fields.length);
    view("i64", address, fields.length).set(fields.map(BigInt));
    return address;
  };
  const [state, tables, unknown] = ["state", "tables", "unknown"].map((name) => array("i64", prepared[name]));
  const [network, priors] = [array("f32", prepared.network), array("f32", prepared.priors)];
  const model = record(tables, array("f64", prepared.policy), network, true, priors);
  const arrays = Object.fromEntries(prepared.workspace.map(([name, ...shape]) => [name, zeros(...shape)]));
  const workspace = record(...Object.values(arrays));
  return { functions, view, zeros, array, record, state, tables, unknown, model, arrays, workspace };
}

/** Returns a tree with only a root, and space for this many edges. */
export function newTree({ zeros, array, record }, size) {
  const [counts, nodes] = [array("i64", [1, 1, 0, 0]), zeros("i64", size / 4)];
  const [edges, sums] = [zeros("i64", size, 6), zeros("f64", size, 7)];
  return { counts, nodes, edges, sums, record: record(counts, nodes, edges, sums) };
}

/** Returns an event as text. */
export function words(event, { verbs, cards, cities, officials }) {
  const [text, kind] = verbs[event % 32n];
  const operand = event / 32n;
  const bits = (place, width) => Number((operand >> BigInt(place)) & ((1n << BigInt(width)) - 1n));
  const numberedCard = (card) => (card ? [`${cities[card >> 2]}/${card & 3}`] : []);
  const named = {
    none: () => [],
    card: () => [cards[operand] ?? "deck"],
    cities: () => cities.flatMap((city, number) => Array(bits(2 * number, 2)).fill(city)),
    cards: () => [0, 7, 14].flatMap((place) => numberedCard(bits(place, 7))).sort(),
    officials: () => officials.filter((_, number) => bits(number, 1)).sort(),
    number: () => [operand],
  };
  return text.replace("*", named[kind]().join(" ")).trimEnd();
}
