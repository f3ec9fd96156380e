// The question field, on the start page or from the header; and the switch of languages, which keeps the clause.
"use strict";

const dialog = document.getElementById("ask-dialog");
const attached = new Set();

// A browser runs no module of another file from a page that was opened as a file.
const script = location.protocol === "file:" ? null : new URL("../../shared/ask/ask.js", document.currentScript.src);

async function attach(part) {
  if (attached.has(part)) return;
  attached.add(part);
  if (script) (await import(script)).attach(part);
  else part.querySelector("[role=status]").textContent = part.dataset.needsServer;
}

function ask() {
  const field = document.getElementById("ask");
  if (field) {
    field.focus();
    field.select();
  } else if (!dialog.open) {
    dialog.showModal();
    dialog.querySelector("input").select();
    attach(dialog.querySelector("[data-ask]"));
  }
}

document.getElementById("ask-open").addEventListener("click", ask);
document.addEventListener("keydown", event => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    ask();
  }
});
dialog.addEventListener("keydown", event => {
  if (event.key === "Escape") dialog.close();  // in a field, the key would first empty it
});
dialog.addEventListener("click", event => {
  if (event.target === dialog || event.target.closest("a, form button")) dialog.close();
});
const start = document.getElementById("ask");
if (start) {
  if (matchMedia("(hover: hover)").matches) start.focus({ preventScroll: true });  // not where a keyboard would open
  attach(start.closest("[data-ask]"));
}

for (const link of document.querySelectorAll("[data-language]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
  });
}

// A chapter: its view, which the address names and the browser remembers, and the places in the reader's booklet.
function remembered(name, value) {
  try {
    return value ? localStorage.setItem(name, value) : localStorage.getItem(name);
  } catch {
    return null;  // without storage, the page starts anew
  }
}

function showView(view) {
  document.documentElement.dataset.view = view;
  for (const button of document.querySelectorAll("button[data-view]")) button.ariaPressed = String(button.dataset.view === view);
  history.replaceState(history.state, "", `?view=${view}${location.hash}`);
}

function showPlaces(edition) {
  for (const place of document.querySelectorAll("[data-place]")) {
    const row = (place.closest("details") ?? document).querySelector(`.sources [href$="#${edition}"]`).closest("tr");
    const [at, says] = Array.from(row.querySelectorAll("td"), cell => cell.textContent);
    place.textContent = [at.split(/\s?[;；]/)[0], says].filter(Boolean).join(" · ");
  }
  for (const rule of document.querySelectorAll("[data-held]")) {  // the own rule first, another edition's folded
    const [section, next] = [rule.parentElement, rule.parentElement.nextElementSibling];
    rule.open = rule.dataset.held.split(" ").includes(edition);
    if (!rule.open && next?.querySelector("[data-held]")) next.after(section);
  }
}

const bar = document.querySelector(".chapter-bar");
if (bar) {
  const booklet = bar.querySelector("select");
  const edition = remembered("taxis-edition");
  if (edition) booklet.value = edition;
  booklet.value ||= booklet.querySelector("[selected]").value;
  showPlaces(booklet.value);
  booklet.addEventListener("change", () => {
    remembered("taxis-edition", booklet.value);
    showPlaces(booklet.value);
  });
}
const views = Array.from(document.querySelectorAll("button[data-view]"), button => button.dataset.view);
if (views.length) {
  const wanted = [new URLSearchParams(location.search).get("view"), remembered("taxis-view")];
  showView(wanted.find(view => views.includes(view)) ?? views[0]);
  document.querySelector(":target")?.scrollIntoView();
  bar.addEventListener("click", event => {
    if (!event.target.dataset.view) return;
    remembered("taxis-view", event.target.dataset.view);
    showView(event.target.dataset.view);
  });
}

// The reader's own booklet comes first.
const own = `.sources a[href$="#${remembered("taxis-edition")}"]`;
for (const link of document.querySelectorAll(own)) link.closest("tbody").prepend(link.closest("tr"));

// The table of editions: only the columns that are ticked, and only the rows in which these differ.
const ticks = Array.from(document.querySelectorAll("[data-column]"));
function showColumns() {
  const shown = ticks.filter(tick => tick.checked).map(tick => Number(tick.dataset.column));
  const rows = Array.from(document.querySelectorAll(".all tbody tr"));
  for (const row of rows) row.hidden = shown.length > 1 && new Set(shown.map(at => row.cells[at].textContent)).size < 2;
  for (const cell of document.querySelectorAll(".all :is(th, td)")) {
    cell.hidden = cell.cellIndex > 0 && !shown.includes(cell.cellIndex);
  }
  const alike = document.querySelector("[data-alike]");
  alike.textContent = alike.dataset.alike.replace("#", rows.filter(row => row.hidden).length);
}
if (ticks.length) {
  if (matchMedia("(max-width: 44rem)").matches) {
    const own = remembered("taxis-edition") ?? document.querySelector("[data-ask]").dataset.edition;
    const ids = Array.from(document.querySelectorAll(".all thead a"), link => link.hash.slice(1));
    const first = ids.indexOf(own);
    for (const [at, tick] of ticks.entries()) tick.checked = at === first || at === (first ? 0 : 1);
  }
  for (const tick of ticks) tick.addEventListener("change", showColumns);
  showColumns();
}

// The theme puts the button that copies a block of code into a landmark without a name, and wide tables into frames that
// scroll, but not by keyboard.
new MutationObserver(() => {
  for (const bar of document.querySelectorAll(".md-code__nav:not([role])")) bar.setAttribute("role", "none");
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) frame.tabIndex = 0;
}).observe(document.body, { childList: true, subtree: true });
