// This browser's part in the proof of the deals: it adds a number to each shuffle, keeps
// what the server promises, and checks every hand when it is over. Nobody has to do
// anything for it.

import {event} from './event.js';
import {newNonce, noncePromise, verifyHand} from './fair.js';

/**
 * @typedef {import('./fair.js').Report} Report
 * @typedef {{nonce: string, promise: string, given: boolean}} Deal what this browser knows of a deal by itself
 * @typedef {{number: number, chairs: number[]}} CalledOff
 * @typedef {{line: any, mine: import('./fair.js').Mine | undefined, report: Report}} Checked
 */

const most = 300; // hands are kept of an evening

export class Prover {
  /**
   * @param {import('./net.js').Table} table
   * @param {(checked: Checked) => void} told is told when a hand has been checked
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    /** @type {Map<number, Deal>} by number of the deal */
    this.deals = new Map();
    /** @type {Map<number, Checked>} by hand */
    this.checked = new Map();
    /** @type {CalledOff[]} deals that were called off this evening */
    this.voids = [];
    this.sitting = ''; // the commitment to the evening's secret, as it came first
    this.whole = 0; // hands of the evening that were checked whole when its secret was opened
    /** @type {any} */
    this.proof = null;
    this.hand = table.hand; // with the table itself, but for what is held back there
    this.events = [...table.events];
    /** @type {number[]} */
    this.seats = table.info?.seats ?? [];
    for (const m of table.later) this.take(m);
  }

  get chair() { return this.table.hello?.chair ?? -1; }
  get rules() { return this.table.hello.config.rules; }

  /** begin asks to be told of the proof. */
  begin() { this.table.tell({t: 'proof'}); }

  /**
   * take takes a message as it comes, whatever somebody is looking at.
   * @param {any} m
   */
  take(m) {
    if (m.t) return;
    if (m.info?.seats) this.seats = m.info.seats;
    if (m.hand !== undefined && m.hand !== this.hand) Object.assign(this, {hand: m.hand, events: []});
    if (m.from !== undefined) this.events.length = Math.min(m.from, this.events.length);
    this.events.push(...m.ev.map(event));
    if (m.proof?.hand) this.merge(m.proof.hand);
    if (m.proof?.next) this.give(m.proof.next);
  }

  /**
   * give adds this browser's number to the next deal: first the commitment to it, and
   * when everybody's is there, the number.
   * @param {{number: number, sitting: string, promise: string, promises?: string[], void?: CalledOff[]}} d
   */
  give(d) {
    this.sitting ||= d.sitting;
    for (const v of d.void ?? []) if (!this.voids.some((x) => x.number === v.number)) this.voids.push(v);
    const deal = this.deals.get(d.number) ?? {nonce: newNonce(), promise: d.promise, given: false};
    this.deals.set(d.number, deal);
    if (this.chair < 0) return;
    const hash = noncePromise(d.number, this.chair, deal.nonce);
    if (!d.promises) this.table.tell({t: 'promise', q: d.number, text: hash});
    else if (d.promises.includes(`${this.chair} ${hash}`) && d.promise === deal.promise) {
      deal.given = true;
      this.table.tell({t: 'nonce', q: d.number, text: deal.nonce});
    }
  }

  /**
   * merge puts together what comes in parts of a hand's proof.
   * @param {any} part
   */
  merge(part) {
    if (part.none || part.number !== this.proof?.number) this.proof = {draws: []};
    const {draws = [], ...rest} = part;
    Object.assign(this.proof, rest);
    for (const d of draws) this.proof.draws[d.draw - 1] = d;
    if (part.none || part.open) this.check();
    if (part.sitting_secret) this.open(part.sitting_secret);
  }

  /** check checks the hand that is over. */
  check() {
    const deal = this.deals.get(this.proof.number);
    const mine = deal && {chair: this.chair, nonce: deal.given ? deal.nonce : undefined, promise: deal.promise};
    const me = this.seats.indexOf(this.chair);
    const line = {rules: this.rules, seats: this.seats.length, view: me < 0 ? 'public' : me, events: [...this.events], payout: [], fair: this.proof};
    this.found(this.hand, line, mine);
  }

  /**
   * @param {number} hand
   * @param {any} line
   * @param {import('./fair.js').Mine | undefined} mine
   */
  found(hand, line, mine) {
    const report = verifyHand(line, mine);
    if (line.fair.sitting && this.sitting && line.fair.sitting !== this.sitting) report.faults.push({code: 'late'});
    const checked = {line, mine, report};
    this.checked.set(hand, checked);
    if (this.checked.size > most) this.checked.delete(/** @type {number} */ (this.checked.keys().next().value));
    this.told(checked);
  }

  /**
   * open checks all hands of the evening again, now that its secret is known.
   * @param {string} secret
   */
  open(secret) {
    for (const [hand, {line, mine}] of [...this.checked]) {
      if (line.fair.none) continue;
      line.fair = {...line.fair, sitting_secret: secret};
      this.found(hand, line, mine);
    }
    this.whole = [...this.checked.values()].filter((c) => c.report.level === 'whole' && !c.report.faults.length).length;
  }
}
