// Those who sit at the table: what they say, and what came and went.

const lasts = 6000; // milliseconds a chat line stays beside a seat
const mostHands = 300; // of an evening, in the chart

/** Company keeps the chat, and the course of the evening as long as the window is open. */
export class Company {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    /** @type {{chair: number, name: string, text: string, at: number}[]} */
    this.lines = [];
    this.unread = 0;
    this.key = '';
    this.drawn = () => {};
    /** @type {Set<number>} */
    this.muted = new Set();
    const kept = read(`evening.${app.table.id}`);
    /** @type {{hand: number, balances: number[]}[]} */
    this.course = kept.course ?? [];
    /** @type {Set<number>} chairs that have been the Susi */
    this.susi = new Set(kept.susi ?? []);
  }

  /** @param {any} m */
  heard(m) {
    const name = this.app.info?.chairs[m.chair]?.name ?? '?';
    if (this.muted.has(m.chair)) return;
    this.lines.push({chair: m.chair, name, text: m.text, at: Date.now()});
    this.lines.splice(0, Math.max(0, this.lines.length - 200));
    this.unread++;
    this.app.live.say(`${name}: ${m.text}`);
    setTimeout(() => this.app.draw(), lasts);
  }

  /**
   * news keeps the balances after each hand, and the Susi.
   * @param {{events: import('./view.js').Event[]}} m
   */
  news(m) {
    const {info, table} = this.app;
    for (const e of m.events) if (e.t === 'susi') this.susi.add(info.seats[e.seat ?? -1]);
    if (info.stage !== 'playing' && info.result && this.course.at(-1)?.hand !== table.hand) {
      this.course.push({hand: table.hand, balances: info.chairs.map((/** @type {any} */ c) => c.balance)});
      this.course.splice(0, Math.max(0, this.course.length - mostHands));
    }
    write(`evening.${table.id}`, {course: this.course, susi: [...this.susi]});
  }

  /**
   * bubble is what somebody on a chair said just now.
   * @param {number} chair
   */
  bubble(chair) {
    const line = this.lines.findLast((l) => l.chair === chair);
    return line && Date.now() - line.at < lasts ? line.text : '';
  }

  /** @param {string} text */
  say(text) {
    if (text.trim()) this.app.table.send({t: 'chat', text: text.trim()});
  }
}

/**
 * @param {string} key
 * @returns {any}
 */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function write(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* not allowed: then it lasts until the page is loaded again */ }
}
