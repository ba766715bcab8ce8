// A seat asked of the server, and what is said when it gives none.

import {to} from './address.js';

/**
 * refused says why the server wouldn't.
 * @param {page.Words} w
 * @param {{code: string}} no
 */
export const refused = (w, no) => w.t(w.has(`no.${no.code}`) ? `no.${no.code}` : 'no.other', no);

/**
 * ask asks for a seat: at a new table, or at one that there is.
 * @param {page.Words} w
 * @param {string} path
 * @param {object} body
 * @returns {Promise<{seat?: httpd.Seat, code: string, why: string}>} the seat, or why there is none
 */
export async function ask(w, path, body) {
  try {
    const r = await fetch(to(path), {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body),
      signal: /** @type {any} */ (AbortSignal).timeout(20_000)});
    const got = await r.json();
    return r.ok ? {seat: got, code: '', why: ''} : {code: got.code, why: refused(w, got)};
  } catch {
    return {code: '', why: w.t('ui.unreachable')};
  }
}
