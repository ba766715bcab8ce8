// The worker in which a browser deals itself: Go, compiled to WebAssembly. Here are only
// the ways in and out. The page says {sit: table}, {say: message} and {ask, what, first,
// second}; it is told {made}, {news: message}, {gone}, {answer, status, text}, {unkept} and
// {failed}.
/* global Go, practice */

import * as kept from './evenings.js';

/** Elsewhere is the last message where another page plays this evening. */
const elsewhere = JSON.stringify({t: 'bye', code: 'tab'});

self.evenings = {...kept, unkept: (why) => postMessage({unkept: why})};

/** bytes are the module, unpacked here where a server only has files. */
async function bytes() {
  const packed = typeof DecompressionStream === 'function' && new URL(location.href).searchParams.has('packed');
  const answer = await fetch(new URL(packed ? 'practice.wasm.gz' : 'practice.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`practice.wasm: ${answer.status}`);
  return packed ? new Response(answer.body.pipeThrough(new DecompressionStream('gzip')), {headers: {'Content-Type': 'application/wasm'}}) : answer;
}

/** start runs the module for as long as the worker lives. */
async function start() {
  await import(new URL('wasm_exec.js', import.meta.url).href); // Go's support script: it comes with the module
  const go = new Go();
  const ready = new Promise((done) => { self.practiceReady = done; });
  const answer = await bytes();
  const {instance} = answer.headers.get('Content-Type') === 'application/wasm'
    ? await WebAssembly.instantiateStreaming(answer, go.importObject) : await WebAssembly.instantiate(await answer.arrayBuffer(), go.importObject);
  void go.run(instance).then(() => postMessage({failed: 'the table has ended'}));
  await ready;
}

const started = start();
started.catch((err) => postMessage({failed: String(err)}));

let seat = null;
const held = new Set();

/** leads reports whether this page is the one that plays an evening. A page that was just left needs a moment to let go. */
async function leads(name) {
  if (!navigator.locks || held.has(name)) return true; // over plain http there are none
  return new Promise((done) => {
    navigator.locks.request(`practice ${name}`, {signal: AbortSignal.timeout(1500)}, () => {
      held.add(name);
      done(true);
      return new Promise(() => {}); // until the page goes
    }).catch(() => done(false));
  });
}

async function sit(name) {
  if (!await leads(name)) {
    postMessage({news: elsewhere});
    postMessage({gone: true});
    return;
  }
  await started;
  const mine = practice.sit(name, (message) => postMessage({news: message}), () => queueMicrotask(() => {
    mine.leave();
    if (seat === mine) seat = null;
    postMessage({gone: true});
  }));
  seat = mine;
}

onmessage = async ({data}) => {
  try {
    if (data.say !== undefined) seat?.hear(data.say);
    else if (data.sit !== undefined) await sit(data.sit);
    else {
      await started;
      practice.ask(data.what, data.first, data.second, (status, text) => postMessage({answer: data.ask, status, text}));
    }
  } catch { /* it has been told that it failed */ }
};
