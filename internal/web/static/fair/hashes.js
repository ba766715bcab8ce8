// The hashes of docs/fair-protocol.md, which the check of a hand and the copies of its numbers share (internal/fair).

import {ascii, hex, hkdf, sha256} from '../lib/hash.js';

export const scheme = 'chratze-fair/2';
export const tag = (/** @type {string} */ text) => `${scheme} ${text}`;
export const sum = (/** @type {string} */ line) => hex(sha256(ascii(tag(line))));
export const derive = (/** @type {Uint8Array} */ key, /** @type {string} */ info) =>
  hkdf(key, tag(info));

export const noncePromise = (
  /** @type {number} */ n,
  /** @type {number} */ chair,
  /** @type {string} */ nonce,
) => sum(`nonce ${n} ${chair} ${nonce}`);

/** isHex reports whether something is this number of hexadecimal digits. */
export const isHex = (/** @type {any} */ x, /** @type {number} */ n) =>
  typeof x === 'string' && x.length === n && /^[0-9a-f]*$/.test(x);
