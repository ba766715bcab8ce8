// Entering by a link: the secret of a chair comes after the #, so that no proxy, no log and no
// preview of a messenger gets it. It becomes a cookie of this table. If that would replace
// your own chair, you are asked first.

import {html, render} from '../lib/html.js';
import {secret, to} from '../lib/address.js';
import {inTime, keepSeat} from '../lib/request.js';
import {loadWords} from '../lib/words.js';

/**
 * enter takes the chair of the link, if the address has one.
 * @param {string} id the table's number
 */
export async function enter(id) {
  const given = secret();
  if (!given) return; // perhaps the code of an invitation: see visitor.js
  /** @param {boolean} replace */
  const take = (replace) =>
    fetch(to(`/api/seat/${id}`), {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({secret: given, replace}),
      signal: inTime(),
    });
  for (let wait = 500, tries = 1; ; wait = Math.min(2 * wait, 10_000), tries++) {
    try {
      const r = await take(false);
      if (r.status < 429) {
        keepSeat(r.ok ? given : '', location.pathname);
        if (r.status === 409 && (await sure()) && (await take(true)).ok)
          keepSeat(given, location.pathname);
        return;
      }
    } catch {
      /* there is no connection */
    }
    if (tries === 3) {
      void loadWords('chratze').then(
        (w) =>
          render(
            html`<p class="wait" role="status">${w.t('net.lost')}</p>`,
            /** @type {HTMLElement} */ (document.getElementById('foot')),
          ),
        () => {},
      ); // then the watchdog says so
    }
    await new Promise((again) => setTimeout(again, wait));
  }
}

/** sure asks whether to leave your own chair for that of the link. */
async function sure() {
  const w = await loadWords('chratze');
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('menu'));
  return new Promise((/** @type {(yes: boolean) => void} */ answer) => {
    const close = (/** @type {boolean} */ yes) => {
      dialog.onclose = null;
      dialog.close();
      render('', dialog);
      answer(yes);
    };
    render(
      html`<h2>${w.t('link.other')}</h2><p>${w.t('link.other.what')}</p>
      <p class="acts"><button type="button" class="bold" data-do="stay"
        @click=${() => close(false)}><b>${w.t('link.stay')}</b></button><button type="button" class="look" data-do="take"
        @click=${() => close(true)}><b>${w.t('link.take')}</b></button></p>`,
      dialog,
    );
    dialog.onclose = () => close(false);
    dialog.showModal();
  });
}
