// A screen on the wall: a code until a phone has typed it, then a table, to look at only.

import {behind, path, phones, to} from '../lib/address.js';
import {evenings} from '../lib/evenings.js';
import {html, nothing, render} from '../lib/html.js';
import {moreTexts} from '../lib/moretexts.js';
import {qrCode} from '../lib/qr.js';
import {ask} from '../lib/request.js';
import {loadWords} from '../lib/words.js';
import {Shown, leadHome, wallBoard} from './board.js';

const box = /** @type {HTMLElement} */ (document.getElementById('wall'));
const often = 2000; // milliseconds between two looks whether the code has been typed

/** show opens a table that this screen may look at. */
async function show() {
  const more = await moreTexts('wall');
  const words = more(await loadWords('chratze'));
  /** @type {Shown} */
  const shown = new Shown(path().split('/')[2], words, more, () => render(wallBoard(shown), box));
  shown.connect();
}

/** wait shows a code until it has been typed. A code that is out of date is followed by another. */
async function wait() {
  const w = (await moreTexts('wall'))(await loadWords('chratze'));
  const here = await phones();
  let code = '';
  let trouble = '';
  const draw = () =>
    render(
      html`<section class="code"><h1>${w.t('wall.title')}</h1>
      ${
        trouble
          ? html`<p role="status">${trouble}</p>`
          : html`<p>${w.t('wall.type')}</p><p class="letters">${code}</p>
      ${code ? qrCode(`${here}wall#${code}`, w.t('wall.qr'), draw) : nothing}`
      }${leadHome(w)}</section>`,
      box,
    );
  const look = async () => {
    const r = await fetch(to(code ? `/api/walls/${code}` : '/api/walls'), {
      method: code ? 'GET' : 'POST',
    }).catch(() => null);
    const got = r?.ok ? await r.json().catch(() => null) : null;
    trouble = got || r?.status === 404 ? '' : w.t('ui.unreachable');
    if (got?.table)
      return location.replace(to(`/t/${got.table}/wall?watch&wall=${encodeURIComponent(got.key)}`));
    if (got?.code) code = got.code;
    else if (r?.status === 404) code = '';
    draw();
    setTimeout(look, often);
  };
  await look();
}

/** choose is what a phone sees that has scanned the code: at which of its tables the screen is to be put. */
async function choose(/** @type {string} */ code) {
  const w = (await moreTexts('wall'))(await loadWords('chratze'));
  let said = '';
  const put = async (/** @type {string} */ id) => {
    const {seat, why} = await ask(w, `/api/seat/${id}/wall`, {code});
    said = seat ? w.t('wall.shown') : why;
    draw();
  };
  const list = evenings().slice(0, 6);
  const draw = () =>
    render(
      html`<section class="code"><h1>${w.t('wall.which')}</h1>${list.map(
        (e) =>
          html`<button type="button" @click=${() => put(e.id)}>${w.word(`name.${e.preset}`)} ${e.id}</button>`,
      )}${list.length ? nothing : html`<p>${w.t('wall.no.table')}</p>`}<p role="status">${said}</p>${leadHome(w)}</section>`,
      box,
    );
  draw();
}

if (path().startsWith('/t/')) void show();
else if (behind()) void choose(behind());
else void wait();
