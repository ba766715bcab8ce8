// The service worker: everything the desk is made of is kept, so that it opens and
// books without a network. The server puts kasse = {version, files} in front; with
// another version everything is fetched anew, and the page is asked before it changes.
/* global kasse */

const cache = `kasse-${kasse.version}`;

addEventListener('install', (e) => e.waitUntil(caches.open(cache).then((c) => c.addAll(kasse.files.map((f) => new Request(f, {cache: 'reload'}))))));

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('kasse-') && name !== cache) await caches.delete(name);
  await clients.claim();
})()));

addEventListener('message', (e) => e.data === 'go' && skipWaiting());

addEventListener('fetch', (e) => {
  const at = new URL(e.request.url);
  if (e.request.method !== 'GET' || at.origin !== location.origin || at.pathname.startsWith('/api/')) return;
  e.respondWith((async () => {
    const c = await caches.open(cache);
    const asked = async () => await c.match(at.pathname) ?? fetch(e.request);
    return e.request.mode === 'navigate' ? asked().catch(async () => await c.match(kasse.files.find((f) => f.endsWith('/'))) ?? Response.error()) : asked();
  })());
});
