// Those who sit at the table: what they say, and what came and went.

import {known} from '../lib/kept.js';
import {since} from '../table/absent.js';

const lasts = 6000; // milliseconds a chat line stays beside a seat
const mostHands = 300; // of an evening, in the chart

/** People keeps the chat as long as the window is open, and everybody's balances after each hand. */
export class People {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    /** @type {{chair: number, name: string, text: string, at: number}[]} */
    this.lines = [];
    this.unread = 0;
    this.key = '';
    /** @type {Set<number>} */
    this.muted = new Set();
    /** @type {Record<string, number>[]} what everybody had after each hand, by who */
    this.balances = [];
    /** @type {Set<string>} who has been the Susi */
    this.susi = new Set();
    /** @type {Set<number>} the chairs of whom it has been said that they are away */
    this.away = new Set();
    this.counted = 0; // the last hand in it
    this.watching = {n: 0, names: /** @type {string[]} */ ([])}; // who looks on
  }

  /** watched takes who looks on, and tells who has come. */
  watched(/** @type {Partial<{n: number, names: string[]}>} */ {n = 0, names = []}) {
    const {app, watching} = this;
    this.watching = {n, names};
    known(...names);
    if (!app.words || app.chair < 0) return;
    for (const name of names)
      if (!watching.names.includes(name))
        app.live.say(app.words.t('watch.comes', {name}), 'people');
  }

  /** watchers says who looks on; '' for nobody. */
  get watchers() {
    const {
      app: {words: w},
      watching: {n, names},
    } = this;
    const more = n - names.length;
    if (!n) return '';
    return !names.length
      ? w.t('watch.some', {n})
      : `${w.t('watch.names', {names: names.join(', ')})}${more > 0 ? ` ${w.t('watch.more', {n: more})}` : ''}`;
  }

  /** who tells people apart, and bots: another who sits down on a chair is another. */
  who(/** @type {number} */ chair) {
    return `${this.app.info.chairs[chair]?.person}`;
  }

  /** @param {page.Said} m */
  heard(m) {
    const {words: w} = this.app;
    const name = this.app.info?.chairs[m.chair]?.name ?? '?';
    const text =
      m.phrase && w?.has(`ui.phrase.${m.phrase}`) ? w.t(`ui.phrase.${m.phrase}`) : m.text;
    if (this.muted.has(m.chair)) return;
    this.lines.push({chair: m.chair, name, text, at: Date.now()});
    this.lines.splice(0, Math.max(0, this.lines.length - 200));
    if (m.chair !== this.app.chair && !document.querySelector('#menu[open] .chatlines'))
      this.unread++;
    this.app.live.say(`${name}: ${text}`, 'chat');
    setTimeout(() => this.app.draw(), lasts);
  }

  /** news takes the evening so far from the server, and goes on with it. */
  news(/** @type {page.News} */ m) {
    const {info, table} = this.app;
    if (m.past !== undefined) {
      const course = Object.entries(m.past?.course ?? {});
      this.balances = Array.from({length: course[0]?.[1].length ?? 0}, (_, k) =>
        Object.fromEntries(course.map(([who, row]) => [who, row[k]])),
      );
      this.susi = new Set((m.past?.susi ?? []).map((c) => this.who(c)));
      this.counted = info.stage === 'playing' ? table.hand - 1 : table.hand;
    }
    for (const e of m.events) if (e.t === 'susi') this.susi.add(this.who(info.seats[e.seat ?? -1]));
    if (info.stage !== 'playing' && info.result && this.counted !== table.hand) {
      this.balances.push(
        Object.fromEntries(
          [...info.chairs, ...(info.gone ?? [])].map((c) => [`${c.person}`, c.balance]),
        ),
      );
      this.balances.splice(0, Math.max(0, this.balances.length - mostHands));
      this.counted = table.hand;
    }
  }

  /** absent tells who is away, once it isn't only for a moment, and who is back. */
  absent() {
    const {app, away} = this;
    if (!app.words) return;
    app.info.chairs.forEach((c, i) => {
      const gone = app.chair !== i && since(app, i);
      if (gone && !away.has(i)) app.live.say(gone, 'people');
      else if (!gone && away.has(i) && c.name && !c.bot)
        app.live.say(app.words.t('away.back', {name: c.name}), 'people');
      if (gone) away.add(i);
      else away.delete(i);
    });
  }

  /** bubble is what somebody on a chair said just now. */
  bubble(/** @type {number} */ chair) {
    const line = this.lines.findLast((l) => l.chair === chair);
    return line && Date.now() - line.at < lasts ? line.text : '';
  }

  /**
   * @param {string} text
   * @param {string} [phrase] which phrase it is: others read it in their language
   */
  say(text, phrase) {
    if (text.trim()) this.app.table.send({t: 'chat', text: text.trim(), phrase});
  }
}
