// Those who sit at the table: what they say, and what came and went.

const lasts = 6000; // milliseconds a chat line stays beside a seat

/** Company keeps the chat. */
export class Company {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    /** @type {{chair: number, name: string, text: string, at: number}[]} */
    this.lines = [];
    this.unread = 0;
    this.key = '';
    /** @type {Set<number>} */
    this.muted = new Set();
    /** @type {{hand: number, balances: number[]}[]} */
    this.course = [];
  }

  /** @param {any} m */
  heard(m) {
    const name = this.app.info?.chairs[m.chair]?.name ?? '?';
    if (this.muted.has(m.chair)) return;
    this.lines.push({chair: m.chair, name, text: m.text, at: Date.now()});
    this.unread++;
    this.app.live.say(`${name}: ${m.text}`);
    setTimeout(() => this.app.draw(), lasts);
  }

  /** news keeps the balances after each hand. @param {any} _ */
  news(_) {
    const {info, table} = this.app;
    if (info.stage === 'playing' || !info.result || this.course.at(-1)?.hand === table.hand) return;
    this.course.push({hand: table.hand, balances: info.chairs.map((/** @type {any} */ c) => c.balance)});
  }

  /** bubble is what somebody on a chair said just now. @param {number} chair */
  bubble(chair) {
    const line = this.lines.findLast((l) => l.chair === chair);
    return line && Date.now() - line.at < lasts ? line.text : '';
  }

  /** @param {string} text */
  say(text) {
    if (text.trim()) this.app.table.send({t: 'chat', text: text.trim()});
  }
}
