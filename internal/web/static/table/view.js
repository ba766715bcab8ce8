// What a seat knows of a hand by its events: where cards went.

import {everyCard} from '../lib/games.js';

const place = new Map(everyCard.map((c, i) => [c, i]));
const byPack = (/** @type {string} */ a, /** @type {string} */ b) =>
  (place.get(a) ?? 0) - (place.get(b) ?? 0);

/** sorted returns cards in the order in which acts name them: suits, then ranks upward from the ace. */
export const sorted = (/** @type {Iterable<string>} */ cards) => [...cards].sort(byPack);

/** words splits a list of cards, or an act. */
export const words = (/** @type {string | undefined} */ text) => (text ? text.split(' ') : []);

const declaring = ['double-blind', 'blind', 'open', 'schlagen', 'oder', 'weiter-oder'];

/**
 * fold returns the view of a seat after these events.
 * @param {page.Event[]} events
 * @param {number} me seat, -1: nobody
 * @param {number} n
 * @param {number} dealer
 * @returns {page.View}
 */
export function fold(events, me, n, dealer) {
  /** @type {page.View} */
  const v = {
    seats: Array.from({length: n}, () => ({
      count: 0,
      open: [],
      said: '',
      exchanged: -1,
      tricks: 0,
      ante: 0,
      susi: false,
    })),
    hand: [],
    hidden: 0,
    upcards: [],
    stale: 0,
    taken: '',
    taker: -1,
    turned: [],
    shown: [],
    cuts: [],
    trump: '',
    dealer,
    declarer: -1,
    contract: '',
    antes: 0,
    lying: [],
    winner: -1,
    tricks: [],
    playing: false,
    forced: '',
  };
  for (const e of events) step(v, e, me);
  v.hand = sorted(v.hand);
  return v;
}

/**
 * force returns a hand in which everybody plays unasked.
 * @param {page.View} v
 * @param {string} forced muss, seven, ten, or all where nobody declares
 * @returns {page.View}
 */
export function force(v, forced) {
  return {
    ...v,
    forced,
    declarer: forced === 'all' ? -1 : v.dealer,
    contract: {muss: 'muss-dealer', seven: 'seven-muss', ten: 'declared'}[forced] ?? '',
  };
}

/**
 * @param {page.View} v
 * @param {page.Event} e
 * @param {number} me
 */
function step(v, e, me) {
  const s = v.seats[e.seat ?? 0];
  switch (e.t) {
    case 'ante':
      v.antes += e.amount ?? 0;
      s.ante += e.amount ?? 0;
      break;
    case 'cut':
      v.shown = words(e.shown);
      if (v.shown.length) v.cuts.push(e);
      break;
    case 'dealer':
      v.dealer = e.seat ?? 0;
      if (v.cuts.length) v.cuts.push(e);
      break;
    case 'upcard':
      if (v.trump) {
        // the ones before no longer count, and all are asked again
        v.stale = v.upcards.length;
        for (const seat of v.seats) seat.said = '';
      }
      v.upcards.push(e.card ?? '');
      v.taken = '';
      break;
    case 'turn':
      v.turned.push(e.card ?? '');
      break;
    case 'trump':
      v.trump = e.suit ?? '';
      break;
    case 'susi':
      s.susi = true;
      break;
    case 'deal':
    case 'draw':
      gain(v, e, s, me);
      break;
    case 'take':
      s.count++;
      s.open.push(e.card ?? '');
      v.taken = e.card ?? '';
      v.taker = e.seat ?? -1;
      if (e.seat === me) v.hand.push(e.card ?? '');
      break;
    case 'trick':
      v.winner = e.seat ?? -1;
      s.tricks++;
      v.tricks.push({cards: v.lying, winner: v.winner});
      break;
    case 'show':
      Object.assign(s, {open: words(e.cards), tricks: s.count});
      v.playing = true;
      break; // three jacks win all tricks
    case 'act':
      act(v, e, s, me);
      break;
  }
}

/**
 * @param {page.View} v
 * @param {page.Event} e
 * @param {page.Seat} s
 * @param {number} me
 */
function gain(v, e, s, me) {
  const cards = words(e.cards);
  s.count += cards.length;
  s.open.push(...(e.seat === me ? words(e.up) : cards.filter((c) => c !== '??'))); // of others' one is told only what lies face up, or all
  if (e.seat !== me) return;
  v.hand.push(...cards.filter((c) => c !== '??'));
  v.hidden += cards.filter((c) => c === '??').length;
}

/**
 * @param {page.View} v
 * @param {page.Event} e
 * @param {page.Seat} s
 * @param {number} me
 */
function act(v, e, s, me) {
  const [word, ...cards] = words(e.act);
  switch (word) {
    case 'play':
      if (v.winner >= 0) Object.assign(v, {lying: [], winner: -1});
      v.playing = true;
      v.lying = [...v.lying, {seat: e.seat ?? 0, card: cards[0]}];
      lose(v, e, s, cards, me);
      break;
    case 'lay':
    case 'drop':
      if (word === 'lay') s.exchanged = cards.length;
      lose(v, e, s, cards, me);
      break;
    case 'swap':
      lose(v, e, s, [`6${v.trump}`], me);
      v.upcards[v.upcards.length - 1] = `6${v.trump}`;
      break;
    case 'keep':
    case 'see':
      break;
    default:
      s.said = word;
      if (['spare', 'for-pot'].includes(word)) {
        // the own hand is put away, and the spare hand is dealt
        Object.assign(s, {count: 0, open: []});
        if (e.seat === me) Object.assign(v, {hand: [], hidden: 0});
      }
      if (word === 'blind' && !v.upcards.length) break; // nobody declares
      if (declaring.includes(word)) Object.assign(v, {declarer: e.seat, contract: word});
      if (word === 'blind' && v.taker === e.seat) {
        // all but the upcard are put away unseen
        Object.assign(s, {count: 1, open: [v.taken]});
        if (e.seat === me) Object.assign(v, {hand: [v.taken], hidden: 0});
      }
  }
}

/** joined reports whether a seat that has said this joins. */
export const joined = (/** @type {string} */ said) => ['join', 'spare', 'for-pot'].includes(said);

/**
 * @param {page.View} v
 * @param {page.Event} e
 * @param {page.Seat} s
 * @param {string[]} cards
 * @param {number} me
 */
function lose(v, e, s, cards, me) {
  s.count -= cards.length;
  s.open = s.open.filter((c) => !cards.includes(c));
  if (e.seat !== me) return;
  v.hidden = Math.max(0, v.hidden - cards.filter((c) => !v.hand.includes(c)).length); // a bot plays what you don't see
  v.hand = v.hand.filter((c) => !cards.includes(c));
}
