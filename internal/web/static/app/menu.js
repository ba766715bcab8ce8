// The dialog with everything that isn't the game itself: standings, chat, what
// happened, settings, and the host's rights.

import {html, nothing, render} from '../vendor/lit-html.js';
import {settings} from './settings.js';
import {languages, remember} from './words.js';

/** menu opens the dialog. @param {any} app */
export function menu(app) {
  const box = /** @type {HTMLDialogElement} */ (document.getElementById('menu'));
  const draw = () => render(content(app, box, draw), box);
  app.company.unread = 0;
  draw();
  if (!box.open) box.showModal();
  app.draw();
}

/** @param {any} app @param {HTMLDialogElement} box @param {() => void} draw */
function content(app, box, draw) {
  const w = app.words;
  return html`<form method="dialog" class="close"><button class="icon">${w.t('ui.close')}</button></form>
    <section><h2>${w.t('sitting.standings')}</h2>${standings(app)}</section>
    <section><h2>${w.t('ui.chat')}</h2>${chat(app, draw)}</section>
    <section><h2>${w.t('ui.settings')}</h2>${options(app, draw)}</section>
    ${evening(app, box)}
    <section><h2>${w.t('ui.events')}</h2><ol class="log">${app.live.log.slice(-40).reverse().map((/** @type {string} */ l) => html`<li>${l}</li>`)}</ol></section>`;
}

function standings(/** @type {any} */ app) {
  const list = app.info.chairs.filter((/** @type {any} */ c) => c.name).sort((/** @type {any} */ a, /** @type {any} */ b) => b.balance - a.balance);
  const most = Math.max(1, ...list.map((/** @type {any} */ c) => Math.abs(c.balance)));
  return html`<table><tbody>${list.map((/** @type {any} */ c) => html`<tr><th scope="row">${c.name}</th><td>${app.words.balance(c.balance)}</td>
    <td><meter min="0" max=${most} value=${Math.abs(c.balance)} class=${c.balance < 0 ? 'pays' : 'gets'} aria-hidden="true"></meter></td></tr>`)}</tbody></table>`;
}

function chat(/** @type {any} */ app, /** @type {() => void} */ draw) {
  const w = app.words;
  const say = (/** @type {string} */ text) => {
    app.company.say(text);
    setTimeout(draw, 300);
  };
  return html`<ul class="chatlines">${app.company.lines.slice(-8).map((/** @type {any} */ l) => html`<li><b>${l.name}</b> ${l.text}</li>`)}</ul>
    <div class="ready">${['a', 'b', 'c', 'd'].map((k) => html`<button type="button" @click=${() => say(w.t(`ui.phrase.${k}`))}>${w.t(`ui.phrase.${k}`)}</button>`)}</div>
    <form @submit=${(/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (e.target).elements.namedItem('text'));
      say(field.value);
      field.value = '';
    }}><input name="text" maxlength="200" autocomplete="off" aria-label=${w.t('ui.saysomething')}><button>${w.t('ui.say')}</button></form>`;
}

function options(/** @type {any} */ app, /** @type {() => void} */ draw) {
  const w = app.words;
  const choice = (/** @type {string} */ key, /** @type {string[]} */ values, /** @type {(v: string) => void} */ then = () => draw()) => html`<label>${w.t(`ui.set.${key}`)}
    <select @change=${(/** @type {any} */ e) => { settings.set(key, e.target.value); then(e.target.value); }}>${values.map((v) => html`<option value=${v} ?selected=${settings.get(key) === v}>${w.t(`ui.set.${key}.${v || 'auto'}`)}</option>`)}</select></label>`;
  const check = (/** @type {string} */ key) => html`<label class="check"><input type="checkbox" .checked=${settings.on(key)} @change=${(/** @type {any} */ e) => settings.set(key, e.target.checked ? 'yes' : '')}>${w.t(`ui.set.${key}`)}</label>`;
  return html`<div class="options">${choice('speed', ['', 'slow', 'fast', 'off'])}${choice('theme', ['', 'light', 'dark'])}
    ${choice('deck', ['', 'swiss', 'german', 'french'], () => location.reload())}
    <label>${w.t('ui.set.lang')} <select @change=${(/** @type {any} */ e) => { remember('lang', e.target.value); location.reload(); }}>${languages.map((l) => html`<option value=${l} ?selected=${l === w.lang}>${{en: 'English', 'de-CH': 'Deutsch (Schweiz)', 'de-AT': 'Deutsch (Österreich)', ja: '日本語'}[l]}</option>`)}</select></label>
    ${check('four')}${check('large')}${check('twice')}</div>`;
}

function evening(/** @type {any} */ app, /** @type {HTMLDialogElement} */ box) {
  const w = app.words;
  const {stage, host, last} = app.info;
  /** @type {[string, Record<string, any>][]} */
  const list = [];
  if (host === app.chair) {
    if (stage === 'between') list.push(['pause', {t: 'pause'}]);
    if (['playing', 'between', 'paused'].includes(stage) && !last) list.push(['last', {t: 'last'}]);
    if (['between', 'paused'].includes(stage)) list.push(['end', {t: 'end'}]);
  }
  if (app.chair >= 0 && stage !== 'over') list.push(['leave', {t: 'leave', chair: app.chair}]);
  if (!list.length) return nothing;
  return html`<section><h2>${w.t('ui.evening')}</h2><div class="ready">${list.map(([k, m]) => html`<button type="button" @click=${() => { app.table.send(m); box.close(); }}>${w.t(`ui.do.${k}`)}</button>`)}</div>
    ${app.table.hello.code ? html`<p>${w.t('ui.invite')} <b>${app.table.hello.code}</b></p>` : nothing}</section>`;
}
