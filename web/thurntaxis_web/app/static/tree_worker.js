// Grows a tree of a search in an instance of the kernel of its own.
//
// The first message is a `Job`: the memory that Python has prepared, and the call that adds some playouts. Each answer is
// a `Grown`: the tree so far. `{stop: true}` ends the search.

import { Kernel } from "./kernel.js";
import { pause } from "./pause.js";

/**
 * @typedef {{module: WebAssembly.Module, memory: Uint8Array, end: number, at: number, words: Uint8Array, tree_at: number,
 *   spent_at: number, tree: number[], size: number, most: number, begun: number, seconds: number, ended: number,
 *   full: number, round: number}} Job
 * @typedef {{done: boolean, full: boolean, size: number, parts: Uint8Array[]}} Grown
 */

/** How long the tree grows, in milliseconds, before a message is looked for. */
const SLICE = 30;

/** How long it grows, in milliseconds, before it reports its state. */
const REPORT = 200;

/** How many times as long as a report takes it grows before the next one. */
const TIMES_A_REPORT = 100;

/** The columns of the arrays of a tree: counts, nodes, edges, sums. */
const COLUMNS = [1, 1, 6, 7];

let is_stopped = false;

class Growth {
  /** @param {Job} job */
  constructor(job) {
    this.job = job;
    this.kernel = new Kernel(job.module, job.end);
    new Uint8Array(this.kernel.memory).set(job.memory);
    this.words = job.words.slice();
    this.tree = job.tree;
    this.size = job.size;
  }

  /** Adds some playouts, and returns the state of the search. @param {number} spent */
  grow(spent) {
    new DataView(this.words.buffer).setFloat64(8 * this.job.spent_at, spent, true);
    new Uint8Array(this.kernel.memory).set(this.words, this.job.at);
    this.kernel.functions.call();
    return Number(this.kernel.view("i64", this.job.at, 1)[0]);
  }

  /** Gives the tree eight times the space, or as much as there is; returns whether there was any. */
  enlarge() {
    for (const times of [8, 4, 2]) {
      const size = Math.min(times * this.size, this.job.most);
      if (size === this.size) return false;
      try {
        const integers = [4, size / 4, size].map((rows, part) => this.kernel.zeros("i64", rows, COLUMNS[part]));
        const tree = [...integers, this.kernel.zeros("f64", size, COLUMNS[3])];
        const [source, target] = [this.tree, tree].map((addresses) => this.kernel.record(addresses));
        this.kernel.functions.copy_tree(this.tree[0], source, target);
        new DataView(this.words.buffer).setBigInt64(8 * this.job.tree_at, BigInt(target), true);
        this.tree = tree;
        this.size = size;
        return true;
      } catch {
        // a RangeError: not enough memory
      }
    }
    return false;
  }

  /** @param {boolean} done @param {boolean} full */
  tell(done, full) {
    const [nodes, edges] = [...this.kernel.view("i64", this.tree[0], 2)].map(Number);
    const parts = [4, nodes, edges, edges].map((rows, part) => {
      const address = this.tree[part];
      return new Uint8Array(this.kernel.memory.slice(address, address + 8 * rows * COLUMNS[part]));
    });
    /** @type {Grown} */
    const grown = { done, full, size: this.size, parts };
    self.postMessage(grown, { transfer: parts.map(({ buffer }) => buffer) });
  }

  async run() {
    const { begun, seconds, ended, full, round } = this.job;
    let due = performance.now() + REPORT / 2;
    let pause_due = performance.now() + SLICE;
    for (;;) {
      const passed = performance.timeOrigin + performance.now() - begun;
      const state = this.grow(is_stopped ? 1 : passed / 1000 / seconds);
      if (state === ended || (state === full && !this.enlarge())) {
        this.tell(true, state === full);
        return;
      }
      const now = performance.now();
      if (state === round && now > due) {
        this.tell(false, false);
        due = performance.now() + Math.max(REPORT, TIMES_A_REPORT * (performance.now() - now));
      }
      if (now > pause_due) {
        await pause();
        pause_due = performance.now() + SLICE;
      }
    }
  }
}

self.onmessage = ({ data }) => {
  if (data.stop) is_stopped = true;
  else new Growth(data).run();
};
