// How a hand ended: a sentence for everybody, yours first; who pays into the pot and who is
// paid from it; and how your account got its balance.

import {html, nothing} from '../lib/html.js';
import {partOf} from '../lib/potshare.js';
import {status} from './spoken.js';
import {owes} from './voice.js';

/**
 * @typedef {{i: number, name: string, n: number, price: number, tricks: number, failed: boolean}} Row the price is what playing has cost
 */

/**
 * because says why a seat gets or pays.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} i
 */
export function because(app, v, i) {
  const {words: w, voice} = app;
  const r = /** @type {table.Result} */ (app.info.result);
  const why = r.why[i];
  const show = app.table.events?.find((e) => e.t === 'show');
  if (show?.seat === i) return voice.event(show);
  const args = {
    n: why.needed,
    won: why.won,
    payout: w.number(r.payout[i]),
    penalty: w.number(r.penalty[i]),
    pot: w.number(r.played),
    card: w.card(w.weli),
    name: app.names[v.declarer] ?? '',
  };
  const failed = owes(why, 'short', 'weli');
  if (why.share === 'for-pot') return voice.of('end.forpot', i, args);
  if (owes(why, 'price')) return why.price ? voice.of('settle.price', i) : '';
  if (!why.needed) return v.seats[i].said === 'out' ? voice.of('end.out', i) : '';
  if (r.stays === 'race') return w.sentences(voice.earned(r, i));
  if (r.end === 'alone') return voice.of('end.walk', i, args);
  if (why.share === 'swallowed') return voice.of('end.rounded', i, args);
  if (!failed)
    return withShare(
      w,
      v,
      i,
      why,
      voice.of(r.payout[i] > 0 ? 'end.gets' : 'end.made', i, args),
      v.tricks.length,
    );
  if (!owes(why, 'short')) return voice.of('end.lost', i, args);
  if (r.payout[i] > 0) return voice.of('end.both', i, args);
  if (owes(why, 'fixed')) return voice.of('end.pays.fixed', i, args);
  return voice.of(
    owes(why, 'capped', 'full', 'weli') ? 'end.pays.cap' : `end.pays.${why.pots}`,
    i,
    args,
  );
}

/**
 * withShare adds to a sentence, before its full stop, which part of the pot a seat gets, where it isn't all.
 * @param {page.Words} w
 * @param {page.View} v
 * @param {number} i
 * @param {rams.Reason} why
 * @param {string} said
 * @param {number} size the number of tricks
 */
function withShare(w, v, i, {share, won}, said, size) {
  const key = partOf(share, i === v.declarer);
  const [text, stop = ''] = said.split(/([.。]?$)/);
  return key ? w.t('end.share', {text, what: w.t(`end.share.${key}`, {won, size})}) + stop : said;
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
    return {
      i,
      name: app.names[i],
      n: r.payout[i] - r.penalty[i],
      price,
      tricks: v.seats[i].tricks,
      failed: r.penalty[i] > 0 || r.failed[i] || price > r.payout[i],
    };
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
      <b><span>${x.name}</span>${
        st && !(why && v.seats[x.i].said === 'out')
          ? html` <i class=${x.i === v.declarer ? 'role main' : 'role'}>${st}</i>`
          : nothing
      }<span class="won" role="img" aria-label=${w.t('ui.tricks', {n: x.tricks})}>${Array.from(
        {length: x.tricks},
        () => html`<i></i>`,
      )}</span></b>
      ${
        x.n
          ? html`<span class="flow">${
              x.n < 0
                ? html`${coins(-x.n, 4)}<span>${w.t('ui.topot')}</span>`
                : html`<span>${w.t('ui.frompot')}</span>${coins(x.n, 4)}`
            }</span>`
          : nothing
      }
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
  const part = (/** @type {string} */ key, /** @type {number} */ n) =>
    html`<span>${w.t(`book.${key}`)} <b>${w.balance(n)}</b></span>`;
  return html`<span class="book">${part('before', now - x.n + ante + price)}${ante ? part('ante', -ante) : nothing}${
    price ? part('price', -price) : nothing
  }${x.n ? part('hand', x.n) : nothing}${part('now', now)}</span>`;
}
