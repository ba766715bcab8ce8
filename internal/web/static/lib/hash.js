// SHA-256, HMAC and HKDF (FIPS 180-4, RFC 2104, RFC 5869). A browser has its own only
// on pages that came encrypted, and a table in a local network often doesn't.

const k = Uint32Array.from(
  `
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`
    .trim()
    .split(/\s+/),
  (x) => parseInt(x, 16),
);
const first = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} data */
export function sha256(data) {
  const padded = new DataView(new ArrayBuffer(((data.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(data);
  padded.setUint8(data.length, 0x80);
  padded.setUint32(padded.byteLength - 8, data.length / 2 ** 29);
  padded.setUint32(padded.byteLength - 4, data.length << 3);
  const sum = Uint32Array.from(first),
    w = new Uint32Array(64);
  for (let at = 0; at < padded.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = padded.getUint32(at + 4 * i);
        continue;
      }
      const x = w[i - 15],
        y = w[i - 2];
      w[i] =
        w[i - 16] +
        (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
        w[i - 7] +
        (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => {
      sum[i] += x;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((x, i) => out.setUint32(4 * i, x));
  return new Uint8Array(out.buffer);
}

/** ascii returns the bytes of a text of ASCII. */
export const ascii = (/** @type {string} */ text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
export const hex = (/** @type {Uint8Array} */ b) =>
  Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
export const bytes = (/** @type {string} */ text) =>
  Uint8Array.from(text.match(/../g) ?? [], (x) => parseInt(x, 16));

const joined = (/** @type {Uint8Array[]} */ ...list) =>
  Uint8Array.from(list.flatMap((b) => [...b]));

/**
 * @param {Uint8Array} key at most 64 bytes
 * @param {Uint8Array} data
 */
export function hmac(key, data) {
  const pad = (/** @type {number} */ x) =>
    Uint8Array.from({length: 64}, (_, i) => (key[i] ?? 0) ^ x);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), data))));
}

/**
 * expand is HKDF-Expand.
 * @param {Uint8Array} key
 * @param {string} info ASCII
 * @param {number} n how many bytes
 */
export function expand(key, info, n) {
  let out = new Uint8Array(0),
    last = out;
  for (let i = 1; out.length < n; i++) {
    last = hmac(key, joined(last, ascii(info), Uint8Array.of(i)));
    out = joined(out, last);
  }
  return out.slice(0, n);
}

/**
 * hkdf is HKDF with an empty salt and 32 bytes.
 * @param {Uint8Array} key
 * @param {string} info ASCII
 */
export const hkdf = (key, info) => expand(hmac(new Uint8Array(32), key), info, 32);
