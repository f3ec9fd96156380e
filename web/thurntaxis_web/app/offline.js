// Keeps pages for use without a connection, in parts: the table, and the rulebook in each language. The part of a page is
// kept as soon as the page is opened; the table and the rulebook in its language follow in the background, unless the
// browser saves data. The build writes the files of each part; other files give it another name.

const PARTS = {{parts}};

const SITE = new URL(".", self.location.href).href;

/** The parts that the file at an address is in: the languages share scripts. */
const partsOf = (address) => Object.keys(PARTS).filter((name) => PARTS[name].includes(address.replace(SITE, "")));

const withoutState = (url) => url.replace(/[?#].*$/, "").replace(/\/$/, "/index.html");
const withoutVersion = (name) => name.replace(/-[0-9a-f]+$/, "");

/** Keeps a part; past the browser's own cache, which may still have files of another version. */
async function keep(name) {
  const cache = await caches.open(name);
  if ((await cache.keys()).length) return;
  await cache.addAll(PARTS[name].map((file) => new Request(file, { cache: "reload" })));
}

/** Keeps the table and the rulebook in the language of a page. */
async function keepRest(url) {
  if (self.navigator.connection?.saveData) return;
  const lang = new URL(url).pathname.split("/").at(-2);
  for (const name of Object.keys(PARTS)) {
    if (["table", `rules-${lang}`].includes(withoutVersion(name))) await keep(name);
  }
}

self.addEventListener("install", (event) => {
  const install = async () => {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
    const open = pages.flatMap((page) => partsOf(withoutState(page.url)));
    const before = (await caches.keys()).map(withoutVersion);
    const wanted = Object.keys(PARTS).filter((name) => open.includes(name) || before.includes(withoutVersion(name)));
    await Promise.all(wanted.map(keep));
    await self.skipWaiting();
  };
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  const remove = async () => {
    const kinds = Object.keys(PARTS).map(withoutVersion);
    const old = (await caches.keys()).filter((name) => kinds.includes(withoutVersion(name)) && !(name in PARTS));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  const rest = async () => {
    for (const page of await self.clients.matchAll({ type: "window" })) await keepRest(page.url);
  };
  // Pages don't wait for the rest.
  event.waitUntil(remove().then(() => void rest().catch(() => undefined)));
});

self.addEventListener("fetch", (event) => {
  const asked = withoutState(event.request.url);
  if (partsOf(`${asked}/index.html`).length) return event.respondWith(Response.redirect(`${asked}/`));
  const address = partsOf(`${asked}.html`).length ? `${asked}.html` : asked; // some hosts leave out ".html"
  const names = partsOf(address);
  if (event.request.method !== "GET" || !names.length) return;
  const answer = async () => {
    const kept = (await Promise.all(names.map((cacheName) => caches.match(address, { cacheName })))).find(Boolean);
    // A browser doesn't open a page with an answer that was redirected.
    return kept?.redirected ? new Response(kept.body, kept) : (kept ?? fetch(event.request));
  };
  event.respondWith(answer());
  if (event.request.mode === "navigate") event.waitUntil(keep(names[0]).then(() => keepRest(address)).catch(() => undefined));
});
