// Tables that the browser deals itself, for one person and bots: how they are told from a
// server's, and how one begins. What they need to be played is in room.js, which nobody
// loads before.

import {to} from './address.js';

/** fresh is the address of a table that is still to be made. */
const fresh = 'new';

/** own is whether a table is the browser's own. */
export const own = (/** @type {string} */ id) => id === fresh || /^p[1-9]\d*$/.test(id);

/** able is whether this browser can be the dealer: with a worker, and WebAssembly in it. */
export const canDeal = () => typeof Worker === 'function' && typeof WebAssembly === 'object';

/** runs is whether the table has been fetched and runs: the page says so. */
export const runs = () => 'deals' in document.documentElement.dataset;

const key = 'practice';
const begins = `${key} `;

/**
 * wish says what table of your own one wants, and returns its address.
 * @param {object} table what one would ask a server for
 */
export function wish(table) {
  const text = JSON.stringify(table);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    window.name = begins + text; // not allowed: the window's name, too, stays when its page goes
  }
  return `/t/${fresh}`;
}

/**
 * begin goes to a table of your own.
 * @param {object} table what one would ask a server for
 */
export const begin = (table) => location.assign(to(wish(table)));

/** wished is what begin was given, or ''. */
export function wished() {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return window.name.startsWith(begins) ? window.name.slice(begins.length) : '';
  }
}

/** made forgets it, and gives the table its own address. */
export function made(/** @type {string} */ id) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    window.name = '';
  }
  history.replaceState(history.state, '', to(`/t/${id}`));
}
