// The table itself: the seats around it, what lies in its middle, and the cards. One
// function draws any moment of any hand, live or not.

import {render} from '../vendor/lit-html.js';
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
  const l = layout(v, {...size, me: app.me, clockwise: gameOf(app.preset).clockwise, selected, over: app.over, last: app.last, tossed: app.choosing});
  Object.assign(document.body.dataset, {shape: shape(size), size: large(size) ? 'large' : 'small'});
  document.body.style.setProperty('--k', `${grown(size)}`);
  document.body.style.setProperty('--edge', `${Math.round(size.h - l.edge)}px`);
  document.body.style.setProperty('--column', `${l.column}px`);
  render(rim(app, v, l), box);
  box.style.setProperty('--small', `${l.small}px`);
  box.style.setProperty('--move', `${settings.motion()}ms`); // signs go with the cards
  for (const e of box.querySelectorAll('[data-x]')) {
    const at = /** @type {HTMLElement} */ (e);
    if (at.dataset.w) at.style.width = `${at.dataset.w}px`;
    at.style.transform = `translate(${at.dataset.x}px, ${at.dataset.y}px) translate(-50%, -50%)`;
  }
  app.cards.move(l, {ms: settings.motion(), from: (/** @type {string} */ c) => origin(c, v, l)});
  return l;
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
