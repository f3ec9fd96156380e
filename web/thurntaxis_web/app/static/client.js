// The page's side of the worker: requests, their answers, and what is known while advice is looked for.

/**
 * @typedef {{player: number, lines: {turn: string[], win: any, margin: any, score: any, reasons: any[]}[],
 *   effort: {playouts: number, seconds: number, seed: number}, note?: string}} Advice
 * @typedef {{advice: Advice, html: string, words: {turn: string[], best: string, drawn: string, cards: string[]}[]}} Known
 */

/** An answer that says no: `ruling` is there if an event is not legal, and its keys are those of the error, too. */
export class Refusal extends Error {
  /** @param {{message: string, ruling?: object, words?: string}} error */
  constructor({ message, ruling, words }) {
    super(message);
    this.ruling = ruling;
    this.words = words;
    Object.assign(this, ruling);
  }
}

export class Client {
  /** @param {string} lang */
  constructor(lang) {
    this.requests = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, known?: (known: Known) => void}>} */
    this.waiting = new Map();
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: lang });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = ({ message }) => this.waiting.forEach(({ reject }) => reject(new Error(message)));
  }

  /** @param {{id: number, value?: any, error?: {message: string, ruling?: object, words?: string}, advice?: Known}} answer */
  take({ id, value, error, advice }) {
    const request = this.waiting.get(id);
    if (advice) return request?.known?.(advice);
    this.waiting.delete(id);
    if (error) request?.reject(new Refusal(error));
    else request?.resolve(value);
  }

  /**
   * Asks the session of the table; `known` is called with what is known while advice is looked for.
   * @param {string} method @param {unknown[]} given @param {(known: Known) => void} [known] @returns {Promise<any>}
   */
  ask(method, given = [], known) {
    const id = (this.requests += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, known });
      this.worker.postMessage({ id, method, arguments: given });
    });
  }
}
