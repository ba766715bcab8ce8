// Where everything lies: one pure function from what is seen and how large the
// window is, to places. It knows no page and no time.

/**
 * @typedef {{x: number, y: number, w: number, turn?: number, z?: number, face?: boolean, dim?: boolean, gone?: boolean}} Place the middle of a card and its width
 * @typedef {{x: number, y: number, side: string}} Spot the middle of a seat's sign, and where it stands
 * @typedef {object} Layout
 * @property {Map<string, Place>} cards
 * @property {Spot[]} seats
 * @property {{x: number, y: number}} pot
 * @property {{x: number, y: number}} stock
 * @property {{x: number, y: number, w: number, h: number}} middle
 * @property {{x: number, y: number}} up below the upcard
 * @property {{x: number, y: number}} trump
 * @property {{x: number, y: number}} lastButton
 * @property {number} panel the upper edge of what is told when a hand is over
 * @property {number} small width of the cards on the table
 * @property {Place[]} hidden my cards that lie face down
 */

/** A card is so much higher than wide. */
export const tall = 200 / 128;

/** Which seats of the rim are taken by so many others, from the one at one's right on. */
const rims = [
  [], ['t1'], ['r1', 'l1'], ['r1', 't1', 'l1'], ['r1', 't2', 't0', 'l1'], ['r1', 't2', 't1', 't0', 'l1'],
  ['r2', 'r0', 't2', 't0', 'l0', 'l2'], ['r2', 'r0', 't2', 't1', 't0', 'l0', 'l2'], ['r2', 'r1', 'r0', 't2', 't0', 'l0', 'l1', 'l2'],
];

/** signs of the seats, in pixels: on phones, and where there is room */
const signs = [{w: 104, h: 60}, {w: 150, h: 76}];

/**
 * @param {import('./view.js').View} v
 * @param {{w: number, h: number, me: number, clockwise: boolean, selected: Set<string>, over: boolean, last: boolean}} o
 * @returns {Layout}
 */
export function layout(v, o) {
  const n = v.seats.length;
  const wide = o.w > o.h;
  const sign = signs[Number(wide && o.w > 900)];
  const me = Math.max(o.me, 0);
  const top = 52;
  const keeps = o.over && v.hand.length + v.hidden > 0; // a hand that wasn't played out stays in sight
  const foot = keeps ? (wide ? 190 : 210) : wide ? 88 : 114; // questions and answers
  const inHand = Math.max(v.hand.length + v.hidden, 4);
  const handW = o.me < 0 ? 0 : Math.min(keeps ? 56 : wide ? Math.min(128, o.h / 6.6) : 96, (o.w - 20) / Math.min(inHand, 6) - 6);
  const handH = o.me < 0 ? 30 : handW * tall;
  const handY = o.h - foot - handH / 2 - 10;
  const rim = {x0: 6 + sign.w / 2, x1: o.w - 6 - sign.w / 2, y0: top + sign.h / 2, y1: handY - handH / 2 - (o.me < 0 ? 0 : 50)};
  if (wide) {
    const less = Math.max(0, (o.w - 1240) / 2);
    rim.x0 += less;
    rim.x1 -= less;
  }
  const seats = spots(n, me, o.clockwise, rim, wide, sign);
  seats[me] = o.me < 0 ? {x: o.w / 2, y: handY, side: 'b'} : {x: o.w / 2, y: handY - handH / 2 - 26, side: 'me'};
  const topped = n > 3 || n === 2 ? sign.h + 34 : 0;
  const inner = {y0: top + topped, y1: seats[me].y - 24};
  const middle = {x: o.w / 2, y: (inner.y0 + inner.y1) / 2, w: rim.x1 - rim.x0 - sign.w, h: inner.y1 - inner.y0};
  const small = Math.max(44, Math.min(wide ? 92 : 60, middle.h / (wide ? 3.4 : 5.2), middle.w / 3.2));
  const tight = !wide && n > 5; // there are seats left and right of the middle
  const stockAt = tight ? {x: middle.x - small * 0.62, y: inner.y0 + small * tall / 2 + 14} : wide ? {x: middle.x - middle.w * 0.3 - small, y: middle.y} : {x: middle.x - small * 0.55, y: inner.y0 + small * tall / 2 + 6};
  const trickW = wide ? small * 1.05 : tight ? 56 : Math.min(72, middle.h / 4.4);
  const rx = tight ? (middle.w - trickW) / 2 - 2 : trickW * (n > 4 ? 1.27 : 1.02);
  const sides = Math.max(...seats.filter((s) => s.side === 'l' || s.side === 'r').map((s) => s.y + sign.h / 2 + 8), 0);
  const under = wide || tight ? 0 : sides + trickW * 0.85 + (n === 3 ? trickW * 0.33 : 0);
  const trickAt = wide ? {x: middle.x, y: middle.y} : {x: middle.x, y: Math.max(under, (stockAt.y + small * tall / 2 + inner.y1) / 2 + 6)};
  /** @type {Map<string, Place>} */
  const cards = new Map();
  const ups = [...v.upcards, ...v.turned];
  ups.forEach((c, i) => cards.set(c, {
    x: stockAt.x + small * (wide ? 1.1 : tight ? 1.2 : 1.15) + (i - (ups.length - 1) / 2) * small * 0.34, y: stockAt.y, w: small, z: 5 + i, face: true, dim: c === v.taken,
  }));
  v.shown.forEach((c, i) => {
    if (!v.upcards.length) cards.set(c, {x: middle.x + (i - (v.shown.length - 1) / 2) * small * 1.2, y: trickAt.y, w: small, z: 4, face: true});
  });
  gone(v, seats, cards, small);
  trick(v, o, me, trickAt, trickW, rx, cards, n);
  hand(v, o, handW, handY, cards);
  return {
    cards, seats, small, middle, stock: {x: stockAt.x, y: stockAt.y},
    pot: tight ? {x: middle.x + 22, y: top + sign.h / 2} : wide ? {x: middle.x + middle.w * 0.3, y: middle.y} : {x: stockAt.x + small * 2.6, y: stockAt.y},
    up: {x: stockAt.x + small * (wide ? 1.1 : 1.15), y: stockAt.y + small * tall / 2 + 2},
    trump: tight && !wide ? {x: middle.x - 42, y: top + sign.h / 2} : {x: stockAt.x - small * 0.95, y: stockAt.y},
    lastButton: wide ? {x: middle.x + middle.w * 0.3, y: middle.y + small * 1.1} : {x: o.w - 37, y: seats[me].y},
    panel: o.over && v.hand.length + v.hidden === 0 ? handY - handH / 2 : o.h - foot,
    hidden: row(v.hidden + v.hand.length, o.w, handW).slice(v.hand.length).map((x) => ({x, y: handY, w: handW})),
  };
}

/** spots returns the places of the seats around the table. */
function spots(/** @type {number} */ n, /** @type {number} */ me, /** @type {boolean} */ clockwise, /** @type {{x0: number, x1: number, y0: number, y1: number}} */ rim, /** @type {boolean} */ wide, /** @type {{w: number, h: number}} */ sign) {
  const names = rims[n - 1] ?? rims[8];
  const high = rim.y0 + (names.some((s) => s[0] === 't') ? sign.h * (wide ? 1.1 : 1.75) : sign.h * 0.6);
  const low = rim.y1 - sign.h * (wide ? 1.2 : 1.4);
  const up = {0: high, 1: (high * 1.25 + low * 0.75) / 2, 2: low};
  /** @type {Spot[]} */
  const seats = [];
  for (let k = 1; k < n; k++) {
    const s = names[clockwise ? n - 1 - k : k - 1];
    const i = Number(s[1]);
    seats[(me + k) % n] = s[0] === 't' ? {x: rim.x0 + ((rim.x1 - rim.x0) * i) / 2 + (wide ? (1 - i) * (rim.x1 - rim.x0) * 0.12 : 0), y: rim.y0, side: 't'}
      : {x: s[0] === 'l' ? rim.x0 : rim.x1, y: up[/** @type {0} */ (i)], side: s[0]};
  }
  return seats;
}

/** trick lays the cards of the trick in a ring, each towards who played it. */
function trick(/** @type {any} */ v, /** @type {any} */ o, /** @type {number} */ me, /** @type {{x: number, y: number}} */ at, /** @type {number} */ w, /** @type {number} */ rx, /** @type {Map<string, Place>} */ cards, /** @type {number} */ n) {
  const last = o.last && v.winner < 0 ? v.tricks[v.tricks.length - 1] : undefined;
  const {cards: lying, winner} = last ?? {cards: v.lying, winner: v.winner};
  const ry = w * (n > 4 ? 0.85 : n === 3 ? 0.66 : 0.78);
  lying.forEach((/** @type {any} */ p, /** @type {number} */ i) => {
    const a = (2 * Math.PI * ((p.seat - me + n) % n)) / n;
    const side = o.clockwise ? -1 : 1;
    cards.set(p.card, {
      x: at.x + side * rx * Math.sin(a), y: at.y + ry * Math.cos(a), w: w * (p.seat === winner ? 1.1 : 1), turn: ((p.seat * 37 + i * 11) % 9) - 4,
      z: 20 + i + (p.seat === winner ? 20 : 0), face: true, dim: winner >= 0 && p.seat !== winner,
    });
  });
}

/** gone puts the cards of finished tricks where their winners sit, out of sight. */
function gone(/** @type {any} */ v, /** @type {Spot[]} */ seats, /** @type {Map<string, Place>} */ cards, /** @type {number} */ small) {
  for (const t of v.tricks) {
    for (const p of t.cards) cards.set(p.card, {x: seats[t.winner].x, y: seats[t.winner].y, w: small * 0.4, z: 1, face: true, gone: true});
  }
}

function hand(/** @type {any} */ v, /** @type {any} */ o, /** @type {number} */ w, /** @type {number} */ y, /** @type {Map<string, Place>} */ cards) {
  const xs = row(v.hand.length + v.hidden, o.w, w);
  v.hand.forEach((/** @type {string} */ c, /** @type {number} */ i) => cards.set(c, {x: xs[i], y: y - (o.selected.has(c) ? 18 : 0), w, z: 50 + i, face: true}));
}

/** row returns the middles of so many cards side by side; they overlap if they must. */
function row(/** @type {number} */ n, /** @type {number} */ width, /** @type {number} */ w) {
  const step = Math.min(w + 6, (width - 16 - w) / Math.max(n - 1, 1));
  return Array.from({length: n}, (_, i) => width / 2 + (i - (n - 1) / 2) * step);
}
