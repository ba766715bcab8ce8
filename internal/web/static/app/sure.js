// A question before what can't be taken back.

import {html, render} from '../vendor/lit-html.js';

/**
 * sure asks in the dialog, and then does it, or goes back to what stood there.
 * @param {page.Page} app
 * @param {{what: string, means: string, yes: string, then: () => void, back?: () => void}} q
 */
export function sure(app, q) {
  const box = /** @type {HTMLDialogElement} */ (document.getElementById('menu'));
  const w = app.words;
  const drawn = app.people.drawn;
  app.people.drawn = () => {};
  const no = () => {
    app.people.drawn = drawn;
    if (q.back) q.back();
    else box.close();
  };
  const yes = () => {
    app.people.drawn = drawn;
    q.then();
  };
  render(html`<section class="sure"><h2 id="sure">${q.what}</h2><p>${q.means}</p>
    <div class="acts"><button type="button" class="meek" data-do="no" @click=${no}><b>${w.t('sure.no')}</b></button><button type="button" class="bold"
      data-do="yes" @click=${yes}><b>${q.yes}</b></button></div></section>`, box);
  if (!box.open) box.showModal();
  /** @type {HTMLElement | null} */ (box.querySelector('[data-do=no]'))?.focus();
}
