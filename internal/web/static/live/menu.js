// The dialog with everything that isn't the game itself: standings, chat, what
// happened, settings, and the host's rights.

import {onWall} from './onwall.js';
import {html, nothing} from '../lib/html.js';
import {glossary, learn} from '../lib/meaning.js';
import {dialog, sure} from '../lib/dialog.js';
import {own} from '../lib/localtable.js';
import {longest} from '../lib/request.js';
import {to} from '../lib/address.js';
import {log} from './eventlog.js';
import {loadedAnew, options} from './options.js';
import {accounts, chart, standingsTable} from './standings.js';

/** parts are those of the dialog: one is shown, the others are a tap away. */
const parts = ['table', 'chat', 'log', 'rules', 'settings'];

/** talks is whether there is anybody to talk with: bots don't talk. */
export const talks = (/** @type {page.App} */ {info, chair, people}) =>
  people.lines.length > 0 ||
  people.watching.n > 0 ||
  info.chairs.some((c, i) => i !== chair && c.name && !c.bot && !c.program);

/**
 * menu opens the dialog: at the chat, if somebody has said something since.
 * @param {page.App} app
 * @param {string} [part]
 */
export function menu(app, part = app.people.unread ? 'chat' : 'table') {
  const at = {part};
  dialog(app.words, (draw, box) => content(app, at, box, draw));
}

/** reopen opens the settings if somebody has chosen there what the page is loaded anew for. */
export function reopen(/** @type {page.App} */ app) {
  if (loadedAnew()) menu(app, 'settings');
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
  return html`<div class="tabs" role="tablist" aria-label=${w.t('ui.menu')} @keydown=${arrows}>${list.map(
    (part) =>
      html`<button type="button" role="tab" id=${`tab-${part}`} data-tab=${part} aria-selected=${part === at.part} aria-controls="part"
      tabindex=${part === at.part ? 0 : -1} @click=${() => show(part)}>${w.t(`menu.${part}`)}${
        part === 'chat' && app.people.unread
          ? html` <span class="count">${app.people.unread}</span>`
          : nothing
      }</button>`,
  )}</div>
    <div id="part" role="tabpanel" aria-labelledby=${`tab-${at.part}`}>${shown[at.part](app, draw, box)}</div>`;
}

/** table is where everybody stands, and what can be done with the evening. */
const table = (
  /** @type {page.App} */ app,
  /** @type {() => void} */ draw,
  /** @type {HTMLDialogElement} */ box,
) =>
  html`<section><h2>${app.words.t('sitting.standings')}</h2>${standingsTable(app)}<p
    class="lines">${app.words.t('ui.balance.means')}</p>${same(app, box)}${
      app.people.watchers ? html`<p class="watchers">${app.people.watchers}</p>` : nothing
    }${chart(app)}</section>
    ${app.hints?.agreement() ?? nothing}
    ${evening(app, box)}
    ${app.chair >= 0 && !own(app.table.id) && app.info.stage !== 'over' ? onWall(app, draw) : nothing}
    ${
      app.table.hand && app.info.result
        ? html`<section><p><a class="button" data-do="replay"
      href=${to(
        `/replay?table=${app.table.id}${
          app.chair >= 0 && !own(app.table.id) && ['over', 'paused'].includes(app.info.stage)
            ? '&together'
            : ''
        }`,
      )}>${app.words.t('replay.evening')}</a></p></section>`
        : nothing
    }`;

const talk = (/** @type {page.App} */ app, /** @type {() => void} */ draw) =>
  html`<section><h2>${app.words.t('ui.chat')}</h2>${chat(app.words, app.people, draw)}</section>`;

const chosen = (/** @type {page.App} */ app, /** @type {() => void} */ draw) =>
  html`<section><h2>${app.words.t('ui.settings')}</h2>${options(app.words, draw)}</section>`;

/** rules are the rules of the table, and its words. */
const rules = (
  /** @type {page.App} */ app,
  /** @type {() => void} */ _draw,
  /** @type {HTMLDialogElement} */ box,
) =>
  html`<section><p class="ready"><button type="button" data-do="rules"
      @click=${async () => {
        box.close();
        await (await import('./help.js')).help(app);
      }}>${app.words.t('ui.rules')}</button></p>
      <details @toggle=${() => learn(app)}><summary>${app.words.t('ui.words')}</summary><dl
        class="words">${glossary.map((x) => html`<dt>${x.word}</dt><dd>${x.means}</dd>`)}</dl>
        <p><a href=${to(`/words/${app.words.lang}`)} target="_blank" rel="noopener">${app.words.t('words.link')}</a></p></details></section>`;

/** @type {Record<string, (app: page.App, draw: () => void, box: HTMLDialogElement) => unknown>} */
const shown = {table, chat: talk, log, rules, settings: chosen};

/**
 * same lets the host say who has left and come again as another person: the two have one account from then on.
 * @param {page.App} app
 * @param {HTMLDialogElement} box
 */
function same(app, box) {
  const w = app.words;
  const people =
    app.info.host === app.chair && app.info.stage !== 'over'
      ? accounts(app).filter((c) => !c.bot)
      : [];
  const ask = (
    /** @type {{person?: number, name: string, balance: number}} */ a,
    /** @type {number} */ into,
  ) => {
    const b = people.find((c) => c.person === into);
    if (!b) return;
    sure(w, {
      what: w.t('sure.same', {name: a.name, other: b.name}),
      means: w.t('sure.same.means', {amount: w.balance(a.balance + b.balance)}),
      yes: w.t('ui.do.same'),
      then: () => {
        app.table.send({t: 'same', person: a.person, into});
        box.close();
      },
    });
  };
  return people
    .filter((a) => a.left)
    .map(
      (a) => html`<p><label>${w.t('ui.same', {name: a.name})} <select name="same"
    @change=${(/** @type {page.Changed} */ e) => ask(a, Number(e.target.value))}><option value="">–</option>${people
      .filter((b) => b !== a)
      .map((b) => html`<option value=${b.person}>${b.name}</option>`)}</select></label></p>`,
    );
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
    <div class="ready">${['a', 'b', 'c', 'd', 'e'].map(
      (k) =>
        html`<button type="button" @click=${() => say(w.t(`ui.phrase.${k}`), k)}>${w.t(`ui.phrase.${k}`)}</button>`,
    )}</div>
    <form @submit=${(/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const field = /** @type {HTMLInputElement} */ (
        /** @type {HTMLFormElement} */ (e.target).elements.namedItem('text')
      );
      say(field.value);
      field.value = '';
    }}><input name="text" maxlength=${longest} autocomplete="off" aria-label=${w.t('ui.saysomething')}><button>${w.t('ui.say')}</button></form>`;
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
  if (app.chair >= 0 && stage !== 'over' && !app.pass)
    list.push(['leave', {t: 'leave', chair: app.chair}]);
  return html`<section><h2>${w.t('ui.evening')}</h2><div class="ready"><a class="button meek"
    href=${to('/')}>${w.t('ui.home')}</a>${list.map(
      ([k, m]) =>
        html`<button type="button" data-do=${k} @click=${() => {
          const then = () => {
            if (app.pass && host !== app.chair) app.table.change(host); // whoever has the device may do it
            app.leaving ||= k === 'leave';
            app.table.send(k === 'end' && app.info.stage === 'playing' ? {t: 'last'} : m); // the next hand has begun while one was asked
            box.close();
          };
          if (!['leave', 'end'].includes(k)) return then();
          // there is no way back
          sure(w, {
            what: w.t(`sure.${k}`),
            means: w.t(
              k === 'leave' && app.info.practice?.alone ? 'sure.leave.alone' : `sure.${k}.means`,
            ),
            yes: w.t(`ui.do.${k}`),
            then,
          });
        }}>${w.t(k === 'last' && stage === 'playing' ? 'ui.do.last.now' : `ui.do.${k}`)}</button>`,
    )}${
      own(app.table.id) && app.table.hand
        ? html`<button type="button" data-do="save"
    @click=${async () => (await import('../local/eveningfiles.js')).saveEvening(app.table.id, app.preset)}>${w.t('bring.save.this')}</button>`
        : nothing
    }</div>
    ${app.table.hello.code ? html`<p>${w.t('ui.invite')} <b>${app.table.hello.code}</b></p>` : nothing}${
      host === app.chair && !app.alone
        ? html`<p class="lines">${w.t(app.config.decision ? 'menu.clock' : 'menu.clock.none', {n: (app.config.decision ?? 0) / 1000})}</p>`
        : nothing
    }</section>`;
}
