// X25519 (RFC 7748). A browser has its own only on pages that came encrypted.

const p = 2n ** 255n - 19n;

/** number reads bytes, the lowest first. */
const number = (/** @type {Uint8Array} */ b) =>
  b.reduceRight((sum, x) => sum * 256n + BigInt(x), 0n);

/**
 * power returns x to the n, modulo p.
 * @param {bigint} x
 * @param {bigint} n
 */
function power(x, n) {
  let result = 1n;
  for (let base = x % p; n; n >>= 1n, base = (base * base) % p)
    if (n & 1n) result = (result * base) % p;
  return result;
}

/**
 * x25519 returns the point that a private key makes of a public one, by default of the base: then it is the public
 * key of the private one. Both have 32 bytes.
 * @param {Uint8Array} secret
 * @param {Uint8Array} [point]
 */
export function x25519(secret, point = Uint8Array.from({length: 32}, (_, i) => (i ? 0 : 9))) {
  const k = (number(secret) & (2n ** 254n - 8n)) | (2n ** 254n),
    x1 = (number(point) % 2n ** 255n) % p;
  let [x2, z2, x3, z3, swapped] = [1n, 0n, x1, 1n, 0n];
  for (let t = 254n; t >= 0n; t--) {
    const bit = (k >> t) & 1n;
    if (bit !== swapped) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    swapped = bit;
    const a = x2 + z2,
      b = x2 - z2,
      aa = (a * a) % p,
      bb = (b * b) % p,
      e = aa - bb;
    const da = ((x3 - z3) * a) % p,
      cb = ((x3 + z3) * b) % p,
      plus = da + cb,
      minus = da - cb;
    [x2, z2, x3, z3] = [
      (aa * bb) % p,
      (e * (aa + 121665n * e)) % p,
      (plus * plus) % p,
      (x1 * ((minus * minus) % p)) % p,
    ];
  }
  if (swapped) [x2, z2] = [x3, z3];
  let x = (((x2 * power(z2 < 0n ? z2 + p : z2, p - 2n)) % p) + p) % p;
  return Uint8Array.from({length: 32}, () => {
    const byte = Number(x & 255n);
    x >>= 8n;
    return byte;
  });
}
