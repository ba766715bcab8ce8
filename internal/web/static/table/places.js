// The table without its cards: which shape a window gives it, by what names the grid of the style sheet seats the others,
// and how what lies in its middle shares the room there.

import {tall} from './cards.js';

/** From one card to the next, in cards: room for being turned a little, and for the one that wins. */
export const pitch = {x: 1.1, y: 1.06};

/** By number of others: their places in the grid, starting at your right. */
const benches = [
  [],
  ['far'],
  ['r1', 'l1'],
  ['r1', 'far', 'l1'],
  ['r2', 'r1', 'l1', 'l2'],
  ['r2', 'r1', 'far', 'l1', 'l2'],
  ['r3', 'r2', 'r1', 'l1', 'l2', 'l3'],
  ['r3', 'r2', 'r1', 'far', 'l1', 'l2', 'l3'],
];

/**
 * bench is the place of a seat in the grid.
 * @param {number} n
 * @param {number} k how many seats after yours they sit
 * @param {boolean | undefined} clockwise
 */
export const bench = (n, k, clockwise) =>
  k === 0 ? 'me' : benches[n - 1][clockwise ? n - 1 - k : k - 1];

/**
 * within lays the trick into the box that the grid has between the seats, and the stock and what is turned up into theirs: each
 * card of the trick towards who plays it, in as many rows as make them largest; what is turned up as one pile, the valid card on top.
 * @param {places.Table} t
 * @returns {places.Middle}
 */
export function within({n, ups, stage: s, deck: d, clockwise}) {
  const most = (/** @type {places.Box} */ box) => (box.w > 400 ? 180 : 116);
  const names = Array.from({length: n}, (_, k) => bench(n, k, clockwise));
  const three = (/** @type {string} */ name) =>
    name === 'me'
      ? [0, n > 6 ? 2 : 1]
      : name === 'far'
        ? [0, 0]
        : [name[0] === 'l' ? -1 : 1, n < 5 ? 0.5 : Number(name[1]) - 1];
  const five = (/** @type {string} */ name) =>
    name === 'me'
      ? [0, 1]
      : name === 'far'
        ? [0, 0]
        : [(name[0] === 'l' ? -1 : 1) * (name[1] === '2' ? 2 : 1), (Number(name[1]) - 1) / 2];
  const side = n === 3 ? 1 : 1.5;
  const arc = (/** @type {string} */ name) =>
    ({me: [side - 1, 0.25], far: [-0.5, 0], l1: [-side, 0.12], r1: [side, 0.12]})[name] ?? [0, 0];
  const ways = [
    {at: three, wide: n > 2 ? 3 : 1, high: n > 6 ? 3 : 2},
    ...(n < 5 ? [{at: arc, wide: n === 3 ? 3 : n === 2 ? 2 : 4, high: 1.25}] : []),
    ...(n > 6 ? [{at: five, wide: 5, high: 2}] : []),
  ].map((way) => ({
    ...way,
    w: Math.min(s.w / (way.wide * pitch.x), s.h / (way.high * pitch.y * tall), most(s)),
  }));
  const {at, w, high} = ways.reduce((best, way) => (way.w > best.w ? way : best));
  const top = s.y - (high * w * tall * pitch.y) / 2;
  const small = Math.max(
    20,
    Math.min((d.w * 0.96) / (1.4 + 0.27 * Math.max(ups - 1, 0)), (d.h - 22) / tall, most(d)),
  );
  const pile = (ups ? 0.38 + 0.27 * (ups - 1) : 0) * small; // from the stock to the valid card
  const y = d.y - (ups ? Math.max(0, Math.min(8, (d.h - small * tall) / 2)) : 0);
  return {
    small,
    cells: [
      {x: d.x - pile / 2, y},
      ...Array.from({length: ups}, (_, i) => ({
        x: d.x + pile / 2 - (ups - 1 - i) * 0.27 * small,
        y,
      })),
    ],
    trick: {
      w,
      spots: names.map((name) => {
        const [x, row] = at(name);
        return {x: s.x + x * w * pitch.x, y: top + (row + 0.5) * w * tall * pitch.y};
      }),
    },
  };
}

/**
 * shape is how a table lies in a window: as a room, with everything around it; on its side, when a phone is, with
 * questions in a column; or narrow.
 * @param {places.Size} o
 */
export const shape = (o) => (o.w <= o.h ? 'narrow' : o.w >= 1000 && o.h >= 720 ? 'room' : 'side');

/** large is whether signs, bubbles and coins are. */
export const large = (/** @type {places.Size} */ o) =>
  shape(o) === 'room' || (shape(o) === 'narrow' && o.w >= 600);

/** grown is how much larger than at 1280×800 everything is in a large window. */
export const grown = (/** @type {places.Size} */ o) =>
  shape(o) === 'room' ? Math.max(1, Math.min(1.6, o.w / 1280, o.h / 800)) : 1;
