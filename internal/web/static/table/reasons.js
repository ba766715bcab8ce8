// Why an act is the best one, in a sentence: the counterpart of the Go side's
// msg.Table.Reason. Loaded when somebody asks, with texts of its own.

import {cost, without} from './offers.js';
import {moreTexts} from '../lib/moretexts.js';
import {words as split} from './view.js';

/**
 * Hint is what the acts of a question are worth, and why the best is that.
 * @typedef {NonNullable<wire.Received['hint']>} Hint
 */

/** learned returns words that know the sentences of hints, reviews and puzzles, too. */
export const learned = async (/** @type {page.Words} */ w) => (await moreTexts('learn', w.lang))(w);

/**
 * why says it; the words are those that learned returns.
 * @param {page.Words} w
 * @param {coach.Reason} r
 */
export const why = (w, r) =>
  w.t(r.code, {
    n: r.n,
    of: r.of,
    percent: r.percent ?? 0,
    cards: w.cards(split(r.cards)),
    kept: w.cards(split(r.kept)),
    suit: w.suit(r.suit),
    amount: cost(w, [0, 0, r.amount ?? 0, r.back], w.sum(r.amount ?? 0)),
  });

/** all are the sentences there are: what the server puts among the texts. */
export const all = (/** @type {string} */ code) => `why.${code}`;

/**
 * act names an act as the table says it: metcho, Rosen Ass.
 * @param {page.Words} w
 * @param {string} text
 */
export function act(w, text) {
  const [kind, ...cards] = split(text);
  if (kind === 'play') return w.card(cards[0]);
  if (cards.length) return w.t('learn.act.cards', {call: w.call(kind), cards: w.cards(cards)});
  return w.call(kind);
}

/**
 * meant names an act in the words of the language, with what the table says beside it: I stay out (weg).
 * @param {page.Words} w
 * @param {string} text
 */
export function meant(w, text) {
  const means = `ui.means.${text}`;
  if (!w.has(means)) return act(w, text);
  return without.includes(text)
    ? w.t(means)
    : w.t('review.meant', {means: w.t(means), call: act(w, text)});
}
