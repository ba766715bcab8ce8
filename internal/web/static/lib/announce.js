// What a screen reader says: whole sentences, one after the other; whose turn it
// is at once; and answers to typed letters.

import {notify} from './capabilities.js';
import {play} from './sound.js';
import {settings} from './settings.js';


/** quiet events are told by the layout, not aloud. */
const quiet = ['shuffle', 'ante'];

/** Teller tells. */
export class Teller {
  /**
   * @param {HTMLElement} polite
   * @param {HTMLElement} now
   */
  constructor(polite, now) {
    this.polite = polite;
    this.now = now;
    this.asked = 0;
    /** @type {string[]} */
    this.log = [];
  }

  /**
   * tell tells events, and when the trump is told that everybody has to play.
   * @param {page.Event[]} events
   * @param {page.Voice} voice
   * @param {page.View} v
   */
  tell(events, voice, v) {
    const lines = events.filter((e) => !quiet.includes(e.t)).map((e) => voice.event(e));
    if (v.forced && events.some((e) => e.t === 'trump')) lines.push(voice.forced(v));
    if (!lines.length) return;
    this.log.push(...lines);
    this.log.splice(0, Math.max(0, this.log.length - 200));
    this.say(lines.slice(-12).join(' '));
  }

  /**
   * say adds a sentence to a live region and forgets the oldest.
   * @param {string} text
   * @param {boolean} [urgent]
   */
  say(text, urgent) {
    const box = urgent ? this.now : this.polite;
    const p = document.createElement('p');
    p.textContent = text;
    box.append(p);
    while (box.childElementCount > 4) box.firstElementChild?.remove();
  }

  /**
   * turn announces that it is your turn, once for each question.
   * @param {page.Page} app
   * @param {page.View} v
   */
  turn(app, v) {
    const mine = !!app.ask && !app.over;
    document.title = mine ? `● ${app.words.t('ui.yourturn')} – ${app.words.game()}` : app.words.game();
    if (!mine || this.asked === app.ask.q) return;
    this.asked = app.ask.q;
    this.say(`${app.words.t('ui.yourturn')}. ${app.voice.question(app.ask.legal, v)}`, true);
    play('turn');
    if (!document.hidden) return;
    navigator.vibrate?.(80);
    if (settings.on('notify')) notify(`${app.words.t('ui.yourturn')} – ${app.words.game()}`);
  }

  /**
   * answer says what a letter asks for.
   * @param {string} key
   * @param {page.Page} app
   * @param {page.View} v
   * @returns {string}
   */
  answer(key, app, v) {
    const w = app.words;
    const trick = (/** @type {page.Played[]} */ cards) =>
      w.t('view.trick', {cards: w.list(cards.map((p) => w.t('view.trick.card', {name: app.names[p.seat], card: w.card(p.card)})))});
    switch (key) {
      case 'h': return w.t('view.hand', {cards: w.cards(v.hand)});
      case 't': return trick(v.lying);
      case 'l': return v.tricks.length ? trick(v.tricks[v.tricks.length - 1].cards) : w.t('ui.notrick');
      case 'p': return w.t('view.pot', {amount: w.sum(app.pot(v))});
      case 'w': return w.list(v.seats.map((s, i) => w.t('view.seat', {name: app.names[i], contract: status(app, v, i) || w.t('contract.none'), n: s.tricks})));
      case '?': return [w.t('ui.keys'), ...(app.info.practice?.alone ? [w.t('practice.keys')] : []),
        ...(app.hints?.available ? [w.t('hint.keys')] : [])].join(' ');
      default: return '';
    }
  }
}

/**
 * status says what a seat has taken on.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} seat
 */
export function status(app, v, seat) {
  const w = app.words;
  const {said} = v.seats[seat];
  if (seat === v.declarer) {
    const key = ['blind', 'double-blind', 'oder', 'weiter-oder', 'muss-dealer', 'seven-muss'].find((k) => k === v.contract) ?? 'declared';
    return w.t(`contract.${key}`, {declarer: w.declarer()});
  }
  if (v.forced) return w.t(v.forced === 'ten' ? 'contract.joined' : 'contract.muss');
  if (said === 'join') return w.t('contract.joined');
  if (said === 'out') return w.t('contract.out');
  return '';
}
