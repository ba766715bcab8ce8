// Sharing what only this browser has: hands in a link, which carries them itself, so that whoever
// gets it needs no seat; and a picture.

import {to} from './address.js';
import {can, copy, shareLink} from './capabilities.js';

/** linkLimit is how many bytes of packed hands go into a link: messengers pass on no longer ones. */
const linkLimit = 12_000;

/** unpackLimit is how many bytes of hands are taken out of a link: far more than can be put into one. */
const unpackLimit = 4e6;

/** through lets bytes pass a stream, and gives up if there are too many. */
async function through(/** @type {Blob} */ from, /** @type {ReadableWritablePair} */ by) {
  const parts = [];
  let n = 0;
  const reader = from.stream().pipeThrough(by).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    n += next.value.length;
    if (n > unpackLimit) throw new Error('too long');
    parts.push(next.value);
  }
  return new Blob(parts);
}

/** pack writes lines of rams-hand/1 so that an address can have them; '': they are too long for that, or the browser is too old. */
export async function pack(/** @type {string} */ lines) {
  if (!('CompressionStream' in window)) return '';
  const bytes = new Uint8Array(
    await (await through(new Blob([lines]), new CompressionStream('deflate-raw'))).arrayBuffer(),
  );
  if (bytes.length > linkLimit) return '';
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** unpack reads them again; '': it can't be read. */
export async function unpack(/** @type {string} */ packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return await (await through(new Blob([bytes]), new DecompressionStream('deflate-raw'))).text();
  } catch {
    return '';
  }
}

/**
 * linked is the address of hands for anybody; '' as pack.
 * @param {string} lines
 * @param {number} [at] the moment
 */
export async function linked(lines, at) {
  const packed = await pack(lines);
  return (
    packed &&
    `${location.origin}${to(`/replay#hand=1${at === undefined ? '' : `&at=${at}`}&hands=${packed}`)}`
  );
}

/**
 * hand gives a link to another program, or copies it, or selects it.
 * @param {string} link
 * @param {string} text what it is
 * @param {Element | null} shown where it stands
 * @returns {Promise<string>} the message that says what was done; '': the other program says it
 */
export async function hand(link, text, shown) {
  if (can.share) {
    await shareLink(link, text);
    return '';
  }
  return (await copy(link, shown)) ? 'ui.copied' : 'ui.selected';
}
