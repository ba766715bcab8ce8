// Some cards of each pack, where a person chooses one.

import {html} from './html.js';
import {file} from './address.js';

/** samples shows a card of each suit. */
const samples = (/** @type {string} */ deck) =>
  html`<span class="samples" aria-hidden="true">${['Jc', 'Qs', 'Th', 'Ad'].map(
    (c) =>
      html`<svg viewBox="0 0 128 200"><use href=${`${file(`/web/cards/${deck}.svg`)}#${c}`}></use></svg>`,
  )}</span>`;

/**
 * decks is the choice among packs.
 * @param {page.Words} w
 * @param {string[]} list '' is the one that the game has
 * @param {string} now which one it is
 * @param {(e: page.Changed) => void} then
 */
export const decks = (
  w,
  list,
  now,
  then,
) => html`<div class="decks" role="radiogroup" aria-labelledby="decks"><span
  id="decks">${w.t('ui.set.deck')}</span>${list.map(
    (
      d,
    ) => html`<label class="check"><input type="radio" name="deck" value=${d} .checked=${d === now}
  @change=${then}>${w.t(`ui.set.deck.${d || 'auto'}`)}${samples(d || w.deck)}</label>`,
  )}</div>`;
