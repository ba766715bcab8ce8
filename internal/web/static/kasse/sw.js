// The service worker of the cash desk and of the puzzles: everything the page is made of is kept,
// so that it opens without a network. The server puts kept = {version, files} in front; with
// another version everything is fetched anew. The desk's page is asked before it changes; with
// the puzzles nothing is lost if the page is another one next time.
/* global kept */

const name = new URL(registration.scope).pathname.split('/').at(-2);
const cache = `${name}-${kept.version}`;

addEventListener('install', (e) => e.waitUntil(caches.open(cache).then((c) => c.addAll(kept.files.map((f) => new Request(f, {cache: 'reload'}))))
  .then(() => name === 'puzzle' && skipWaiting())));

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const old of await caches.keys()) if (old.startsWith(`${name}-`) && old !== cache) await caches.delete(old);
  await clients.claim();
})()));

addEventListener('message', (e) => e.data === 'go' && skipWaiting());

addEventListener('fetch', (e) => {
  const at = new URL(e.request.url);
  if (e.request.method !== 'GET' || at.origin !== location.origin || at.pathname.startsWith('/api/')) return;
  e.respondWith((async () => {
    const c = await caches.open(cache);
    const asked = async () => await c.match(at.pathname) ?? fetch(e.request);
    return e.request.mode === 'navigate' ? asked().catch(async () => await c.match(kept.files.find((f) => f.endsWith('/'))) ?? Response.error()) : asked();
  })());
});
