// The dialog of a table, and in it a question before what can't be taken back.

import {html, render} from '../vendor/lit-html.js';

export const box = () => /** @type {HTMLDialogElement} */ (document.getElementById('menu'));

/**
 * dialog opens it, and returns what draws it anew.
 * @param {page.Page} app
 * @param {(draw: () => void, box: HTMLDialogElement) => unknown} content
 * @param {() => void} [after] what is to be done once it is drawn
 */
export function dialog(app, content, after) {
  const at = box();
  const draw = () => {
    render(html`<form method="dialog" class="close"><button class="icon">${app.words.t('ui.close')}</button></form>${content(draw, at)}`, at);
    after?.();
  };
  app.people.drawn = draw;
  draw();
  if (!at.open) at.showModal();
  return draw;
}

/**
 * sure asks in the dialog, and then does it, or goes back to what stood there.
 * @param {page.Page} app
 * @param {{what: string, means: string, yes: string, then: () => void, back?: () => void}} q
 */
export function sure(app, q) {
  const at = box();
  const w = app.words;
  const drawn = app.people.drawn;
  app.people.drawn = () => {};
  const no = () => {
    app.people.drawn = drawn;
    if (q.back) q.back();
    else at.close();
  };
  const yes = () => {
    app.people.drawn = drawn;
    q.then();
  };
  render(html`<section class="sure"><h2 id="sure">${q.what}</h2><p>${q.means}</p>
    <div class="acts"><button type="button" class="meek" data-do="no" @click=${no}><b>${w.t('sure.no')}</b></button><button type="button" class="bold"
      data-do="yes" @click=${yes}><b>${q.yes}</b></button></div></section>`, at);
  if (!at.open) at.showModal();
  /** @type {HTMLElement | null} */ (at.querySelector('[data-do=no]'))?.focus();
}
