// How much is said where a person wants less than everything, and the words that a phone speaks aloud. A table asks it before it says anything.

import {moreTexts} from '../lib/moretexts.js';
import {settings} from '../lib/settings.js';
import {speak} from '../lib/speak.js';
import {words as split} from '../table/view.js';
import {level} from './levels.js';
import {endedAloud, toldAloud} from './speech.js';

/** still are the acts for which nothing is said at a table. */
const still = ['see', 'lay', 'drop', 'swap', 'keep'];

/** Ear hears all that a table says, and says as much of it as the person wants. */
export class Ear {
  /** @param {page.Page} app */
  constructor(app) {
    this.app = app;
    /** @type {((w: page.Words) => page.Words) | null} */
    this.more = null;
  }

  /** words are those that know the texts of this folder, too. */
  get words() {
    const w = this.app.words;
    return this.more?.(w) ?? w;
  }

  /**
   * said returns as much of a text as is to be said: all, something shorter, or ''.
   * @param {string} text
   * @param {string} [kind]
   * @param {page.Event[]} [events] that the text tells
   */
  said(text, kind, events) {
    try {
      return this.some(text, kind, events);
    } catch (e) {
      console.error(e); // a fault here must not stop the table
      return text;
    }
  }

  /**
   * some is said, but may fail.
   * @param {string} text
   * @param {string} [kind]
   * @param {page.Event[]} [events]
   */
  some(text, kind, events) {
    if (settings.on('speak')) {
      const {lang} = this.app.words;
      if (events) speak(lang, toldAloud(this.app, events));
      else if (kind === 'money') speak(lang, endedAloud(this.app));
    }
    const much = kind ? level(/** @type {import('./levels.js').Kind} */ (kind)) : '';
    if (much === 'off') return '';
    if (much !== 'short') return text;
    if (kind === 'money') return this.result();
    return events ? this.short(events) : text;
  }

  /** asked returns as much of a question as is to be said. */
  asked(/** @type {() => string} */ question) {
    const much = level('turn');
    if (much === 'off') return '';
    return much ? question() : this.words.t('ui.yourturn.ask', {question: question()});
  }

  /** short tells who did what, and leaves out what the person did. */
  short(/** @type {page.Event[]} */ events) {
    const {app, words: w} = this;
    const lines = events.map((e) => {
      if (e.t === 'deal' || e.t === 'draw')
        return e.seat === app.me && !e.cards?.includes('?') ? w.cards(split(e.cards ?? '')) : '';
      const name = e.seat === app.me ? w.t('ear.you') : app.names[e.seat ?? -1];
      if (e.t === 'trick') return w.t('ear.short', {name, what: w.t('ear.trick')});
      const [kind, ...cards] = split(e.act ?? '');
      if (kind && e.seat === app.me) return '';
      if (!kind || still.includes(kind)) return app.voice.event(e);
      return w.t('ear.short', {name, what: kind === 'play' ? w.cards(cards) : w.call(kind)});
    });
    return lines.filter(Boolean).slice(-12).join(' ');
  }

  /** result is how much the person has won or paid, and the pot now. */
  result() {
    const {app, words: w} = this;
    const {result: r} = app.info;
    if (!r) return '';
    const own = app.me < 0 ? '' : w.balance((r.payout[app.me] ?? 0) - (r.penalty[app.me] ?? 0));
    return w.sentences([own, w.t('view.pot', {amount: w.sum(r.next.pot)})].filter(Boolean));
  }
}

/** reads puts the question and its answers before the table, for those who go through the page from its beginning. */
function reads() {
  const [table, foot, cards] = ['table', 'foot', 'cards'].map((id) => document.getElementById(id));
  if (table && foot && cards && settings.on('reader')) table.prepend(foot, cards);
}

/** listen puts an ear to a table's teller, once its texts have come. */
export async function listen(/** @type {page.Page} */ app) {
  const ear = new Ear(app);
  ear.more = await moreTexts('ear', app.words.lang);
  app.live.ear = ear;
  reads();
}
