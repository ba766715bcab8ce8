// How a hand ended: a sentence for everybody, yours first; who pays into the pot and who is
// paid from it; and how your account got its balance.

import {html, nothing} from '../lib/html.js';
import {gameOf} from '../lib/games.js';
import {partOf} from '../lib/potshare.js';
import {splitOf} from './offers.js';
import {status} from './spoken.js';
import {lost} from './view.js';

/**
 * @typedef {{i: number, name: string, n: number, price: number, tricks: number, failed: boolean}} Row the price is what playing has cost
 */

/**
 * because says why a seat gets or pays; '' if the table doesn't tell what it had taken on.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} i
 */
export function because(app, v, i) {
  const {words: w, voice} = app;
  const r = /** @type {table.Result} */ (app.info.result);
  const {stakes, events} = app.table;
  const stake = stakes[i];
  const show = events?.find((e) => e.t === 'show');
  if (show?.seat === i) return voice.event(show);
  if (!stakes.length) return '';
  if (v.seats[i].said === 'for-pot') return voice.of('end.forpot', i, {won: v.seats[i].tricks});
  if (!r.failed[i] && lost(v, i)) return voice.of('settle.price', i);
  if (!stake && !r.payout[i]) return v.seats[i].said === 'out' ? voice.of('end.out', i) : '';
  const [n, pots, owed] = stake || [1, 0, 0]; // where there is a price, one trick is enough
  const won = v.seats[i].tricks;
  const args = {n, won, payout: w.number(r.payout[i]), penalty: w.number(r.penalty[i]), pot: w.number(r.played), card: w.card(w.weli),
    name: app.names[v.declarer] ?? ''};
  if (r.points) return w.sentences(voice.earned(r, i));
  if (!v.playing) return voice.of('end.walk', i, args);
  if (!r.failed[i] && !r.payout[i] && v.declarer >= 0 && r.payout[v.declarer] === r.played) return voice.of('end.rounded', i, args);
  if (!r.failed[i]) return withShare(app, v, i, r, voice.of(r.payout[i] > 0 ? 'end.gets' : 'end.made', i, args));
  if (won >= n) return voice.of('end.lost', i, args);
  if (r.payout[i] > 0) return voice.of('end.both', i, args);
  const fixed = Number(app.config?.rules.penalty ?? gameOf(app.preset).penalty ?? 0) > 0;
  const whole = r.penalty[i] === pots * r.played;
  return voice.of(fixed ? 'end.pays.fixed' : whole && r.penalty[i] === owed ? `end.pays.${pots}` : 'end.pays.cap', i, args);
}

/**
 * withShare adds to a sentence, before its full stop, which part of the pot a seat gets, where it isn't all.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} i
 * @param {table.Result} r
 * @param {string} said
 */
function withShare(app, v, i, r, said) {
  const [won, size] = [v.seats[i].tricks, v.tricks.length];
  const key = partOf(splitOf(app), {played: r.played, first: r.payout[v.declarer] ?? 0, part: r.payout[i], declares: i === v.declarer, won, size});
  const [text, stop = ''] = said.split(/([.。]?$)/);
  return key ? app.words.t('end.share', {text, what: app.words.t(`end.share.${key}`, {won, size})}) + stop : said;
}

/**
 * rows are all seats of the hand, yours first, then in turn order.
 * @param {page.Page} app
 * @param {page.View} v
 * @returns {Row[]}
 */
export function rows(app, v) {
  const r = /** @type {table.Result} */ (app.info.result);
  const n = app.info.seats.length;
  const first = app.me >= 0 ? app.me : Math.max(v.declarer, 0);
  return Array.from({length: n}, (_, k) => {
    const i = (first + k) % n;
    const {price} = paid(app.table.events ?? [], i);
    return {i, name: app.names[i], n: r.payout[i] - r.penalty[i], price, tricks: v.seats[i].tricks,
      failed: r.penalty[i] > 0 || r.failed[i] || price > r.payout[i]};
  });
}

/**
 * flows shows all of them.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {(amount: number, most?: number) => unknown} coins
 */
export function flows(app, v, coins) {
  const w = app.words;
  const list = rows(app, v);
  return html`<ul class=${list.length > 4 ? 'flows many' : 'flows'}>${list.map((x) => {
    const why = because(app, v, x.i);
    const st = status(w, v, x.i);
    return html`<li class=${`${x.failed ? 'pays' : x.n ? 'gets' : 'even'}${x.i === app.me ? ' own' : ''}`}
      @click=${() => app.aboutSeat(app.info.seats[x.i])}>
      <b><span>${x.name}</span>${st && !(why && v.seats[x.i].said === 'out') ? html` <i class=${x.i === v.declarer ? 'role main' : 'role'}>${st}</i>`
        : nothing}<span class="won" role="img" aria-label=${w.t('ui.tricks', {n: x.tricks})}>${Array.from({length: x.tricks},
        () => html`<i></i>`)}</span></b>
      ${x.n ? html`<span class="flow">${x.n < 0 ? html`${coins(-x.n, 4)}<span>${w.t('ui.topot')}</span>`
        : html`<span>${w.t('ui.frompot')}</span>${coins(x.n, 4)}`}</span>` : nothing}
      <span class="sum">${x.n || x.price || why ? w.balance(x.n - x.price) : ''}</span>
      ${why ? html`<span class="why">${why}${x.price && x.n > 0 ? ` ${w.t('end.price', {amount: w.number(x.price)})}` : ''}</span>` : nothing}
      ${x.i === app.me ? book(app, x) : nothing}</li>`;
  })}</ul>`;
}

/**
 * paid returns what a seat has paid into the pot: before the deal and at the cut, and later for playing.
 * @param {page.Event[]} events
 * @param {number} seat
 */
export function paid(events, seat) {
  const sum = {ante: 0, price: 0};
  let acted = false;
  for (const e of events) {
    acted ||= e.t === 'act';
    if (e.t === 'ante' && e.seat === seat) sum[acted ? 'price' : 'ante'] += e.amount ?? 0;
  }
  return sum;
}

/**
 * book adds up your account: the old balance, the ante, the price, this hand, the new balance.
 * @param {page.Page} app
 * @param {Row} x
 */
function book(app, x) {
  const w = app.words;
  const now = app.info.chairs[app.chair]?.balance;
  if (app.chair < 0 || app.info.seats[x.i] !== app.chair || now === undefined) return nothing;
  const {ante, price} = paid(app.table.events, x.i);
  const part = (/** @type {string} */ key, /** @type {number} */ n) => html`<span>${w.t(`book.${key}`)} <b>${w.balance(n)}</b></span>`;
  return html`<span class="book">${part('before', now - x.n + ante + price)}${ante ? part('ante', -ante) : nothing}${
    price ? part('price', -price) : nothing}${x.n ? part('hand', x.n) : nothing}${part('now', now)}</span>`;
}
