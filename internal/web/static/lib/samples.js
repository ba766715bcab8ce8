// Some cards of a pack, for a person who chooses one.

import {html} from '../vendor/lit-html.js';
import {file} from './address.js';

/** samples shows a card of each suit. */
export const samples = (/** @type {string} */ deck) => html`<span class="samples" aria-hidden="true">${['Jc', 'Qs', 'Th', 'Ad'].map((c) =>
  html`<svg viewBox="0 0 128 200"><use href=${`${file(`/web/cards/${deck}.svg`)}#${c}`}></use></svg>`)}</span>`;
