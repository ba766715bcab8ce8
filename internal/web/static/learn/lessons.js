// The list of lessons.

import {html, nothing, render} from '../lib/html.js';
import {face, sheet} from '../table/cards.js';
import {to} from '../lib/address.js';
import {loadWords} from '../lib/words.js';
import {done, lessons} from './course.js';
import {learned} from '../table/reasons.js';

const box = /** @type {HTMLElement} */ (document.getElementById('lessons'));
const plain = await loadWords('chratze');
await sheet(plain.deck);
const w = await learned(plain);
document.title = w.t('learn.head');

/** @param {import('./course.js').Lesson[]} list */
function page(list) {
  const been = done();
  const next = list.find((l) => !been.includes(l.number));
  return html`<header><div class="fan" aria-hidden="true">${['Jh', 'As', 'Td'].map(face)}</div><h1>${w.t('learn.head')}</h1><p>${w.t('learn.lead')}</p></header>
    <ol>${list.map(
      (l) => html`<li><a href=${to(`/learn/${l.number + 1}`)}
      class=${l === next ? 'next' : ''}><span class="n">${been.includes(l.number) ? '✓' : l.number + 1}</span><b>${l.title}</b>${
        been.includes(l.number) ? html`<small>${w.t('learn.done')}</small>` : nothing
      }</a></li>`,
    )}</ol>
    <footer><a href=${to(`/rules/chratze/${w.lang}`)}>${w.t('learn.rules')}</a> <a href=${to('/')}>${w.t('learn.play')}</a></footer>`;
}

try {
  render(page(await lessons()), box);
} catch {
  render(
    html`<p class="trouble" role="alert">${w.t('learn.broken')}</p><footer><a href=${to('/')}>${w.t('ui.home')}</a></footer>`,
    box,
  );
}
