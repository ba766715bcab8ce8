// What moves beside the cards, and how a table that moves is made to hurry.

import {settings} from '../lib/settings.js';

/** lasts is how long a finished trick stays in sight before what comes after it is shown, in milliseconds. */
export const lasts = () => {
  const ms = settings.motion();
  return ms === 0 ? 0 : settings.on('linger') ? Infinity : ms * 2.5;
};

/** ours are the animations that may be cut short. */
const ours = ['move', 'leave', 'coin'];

/** hurry brings everything to where it is going. */
export function hurry() {
  for (const a of document.getAnimations()) if (ours.includes(a.id)) a.finish();
}

/**
 * flow moves coins from the pot to the players who are paid, and to the pot from those who pay.
 * @param {HTMLElement} box
 * @param {page.Layout} l
 * @param {{payout: number[], penalty: number[]}} result
 */
export function flow(box, l, result) {
  const ms = settings.motion() * 1.6;
  if (ms === 0) return;
  const from = (/** @type {{x: number, y: number}} */ p) =>
    `translate(${p.x - 13}px, ${p.y - 13}px)`;
  result.payout.forEach((paid, seat) => {
    const n = paid - result.penalty[seat];
    const way = n > 0 ? [l.pot, l.seats[seat]] : [l.seats[seat], l.pot];
    for (let k = 0; n && k < 3; k++) {
      const coin = document.createElement('i');
      coin.className = 'coin';
      coin.setAttribute('aria-hidden', 'true');
      box.append(coin);
      const a = coin.animate(
        [
          {transform: from(way[0]), opacity: 1},
          {transform: from(way[1]), opacity: 1, offset: 0.85},
          {transform: from(way[1]), opacity: 0},
        ],
        {
          duration: ms,
          delay: (n > 0 ? 0 : ms * 0.7) + k * ms * 0.12,
          easing: 'cubic-bezier(.4,.1,.3,1)',
          fill: 'both',
        },
      );
      a.id = 'coin';
      a.onfinish = () => coin.remove();
    }
  });
}
