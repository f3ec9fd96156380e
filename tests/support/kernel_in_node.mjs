// Runs the kernel under Node.js with the jobs on standard input, and prints what `support.kernel_digests` computes.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { load, newTree, words } from "../../examples/kernel_module.mjs";

const results = [];
for (const job of JSON.parse(readFileSync(0, "utf8"))) {
  const result = await legal(job);
  results.push(job.seeds ? { ...result, ...(await played(job)), ...(await searched(job)) } : result);
}
console.log(JSON.stringify(results));

/** Returns the legal events, and how many sequences of them there are by length. */
async function legal({ prepared, depth }) {
  const { functions, view, state, tables, arrays, workspace } = await load(prepared);
  const count = Number(functions.events(state, tables, arrays.events));
  const events = [...view("i64", arrays.events, count)].map((event) => words(event, prepared));
  const perft = [];
  for (let n = 1; n <= depth; n++) perft.push(Number(functions.perft(state, tables, workspace, BigInt(n))));
  return { events: events.sort(), perft };
}

/** Returns random play and games of the policy. */
async function played({ prepared, events, seeds }) {
  const kernel = await load(prepared);
  const { functions, array, state, tables, model, arrays, workspace } = kernel;
  const random = array("i64", prepared.state);
  const played = Number(functions.play_uniformly(random, tables, arrays.events, BigInt(events)));
  const turns = Number(functions.play_many(state, model, workspace, array("i64", seeds)));
  return { played, turns, states: [random, arrays.state].map((address) => digest(kernel, "i64", address)) };
}

/** Returns trees: with the network, with playouts to the end of the game, and with a forced event. */
async function searched({ prepared, playouts, edges }) {
  const trees = [];
  for (const [learned, isForced] of [[true, false], [false, false], [true, true]]) {
    const kernel = await load(prepared);
    const { functions, view, state, tables, unknown, model, arrays, workspace } = kernel;
    const count = Number(functions.events(state, tables, arrays.events));
    const forced = isForced ? view("i64", arrays.events, count)[count - 1] : 0n;
    const tree = newTree(kernel, edges);
    view("i64", model, 4)[3] = BigInt(learned);
    functions.grow(state, unknown, tree.record, model, workspace, BigInt(playouts), forced);
    const integers = [state, tree.counts, tree.nodes, tree.edges].map((address) => digest(kernel, "i64", address));
    trees.push([...integers, digest(kernel, "f64", tree.sums)]);
  }
  return { trees };
}

/** Returns a digest of the bytes of an array. */
function digest({ view }, type, address) {
  const [rows, columns] = view("i64", address - 16, 2);
  const numbers = view(type, address, Number(rows * columns));
  return createHash("sha256").update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)).digest("hex");
}
