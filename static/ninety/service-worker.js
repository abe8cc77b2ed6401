/* What a device keeps of Ninety: styles and scripts, pages that are the same for everybody, and drills that lie ready
   for one person. Everything else comes from the network, and so does each of these pages while there is one.

   `NINETY` is set by whoever imports this. A new release waits until no page of the old one is open: then it takes
   over, and throws away what the old one has kept. */
"use strict";
const { release, files, offline, pages } = self.NINETY;
const FILES = `files-${release}`;
const PAGES = `pages-${release}-`;
const KEPT = `kept-${release}-`;

self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(hear(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.method === "GET" && pathname.startsWith(files)) event.respondWith(file(request));
});

async function activate() {
  const isOld = (name) => ![FILES, PAGES, KEPT].some((begin) => name.startsWith(begin));
  await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Fetch a page, and keep it with all that it is shown with, marked as what does not know who is here. */
async function keep(cache, address, options) {
  const response = await fetch(address, options);
  if (!response.ok || response.redirected) throw new Error(`${address} cannot be kept`);
  const text = await response.text();
  const headers = Object.fromEntries(["Content-Type", "Content-Security-Policy", "Referrer-Policy"]
    .filter((name) => response.headers.has(name)).map((name) => [name, response.headers.get(name)]));
  await cache.put(address, new Response(text.replace("<html ", "<html data-kept "), { headers }));
  const shown = await caches.open(FILES);
  const sources = new Set(text.match(new RegExp(`(?<=["'])${files}[^"'#?]+`, "g")));
  for (const each of sources) if (!await shown.match(each, { ignoreVary: true })) await shown.add(each);
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (fault) {
    const kept = request.method === "GET" && await caches.match(request.url, { ignoreSearch: true, ignoreVary: true });
    const found = kept || await caches.match(offline, { ignoreVary: true });
    if (found) return found;
    throw fault;
  }
}

async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FILES)).put(request, response.clone());
  return response;
}

/** A page says in which language it is and who is here, which drills lie ready, or which of them has been begun. */
async function hear({ language, person, drills, begun }) {
  if (begun) for (const name of await cachesOf(KEPT)) await (await caches.open(name)).delete(begun);
  if (person !== undefined) for (const name of await cachesOf(KEPT)) if (name !== KEPT + person) await caches.delete(name);
  if (language) await keepPages(language);
  if (drills) await keepDrills(person, drills);
}

/** Keep what is for everybody in one language. */
async function keepPages(language) {
  const name = PAGES + language;
  const cache = await caches.open(name);
  if (await cache.match(pages.at(-1), { ignoreVary: true })) return;
  // As nobody: a page with somebody's name on it is nobody else's to see.
  const asNobody = { credentials: "omit", cache: "no-cache", headers: { "Accept-Language": language } };
  try {
    for (const address of pages) await keep(cache, address, asNobody);
  } catch {
    // The network is gone already: the next page tries again.
    await caches.delete(name);
    return;
  }
  for (const other of await cachesOf(PAGES)) if (other !== name) await caches.delete(other);
}

async function keepDrills(person, drills) {
  const cache = await caches.open(KEPT + person);
  for (const { url } of await cache.keys()) if (!drills.includes(new URL(url).pathname)) await cache.delete(url);
  for (const address of drills) if (!await cache.match(address, { ignoreVary: true })) await keep(cache, address);
}

async function cachesOf(begin) {
  return (await caches.keys()).filter((name) => name.startsWith(begin));
}
