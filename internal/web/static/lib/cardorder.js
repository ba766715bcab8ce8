// In what order a game has its cards, and which of them are trumps.

import {everyCard, packs} from './games.js';

/** @typedef {{weli: string, rules: import('./games.js').Game}} Ordered a game: the card that is always a trump, and its facts */

/** isTrump is whether a card is one. */
export const isTrump = (
  /** @type {Ordered} */ of,
  /** @type {string} */ c,
  /** @type {string} */ suit,
) => c[1] === suit || (!!suit && c === of.weli);

/** arranged returns cards as the game orders them, what beats all others before the trumps. */
export function arranged(
  /** @type {Ordered} */ {weli, rules},
  /** @type {string[]} */ cards,
  trump = '',
) {
  const {order} = rules;
  const place = (/** @type {string} */ c) =>
    trump && c === weli
      ? everyCard.indexOf(`A${trump}`) + (rules.weli ? -0.5 : 0.5)
      : everyCard.indexOf(`A${c[1]}`) + (order ?? '').indexOf(c[0]);
  return order ? [...cards].sort((a, b) => place(a) - place(b)) : cards;
}

/** rankNames are the names of the ranks, the highest first. */
export const rankNames = (/** @type {page.Words} */ w) =>
  w.list(
    arranged(
      w,
      packs[w.cardsOf].filter((c) => c[1] === 'c'),
    ).map(([r]) => w.word(`rank.${w.deck}.${r}`)),
  );
