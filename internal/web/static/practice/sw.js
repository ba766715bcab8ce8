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
const shells = [
  [/^\/t\/[^/]+$/, '/t/new'],
  [/^\/learn\/\d+$/, '/learn/1'],
];

/** told are answers of a server that stay true for long: asked anew where it can be reached. */
const told = /^\/(api\/(rules|lessons|glossary)|rules|charts|words)(\/|$)/;

/** patience is how long, in ms, a page waits for the server where something is kept; for a page that isn't, five times as long. */
const patience = 2000;

let silent = -Infinity; // when the server was waited for in vain; in the next ten seconds what is kept is taken at once

/**
 * fresh asks for a file. The program's own are asked for at the address of this version, which the pages use: what a page has just
 * loaded comes from the browser's own cache.
 */
const fresh = (/** @type {string} */ name) =>
  kept.own && /^\/(web|app|learn\/words)\//.test(name)
    ? new Request(at(kept.own + name))
    : new Request(at(name), {cache: 'no-cache'});

/** put keeps a file by its name without a version. */
async function put(c, name) {
  const r = await fetch(fresh(name));
  if (!r.ok) throw new Error(`${name}: ${r.status}`);
  await c.put(at(name), r);
}

const mine = async () => (await caches.keys()).filter((name) => name.startsWith(begins));

/** played is whether somebody has played here, by an earlier version: then this one keeps the table, too. */
async function played() {
  for (const name of await mine()) {
    for (const module of kept.module)
      if (await (await caches.open(name)).match(at(module))) return true;
  }
  return false;
}

addEventListener('install', (e) =>
  e.waitUntil(
    (async () => {
      const files = [...kept.files, ...((await played()) ? kept.module : [])];
      const c = await caches.open(cache);
      await Promise.all(files.map((name) => put(c, name)));
    })(),
  ),
);

addEventListener('activate', (e) =>
  e.waitUntil(
    (async () => {
      for (const name of await mine()) if (name !== cache) await caches.delete(name);
      await clients.claim();
    })(),
  ),
);

/** fetched keeps files, one after the other. */
async function fetched(files) {
  const c = await caches.open(cache);
  for (const name of files) {
    if (!(await c.match(at(name)))) await put(c, name).catch(() => {});
  }
}

// A page says what it will need without a network: later with its language, when it rests; and
// module, when somebody plays.
addEventListener('message', (e) => {
  const {later, module} = e.data ?? {};
  const files = [
    ...(module ? kept.module : []),
    ...(later ? kept.later.map((name) => name.replace('{lang}', later)) : []),
  ];
  if (files.length)
    e.waitUntil(fetched(files).then(() => e.source?.postMessage({kept: kept.version})));
});

/** whole fetches an answer to its end. One that is cut off throws, and so does a server, or what stands before it, that is out of order. */
async function whole(request) {
  const r = await fetch(request);
  if (r.status >= 500) throw new Error(`${r.status}`);
  silent = -Infinity;
  return r.ok ? new Response(await r.arrayBuffer(), r) : r;
}

/** within is what is asked for, or throws where that takes longer; soon is for how long a silent server is waited for. */
function within(asked, ms, soon = 0) {
  const known = Date.now() - silent < 10_000;
  return Promise.race([
    asked,
    new Promise((_, fail) =>
      setTimeout(
        () => {
          if (!known) silent = Date.now();
          fail(new Error('late'));
        },
        known ? soon : ms,
      ),
    ),
  ]);
}

/** first asks the server, and gives what it said last, marked, where nothing good comes in time. What comes later is kept for the next time. */
async function first(e) {
  const c = await caches.open(cache);
  const asked = whole(e.request).then(async (r) => {
    if (r.ok) await c.put(e.request, r.clone());
    return r;
  });
  const old = await c.match(e.request, {ignoreSearch: true});
  if (!old) return e.request.mode === 'navigate' ? page(asked) : asked;
  e.waitUntil(asked.catch(() => {}));
  return within(asked, patience).catch(() => {
    const r = new Response(old.body, old);
    r.headers.set('Kept', 'yes');
    return r;
  });
}

/** page is a page that isn't kept here, or one that says so. */
const page = (asked) =>
  within(asked, 5 * patience, patience).catch(async () => {
    const lost = await (await caches.open(cache)).match(at('/web/start/notfound.html'));
    if (!lost) return Response.error();
    const text = (await lost.text())
      .replaceAll(kept.site ? '="../../' : '="/', `="${root}`)
      .replace('<body ', '<body data-lost="offline" ');
    return new Response(text, {status: 503, headers: lost.headers});
  });

/** stored is a file of this version. */
async function stored(request, name) {
  const r = await (await caches.open(cache)).match(at(name));
  return r ?? (request.mode === 'navigate' ? page(whole(request)) : fetch(request));
}

/** there answers whether there is something: where the server can't be reached, whether it is kept. */
const there = (request, name) =>
  within(whole(request), patience).catch(
    async () =>
      (await (await caches.open(cache)).match(name, {ignoreMethod: true})) ?? Response.error(),
  );

/** shared takes what another program shares with this one: hands for the replay, or a link of ours. */
async function shared(request) {
  const form = await request.formData();
  const [file] = form.getAll('hands');
  const said = ['url', 'text']
    .map((name) => form.get(name) ?? '')
    .join(' ')
    .trim();
  const link = said
    .match(/https?:\/\/[^\s<>"]+[\w/=-]/g)
    ?.find((u) => URL.canParse(u) && new URL(u).origin === location.origin);
  if (!file && link) return Response.redirect(link, 303);
  await (await caches.open(cache)).put(at('/replay/shared.txt'), new Response(file ?? said));
  return Response.redirect(at(kept.site ? '/replay/?shared' : '/replay?shared'), 303);
}

addEventListener('fetch', (e) => {
  const of = new URL(e.request.url);
  if (of.origin !== location.origin || !of.pathname.startsWith(root)) return;
  const path = `/${of.pathname.slice(root.length)}`.replace(/^\/v\/[^/]+/, '');
  if (e.request.method === 'POST' && path.replace(/\/$/, '') === '/replay/shared')
    e.respondWith(shared(e.request));
  if (e.request.method === 'HEAD') e.respondWith(there(e.request, at(path)));
  if (e.request.method !== 'GET') return;
  const shell = shells.find(([is]) => is.test(path));
  const name = shell ? shell[1] : path;
  if (told.test(path)) e.respondWith(first(e));
  else if (kept.site || !name.startsWith('/api/')) e.respondWith(stored(e.request, name));
});
