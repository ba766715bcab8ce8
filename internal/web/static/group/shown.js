// A group's evenings as its page and its screen on the wall show them.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {curve} from '../lib/eveningpicture.js';

/** @typedef {import('./group.js').Group} Group */

/** about says what kind of evening it was. */
export function about(/** @type {Group} */ g, /** @type {group.Evening} */ e) {
  const {words: w} = g;
  const preset = e.rules?.split(',')[0] ?? '';
  return [
    e.day ? g.day(e.day) : '',
    preset ? w.word(`name.${preset}`) : '',
    e.hands ? w.t('group.hands', {n: e.hands}) : '',
    w.t(`group.kind.${e.kind}`),
    e.deleted ? w.t('group.deleted') : '',
    e.dropped ? w.t('group.dropped') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** sums are what the people of an evening have won. Its hands, with luck apart from decisions, show themselves to those who may see them. */
export const sums = (/** @type {Group} */ g, /** @type {group.Evening} */ e) =>
  html`<ol class="standings">${[...e.people]
    .sort((a, b) => b.won - a.won)
    .map(
      (p) =>
        html`<li><span class="name">${g.sat(p)}</span><b class=${p.won < 0 ? 'minus' : 'plus'}>${g.words.balance(p.won, e.money)}</b></li>`,
    )}</ol>${
    e.kind === 'table' && e.hands && !e.deleted
      ? html`<p><a href=${to(`/replay?table=${e.ref}`)}>${g.words.t('group.luck')}</a></p>`
      : nothing
  }`;

/** course is the curve of everybody's account, evening by evening. */
export function course(/** @type {Group} */ g, /** @type {group.Standings} */ of) {
  const {words: w} = g;
  const {rows} = of;
  const steps = of.evenings.map((_, k) => ({
    hand: k + 1,
    balances: rows.map((r) => of.course[r.member][k]),
  }));
  return curve(
    {people: rows.map((r) => g.name(r.member)), steps},
    w.list(rows.map((r) => `${g.name(r.member)} ${w.balance(r.won, of.money)}`)),
    rows.map((r) => r.member),
  );
}

/** lastOf is the last evening that counts. */
export const lastOf = (/** @type {httpd.GroupState} */ now) =>
  now.evenings
    .filter((e) => e.counts)
    .sort((a, b) => `${a.day}`.localeCompare(`${b.day}`))
    .at(-1);

/** date is when the next evening begins. */
export const date = (
  /** @type {page.Words} */ w,
  /** @type {NonNullable<httpd.GroupState["next"]>} */ {when},
) =>
  new Date(when).toLocaleString(w.dates, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
