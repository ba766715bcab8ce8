// What can be asked for by a letter, and what stands on the table for people who don't see it.

import {html, nothing} from '../vendor/lit-html.js';

/**
 * answer says what a letter asks for.
 * @param {string} key
 * @param {page.Page} app
 * @param {page.View} v
 * @returns {string}
 */
export function answer(key, app, v) {
  const w = app.words;
  const trick = (/** @type {page.Played[]} */ cards) =>
    w.t('view.trick', {cards: w.list(cards.map((p) => w.t('view.trick.card', {name: app.names[p.seat], card: w.card(p.card)})))});
  switch (key) {
    case 'h': return w.t('view.hand', {cards: w.cards(v.hand)});
    case 't': return trick(v.lying);
    case 'l': return v.tricks.length ? trick(v.tricks[v.tricks.length - 1].cards) : w.t('ui.notrick');
    case 'p': return w.t('view.pot', {amount: w.sum(app.pot(v))});
    case 'w': return w.list(v.seats.map((s, i) => w.t('view.seat', {name: app.names[i], contract: status(app, v, i) || w.t('contract.none'), n: s.tricks})));
    case '?': return [w.t('ui.keys'), ...(app.info.practice?.alone ? [w.t('practice.keys')] : []),
      ...(app.hints?.available ? [w.t('hint.keys')] : [])].join(' ');
    default: return '';
  }
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
