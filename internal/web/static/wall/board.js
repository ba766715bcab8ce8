// What a screen on the wall shows of a table: everything has its place, so nothing moves when a result comes.

import {behind, to} from '../lib/address.js';
import {html, nothing} from '../lib/html.js';
import {settings} from '../lib/settings.js';
import {loadTable} from '../lib/words.js';
import {Connection, final} from '../live/connection.js';
import {fetchSheets} from '../table/cards.js';
import {status} from '../table/spoken.js';
import {fold, force} from '../table/view.js';
import {Voice} from '../table/voice.js';

const again = 3000; // milliseconds until a screen that was sent away asks again

/** Shown is a table as spectators see it. */
export class Shown {
  /**
   * @param {string} id
   * @param {page.Words} words until the table has said its own
   * @param {(w: page.Words) => page.Words} more
   * @param {() => void} draw
   */
  constructor(id, words, more, draw) {
    this.words = words;
    this.table = new Connection(id, async (what, m) => {
      if (what === 'hello') {
        this.table.bye = '';
        const {config} = /** @type {wire.Hello} */ (m);
        this.words = more(await loadTable(config, settings.get('deck')));
        await fetchSheets(this.words.deck);
      }
      if (what === 'closed' && this.table.bye === 'chair') setTimeout(() => this.connect(), again); // all may have agreed by then
      draw();
    });
  }

  connect() {
    this.table.connect();
  }

  /** Who plays or has played, by seat. */
  get names() {
    const {seats, chairs} = this.table.info;
    return seats.map((c) => chairs[c]?.name || '?');
  }

  /** @returns {page.View} */
  get view() {
    const {table} = this;
    const v = fold(table.events, -1, table.info.seats.length, table.start?.dealer ?? -1);
    return v.trump && table.forced ? force(v, table.forced) : v;
  }
}

/** leadHome leads away from the screen. */
export const leadHome = (/** @type {page.Words} */ w) =>
  html`<a href=${to('/')}>${w.t('ui.home')}</a>`;

const picture = (/** @type {string} */ card) =>
  html`<svg viewBox="0 0 128 200" aria-hidden="true"><use href=${`#${card}`}></use></svg>`;

/** signs are the forms that a seat's state has besides its colour. */
const signs = {declarer: '★', in: '●', out: '○', none: ' '};

/**
 * seat is one who plays: sign, name, account, what they promised, and their tricks.
 * @param {Shown} shown
 * @param {page.View} v
 * @param {number} i
 */
function seat({words: w, table}, v, i) {
  const {info} = table;
  const chair = info.chairs[info.seats[i]];
  const {said, tricks} = v.seats[i];
  const over = info.stage !== 'playing';
  const state = over
    ? 'none'
    : i === v.declarer
      ? 'declarer'
      : said === 'out'
        ? 'out'
        : status(w, v, i)
          ? 'in'
          : 'none';
  const need = (table.stakes[i] || [0])[0];
  return html`<li class=${state} ?data-turn=${!over && table.turn === info.seats[i]}><i aria-hidden="true">${signs[state]}</i><b>${chair.name}</b>
    <span class="account">${w.races ? `${chair.points ?? 0}` : w.balance(chair.balance - (over ? 0 : (v.seats[i].ante ?? 0)))}</span>
    <span class="says">${over ? won(w, info.result, i) : status(w, v, i)}</span>
    <span class="tricks">${over ? '' : need ? `${tricks}/${need}` : tricks || ''}</span></li>`;
}

/**
 * won is what a seat has won or paid in the hand that is over; '': nothing.
 * @param {page.Words} w
 * @param {table.Result | undefined} r
 * @param {number} i
 */
function won(w, r, i) {
  const n = r && !w.races ? (r.payout[i] ?? 0) - (r.penalty[i] ?? 0) : 0;
  return n ? w.balance(n) : '';
}

/** lobby is who is there, before the first hand. */
const lobby = (/** @type {Shown} */ {words: w, table}) =>
  html`<section class="code"><h1>${w.game()}</h1><p>${w.t('wall.lobby')}</p>
  ${behind() ? html`<p>${w.t('wall.join')}</p><p class="letters">${behind()}</p>` : nothing}
  <ul class="there">${table.info.chairs.map((c) => html`<li>${c.name || '…'}</li>`)}</ul>${leadHome(w)}</section>`;

/** wallBoard draws it. */
export function wallBoard(/** @type {Shown} */ shown) {
  const {words: w, table} = shown;
  const {info} = table;
  const closed = final.includes(table.bye);
  if (closed || !info)
    return html`<section class="code"><h1>${w.game()}</h1><p role="status">${w.t(closed ? 'wall.closed' : 'ui.connecting')}</p>${leadHome(w)}</section>`;
  if (info.stage === 'lobby') return lobby(shown);
  const v = shown.view;
  const over = info.stage !== 'playing';
  const lying = v.lying.length ? v.lying : (v.tricks[v.tricks.length - 1]?.cards ?? []);
  const up = v.upcards[v.upcards.length - 1];
  const many = info.seats.length > 4;
  const told = over && info.result ? new Voice(w, shown.names, -1).settlement(info.result, v) : [];
  const result = w.sentences(many ? [...told.slice(0, 1), ...told.slice(1).slice(-1)] : told); // each seat shows its own
  return html`<header><h1><a href=${to('/')}>${w.game()}</a></h1>${table.lost ? html`<span role="status">⚠ ${w.t('ui.connecting')}</span>` : nothing}
    <span class="pot">${w.races ? '' : w.t('view.pot', {amount: w.sum(over ? info.pot : info.pot + v.antes)})}</span></header>
  <ol class="seats" ?data-many=${many}>${info.seats.map((_, i) => seat(shown, v, i))}</ol>
  <section class="middle" ?data-many=${lying.length > 4}>
  <figure class="trump">${up ? picture(up) : nothing}
    <figcaption>${v.trump ? w.t('view.trump', {suit: w.suit(v.trump)}) : ''}</figcaption></figure>
  ${lying.map((p) => html`<figure>${picture(p.card)}<figcaption>${shown.names[p.seat]}</figcaption></figure>`)}</section>
  <footer><p role="status">${result || (v.forced && !over ? new Voice(w, shown.names, -1).forced(v) : '')}</p></footer>`;
}
