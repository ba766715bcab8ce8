// The page of an address at which there is nothing, or, from the service worker, of one that can't be reached.

import {html, nothing, render} from '../lib/html.js';
import {face, sheet} from '../table/cards.js';
import {loadWords} from '../lib/words.js';
import {to} from '../lib/address.js';
import '../lib/settings.js';

const box = /** @type {HTMLElement} */ (document.getElementById('start'));
const [w] = await Promise.all([loadWords('chratze'), sheet('swiss')]);
const {lost} = document.body.dataset;
document.title = w.t(lost ? 'lost.offline' : 'lost.head');
box.textContent = '';
render(
  html`<div class="title"><div class="fan" aria-hidden="true">${['6d', '7c', '6s'].map(face)}</div>
  <h1>Chratze</h1><p>${w.t(lost ? 'lost.offline' : 'lost.head')}</p></div>
  <p class="lostwhy">${w.t(lost ? 'lost.offline.why' : 'lost.why')}</p>
  ${lost ? html`<button type="button" data-do="again" @click=${() => location.reload()}>${w.t('puzzle.again')}</button>` : nothing}
  <a class="button" href=${to('/')}>${w.t('ui.home')}</a>
  <footer><a href=${to('/learn')}>${w.t('start.learn')}</a> · <a href=${to(`/rules/chratze/${w.lang}`)}>${w.t('start.rules')}</a> · <a
    href=${to('/puzzle/')}>${w.t('puzzle.link')}</a> · <a href=${to('/kasse/')}>${w.t('kasse.link')}</a></footer>`,
  box,
);
