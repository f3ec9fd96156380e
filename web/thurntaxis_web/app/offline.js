// Keeps the table for use without a connection. The build writes the version and the list of files.

const VERSION = "{{version}}";
const FILES = {{files}};

const addresses = new Set(FILES.map((file) => new URL(file, self.location.href).href));

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const remove = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("table-") && name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(remove());
});

self.addEventListener("fetch", (event) => {
  const address = event.request.url.replace(/[?#].*$/, "");
  if (event.request.method !== "GET" || !addresses.has(address)) return;
  const answer = async () => (await (await caches.open(VERSION)).match(address)) ?? fetch(event.request);
  event.respondWith(answer());
});
