// A picture of the table as it is seen at a moment: of a hand or of a puzzle, to share. The cards are those
// of the page; what is written is written on the canvas.

import {render} from '../lib/html.js';
import {portrait} from './faces.js';
import {layout} from './layout.js';
import {bench} from './places.js';
import {isolated} from '../lib/eveningpicture.js';
import {gameOf} from '../lib/games.js';
import {status} from './spoken.js';
import {tall} from './cards.js';

const size = {w: 1280, h: 800};
/**
 * Where the others sit, by the names of their places, and what else has its place.
 * @type {Record<string, places.Point>}
 */
const at = {
  me: {x: 640, y: 532},
  far: {x: 640, y: 104},
  l1: {x: 260, y: 150},
  r1: {x: 1020, y: 150},
  l2: {x: 150, y: 330},
  r2: {x: 1130, y: 330},
  l3: {x: 220, y: 500},
  r3: {x: 1060, y: 500},
  pot: {x: 960, y: 370},
  trump: {x: 960, y: 280},
};
const boxes = {
  stage: {x: 640, y: 330, w: 440, h: 340},
  deck: {x: 340, y: 330, w: 190, h: 340},
  hand: {x: 640, y: 645, w: 700, h: 180},
};
const ink = {felt: '#fdfaf0', sign: '#0b1f16b0', turn: '#ffd36b', dark: '#2a1d00'};
const serif = 'Georgia, "Noto Serif", serif';
const sans = 'system-ui, "Noto Sans", sans-serif';
const chairs = [
  '#d1495b',
  '#2e7dd1',
  '#2f8f4e',
  '#c98a00',
  '#8659c9',
  '#0f8f95',
  '#b2552b',
  '#7a7f87',
];

/**
 * symbols are all symbols of the page, in the colours and the language that the page shows them in.
 */
function symbols() {
  const text = [...document.querySelectorAll('svg.sheet')]
    .map((s) => [...s.children].map((c) => new XMLSerializer().serializeToString(c)).join(''))
    .join('');
  const look = getComputedStyle(document.documentElement);
  const names = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map((m) => m[1]));
  const style = [...names]
    .map((n) => [n, look.getPropertyValue(n).trim()])
    .filter(([, v]) => v)
    .map(([n, v]) => `${n}:${v}`)
    .join(';');
  return {text, style};
}

/** card is one at its place. */
const card = (
  /** @type {string} */ id,
  /** @type {{x: number, y: number, w: number, turn?: number, dim?: boolean}} */ p,
  part = '0 0 128 200',
  high = tall,
) =>
  `<g transform="translate(${p.x} ${p.y}) rotate(${p.turn ?? 0})"${p.dim ? ' opacity=".75"' : ''}><rect x="${-p.w / 2}" y="${(-p.w * high) / 2}" width="${
    p.w
  }" height="${p.w * high}" rx="${p.w * 0.06}" fill="#fffdf6" stroke="#0004"/><svg x="${-p.w / 2}" y="${(-p.w * high) / 2}" width="${p.w}" height="${
    p.w * high
  }" viewBox="${part}"><use href="#${id}" width="128" height="200"/></svg></g>`;

/** face is somebody's. */
function face(
  /** @type {string} */ name,
  /** @type {number} */ chair,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ r,
) {
  const box = document.createElement('div');
  render(portrait(name), box);
  const svg = /** @type {SVGElement} */ (box.querySelector('svg'));
  for (const [k, v] of Object.entries({x: x - r, y: y - r, width: 2 * r, height: 2 * r}))
    svg.setAttribute(k, `${v}`);
  return `<clipPath id="face${chair}"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><circle cx="${x}" cy="${y}" r="${r + 2}" fill="#fffdf6"/><circle
    cx="${x}" cy="${y}" r="${r}" fill="${chairs[chair % 8]}"/><g clip-path="url(#face${chair})">${new XMLSerializer().serializeToString(svg)}</g>`;
}

/**
 * write writes a text in lines that fit, and returns where the next would stand.
 * @param {CanvasRenderingContext2D} g
 * @param {string} text
 * @param {{x: number, y: number, width: number, high: number, lines: number}} at
 */
function write(g, text, at) {
  const parts = text.match(/\S+\s*|[\u3000-\u9fff]/g) ?? [];
  const words = parts.flatMap((p) => (g.measureText(p).width > at.width ? [...p] : [p])); // Japanese has no blanks
  const lines = [''];
  for (const p of words) {
    if (lines[lines.length - 1] && g.measureText(lines[lines.length - 1] + p).width > at.width)
      lines.push('');
    lines[lines.length - 1] += p;
  }
  if (lines.length > at.lines)
    (lines.splice(at.lines, Infinity),
      (lines[at.lines - 1] = `${lines[at.lines - 1].trimEnd()} …`));
  lines.forEach((l, i) => g.fillText(isolated(l.trimEnd()), at.x, at.y + i * at.high, at.width));
  return at.y + lines.length * at.high;
}

/**
 * picture draws the table.
 * @param {page.Page} app
 * @param {string} title
 * @param {string} text what happens, or what is asked
 * @returns {Promise<Blob>}
 */
export async function tablePicture(app, title, text) {
  const {view: v, words: w} = app;
  const {clockwise} = gameOf(app.preset);
  const n = v.seats.length;
  const seated = v.seats.map((_, i) => at[bench(n, (i - Math.max(app.me, 0) + n) % n, clockwise)]);
  const l = layout(
    v,
    {...size, me: app.me, clockwise, selected: new Set(), over: false, last: false},
    {...boxes, seats: seated, pot: at.pot, rail: 0, foot: 0},
  );
  const {text: defs, style} = symbols();
  const result = app.over ? app.info.result : undefined;
  const cards = [...l.cards]
    .filter(([, p]) => !p.gone)
    .sort(([, a], [, b]) => (a.z ?? 0) - (b.z ?? 0))
    .map(([c, p]) => card(c, p));
  const others = v.seats.map((s, i) =>
    i === app.me || s.said === 'out'
      ? ''
      : Array.from({length: Math.min(s.count, 6)}, (_, k) =>
          card(
            s.open[k] ?? 'back',
            {
              x: l.seats[i].x + (k - (Math.min(s.count, 6) - 1) / 2) * 20 + 14,
              y: l.seats[i].y + 4,
              w: 17,
            },
            s.open[k] ? '3 4 30 56' : undefined,
            s.open[k] ? 56 / 30 : tall,
          ),
        ).join(''),
  );
  const seats = v.seats.map((_, i) => {
    const {x, y} = l.seats[i];
    const [wide, high] = i === app.me ? [210, 44] : [150, 76];
    const turn = !app.over && app.table.turn === app.info.seats[i];
    return `<rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}" height="${high}" rx="12" fill="${turn ? ink.turn : ink.sign}"/>${face(
      app.names[i],
      app.info.seats[i],
      x - wide / 2 + 10,
      i === app.me ? y : y - high / 2 + 10,
      21,
    )}`;
  });
  const suit = v.trump
    ? `<rect x="${at.trump.x - 26}" y="${at.trump.y - 26}" width="52" height="52" rx="12" fill="#fbf6ea"/><svg x="${at.trump.x - 15}" y="${
        at.trump.y - 22
      }" width="30" height="30" viewBox="0 0 100 100"><use href="#suit-${v.trump}"/></svg>`
    : '';
  const stock = [0, 2, 4]
    .map((k) => card('back', {x: l.stock.x - k, y: l.stock.y - k, w: l.small}))
    .join('');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.w}" height="${
    size.h
  }" style="${style}"><defs>${defs}<radialGradient id="felt" cx=".5" cy=".45" r=".7"><stop offset="0" stop-color="#2c6a4f"/><stop
    offset="1" stop-color="#1b4a37"/></radialGradient></defs><rect width="100%" height="100%" fill="#2a1d14"/><rect x="70" y="62" width="1140"
    height="560" rx="280" fill="url(#felt)" stroke="#6b4426" stroke-width="18"/>${[
      stock,
      suit,
      ...cards,
      ...seats,
      ...others,
    ].join('')}</svg>`)}`;
  await image.decode();
  const c = document.createElement('canvas');
  [c.width, c.height] = [size.w, size.h];
  const g = /** @type {CanvasRenderingContext2D} */ (c.getContext('2d'));
  g.drawImage(image, 0, 0);
  g.fillStyle = ink.felt;
  g.font = `600 30px ${serif}`;
  g.fillText(title, 24, 40, 900);
  g.textAlign = 'right';
  g.font = `20px ${sans}`;
  g.fillText(location.host, size.w - 24, 38, 300);
  g.textAlign = 'center';
  v.seats.forEach((_, i) => {
    const {x, y} = l.seats[i];
    const own = i === app.me;
    g.fillStyle = !app.over && app.table.turn === app.info.seats[i] ? ink.dark : ink.felt;
    g.font = `600 18px ${sans}`;
    g.fillText(app.names[i], own ? x + 14 : x + 12, own ? y + 6 : y - 18, 108);
    g.font = `16px ${sans}`;
    const n = result ? result.payout[i] - result.penalty[i] : 0;
    if (!own || result)
      g.fillText(
        result ? (n ? w.balance(n) : '') : status(w, v, i),
        own ? x + 80 : x,
        own ? y + 6 : y + 32,
        140,
      );
  });
  g.fillStyle = ink.felt;
  g.font = `700 30px ${serif}`;
  g.fillText(w.number(app.pot(v)), l.pot.x, l.pot.y + 10, 140);
  g.font = `16px ${sans}`;
  g.fillText(w.t('ui.pot'), l.pot.x, l.pot.y - 22, 140);
  if (v.trump) {
    g.fillStyle = '#241f18';
    g.font = `11px ${sans}`;
    g.fillText(w.t('ui.trumplabel'), at.trump.x, at.trump.y + 21, 48);
  }
  g.fillStyle = ink.felt;
  g.font = `26px ${sans}`;
  write(g, text, {x: size.w / 2, y: size.h - 50, width: size.w - 80, high: 32, lines: 2});
  return new Promise((done) => {
    c.toBlob((b) => done(/** @type {Blob} */ (b)), 'image/png');
  });
}
