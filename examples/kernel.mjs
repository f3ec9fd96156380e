// Lists the legal events of a position, counts sequences of events, and searches for the best event.
//
//     python -m thurntaxis_solver.kernel.wasm.export examples/midgame.toml > prepared.json
//     node examples/kernel.mjs prepared.json

import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { load, newTree, words } from "./kernel_module.mjs";

const [EVENT, NEXT, VISITS] = [0, 1, 3]; // of the numbers of an edge
const WIN_SUM = 1; // of its sums

const prepared = JSON.parse(readFileSync(argv[2], "utf8"));
const kernel = await load(prepared);
const { functions, view, state, tables, unknown, model, arrays, workspace } = kernel;
const tree = newTree(kernel, 1 << 16);

const count = Number(functions.events(state, tables, arrays.events));
const events = [...view("i64", arrays.events, count)].map((event) => words(event, prepared));
for (const event of events.sort()) console.log(event);

for (const depth of [1n, 2n, 3n]) console.log(`perft ${depth}: ${functions.perft(state, tables, workspace, depth)}`);

functions.grow(state, unknown, tree.record, model, workspace, 2000n, 0n);
const found = [];
let edge = Number(view("i64", tree.nodes, 1)[0]); // the first one of the root
while (edge) {
  const numbers = view("i64", tree.edges + 6 * 8 * edge, 6);
  const sums = view("f64", tree.sums + 8 * 7 * edge, 7);
  found.push({ event: words(numbers[EVENT], prepared), visits: Number(numbers[VISITS]), wins: sums[WIN_SUM] });
  edge = Number(numbers[NEXT]);
}
found.sort((first, second) => second.visits - first.visits);
for (const { event, visits, wins } of found.filter(({ visits }) => visits).slice(0, 5)) {
  console.log(`${event}: ${visits} playouts, ${((100 * wins) / visits).toFixed(1)} % won`);
}
