// Runs Python (Pyodide) with the session of a table, and answers what the page asks, in the language that is its name.
//
// A request is `{id, method, arguments}`; the answer `{id, value}` or `{id, error: {message, ruling?}}`. While advice is
// looked for, `{id, advice}` says what is known so far.

import { file } from "./kernel.js";
import { pause } from "./pause.js";
import { loadPyodide } from "./pyodide.mjs";
import * as tree_workers from "./tree_workers.js";

/** How long an exact answer is worked out, in milliseconds, before other requests have their turn. */
const SLICE = 30;

const FOLDER = new URL(".", import.meta.url).href;

/**
 * Asks the session of the table.
 * @typedef {(method: string, given: unknown[]) => {value?: any, error?: {message: string, ruling?: any}}} Ask
 */

/** The caches in which Python's memory is kept once the packages are imported; the digest of its files follows. */
const MEMORY = "python-memory-";

/** What Python does before its memory is kept: a view and a ruling read the texts of the language. */
const PREPARE = `
import sys
sys.path.insert(0, "/packages")
from thurntaxis_web.app.session import TableSession
first = TableSession(lang)
first.view(), first.why("end")
del first, lang
`;

/** What it does after that: otherwise, each start from a kept memory would draw the same random numbers. */
const BEGIN = `
import importlib, random
importlib.invalidate_caches()
random.seed()
TableSession(lang).answer
`;

const session = start();

/** Returns Python ready to begin: from the memory that an earlier visit has kept, if there is one. */
async function prepared() {
  const archive = file("python.zip").then((answer) => answer.arrayBuffer());
  const name = `${MEMORY}${(await (await file("python.json")).json()).digest}`;
  const unpack = async (/** @type {any} */ pyodide) => {
    pyodide.unpackArchive(await archive, "zip", { extractDir: "/packages" });
    return pyodide;
  };
  const kept = await (await self.caches?.match("memory", { cacheName: name }))?.arrayBuffer();
  if (kept) {
    try {
      return await unpack(await loadPyodide({ indexURL: FOLDER, _loadSnapshot: kept }));
    } catch {
      await caches.delete(name); // and starts as on a first visit
    }
  }
  const pyodide = await unpack(await loadPyodide({ indexURL: FOLDER, _makeSnapshot: Boolean(self.caches) }));
  pyodide.globals.set("lang", self.name);
  pyodide.runPython(PREPARE);
  if (self.caches) keep(name, pyodide.makeMemorySnapshot()).catch(() => undefined);
  return pyodide;
}

/** Keeps Python's memory in place of what was kept before. @param {string} name @param {Uint8Array<ArrayBuffer>} memory */
async function keep(name, memory) {
  for (const other of await caches.keys()) if (other.startsWith(MEMORY)) await caches.delete(other);
  await (await caches.open(name)).put("memory", new Response(memory));
}

/** @returns {Promise<Ask>} */
async function start() {
  const pyodide = await prepared();
  pyodide.globals.set("lang", self.name);
  pyodide.registerJsModule("tree_workers", tree_workers);
  const answer = pyodide.runPython(BEGIN);
  return (method, given) => JSON.parse(answer(JSON.stringify({ method, arguments: given })));
}

/** The number of the latest search: an older one ends. */
let searches = 0;

/** @param {Ask} ask @param {number} id @param {object} settings */
async function advise(ask, id, settings) {
  const search = (searches += 1);
  const begun = ask("begin_advice", [settings]);
  if (begun.error) return begun;
  let known;
  for (;;) {
    const until = performance.now() + SLICE;
    do {
      const step = ask("go_on_advising", []);
      if (step.error) return step;
      if (step.value?.done) return { value: known };
      if (step.value) {
        known = step.value;
        self.postMessage({ id, advice: known });
      }
    } while (performance.now() < until && !tree_workers.is_working());
    await (tree_workers.is_working() ? tree_workers.something_new() : pause());
    if (search !== searches) return known ? { value: known } : { error: { message: "another search has begun" } };
  }
}

self.onmessage = async ({ data: { id, method, arguments: given } }) => {
  try {
    const ask = await session;
    self.postMessage({ id, ...(await (method === "advise" ? advise(ask, id, given[0]) : ask(method, given))) });
  } catch (fault) {
    self.postMessage({ id, error: { message: String(fault) } });
  }
};
