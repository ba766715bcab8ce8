// What one may answer in the auction, with what it promises and costs, and this hand's sums. The numbers are the server's.

import {isTrump, rankNames} from '../lib/cardorder.js';
import {html, nothing} from '../lib/html.js';
import {race} from '../lib/games.js';
import {settings} from '../lib/settings.js';
import {firstTime} from '../lib/storage.js';

/** without are the acts beside which no word of the table stands: it has none. */
export const without = ['see', 'swap', 'keep', 'last', 'spare', 'for-pot'];

/** calm acts take nothing on. */
const calm = ['pass', 'out', 'weiter'];

/** offers are the answers to a question of the auction. Only a hint puts one forward. */
export function offers(/** @type {page.Page} */ app) {
  const {hints} = app;
  const ask = /** @type {wire.Question} */ (app.ask);
  const best = hints?.now?.acts[0].act;
  const {once} = app.blind ?? {};
  const acts =
    ask.legal.includes('see') && !app.words.chooses ? [...ask.legal].reverse() : ask.legal; // a gamble isn't the first answer
  return html`<div class="acts offers" data-n=${acts.length}>${acts.map((a, i) => {
    const {means, call, price, ...says} = offer(
      app.words,
      a,
      !once ? ask.legal : [],
      ask.stakes?.[ask.legal.indexOf(a)],
    );
    const does = once && a === 'see' ? app.words.t('blind.once') : says.does;
    const both = (/** @type {string} */ one, /** @type {string} */ other) =>
      one && other ? app.words.t('offer.call', {means: one, call: other}) : one || other;
    const [name, about] = [both(means, call), both(does, price)];
    return html`<button type="button" class=${best === a ? 'bold' : 'meek'} data-act=${a}
      aria-keyshortcuts=${!settings.on('nokeys') ? i + 1 : nothing} @click=${() => app.act(a)}>
    <span class="hush">${about ? app.words.t('offer.price', {act: name, price: about}) : name}</span><b aria-hidden="true">${means}${
      means && call ? html` <i lang="gsw">${call}</i>` : call
    }</b>${does ? html`<small class="does" aria-hidden="true">${does}</small>` : nothing}${
      price ? html`<small aria-hidden="true">${price}</small>` : nothing
    }${hints?.now ? hints.worth(a) : nothing}</button>`;
  })}</div>`;
}

/**
 * offer says an act in the words of the language, what it is called at the table, and what it promises and costs.
 * @param {page.Words} w
 * @param {string} act
 * @param {string[]} legal
 * @param {wire.Stake | undefined} stake
 */
function offer(w, act, legal, stake) {
  const kind = act + w.chosen(act);
  const key = `ui.means.${act === 'see' && legal.includes('double-blind') ? 'see.before' : kind}`;
  const says = stake || act === 'for-pot';
  const means = w.has(key) ? w.t(key) : '';
  const [does, silent] = [`offer.does.${kind}`, means && without.includes(act)];
  return {
    means,
    call: silent ? (kind !== act && w.ours((p) => [`call.${p}.${act}`])) || '' : w.call(act),
    does: says && w.has(does) ? w.t(does) : '',
    price: stake
      ? w.t(stake[0] ? 'offer.pay' : 'offer.cost', {
          n: stake[0],
          amount: cost(w, stake, w.number(stake[2])),
        })
      : stake === 0 && calm.includes(act)
        ? w.t('offer.free')
        : '',
  };
}

/**
 * cost says what failing costs: an amount, strokes, or both.
 * @param {page.Words} w
 * @param {Exclude<wire.Stake, 0>} stake
 * @param {string} text the amount
 */
export const cost = (w, [, , amount, n], text) =>
  [amount || !n ? text : '', n ? w.t('ui.strokes', {n}) : ''].filter(Boolean).join(' + ');

/**
 * prize is what can be won: the part of a trick, or how those who make it share the pot. Where nobody declares, the first
 * hand also says what joiners promise; and where new cards come from.
 * @param {page.Page} app
 * @param {page.View} v
 */
export function prize(app, v) {
  const {words: w} = app;
  const legal = app.ask?.legal ?? [];
  if (app.kind === 'lay' && !w.rob && firstTime('exchange', `${app.table.id}/${app.table.hand}`))
    return html` <small>${w.t('offer.exchange')}</small>`;
  if (!app.ask?.stakes?.some(Boolean)) return nothing;
  const {score, goal} = race(app.config);
  if (goal)
    return html` <small>${w.t(`offer.race.${score}`, {goal, n: app.info.chairs[app.chair]?.points ?? 0})}</small>`;
  const {wins, amount, entry = 0} = app.ask.prize ?? {wins: '', amount: 0};
  if (!wins) return nothing;
  const what =
    app.table.hand === 1 && legal.includes('join') && v.declarer < 0
      ? `${w.t('offer.promise', {n: v.hand.length})} `
      : '';
  const args = {amount: w.sum(amount), name: app.names[v.declarer] ?? ''};
  const pays = entry ? ` ${w.t('offer.entry', {amount: w.sum(entry)})}` : '';
  return html` <small>${what}${w.t(`offer.prize.${legal.includes('weiter') ? 'bid' : wins}`, args)}${pays}</small>`;
}

/**
 * strokes says how far a chair is in a race; '' where the pot is played for. On a narrow table the word is only said, not seen.
 * @param {page.Page} app
 * @param {Partial<page.Chair>} c
 */
export const strokes = ({config, words: w}, {points = 0, prize}) =>
  !race(config).goal
    ? ''
    : prize
      ? w.t('ui.prize', {n: prize})
      : html`${points}<span class="unit">${w.t('ui.strokes', {n: points}).replace(/^\W?\d+/, '')}</span>`;

/** potSums says what lies in the pot, and what everybody has taken on. */
export function potSums(/** @type {page.Page} */ app) {
  const {words: w, voice, over, table} = app;
  const v = app.view;
  if (over || !table.hand) return nothing;
  const stakes = table.stakes;
  const need = (/** @type {Exclude<wire.Stake, 0>} */ s, /** @type {number} */ i) =>
    voice.of('sum.need', i, {n: s[0], won: v.seats[i].tricks, amount: cost(w, s, w.sum(s[2]))});
  return html`<ul class="sums"><li>${w.t('sum.pot', {pot: w.sum(app.pot(v)), before: w.sum(app.info.pot), antes: w.sum(v.antes)})}</li>
    ${stakes.map((s, i) => (s ? html`<li>${need(s, i)}</li>` : nothing))}</ul>`;
}

/** trumpSums says where trumps have been seen. */
export function trumpSums(/** @type {page.Page} */ app) {
  const {words: w} = app;
  const v = app.view;
  const trumps = (/** @type {string[]} */ cards) => cards.filter((c) => isTrump(w, c, v.trump));
  const lists = [
    ['sum.trump', [...v.upcards, ...v.turned].slice(-1)],
    ['sum.trump.hand', trumps(v.hand)],
    [
      'sum.trump.played',
      trumps(
        [...v.tricks, ...(v.winner < 0 ? [{cards: v.lying}] : [])].flatMap((t) =>
          t.cards.map((p) => p.card),
        ),
      ),
    ],
  ];
  return html`<ul class="sums">${lists.map(([key, cards]) =>
    cards.length
      ? html`<li>${w.t(/** @type {string} */ (key), {cards: w.cards(/** @type {string[]} */ (cards))})}</li>`
      : nothing,
  )}
    <li>${w.t('sum.ranks', {ranks: rankNames(w)})}</li></ul>`;
}
