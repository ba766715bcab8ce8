// What stands at a table's address for one who has no seat there: what the table is,
// and what one can do: sit down, watch, come back, go home.

import {html, nothing, render} from '../lib/html.js';
import {ask, bearer, go, inTime} from '../lib/request.js';
import {evenings, sat} from '../lib/evenings.js';
import {own} from '../lib/localtable.js';
import {behind, secret, site, to} from '../lib/address.js';
import {play} from '../lib/sound.js';
import {settings} from '../lib/settings.js';
import {remember, remembered} from '../lib/storage.js';
import {loadTable, loadWords} from '../lib/words.js';

/**
 * @typedef {httpd.Door} Door
 */

/** invited is the code behind the # of an address: an invitation's, or a table's that somebody has passed on. */
export const invited = () => {
  if (secret()) return '';
  const text = behind().normalize('NFKC');
  const code = text.match(/^\W*([0-9a-z]{4})[\s\p{Pd}]?([0-9a-z]{4})(?![0-9a-z])/iu);
  return code ? code[1] + code[2] : text.replace(/[\s-]/g, '').slice(0, 12);
};

/**
 * look asks what a table is; null: there is none. It throws if the server can't be reached.
 * @param {string} path
 * @returns {Promise<Door | null>}
 */
async function look(path) {
  const r = await fetch(to(path), {headers: bearer(), signal: inTime()});
  if (r.ok) return r.json();
  if (r.status === 404) return null;
  throw new Error(`${r.status}`);
}

/**
 * doorOf asks what the table with a number is.
 * @param {string} id
 * @param {string} [code]
 */
export const doorOf = async (id, code) =>
  own(id)
    ? (await import('../local/browserhost.js')).ownDoor(id)
    : look(
        `/api/seat/${encodeURIComponent(id)}/door${code ? `?code=${encodeURIComponent(code)}` : ''}`,
      );

/** byCode asks what the table of an invitation is. */
export const byCode = (/** @type {string} */ code) => look(`/api/code/${encodeURIComponent(code)}`);

/**
 * recalled remembers the evenings that only the browser's cookies know any more: some browsers forget after a week what pages store. It
 * says whether there were any.
 */
export async function recalled() {
  if (site || remembered('recalled')) return false;
  const {tables = []} = await fetch(to('/api/mine'))
    .then((r) => r.json())
    .catch(() => ({}));
  const known = evenings().map((e) => e.id);
  const forgotten = tables.filter((/** @type {{table: string}} */ m) => !known.includes(m.table));
  await Promise.all(
    forgotten.map(async (/** @type {{table: string, at: number}} */ m) => {
      const d = await doorOf(m.table).catch(() => null);
      if (d && (d.chair !== undefined || d.left)) sat(m.table, d.rules.preset, {at: m.at});
    }),
  );
  remember('recalled', '1');
  return forgotten.length > 0;
}

/**
 * ownSeat is the table of a code at which this browser has a seat already, or ''.
 * @param {string} code
 * @param {Door | null} door
 */
export async function ownSeat(code, door) {
  const known = evenings()
    .filter((e) => e.code === code || e.id === door?.table)
    .map((e) => e.id);
  for (const id of new Set([...known, ...(door ? [door.table] : [])])) {
    const d = await doorOf(id).catch(() => null);
    if (d?.chair !== undefined && d.stage !== 'over') return id;
  }
  return '';
}

/**
 * says are the sentences that say what a table is.
 * @param {page.Words} w
 * @param {Door} d
 */
export function says(w, d) {
  const game = w.word(`name.${d.rules.preset}`);
  const who = d.host ? w.t('door.plays', {name: d.host, game}) : w.t('door.plays.nobody', {game});
  if (d.stage === 'over') return [who, w.t('door.over')];
  w.money = d.money || w.glossary[`money.${d.rules.preset}`] || w.money;
  return [
    who,
    d.free ? w.t('door.free', {n: d.free}) : w.t('door.full'),
    d.ante ? w.t(`sheet.antes.${d.antes}`, {ante: w.sum(d.ante)}) : '',
    d.cap ? w.t('sheet.penalty_cap', {cap: w.sum(d.cap)}) : '',
  ];
}

/** closedReasons are those for which another page, or none, shows this seat. */
const closedReasons = ['elsewhere', 'tab', 'broken'];

const again = 5000; // milliseconds until it is asked again whether a seat is free

/**
 * door shows the page of a person who has no seat here, or no longer.
 * @param {import('./app.js').App} app
 * @param {Door | null} [d] what the table is, if that is known
 */
export async function showDoor(app, d = null) {
  const {bye, id} = app.table;
  let w =
    app.words ??
    (await (app.config ? loadTable(app.config, settings.get('deck')) : loadWords('chratze')));
  const code = invited();
  const state = {name: remembered('name') ?? '', code, trouble: '', busy: false, waits: false};
  let known = bye === 'table' || !!d;
  const box = /** @type {HTMLElement} */ (document.getElementById('panel'));
  document.body.dataset.stage = 'door';
  box.hidden = false;
  box.style.top = '';
  const left = app.person > 0 && app.info.chairs.every((c) => c.person !== app.person);
  const balance = app.info?.gone?.find((g) => g.person === app.person)?.balance ?? 0; // who hasn't played has none

  async function sit() {
    if (state.busy) return;
    const name = state.name.trim();
    if (!name) return say(w.t('no.name'), 'name');
    if (!state.code.trim()) return say(w.t('door.code'), 'code');
    remember('name', name);
    state.busy = true;
    const {
      seat,
      code: no,
      why,
    } = await ask(w, d ? `/api/seat/${d.table}/join` : '/api/join', {
      name,
      code: state.code.trim(),
    });
    if (seat) return go(seat);
    say(why, no === 'code' ? 'code' : '');
    state.busy = false;
  }

  /**
   * @param {string} text
   * @param {string} [field]
   */
  function say(text, field) {
    state.trouble = text;
    draw();
    if (field) /** @type {HTMLElement | null} */ (box.querySelector(`[name=${field}]`))?.focus();
  }

  const field = (/** @type {'name' | 'code'} */ key, /** @type {string} */ label) =>
    html`<label class="field">${label} <input name=${key} maxlength=${key === 'name' ? 24 : 1000} autocomplete=${key === 'name' ? 'nickname' : 'off'}
    .value=${state[key]}
    @input=${(/** @type {page.Changed} */ e) => {
      state[key] = e.target.value;
      if (state.trouble) say('');
    }}
      @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && sit()}></label>`;

  /** head says what has happened, or what is here. */
  function head() {
    if (bye === 'link' && left)
      return html`<h2>${w.t(app.leaving ? 'door.left' : 'door.sent')}</h2>${
        d?.stage === 'over' ? html`<p>${w.t('door.over')}</p>` : nothing
      }${account()}`;
    if (bye === 'link')
      return html`<h2>${w.t(app.leaving ? 'door.left' : 'door.seat')}</h2>${app.leaving ? nothing : html`<p>${w.t('door.link')}</p>`}`;
    if (closedReasons.includes(bye)) return html`<p>${w.t(`bye.${bye}`)}</p>`;
    if (!known) return html`<h2>${w.t('ui.connecting')}</h2>`;
    if (!d && own(id))
      return html`<h2>${w.t('door.forgotten')}</h2><p>${w.t('door.forgotten.why')}</p>`;
    if (!d)
      return html`<h2>${w.t('door.none', {table: /^\w{1,12}$/.test(id) ? id : '?'})}</h2><p>${w.t('door.none.why')}</p>`;
    const [who, ...more] = says(w, d);
    return html`<h2>${who}</h2><p>${w.sentences(more)}</p>${account()}`;
  }

  /** account is how a person who has left stands, and once the evening is over whom they pay, or who pays them. */
  function account() {
    const mine = d?.account ?? (left ? {person: app.person, balance, pays: []} : null);
    if (!mine) return nothing;
    const lines = (mine.pays ?? []).map((p) =>
      w.t(p.payer === mine.person ? 'sitting.pays.from' : 'sitting.pays.to', {
        from: p.from,
        to: p.to,
        amount: w.sum(p.amount),
      }),
    );
    const waits = d
      ? d.stage !== 'over' && d.people > 0
      : app.info.chairs.some((c) => c.name && !c.bot);
    return html`<p>${w.t('door.account', {amount: w.balance(mine.balance)})}</p>${waits ? html`<p>${w.t('door.settled')}</p>` : nothing}
      ${lines.length ? html`<div class="pays"><ul>${lines.map((t) => html`<li>${t}</li>`)}</ul></div>` : nothing}`;
  }

  /** settle asks until the evening is over, while a person who has left looks at the page. */
  async function settle() {
    while (d?.account && d.stage !== 'over') {
      await new Promise((then) => setTimeout(then, again));
      if (document.visibilityState !== 'visible') continue;
      d = (await doorOf(id).catch(() => null)) ?? d;
      if (d.stage === 'over') state.trouble = '';
      draw();
    }
  }

  const sitting = () => html`<div class="sit"><p class="trouble" role="alert">${state.trouble}</p>
    ${code || d?.code ? nothing : html`<p>${w.t('door.code')}</p>${field('code', w.t('start.codefield'))}`}
    ${field('name', w.t('start.name'))}
    <button type="button" class="bold" data-do="sit" @click=${sit}><b>${w.t('door.sit')}</b></button></div>`;

  /** wait asks again and again until a seat is free. */
  async function wait() {
    state.waits = true;
    draw();
    while (d && !d.free && d.stage !== 'over') {
      await new Promise((then) => setTimeout(then, again));
      d = {
        ...d,
        ...(await doorOf(id).then(
          (now) => now && {free: now.free, stage: now.stage},
          () => null,
        )),
      };
    }
    state.waits = false;
    if (d?.free) document.title = w.t('door.freed');
    draw();
    if (d?.free) play('turn');
  }

  /** full is what there is to do at a full table. */
  const full = () =>
    html`<p role="status">${state.waits ? w.t('door.waits') : ''}</p>${
      state.waits
        ? nothing
        : html`<div class="acts"><button type="button" class="bold" data-do="tell" @click=${wait}><b>${w.t('door.tell')}</b></button></div>`
    }`;

  /** open is whether one may wait or sit down here. */
  const open = () => !!d && d.stage !== 'over' && !['link', ...closedReasons].includes(bye);

  const draw = () =>
    render(
      html`${head()}
    ${!open() ? nothing : d?.free ? sitting() : full()}
    ${d?.left && bye === 'link' ? html`<p class="trouble" role="alert">${state.trouble}</p>` : nothing}
    <div class="acts">${
      d?.left && bye === 'link'
        ? html`<button type="button" class="bold" data-do="again"
      @click=${sit}><b>${w.t('door.again')}</b></button>`
        : nothing
    }
    ${
      known && !d && own(id)
        ? html`<a class="button meek" data-do="bring" href=${to('/replay')}>${w.t('bring.in')}</a>`
        : nothing
    }${
      d?.watch && d.stage !== 'over'
        ? html`<a class="button meek" data-do="watch" href=${to(`/t/${d.table}?watch`)}>${w.t('tables.watch')}</a>`
        : nothing
    }<a
      class=${open() ? 'button meek' : 'button'} data-do="home" href=${to('/')}>${w.t('ui.home')}</a></div>`,
      box,
    );

  draw();
  if (known || closedReasons.includes(bye)) return;
  try {
    d = await doorOf(id, code);
    if (d?.account && !app.words)
      w = await loadTable(
        /** @type {page.Config} */ (/** @type {unknown} */ (d)),
        settings.get('deck'),
      );
    if (d?.left) Object.assign(state, {name: app.own || state.name, code: d.code});
    state.code ||= d?.code ?? '';
    known = true;
  } catch {
    setTimeout(() => showDoor(app), 3000);
  }
  draw();
  void settle();
  /** @type {HTMLElement | null} */ (box.querySelector('input'))?.focus();
}
