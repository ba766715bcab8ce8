// One connection to the server, which comes back by itself, and what it has told.

import {to} from '../lib/address.js';
import {event} from '../lib/event.js';
import {known} from '../lib/kept.js';
import {held, keepSeat, spare} from '../lib/request.js';

/** final are the reasons after which the page can't reconnect by itself. */
export const final = ['table', 'chair', 'link', 'elsewhere', 'tab', 'broken'];

// A line that was cut says nothing: so the server is asked whether it is still there, in milliseconds.
const quiet = 1500; // after so much silence
const patient = 3000; // for so long, and then the line is lost (table/parts.js says so)
const giveUp = 10_000; // and then a new line is tried
const eaten = 5000; // the first WebSocket of a page that isn't answered for so long never is
const enough = 3; // so many WebSockets that end before anything comes, and another way is tried

/**
 * Line is what carries messages: a WebSocket, or a port to a table of the browser's own.
 * @typedef {{polls?: boolean, readyState: number, send: (message: string) => void, close: () => void, onmessage: ((m: any) => void) | null,
 *   onclose: ((e: any) => void) | null}} Line
 */

/** watches is whether one only wants to look on; a screen on the wall says with what. */
const watches = () => new URLSearchParams(location.search).has('watch');

/**
 * server connects to a table of the server.
 * @param {Connection} table
 * @param {boolean} moved whether the server has just said that another one has the table
 * @returns {Line}
 */
const server = (table, moved) => {
  const query = `?knows=spare,price${watches() ? `&${location.search.slice(1)}` : ''}${moved ? '&moved=1' : ''}`;
  if (table.Polled && (held.secret || table.refusals % 2)) return new table.Polled(table.id, query);
  return new WebSocket(`${location.origin.replace('http', 'ws')}${to(`/ws/${table.id}`)}${query}`);
};

/**
 * added are the events that weren't there before: a hand that is told anew, since you have seen your cards, brings only those.
 * @param {page.Event[]} before
 * @param {page.Event[]} now
 */
function added(before, now) {
  const rest = before.map((e) => JSON.stringify(e));
  return now.filter((e) => {
    const at = rest.indexOf(JSON.stringify(e));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Table is the state of a table as its dealer tells it. */
export class Connection {
  /**
   * @param {string} id
   * @param {page.Told} told
   * @param {(table: Connection, moved: boolean) => Line} [dial] connects to the table
   */
  constructor(id, told, dial = server) {
    this.id = id;
    this.told = told;
    this.dial = dial;
    this.as = 0; // the chair, at a table of the browser's own
    this.hello = /** @type {wire.Hello} */ (/** @type {unknown} */ (null)); // until it has come, and then the first news
    this.hand = 0;
    /** @type {rams.Start | null} */
    this.start = null;
    /** @type {page.Event[]} */
    this.events = [];
    this.turn = -1;
    this.due = 0;
    this.window = 0;
    this.six = ''; // what one has said about the trump six, while there is something to say
    /** @type {wire.Question | null} */
    this.ask = null;
    this.info = /** @type {page.Info} */ (/** @type {unknown} */ (null));
    this.anew = false; // the first news of a connection are to come
    this.skew = 0; // the server's clock less ours, in milliseconds
    this.bye = '';
    /** @type {Line | null} */
    this.socket = null;
    this.wait = 500;
    this.number = 0;
    /** @type {Map<number, page.Message>} what was sent and isn't answered */
    this.unheard = new Map();
    this.missed = /** @type {page.Message[]} */ ([]); // of that, what was sent to a line before this one
    /** @type {wire.Received[]} what has come but is not to be shown yet */
    this.later = [];
    this.stakes = /** @type {wire.Stake[]} */ ([]); // what each seat has taken on
    this.forced = ''; // how the deal was forced: muss, seven, ten, all
    this.lasts = () => 0; // how long the last trick of a hand is looked at before it is told how the hand ended, in milliseconds
    this.timer = 0;
    /** @type {import('../fair/prover.js').Prover | null} */
    this.prover = null;
    this.heard = 0; // when the server has said something last
    this.lost = 0; // the same, if there is no connection; 0: there is one
    this.again = 0; // the timer of the next try
    this.pulse = 0; // the timer of what is done about silence
    this.refusals = 0; // how many lines in a row ended before anything came
    /** @type {typeof import('./longpoll.js').Polled | undefined} the way without WebSockets, once it is needed */
    this.Polled = undefined;
    this.held = ''; // why: a trick is looked at, or how a hand ended
  }

  /** scripted is whether nobody waits for an answer: a lesson asks what it likes. */
  get scripted() {
    return false;
  }
  /** idle is whether there is no line until the next try. */
  get idle() {
    return !this.socket && this.again > 0;
  }
  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @returns {void} */
  connect() {
    const moved = this.bye === 'moved';
    if (moved) this.bye = '';
    if (held.secret && !this.Polled) return void this.otherwise();
    const socket = this.dial(this, moved);
    this.socket = socket;
    let silent = true;
    socket.onmessage = (m) => {
      if (silent) this.refusals = socket.polls ? enough : 0; // what works is tried first the next time
      silent = false;
      this.came(JSON.parse(m.data));
    };
    this.after(this.heard || this.refusals ? giveUp + patient : eaten, () => this.mute(socket));
    socket.onclose = () => {
      this.socket = null;
      if (silent && ++this.refusals >= enough && !this.Polled && this.dial === server)
        void this.otherwise();
      this.lost ||= this.heard;
      clearTimeout(this.pulse);
      this.release();
      if (this.bye === 'moved' && !moved) return this.connect(); // at once, and nothing is lost
      this.told('closed', {});
      clearTimeout(this.again);
      if (final.includes(this.bye)) return;
      this.again = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(2 * this.wait, this.bye === 'store' ? 1500 : 10_000); // the server answers, and will go on soon
    };
  }

  /**
   * after does something if the server stays silent. A table of the browser's own is always there, and a page that isn't seen doesn't ask.
   * @param {number} ms
   * @param {() => void} then
   */
  after(ms, then) {
    clearTimeout(this.pulse);
    if (this.dial === server) this.pulse = setTimeout(then, ms);
  }

  /** ping asks the server whether it is there. A line that is lost is given up, and one that hasn't said anything yet has its time. */
  ping() {
    if (document.visibilityState !== 'visible') return;
    if (this.idle) return this.retry();
    if (!this.open || !this.heard) return;
    if (this.lost) return this.retry();
    this.socket?.send('{"t":"ping"}');
    this.after(patient, () => this.silence());
  }

  /** silence is told when the server doesn't answer. */
  silence() {
    if (this.dial !== server || this.lost || !this.heard) return;
    this.lost = this.heard;
    this.told('lost', {});
    this.after(giveUp, () => this.retry());
  }

  /** mute is what is done about a line on which nothing comes. */
  mute(/** @type {Line} */ line) {
    const swallowed =
      line.readyState === WebSocket.CONNECTING && !line.polls && this.refusals < enough;
    if (!swallowed) this.refusals++;
    if (!swallowed || final.includes(this.bye)) return this.retry();
    this.refusals = enough;
    this.shut();
    this.otherwise();
  }

  /** otherwise goes on without WebSockets. */
  async otherwise() {
    this.told('refused', {});
    clearTimeout(this.again);
    this.again = setTimeout(() => this.connect(), giveUp); // what is fetched may never come
    this.Polled ??= await import('./longpoll.js').then(
      (m) => m.Polled,
      () => undefined,
    );
    if (this.socket || !this.Polled) return;
    clearTimeout(this.again);
    this.connect();
  }

  /** shut ends the line, and nobody is told. */
  shut() {
    const line = this.socket;
    this.socket = null;
    if (!line) return;
    line.onclose = line.onmessage = null;
    line.close();
  }

  /**
   * unkept is whether the server doesn't know the seat that one has just got, since the browser has kept no cookie: then the page says whose it is.
   * @param {wire.Received} m
   */
  unkept(m) {
    const secret = this.dial === server && !watches() ? spare() : '';
    if (!secret || held.secret) return false;
    const {chair = -1} = m;
    if (m.t === 'hello' && chair >= 0) keepSeat('', location.href);
    if (!(m.t === 'hello' ? chair < 0 : m.t === 'bye' && m.code === 'chair')) return false;
    held.secret = secret;
    this.shut();
    void this.otherwise();
    return true;
  }

  /** retry gives the line up, and tries a new one at once. */
  retry() {
    if (this.dial !== server || final.includes(this.bye)) return;
    clearTimeout(this.again);
    this.shut();
    this.release();
    this.lost ||= this.heard;
    this.connect();
    this.told('lost', {});
  }

  /** change sits down on another chair of the same device. */
  change(/** @type {number} */ chair) {
    this.as = chair;
    this.later = []; // it was for another person
    this.unheard.clear();
    this.release();
    this.shut();
    this.connect();
  }

  /** @param {wire.Received} m */
  came(m) {
    if (this.unkept(m)) return;
    const {lost} = this;
    Object.assign(this, {heard: Date.now(), lost: 0});
    this.after(quiet, () => this.ping());
    this.unheard.delete(m.id ?? 0);
    if (lost) this.told('found', m);
    if (m.t === 'hello' || m.t === 'bye') this.release();
    this.prover?.take(m); // at once: others wait for what it adds
    if (this.waits(m)) this.later.push(m);
    else this.take(m);
  }

  /**
   * waits is whether a message is to be shown later: under a dialog no hand begins, and what
   * people say to each other never waits.
   * @param {wire.Received} m
   */
  waits(m) {
    if (!this.held || ['chat', 'key', 'watch'].includes(m.t ?? '')) return false;
    return (
      this.held !== 'dialog' ||
      this.later.length > 0 ||
      (m.hand !== undefined && m.hand !== this.hand)
    );
  }

  /**
   * hold lets messages wait: for ms milliseconds, or until release.
   * @param {number} ms
   * @param {string} why
   */
  hold(ms, why) {
    clearTimeout(this.timer);
    this.held = why;
    if (ms < Infinity) this.timer = setTimeout(() => this.release(), ms);
  }

  /** release shows what has waited, up to where it is held anew. */
  release() {
    clearTimeout(this.timer);
    this.held = '';
    while (this.later.length && !this.waits(this.later[0]))
      this.take(/** @type {wire.Received} */ (this.later.shift()));
  }

  /** send sends a message with a number of its own, which it returns. */
  send(/** @type {page.Message} */ message) {
    const id = ++this.number;
    if (this.open && !this.lost) this.unheard.set(id, message);
    this.tell({...message, id});
    return id;
  }

  /** tell sends a message that nobody waits for an answer to. */
  tell(/** @type {page.Message} */ message) {
    if (this.open && !this.lost) this.socket?.send(JSON.stringify(message));
    else this.told('unsent', message);
  }

  /** @param {wire.Received} m */
  take(m) {
    switch (m.t) {
      case undefined:
        this.news(m);
        break;
      case 'hello':
        if (m.protocol !== 'chratze/1') {
          // a newer server's
          this.bye = 'old';
          if (this.socket) this.socket.onmessage = null;
          this.socket?.close();
          break;
        }
        this.missed = [...this.unheard.values()];
        this.unheard.clear();
        Object.assign(this, {
          hello: m,
          anew: true,
          bye: '',
          wait: 500,
          skew: (m.now ?? 0) - Date.now(),
        });
        this.told('hello', m);
        break;
      case 'bye':
        this.bye = m.code ?? '';
        break;
      default:
        this.told(m.t, m);
    }
  }

  /** @param {wire.Received} m */
  news(m) {
    const ms =
      this.info?.stage === 'playing' &&
      m.info?.stage &&
      m.info.stage !== 'playing' &&
      m.from === undefined &&
      m.ev.at(-1)?.startsWith('trick')
        ? this.lasts()
        : 0;
    if (!ms) return this.learn(m);
    const {ev, ...rest} = m;
    this.learn({ev, turn: -1});
    this.later.unshift({...rest, ev: []});
    this.hold(ms, 'trick');
  }

  /** @param {wire.Received} m */
  learn(m) {
    const before = m.hand !== undefined && m.hand !== this.hand ? [] : this.events;
    const fresh = m.hand !== undefined && m.hand !== this.hand;
    if (m.hand !== undefined) this.hand = m.hand;
    if (m.start) this.start = m.start;
    if (m.from === 0 || m.stakes) [this.stakes, this.forced] = [m.stakes ?? [], m.forced ?? ''];
    if (m.from !== undefined) this.events = this.events.slice(0, m.from);
    this.events = [...this.events, ...m.ev.map(event)]; // they travel in their text form, see package wire
    Object.assign(this, {
      turn: m.turn,
      due: m.due ?? 0,
      window: m.window ?? 0,
      six: m.six ?? '',
      ask: m.ask ?? null,
    });
    if (m.info) {
      // only what has changed, see table.InfoParts
      const {info} = m;
      const all = {
        ...this.info,
        ...(info.chairs && {gone: []}),
        ...(info.stage && {pays: [], bots: 0}),
        ...info,
      };
      known(
        ...[...all.chairs, ...(all.gone ?? [])]
          .filter((_, i) => i !== this.hello?.chair)
          .map((c) => c.name),
      );
      this.info = {
        ...all,
        chairs: all.chairs.map((c, i) => ({...c, balance: all.balances?.[i] ?? 0})),
      };
    }
    // the past is told once a connection
    this.told('news', {
      fresh,
      events: added(before, this.events),
      past: this.anew || m.back ? (m.past ?? null) : undefined,
      back: !!m.back,
    });
    this.anew = false;
    for (const lost of this.missed.splice(0)) this.told('unheard', lost);
  }
}
