// The evening as a picture to share: standings, the chart, and who pays whom.

import {html, svg} from './html.js';

/** colours are those of the lines of the chart. */
export const colours = [
  '#c0392b',
  '#1f6fb2',
  '#2e7d32',
  '#b26a00',
  '#6a3fa0',
  '#00838f',
  '#ad1457',
  '#5d4037',
  '#455a64',
  '#827717',
  '#283593',
  '#4e342e',
];

/** isolated sets apart what is written from the right, so that an amount beside it stays where it is. */
export const isolated = (/** @type {string} */ text) =>
  text.replace(/[\u0590-\u08ff]+(?: +[\u0590-\u08ff]+)*/g, '\u2068$&\u2069');

/**
 * points returns the places of a person's line, in a box.
 * @param {Pick<desk.Evening, 'steps'>} page
 * @param {number} who
 * @param {number} w
 * @param {number} h
 */
export function points(page, who, w, h) {
  const rows = page.steps.filter((s) => s.hand || s.kind === 'end');
  const all = rows.flatMap((s) => s.points ?? s.balances);
  const most = Math.max(0, ...all);
  const least = Math.min(0, ...all);
  const span = most - least || 1;
  const x = (/** @type {number} */ i) => (rows.length ? (i / rows.length) * w : 0);
  const y = (/** @type {number} */ v) => ((most - v) / span) * h;
  return {
    zero: y(0),
    list: [[0, y(0)], ...rows.map((s, i) => [x(i + 1), y((s.points ?? s.balances)[who] ?? 0)])],
  };
}

/**
 * curve draws the evening as lines in a page.
 * @param {Pick<desk.Evening, 'people' | 'steps'>} page
 * @param {string} summary what a person is told who doesn't see them
 * @param {number[]} [colour] of each person, by number
 */
export function curve(page, summary, colour = page.people.map((_, who) => who)) {
  const lines = page.people.map((_, who) => points(page, who, 320, 150));
  return html`<svg class="chart" viewBox="-4 -8 328 166" role="img" aria-label=${summary}>
    <line x1="0" x2="320" y1=${lines[0].zero} y2=${lines[0].zero}></line>
    ${lines.map(({list}, who) => {
      const [x, y] = list[list.length - 1];
      return svg`<g class=${`c${colour[who] % colours.length}`}><polyline
        points=${list.map((at) => at.map((n) => n.toFixed(1)).join(',')).join(' ')}></polyline><circle cx=${x} cy=${y} r="4"></circle></g>`;
    })}</svg>`;
}

/**
 * taken are the prizes that a person has taken in an evening that is played for them, or ''.
 * @param {desk.Evening} page
 * @param {number} who
 */
export const taken = (page, who) =>
  page.steps
    .flatMap((s) => s.prizes ?? [])
    .filter((p) => p.who === who)
    .map((p) => p.name)
    .join(', ');

/**
 * draw makes the picture.
 * @template {desk.Evening & {more?: string}} T more: one more line below the payments
 * @param {T} page
 * @param {desk.Says} w
 * @param {(page: T) => string} title
 * @returns {Promise<Blob>}
 */
export function draw(page, w, title) {
  const people = page.people
    .map((name, who) => ({name, who, won: (page.now.points ?? page.now.won)[who]}))
    .sort((a, b) => b.won - a.won);
  const lines = page.payments.map((p) =>
    w.t('kasse.pays', {from: page.people[p.from], to: page.people[p.to], amount: w.sum(p.amount)}),
  );
  if (page.more) lines.push(page.more);
  if (!lines.length) lines.push(w.t('kasse.even'));
  const height = 150 + people.length * 54 + 380 + 50 + lines.length * 46;
  const c = document.createElement('canvas');
  c.width = 900;
  c.height = height;
  const g = /** @type {CanvasRenderingContext2D} */ (c.getContext('2d'));
  g.fillStyle = '#1d4d3a';
  g.fillRect(0, 0, 900, height);
  g.fillStyle = '#fdfaf0';
  g.font = '600 44px Georgia, serif';
  g.fillText(isolated(title(page)), 40, 76, 820);
  g.fillStyle = '#fbf6ea';
  g.beginPath();
  g.roundRect(24, 110, 852, height - 134, 24);
  g.fill();
  let y = 164;
  for (const p of people) {
    g.fillStyle = colours[p.who % colours.length];
    g.beginPath();
    g.arc(66, y - 10, 11, 0, 7);
    g.fill();
    g.fillStyle = '#211d18';
    g.font = '32px system-ui, sans-serif';
    const prizes = taken(page, p.who);
    g.fillText(isolated(prizes ? `${p.name} ★ ${prizes}` : p.name), 92, y, 580);
    g.font = '700 34px Georgia, serif';
    g.textAlign = 'right';
    g.fillStyle = p.won < 0 ? '#a3261b' : '#17643a';
    g.fillText(page.now.points ? `${p.won}` : w.balance(p.won), 836, y);
    g.textAlign = 'left';
    y += 54;
  }
  g.save();
  g.translate(60, y + 4);
  const {zero} = points(page, 0, 780, 320);
  g.strokeStyle = '#655c4e80';
  g.beginPath();
  g.moveTo(0, zero);
  g.lineTo(780, zero);
  g.stroke();
  g.lineWidth = 5;
  g.lineJoin = 'round';
  for (const p of people) {
    g.strokeStyle = colours[p.who % colours.length];
    g.beginPath();
    for (const [a, b] of points(page, p.who, 780, 320).list) g.lineTo(a, b);
    g.stroke();
  }
  g.restore();
  y += 390;
  g.fillStyle = '#211d18';
  g.font = '30px system-ui, sans-serif';
  for (const line of lines) {
    g.fillText(isolated(line), 60, y, 780);
    y += 46;
  }
  return new Promise((done) => {
    c.toBlob((b) => done(/** @type {Blob} */ (b)), 'image/png');
  });
}
