// What a group's page shows where no group is: how one is made, or brought from another server.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {textOf} from '../lib/save.js';
import {entryForm, haveCode, moneyAndMode, text} from './forms.js';

/** @typedef {import('./group.js').Group} Group */

/** missing is what there is where no group is. */
export const missing = (/** @type {Group} */ g) => {
  const {words: w, id} = g;
  return html`${id === 'new' ? making(g) : html`<section><h2>${w.t('group.none')}</h2><p>${w.t('group.none.why')}</p></section>`}
  <section>${haveCode(g)}</section><p class="foot">${id === 'new' ? nothing : html`<a href=${to('/g/new')}>${w.t('group.new')}</a> · `}<a
    href=${to('/')}>${w.t('ui.home')}</a></p>
  ${g.trouble ? html`<p class="note bad" role="alert">${g.trouble}</p>` : nothing}`;
};

/** making is how a group is made that has no evening yet, or comes from another server. */
function making(/** @type {Group} */ g) {
  const {words: w} = g;
  const password = html`<label class="field">${w.t('start.password')}<input type="password" name="password" required></label>`;
  return html`<section id="new"><h2>${w.t('group.new')}</h2>${entryForm(
    g,
    'group.new.do',
    html`<label class="field">${w.t('group.name.group')}<input name="name" required maxlength="80" autocomplete="off"></label>
      ${moneyAndMode(g, w.money, 'settled')}${g.locked ? password : nothing}`,
    (f) =>
      g.make({
        name: text(f, 'name'),
        money: text(f, 'money'),
        mode: text(f, 'mode'),
        password: text(f, 'password'),
      }),
  )}<label class="file">${w.t('group.import')}<input type="file" accept=".json,application/json" @change=${async (
    /** @type {page.Changed} */ c,
  ) => {
    const [file] = c.target.files;
    if (file) await g.bring(await textOf(file));
    c.target.value = '';
  }}></label></section>`;
}
