// The table without its cards: which shape a window gives it, where the seats stand,
// and what room they leave in the middle for the stock, the trick and the pot.

import {tall} from './cards.js';

/** From one card to the next, in cards: room for being turned a little, and for the one that wins. */
export const pitch = {x: 1.1, y: 1.06};

/** By number of others: their places in the grid of an upright window, starting at your right. */
const benches = [[], ['far'], ['r1', 'l1'], ['r1', 'far', 'l1'], ['r2', 'r1', 'l1', 'l2'], ['r2', 'r1', 'far', 'l1', 'l2'],
  ['r3', 'r2', 'r1', 'l1', 'l2', 'l3'], ['r3', 'r2', 'r1', 'far', 'l1', 'l2', 'l3']];

/**
 * bench is the place of a seat in the grid.
 * @param {number} n
 * @param {number} k how many seats after yours they sit
 * @param {boolean} clockwise
 */
export const bench = (n, k, clockwise) => (k === 0 ? 'me' : benches[n - 1][clockwise ? n - 1 - k : k - 1]);

/**
 * within lays the trick, the stock and what is turned up into the box that the grid has between the seats: each card of
 * the trick towards who plays it, in as many rows as make them largest; what is turned up as one pile, the valid card on top.
 * @param {places.Table & {stage: places.Box}} t
 * @returns {places.Middle}
 */
export function within({n, ups, stage: s, clockwise}) {
  const most = s.w > 400 ? 180 : 116;
  const names = Array.from({length: n}, (_, k) => bench(n, k, clockwise));
  const three = (/** @type {string} */ name) => (name === 'me' ? [0, n > 6 ? 2 : 1] : name === 'far' ? [0, 0]
    : [name[0] === 'l' ? -1 : 1, n < 5 ? 0.5 : Number(name[1]) - 1]);
  const side = n === 3 ? 1 : 1.5;
  const arc = (/** @type {string} */ name) => ({me: [side - 1, 0.25], far: [-0.5, 0], l1: [-side, 0.12], r1: [side, 0.12]}[name] ?? [0, 0]);
  const ways = [{at: three, wide: n > 2 ? 3 : 1, high: n > 6 ? 3 : 2}, ...(n < 5 ? [{at: arc, wide: n === 3 ? 3 : n === 2 ? 2 : 4, high: 1.25}] : [])]
    .map((way) => ({...way, w: Math.min(s.w / (way.wide * pitch.x), s.h / (way.high * pitch.y * tall), most)}));
  const {at, w, high} = ways.reduce((best, way) => (way.w > best.w ? way : best));
  const top = s.y - (high * w * tall * pitch.y) / 2;
  const small = Math.max(20, Math.min((s.w * 0.96) / (1.4 + 0.27 * Math.max(ups - 1, 0)), (s.h - 22) / tall, most));
  const pile = (ups ? 0.38 + 0.27 * (ups - 1) : 0) * small; // from the stock to the valid card
  const y = s.y - (ups ? Math.max(0, Math.min(8, (s.h - small * tall) / 2)) : 0);
  return {small, cells: [{x: s.x - pile / 2, y}, ...Array.from({length: ups}, (_, i) => ({x: s.x + pile / 2 - (ups - 1 - i) * 0.27 * small, y}))],
    trick: {x: s.x, y: s.y, w, tight: w < 40, spots: names.map((name) => {
      const [x, row] = at(name);
      return {x: s.x + x * w * pitch.x, y: top + (row + 0.5) * w * tall * pitch.y};
    })}, pot: s, trump: s};
}

/** column is what stands beside the table in a low window: questions, the pot, how a hand ended. */
export const column = 196;

/**
 * beside is how wide that column is: wider, where the table leaves room, while it tells how a hand ended.
 * @param {places.Size} o
 * @param {number} n
 * @param {boolean} over
 */
export const beside = (o, n, over) => (over ? Math.max(column, Math.min(330, o.w - (n > 6 ? n - 3 : n - 1) * (sign(o).w + 3) - 8)) : column);

/** bubble is how much room a bubble takes beside a sign, in pixels. */
export const bubble = 32;

/**
 * shape is how a table lies in a window: as a room, with everything around it; on its side, when a phone is, with
 * questions in a column; or narrow.
 * @param {places.Size} o
 */
export const shape = (o) => (o.w <= o.h ? 'narrow' : o.w >= 1000 && o.h >= 720 ? 'room' : 'side');

/** large is whether signs, bubbles and coins are. */
export const large = (/** @type {places.Size} */ o) => shape(o) === 'room' || (shape(o) === 'narrow' && o.w >= 600);

/** grown is how much larger than at 1280×800 everything is in a large window. */
export const grown = (/** @type {places.Size} */ o) => (shape(o) === 'room' ? Math.max(1, Math.min(1.6, o.w / 1280, o.h / 800)) : 1);

/** sign is the size of a seat's sign in a window, without the own one. */
export const sign = (/** @type {places.Size} */ o) => (large(o) ? {w: 150 * grown(o), h: 76 * grown(o)}
  : shape(o) === 'side' ? {w: o.w < 660 ? 84 : 92, h: 52} : {w: 104, h: 60});

/** By number of others: which seats of the rim are taken, starting at your right. */
const rims = [
  [], ['t1'], ['r1', 'l1'], ['r1', 't1', 'l1'], ['r1', 't2', 't0', 'l1'], ['r1', 't2', 't1', 't0', 'l1'],
  ['r2', 'r0', 't2', 't0', 'l0', 'l2'], ['r2', 'r0', 't2', 't1', 't0', 'l0', 'l2'],
];

/**
 * Where the cards of a trick lie, in two rows: columns from the middle, rows from the top; starting at your
 * right, as in rims. Yours lies below, in the middle.
 */
const rows = [
  [], [[0, 0]], [[0.5, 0], [-0.5, 0]], [[1, 0.5], [0, 0], [-1, 0.5]], [[1, 1], [0.5, 0], [-0.5, 0], [-1, 1]], [[1, 1], [1, 0], [0, 0], [-1, 0], [-1, 1]],
  [[1, 1], [1.5, 0], [0.5, 0], [-0.5, 0], [-1.5, 0], [-1, 1]], [[1, 1], [2, 0], [1, 0], [0, 0], [-1, 0], [-2, 0], [-1, 1]],
];

/**
 * played is where the card lies that somebody plays, in columns and rows of the trick.
 * @param {number} n
 * @param {number} k how many seats after yours they sit
 * @param {boolean} clockwise
 */
export const played = (n, k, clockwise) => (k === 0 ? [0, 1] : rows[n - 1][clockwise ? n - 1 - k : k - 1]);

/** columns is how many cards of a trick lie side by side at most. */
const columns = (/** @type {number} */ n) => 1 + 2 * Math.max(...rows[n - 1].map((s) => s[0]), 0);

/**
 * places is where the seats are, and what lies between them, in a room and on its side.
 * @param {places.Table} t
 * @returns {{seats: places.Spot[], middle: places.Middle}}
 */
export function places(t) {
  return shape(t.window) === 'room' ? room(t) : side(t);
}

/**
 * around gives everybody a place.
 * @param {places.Table} t
 * @param {string[]} names of the places, starting at your right
 * @param {(name: string) => places.Point} at
 * @param {places.Point} mine
 */
function around(t, names, at, mine) {
  /** @type {places.Spot[]} */
  const seats = [];
  for (let k = 1; k < t.n; k++) {
    const name = names[t.clockwise ? t.n - 1 - k : k - 1];
    const p = at(name);
    seats[(t.me + k) % t.n] = {...p, side: name[0], lean: p.x < t.size.w ? 'l' : p.x > t.window.w - t.size.w ? 'r' : ''};
  }
  seats[t.me] = {...mine, side: 'me', lean: ''};
  return seats;
}

/**
 * room is a large window: the stock and what is turned up to the left of the trick, the pot to its right.
 * @param {places.Table} t
 */
function room(t) {
  const {n, size, window: o, top, hand} = t;
  const k = grown(o);
  const hung = bubble * k;
  const less = Math.max(0, (o.w - 1240 * k) / 2);
  const rim = {x0: 6 + size.w / 2 + less, x1: o.w - 6 - size.w / 2 - less, y0: top + size.h / 2, y1: hand.y - hand.h / 2 - 50 * k};
  const names = rims[n - 1];
  const high = rim.y0 + size.h * (names.some((s) => s[0] === 't') ? 1.1 : 0.6);
  // a bubble hangs below; where the settlement is high, the signs stand beside it
  const low = Math.max(rim.y1 - size.h * 1.2, high + (names.length > 5 ? size.h + 4 : 0));
  const step = [high, (high * 1.25 + low * 0.75) / 2, low];
  const seats = around(t, names, (name) => {
    const i = Number(name[1]);
    if (name[0] === 't') return {x: rim.x0 + ((rim.x1 - rim.x0) * i) / 2 + (1 - i) * (rim.x1 - rim.x0) * 0.18, y: rim.y0};
    return {x: name[0] === 'l' ? rim.x0 : rim.x1, y: step[i]};
  }, {x: hand.x, y: hand.y - hand.h / 2 - 4 - 22 * k});
  const y0 = top + (names.some((s) => s[0] === 't') ? size.h + hung + 2 : 0);
  const y = (y0 + rim.y1) / 2;
  const w = Math.max(40, Math.min(96 * k, (rim.y1 - y0) / (2 * pitch.y * tall)));
  const left = rim.x0 + size.w / 2 + 8;
  const right = o.w / 2 - (columns(n) * pitch.x * w) / 2 - 10;
  const small = Math.max(36, Math.min(92 * k, (right - left) / (2 * 1.08), (rim.y1 - y0) / (Math.ceil((1 + t.ups) / 2) * pitch.y * tall)));
  const x = Math.max((left + right) / 2, right - 1.6 * small);
  const pot = {x: Math.min(o.w - x, rim.x1 - size.w / 2 - 70 * k), y};
  return {seats, middle: {small, cells: grid(t.ups, 2, {x, y}, small), trick: {x: o.w / 2, y, w}, pot,
    trump: {x: pot.x, y: Math.max(y - 92 * k, y0 - hung + 28 * k)}}};
}

/**
 * side is a low window: the others in a row on top, with seven or eight one more at either end of your hand; questions and the pot in a column.
 * @param {places.Table} t
 */
function side(t) {
  const {n, size, window: o, ups, hand} = t;
  const column = beside(o, n, !!t.over);
  const w = o.w - column;
  const ends = n > 6;
  const row = ends ? n - 3 : n - 1;
  const names = [...(ends ? ['r0'] : []), ...Array.from({length: row}, (_, i) => `t${row - 1 - i}`), ...(ends ? ['l0'] : [])];
  const edge = hand.y - hand.h / 2; // the upper edge of your hand
  const seats = around(t, names, (name) => {
    if (name[0] === 't') return {x: (w * (Number(name[1]) + 0.5)) / row, y: 2 + size.h / 2};
    return {x: name[0] === 'l' ? 4 + size.w / 2 : w - 4 - size.w / 2, y: o.h - 50 - bubble - 4 - size.h / 2};
  }, {x: 4 + 60, y: o.h - 28});
  const y0 = 2 + size.h + bubble;
  const high = Math.min(edge - 6, ends ? o.h - 90 - bubble - size.h : edge) - y0;
  const across = ups > 3 ? 3 : 2;
  const small = Math.max(36, Math.min(64, (ends ? high - bubble : high) / (Math.ceil((1 + ups) / across) * pitch.y * tall), w * 0.12));
  const card = Math.max(40, Math.min(72, high / (2 * pitch.y * tall)));
  const cells = across * 1.08 * small;
  const all = cells + 14 + columns(n) * pitch.x * card;
  const left = (w - all) / 2;
  const y = y0 + high / 2;
  return {seats, middle: {
    small, cells: grid(ups, across, {x: left + cells / 2, y: ends ? y0 + (Math.ceil((1 + ups) / across) * small * tall * pitch.y) / 2 : y}, small),
    trick: {x: w - left - (columns(n) * pitch.x * card) / 2, y, w: card},
    pot: {x: w + column / 2 + 26, y: 76}, trump: {x: w + column / 2 - 44, y: 76},
  }};
}

/**
 * grid returns places for the stock and the cards turned up, in rows around a middle; none overlaps another.
 * @param {number} ups
 * @param {number} across
 * @param {places.Point} at
 * @param {number} w how wide one is
 * @param {number} [width] how wide a row may be
 * @returns {places.Point[]}
 */
function grid(ups, across, at, w, width = Infinity) {
  const high = Math.ceil((1 + ups) / across);
  const wide = Math.min(across, 1 + ups);
  const step = Math.min(w * 1.08, (width - w) / Math.max(wide - 1, 1));
  return Array.from({length: 1 + ups}, (_, i) => ({
    x: at.x + ((i % across) - (wide - 1) / 2) * step, y: at.y + (Math.floor(i / across) - (high - 1) / 2) * w * tall * pitch.y,
  }));
}
