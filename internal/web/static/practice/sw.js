// The service worker of the pages: with what it keeps they open and are played without a
// network. kept = {version, files, later, module} stands in front (httpd/practice.go). Another
// version is fetched beside this one and waits until no page of this one is open any more, so
// that it interrupts nothing.
/* global kept */

/** root is the path above all pages: / at a server. */
const root = new URL(registration.scope).pathname;

/** begins is how the names of these pages' caches begin: another site at this host has others. */
const begins = `pages-${root} `;
const cache = begins + kept.version;

const at = (/** @type {string} */ name) => root + name.slice(1);

/** shells are pages that are the same file at many addresses. */
const shells = [[/^\/t\/(new|p\d+)$/, '/t/new'], [/^\/learn\/\d+$/, '/learn/1']];

/** told are answers of a server that stay true for long, and pages with a version of their own: asked anew where it can be reached. */
const told = /^\/(api\/(rules|lessons|glossary)|rules|charts|learn\/words|app\/words|kasse|puzzle)(\/|$)/;

const fresh = (/** @type {string} */ name) => new Request(at(name), {cache: 'no-cache'});

const mine = async () => (await caches.keys()).filter((name) => name.startsWith(begins));

/** played is whether somebody has played here, by an earlier version: then this one keeps the table, too. */
async function played() {
  for (const name of await mine()) {
    for (const module of kept.module) if (await (await caches.open(name)).match(at(module))) return true;
  }
  return false;
}

addEventListener('install', (e) => e.waitUntil((async () => {
  const files = [...kept.files, ...(await played() ? kept.module : [])];
  await (await caches.open(cache)).addAll(files.map(fresh));
})()));

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await mine()) if (name !== cache) await caches.delete(name);
  await clients.claim();
})()));

/** fetched keeps files, one after the other. */
async function fetched(files) {
  const c = await caches.open(cache);
  for (const name of files) {
    if (await c.match(at(name))) continue;
    const r = await fetch(fresh(name)).catch(() => null);
    if (r?.ok) await c.put(at(name), r);
  }
}

// A page says what it will need without a network: later with its language, when it rests; and
// module, when somebody plays.
addEventListener('message', (e) => {
  const {later, module} = e.data ?? {};
  const files = [...(module ? kept.module : []), ...(later ? kept.later.map((name) => name.replace('{lang}', later)) : [])];
  if (files.length) e.waitUntil(fetched(files).then(() => e.source?.postMessage({kept: kept.version})));
});

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

/** there answers whether there is something: where the server can't be reached, whether it is kept. */
const there = (request, name) => fetch(request).catch(async () => await (await caches.open(cache)).match(name, {ignoreMethod: true}) ?? Response.error());

/** shared takes what another program shares with this one: hands for the replay, or a link of ours. */
async function shared(request) {
  const form = await request.formData();
  const [file] = form.getAll('hands');
  const said = ['url', 'text'].map((name) => form.get(name) ?? '').join(' ').trim();
  const link = said.match(/https?:\/\/[^\s<>"]+[\w/=-]/g)?.find((u) => URL.canParse(u) && new URL(u).origin === location.origin);
  if (!file && link) return Response.redirect(link, 303);
  await (await caches.open(cache)).put(at('/replay/shared.txt'), new Response(file ?? said));
  return Response.redirect(at(kept.site ? '/replay/?shared' : '/replay?shared'), 303);
}

addEventListener('fetch', (e) => {
  const of = new URL(e.request.url);
  if (of.origin !== location.origin || !of.pathname.startsWith(root)) return;
  const path = `/${of.pathname.slice(root.length)}`;
  if (e.request.method === 'POST' && path.replace(/\/$/, '') === '/replay/shared') e.respondWith(shared(e.request));
  if (e.request.method === 'HEAD') e.respondWith(there(e.request, at(path)));
  if (e.request.method !== 'GET') return;
  const shell = shells.find(([is]) => is.test(path));
  const name = shell ? shell[1] : path;
  if (told.test(name)) e.respondWith(first(e.request));
  else if (kept.site || !name.startsWith('/api/')) e.respondWith((async () => await (await caches.open(cache)).match(at(name)) ?? fetch(e.request))());
});
