// The service worker of the client: shows a page that says so when the server cannot be reached. It keeps
// only that page and its files; everything else the browser asks the server for, as without it. The server
// serves this file at /worker.js, so that it is in charge of all pages.

const ROOT = "{{root}}";
const PAGE = "/offline";
const FILES = [`${ROOT}/styles/tokens.css`, `${ROOT}/styles/base.css`, `${ROOT}/icon.svg`];

/** The scope of a service worker, for which the types of pages have no name.
 * @typedef {{waitUntil(done: Promise<unknown>): void}} LifeEvent
 * @typedef {LifeEvent & {request: Request, respondWith(answer: Promise<Response>): void}} AskedEvent */

addEventListener("install", (event) => {
  /** @type {LifeEvent} */ (/** @type {unknown} */ (event)).waitUntil(
    caches.open(ROOT).then((cache) => cache.addAll([PAGE, ...FILES])));
});

addEventListener("activate", (event) => {
  /** @type {LifeEvent} */ (/** @type {unknown} */ (event)).waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== ROOT).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const asked = /** @type {AskedEvent} */ (/** @type {unknown} */ (event));
  const { request } = asked;
  if (request.mode === "navigate") asked.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (FILES.includes(new URL(request.url).pathname)) asked.respondWith(fetch(request).catch(() => kept(request)));
});

/** Return the kept answer to a request. @param {Request | string} request */
async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}
