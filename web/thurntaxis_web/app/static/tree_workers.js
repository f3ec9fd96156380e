// The workers in which trees grow, for Python, which starts them and reads their messages.

/** @typedef {import("./tree_worker.js").Grown} Grown */

/** How long a search waits for something new, in milliseconds. */
const PATIENCE = 50;

const working = /** @type {Set<TreeWorker>} */ (new Set());

let told = () => {};

export class TreeWorker {
  /** @param {import("./tree_worker.js").Job} job */
  constructor(job) {
    /** @type {Grown | undefined} */
    this.grown = undefined;
    /** @type {string | undefined} */
    this.fault = undefined;
    this.worker = new Worker(new URL("tree_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      this.grown = data;
      if (data.done) this.end();
      told();
    };
    this.worker.onerror = (event) => {
      this.fault = event.message || "a worker can't be started";
      this.end();
      told();
    };
    this.worker.postMessage(job);
    working.add(this);
  }

  /** Returns what the worker has reported since the last call, if anything. */
  take() {
    if (this.fault) throw new Error(this.fault);
    const grown = this.grown;
    this.grown = undefined;
    return grown;
  }

  stop() {
    this.worker.postMessage({ stop: true });
  }

  end() {
    this.worker.terminate();
    working.delete(this);
  }
}

/** Returns whether trees grow in workers. */
export const is_working = () => working.size > 0;

/** Waits until a worker reports something, or for a moment. */
export function something_new() {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
    told = () => resolve(undefined);
  });
}
