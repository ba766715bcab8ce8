// Where every card lies: one pure function from what is seen, and where the grid has put the boxes for it, to places. It knows
// no page and no time.

import {shape, within} from './places.js';
import {tall} from './cards.js';

/**
 * @param {page.View} v
 * @param {page.Seen} o tossed is whether what is selected goes
 * @param {places.Measured} drawn where the grid has put everything
 * @returns {page.Layout}
 */
export function layout(v, o, drawn) {
  const n = Math.max(v.seats.length, 2); // before the first hand nobody sits
  const me = Math.max(o.me, 0);
  const {seats, stage, pot} = drawn;
  const hand = o.over && !drawn.hand ? [] : v.hand;
  const holds = hand.length + (hand === v.hand ? v.hidden : 0);
  const own = ownHand(drawn.hand);
  const away = new Set([
    ...v.hand,
    ...[...v.tricks, {cards: v.lying}].flatMap((t) => t.cards.map((p) => p.card)),
  ]);
  const ups = [...v.upcards, ...v.turned].filter((c) => !away.has(c)); // the others have been taken, and lie elsewhere
  const stale = new Set([
    ...v.upcards.slice(0, v.stale),
    ...v.turned.slice(0, -1),
    v.taken,
    ...v.seats.flatMap((s) => s.open),
  ]);
  const room = v.playing ? drawn.deck : stage; // upright, the trick has the middle for itself
  const deck = o.over || !room || room.h < 54 ? undefined : room; // less would lie on seats and hand
  const m = within({n, ups: ups.length, stage, deck: deck ?? stage, clockwise: o.clockwise});
  /** @type {Map<string, page.Place>} */
  const cards = new Map();
  if (deck) {
    ups.forEach((c, i) =>
      cards.set(c, {...m.cells[i + 1], w: m.small, z: 5 + i, face: true, dim: stale.has(c)}),
    );
  }
  if (!ups.length && !v.playing && !v.trump) {
    // later it is told in words
    const w = Math.min(m.small, stage.w / (1.2 * v.shown.length));
    v.shown.forEach((c, i) =>
      cards.set(c, {
        x: stage.x + (i - (v.shown.length - 1) / 2) * w * 1.2,
        y: stage.y,
        w,
        z: 4,
        face: true,
      }),
    );
  }
  gone(v, seats, cards, m.small);
  trick(v, o, me, m.trick, cards, n);
  const xs = row(holds, own);
  const tilt = shape(o) === 'side' || holds < 2 ? 0 : Math.min(2.4, 7 / (holds - 1)); // the hand is fanned, degrees from card to card
  hand.forEach((c, i) => {
    const off = i - (holds - 1) / 2;
    cards.set(c, {
      x: xs[i],
      y: own.y + Math.abs(off * tilt) * own.w * 0.011 - (o.selected.has(c) ? 18 : 0),
      w: own.w,
      turn: o.selected.has(c) && o.tossed ? (i % 2 ? 5 : -5) : off * tilt,
      z: 50 + i,
      face: true,
    });
  });
  const up = m.cells[1 + ups.indexOf(v.taken)]; // whose it is stands at it
  return {
    cards,
    seats,
    small: m.small,
    stock: m.cells[0],
    folded: !deck,
    pot,
    up: {x: up.x, y: up.y + (m.small * tall) / 2 + 2},
    edge: drawn.rail,
    panel: shape(o) === 'side' ? 0 : o.h - drawn.foot,
    hidden: xs.slice(hand.length).map((x) => ({x, y: own.y, w: own.w})),
  };
}

/** ownHand is your hand in the row that the grid has for it. */
function ownHand(/** @type {places.Box | undefined} */ hand) {
  const w = hand ? (hand.h - 12) / (1.05 * tall) : 0; // the fan's ends hang below its middle
  return {x: hand?.x ?? 0, y: (hand?.y ?? 0) - 0.035 * w, w, width: hand?.w ?? 0};
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
function trick(
  /** @type {page.View} */ v,
  /** @type {page.Seen} */ o,
  /** @type {number} */ me,
  /** @type {places.Middle['trick']} */ at,
  /** @type {Map<string, page.Place>} */ cards,
  /** @type {number} */ n,
) {
  const last = o.last && v.winner < 0 ? v.tricks[v.tricks.length - 1] : undefined;
  const {cards: lying, winner} = last ?? {cards: v.lying, winner: v.winner};
  lying.forEach((p, i) => {
    const k = (p.seat - me + n) % n;
    const won = p.seat === winner;
    if (o.over && at.w < 40) return; // it has been seen, and how the hand ended lies there
    cards.set(p.card, {
      ...at.spots[k],
      w: at.w * (won ? 1.04 : 1),
      turn: ((p.seat * 37 + i * 11) % 5) - 2,
      z: 20 + i + (won ? 20 : 0),
      face: true,
      dim: winner >= 0 && !won,
    });
  });
}

/** gone puts the cards of finished tricks where their winners sit, out of sight. */
function gone(
  /** @type {page.View} */ v,
  /** @type {places.Point[]} */ seats,
  /** @type {Map<string, page.Place>} */ cards,
  /** @type {number} */ small,
) {
  for (const t of v.tricks) {
    for (const p of t.cards)
      cards.set(p.card, {
        x: seats[t.winner].x,
        y: seats[t.winner].y,
        w: small * 0.4,
        z: 1,
        face: true,
        gone: true,
      });
  }
}
