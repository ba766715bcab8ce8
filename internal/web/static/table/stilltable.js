// A table on which a recorded hand lies, at one of its moments. Nothing comes from it,
// and nothing goes to it.

/** @type {page.Line} what lies there before anything is chosen */
const none = {
  format: '',
  rules: {preset: 'chratze'},
  seats: 0,
  dealer: -1,
  muss: false,
  pot: 0,
  events: [],
};

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

  /** taken is what each seat has taken on at this moment. */
  get taken() {
    return this.now().stakes?.findLast((s) => s.at <= this.at);
  }
  /** stakes are taken; none, as long as no seat has, or nobody knows. */
  get stakes() {
    return this.taken?.by.some(Boolean) ? this.taken.by : [];
  }
  /** forced is how the deal was forced. */
  get forced() {
    return this.taken?.forced ?? '';
  }

  get start() {
    return this.now().line ?? none;
  }
  get at() {
    return this.now().at ?? this.start.events.length;
  }
  get events() {
    return this.start.events.slice(0, this.at);
  }
  get hand() {
    return this.now().hand ?? 1;
  }
  get ask() {
    return this.now().ask ?? null;
  }
  get chair() {
    return this.now().chair ?? -1;
  }
  get hello() {
    return {chair: this.chair, config: {rules: this.start.rules}};
  }
  get turn() {
    const next = this.start.events[this.at];
    return this.ask ? this.chair : next?.t === 'act' ? (next.seat ?? -1) : -1;
  }

  /** @returns {page.Info} */
  get info() {
    const {start: line, at} = this;
    const over = ended(line, at);
    const {names = []} = this.now();
    const told = over ? (this.now().result ?? bare(line)) : undefined;
    return {
      stage: over ? 'between' : 'playing',
      pot: over ? (line.next?.pot ?? 0) : line.pot,
      dealer: line.dealer,
      host: -2,
      seats: names.map((_, i) => i),
      chairs: names.map((name, i) => ({
        name,
        balance: won(line, i, at),
        points: told?.points?.[i],
      })),
      result: told,
    };
  }

  send() {
    return 0;
  }
  release() {
    /* nothing waits */
  }
}

/** ended is whether a hand is over at a moment. */
const ended = (/** @type {page.Line} */ line, /** @type {number} */ at) =>
  !!line.payout && at === line.events.length;

/** won is what a seat has won or lost in a hand that is over; before, the antes are events of the hand that is being played. */
function won(/** @type {page.Line} */ line, /** @type {number} */ seat, /** @type {number} */ at) {
  if (!ended(line, at)) return 0;
  const antes = line.events.reduce(
    (sum, e) => sum + (e.t === 'ante' && e.seat === seat ? (e.amount ?? 0) : 0),
    0,
  );
  return (line.payout?.[seat] ?? 0) - (line.penalty?.[seat] ?? 0) - antes;
}

/**
 * bare is how a hand ended as far as its line says so: without reasons, until the server has been asked.
 * @param {page.Line} line
 * @returns {table.Result | undefined}
 */
function bare({payout = [], penalty = [], next, pot, events}) {
  if (!next) return undefined;
  const played = events.reduce((sum, e) => sum + (e.t === 'ante' ? (e.amount ?? 0) : 0), pot);
  const why = payout.map(() => ({won: 0, needed: 0, share: 'none'}));
  const left = next.pot - penalty.reduce((a, b) => a + b, 0);
  return {
    payout,
    penalty,
    failed: penalty.map((p) => p > 0),
    played,
    left,
    end: 'played',
    stays: 'nothing',
    why,
    next,
  };
}
