// Runs Python (Pyodide) with the session of a table, and answers what the page asks.
//
// A request is `{id, method, arguments}`; the answer `{id, value}` or `{id, error: {message, ruling?}}`. While advice is
// looked for, `{id, advice}` says what is known so far. `{ready: true}` comes once, or `{fault}`.

import { loadPyodide } from "./pyodide.mjs";

/** How long advice is looked for, in milliseconds, before other requests have their turn. */
const SLICE = 30;

/** @type {Promise<(request: string) => string>} */
const session = start();

/** @returns {Promise<(request: string) => string>} */
async function start() {
  const folder = new URL(".", import.meta.url).href;
  const archive = fetch(new URL("python.zip", folder)).then((answer) => {
    if (!answer.ok) throw new Error(`python.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const pyodide = await loadPyodide({ indexURL: folder });
  pyodide.unpackArchive(await archive, "zip", { extractDir: "/packages" });
  const lang = new URL(self.location.href).searchParams.get("lang") ?? "en";
  pyodide.globals.set("lang", lang);
  return pyodide.runPython(`
import sys
sys.path.insert(0, "/packages")
from thurntaxis_web.app.session import TableSession
TableSession(lang).answer
`);
}

/**
 * @param {(request: string) => string} answer
 * @param {string} method
 * @param {unknown[]} given
 * @returns {{value?: any, error?: {message: string, ruling?: any}}}
 */
function ask(answer, method, given) {
  return JSON.parse(answer(JSON.stringify({ method, arguments: given })));
}

/** Lets messages that have arrived be handled. */
function pause() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(undefined);
    };
    channel.port2.postMessage(undefined);
  });
}

/** The number of the latest search: an older one ends. */
let searches = 0;

/**
 * @param {(request: string) => string} answer
 * @param {number} id
 * @param {object} settings
 */
async function advise(answer, id, settings) {
  const search = (searches += 1);
  const begun = ask(answer, "begin_advice", [settings]);
  if (begun.error) return begun;
  let known;
  for (;;) {
    const until = performance.now() + SLICE;
    do {
      const step = ask(answer, "go_on_advising", []);
      if (step.error) return step;
      if (step.value?.done) return { value: known };
      if (step.value) {
        known = step.value;
        self.postMessage({ id, advice: known });
      }
    } while (performance.now() < until);
    await pause();
    if (search !== searches) return { value: known };
  }
}

self.onmessage = async ({ data: { id, method, arguments: given } }) => {
  try {
    const answer = await session;
    self.postMessage({ id, ...(method === "advise" ? await advise(answer, id, given[0]) : ask(answer, method, given)) });
  } catch (fault) {
    self.postMessage({ id, error: { message: String(fault) } });
  }
};

session.then(
  () => self.postMessage({ ready: true }),
  (fault) => self.postMessage({ fault: String(fault) }),
);
