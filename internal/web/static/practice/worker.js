// The worker in which a browser deals itself: Go, compiled to WebAssembly. Here are only
// the ways in and out. The page says {open}, {sit: table, chair, of}, {say: message} and {ask, what, first,
// second}; it is told {news: message, of}, {gone}, {answer, status, text}, {unkept}, {weaker},
// {loading: kB, of}, {ready} and {failed}.
/* global Go, practice */

import * as kept from '../local/store.js';

/** Elsewhere is the last message where another page plays this evening. */
const elsewhere = JSON.stringify({t: 'bye', code: 'tab'});

self.evenings = {...kept, unkept: (why) => postMessage({unkept: why})};

const wasm = {headers: {'Content-Type': 'application/wasm'}};

/** load fetches a file beside this one. */
async function load(name, how) {
  const answer = await fetch(new URL(name, import.meta.url), how);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** policy is what a trained bot has learned. Bots that can't have it play without, and the page says so. */
self.policy = async (name) => {
  try {
    return new Uint8Array(
      await (await load(name, {signal: AbortSignal.timeout(5000)})).arrayBuffer(),
    );
  } catch (err) {
    postMessage({weaker: true});
    throw err;
  }
};

/** here is whether a file is kept here: then it comes at once, and the browser may keep what it has compiled, too. */
async function here(name) {
  try {
    return !!(await caches.match(new URL(name, import.meta.url.replace(/\/v\/[^/]+/, ''))));
  } catch {
    return false; // it keeps nothing
  }
}

/** counted tells the page how many kB of a file have come, as it is on the line: of a packed one that is a part of its length. */
function counted(answer) {
  const line = Number(answer.headers.get('Content-Length'));
  const all = answer.headers.has('Content-Encoding')
    ? Number(answer.headers.get('Unpacked-Length'))
    : line;
  if (!line || !all) return answer;
  let n = 0;
  let told = -Infinity;
  const count = new TransformStream({
    transform(part, out) {
      n += part.length;
      if (performance.now() - told > 200 || n === all) {
        told = performance.now();
        postMessage({loading: Math.round(((n / all) * line) / 1000), of: Math.round(line / 1000)});
      }
      out.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(count), {headers: answer.headers});
}

/**
 * compiled is the module. A host of plain files doesn't pack what it sends: there it is
 * unpacked here. Some hosts say by themselves that such a file is packed, so that the browser
 * has unpacked it before. What else goes wrong with it, the plain file is there, too.
 */
async function compiled() {
  if (self.name === 'packed' && typeof DecompressionStream === 'function') {
    try {
      const answer = counted(await load('practice.wasm.gz'));
      const plain = answer.headers.has('Content-Encoding')
        ? answer.body
        : answer.body.pipeThrough(new DecompressionStream('gzip'));
      return await WebAssembly.compileStreaming(new Response(plain, wasm));
    } catch {
      /* then the plain file */
    }
  }
  const came = load('practice.wasm');
  const answer = (await here('practice.wasm')) ? await came : counted(await came);
  return answer.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** start runs the module for as long as the worker lives. */
async function start() {
  const module = compiled(); // while the script comes
  module.catch(() => {}); // it is waited for below
  await import(new URL('wasm_exec.js', import.meta.url).href); // Go's support script: it comes with the module
  const go = new Go();
  const ready = new Promise((done) => {
    self.practiceReady = done;
  });
  const instance = await WebAssembly.instantiate(await module, go.importObject);
  void go.run(instance).then(() => postMessage({failed: 'the table has ended'}));
  await ready;
}

let started = null;

/** opened waits until the module runs. It is fetched when somebody asks for something, not when the worker begins. */
const opened = () =>
  (started ??=
    (kept.open().catch(() => {}),
    start().catch((err) => {
      postMessage({failed: String(err)});
      throw err;
    })));

let seat = null;
let said = []; // while somebody sits down
let sits = 0; // the number of the one who sits now: what another one was told never leaves the worker

/** leading are the evenings that this page plays. The pages beside it follow. */
const leading = new Set();

/**
 * lead waits until this page plays an evening, and calls then. Over plain http browsers don't
 * say who does: there each page plays, and reads again what another one has written.
 */
function lead(name, then) {
  if (!navigator.locks || leading.has(name)) return void then();
  navigator.locks
    .request(`practice ${name}`, () => {
      leading.add(name);
      serve(name);
      then();
      return new Promise(() => {}); // until the page goes
    })
    .catch(() => then());
}

/** serve lets the pages beside this one follow an evening. */
function serve(name) {
  const channel = new BroadcastChannel(`practice ${name}`);
  const guests = new Map();
  channel.onmessage = async ({data: {join, chair, from, say, leave}}) => {
    await opened();
    if (join && !guests.has(join))
      guests.set(
        join,
        practice.sit(
          name,
          chair,
          (news) => channel.postMessage({to: join, news}),
          () => {},
        ),
      );
    else if (leave) {
      guests.get(from)?.leave();
      guests.delete(from);
    } else guests.get(from)?.hear(say);
  };
  channel.postMessage({leads: true});
}

/** follow sits down by way of the page that plays the evening. */
function follow(name, chair, post) {
  const channel = new BroadcastChannel(`practice ${name}`);
  const id = `${Math.random()}`;
  let heard = false;
  channel.onmessage = ({data}) => {
    if (data.leads && !heard) channel.postMessage({join: id, chair});
    if (data.to !== id) return;
    heard = true;
    post(data.news);
  };
  channel.postMessage({join: id, chair});
  setTimeout(() => {
    if (!heard) post(elsewhere);
  }, 5000); // that page sleeps
  return {
    hear: (say) => channel.postMessage({from: id, say}),
    leave: () => {
      channel.postMessage({from: id, leave: true});
      channel.close();
    },
  };
}

/** take gives somebody the seat, and what they have said meanwhile. */
function take(s) {
  seat?.leave();
  seat = s;
  for (const message of said.splice(0)) s.hear(message);
}

async function sit(name, chair, of) {
  const number = ++sits;
  seat?.leave();
  seat = null;
  said = [];
  await opened();
  const post = (news) => {
    if (number === sits) postMessage({news, of});
  };
  const wait = setTimeout(() => {
    if (number === sits) take(follow(name, chair, post));
  }, 400); // a page that was just left needs a moment to let go
  lead(name, () => {
    clearTimeout(wait);
    if (number !== sits) return;
    const mine = practice.sit(name, chair, post, () =>
      queueMicrotask(() => {
        if (seat !== mine) return; // it has left
        mine.leave();
        seat = null;
        postMessage({gone: true});
      }),
    );
    take(mine);
  });
}

onmessage = async ({data}) => {
  try {
    if (data.say !== undefined) {
      if (seat) seat.hear(data.say);
      else said.push(data.say);
    } else if (data.open) {
      await opened();
      postMessage({ready: true});
    } else if (data.sit !== undefined) await sit(data.sit, data.chair ?? 0, data.of);
    else {
      await opened();
      practice.ask(data.what, data.first, data.second, (status, text) =>
        postMessage({answer: data.ask, status, text}),
      );
    }
  } catch {
    /* it has been told that it failed */
  }
};
