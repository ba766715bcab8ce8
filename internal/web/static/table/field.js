// The line for those who type.

import {html, nothing} from '../lib/html.js';
import {settings} from '../lib/settings.js';

/** line is the field, for those who want it. */
export function typedField(/** @type {page.Page} */ app) {
  const w = app.words;
  if (!settings.on('line') || !app.info || app.info.stage === 'lobby') return nothing;
  return html`<form class="line" @submit=${(/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (e.target).elements.namedItem('line')
    );
    const text = field.value.normalize('NFKC').replaceAll('。', '.').trim();
    field.value = '';
    void import('./typedline.js').then(({typed}) => typed(app, text));
  }}><input name="line" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${w.t('ui.line')} placeholder=${w.t('ui.line')}></form>`;
}
