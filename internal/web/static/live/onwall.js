// The table on a screen on the wall: its code is typed here, and where spectators aren't allowed all who sit have to agree.

import {html, nothing} from '../lib/html.js';
import {moreTexts} from '../lib/moretexts.js';
import {ask} from '../lib/request.js';

/** @type {((w: page.Words) => page.Words) | null} */
let more = null;
let said = '';

/**
 * consent is who has agreed, and the switch of the person here.
 * @param {page.App} app
 * @param {page.Words} w
 */
function consent(app, w) {
  const people = app.info.chairs.filter((c) => c.name && !c.bot);
  const missing = people.filter((c) => !c.wall).map((c) => c.name);
  return html`<label class="check"><input type="checkbox" name="wall" .checked=${!!app.info.chairs[app.chair].wall}
    @change=${(/** @type {page.Changed} */ e) =>
      app.table.send({t: e.target.checked ? 'wall' : 'unwall'})}>${w.t('wall.agree')}</label>
    ${missing.length ? html`<p class="lines">${w.t('wall.missing', {names: w.list(missing)})}</p>` : nothing}`;
}

/**
 * onWall is the part of the menu; nothing until its texts have come, which draws again.
 * @param {page.App} app
 * @param {() => void} draw
 */
export function onWall(app, draw) {
  if (!more) {
    void moreTexts('wall', app.words.lang).then((made) => {
      more = made;
      draw();
    });
    return nothing;
  }
  const w = more(app.words);
  const send = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (e.target).elements.namedItem('code')
    );
    const {seat, why} = await ask(w, `/api/seat/${app.table.id}/wall`, {code: field.value});
    said = seat ? w.t('wall.shown') : why;
    draw();
  };
  return html`<section data-wall><h2>${w.t('wall.title')}</h2><p class="lines">${w.t('wall.how')}</p>
    ${app.config.spectators ? nothing : consent(app, w)}
    <form @submit=${send}><input name="code" maxlength="12" autocomplete="off"
      autocapitalize="characters" aria-label=${w.t('wall.code')}><button>${w.t('wall.put')}</button></form>
    <p class="lines" role="status">${said}</p></section>`;
}
