// What stands behind a seat's sign: who sits there, what the words on it mean, and
// what one may do about it.

import {since, substitute} from '../table/absent.js';
import {html, nothing} from '../lib/html.js';
import {copy} from '../lib/capabilities.js';
import {qrCode} from '../lib/qr.js';
import {status} from '../table/spoken.js';
import {joined} from '../table/view.js';
import {learn, meanings} from '../lib/meaning.js';
import {chat, talks} from './menu.js';
import {dialog, sure} from '../lib/dialog.js';

/**
 * about opens the dialog of a chair.
 * @param {page.Page} app
 * @param {number} chair
 */
export function openSeatSheet(app, chair) {
  app.people.key = '';
  dialog(app.words, (draw, box) => content(app, chair, box, draw));
  void learn(app);
}

/**
 * standing are the words that stand at a seat now, and what the glossary calls them.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} seat
 * @returns {[string, string][]}
 */
function standing(app, v, seat) {
  const w = app.words;
  const s = v.seats[seat];
  /** @type {[string, string][]} */
  const list = [];
  const st = status(w, v, seat);
  if (seat === v.declarer) {
    list.push([st, 'declarer']);
    list.push(
      v.forced
        ? [w.t(`tag.${v.forced}`), {muss: 'muss', seven: 'seven_muss', ten: ''}[v.forced] ?? '']
        : [w.call(v.contract), `call.${v.contract}`],
    );
  } else if (joined(s?.said ?? '') || s?.said === 'blind') list.push([st, 'joiner']);
  else if (s?.said === 'out') list.push([st, `call.${s.said}`]);
  if (seat === v.dealer) list.push([w.t('ui.dealer'), 'dealer']);
  if (s?.exchanged >= 0) list.push([w.t('ui.exchanged', {n: s.exchanged}), 'exchange']);
  if (s?.susi || app.people.susi.has(app.people.who(app.info.seats[seat])))
    list.push([w.t('ui.susi'), 'susi']);
  return list;
}

/**
 * @param {page.Page} app
 * @param {number} chair
 * @param {HTMLDialogElement} box
 * @param {() => void} draw
 */
function content(app, chair, box, draw) {
  const w = app.words;
  const c = app.info.chairs[chair];
  const seat = app.info.seats.indexOf(chair);
  const list = seat < 0 ? [] : standing(app, app.view, seat);
  const {muted} = app.people;
  const host = app.info.host === app.chair && app.info.stage !== 'over';
  /** @type {[string, page.Message][]} */
  const wishes = [];
  if (host && chair !== app.chair) {
    if (c.name && !c.bot) wishes.push(['host', {t: 'host', chair}], ['key', {t: 'key', chair}]);
    wishes.push(
      c.name
        ? ['kick', {t: 'leave', chair}]
        : ['bot', {t: 'bot', chair, bot: app.config.bot || 'stammtisch-1'}],
    );
  }
  /**
   * wish does at once what harms nobody, and asks before everything else.
   * @param {string} k
   * @param {page.Message} m
   */
  function wish(k, m) {
    const then = () => {
      app.table.send(m);
      if (k === 'key') draw();
      else box.close();
    };
    if (k === 'bot') return then();
    sure(w, {
      what: w.t(`sure.${k}`, {name: c.name}),
      means: w.t(`sure.${k}.${c.bot ? 'bot' : 'means'}`, {name: c.name}),
      yes: w.t(`ui.do.${k}`),
      then,
      back: draw,
    });
  }
  return html`<section><h2>${c.name || w.t('ui.free')}</h2>
      <p>${c.name ? w.t('ui.balance', {amount: w.balance(app.balance(chair))}) : nothing}
        ${c.bot ? w.t('ui.bot') : nothing} ${chair === app.info.host ? w.t('ui.host') : nothing} ${
          since(app, chair) || (c.away ? w.t('ui.away') : nothing)
        }</p>
      ${
        seat >= 0 && app.view.seats[seat].open.length
          ? html`<p class="shown">${app.view.seats[seat].open.map(
              (c) =>
                html`<svg viewBox="0 0 128 200" aria-hidden="true"><use href=${`#${c}`}></use></svg>`,
            )} ${w.cards(app.view.seats[seat].open)}</p>`
          : nothing
      }
      ${app.people.lines
        .filter((l) => l.chair === chair)
        .slice(-4)
        .map((l) => html`<p class="said">${l.text}</p>`)}
      ${meanings(list)}</section>
    ${
      muted && chair === app.chair && talks(/** @type {page.App} */ (app))
        ? html`<section><h2>${w.t('ui.chat')}</h2>${chat(w, /** @type {page.App} */ (app).people, draw)}</section>`
        : nothing
    }
    ${
      muted && chair === app.chair && app.info.stage !== 'over'
        ? html`<section><form class="rename" @submit=${(/** @type {SubmitEvent} */ e) => {
            e.preventDefault();
            app.table.send({
              t: 'rename',
              text: `${new FormData(/** @type {HTMLFormElement} */ (e.target)).get('name')}`,
            });
            box.close();
          }}><label>${w.t('start.name')} <input name="name" maxlength="24" autocomplete="nickname" .value=${c.coming || c.name}></label>
      <button>${w.t('ui.do.rename')}</button></form></section>`
        : nothing
    }
    <section class="ready">${
      muted && c.name && !c.bot && chair !== app.chair
        ? html`<button type="button" data-do="mute" @click=${() => {
            if (!muted.delete(chair)) muted.add(chair);
            draw();
          }}>${w.t(muted.has(chair) ? 'ui.unmute' : 'ui.mute')}</button>`
        : nothing
    }
      ${substitute(app, chair, () => box.close())}
      ${wishes.map(([k, m]) => html`<button type="button" data-do=${k} @click=${() => wish(k, m)}>${w.t(`ui.do.${k}`)}</button>`)}</section>
    ${
      app.people.key
        ? html`<section class="newlink"><p>${w.t('ui.newlink')}</p><p><a href=${app.people.key}>${app.people.key}</a></p>
      ${qrCode(app.people.key, w.t('ui.qr'), draw)}
      <button type="button" @click=${(/** @type {page.Changed} */ e) =>
        void copy(
          app.people.key,
          e.target.parentElement?.querySelector('a') ?? null,
        )}>${w.t('ui.copy')}</button></section>`
        : nothing
    }`;
}
