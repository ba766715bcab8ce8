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

/** Games that turn clockwise; all others turn against the clock (RULES.md 4). */
export const clockwise = ['kratzen', 'chratzen', 'zwicken'];

/** Which seats of the rim are taken by so many others, from the one at one's right on. */
const rims = [
  [], ['t1'], ['r1', 'l1'], ['r1', 't1', 'l1'], ['r1', 't2', 't0', 'l1'], ['r1', 't2', 't1', 't0', 'l1'],
  ['r2', 'r0', 't2', 't0', 'l0', 'l2'], ['r2', 'r0', 't2', 't1', 't0', 'l0', 'l2'], ['r2', 'r1', 'r0', 't2', 't0', 'l0', 'l1', 'l2'],
];

/** Where the cards of a trick lie, in two rows: columns from the middle, rows from the top; from the one at one's right on, as in rims. One's own lies below, in the middle. */
const rows = [
  [], [[0, 0]], [[0.5, 0], [-0.5, 0]], [[1, 0.5], [0, 0], [-1, 0.5]], [[1, 1], [0.5, 0], [-0.5, 0], [-1, 1]], [[1, 1], [1, 0], [0, 0], [-1, 0], [-1, 1]],
  [[1, 1], [1.5, 0], [0.5, 0], [-0.5, 0], [-1.5, 0], [-1, 1]], [[1, 1], [2, 0], [1, 0], [0, 0], [-1, 0], [-2, 0], [-1, 1]],
];

/** From one card to the next, in cards: room for being turned a little, and for the one that wins. */
const pitch = {x: 1.1, y: 1.06};

/** signs of the seats, in pixels: on phones, and where there is room */
const signs = [{w: 104, h: 60}, {w: 150, h: 76}];

/** sign is the size of a seat's sign in a window. */
export const sign = (/** @type {{w: number, h: number}} */ o) => signs[Number(o.w > o.h && o.w > 900)];

/**
 * @param {import('./view.js').View} v
 * @param {{w: number, h: number, me: number, clockwise: boolean, selected: Set<string>, over: boolean, last: boolean}} o
 * @returns {Layout}
 */
export function layout(v, o) {
  const n = v.seats.length;
  const wide = o.w > o.h;
  const size = sign(o);
  const me = Math.max(o.me, 0);
  const top = 52;
  const keeps = o.over && v.hand.length + v.hidden > 0; // a hand that wasn't played out stays in sight
  const foot = keeps ? (wide ? 190 : 210) : wide ? 88 : 114; // questions and answers
  const inHand = Math.max(v.hand.length + v.hidden, 4);
  const handW = o.me < 0 ? 0 : Math.min(keeps ? 56 : wide ? Math.min(128, o.h / 6.6) : n > 5 ? 72 : 96, (o.w - 20) / Math.min(inHand, 6) - 6);
  const handH = o.me < 0 ? 30 : handW * tall;
  const handY = o.h - foot - handH / 2 - 10;
  const less = wide ? Math.max(0, (o.w - 1240) / 2) : 0;
  const rim = {x0: 6 + size.w / 2 + less, x1: o.w - 6 - size.w / 2 - less, y0: top + size.h / 2, y1: handY - handH / 2 - 50};
  const seats = spots(n, me, o.clockwise, rim, wide, size);
  seats[me] = o.me < 0 ? {x: o.w / 2, y: handY, side: 'b'} : {x: o.w / 2, y: handY - handH / 2 - 26, side: 'me'};
  const away = new Set([...v.hand, ...[...v.tricks, {cards: v.lying}].flatMap((t) => t.cards.map((p) => p.card))]);
  const ups = [...v.upcards, ...v.turned].filter((c) => !away.has(c)); // the others have been taken, and lie elsewhere
  const m = wide ? room(n, o, rim, size, top, ups.length) : narrow(n, o, rim, seats, size, top, ups.length);
  /** @type {Map<string, Place>} */
  const cards = new Map();
  ups.forEach((c, i) => cards.set(c, {...m.cells[i + 1], w: m.small, z: 5 + i, face: true, dim: c === v.taken}));
  if (!ups.length && !v.playing && !v.trump) { // later it is told in words
    v.shown.forEach((c, i) => cards.set(c, {x: o.w / 2 + (i - (v.shown.length - 1) / 2) * m.small * 1.2, y: m.trick.y - m.small * 0.9, w: m.small, z: 4, face: true}));
  }
  gone(v, seats, cards, m.small);
  trick(v, o, me, m.trick, cards, n);
  hand(v, o, handW, handY, cards);
  const up = m.cells[ups.length] ?? m.cells[0];
  return {
    cards, seats, small: m.small, middle: {x: o.w / 2, y: m.trick.y, w: rim.x1 - rim.x0 - size.w, h: 0}, stock: m.cells[0], pot: m.pot, trump: m.trump,
    up: {x: up.x, y: up.y + (m.small * tall) / 2 + 2},
    lastButton: m.last ?? {x: o.w - 37, y: seats[me].y},
    panel: o.over && v.hand.length + v.hidden === 0 ? handY - handH / 2 : o.h - foot,
    hidden: row(v.hidden + v.hand.length, o.w, handW).slice(v.hand.length).map((x) => ({x, y: handY, w: handW})),
  };
}

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, w: number}} Trick the middle of the cards of a trick, and how wide one is
 * @typedef {{small: number, cells: Point[], trick: Trick, pot: Point, trump: Point, last?: Point}} Middle
 */

/** columns is how many cards of a trick lie side by side at most. */
const columns = (/** @type {number} */ n) => 1 + 2 * Math.max(...(rows[n - 1] ?? rows[7]).map((s) => s[0]), 0);

/**
 * room is the middle of a large window: the stock and what is turned up to the left of the trick, the pot to its right.
 * @returns {Middle}
 */
function room(/** @type {number} */ n, /** @type {any} */ o, /** @type {any} */ rim, /** @type {{w: number, h: number}} */ size, /** @type {number} */ top, /** @type {number} */ ups) {
  const y0 = top + (n > 3 || n === 2 ? size.h + 34 : 0);
  const y1 = rim.y1;
  const y = (y0 + y1) / 2;
  const w = Math.max(40, Math.min(96, (y1 - y0) / (2 * pitch.y * tall)));
  const half = (columns(n) * pitch.x * w) / 2;
  const left = rim.x0 + size.w / 2 + 8;
  const right = o.w / 2 - half - 10;
  const high = Math.ceil((1 + ups) / 2);
  const small = Math.max(36, Math.min(92, (right - left) / (2 * 1.08), (y1 - y0) / (high * 1.06 * tall)));
  const at = Math.max((left + right) / 2, right - 1.6 * small);
  const side = {x: o.w - at, y};
  return {small, cells: grid(ups, {x: at, y: y - (high * small * tall * 1.06) / 2}, small), trick: {x: o.w / 2, y, w}, pot: side, trump: {x: side.x, y: y - 92}, last: {x: side.x, y: y + 84}};
}

/**
 * narrow is the middle of a phone: the stock and what is turned up between the seats, the trick below over the whole width.
 * @returns {Middle}
 */
function narrow(/** @type {number} */ n, /** @type {any} */ o, /** @type {any} */ rim, /** @type {Spot[]} */ seats, /** @type {{w: number, h: number}} */ size, /** @type {number} */ top, /** @type {number} */ ups) {
  const y0 = top + (n === 3 ? 8 : size.h + 36);
  const sides = seats.filter((s) => s.side === 'l' || s.side === 'r').map((s) => s.y);
  const beside = Math.min(...sides, n === 2 ? y0 : Infinity) + size.h / 2 + 4; // from here on there is nobody at the sides
  const y1 = n > 6 ? Math.max(...sides) - size.h / 2 - 4 : rim.y1;
  const between = rim.x1 - rim.x0 - size.w - 4;
  const small = Math.min(ups > 3 ? 36 : ups > 1 ? 42 : n > 6 ? 46 : 58, between / 2.16);
  const below = Math.max(y0 + small * tall, beside) + 6; // the trick begins here
  const w = Math.max(40, Math.min(n > 3 ? 60 : 72, (y1 - below) / (2 * pitch.y * tall), (o.w - 12) / (columns(n) * pitch.x)));
  const x = o.w / 2;
  const low = {x, y: y1 + size.h / 2 + 6};
  return {
    small, cells: line(ups, x, y0 + (small * tall) / 2, small, between), trick: {x, y: Math.min((below + y1) / 2, below + 2 * w * tall), w},
    pot: n > 6 ? {x: low.x + 20, y: low.y} : {x: o.w - 42, y: y1 - 30},
    trump: n > 6 ? {x: low.x - 42, y: low.y} : {x: 42, y: y1 - 28},
  };
}

/**
 * grid returns places for the stock and so many cards, in rows of two around the middle of the upper edge.
 * @returns {Point[]}
 */
const grid = (/** @type {number} */ ups, /** @type {Point} */ at, /** @type {number} */ w) =>
  Array.from({length: 1 + ups}, (_, i) => ({x: at.x + (ups ? (i % 2 ? 1 : -1) * w * 0.54 : 0), y: at.y + (Math.floor(i / 2) + 0.5) * w * tall * 1.06}));

/**
 * line returns places for the stock and so many cards beside it; if there are many, of the earlier ones one sees what they are.
 * @returns {Point[]}
 */
function line(/** @type {number} */ ups, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ width) {
  const step = ups > 1 ? Math.min(w * 1.08, (width - w * 2.08) / (ups - 1)) : 0;
  const left = x - (ups ? w * 1.08 + step * Math.max(ups - 1, 0) : 0) / 2;
  return Array.from({length: 1 + ups}, (_, i) => ({x: i ? left + w * 1.08 + step * (i - 1) : left, y}));
}

/** spots returns the places of the seats around the table. */
function spots(/** @type {number} */ n, /** @type {number} */ me, /** @type {boolean} */ clockwise, /** @type {{x0: number, x1: number, y0: number, y1: number}} */ rim, /** @type {boolean} */ wide, /** @type {{w: number, h: number}} */ sign) {
  const names = rims[n - 1] ?? rims[8];
  const corners = names.includes('t0');
  const high = rim.y0 + (wide ? (names.some((s) => s[0] === 't') ? sign.h * 1.1 : sign.h * 0.6) : corners ? sign.h + 45 : n === 4 ? sign.h + 6 : 18);
  const low = wide ? rim.y1 - sign.h * 1.2 : rim.y1 - sign.h / 2; // there a bubble stands above
  const up = {0: high, 1: wide ? (high * 1.25 + low * 0.75) / 2 : high, 2: low};
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

/** trick lays the cards of the trick down, each towards who played it, none on another. */
function trick(/** @type {any} */ v, /** @type {any} */ o, /** @type {number} */ me, /** @type {Trick} */ at, /** @type {Map<string, Place>} */ cards, /** @type {number} */ n) {
  const last = o.last && v.winner < 0 ? v.tricks[v.tricks.length - 1] : undefined;
  const {cards: lying, winner} = last ?? {cards: v.lying, winner: v.winner};
  lying.forEach((/** @type {any} */ p, /** @type {number} */ i) => {
    const k = (p.seat - me + n) % n;
    const [x, y] = k === 0 ? [0, 1] : (rows[n - 1] ?? rows[7])[o.clockwise ? n - 1 - k : k - 1];
    const won = p.seat === winner;
    cards.set(p.card, {
      x: at.x + x * at.w * pitch.x, y: at.y + (y - 0.5) * at.w * tall * pitch.y, w: at.w * (won ? 1.04 : 1), turn: ((p.seat * 37 + i * 11) % 5) - 2,
      z: 20 + i + (won ? 20 : 0), face: true, dim: winner >= 0 && !won,
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
