// The dialog of a table, and in it a question before what can't be taken back.

import {html, render} from './html.js';
import {Steady} from './steady.js';

export const box = () => /** @type {HTMLDialogElement} */ (document.getElementById('menu'));

let drawn = () => {};

/** redraw draws anew what the dialog shows, if it is open. */
export const redraw = () => {
  if (box().open) drawn();
};

/**
 * dialog opens it, and returns what draws it anew.
 * @param {page.Words} w
 * @param {(draw: () => void, box: HTMLDialogElement) => unknown} content
 * @param {() => void} [after] what is to be done once it is drawn
 */
export function dialog(w, content, after) {
  const at = box();
  const draw = () => {
    render(
      html`<form method="dialog" class="close"><button class="icon">${w.t('ui.close')}</button></form>${content(draw, at)}`,
      at,
    );
    after?.();
  };
  drawn = draw;
  draw();
  if (!at.open) at.showModal();
  at.scrollTop = 0; // it may have shown something else
  return draw;
}

/**
 * sure asks in the dialog, and then does it, or goes back to what stood there.
 * @param {page.Words} w
 * @param {{what: string, means: string, yes: string, then: () => void, back?: () => void}} q
 */
export function sure(w, q) {
  const at = box();
  const steady = new Steady();
  steady.look(at);
  const before = drawn;
  drawn = () => {};
  const no = () => {
    drawn = before;
    if (q.back) q.back();
    else at.close();
  };
  const yes = () => {
    drawn = before;
    q.then();
  };
  render(
    html`<section class="sure"><h2 id="sure">${q.what}</h2><p>${q.means}</p>
    <div class="acts"><button type="button" class="meek" data-do="no" @click=${no}><b>${w.t('sure.no')}</b></button><button type="button" class="bold"
      data-do="yes" @click=${yes}><b>${q.yes}</b></button></div></section>`,
    at,
  );
  if (!at.open) at.showModal();
  steady.look(at);
  /** @type {HTMLElement | null} */ (at.querySelector('[data-do=no]'))?.focus();
}
