// The search, by the index that Pagefind has written; and the switch of languages, which keeps the clause.
"use strict";

const dialog = document.getElementById("search");
const field = dialog.querySelector("input");
const told = dialog.querySelector("[role=status]");
const list = dialog.querySelector("ol");
const MOST = 20;
const index = new URL(dialog.dataset.index, document.baseURI);
let engine;

async function open() {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  try {
    const loaded = await import(index);
    await loaded.init();
    engine = loaded;
  } catch {
    told.textContent = "taxis site serve";  // a browser reads no index from a page that was opened as a file
    return;
  }
  search();  // for what has been typed while the index was loading
}

function entry(found) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = found.meta.link ? new URL("../" + found.meta.link, index) : found.url;
  const part = (tag, content) => link.append(Object.assign(document.createElement(tag), content));
  part("strong", { textContent: found.meta.title });
  if (found.meta.where) part("small", { textContent: found.meta.where });
  part("span", { innerHTML: found.excerpt });  // escaped by Pagefind, but for its marks
  return item;
}

async function search() {
  const words = field.value.trim();
  if (!engine || !words) {
    told.textContent = "";
    list.replaceChildren();
    return;
  }
  const found = await engine.debouncedSearch(words, {}, 120);
  if (!found) return;  // more has been typed meanwhile
  const shown = await Promise.all(found.results.slice(0, MOST).map(result => result.data()));
  const late = found => Number(found.meta.late ?? 1);
  shown.sort((one, other) => late(one) - late(other));
  told.textContent = shown.length ? "" : dialog.dataset.none;
  list.replaceChildren(...shown.map(entry));
  dialog.dataset.answered = words;
}

function move(event) {
  if (event.key === "Escape") dialog.close();  // in a field, the key would first empty it
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

document.getElementById("search-open").addEventListener("click", open);
document.addEventListener("keydown", event => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    open();
  }
});
field.addEventListener("input", search);
dialog.addEventListener("keydown", move);
dialog.addEventListener("click", event => {
  if (event.target === dialog || event.target.closest("a")) dialog.close();
});
dialog.querySelector("form").addEventListener("submit", event => {
  if (document.activeElement === field) {  // Enter leads to the first answer; the button only closes
    event.preventDefault();
    list.querySelector("a")?.click();
  }
});

for (const link of document.querySelectorAll("[data-language]")) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
  });
}

// The theme puts the button that copies a block of code into a landmark without a name, and wide tables into frames that
// scroll, but not by keyboard.
new MutationObserver(() => {
  for (const bar of document.querySelectorAll(".md-code__nav:not([role])")) bar.setAttribute("role", "none");
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) frame.tabIndex = 0;
}).observe(document.body, { childList: true, subtree: true });
