// Keeps pages for use without a connection, in parts: the table, and the rulebook in each language. A part is kept as
// soon as one of its pages is opened. The build writes the files of each part; other files give it another name.

const PARTS = {{parts}};

/** The part of each file, by address. */
const partOf = new Map(
  Object.entries(PARTS).flatMap(([name, files]) => files.map((file) => [new URL(file, self.location.href).href, name])),
);

const withoutState = (url) => url.replace(/[?#].*$/, "").replace(/\/$/, "/index.html");
const withoutVersion = (name) => name.replace(/-[0-9a-f]+$/, "");

async function keep(name) {
  const cache = await caches.open(name);
  if (!(await cache.keys()).length) await cache.addAll(PARTS[name]);
}

self.addEventListener("install", (event) => {
  const install = async () => {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
    const open = pages.map((page) => partOf.get(withoutState(page.url)));
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
  event.waitUntil(remove());
});

self.addEventListener("fetch", (event) => {
  const address = withoutState(event.request.url);
  const name = partOf.get(address);
  if (event.request.method !== "GET" || !name) return;
  const answer = async () => (await caches.match(address, { cacheName: name })) ?? fetch(event.request);
  event.respondWith(answer());
  if (event.request.mode === "navigate") event.waitUntil(keep(name).catch(() => undefined));
});
