// Tables that the browser deals itself, for one person and bots: how they are told from a
// server's, and how one begins. What they need to be played is in room.js, which nobody
// loads before.

import {to} from './address.js';

/** fresh is the address of a table that is still to be made. */
const fresh = 'new';

/** own is whether a table is the browser's own. */
export const own = (/** @type {string} */ id) => id === fresh || /^p[1-9]\d*$/.test(id);

/** able is whether this browser can be the dealer: with a worker, and WebAssembly in it. */
export const able = () => typeof Worker === 'function' && typeof WebAssembly === 'object';

const key = 'practice';

/**
 * wish says what table of your own one wants, and returns its address.
 * @param {object} table what one would ask a server for
 */
export function wish(table) {
  sessionStorage.setItem(key, JSON.stringify(table));
  return `/t/${fresh}`;
}

/**
 * begin goes to a table of your own.
 * @param {object} table what one would ask a server for
 */
export const begin = (table) => location.assign(to(wish(table)));

/** wished is what begin was given, or ''. */
export const wished = () => sessionStorage.getItem(key) ?? '';

/** made forgets it, and gives the table its own address. */
export function made(/** @type {string} */ id) {
  sessionStorage.removeItem(key);
  history.replaceState(history.state, '', to(`/t/${id}`));
}
