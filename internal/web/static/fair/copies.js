// The copies of the numbers that make up a deal, by which the others can open one that doesn't come
// (docs/fair-protocol.md, internal/fair).

import {bytes, hex} from '../lib/hash.js';
import {x25519} from '../lib/curve.js';
import {derive, noncePromise} from './fair.js';

/** @typedef {{chair: number, nonce: string}} Own a chair's number */

/** @type {Map<string, Uint8Array>} what has been computed of the last deals, which takes a phone a moment */
const known = new Map();

/**
 * point is x25519 of a private key and the public key of a commitment, without one: its own public key.
 * @param {Uint8Array} secret
 * @param {string} [other]
 */
function point(secret, other = '') {
  const id = hex(secret) + other, result = known.get(id) ?? x25519(secret, other ? bytes(other.slice(64)) : undefined);
  if (known.size > 50) known.clear();
  known.set(id, result);
  return result;
}

const key = (/** @type {number} */ n, /** @type {Own} */ own) => derive(bytes(own.nonce), `key ${n} ${own.chair}`);

/** commit returns the commitment of a chair to its number and its public key. */
export const commit = (/** @type {number} */ n, /** @type {Own} */ own) => noncePromise(n, own.chair, own.nonce) + hex(point(key(n, own)));

/**
 * crypt encrypts or decrypts a number on its way between the chair of a private key and another.
 * @param {number} n
 * @param {Uint8Array} secret
 * @param {string} other the other's commitment
 * @param {string} way the chairs: from and to
 * @param {string} text
 */
function crypt(n, secret, other, way, text) {
  const mask = derive(point(secret, other), `copy ${n} ${way}`);
  return hex(bytes(text).map((x, i) => x ^ mask[i]));
}

/**
 * copies returns the copies of a number, one for each of the commitments.
 * @param {number} n
 * @param {Own} own
 * @param {string[]} promises
 */
export function copies(n, own, promises) {
  const secret = key(n, own);
  return promises.map((g) => {
    const [chair, text] = g.split(' ');
    return crypt(n, secret, text, `${own.chair} ${chair}`, own.nonce);
  }).join('');
}

/**
 * opens reports whether the copies that the others sent open all their numbers.
 * @param {number} n
 * @param {Own} own
 * @param {string[]} promises
 * @param {string[]} sent by chair, as `copies` returns them
 */
export function opens(n, own, promises, sent) {
  const secret = key(n, own), at = promises.findIndex((g) => g.startsWith(`${own.chair} `));
  return promises.every((g, i) => {
    const [chair, text] = g.split(' '), [from, list] = (sent[i] ?? '').split(' ');
    return from === chair && list?.length === 64 * promises.length
      && noncePromise(n, Number(chair), crypt(n, secret, text, `${chair} ${own.chair}`, list.slice(64 * at, 64 * at + 64))) === text.slice(0, 64);
  });
}
