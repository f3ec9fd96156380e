// Says what is missing where the page is opened as a file: a browser runs no module of another file then.

if (location.protocol === "file:") {
  const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
  const status = document.querySelector('[data-part="status"]');
  if (status) status.textContent = words["needs-server"];
}
