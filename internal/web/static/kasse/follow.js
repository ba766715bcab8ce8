// Several phones at one desk. The server keeps the lines of an evening, and accepts new ones
// only from a phone that knows all the old ones. Any other phone gets what the others have
// booked meanwhile; a person decides, and nothing is merged automatically.

import {to} from '../lib/address.js';

/**
 * @param {string} path
 * @param {RequestInit & {secret?: string}} [how]
 */
async function ask(path, how = {}) {
  const headers = {...(how.secret ? {Authorization: `Bearer ${how.secret}`} : {}), ...(how.body ? {'Content-Type': 'application/json'} : {})};
  const r = await fetch(to(`/api/kasse${path}`), {...how, headers});
  return {status: r.status, got: await r.json()};
}

/**
 * share puts an evening on the server, which may want its password.
 * @param {string[]} lines
 * @param {string} password
 */
export const share = (lines, password) => ask('', {method: 'POST', body: JSON.stringify({lines, ...(password ? {password} : {})})});

/** Follower follows one desk as long as it isn't stopped. */
export class Follower {
  /**
   * @param {{id: string, secret: string, write: boolean, n: number}} link
   * @param {() => string[]} mine
   * @param {(theirs: string[]) => void} come
   * @param {(how: string) => void} state
   */
  constructor(link, mine, come, state) {
    this.link = link;
    this.mine = mine;
    this.come = come;
    this.state = state;
    this.stopped = false;
    this.held = false; // a conflict is open
    this.abort = new AbortController();
    void this.run();
  }

  stop() {
    this.stopped = true;
    this.abort.abort();
  }

  /** again looks at once whether there is something to tell: something was booked. */
  again() {
    this.abort.abort();
    this.abort = new AbortController();
  }

  async run() {
    let pause = 1000;
    while (!this.stopped) {
      try {
        await this.once();
        pause = 1000;
      } catch (err) {
        if (this.stopped) return;
        if (/** @type {Error} */ (err).name === 'AbortError') continue;
        this.state('offline');
        await new Promise((done) => { setTimeout(done, pause); });
        pause = Math.min(15000, pause * 2);
      }
    }
  }

  async once() {
    const {link} = this;
    const mine = this.mine();
    const signal = this.abort.signal;
    if (this.held) {
      await new Promise((done) => { setTimeout(done, 300); });
      return;
    }
    if (mine.length > link.n && link.write) {
      const {status, got} = await ask(`/${link.id}`, {method: 'POST', secret: link.secret, body: JSON.stringify({from: link.n, lines: mine.slice(link.n)})});
      if (status === 200) link.n = got.n;
      else if (status === 409) this.hear(got.lines);
      else throw new Error(`${status}`);
      this.state('live');
      return;
    }
    const {status, got} = await ask(`/${link.id}?from=${link.n}&wait=25`, {secret: link.secret, signal});
    if (status === 404 || status === 401) {
      this.state('gone');
      this.stop();
      return;
    }
    if (status !== 200) throw new Error(`${status}`);
    link.write = got.write === true;
    this.state('live');
    if (got.lines.length > 0) this.hear(got.lines);
  }

  /** hear takes what the others have booked behind what is known to both. */
  hear(/** @type {string[]} */ lines) {
    this.come([...this.mine().slice(0, this.link.n), ...lines]);
  }
}
