// A seat asked of the server, and what is said when it gives none.

import {site, to} from './address.js';

/**
 * refused says why the server wouldn't.
 * @param {page.Words} w
 * @param {{code: string}} no
 */
export const refused = (w, no) => w.t(w.has(`no.${no.code}`) ? `no.${no.code}` : 'no.other', no);

/** held has the secret of this page's seat, where the browser keeps no cookie of it; else it is ''. */
export const held = {secret: ''};

/** bearer is what says whose seat it is, where no cookie does. */
export const bearer = () =>
  /** @type {Record<string, string>} */ (
    held.secret ? {Authorization: `Bearer ${held.secret}`} : {}
  );

/** longest is the limit for a line of chat or a note, in letters: the server cuts off the rest. */
export const longest = 300;

/** inTime ends a request that isn't answered. */
export const inTime = () => /** @type {any} */ (AbortSignal).timeout(20_000);

/** spare is the secret of the seat that one got with this page's address: it is needed if the browser keeps no cookie. */
export const spare = () => /** @type {string} */ (history.state?.seat ?? '');

/**
 * keep keeps the secret of a seat with an address; '': none any more.
 * @param {string} secret
 * @param {string} address
 */
export const keepSeat = (secret, address) =>
  history.replaceState(secret ? {seat: secret} : null, '', address);

/**
 * go leads to a seat that one has just got.
 * @param {{table: string, secret?: string}} seat
 */
export function go(seat) {
  if (site) return void location.assign(to(`/t/${seat.table}`));
  if (location.pathname !== to(`/t/${seat.table}`))
    history.pushState(null, '', to(`/t/${seat.table}`));
  keepSeat(seat.secret ?? '', to(`/t/${seat.table}`));
  location.reload();
}

/**
 * ask asks for a seat: at a new table, or at one that there is.
 * @param {page.Words} w
 * @param {string} path
 * @param {object} body
 * @returns {Promise<{seat?: httpd.Seat, code: string, why: string}>} the seat, or why there is none
 */
export async function ask(w, path, body) {
  try {
    const r = await fetch(to(path), {
      method: 'POST',
      headers: {'Content-Type': 'application/json', ...bearer()},
      body: JSON.stringify(body),
      signal: inTime(),
    });
    const got = await r.json();
    return r.ok ? {seat: got, code: '', why: ''} : {code: got.code, why: refused(w, got)};
  } catch {
    return {code: '', why: w.t('ui.unreachable')};
  }
}
