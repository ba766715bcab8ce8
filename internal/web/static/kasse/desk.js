// The desk itself: Go, compiled to WebAssembly. Nothing on this page settles a hand.

/** start loads the desk; it takes an operation with its texts, composes their letters, and gives what came of it. */
export async function start() {
  const go = new Go();
  const answer = await fetch(new URL('desk.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`desk.wasm: ${answer.status}`);
  const {instance} = await WebAssembly.instantiate(await answer.arrayBuffer(), go.importObject);
  go.run(instance); // for as long as the page lives
  return (/** @type {string[]} */ ...args) => JSON.parse(kasse(...args.map((a) => `${a}`.normalize())));
}
