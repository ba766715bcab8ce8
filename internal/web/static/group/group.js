// A group of people who play together for years.

import {html, nothing, render} from '../lib/html.js';
import {loadWords} from '../lib/words.js';
import '../lib/settings.js';
import {to} from '../lib/address.js';

const box = /** @type {HTMLElement} */ (document.getElementById('group'));
const w = await loadWords('chratze');
const id = location.pathname.split('/').pop();
const key = location.hash.slice(1);

const r = await fetch(
  to(`/api/groups/${id}`),
  key ? {headers: {Authorization: `Bearer ${key}`}} : {},
);
/** @type {httpd.GroupState | null} */
const group = r.ok ? await r.json() : null;

render(
  html`<div class="title"><h1>${group?.name || w.t('group.title')}</h1></div>
    <ul>
      ${group?.members.map((m) => (m.same ? nothing : html`<li>${m.name}</li>`))}
    </ul>`,
  box,
);
