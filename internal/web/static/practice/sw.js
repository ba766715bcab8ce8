// The service worker of the pages: with what it keeps they open and are played without a
// network. The server puts kept = {version, files, later} in front. Another version is
// fetched beside this one and waits until no page of this one is open any more, so that it
// interrupts nothing.
/* global kept */

const cache = `pages-${kept.version}`;

/** shells are pages that are the same file at many addresses. */
const shells = [[/^\/t\/(new|p\d+)$/, '/t/new'], [/^\/learn\/\d+$/, '/learn/1']];

/** told are answers of a server that stay true for long, and pages with a version of their own: asked anew where it can be reached. */
const told = /^\/(api\/(rules|lessons|glossary)|rules|charts|learn\/words|app\/words|kasse|puzzle)(\/|$)/;

const fresh = (/** @type {string} */ f) => new Request(f, {cache: 'no-cache'});

addEventListener('install', (e) => e.waitUntil(caches.open(cache).then((c) => c.addAll(kept.files.map(fresh)))));

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('pages-') && name !== cache) await caches.delete(name);
  await clients.claim();
})()));

/** later fetches what is only needed without a network, one after the other. */
async function later(lang) {
  const c = await caches.open(cache);
  for (const f of kept.later.map((name) => name.replace('{lang}', lang))) {
    if (await c.match(f)) continue;
    const r = await fetch(fresh(f)).catch(() => null);
    if (r?.ok) await c.put(f, r);
  }
}

addEventListener('message', (e) => { if (e.data?.later) e.waitUntil(later(e.data.later).then(() => e.source?.postMessage({kept: kept.version}))); });

/** first asks the server, and gives what it said last where it can't be reached. */
async function first(request) {
  const c = await caches.open(cache);
  try {
    const r = await fetch(request);
    if (r.ok) await c.put(request, r.clone());
    return r;
  } catch (err) {
    const old = await c.match(request, {ignoreSearch: true});
    if (old) return old;
    throw err;
  }
}

/** shared takes what another program shares with this one: hands for the replay, or a link of ours. */
async function shared(request) {
  const form = await request.formData();
  const [file] = form.getAll('hands');
  const said = ['url', 'text'].map((name) => form.get(name) ?? '').join(' ').trim();
  const link = said.match(/https?:\/\/\S+/g)?.find((u) => URL.canParse(u) && new URL(u).origin === location.origin);
  if (!file && link) return Response.redirect(link, 303);
  await (await caches.open(cache)).put('/replay/shared', new Response(file ? await file.text() : said));
  return Response.redirect('/replay?shared', 303);
}

addEventListener('fetch', (e) => {
  const at = new URL(e.request.url);
  if (e.request.method === 'POST' && at.pathname === '/replay/shared') e.respondWith(shared(e.request));
  if (e.request.method !== 'GET' || at.origin !== location.origin) return;
  const shell = shells.find(([is]) => is.test(at.pathname));
  const name = shell ? shell[1] : at.pathname;
  if (told.test(name)) e.respondWith(first(e.request));
  else if (!name.startsWith('/api/')) e.respondWith((async () => await (await caches.open(cache)).match(name) ?? fetch(e.request))());
});
