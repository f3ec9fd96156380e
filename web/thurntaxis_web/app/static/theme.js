// The theme, light, dark or the system's: one for the table and the pages of the rules, set before anything is shown.
"use strict";

(() => {
  const folder = new URL(".", location.href).pathname;
  const show = (/** @type {number} */ at) => (document.documentElement.dataset.theme = ["auto", "light", "dark"][at] ?? "auto");
  let chosen = 0;
  try {
    chosen = JSON.parse(localStorage.getItem(`${folder}.__palette`) ?? "null")?.index ?? 0; // where those pages keep it
  } catch {
    // Where nothing is kept, it is the system's.
  }
  show(chosen);
  document.addEventListener("DOMContentLoaded", () => {
    const [status, texts] = [document.querySelector('[data-part="status"]'), document.getElementById("words")];
    // If the page is opened as a file, a browser loads no modules from other files.
    if (location.protocol === "file:" && status) status.textContent = JSON.parse(texts?.textContent ?? "{}")["needs-server"];
    const [select, languages] = ["theme", "language"].map((id) => /** @type {HTMLSelectElement} */ (document.getElementById(id)));
    select.selectedIndex = chosen;
    select.addEventListener("change", () => {
      const at = select.selectedIndex;
      const media = `(prefers-color-scheme${["", ": light", ": dark"][at]})`;
      const color = { media, scheme: ["", "default", "slate"][at], primary: "custom", accent: "custom" };
      show(at);
      try {
        for (const { value } of languages.options) {
          localStorage.setItem(`${new URL(`../${value}/`, location.href).pathname}.__palette`, JSON.stringify({ index: at, color }));
        }
      } catch {
        // Then it holds for this page.
      }
    });
  });
})();
