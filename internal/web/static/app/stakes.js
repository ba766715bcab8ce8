// What a table plays for, which somebody who sits down there has to know before the first hand:
// in the lobby as a sentence, and short in the table's head.

import {html, nothing} from '../vendor/lit-html.js';

/**
 * stakes is the sentence, with what the others put in and when.
 * @param {any} app
 */
export function stakes(app) {
  const {ante, antes} = app.table.hello;
  return ante ? html`<p class="stakes">${app.words.t(`sheet.antes.${antes}`, {ante: app.words.sum(ante)})}</p>` : nothing;
}

/**
 * stake is the same in a few words.
 * @param {any} app
 */
export function stake(app) {
  const {ante, antes} = app.table.hello;
  return ante ? html`<small class="stake">${app.words.t(antes === 'all' ? 'ui.stake.all' : 'ui.stake', {amount: app.words.sum(ante)})}</small>` : nothing;
}
