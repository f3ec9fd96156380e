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
if (start) attach(start.closest("[data-ask]"));

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
