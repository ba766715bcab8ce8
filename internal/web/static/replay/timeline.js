// A recorded hand as something to go through: its line, and the moments at which it
// makes sense to stop. Nothing here knows the page or the rules.

/** silent events are never stopped at: they show nothing, or come with what follows. */
const silent = ['ante', 'shuffle'];
/** carried events come with the one before. */
const carried = ['trump', 'take', 'susi'];

/** whispered reports whether only some are told an event at all: so a moment has the same number in every view. */
const whispered = (/** @type {page.Event} */ e) =>
  e.t === 'shuffle' || (e.t === 'act' && (e.act === 'see' || e.act === 'keep'));

/**
 * read reads a line. It returns null if it can't be one; whether the hand can have gone so the server knows.
 * @param {string} text
 * @returns {page.Line | null}
 */
export function read(text) {
  try {
    const line = JSON.parse(text);
    const good =
      line?.format === 'rams-hand/1' &&
      line.seats >= 2 &&
      line.seats <= 8 &&
      Array.isArray(line.events) &&
      typeof line.rules?.preset === 'string' &&
      line.events.every(
        (/** @type {page.Event} */ e) =>
          typeof e?.t === 'string' &&
          (e.seat === undefined || (e.seat >= 0 && e.seat < line.seats)),
      );
    return good ? line : null;
  } catch {
    return null;
  }
}

/** Timeline is a hand with its moments. A moment is a number of events that have happened. */
export class Timeline {
  /**
   * @param {page.Line} line
   * @param {talk.Reading | null} [read] what the server says of it: what the seats have taken on, from which moments on, and why it ended so
   */
  constructor(line, read) {
    this.line = line;
    this.told(read);
    const {events} = line;
    this.n = line.seats;
    this.names = Array.from({length: this.n}, (_, i) => line.names?.[i] || `${i + 1}`);
    this.over = !!line.payout;
    const first = events.findIndex((e) => !silent.includes(e.t));
    const rests = (/** @type {number} */ p) =>
      p > 0 && !silent.includes(events[p - 1].t) && !carried.includes(events[p].t);
    /** @type {number[]} moments to stop at */
    this.stops = [...events.keys(), events.length].filter(
      (p) => p === first || p === events.length || rests(p),
    );
    const play = events.findIndex((e) => e.act?.startsWith('play'));
    /** @type {number[]} moments to stop at who goes by tricks */
    this.chapters = [
      this.stops[0],
      ...(play > 0 ? [play] : []),
      ...events.flatMap((e, i) => (e.t === 'trick' ? [i + 1] : [])),
      events.length,
    ];
    this.chapters = [...new Set(this.chapters)];
  }

  /** told notes what the server says. */
  told(/** @type {talk.Reading | null | undefined} */ read) {
    this.stakes = read?.stakes;
    this.result = read?.result;
  }

  /** You may see everything of this hand. */
  get full() {
    return this.line.view === undefined;
  }

  /**
   * number is the number of a moment in every view of this hand: how much everybody has been told.
   * @param {number} p number of events of this line
   */
  number(p) {
    return this.line.events.slice(0, p).filter((e) => !whispered(e)).length;
  }

  /** moment is the place of a moment with a number. */
  moment(/** @type {number} */ number) {
    return this.stops.find((p) => this.number(p) >= number) ?? this.stops[this.stops.length - 1];
  }

  /** summary is who won and lost what. */
  get summary() {
    return this.names
      .map((name, i) => ({name, n: (this.line.payout?.[i] ?? 0) - (this.line.penalty?.[i] ?? 0)}))
      .filter((x) => x.n);
  }
}

/** Lines are the hands of a file, each read when it is looked at. */
export class Lines {
  /** @param {string} text */
  constructor(text) {
    this.all = text.split('\n');
    while (this.all.length && !this.all[this.all.length - 1].trim()) this.all.pop();
  }

  get length() {
    return this.all.length;
  }

  /** @param {number} i */
  text(i) {
    return this.all[i].replace(/\r$/, '');
  }

  /** timeline reads a hand, or returns null. */
  timeline(/** @type {number} */ i) {
    const line = i >= 0 && i < this.length ? read(this.text(i)) : null;
    return line && new Timeline(line);
  }

  /**
   * search returns the hands whose lines have a text in them, without holding the page up.
   * @param {string} text
   * @param {() => boolean} still whether the answer is still wanted
   * @returns {Promise<number[]>}
   */
  async search(text, still) {
    const found = [];
    const small = text.toLowerCase();
    for (let i = 0; i < this.length; i++) {
      if (this.all[i].toLowerCase().includes(small)) found.push(i);
      if (i % 500 === 499) {
        await new Promise((r) => setTimeout(r));
        if (!still()) break;
      }
    }
    return found;
  }
}
