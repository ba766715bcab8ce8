// Several phones at one desk. The server keeps the lines of an evening, and accepts new ones
// only from a phone that knows all the old ones. Any other phone gets what the others have
// booked meanwhile; a person decides, and nothing is merged automatically.

import {to} from '../lib/address.js';

/**
 * @param {string} path
 * @param {RequestInit & {secret?: string}} how
 * @param {number} [ms] how long an answer may take
 * @param {AbortController} [abort]
 */
export async function askDesk(path, how, ms = 20_000, abort = new AbortController()) {
  const late = /** @type {any} */ (AbortSignal).timeout(ms);
  late.onabort = () => /** @type {any} */ (abort).abort(late.reason);
  const headers = {
    ...(how.secret ? {Authorization: `Bearer ${how.secret}`} : {}),
    ...(how.body ? {'Content-Type': 'application/json'} : {}),
  };
  const r = await fetch(to(`/api/kasse${path}`), {...how, headers, signal: abort.signal});
  return {status: r.status, got: await r.json()};
}

/**
 * share puts an evening on the server, which may want its password.
 * @param {string[]} lines
 * @param {string} password
 */
export const shareEvening = (lines, password) =>
  askDesk('', {method: 'POST', body: JSON.stringify({lines, ...(password ? {password} : {})})});

/** Follower follows one desk as long as it isn't stopped. */
export class Follower {
  /**
   * @param {desk.Kept} k
   * @param {() => string[]} mine
   * @param {(theirs: string[], conflict: boolean) => void} come
   * @param {(how: string) => void} state
   */
  constructor(k, mine, come, state) {
    this.k = k;
    this.mine = mine;
    this.come = come;
    this.state = state;
    this.stopped = false;
    this.held = false; // a conflict is open
    this.sure = false; // the server's first lines were compared with ours, and nothing failed since
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
  }

  async run() {
    let pause = 1000;
    while (!this.stopped) {
      const {sure} = this;
      try {
        await this.once();
        if (sure) pause = 1000; // a comparison says nothing of what failed before it
      } catch (err) {
        if (this.stopped) return;
        const {name, message} = /** @type {Error} */ (err);
        if (name === 'AbortError') continue;
        this.sure = false;
        this.state(/^4/.test(message) ? 'refused' : 'offline');
        await new Promise((done) => {
          setTimeout(done, pause);
        });
        pause = Math.min(15000, pause * 2);
      }
    }
  }

  async once() {
    if (this.held) {
      await new Promise((done) => {
        setTimeout(done, 300);
      });
      return;
    }
    const link = /** @type {NonNullable<desk.Kept['link']>} */ (this.k.link);
    const {secret} = link;
    const mine = this.mine();
    const from = this.sure ? Math.min(link.n, mine.length) : 0;
    const tells = this.sure && link.write && mine.length > from;
    this.abort = new AbortController();
    const {status, got} = await (tells
      ? askDesk(`/${link.id}`, {
          method: 'POST',
          secret,
          body: JSON.stringify({from, lines: mine.slice(from)}),
        })
      : askDesk(`/${link.id}?from=${from}&wait=25`, {secret}, 45_000, this.abort)); // it waits for 25 s
    if (this.stopped) return;
    if (status === 404 || status === 401) {
      this.state('gone');
      this.stop();
      return;
    }
    if (status !== 200 && !(tells && status === 409)) throw new Error(`${status}`);
    link.write = got.write === true;
    this.sure = got.n >= from; // there are fewer after a backup was restored
    this.state('live');
    if (tells && status === 200) this.hear(mine);
    else if (got.lines.length > 0) this.hear([...mine.slice(0, from), ...got.lines]);
  }

  /** hear takes the lines of the server. There is a conflict unless ours, or theirs, are the beginning of the others. */
  hear(/** @type {string[]} */ theirs) {
    const mine = this.mine();
    this.held = theirs.some((l, i) => i < mine.length && l !== mine[i]);
    if (!this.held) /** @type {NonNullable<desk.Kept['link']>} */ (this.k.link).n = theirs.length;
    this.come(theirs, this.held);
  }
}
