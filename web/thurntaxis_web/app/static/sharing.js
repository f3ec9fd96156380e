// Loading and sharing: a line, JSON, TOML or a record from text or file; address, QR code, share sheet, record file.

import { button, dialog, make, message, words } from "./page.js";
import { warn } from "./ruling.js";

/** @typedef {import("./table.js").TaxisTable} TaxisTable */

/** How many bytes of a file are read at the most; a larger one is refused by its beginning. */
const MOST_BYTES = 4_000_000;

/** @param {TaxisTable} table */
export function ask_load(table) {
  const text = make("textarea", { rows: 6, name: "position", spellcheck: false });
  const fault = make("p", { className: "fault", role: "status" });
  const file = make("input", {
    type: "file",
    accept: ".json,.toml,.txt",
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (chosen) text.value = await chosen.slice(0, MOST_BYTES).text();
    },
  });
  const shown = dialog(
    words("open"),
    async () => {
      try {
        warn(table, await table.change("load", [text.value]));
        shown.close();
      } catch (error) {
        fault.textContent = words("not-read", { fault: message(error) });
      }
    },
    make("label", {}, words("load-label"), text),
    make("label", {}, words("file"), file),
    fault,
  );
}

/** @param {TaxisTable} table */
export async function share(table) {
  if (table.view?.own_board) {
    const file = button(words("download"), () => download(table), { className: "main" });
    dialog(words("share"), undefined, make("p", {}, words("share-own-board")), make("div", { className: "row" }, file));
    return;
  }
  const { qrcode } = await import("./qrcode.mjs");
  const code = qrcode(0, "L");
  code.addData(location.href, "Byte");
  code.make();
  const picture = make("div", { className: "code", role: "img", "aria-label": words("address") });
  picture.innerHTML = code.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
  const address = make("input", { value: location.href, readOnly: true, name: "address", onfocus: () => address.select() });
  const told = make("span", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      address.select();
      document.execCommand("copy");
    }
    told.textContent = words("copied");
  };
  const send = () => navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
  dialog(
    words("share"),
    undefined,
    picture,
    make("label", {}, words("address"), address),
    make(
      "div",
      { className: "row" },
      ...("share" in navigator ? [button(words("send"), send, { className: "main" })] : []),
      button(words("copy"), copy),
      button(words("download"), () => download(table)),
      told,
    ),
  );
}

/** @param {TaxisTable} table */
export async function download(table) {
  const record = await table.client.ask("record");
  const address = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  make("a", { href: address, download: "game.json" }).click();
  URL.revokeObjectURL(address);
}
