// A table on which a recorded hand lies, at one of its moments. Nothing comes from it,
// and nothing goes to it.

import {gameOf} from '../lib/games.js';

/** @type {page.Line} what lies there before anything is chosen */
const none = {format: '', rules: {preset: 'chratze'}, seats: 0, dealer: -1, muss: false, pot: 0, events: []};

/** Still is the table; a page says what lies on it. */
export class Still {
  constructor() {
    /** @type {() => page.Moment} */
    this.now = () => ({});
    this.id = '';
    this.open = true;
    this.held = '';
    this.bye = '';
    this.six = '';
    this.window = 0;
    this.due = 0;
    this.skew = 0;
  }

  /** stakes are what each seat has taken on at this moment; none, as long as nobody has, or nobody knows. */
  get stakes() {
    const {stakes = []} = this.now();
    const by = stakes.findLast((s) => s.at <= this.at)?.by ?? [];
    return by.some(Boolean) ? by : [];
  }

  get start() { return this.now().line ?? none; }
  get at() { return this.now().at ?? this.start.events.length; }
  get events() { return this.start.events.slice(0, this.at); }
  get hand() { return this.now().hand ?? 1; }
  get ask() { return this.now().ask ?? null; }
  get chair() { return this.now().chair ?? -1; }
  get hello() { return {chair: this.chair, config: {rules: this.start.rules}}; }
  get turn() {
    const next = this.start.events[this.at];
    return this.ask ? this.chair : next?.t === 'act' ? next.seat ?? -1 : -1;
  }

  /** @returns {page.Info} */
  get info() {
    const {start: line, at} = this;
    const over = ended(line, at);
    const {names = []} = this.now();
    const told = over ? result(line) : undefined;
    return {
      stage: over ? 'between' : 'playing', pot: over ? line.next?.pot ?? 0 : line.pot, dealer: line.dealer, host: -2,
      seats: names.map((_, i) => i), chairs: names.map((name, i) => ({name, balance: won(line, i, at), points: told?.points?.[i]})), result: told,
    };
  }

  /** unasked is whether nobody takes anything on before cards are exchanged or played, now that the card that gives the trump lies there. */
  unasked() {
    const {events} = this.start;
    const first = events.find((e) => e.act && !/^(see|pass|schlagen|oder|weiter|weiter-oder)$/.test(e.act))?.act ?? '';
    return /^(lay|drop|play)/.test(first) && !events.slice(this.at).some((e) => e.t === 'upcard' || e.t === 'turn');
  }

  send() { return 0; }
  release() { /* nothing waits */ }
}

/** ended is whether a hand is over at a moment. */
const ended = (/** @type {page.Line} */ line, /** @type {number} */ at) => !!line.payout && at === line.events.length;

/** won is what a seat has won or lost in a hand that is over; before, the antes are events of the hand that is being played. */
function won(/** @type {page.Line} */ line, /** @type {number} */ seat, /** @type {number} */ at) {
  if (!ended(line, at)) return 0;
  const antes = line.events.reduce((sum, e) => sum + (e.t === 'ante' && e.seat === seat ? e.amount ?? 0 : 0), 0);
  return (line.payout?.[seat] ?? 0) - (line.penalty?.[seat] ?? 0) - antes;
}

/** scored is how many strokes each seat has from a hand of a race: one a trick, or all of them where nobody else plays. */
function scored(/** @type {page.Line} */ {rules, seats, dealer, events}) {
  if ((rules.score ?? gameOf(`${rules.preset}`).score ?? 'pot') === 'pot') return undefined;
  const points = Array.from({length: seats}, (_, i) => events.filter((e) => e.t === 'trick' && e.seat === i).length);
  if (points.some(Boolean)) return points;
  const alone = events.find((e) => e.act === 'join' || e.act === 'spare')?.seat ?? dealer;
  const said = events.findIndex((e) => e.act);
  points[alone] = events.slice(0, said).flatMap((e) => (e.t === 'deal' && e.seat === alone ? e.cards?.split(' ') ?? [] : [])).length;
  return points;
}

/**
 * result is how a hand ended, as a table tells it.
 * @param {page.Line} line
 * @returns {table.Result | undefined}
 */
function result(line) {
  const {payout = [], penalty = [], next, pot, events} = line;
  if (!next) return undefined;
  const played = events.reduce((sum, e) => sum + (e.t === 'ante' ? e.amount ?? 0 : 0), pot);
  const left = next.pot - penalty.reduce((a, b) => a + b, 0);
  const failed = penalty.map((p) => p > 0);
  return {payout, penalty, points: scored(line), failed, played, left, dealt: left !== played || failed.includes(true), next};
}
