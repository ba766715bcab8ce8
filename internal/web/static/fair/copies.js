// The copies of the numbers that make up a deal, by which the others can open one that doesn't come
// (docs/fair-protocol.md, internal/fair).

import {bytes, hex} from '../lib/hash.js';
import {x25519} from '../lib/curve.js';
import {derive, isHex, noncePromise} from './hashes.js';

/** @typedef {{chair: number, nonce: string}} Own a chair's number */

/** @type {Map<string, Uint8Array>} what has been computed of the last deals, which takes a phone a moment */
const known = new Map();

/**
 * point is x25519 of a private key and the public key of a commitment, without one: its own public key.
 * @param {Uint8Array} secret
 * @param {string} [other]
 */
function point(secret, other = '') {
  const id = hex(secret) + other,
    result = known.get(id) ?? x25519(secret, other ? bytes(other.slice(64)) : undefined);
  if (known.size > 50) known.clear();
  known.set(id, result);
  return result;
}

const key = (/** @type {number} */ n, /** @type {Own} */ own) =>
  derive(bytes(own.nonce), `key ${n} ${own.chair}`);

/** commit returns the commitment of a chair to its number and its public key. */
export const commit = (/** @type {number} */ n, /** @type {Own} */ own) =>
  noncePromise(n, own.chair, own.nonce) + hex(point(key(n, own)));

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
  return promises
    .map((g) => {
      const [chair, text] = g.split(' ');
      return crypt(n, secret, text, `${own.chair} ${chair}`, own.nonce);
    })
    .join('');
}

/**
 * opened returns the numbers that can be read from the copies of all chairs with the number of one of them.
 * @param {number} n
 * @param {Own} own
 * @param {string[]} promises
 * @param {string[]} sent by chair, as `copies` returns them
 * @returns {Own[]}
 */
export function opened(n, own, promises, sent) {
  const secret = key(n, own),
    at = promises.findIndex((g) => g.startsWith(`${own.chair} `));
  return promises.flatMap((g, i) => {
    const [chair, text] = g.split(' '),
      [from, list] = (sent[i] ?? '').split(' ');
    if (at < 0 || from !== chair || list?.length !== 64 * promises.length) return [];
    const nonce = crypt(
      n,
      secret,
      text,
      `${chair} ${own.chair}`,
      list.slice(64 * at, 64 * at + 64),
    );
    return noncePromise(n, Number(chair), nonce) === text.slice(0, 64)
      ? [{chair: Number(chair), nonce}]
      : [];
  });
}

/**
 * altered reports whether a chair's copies aren't among those that are listed, although its commitment is.
 * @param {number} n
 * @param {Own} own
 * @param {string[]} promises
 * @param {string[]} sent
 */
export const altered = (n, own, promises, sent) =>
  promises.includes(`${own.chair} ${commit(n, own)}`) &&
  !sent.includes(`${own.chair} ${copies(n, own, promises)}`);

/**
 * blame returns the chairs that are to blame for a deal that was called off when all copies were there; undefined if its
 * lists can't be those of a deal.
 * @param {fair.Void} deal
 */
export function blame({number: n, promises = [], copies: sent = [], nonces = []}) {
  const fits = (/** @type {string[]} */ list, /** @type {number} */ digits) =>
    list.every((g, i) => {
      const [chair, text] = g.split(' ');
      return (
        g === `${+chair} ${text}` && isHex(text, digits) && (!i || parseInt(list[i - 1]) < +chair)
      );
    });
  if (
    promises.length > 16 ||
    !fits(promises, 128) ||
    !fits(sent, 64 * promises.length) ||
    !fits(nonces, 64) ||
    promises.map((g) => parseInt(g)).join() !== sent.map((g) => parseInt(g)).join()
  )
    return undefined;
  /** @type {Map<number, string>} */
  const known = new Map();
  const given = nonces.map((g) => ({chair: parseInt(g), nonce: g.split(' ')[1]}));
  for (const g of given) known.set(g.chair, g.nonce);
  for (const own of given)
    for (const g of opened(n, own, promises, sent)) known.set(g.chair, g.nonce);
  return promises.flatMap((g, i) => {
    const chair = parseInt(g),
      nonce = known.get(chair) ?? '';
    return nonce &&
      `${chair} ${commit(n, {chair, nonce})}` === g &&
      `${chair} ${copies(n, {chair, nonce}, promises)}` === sent[i]
      ? []
      : [chair];
  });
}
