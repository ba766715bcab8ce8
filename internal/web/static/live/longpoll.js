// A line to a table without a WebSocket, where a network lets none through, or for a seat whose secret no cookie keeps:
// a request that waits for messages, and one for each message that is said (docs/protocol.md).

import {to} from '../lib/address.js';
import {bearer} from '../lib/request.js';

/** Polled looks like a WebSocket. */
export class Polled {
  /**
   * @param {string} id the table's
   * @param {string} query
   */
  constructor(id, query) {
    this.at = to(`/api/seat/${id}/line`);
    this.polls = true;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {((m: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((e: object) => void) | null} */
    this.onclose = null;
    /** @type {string[]} */
    this.says = []; // not heard yet
    this.said = 0;
    this.end = new AbortController();
    void this.run(query);
  }

  /**
   * @param {string} query
   * @param {string} [body] undefined: it asks
   */
  async ask(query, body) {
    const r = await fetch(this.at + query, {
      signal: this.end.signal,
      cache: 'no-store',
      method: body === undefined ? 'GET' : 'POST',
      body,
      headers: {...bearer(), ...(body === undefined ? {} : {'Content-Type': 'application/json'})},
    });
    if (r.status === 429 && !this.open) this.tell({t: 'bye', code: 'limit'});
    if (!r.ok) throw new Error(`${r.status}`);
    return r;
  }

  get open() {
    return this.readyState === WebSocket.OPEN;
  }

  /** @param {object} m */
  tell(m) {
    try {
      this.onmessage?.({data: JSON.stringify(m)});
    } catch (err) {
      reportError(err); // of the page, and the line goes on
    }
  }

  async run(/** @type {string} */ query) {
    try {
      this.at += `/${(await (await this.ask(query, '{}')).json()).line}`;
      this.readyState = WebSocket.OPEN;
      void this.speak();
      for (let n = 0; this.open;) {
        const list = await (await this.ask(`?after=${n}`)).json();
        n += list.length;
        for (const m of list) if (this.open) this.tell(m);
        if (list.at(-1)?.t === 'bye') break;
      }
    } catch {
      /* as where a WebSocket breaks */
    }
    this.over();
  }

  send(/** @type {string} */ message) {
    this.says.push(message);
    if (this.open && this.says.length === 1) void this.speak();
  }

  /** speak says one message after the other. */
  async speak() {
    try {
      for (; this.says.length; this.says.shift()) await this.ask(`?n=${this.said++}`, this.says[0]);
    } catch {
      this.over();
    }
  }

  over() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.close();
    this.onclose?.({});
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.end.abort();
  }
}
