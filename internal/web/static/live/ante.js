// What a table plays for, which somebody who sits down there has to know before the first hand:
// in the lobby as a sentence, and short in the table's head.

import {html, nothing} from '../vendor/lit-html.js';

/**
 * lobbyAnte is the sentence: what is put into the pot, by whom and when.
 * @param {page.Page} app
 */
export function lobbyAnte(app) {
  const {ante, antes} = app.table.hello;
  return ante ? html`<p class="antes">${app.words.t(`sheet.antes.${antes}`, {ante: app.words.sum(ante)})}</p>` : nothing;
}

/**
 * headAnte is the same in a few words.
 * @param {page.Page} app
 */
export function headAnte(app) {
  const {ante, antes} = app.table.hello;
  return ante ? html`<small class="ante">${app.words.t(antes === 'all' ? 'ui.ante.all' : 'ui.ante', {amount: app.words.sum(ante)})}</small>` : nothing;
}
