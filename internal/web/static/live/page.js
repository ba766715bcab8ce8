// What every page with a table is: a live table, a lesson, a replay, a puzzle. The parts
// that draw a table ask it for words, seats and what may be answered, and don't know
// which it is.

import {signal} from '../vendor/signals-core.js';
import {arranged, isTrump} from '../lib/cardorder.js';
import {nothing} from '../lib/html.js';
import {Teller} from '../lib/teller.js';
import {Voice} from '../table/voice.js';
import {fold, force, sorted} from '../table/view.js';

/**
 * @typedef {import('../table/cards.js').Cards} Cards
 */

/** $ is the element with an id. */
export const $ = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/** typing is whether a key is meant for a field. */
export const typing = (/** @type {KeyboardEvent} */ e) =>
  e.ctrlKey ||
  e.metaKey ||
  e.altKey ||
  (e.target instanceof Element && e.target.matches('input, select, textarea'));

/** digit gives the answer of a key to the question; held down it answers one, not the next ones. */
export const digit = (/** @type {KeyboardEvent} */ e) => {
  const answer =
    /^[1-9]$/.test(e.key) && !e.repeat
      ? document.querySelector(`#foot [aria-keyshortcuts="${e.key}"]`)
      : null;
  if (answer instanceof HTMLElement) answer.click();
};

/**
 * Page is what the four have in common.
 * @template {page.Table} [T=page.Table]
 */
export class Page {
  /** @param {(told: page.Told) => T} at where the cards lie */
  constructor(at) {
    this.tick = signal(0);
    this.words = /** @type {page.Words} */ (/** @type {unknown} */ (null)); // until they are here, and then the cards
    this.cards = /** @type {Cards} */ (/** @type {unknown} */ (null));
    this.table = at((what, m) => this.told(what, m));
    /** @type {page.People} nobody: there is no chat, and no evening that goes on */
    this.people = {
      susi: new Set(),
      who: () => '',
      bubble: () => '',
      unread: 0,
      muted: null,
      key: '',
      lines: [],
      balances: [],
      watchers: '',
    };
    this.live = new Teller($('polite'), $('now'));
    this.last = false; // the last trick is looked at
    this.coming = ''; // what is said until the words are here: how much of the table is
    this.note = ''; // why something didn't go
    /** @type {string} */
    this.armed = ''; // a card that waits for its second tap
    /** @type {Set<string>} */
    this.selected = new Set();
    this.focused = ''; // a card
    this.keyed = !!history.state?.keyed; // the last thing that was touched is the keyboard

    // What there is only at a live table.
    /** @type {import('../local/practice.js').Practice | null} */
    this.practice = null;
    /** @type {import('./hints.js').Hints | null} */
    this.hints = null;
    /** @type {import('../table/trumpsix.js').Six | null} */
    this.six = null;
    /** @type {import('./undo.js').Undo | null} */
    this.undo = null;
    /** @type {import('./blind.js').Blind | null} */
    this.blind = null;
  }

  get config() {
    return this.table.hello?.config;
  }
  get preset() {
    return this.config?.rules?.preset ?? 'chratze';
  }
  get info() {
    return this.table.info;
  }
  get chair() {
    return this.table.hello?.chair ?? -1;
  }
  /** The seat of your chair in the hand, if it is you who plays or played it: who comes later sees what spectators see. */
  get place() {
    const seat = this.info ? this.info.seats.indexOf(this.chair) : -1;
    const c = this.info?.chairs[this.chair];
    return c?.coming || (this.info?.players?.[seat] ?? c?.person) !== c?.person ? -1 : seat;
  }
  get me() {
    return this.place;
  }
  /** Nobody else is at the table with a device of their own. */
  get alone() {
    return false;
  }
  get over() {
    return this.info.stage !== 'playing';
  }
  /** Who plays or has played, by seat: when a hand is over they may have left their chairs. */
  get names() {
    const {seats, players = [], chairs, gone = []} = this.info;
    return seats.map(
      (c, i) =>
        (players[i] && [...chairs, ...gone].find((g) => g.person === players[i])?.name) ||
        chairs[c]?.name ||
        '?',
    );
  }
  get voice() {
    return new Voice(this.words, this.names, this.me);
  }
  /** What one is asked and hasn't answered yet. */
  get ask() {
    return this.table.ask;
  }
  /** The seconds that are left for an answer, where the table has a clock. */
  get left() {
    const due = this.table.due || this.ask?.due;
    return due ? Math.max(0, Math.ceil((due - this.table.skew - Date.now()) / 1000)) : Infinity;
  }
  /** The kind of act that is asked for, if there is only one: lay, drop, play. */
  get kind() {
    return this.ask?.legal[0]?.split(' ')[0] ?? '';
  }
  get choosing() {
    return this.kind === 'lay' || this.kind === 'drop';
  }
  /** The act that stands for the cards chosen so far. */
  get chosen() {
    return [this.kind, ...sorted(this.selected)].join(' ');
  }
  /** @returns {page.View} */
  get view() {
    const {table} = this;
    const v = fold(table.events, this.me, this.info.seats.length, table.start?.dealer ?? -1);
    v.hand = arranged(this.words, v.hand, v.trump);
    return v.trump && table.forced ? force(v, table.forced) : v;
  }

  /**
   * look leads to the review of the hand that has just ended; '': there is none.
   * @returns {unknown}
   */
  look() {
    return '';
  }

  /** pot is what lies in the pot: the antes of a hand that is being played are its events. */
  pot(/** @type {page.View} */ v) {
    return this.over ? this.info.pot : this.info.pot + v.antes;
  }

  /**
   * balance is the account of a chair: what was put into the pot of a hand that is being played is gone.
   * @param {number} chair
   * @param {page.View} [v]
   */
  balance(chair, v = this.view) {
    return (
      this.info.chairs[chair].balance -
      (this.over ? 0 : (v.seats[this.info.seats.indexOf(chair)]?.ante ?? 0))
    );
  }

  draw() {
    this.tick.value++;
  }

  /** say shows a line above the hand and tells it. */
  say(/** @type {string} */ text) {
    this.note = text;
    this.live.say(text);
    this.draw();
  }

  // What can be done, where it can.

  /** told takes what the server says. */
  told(/** @type {string} */ _what, /** @type {object} */ _m) {
    /* nobody says anything */
  }
  act(/** @type {string} */ _act) {
    /* nothing is asked */
  }
  next() {
    /* there is no next hand */
  }
  /** aboutSeat opens the sheet of a chair. */
  async aboutSeat(/** @type {number} */ chair) {
    (await import('./seatsheet.js')).openSeatSheet(this, chair);
  }
  /** mark says how the deal of the hand that is shown was found. */
  mark() {
    return /** @type {unknown} */ (nothing);
  }
  /** end is what an evening ends with. */
  end(/** @type {unknown} */ more) {
    return more;
  }

  // ---- the hand ----

  /** arrows makes the hand one stop of the Tab key, with arrows inside. */
  arrows() {
    $('cards').addEventListener('keydown', (e) => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
      const hand = this.info ? this.view.hand : [];
      if (!step || !hand.length) return;
      e.preventDefault();
      this.focused =
        hand[(hand.indexOf(this.focused || hand[0]) + step + hand.length) % hand.length];
      this.draw();
      this.cards.buttons.get(this.focused)?.focus();
    });
  }

  /** label says to a screen reader what each button is. */
  label(/** @type {page.View} */ v) {
    const {words: w, ask, kind, choosing} = this;
    const focus = v.hand.includes(this.focused) ? this.focused : v.hand[0];
    for (const [c, b] of this.cards.buttons) {
      const mine = v.hand.includes(c);
      const can = mine && !!ask && (choosing || ask.legal.includes(`play ${c}`));
      b.classList.toggle('mine', mine);
      b.classList.toggle('can', can && !choosing);
      b.classList.toggle('cannot', mine && kind === 'play' && !can);
      b.classList.toggle('trump', mine && isTrump(w, c, v.trump));
      b.classList.toggle(
        'lying',
        v.lying.some((p) => p.card === c),
      );
      b.tabIndex = mine && c === focus ? 0 : -1;
      if (!mine) {
        if (!b.ariaHidden) b.ariaHidden = 'true';
        continue;
      }
      b.removeAttribute('aria-hidden');
      const how = kind === 'play' ? w.t(can ? 'ui.playable' : 'ui.unplayable') : '';
      b.setAttribute(
        'aria-label',
        [w.card(c), isTrump(w, c, v.trump) ? w.t('ui.trump') : '', how].filter(Boolean).join(', '),
      );
      if (choosing || this.armed === c)
        b.setAttribute('aria-pressed', `${this.armed === c || this.selected.has(c)}`);
      else b.removeAttribute('aria-pressed');
    }
  }
}
