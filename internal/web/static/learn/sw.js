// The service worker of the puzzles: everything they are made of is kept, so that there is
// one every day without a network. The server puts puzzle = {version, files} in front.
/* global puzzle */

const cache = `puzzle-${puzzle.version}`;

addEventListener('install', (e) => e.waitUntil(caches.open(cache).then((c) => c.addAll(puzzle.files.map((f) => new Request(f, {cache: 'reload'}))))
  .then(() => skipWaiting()))); // nothing is lost if the page is another one next time

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('puzzle-') && name !== cache) await caches.delete(name);
  await clients.claim();
})()));

addEventListener('fetch', (e) => {
  const at = new URL(e.request.url);
  if (e.request.method !== 'GET' || at.origin !== location.origin) return;
  e.respondWith((async () => {
    const c = await caches.open(cache);
    const asked = async () => await c.match(at.pathname) ?? fetch(e.request);
    return e.request.mode === 'navigate' ? asked().catch(async () => await c.match(puzzle.files.find((f) => f.endsWith('/'))) ?? Response.error()) : asked();
  })());
});
