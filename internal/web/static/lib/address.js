// Where things are. A server has an address for every page; a site of plain files (chratze
// site) has folders instead, below any path, and perhaps a server elsewhere for tables with
// friends.

/** version begins the addresses of this program's own files at a server, which may be kept for ever: /v/…; '': those without. */
const version = import.meta.url.match(/\/v\/[^/]+/)?.[0] ?? '';

/** root is the path above everything: / at a server that lies below no path. */
const root = new URL('../../', import.meta.url.replace(version, '')).pathname;

const {site: given} = document.documentElement.dataset;

/** site is whether there are only files here, and no server that answers. */
export const site = given !== undefined;

/** server is the server of a site, for tables with friends; '': it has none. */
export const server = given ?? '';

/** to is the address of what has this path at a server. */
export function to(/** @type {string} */ path) {
  if (!site) return root + path.slice(1);
  const of = new URL(path, 'http://server');
  const name = of.pathname.slice(1);
  const table = /^t\/(.+)$/.exec(name)?.[1];
  if (table) return `${root}t/?table=${table}${of.search.replace('?', '&')}${of.hash}`;
  if (name.startsWith('api/')) {
    // answers that are the same for everybody
    const deck = of.searchParams.get('deck');
    return `${root}${name}${deck ? `-${deck}` : ''}.json`;
  }
  return `${root}${name}${/(^|\/|\.\w+)$/.test(name) ? '' : '/'}${of.search}${of.hash}`;
}

/**
 * phones is the first page's address as phones can open it. On the server's own machine the server says it: there, localhost leads no
 * phone here.
 */
export async function phones() {
  const here = `${location.origin}${to('/')}`;
  if (!/^(localhost|127\.|\[::1)/.test(location.hostname)) return here;
  return fetch(to('/qr/AAAAAAAA')).then(
    (r) => r.headers.get('Content-Location')?.split('#')[0] ?? here,
    () => here,
  );
}

/** file is the address of one of the program's own files. */
export const file = (/** @type {string} */ path) => to(site ? path : version + path);

/**
 * decoded is a link as it was before programs for mail and messages encoded it, even twice. A % that encodes nothing stands for a blank.
 */
function decoded(/** @type {string} */ text) {
  for (let n = 0; n < 3; n++)
    text = text
      .replace(/&(?:amp;)?(?:#0*35|#x23|num);/gi, '#')
      .replace(/(%[0-9a-f]{2})+|%/gi, (part) => {
        try {
          return decodeURIComponent(part);
        } catch {
          return ' ';
        }
      });
  return text.normalize('NFKC');
}

/** behind is what is written behind the # of this address. */
export const behind = () => decoded(location.hash.slice(1));

/** within is the secret in a text: as a whole, or once what has broken its line is taken out. */
const within = (/** @type {string} */ text) =>
  [text, text.replace(/=?\s*[\r\n]\s*/g, '')]
    .map((t) => t.match(/[\w-]{28}|[\w-]{22}/)?.[0])
    .find(Boolean) ?? '';

/** secret is the secret of a seat behind the #, out of what a message has put around it; '': there is none. */
export const secret = () => within(behind());

/** pasted is where a link with a secret leads that somebody has typed or pasted; '': there is none, or it is another server's. */
export function pasted(/** @type {string} */ text) {
  const [, host = location.host, at, rest = ''] =
    decoded(text).match(/(?:https?:\/\/([^/]+)\S*?)?\/(t\/\w+|kasse)\/?#?([^]*)/) ?? [];
  const given = at === 'kasse' ? rest.match(/\w+\.\w+/)?.[0] : within(rest);
  return at && given && host === location.host
    ? to(`/${at === 'kasse' ? 'kasse/' : at}#${given}`)
    : '';
}

/** @type {Map<string, Promise<string>>} */
const kept = new Map();

/** once fetches a file that stays as it is while a page is open, and keeps it. What couldn't be fetched is tried again. */
export function once(/** @type {string} */ address) {
  let text = kept.get(address);
  if (!text) {
    text = fetch(address).then((r) => {
      if (r.ok) return r.text();
      throw new Error(`${address}: ${r.status}`);
    });
    text.catch(() => kept.delete(address));
    kept.set(address, text);
  }
  return text;
}

/** path is where this page is at a server: /t/p1, /learn/2. */
export function path() {
  if (!site) return location.pathname.slice(root.length - 1);
  const name = location.pathname.slice(root.length).replace(/(index\.html|\/)$/, '');
  const table = new URLSearchParams(location.search).get('table');
  return `/${name}${name === 't' && table ? `/${table}` : ''}`;
}
