// The groups that this browser knows, by the server's cookies.

import {html, render} from '../lib/html.js';
import {known} from '../lib/kept.js';
import {to} from '../lib/address.js';
import {roomForGroups} from '../lib/groups.js';
import {moreTexts} from '../lib/moretexts.js';

/**
 * showGroups draws links to them.
 * @param {HTMLElement} box
 * @param {page.Words} words
 * @param {httpd.KnownGroup[]} list
 */
export async function showGroups(box, words, list) {
  const w = (await moreTexts('group'))(words);
  known(...list.map((g) => g.name));
  const day = (/** @type {string} */ at) =>
    new Date(at).toLocaleDateString(w.dates, {day: 'numeric', month: 'long'});
  const when = (/** @type {httpd.KnownGroup} */ g) =>
    g.next && Date.parse(g.next) > Date.now() - 43_200_000
      ? w.t('group.known.next', {date: day(g.next)})
      : g.day
        ? w.t('group.known.last', {date: day(`${g.day}T12:00`)})
        : '';
  box.style.minHeight = '';
  render(
    html`<nav class="mine" aria-label=${w.t('group.known')}>${list.map(
      (g) =>
        html`<a class="button" href=${to(`/g/${g.id}`)}><b>${g.name || w.t('group.title')}</b><small>${when(g)}</small></a>`,
    )}</nav>`,
    box,
  );
  roomForGroups(box.offsetHeight);
}
