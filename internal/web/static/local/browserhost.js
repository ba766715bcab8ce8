// The browser as the dealer: a worker runs the same table that a server runs, and the page
// talks to it by the same messages.

import {ask as askServer} from '../lib/request.js';
import {made, own, runs, wished} from '../lib/localtable.js';
import {site, to} from '../lib/address.js';
import {loadWords} from '../lib/words.js';

/**
 * @typedef {{news?: string, of?: number, gone?: boolean, answer?: number, status?: number, text?: string, unkept?: string,
 *   weaker?: boolean, loading?: number, ready?: boolean, failed?: string}} Told
 */

/** Room is the worker. */
class Room {
  constructor() {
    this.worker = new Worker(new URL('../practice/worker.js', import.meta.url), {
      type: 'module',
      name: site ? 'packed' : 'practice',
    });
    this.number = 0;
    /** @type {Map<number, (a: {status: number, text: string}) => void>} */
    this.asked = new Map();
    /** @type {Line | null} */
    this.line = null;
    this.failed = '';
    this.notice = (/** @type {string} */ _) => {}; // see dial
    this.progress = (/** @type {number} */ _kb, /** @type {number} */ _of) => {}; // see dial
    /** @type {[number, number] | null} */
    this.come = null; // what it was called with last
    this.runs = () => {};
    /** @type {Promise<void>} until the table runs, or can't */
    this.ready = new Promise((done) => {
      this.runs = done;
    });
    this.plays = false; // cards have been dealt here
    this.sits = 0; // how often somebody has sat down
    this.worker.onmessage = ({data}) => this.told(data);
    this.worker.onerror = (e) => this.told({failed: e.message || 'worker'});
  }

  /** @param {Told} m */
  told(m) {
    if (m.news !== undefined) {
      if (m.of !== this.sits) return; // it was for the one who sat here before
      this.line?.onmessage({data: m.news});
      if (!this.plays)
        void import('../lib/install.js').then(({offline}) => offline(true)).catch(() => {});
      this.plays = true;
    } else if (m.gone) this.line?.close();
    else if (m.unkept !== undefined) this.notice('own.unkept');
    else if (m.weaker) this.notice('own.weaker');
    else if (m.loading !== undefined) this.progress(...(this.come = [m.loading, m.of ?? 0]));
    else if (m.ready) {
      document.documentElement.dataset.deals = 'yes';
      this.runs();
    } else if (m.answer !== undefined) {
      this.asked.get(m.answer)?.({status: m.status ?? 0, text: m.text ?? ''});
      this.asked.delete(m.answer);
    } else if (m.failed !== undefined) {
      this.failed = m.failed;
      delete document.documentElement.dataset.deals;
      this.runs();
      for (const done of this.asked.values()) done({status: 0, text: ''});
      this.asked.clear();
      this.line?.onmessage({data: JSON.stringify({t: 'bye', code: 'broken'})});
      this.line?.close();
    }
  }

  /**
   * ask asks for what a server answers to requests; status 0: the room can't be opened.
   * @param {string} what
   * @param {string} [first]
   * @param {string} [second]
   * @returns {Promise<{status: number, text: string}>}
   */
  ask(what, first = '', second = '') {
    if (this.failed) return Promise.resolve({status: 0, text: ''});
    const n = ++this.number;
    return new Promise((done) => {
      this.asked.set(n, done);
      this.worker.postMessage({ask: n, what, first, second});
    });
  }
}

/** @type {Room | null} */
let room = null;
const here = () => (room = room && !room.failed ? room : new Room());

/** deals is whether cards are dealt here: the room then knows what can't be stored, too. */
export const deals = () => !!room && !room.failed;

/**
 * warm opens the room before the page of the table is there: fetching it takes longer than all the rest.
 * @param {AbortSignal} [signal] ends that
 */
export function warm(signal) {
  const at = here();
  at.worker.postMessage({open: true});
  signal?.addEventListener('abort', () => {
    if (runs()) return;
    at.worker.terminate();
    at.told({failed: 'stopped'});
  });
  return at.ready;
}

/** settled resolves when a hand is over, and nothing is waited for. */
const settled = () =>
  new Promise((done) => {
    const look = () =>
      ['between', 'over'].includes(document.body.dataset.stage ?? '')
        ? done(null)
        : setTimeout(look, 300);
    look();
  });

/**
 * ahead does so unless something else is waited for; then it does once a hand is over.
 * @param {AbortSignal} signal that something is
 */
export async function warmAhead(signal) {
  if (!signal.aborted) await warm(signal);
  if (signal.aborted) (await settled(), await warm());
}

/** Line is a connection to a table, as a WebSocket is one. */
class Line {
  /** @param {Room} at */
  constructor(at) {
    this.room = at;
    /** @type {number} */
    this.readyState = WebSocket.OPEN;
    this.onmessage = (/** @type {{data: string}} */ _) => {};
    /** @type {(() => void) | null} */
    this.onclose = null;
  }

  /** @param {string} message */
  send(message) {
    this.room.worker.postMessage({say: message});
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.room.line = null;
    setTimeout(() => this.onclose?.());
  }
}

/**
 * dial connects to a table of the browser's own. One that is still to be made is made
 * first; where that doesn't go, the server deals.
 * @param {import('../live/connection.js').Connection} table
 * @param {(text: string) => void} notice is called with the name of a text: the browser keeps nothing more, or bots play without what they have learned
 * @param {(kb: number, of: number) => void} progress is called while the table itself is being fetched
 */
export function dial(table, notice, progress = () => {}) {
  const at = here();
  const line = new Line(at);
  at.line = line;
  at.notice = notice;
  at.progress = progress;
  if (at.come) progress(...at.come);
  void (async () => {
    if (own(table.id) && !/\d/.test(table.id)) {
      const wish = wished();
      const {status, text} = wish ? await at.ask('make', wish) : {status: 0, text: ''};
      if (status !== 201) return void instead(wish);
      table.id = JSON.parse(text).table;
      made(table.id);
    }
    at.worker.postMessage({sit: table.id, chair: table.as, of: ++at.sits});
  })();
  return line;
}

/** instead goes to a server's table, or home. */
async function instead(/** @type {string} */ wish) {
  const {seat} =
    wish && !site
      ? await askServer(await loadWords('chratze'), '/api/tables', JSON.parse(wish))
      : {seat: null};
  if (seat || !room?.failed) location.replace(to(seat ? `/t/${seat.table}` : '/')); // else the page says what has failed
}

/**
 * answer answers a request as a server does.
 * @param {string} what
 * @param {string} first
 * @param {string} [second]
 */
export async function answer(what, first, second) {
  const {status, text} = await here().ask(what, first, second);
  if (!status) throw new Error('the room is shut');
  return new Response(text, {status});
}

/**
 * door is what a table is, without its cards; null: there is none.
 * @param {string} id
 * @returns {Promise<httpd.Door | null>}
 */
export async function ownDoor(id) {
  const {aboutEvening} = await import('./store.js');
  const kept = await aboutEvening(Number(id.slice(1))).catch(() => undefined);
  if (!kept) return null;
  const preset = kept.about.split(',')[0];
  return /** @type {httpd.Door} */ (
    /** @type {object} */ ({
      table: id,
      rules: {preset},
      stage: kept.closed ? 'over' : 'between',
      chairs: 0,
      free: 0,
      people: 1,
      chair: 0,
    })
  );
}
