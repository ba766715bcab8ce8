// The first page: a name once, then one tap to a table with bots, or a table for
// friends, or the table of a code (which stands behind the # of an invitation, so
// that it isn't sent anywhere).

import {html, nothing, render} from '../vendor/lit-html.js';
import {face, sheet} from './cards.js';
import {language, loadWords, remember, remembered} from './words.js';
import {settings} from './settings.js';

const box = /** @type {HTMLElement} */ (document.getElementById('start'));
const [words, answer] = await Promise.all([loadWords('chratze'), fetch('/api/rules'), sheet('swiss')]);
/** @type {any} */
const book = await answer.json();
const w = words;
document.documentElement.lang = language();

const state = {
  name: remembered('name') ?? '', code: decodeURIComponent(location.hash.slice(1)), trouble: '', preset: remembered('preset') ?? 'chratze',
  chairs: 4, friends: false, bots: true, busy: false, password: '',
  /** @type {Record<string, string>} */ rules: {},
};
const preset = () => book.presets.find((/** @type {any} */ p) => p.name === state.preset) ?? book.presets[0];
const draw = () => render(page(), box);

/** @param {string} path @param {Record<string, any>} body */
async function ask(path, body) {
  if (state.busy) return;
  if (!state.name.trim()) {
    state.trouble = w.t('no.name');
    draw();
    /** @type {HTMLElement | null} */ (document.querySelector('input[name=name]'))?.focus();
    return;
  }
  remember('name', state.name.trim());
  Object.assign(state, {busy: true, trouble: ''});
  draw();
  try {
    const r = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({name: state.name.trim(), ...body})});
    const got = await r.json();
    if (r.ok) {
      location.href = `/t/${got.table}`;
      return;
    }
    state.trouble = w.t(w.has(`no.${got.code}`) ? `no.${got.code}` : 'no.other', got);
  } catch {
    state.trouble = w.t('ui.connecting');
  }
  state.busy = false;
  draw();
}

const more = () => (state.password ? {password: state.password} : {});
/** pace is how long a settlement stays with bots; they think a quarter of it. */
const pace = () => ({slow: 4000, fast: 1200, off: 600}[settings.get('speed')] ?? 2400);
const practice = () => ask('/api/tables', {practice: true, pace: pace(), rules: {preset: state.preset}, ...more()});

/** make asks for a table for friends. Amounts are numbers, everything else words. */
function make() {
  /** @type {Record<string, any>} */
  const rules = {preset: state.preset};
  for (const o of preset().options) {
    const v = state.rules[o.key];
    if (v !== undefined && v !== o.default) rules[o.key] = o.kind === 'amount' ? Number(v) : v;
  }
  return ask('/api/tables', {chairs: state.chairs, rules, ...(state.bots ? {} : {bot: ''}), ...more()});
}

const set = (/** @type {string} */ key) => (/** @type {any} */ e) => {
  Object.assign(state, {[key]: e.target.type === 'checkbox' ? e.target.checked : e.target.type === 'number' ? Number(e.target.value) : e.target.value});
  if (key === 'preset') {
    state.rules = {};
    state.chairs = preset().best[0];
    remember('preset', state.preset);
  }
  draw();
};

function page() {
  const joining = state.code !== '';
  return html`<div class="title"><div class="fan" aria-hidden="true">${['Jh', 'As', 'Td'].map(face)}</div><h1>Chratze</h1><p>${w.t('start.slogan')}</p></div>
  <p class="trouble" role="alert">${state.trouble}</p>
  <label class="field">${w.t('start.name')} <input name="name" maxlength="24" autocomplete="nickname" .value=${state.name} @input=${set('name')} @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && (joining ? join() : practice())}></label>
  ${book.password ? html`<label class="field">${w.t('start.password')} <input type="password" autocomplete="off" @input=${set('password')}></label>` : nothing}
  ${joining ? html`<label class="field">${w.t('start.codefield')} <input name="code" maxlength="12" autocapitalize="characters" autocomplete="off" .value=${state.code.trim()} @input=${set('code')}></label>
    <button type="button" class="bold" id="join" @click=${join}><b>${w.t('start.join')}</b></button>` : nothing}
  <label class="field">${w.t('start.game')} <select @change=${set('preset')}>${book.presets.map((/** @type {any} */ p) => html`<option value=${p.name} ?selected=${p.name === state.preset}>${w.word(`name.${p.name}`)}${p.name.includes('-') ? ` (${p.name.split('-')[1]})` : ''}</option>`)}</select></label>
  <button type="button" class=${joining ? 'meek' : 'bold'} id="play" aria-disabled=${state.busy} @click=${practice}><b>${w.t('start.play')}</b><small>${w.t('start.play.means')}</small></button>
  <button type="button" class="meek" aria-expanded=${state.friends} @click=${() => { state.friends = !state.friends; draw(); }}><b>${w.t('start.friends')}</b></button>
  ${state.friends ? friends() : nothing}
  ${joining ? nothing : html`<button type="button" class="link" @click=${() => { state.code = ' '; draw(); }}>${w.t('start.code')}</button>`}
  <footer><a href="/docs/protocol.md">${w.t('start.docs')}</a></footer>`;
}

const join = () => ask('/api/join', {code: state.code.trim()});

function friends() {
  const p = preset();
  return html`<fieldset><legend>${w.t('start.friends')}</legend>
    <label>${w.t('start.chairs')} <input type="number" min=${p.seats[0]} max=${p.seats[1]} .value=${`${state.chairs}`} @input=${set('chairs')}></label>
    <label class="check"><input type="checkbox" .checked=${state.bots} @change=${set('bots')}>${w.t('start.bots')}</label>
    <details><summary>${w.t('start.house')}</summary>${p.options.map(option)}</details>
    <button type="button" class="bold" id="make" @click=${make}><b>${w.t('start.make')}</b></button></fieldset>`;
}

/** option is a field for a house rule. @param {any} o */
function option(o) {
  const value = state.rules[o.key] ?? o.default;
  const change = (/** @type {any} */ e) => { state.rules[o.key] = e.target.value; };
  const name = w.has(`option.${o.key}`) ? w.t(`option.${o.key}`) : o.key.replaceAll('_', ' ');
  return html`<label>${name} ${o.kind === 'amount'
    ? html`<input type="number" min=${o.least ?? 0} max=${o.most ?? 0} .value=${value} @input=${change}>`
    : html`<select @change=${change}>${o.values.map((/** @type {string} */ v) => html`<option value=${v} ?selected=${v === value}>${v}${v === o.default ? ' *' : ''}</option>`)}</select>`}</label>`;
}

settings.changed(draw);
addEventListener('hashchange', () => {
  state.code = decodeURIComponent(location.hash.slice(1));
  draw();
});
draw();
