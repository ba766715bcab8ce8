// Events, questions, refusals and settlements in sentences, with the keys of the Go side.

import {known} from '../lib/kept.js';
import {refused} from '../lib/request.js';
import {words as split} from './view.js';

/** opened is whether a hand was played, or won without play. */
const opened = (/** @type {table.Result} */ r) => r.end !== 'unopened' && r.end !== 'thrown-in';

/** owes is whether a seat pays for one of these reasons. */
export const owes = (/** @type {rams.Reason} */ why, /** @type {string[]} */ ...debts) =>
  debts.some((d) => why.debt?.split(' ').includes(d));

/**
 * outcome is the key of what is said of a seat; '' if it is nothing.
 * @param {table.Result} r
 * @param {number} i
 */
function outcome(r, i) {
  const why = r.why[i];
  if (owes(why, 'short', 'weli')) return r.payout[i] ? 'settle.both' : 'settle.pays';
  if (r.payout[i]) return r.end === 'alone' ? 'settle.walkover' : 'settle.gets';
  return owes(why, 'price') && why.price ? 'settle.price' : '';
}

/** again is whether nobody has declared with one upcard, so that another gives the trump. */
export const again = (/** @type {page.View} */ v) =>
  v.upcards.length > 1 &&
  v.declarer < 0 &&
  !v.playing &&
  v.trump === v.upcards[v.upcards.length - 1][1];

/** Voice speaks to one seat of a table. */
export class Voice {
  /**
   * @param {page.Words} w
   * @param {string[]} names by seat
   * @param {number} me
   */
  constructor(w, names, me) {
    this.w = w;
    this.names = names;
    known(...names.filter((_, i) => i !== me)); // who is called "You" isn't named
    this.me = me;
  }

  /**
   * @param {string} key
   * @param {number} seat
   * @param {Record<string, any>} [args]
   */
  of(key, seat, args = {}) {
    return seat === this.me
      ? this.w.t(`${key}.you`, args)
      : this.w.t(`${key}.other`, {...args, name: this.names[seat] ?? '?'});
  }

  /** event tells one event. */
  event(/** @type {page.Event} */ e) {
    const {w} = this;
    const seat = e.seat ?? -1;
    const cards = split(e.cards ?? e.card ?? e.shown);
    const args = {
      cards: w.cards(cards),
      n: cards.length || e.n || 0,
      up: w.cards(split(e.up)),
      amount: w.number(e.amount ?? 0),
      suit: w.suit(e.suit ?? ''),
    };
    const hidden = cards.includes('??') ? '.hidden' : '';
    switch (e.t) {
      case 'shuffle':
      case 'upcard':
      case 'turn':
      case 'trump':
      case 'reshuffle':
        return w.t(`event.${e.t}`, args);
      case 'deal':
        return this.of(`event.deal${hidden}`, seat, args);
      case 'draw':
        return this.of(`event.draw${hidden}${e.up ? '.up' : ''}`, seat, args);
      case 'act':
        return this.act(e);
      default:
        return this.of(`event.${e.t}`, seat, args);
    }
  }

  /** @param {page.Event} e */
  act(e) {
    const {w} = this;
    const [kind, ...cards] = split(e.act);
    let key = `act.${kind.split(/-\d/)[0]}`;
    if (kind === 'lay' || kind === 'drop')
      key += cards.length === 0 ? '.none' : cards.includes('??') ? '.hidden' : '';
    key += w.chosen(kind);
    return this.of(key, e.seat ?? -1, {
      call: w.call(kind),
      declarer: w.declarer(),
      cards: w.cards(cards),
      n: cards.length,
    });
  }

  /** forced says that everybody has to play, and what everybody has to make. */
  forced(/** @type {page.View} */ v) {
    const seat = v.declarer < 0 ? (v.dealer + 1) % v.seats.length : v.declarer; // who declares, else who leads
    return v.forced ? this.of(`forced.${v.forced}`, seat, {declarer: this.w.declarer()}) : '';
  }

  /**
   * question asks for the decision that stands.
   * @param {{legal: string[], only?: string}} asked
   * @param {page.View} v
   */
  question({legal, only}, v) {
    const {w} = this;
    const kinds = legal.map((a) => a.split(' ')[0]);
    const counts = legal.map((a) => split(a).length - 1);
    const args = {
      call: w.call(kinds[0]),
      declarer: w.declarer(),
      name: this.names[v.declarer] ?? '',
      n: counts[0] ?? 0,
      suit: w.suit(v.trump),
      card: v.upcards.length ? w.card(v.upcards[v.upcards.length - 1]) : '',
      least: Math.min(...counts),
      most: Math.max(...counts),
    };
    const key =
      {
        'double-blind': 'double-blind',
        blind: 'blind',
        open: 'open',
        pass: 'open',
        schlagen: 'bid',
        oder: 'bid',
        'weiter-oder': 'bid',
        weiter: 'bid',
        join: 'join',
        out: 'join',
        last: 'join',
        spare: 'join',
        lay: 'lay',
        drop: 'drop',
        swap: 'swap',
        keep: 'swap',
        play: 'play',
      }[kinds[0]] ?? (kinds[0].startsWith('price') ? 'price' : 'wait');
    if (key === 'join' && only) return w.t(`refusal.${only}`);
    if (key === 'join' && v.seats[this.me]?.said === 'last') return w.t('ask.join.last', args);
    if (key === 'join' && v.declarer < 0) return w.t('ask.join.nobody', args);
    if (key === 'double-blind' && v.hidden) return w.t('ask.double-blind.late', args);
    if (key === 'lay' && w.rob) {
      return args.most > 1
        ? w.t('ask.lay.rob.two', {cards: w.cards(v.upcards), weli: w.card(v.upcards[0])})
        : w.t('ask.lay.rob', args);
    }
    if (key === 'open' && again(v)) return w.t('ask.again', args);
    if (key === 'play' && legal.length === 1) {
      // and why
      const card = w.card(split(legal[0])[1]);
      return only ? w.t(`refusal.${only}`, {cards: card}) : w.t('ask.only', {card});
    }
    if (key === 'play' && (v.lying.length === 0 || v.winner >= 0)) return w.t('ask.lead', args);
    const asked = key + w.chosen(key);
    return w.t(`ask.${asked}`, args);
  }

  /** refusal says why something wasn't taken. */
  refusal(/** @type {page.Said} */ no) {
    const {w} = this;
    if (!no.rule) return refused(w, no);
    const args = {
      cards: w.cards(split(no.cards)),
      least: no.least ?? 0,
      most: no.most ?? 0,
      n: no.most ?? 0,
    };
    const key = `refusal.${no.rule}`;
    return w.t(no.rule === 'count' && no.least === no.most ? `${key}.exact` : key, args);
  }

  /**
   * settlement tells how a hand ended, a sentence a line.
   * @param {table.Result} r
   * @param {page.View} v
   */
  settlement(r, v) {
    const {w} = this;
    const amount = w.number(r.left ?? 0);
    if (r.stays === 'race')
      return [
        ...r.why.flatMap((_, i) => this.earned(r, i)),
        w.t('view.pot', {amount: w.sum(r.next.pot)}),
      ];
    const lines = [
      opened(r)
        ? w.t('settle.pot', {amount: w.number(r.played)})
        : w.t('settle.unopened', {amount}),
    ];
    for (let i = 0; i < r.why.length; i++) {
      const seat = (Math.max(v.declarer, 0) + i) % r.why.length;
      const key = outcome(r, seat);
      const [payout, penalty] = [w.number(r.payout[seat]), w.number(r.penalty[seat])];
      if (key)
        lines.push(this.of(key, seat, {n: r.why[seat].won, payout, penalty, amount: payout}));
    }
    if (r.why.some((x) => x.share === 'swallowed')) lines.push(w.t('settle.rounded'));
    if (r.stays === 'muss' && r.left) lines.push(w.t('settle.nothing', {amount}));
    lines.push(w.t('settle.next', {amount: w.number(r.next.pot)}));
    const spared = this.names.filter((_, i) => r.why[i]?.spared);
    if (spared.length) lines.push(w.t('settle.spared', {names: w.list(spared)}));
    if (r.next.muss) lines.push(w.t('settle.muss'));
    return lines;
  }

  /**
   * earned tells what a seat has from a hand of a race.
   * @param {table.Result} r
   * @param {number} seat
   */
  earned(r, seat) {
    const [n, owed] = [r.points?.[seat] ?? 0, r.penalty[seat]];
    const keys = [
      n ? (n > 0 ? 'settle.strokes' : 'settle.back') : '',
      owed ? (r.failed[seat] ? 'settle.pays' : 'settle.prize') : '',
    ];
    return keys
      .filter(Boolean)
      .map((key) => this.of(key, seat, {n: Math.abs(n), penalty: this.w.number(owed)}));
  }
}
