// The table itself: the seats around it, what lies in its middle, and the cards. One
// function draws any moment of any hand, live or not.

import {render} from '../lib/html.js';
import {layout} from './layout.js';
import {gameOf} from '../lib/games.js';
import {rim} from './parts.js';
import {grown, large, shape} from './places.js';
import {settings} from '../lib/settings.js';

/**
 * board brings the table to what is seen, and returns where everything lies.
 * @param {page.Page} app whose words, names and seats are shown
 * @param {page.View} v
 * @param {{w: number, h: number, selected?: Set<string>, foot?: number}} o the room there is, and how much of it the foot takes
 * @returns {page.Layout}
 */
export function board(app, v, {selected = new Set(), ...size}) {
  const box = /** @type {HTMLElement} */ (document.getElementById('rim'));
  const seen = {
    ...size,
    me: app.me,
    clockwise: gameOf(app.preset).clockwise,
    selected,
    over: app.over,
    last: app.last,
    tossed: app.choosing,
  };
  Object.assign(document.body.dataset, {shape: shape(size), size: large(size) ? 'large' : 'small'});
  document.body.style.setProperty('--k', `${grown(size)}`);
  box.style.setProperty('--move', `${settings.motion()}ms`); // signs go with the cards
  grid(app, v, box, size);
  render(rim(app, v), box);
  const l = layout(v, seen, measured(app, v, box, size));
  document.getElementById('table')?.style.setProperty('--edge', `${Math.round(size.h - l.edge)}px`);
  box.style.setProperty('--small', `${l.small}px`);
  for (const [name, at] of Object.entries({stock: l.stock, tookit: l.up}))
    put(box.querySelector(`.${name}`), at);
  box.querySelector('.stock')?.toggleAttribute('hidden', l.folded);
  for (const e of box.querySelectorAll('[data-on]')) {
    const at = l.cards.get(/** @type {HTMLElement} */ (e).dataset.on ?? '');
    if (at) put(e, {x: at.x, y: at.y + at.w * 0.58}, at.w - 4);
  }
  app.cards.move(l, {ms: settings.motion(), from: (/** @type {string} */ c) => origin(c, v, l)});
  return l;
}

/**
 * put brings a sign to its place.
 * @param {Element | null} e
 * @param {places.Point} at
 * @param {number} [w]
 */
function put(e, at, w) {
  if (!(e instanceof HTMLElement)) return;
  e.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
  if (w) e.style.width = `${w}px`;
}

/**
 * grid tells the style sheet what its grid depends on (table.css).
 * @param {page.Page} app
 * @param {page.View} v
 * @param {HTMLElement} box
 * @param {{w: number, h: number, foot?: number}} o
 */
function grid(app, v, box, {w, h, foot = 0}) {
  const side = shape({w, h}) === 'side';
  const keeps = app.over && v.hand.length + v.hidden > 0 && (side || h - foot >= 240); // a hand that wasn't played out stays in sight
  Object.assign(box.dataset, {
    others: Math.max(v.seats.length, 2) - 1,
    state: app.over ? 'over' : v.playing ? 'play' : 'ask',
    hand: app.me < 0 || (app.over && !keeps) ? 'none' : keeps ? 'small' : 'full',
  });
  const most = app.over ? (v.seats.length > 4 && w < 600 ? h - 54 : h * 0.76) : h * 0.6; // from five on the settlement stands for the seats
  for (const [name, px] of Object.entries({w, h, foot: Math.min(foot, most)}))
    box.style.setProperty(`--${name}`, `${px}px`);
}

/**
 * measured is where the grid has put everything.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {HTMLElement} box
 * @param {{w: number, h: number}} o
 * @returns {places.Measured}
 */
function measured(app, v, box, o) {
  const from = box.getBoundingClientRect();
  const of = (/** @type {string} */ name) => {
    const r = box.querySelector(name)?.getBoundingClientRect();
    return r && r.height
      ? {x: r.x - from.x + r.width / 2, y: r.y - from.y + r.height / 2, w: r.width, h: r.height}
      : undefined;
  };
  const stage = of('.stage') ?? {x: o.w / 2, y: o.h / 3, w: 0, h: 0};
  const hand = of('.row');
  const foot = of('.end')?.h ?? 0;
  return {
    stage,
    hand,
    deck: of('.deck'),
    foot,
    rail: (of('.rail') ?? hand)?.y ?? o.h - foot,
    pot: of('.pot') ?? stage,
    seats: v.seats.map((_, i) => of(`[data-seat="${i}"]`) ?? stage),
  };
}

/**
 * origin is where a card comes from that wasn't seen before.
 * @param {string} c
 * @param {page.View} v
 * @param {page.Layout} l
 */
function origin(c, v, l) {
  const p = v.lying.find((x) => x.card === c);
  const at = p ? l.seats[p.seat] : l.stock;
  return {x: at.x, y: at.y, w: l.small * 0.6};
}
