// What stands on the table for people who don't see it.

import {html, nothing} from '../lib/html.js';

/**
 * onTable is the list of what lies on the table: the cards of the trick, or of the last one while it is looked at.
 * @param {page.Page} app
 * @param {page.View} v
 */
export function onTable({words: w, names, last}, v) {
  const lying = last && v.tricks.length ? v.tricks[v.tricks.length - 1].cards : v.lying;
  return lying.length
    ? html`<ul class="hush" aria-label=${w.t(last ? 'ui.lasttrick' : 'ui.ontable')}>${lying.map(
        (p) =>
          html`<li>${w.t('view.trick.card', {name: names[p.seat], card: w.card(p.card)})}</li>`,
      )}</ul>`
    : nothing;
}

/**
 * status says what a seat has taken on; which Muss it is stands above the table.
 * @param {page.Words} w
 * @param {page.View} v
 * @param {number} seat
 */
export function status(w, v, seat) {
  const {said} = v.seats[seat];
  if (seat === v.declarer) {
    const key =
      ['blind', 'double-blind', 'oder', 'weiter-oder'].find((k) => k === v.contract) ?? 'declared';
    return w.t(`contract.${key}`, {declarer: w.declarer()});
  }
  if (v.forced) return w.t(/ten|all/.test(v.forced) ? 'contract.joined' : 'contract.muss');
  if (said === 'join' || said === 'blind') return w.t('contract.joined');
  if (said === 'spare' || said === 'for-pot') return w.t(`contract.${said}`);
  if (said === 'out') return w.t('contract.out');
  return '';
}
