// Loading and sharing: a line, JSON, TOML or a record from text or file; address, QR code, share sheet, record file.

import { list_games } from "./keeping.js";
import { dialog, field, make, message, notice, part, words } from "./page.js";
import { warn } from "./ruling.js";

/** @typedef {import("./table.js").TaxisTable} TaxisTable */

/** How many bytes of a file are read at the most; a larger one is refused by its beginning. */
const MOST_BYTES = 4_000_000;

/** @param {TaxisTable} table */
export function ask_load(table) {
  const shown = dialog("load", async () => {
    try {
      const loaded = await table.change("load", [text.value], true);
      shown.close();
      warn(table, loaded);
    } catch (error) {
      notice(shown).textContent = words("not-read", { fault: message(error) });
    }
  });
  list_games(table, shown);
  const text = field(shown, "position");
  const file = /** @type {HTMLInputElement} */ (shown.querySelector('[type="file"]'));
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) text.value = await chosen.slice(0, MOST_BYTES).text();
  });
}

/** @param {TaxisTable} table */
export async function share(table) {
  if (table.view?.own_board) {
    dialog("share-own-board");
    return;
  }
  const { qrcode } = await import("./qrcode.mjs");
  const code = qrcode(0, "L");
  code.addData(location.href, "Byte");
  code.make();
  const shown = dialog("share");
  /** @type {HTMLElement} */ (shown.querySelector(".code")).innerHTML = code.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
  const address = field(shown, "address");
  address.value = location.href;
  address.addEventListener("focus", () => address.select());
  const send = part(shown, "send");
  send.hidden = !("share" in navigator);
  send.addEventListener("click", () => navigator.share({ title: document.title, url: location.href }).catch(() => undefined));
  part(shown, "copy").addEventListener("click", () => {
    address.select();
    document.execCommand("copy"); // the clipboard of newer browsers is denied to some pages
    notice(shown).textContent = words("copied");
  });
}

/** @param {TaxisTable} table */
export async function download(table) {
  const record = await table.client.ask("record");
  const address = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  make("a", { href: address, download: "game.json" }).click();
  URL.revokeObjectURL(address);
}
