// The dialog with everything that isn't the game itself: standings, chat, what
// happened, settings, and the host's rights.

import {html, nothing, svg} from '../lib/html.js';
import {off, permit} from '../lib/capabilities.js';
import {glossary, learn} from '../lib/meaning.js';
import {settings} from '../lib/settings.js';
import {dialog, sure} from '../lib/dialog.js';
import {own} from '../lib/localtable.js';
import {to} from '../lib/address.js';
import {called, languages, remember} from '../lib/words.js';
import {decks} from '../lib/samples.js';
import {strokes} from '../table/offers.js';

/** parts are those of the dialog: one is shown, the others are a tap away. */
const parts = ['table', 'chat', 'log', 'rules', 'settings'];

/** talks is whether there is anybody to talk with: bots don't talk. */
export const talks = (/** @type {page.App} */ {info, chair, people}) =>
  people.lines.length > 0 || people.watching.n > 0 || info.chairs.some((c, i) => i !== chair && c.name && !c.bot && !c.program);

/**
 * menu opens the dialog: at the chat, if somebody has said something since.
 * @param {page.App} app
 * @param {string} [part]
 */
export function menu(app, part = app.people.unread ? 'chat' : 'table') {
  const at = {part};
  dialog(app.words, (draw, box) => content(app, at, box, draw));
}

let leaves = false;

/** anew loads the page again, and the settings are open as they were. */
function anew() {
  leaves = true; // what this page has still to fetch mustn't open them instead of the next page
  history.replaceState({...history.state, settings: true}, '');
  location.reload();
}

/** reopen opens the settings if somebody has chosen there what the page is loaded anew for. */
export function reopen(/** @type {page.App} */ app) {
  if (leaves || !history.state?.settings) return;
  history.replaceState({...history.state, settings: false}, '');
  menu(app, 'settings');
}

/**
 * @param {page.App} app
 * @param {{part: string}} at which part is shown
 * @param {HTMLDialogElement} box
 * @param {() => void} draw
 */
function content(app, at, box, draw) {
  const w = app.words;
  if (at.part === 'chat' && app.people.unread) {
    app.people.unread = 0;
    app.draw();
  }
  const show = (/** @type {string} */ part) => {
    at.part = part;
    draw();
    box.scrollTop = 0;
    /** @type {HTMLElement | null} */ (box.querySelector('[aria-selected=true]'))?.focus();
  };
  const list = talks(app) ? parts : parts.filter((p) => p !== 'chat');
  if (!list.includes(at.part)) at.part = list[0];
  const arrows = (/** @type {KeyboardEvent} */ e) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (step) show(list[(list.indexOf(at.part) + step + list.length) % list.length]);
  };
  return html`<div class="tabs" role="tablist" aria-label=${w.t('ui.menu')} @keydown=${arrows}>${list.map((part) =>
    html`<button type="button" role="tab" id=${`tab-${part}`} data-tab=${part} aria-selected=${part === at.part} aria-controls="part"
      tabindex=${part === at.part ? 0 : -1} @click=${() => show(part)}>${w.t(`menu.${part}`)}${part === 'chat' && app.people.unread
      ? html` <span class="count">${app.people.unread}</span>` : nothing}</button>`)}</div>
    <div id="part" role="tabpanel" aria-labelledby=${`tab-${at.part}`}>${shown[at.part](app, draw, box)}</div>`;
}

/** table is where everybody stands, and what can be done with the evening. */
const table = (/** @type {page.App} */ app, /** @type {() => void} */ _draw, /** @type {HTMLDialogElement} */ box) =>
  html`<section><h2>${app.words.t('sitting.standings')}</h2>${standings(app)}<p
    class="lines">${app.words.t('ui.balance.means')}</p>${same(app, box)}${app.people.watchers
    ? html`<p class="watchers">${app.people.watchers}</p>` : nothing}${chart(app)}</section>
    ${app.hints?.agreement() ?? nothing}
    ${evening(app, box)}
    ${app.table.hand && app.info.result ? html`<section><p><a class="button" data-do="replay"
      href=${to(`/replay?table=${app.table.id}${app.chair >= 0 && !own(app.table.id) && ['over', 'paused'].includes(app.info.stage) ? '&together'
      : ''}`)}>${app.words.t('replay.evening')}</a></p></section>` : nothing}`;

const talk = (/** @type {page.App} */ app, /** @type {() => void} */ draw) =>
  html`<section><h2>${app.words.t('ui.chat')}</h2>${chat(app.words, app.people, draw)}</section>`;

const chosen = (/** @type {page.App} */ app, /** @type {() => void} */ draw) =>
  html`<section><h2>${app.words.t('ui.settings')}</h2>${options(app.words, draw)}</section>`;

/** rules are the rules of the table, and its words. */
const rules = (/** @type {page.App} */ app, /** @type {() => void} */ _draw, /** @type {HTMLDialogElement} */ box) =>
  html`<section><p class="ready"><button type="button" data-do="rules"
      @click=${async () => { box.close(); await (await import('./help.js')).help(app); }}>${app.words.t('ui.rules')}</button></p>
      <details @toggle=${() => learn(app)}><summary>${app.words.t('ui.words')}</summary><dl
        class="words">${glossary.map((x) => html`<dt>${x.word}</dt><dd>${x.means}</dd>`)}</dl>
        <p><a href=${to(`/words/${app.words.lang}`)} target="_blank" rel="noopener">${app.words.t('words.link')}</a></p></details></section>`;

/** log is what happened, in order. It stands at its end, and stays there while more happens (table.css). */
export const log = (/** @type {page.Page} */ app) => html`<section><h2 id="events">${app.words.t('ui.events')}</h2><div class="log" tabindex="0" role="region"
  aria-labelledby="events"><ol>${app.live.log.slice(-40).map((l) => html`<li>${l}</li>`)}</ol></div></section>`;

/** @type {Record<string, (app: page.App, draw: () => void, box: HTMLDialogElement) => unknown>} */
const shown = {table, chat: talk, log, rules, settings: chosen};

/**
 * accounts are those who play or have played, the best first, in a race by prizes and strokes. An account belongs to one person or bot, whatever their names.
 * @param {page.Page} app
 */
export function accounts(app) {
  const {chairs, gone = []} = app.info;
  const list = [...chairs.map((c, i) => ({...c, balance: app.balance(i), left: false})).filter((c) => c.name), ...gone.map((g) => ({...g, left: true}))];
  const more = app.config?.rules.score === 'down' ? -1 : 1;
  return list.sort((a, b) => (a.prize ?? list.length) - (b.prize ?? list.length) || more * ((b.points ?? 0) - (a.points ?? 0)) || b.balance - a.balance);
}

function standings(/** @type {page.Page} */ app) {
  const list = accounts(app);
  const most = Math.max(1, ...list.map((c) => Math.abs(c.balance)));
  return html`<table><tbody>${list.map((c) => html`<tr><th scope="row">${c.left ? `(${c.name})` : c.name}</th>${strokes(app, c)
    ? html`<td>${strokes(app, c)}</td>` : nothing}<td>${app.words.balance(c.balance)}</td>
    <td><svg class=${c.balance < 0 ? 'beam pays' : 'beam gets'} viewBox="-100 0 200 10" preserveAspectRatio="none"
      aria-hidden="true"><path d="M0 -2V12"></path><rect x=${Math.min(0, c.balance) / most * 100} width=${Math.abs(c.balance) / most * 100}
      height="10"></rect></svg></td></tr>`)}</tbody></table>`;
}

/**
 * same lets the host say who has left and come again as another person: the two have one account from then on.
 * @param {page.App} app
 * @param {HTMLDialogElement} box
 */
function same(app, box) {
  const w = app.words;
  const people = app.info.host === app.chair && app.info.stage !== 'over' ? accounts(app).filter((c) => !c.bot) : [];
  const ask = (/** @type {{person?: number, name: string, balance: number}} */ a, /** @type {number} */ into) => {
    const b = people.find((c) => c.person === into);
    if (!b) return;
    sure(w, {what: w.t('sure.same', {name: a.name, other: b.name}), means: w.t('sure.same.means', {amount: w.balance(a.balance + b.balance)}),
      yes: w.t('ui.do.same'), then: () => { app.table.send({t: 'same', person: a.person, into}); box.close(); }});
  };
  return people.filter((a) => a.left).map((a) => html`<p><label>${w.t('ui.same', {name: a.name})} <select name="same"
    @change=${(/** @type {page.Changed} */ e) => ask(a, Number(e.target.value))}><option value="">–</option>${people.filter((b) => b !== a).map((b) =>
    html`<option value=${b.person}>${b.name}</option>`)}</select></label></p>`);
}

/** chart draws everybody's balance over the hands. A list has the same numbers for people who can't see it. */
export function chart(/** @type {page.Page} */ app) {
  const w = app.words;
  const {balances} = app.people;
  const chairs = [...app.info.chairs, ...(app.info.gone ?? [])].map((c, i) => ({i: i % 8, who: `${c.person}`, name: c.name})).filter((c) => c.name);
  if (balances.length < 2) return nothing;
  const all = balances.flatMap((h) => chairs.map((c) => h[c.who] ?? 0));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ k) => (k / (balances.length - 1)) * 300;
  const y = (/** @type {number} */ n) => 96 - ((n - low) / (high - low)) * 92;
  const row = (/** @type {{who: string}} */ c) => balances.map((h) => h[c.who] ?? 0);
  return html`<figure><svg class="chart" viewBox="-4 0 308 100" preserveAspectRatio="none" aria-hidden="true"><path class="zero" d=${`M0 ${y(0)}H300`}></path>
      ${chairs.map((c) => svg`<polyline class=${`l${c.i}`}
        points=${row(c).map((n, k) => `${x(k).toFixed(1)},${y(n).toFixed(1)}`).join(' ')}></polyline>`)}</svg>
    <figcaption>${w.t('ui.chart')}<ul class="legend">${chairs.map((c) =>
      html`<li><i class=${`l${c.i}`}></i>${c.name}<span
      class="hush">${w.t('ui.chart.row', {name: '', amounts: row(c).map((n) => w.balance(n)).join(', ')})}</span></li>`)}</ul></figcaption></figure>`;
}

/**
 * chat is what was said, and what one may say.
 * @param {page.Words} w
 * @param {import('./people.js').People} people
 * @param {() => void} draw
 */
export function chat(w, people, draw) {
  const say = (/** @type {string} */ text, /** @type {string} */ phrase = '') => {
    people.say(text, phrase);
    setTimeout(draw, 300);
  };
  return html`<ul class="chatlines" aria-live="off">${people.lines.slice(-8).map((l) => html`<li><b>${l.name}</b> ${l.text}</li>`)}</ul>
    <div class="ready">${['a', 'b', 'c', 'd', 'e'].map((k) =>
      html`<button type="button" @click=${() => say(w.t(`ui.phrase.${k}`), k)}>${w.t(`ui.phrase.${k}`)}</button>`)}</div>
    <form @submit=${(/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (e.target).elements.namedItem('text'));
      say(field.value);
      field.value = '';
    }}><input name="text" maxlength="200" autocomplete="off" aria-label=${w.t('ui.saysomething')}><button>${w.t('ui.say')}</button></form>`;
}

export function options(/** @type {page.Words} */ w, /** @type {() => void} */ draw) {
  const choice = (/** @type {string} */ key, /** @type {string[]} */ values) =>
    html`<label>${w.t(`ui.set.${key}`)}
    <select name=${key} @change=${(/** @type {page.Changed} */ e) => { settings.set(key, e.target.value); draw();
      }}>${values.map((v) => html`<option value=${v}
      ?selected=${settings.get(key) === v}>${w.t(`ui.set.${key}.${v || 'auto'}`)}</option>`)}</select></label>`;
  const check = (/** @type {string} */ key) => html`<label class="check"><input type="checkbox" name=${key} .checked=${settings.on(key)}
    @change=${(/** @type {page.Changed} */ e) => { settings.set(key, e.target.checked ? 'yes' : 'no'); draw(); }}>${w.t(`ui.set.${key}`)}</label>`;
  const group = (/** @type {string} */ key, /** @type {unknown} */ rows) =>
    html`<fieldset data-group=${key}><legend>${w.t(`menu.${key}`)}</legend><p class="lines">${w.t(`menu.${key}.about`)}</p>${rows}</fieldset>`;
  return html`<div class="options">${group('looks', html`${choice('theme', ['', 'light', 'dark'])}${choice('text', ['', '125%', '150%', '200%'])}
    ${decks(w, ['', 'swiss', 'german', 'french'], settings.get('deck'), (e) => { settings.set('deck', e.target.value); anew(); })}
    <label>${w.t('ui.set.lang')} <select name="lang" @change=${(/** @type {page.Changed} */ e) => { remember('lang', e.target.value); anew();
      }}>${languages.map((l) => html`<option value=${l} ?selected=${l === w.lang}>${called[l]}</option>`)}</select></label>
    ${choice('speed', ['', 'slow', 'fast', 'off'])}${check('four')}${check('large')}`)}
    ${group('play', html`${check('twice')}${check('single')}${choice('blind', ['', 'yes', 'no'])}${check('double')}${check('linger')}${check('sound')}
    ${settings.on('sound') ? nothing : html`<p class="lines" data-silent>${w.t('menu.silent')}</p>`}
    ${off().includes('notify') ? nothing : html`<label class="check"><input type="checkbox" name="notify" .checked=${settings.on('notify')}
      @change=${async (/** @type {page.Changed} */ e) => {
    const want = e.target.checked;
    settings.set('notify', want && (await permit()) ? 'yes' : '');
    e.target.checked = settings.on('notify'); // what was refused isn't on
    draw();
  }}>${w.t('ui.set.notify')}</label>`}`)}
    ${group('keyboard', html`<label class="check"><input type="checkbox" .checked=${!settings.on('nokeys')}
      @change=${(/** @type {page.Changed} */ e) => settings.set('nokeys', e.target.checked ? '' : 'yes')}>${w.t('ui.set.keys')}</label>${check('line')}`)}</div>
    ${off().length ? html`<p class="lines" data-off>${w.t('ui.off')} ${off().map((k) => w.t(`ui.off.${k}`)).join('; ')}.</p>` : nothing}`;
}

function evening(/** @type {page.App} */ app, /** @type {HTMLDialogElement} */ box) {
  const w = app.words;
  const {stage, host, last} = app.info;
  /** @type {[string, page.Message][]} */
  const list = [];
  if (host === app.chair || app.pass) {
    if (stage === 'between') list.push(['pause', {t: 'pause'}]);
    if (['playing', 'between', 'paused'].includes(stage) && !last) list.push(['last', {t: 'last'}]);
    if (['between', 'paused'].includes(stage)) list.push(['end', {t: 'end'}]);
  }
  if (app.chair >= 0 && stage !== 'over' && !app.pass) list.push(['leave', {t: 'leave', chair: app.chair}]);
  return html`<section><h2>${w.t('ui.evening')}</h2><div class="ready"><a class="button meek"
    href=${to('/')}>${w.t('ui.home')}</a>${list.map(([k, m]) => html`<button type="button" data-do=${k} @click=${() => {
    const then = () => {
      if (app.pass && host !== app.chair) app.table.change(host); // whoever has the device may do it
      app.leaving ||= k === 'leave';
      app.table.send(k === 'end' && app.info.stage === 'playing' ? {t: 'last'} : m); // the next hand has begun while one was asked
      box.close();
    };
    if (!['leave', 'end'].includes(k)) return then();
    // there is no way back
    sure(w, {what: w.t(`sure.${k}`), means: w.t(k === 'leave' && app.info.practice?.alone ? 'sure.leave.alone' : `sure.${k}.means`),
      yes: w.t(`ui.do.${k}`), then});
  }}>${w.t(k === 'last' && stage === 'playing' ? 'ui.do.last.now' : `ui.do.${k}`)}</button>`)}${
  own(app.table.id) && app.table.hand ? html`<button type="button" data-do="save"
    @click=${async () => (await import('../local/eveningfiles.js')).saveEvening(app.table.id, app.preset)}>${w.t('bring.save.this')}</button>` : nothing}</div>
    ${app.table.hello.code ? html`<p>${w.t('ui.invite')} <b>${app.table.hello.code}</b></p>` : nothing}${host === app.chair && !app.alone
      ? html`<p class="lines">${w.t(app.config.decision ? 'menu.clock' : 'menu.clock.none', {n: (app.config.decision ?? 0) / 1000})}</p>` : nothing}</section>`;
}
