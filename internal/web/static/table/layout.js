// Where everything lies: one pure function from what is seen and how large the
// window is, to places. It knows no page and no time.

import {beside, grown, large, pitch, places, played, shape, sign, within} from './places.js';
import {tall} from './cards.js';

/** Space above everything, for the name of the game and the menu. */
const top = 52;

/**
 * @param {page.View} v
 * @param {page.Seen} o tossed is whether what is selected goes; foot is how high what stands at the foot is, in pixels
 * @param {places.Measured} [drawn] where the grid of an upright window has put everything
 * @returns {page.Layout}
 */
export function layout(v, o, drawn) {
  const n = Math.max(v.seats.length, 2); // before the first hand nobody sits
  const me = Math.max(o.me, 0);
  const hand = o.over && drawn && !drawn.hand ? [] : v.hand;
  const holds = hand.length + (hand === v.hand ? v.hidden : 0);
  const own = drawn ? inBox(drawn, holds, o) : ownHand(o, n, holds);
  const away = new Set([...v.hand, ...[...v.tricks, {cards: v.lying}].flatMap((t) => t.cards.map((p) => p.card))]);
  const ups = [...v.upcards, ...v.turned].filter((c) => !away.has(c)); // the others have been taken, and lie elsewhere
  const table = {n, me, ups: ups.length, playing: v.playing, over: o.over, clockwise: o.clockwise, size: sign(o), window: {w: o.w, h: o.h}, top, hand: own};
  const {seats, middle: m} = drawn ? {seats: drawn.seats, middle: {...within({...table, stage: drawn.stage}), ...drawn.signs}} : places(table);
  if (o.me < 0 && shape(o) === 'room') seats[me] = {...seats[me], y: own.y, side: 'b'};
  const folded = drawn && (v.playing || o.over); // the trick has the middle for itself
  /** @type {Map<string, page.Place>} */
  const cards = new Map();
  if (!folded) {
    const old = (/** @type {number} */ i) => !!drawn && i < ups.length - 1;
    ups.forEach((c, i) => cards.set(c, {...m.cells[i + 1], w: m.small, z: 5 + i, face: true, dim: c === v.taken || old(i)}));
  }
  if (!ups.length && !v.playing && !v.trump) { // later it is told in words
    const w = drawn ? Math.min(m.small, drawn.stage.w / (1.2 * v.shown.length)) : m.small;
    v.shown.forEach((c, i) => cards.set(c, {x: m.trick.x + (i - (v.shown.length - 1) / 2) * w * 1.2, y: m.trick.y - (drawn ? 0 : w * 0.9), w, z: 4,
      face: true}));
  }
  gone(v, seats, cards, m.small);
  trick(v, o, me, m.trick, cards, n);
  const xs = row(holds, own);
  const tilt = shape(o) === 'side' || holds < 2 ? 0 : Math.min(2.4, 7 / (holds - 1)); // the hand is fanned, degrees from card to card
  hand.forEach((c, i) => {
    const off = i - (holds - 1) / 2;
    cards.set(c, {x: xs[i], y: own.y + Math.abs(off * tilt) * own.w * 0.011 - (o.selected.has(c) ? 18 : 0), w: own.w, turn: o.selected.has(c) && o.tossed
      ? (i % 2 ? 5 : -5) : off * tilt, z: 50 + i, face: true});
  });
  const up = m.cells[1 + ups.indexOf(v.taken)]; // whose it is stands at it
  return {
    cards, seats, small: m.small, folded: !!folded, column: shape(o) === 'side' ? beside(o, n, o.over) : 0, middle: {x: m.trick.x, y: m.trick.y},
    stock: m.cells[0], pot: m.pot, trump: m.trump,
    up: {x: up.x, y: up.y + (m.small * tall) / 2 + 2},
    edge: drawn ? drawn.rail : shape(o) === 'side' ? o.h - own.h / 2 : own.y,
    panel: shape(o) === 'side' ? 120 : o.over && holds === 0 ? own.y - own.h / 2 : o.h - own.foot,
    hidden: xs.slice(hand.length).map((x) => ({x, y: own.y, w: own.w})),
  };
}

/**
 * ownHand is where your cards lie and how wide they are: above the questions, or beside them.
 * @param {{w: number, h: number, me: number, over: boolean, foot?: number}} o
 * @param {number} n
 * @param {number} holds
 */
function ownHand(o, n, holds) {
  const most = Math.min(Math.max(holds, 4), 6);
  if (shape(o) === 'side') {
    const ends = n > 6 ? sign(o).w + 6 : 8; // there others sit
    const left = Math.max(ends, 126);
    const width = o.w - beside(o, n, o.over) - left - ends;
    const w = o.me < 0 ? 40 : Math.min(o.h / 5.2, 110, width / most - (most > 4 ? 1 : 6));
    return {x: left + width / 2, y: o.h - 6 - (w * tall) / 2, w, h: w * tall, width, foot: 0};
  }
  const keeps = o.over && holds > 0; // a hand that wasn't played out stays in sight
  const k = grown(o);
  const usual = keeps ? 190 : 88 * k; // questions and answers
  const foot = Math.max(usual, Math.min(o.foot ?? 0, o.h * (o.over ? 0.62 : 0.6)));
  const widest = keeps ? 56 : Math.min(128 * k, o.h / 6.2);
  const w = o.me < 0 ? 0 : Math.min(widest, Math.max(44, (o.h - foot - 310 * k) / tall)); // what the table wants
  const h = o.me < 0 ? 30 : w * tall;
  if (o.over && holds === 0) { // how the hand ended stands there
    const all = Math.max(usual + 10 + h, foot);
    return {x: o.w / 2, y: o.h - all / 2, w, h: all, width: o.w - 16, foot: 0};
  }
  const drop = 0.07 * w + 2; // the fan's ends hang below its middle
  return {x: o.w / 2, y: o.h - foot - h / 2 - Math.max(10, drop), w, h, width: o.w - 16, foot};
}

/**
 * inBox is your hand in the row that the grid of an upright window has for it.
 * @param {places.Measured} drawn
 * @param {number} holds
 * @param {page.Seen} o
 */
function inBox({hand, foot}, holds, o) {
  const w = hand ? (hand.h - 12) / (1.05 * tall) : 0; // the fan's ends hang below its middle
  const h = o.over && !holds ? foot : w * tall;
  return {x: o.w / 2, y: o.over && !holds ? o.h - foot / 2 : (hand?.y ?? 0) - 0.035 * w, w, h, width: o.w - 16, foot: o.over && !holds ? 0 : foot};
}

/**
 * row returns the middles of n cards side by side; they overlap if they must.
 * @param {number} n
 * @param {{x: number, w: number, width: number}} own
 */
function row(n, own) {
  const step = Math.min(own.w + 6, (own.width - own.w) / Math.max(n - 1, 1));
  return Array.from({length: n}, (_, i) => own.x + (i - (n - 1) / 2) * step);
}

/** trick lays the cards of the trick down, each towards who played it, none on another. */
function trick(/** @type {page.View} */ v, /** @type {page.Seen} */ o, /** @type {number} */ me, /** @type {places.Trick} */ at,
  /** @type {Map<string, page.Place>} */ cards, /** @type {number} */ n) {
  const last = o.last && v.winner < 0 ? v.tricks[v.tricks.length - 1] : undefined;
  const {cards: lying, winner} = last ?? {cards: v.lying, winner: v.winner};
  lying.forEach((p, i) => {
    const k = (p.seat - me + n) % n;
    const [x, y] = played(n, k, o.clockwise);
    const won = p.seat === winner;
    if (o.over && at.tight) return; // it has been seen, and how the hand ended lies there
    cards.set(p.card, {
      ...(at.spots?.[k] ?? {x: at.x + x * at.w * pitch.x, y: at.y + (y - 0.5) * at.w * tall * pitch.y}),
      w: at.w * (won ? 1.04 : 1), turn: ((p.seat * 37 + i * 11) % 5) - 2,
      z: 20 + i + (won ? 20 : 0), face: true, dim: winner >= 0 && !won,
    });
  });
}

/** gone puts the cards of finished tricks where their winners sit, out of sight. */
function gone(/** @type {page.View} */ v, /** @type {places.Spot[]} */ seats, /** @type {Map<string, page.Place>} */ cards,
  /** @type {number} */ small) {
  for (const t of v.tricks) {
    for (const p of t.cards) cards.set(p.card, {x: seats[t.winner].x, y: seats[t.winner].y, w: small * 0.4, z: 1, face: true, gone: true});
  }
}
