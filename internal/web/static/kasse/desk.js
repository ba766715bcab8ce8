// The desk itself: Go, compiled to WebAssembly. Nothing on this page settles a hand.

import {site, to} from '../lib/address.js';

/** module fetches it: from a host of plain files, which needn't pack what it sends, packed. Some hosts unpack it on the way. */
async function module() {
  if (site && typeof DecompressionStream === 'function') {
    const packed = await fetch(to('/kasse/desk.wasm.gz')).catch(() => null);
    if (packed?.body && packed.ok) {
      const gzip = /** @type {any} */ ('gzip'); // which the compiler's list lacks
      return packed.headers.has('Content-Encoding')
        ? packed
        : new Response(packed.body.pipeThrough(new DecompressionStream(gzip)));
    }
  }
  const answer = await fetch(to('/kasse/desk.wasm'));
  if (!answer.ok) throw new Error(`desk.wasm: ${answer.status}`);
  return answer;
}

/** start loads the desk; it takes an operation with its texts, composes their letters, and gives what came of it. */
export async function start() {
  const go = new Go();
  const {instance} = await WebAssembly.instantiate(
    await (await module()).arrayBuffer(),
    go.importObject,
  );
  go.run(instance); // for as long as the page lives
  return (/** @type {string[]} */ ...args) =>
    JSON.parse(kasse(...args.map((a) => `${a}`.normalize())));
}
