// Where everybody stands: the accounts, and their way over the hands.

import {html, nothing, svg} from '../lib/html.js';
import {strokes} from '../table/offers.js';

/**
 * accounts are those who play or have played, the best first, in a race by prizes and strokes. An account belongs to one person or bot, whatever their names.
 * @param {page.Page} app
 */
export function accounts(app) {
  const {chairs, gone = []} = app.info;
  const list = [
    ...chairs.map((c, i) => ({...c, balance: app.balance(i), left: false})).filter((c) => c.name),
    ...gone.map((g) => ({...g, left: true})),
  ];
  const more = app.config?.rules.score === 'down' ? -1 : 1;
  return list.sort(
    (a, b) =>
      (a.prize ?? list.length) - (b.prize ?? list.length) ||
      more * ((b.points ?? 0) - (a.points ?? 0)) ||
      b.balance - a.balance,
  );
}

/** standingsTable shows the accounts. */
export function standingsTable(/** @type {page.Page} */ app) {
  const list = accounts(app);
  const most = Math.max(1, ...list.map((c) => Math.abs(c.balance)));
  return html`<table><tbody>${list.map(
    (c) => html`<tr><th scope="row">${c.left ? `(${c.name})` : c.name}</th>${
      strokes(app, c) ? html`<td>${strokes(app, c)}</td>` : nothing
    }<td>${app.words.balance(c.balance)}</td>
    <td><svg class=${c.balance < 0 ? 'beam pays' : 'beam gets'} viewBox="-100 0 200 10" preserveAspectRatio="none"
      aria-hidden="true"><path d="M0 -2V12"></path><rect x=${(Math.min(0, c.balance) / most) * 100} width=${(Math.abs(c.balance) / most) * 100}
      height="10"></rect></svg></td></tr>`,
  )}</tbody></table>`;
}

/** chart draws everybody's balance over the hands. A list has the same numbers for people who can't see it. */
export function chart(/** @type {page.Page} */ app) {
  const w = app.words;
  const {balances} = app.people;
  const chairs = [...app.info.chairs, ...(app.info.gone ?? [])]
    .map((c, i) => ({i: i % 8, who: `${c.person}`, name: c.name}))
    .filter((c) => c.name);
  if (balances.length < 2) return nothing;
  const all = balances.flatMap((h) => chairs.map((c) => h[c.who] ?? 0));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ k) => (k / (balances.length - 1)) * 300;
  const y = (/** @type {number} */ n) => 96 - ((n - low) / (high - low)) * 92;
  const row = (/** @type {{who: string}} */ c) => balances.map((h) => h[c.who] ?? 0);
  return html`<figure><svg class="chart" viewBox="-4 0 308 100" preserveAspectRatio="none" aria-hidden="true"><path class="zero" d=${`M0 ${y(0)}H300`}></path>
      ${chairs.map(
        (c) => svg`<polyline class=${`l${c.i}`}
        points=${row(c)
          .map((n, k) => `${x(k).toFixed(1)},${y(n).toFixed(1)}`)
          .join(' ')}></polyline>`,
      )}</svg>
    <figcaption>${w.t('ui.chart')}<ul class="legend">${chairs.map(
      (c) =>
        html`<li><i class=${`l${c.i}`}></i>${c.name}<span
      class="hush">${w.t('ui.chart.row', {
        name: '',
        amounts: row(c)
          .map((n) => w.balance(n))
          .join(', '),
      })}</span></li>`,
    )}</ul></figcaption></figure>`;
}
