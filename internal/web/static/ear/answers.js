// What a key asks for, besides all that can be typed: accounts, who declared, the clock, a suit of the hand, the messages so far.

import {everyCard} from '../lib/games.js';
import {status} from '../table/spoken.js';
import {typedAnswer} from '../table/typedline.js';

/** suits are in the order of the pack. */
const suits = [...new Set(everyCard.map((c) => c[1]))];

/** accounts are what everybody has. */
function accounts(/** @type {page.Page} */ app, /** @type {page.Words} */ w) {
  return w.list(
    app.info.chairs.flatMap((c, i) =>
      c.name
        ? [
            w.t('view.trick.card', {
              name: c.name,
              card: w.races ? w.t('ear.points', {n: c.points ?? 0}) : w.balance(app.balance(i)),
            }),
          ]
        : [],
    ),
  );
}

/**
 * contracts says who declared, and what each seat has to make.
 * @param {page.Page} app
 * @param {page.Words} w
 * @param {page.View} v
 */
function contracts(app, w, v) {
  if (app.over) return w.t('ear.between');
  return w.list(
    v.seats.map((_, i) => {
      const n = (app.table.stakes[i] || [0])[0];
      const says = status(w, v, i) || w.t('contract.none');
      return w.t('ear.seat', {
        name: i === app.me ? w.t('ear.you') : app.names[i],
        says: n ? w.t('ear.must', {says, n}) : says,
      });
    }),
  );
}

/** clock is the time left to the player who is asked. */
const clock = (/** @type {page.Page} */ app, /** @type {page.Words} */ w) =>
  Number.isFinite(app.left) ? w.t('ear.clock', {n: app.left}) : w.t('ear.clock.none');

/**
 * keyAnswer says what a key asks for; '' if it asks for nothing.
 * @param {KeyboardEvent} e
 * @param {page.Page} app
 * @param {page.Words} w that know the texts of this folder
 */
export function keyAnswer(e, app, w) {
  const v = app.view;
  const nth = /^Digit([1-4])$/.exec(e.code);
  if (e.shiftKey && nth) {
    const suit = suits[Number(nth[1]) - 1];
    const cards = v.hand.filter((c) => c.endsWith(suit));
    return cards.length ? w.cards(cards) : w.t('ear.nosuit', {suit: w.suit(suit)});
  }
  switch (e.key) {
    case 'g':
      return accounts(app, w);
    case 'd':
      return contracts(app, w, v);
    case 'c':
      return clock(app, w);
    case '?':
      return w.sentences([typedAnswer('?', app, v), w.t('ear.keys')]);
    default:
      return typedAnswer(e.key, app, v);
  }
}

/** Past goes through the messages. It stays where a person is when new ones come. */
export class Past {
  n = Infinity;

  /**
   * at returns the message that a key asks for: b the newest, the comma the one before, the full stop the one after, of the last 200.
   * @param {string} key
   * @param {string[]} said
   */
  at(key, said) {
    const newest = said.length - 1;
    const n = key === 'b' ? newest : Math.min(this.n, newest) + (key === ',' ? -1 : 1);
    this.n = Math.max(0, newest - 199, Math.min(n, newest));
    return said[this.n] ?? '';
  }
}
