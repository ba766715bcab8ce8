// The line on top of a live table, and the table before its first hand.

import {html, nothing} from '../lib/html.js';
import {headAnte, lobbyAnte, lobbyRules} from './ante.js';
import {can, copy, shareLink} from '../lib/capabilities.js';
import {portrait} from '../table/faces.js';
import {firstTime} from '../lib/storage.js';
import {gameOf} from '../lib/games.js';
import {phones, to} from '../lib/address.js';

/** bar is the line on top. */
export function tableBar(/** @type {page.App} */ app) {
  const w = app.words;
  if (!w || !app.info) return html`<h1>Chratze</h1>`;
  return html`<h1>${w.game()}</h1>
    <p class="state">${app.table.hand ? w.t('sitting.hand', {n: app.table.hand}) : ''}${forced(app)}
      ${app.info.last ? html`<b class="tag">${w.t('ui.lasthand')}</b>` : nothing}${eyes(app)}${app.info.stage === 'lobby' ? nothing : headAnte(app)}</p>
    ${app.practice?.bar() ?? nothing}<button type="button" class="icon menu" aria-haspopup="dialog"
      @click=${async () => (await import('./menu.js')).menu(app)}>${w.t('ui.menu')}
      ${app.people.unread ? html`<span class="count">${app.people.unread}</span>` : nothing}</button>`;
}

/** eyes is how many look on, and who. */
function eyes(/** @type {page.App} */ app) {
  const {watchers, watching} = app.people;
  return watchers && app.info.stage !== 'lobby'
    ? html` <span class="eyes" role="img" title=${watchers} aria-label=${watchers}><svg viewBox="0 0 24 24"
    aria-hidden="true"><path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z"></path><circle
    cx="12" cy="12" r="3"></circle></svg>${watching.n}</span>`
    : nothing;
}

/** forced names a hand that everybody has to play; behind the name, and in the first hand of a game, its card is told. */
function forced(/** @type {page.App} */ app) {
  if (app.over || !app.table.hand) return nothing;
  const v = app.view;
  const tag = v.forced || (app.table.start?.muss ? 'muss' : '');
  const tell = async () => (await import('./introduction.js')).introduce(app, tag);
  if (
    (v.forced || (!tag && app.ask)) &&
    (app.config.practice || (app.ask && !app.config.decision)) && // where a clock runs, the question comes first
    !app.table.scripted &&
    firstTime(/muss|seven/.test(tag) ? 'forced' : `game.${app.preset}`, `${performance.now()}`)
  )
    setTimeout(tell);
  return tag
    ? html` <button type="button" class="tapped" aria-haspopup="dialog" @click=${tell}><b class="tag">${app.words.t(`tag.${tag}`)}</b></button>`
    : nothing;
}

/** lobby is the table before the first hand. */
export function lobby(/** @type {page.Page} */ app) {
  const w = app.words;
  const {info, table} = app;
  const host = info.host === app.chair;
  const late = info.chairs.filter((c) => c.waits).map((c) => c.name);
  const awaits = late.length
    ? html`<p class="wait" role="status">${w.t('ui.waits', {names: w.list(late)})}</p>`
    : nothing; // for their numbers
  return html`<h2>${w.t('ui.lobby')}</h2>${lobbyRules(app)}${lobbyAnte(app)}
    <ul class=${info.chairs.length > 4 ? 'chairs many' : 'chairs'}>${info.chairs.map(
      (c, i) =>
        html`<li><button type="button" data-chair=${i} aria-haspopup="dialog"
      @click=${() => app.aboutSeat(i)}>${
        c.name
          ? html`<span class=${`who l${i}`}>${portrait(c.name)}</span>
      <b>${c.name}</b>${i === info.host ? html` <small>${w.t('ui.host')}</small>` : nothing}${
        c.bot ? html` <i>${w.t('ui.bot')}</i>` : c.away ? html` <i>${w.t('ui.away')}</i>` : nothing
      }`
          : html`<i>${w.t('ui.free')}</i>`
      }</button></li>`,
    )}</ul>
    ${
      !table.hello.code
        ? nothing
        : info.chairs.some((c) => !c.name || (c.bot && !c.coming))
          ? invitation(app, table.hello.code)
          : html`<p class="lines full">${w.t('ui.full', {code: table.hello.code.replace(/(....)/, '$1 ')})}</p>`
    }
    ${app.config.spectators ? watchLink(app, table.id) : nothing}
    ${app.people.watchers ? html`<p class="lines watchers">${app.people.watchers}</p>` : nothing}
    ${
      app.config.practice && !app.config.proof
        ? nothing
        : html`<p class="lines">${w.t(app.config.proof ? `proof.lobby.${app.config.proof}` : 'proof.without')}</p>`
    }
    ${
      host
        ? html`<p class="lines"><label>${w.t('ui.firstdealer')} <select id="firstdealer"><option value="">${w.t('ui.bylot')}</option>${info.chairs.map(
            (c, i) => (c.name ? html`<option value=${i}>${c.name}</option>` : nothing),
          )}</select></label></p>
    <div class="acts"><button type="button" class="bold" data-act="start" @click=${() => start(table)}><b>${w.t('ui.start')}</b></button></div>${awaits}`
        : late.length
          ? awaits
          : html`<p class="wait" role="status">${w.t('ui.hoststarts')}</p>`
    }`;
}

/** start begins the first hand, with the dealer that the host has chosen. */
function start(/** @type {page.Table} */ table) {
  const chosen = /** @type {HTMLSelectElement | null} */ (document.getElementById('firstdealer'))
    ?.value;
  table.send(chosen ? {t: 'start', chair: Number(chosen)} : {t: 'start'});
}

/**
 * watchLink is the address for those who only look on.
 * @param {page.Page} app
 * @param {string} id the table's
 */
function watchLink(app, id) {
  const link = `${front(app)}t/${id}?watch`;
  return html`<p class="lines">${app.words.t('watch.link')} <a href=${link}>${link.replace(/^https?:\/\//, '')}</a></p>`;
}

let home = ''; // once it is asked for

/** front is the first page's address, for phones. */
function front(/** @type {page.Page} */ app) {
  if (!home) {
    home = `${location.origin}${to('/')}`;
    void phones().then((at) => {
      if (at === home) return;
      home = at;
      app.draw();
    });
  }
  return home;
}

/**
 * invitation is one link that carries everything: to send, to copy, for a camera, to read aloud.
 * @param {page.Page} app
 * @param {string} code
 */
function invitation(app, code) {
  const w = app.words,
    live = app.live;
  const link = `${front(app)}#${code}`;
  const copied = async (/** @type {page.Changed} */ e) => {
    const button = e.currentTarget;
    const ok = await copy(link, document.querySelector('.invitation a'));
    button.textContent = w.t(ok ? 'ui.copied' : 'ui.selected');
    live.say(button.textContent);
  };
  return html`<div class="invitation"><div><p>${w.t('ui.invite')}</p><p class="code" role="img"
    aria-label=${w.t('ui.aloud', {code: [...code].join(' ')})}>${code.replace(/(....)/, '$1 ')}</p><p><a
    href=${link}>${link.replace(/^https?:\/\//, '')}</a></p></div>
    <img class="qr" src=${to(`/qr/${code}`)} width="132" height="132" alt=${w.t('ui.qr')}></div>
    <div class="acts">${
      can.share
        ? html`<button type="button" data-do="share" @click=${() => shareLink(link)}>${w.t('ui.share')}</button>`
        : nothing
    }<button type="button" data-do="copy" @click=${copied}>${w.t('ui.copy')}</button></div>`;
}
