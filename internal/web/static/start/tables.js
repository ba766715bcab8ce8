// The tables that want to be found: to sit down at, or to watch.

import {html, nothing, render} from '../lib/html.js';
import {loadWords} from '../lib/words.js';
import '../lib/settings.js';
import {to} from '../lib/address.js';

const box = /** @type {HTMLElement} */ (document.getElementById('start'));
const w = await loadWords('chratze');

/** @type {httpd.PublicTable[] | null} */
let tables = [];
let trouble = '';

async function look() {
  try {
    const r = await fetch(to('/api/tables'));
    trouble = r.ok ? '' : w.t('tables.none');
    tables = r.ok ? (await r.json()).tables : [];
  } catch {
    trouble = w.t('ui.connecting');
  }
  render(page(), box);
}

const page = () => html`<div class="title"><h1>${w.t('tables.title')}</h1></div>
  <p class="trouble" role="status">${trouble || (tables?.length ? nothing : w.t('tables.empty'))}</p>
  <ul class="tables">${tables?.map(
    (t) => html`<li><b>${w.word(`name.${t.rules.preset}`)}</b>
    <p>${t.host ? w.t('tables.host', {name: t.host, n: t.people, chairs: t.chairs}) : nothing}</p>
    ${Object.keys(t.rules).length > 1 ? html`<p>${w.t('tables.house')}</p>` : nothing}
    ${t.watch ? html`<p>${t.delay ? w.t('watch.delay', {n: Math.max(1, Math.round(t.delay / 60000))}) : nothing}</p>` : nothing}
    <span>${t.code ? html`<a class="button" href=${to(`/#${t.code}`)}>${w.t('start.join')}</a>` : nothing}${
      t.watch
        ? html`<a class="button meek" href=${to(`/t/${t.table}`)}>${w.t('tables.watch')}</a>`
        : nothing
    }</span></li>`,
  )}</ul>
  <footer><a href=${to('/')}>${w.t('ui.home')}</a></footer>`;

await look();
setInterval(() => {
  if (!document.hidden) void look();
}, 10_000);
