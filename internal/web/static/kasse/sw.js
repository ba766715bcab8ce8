// The service worker of the cash desk and of the puzzles: everything the page is made of is kept,
// so that it opens without a network. The server puts kept = {version, files} in front; with
// another version everything is fetched anew. The desk's page is asked before it changes; with
// the puzzles nothing is lost if the page is another one next time.
/* global kept */

const name = new URL(registration.scope).pathname.split('/').at(-2);
const cache = `${name}-${kept.version}`;

/** root is the path above all pages; a site of files lists addresses that are relative already. */
const root = new URL('..', registration.scope).pathname;
const at = (/** @type {string} */ f) => f.replace(/^\//, root);

/** put keeps a file by its name without a version; the program's own come from the address that the page used (as practice/sw.js). */
async function put(c, f) {
  const own = kept.own && /^\/(web|app|learn\/words)\//.test(f);
  const r = await fetch(own ? at(kept.own + f) : new Request(at(f), {cache: 'reload'}));
  if (!r.ok) throw new Error(`${f}: ${r.status}`);
  await c.put(at(f), r);
}

addEventListener('install', (e) =>
  e.waitUntil(
    caches
      .open(cache)
      .then((c) => Promise.all(kept.files.map((f) => put(c, f))))
      .then(() => name === 'puzzle' && skipWaiting()),
  ),
);

addEventListener('activate', (e) =>
  e.waitUntil(
    (async () => {
      for (const old of await caches.keys())
        if (old.startsWith(`${name}-`) && old !== cache) await caches.delete(old);
      await clients.claim();
    })(),
  ),
);

addEventListener('message', (e) => e.data === 'go' && skipWaiting());

addEventListener('fetch', (e) => {
  const {origin, pathname} = new URL(e.request.url);
  if (
    e.request.method !== 'GET' ||
    origin !== location.origin ||
    pathname.startsWith(`${root}api/`)
  )
    return;
  e.respondWith(
    (async () => {
      const c = await caches.open(cache);
      const asked = async () =>
        (await c.match(root + pathname.slice(root.length).replace(/^v\/[^/]+\//, ''))) ??
        fetch(e.request);
      return e.request.mode === 'navigate'
        ? asked().catch(
            async () =>
              (await c.match(at(kept.files.find((f) => f.endsWith('/'))))) ?? Response.error(),
          )
        : asked();
    })(),
  );
});
