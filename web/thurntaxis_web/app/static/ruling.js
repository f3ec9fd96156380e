// Answers to "may I?": in short, with the clauses folded away.

import { button, make, message, words } from "./page.js";

/**
 * @typedef {import("./table.js").TaxisTable} TaxisTable
 * @typedef {{event: string, words: string}} Named
 * @typedef {{event: string, legal: boolean, verdict: string, reason: string, place: string, editions: string,
 *   instead: Named[], clauses: {clause: string, title: string, link: string, text: string, booklet: string, sentences: string[]}[]}} RulingWords
 */

/** @param {TaxisTable} table @param {any} error */
export function tell(table, error) {
  const lines = message(error).split("\n");
  table.find("answer").replaceChildren(...lines.map((line) => make("p", { className: "fault" }, line)));
}

/** @param {TaxisTable} table @param {{warnings: {key: string, text: string}[]}} loaded */
export function warn(table, { warnings }) {
  table.find("answer").replaceChildren(...warnings.map(({ text }) => make("p", { className: "warning" }, text)));
}

/** @param {TaxisTable} table @param {string} event */
export async function why(table, event) {
  /** @type {RulingWords} */
  let ruling;
  try {
    ruling = await table.client.ask("why", [event]);
  } catch (error) {
    tell(table, error);
    return;
  }
  const clauses = ruling.clauses.map(({ title, link, text, booklet, sentences, clause }) =>
    make(
      "div",
      { className: "clause", "data-clause": clause },
      ...sentences.map((sentence) => make("p", {}, sentence)),
      make("p", {}, make("a", { href: link }, title)),
      make("p", { className: "text" }, text),
      make("p", { className: "text booklet" }, booklet),
    ),
  );
  table.find("answer").replaceChildren(
    make(
      "p",
      { className: ruling.legal ? "verdict yes" : "verdict no", title: ruling.event },
      make("strong", {}, ruling.verdict),
      " ",
      ruling.reason,
    ),
    make("p", { className: "place" }, ruling.place),
    make("p", { className: "editions" }, ruling.editions),
    make(
      "div",
      { className: "row" },
      ...ruling.instead.map((each) =>
        button(each.words, () => table.act("apply", each.event), { "data-event": each.event, title: each.event }),
      ),
    ),
    make("details", {}, make("summary", {}, words("why")), ...clauses),
  );
}
