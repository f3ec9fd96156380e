// Says what is missing if the page is opened as a file: then a browser loads no modules from other files.

if (location.protocol === "file:") {
  const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
  const status = document.querySelector('[data-part="status"]');
  if (status) status.textContent = words["needs-server"];
}
