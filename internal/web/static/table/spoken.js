// What stands on the table for people who don't see it, and the line for those who type.

import {html, nothing} from '../vendor/lit-html.js';
import {settings} from '../lib/settings.js';

/**
 * line is the field, for those who want it.
 * @param {page.Page} app
 */
export function line(app) {
  const w = app.words;
  if (!settings.on('line') || !app.info || app.info.stage === 'lobby') return nothing;
  return html`<form class="line" @submit=${(/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (e.target).elements.namedItem('line'));
    const text = field.value.trim();
    field.value = '';
    void import('./typedline.js').then(({typed}) => typed(app, text));
  }}><input name="line" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${w.t('ui.line')} placeholder=${w.t('ui.line')}></form>`;
}

/**
 * onTable is the list of what lies on the table: the cards of the trick, or of the last one while it is looked at.
 * @param {page.Page} app
 * @param {page.View} v
 */
export function onTable({words: w, names, last}, v) {
  const lying = last && v.tricks.length ? v.tricks[v.tricks.length - 1].cards : v.lying;
  return lying.length ? html`<ul class="hush" aria-label=${w.t(last ? 'ui.lasttrick' : 'ui.ontable')}>${lying.map((p) =>
    html`<li>${w.t('view.trick.card', {name: names[p.seat], card: w.card(p.card)})}</li>`)}</ul>` : nothing;
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
