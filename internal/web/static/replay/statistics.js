// The statistics of your evenings with bots, and those that this browser has dealt: how often you
// declared and joined, how often you made it, and what it came to, by game.

import {html} from '../lib/html.js';
import {aboutEvening, eveningNumbers} from '../local/store.js';
import {reach} from '../local/answer.js';
import {evenings} from '../lib/evenings.js';
import {own} from '../lib/localtable.js';
import {read} from './timeline.js';
import {fold} from '../table/view.js';

/**
 * Row is what came of a game.
 * @typedef {{preset: string, evenings: number, hands: number, won: number, declared: number, made: number, joined: number, kept: number}} Row
 */

/**
 * add counts a hand, as you saw it.
 * @param {Row} row
 * @param {page.Line} line
 */
export function add(row, line) {
  const me = typeof line.view === 'number' ? line.view : (line.seat ?? -1);
  if (me < 0 || !line.payout) return; // you didn't play, or it isn't over
  const v = fold(line.events, me, line.seats, line.dealer);
  const penalty = line.penalty?.[me] ?? 0;
  const paid = line.events
    .filter((e) => e.t === 'ante' && e.seat === me)
    .reduce((sum, e) => sum + (e.amount ?? 0), 0);
  row.hands++;
  row.won += line.payout[me] - penalty - paid;
  if (v.declarer === me) {
    row.declared++;
    if (!penalty) row.made++;
  } else if (['join', 'spare'].includes(v.seats[me].said)) {
    row.joined++;
    if (!penalty) row.kept++;
  }
}

/**
 * tally counts all hands that this browser keeps, and those played alone with bots at the server.
 * @returns {Promise<Row[]>}
 */
export async function tally() {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const served = evenings().filter((e) => e.alone && !own(e.id));
  const dealt = await Promise.all(
    (await eveningNumbers()).map(async (n) => ({
      id: `p${n}`,
      preset: (await aboutEvening(n))?.about.split(',')[0] ?? '',
    })),
  );
  for (const {id, preset} of [...dealt, ...served]) {
    const r = await reach(`/api/seat/${id}/hands`).catch(() => null);
    const lines = r?.ok ? (await r.text()).trim().split('\n').filter(Boolean) : [];
    if (!lines.length) continue;
    const row = rows.get(preset) ?? {
      preset,
      evenings: 0,
      hands: 0,
      won: 0,
      declared: 0,
      made: 0,
      joined: 0,
      kept: 0,
    };
    row.evenings++;
    for (const text of lines) {
      const line = read(text);
      if (line) add(row, line);
    }
    rows.set(preset, row);
  }
  return [...rows.values()].filter((r) => r.hands).sort((a, b) => b.hands - a.hands);
}

/**
 * table shows it.
 * @param {page.Words} w
 * @param {Row[]} rows
 */
export function table(w, rows) {
  if (!rows.length) return html`<p>${w.t('tally.none')}</p>`;
  const share = (/** @type {number} */ made, /** @type {number} */ of) =>
    of ? w.t('tally.of', {made, n: of}) : '–';
  return html`<table class="tally"><thead><tr><td></td>${[
    'tally.hands',
    'tally.declared',
    'tally.joined',
    'tally.won',
  ].map((k) => html`<th scope="col">${w.t(k)}</th>`)}</tr></thead><tbody>${rows.map(
    (r) =>
      html`<tr><th scope="row">${w.word(`name.${r.preset}`)}</th><td>${r.hands}</td><td>${share(r.made, r.declared)}</td><td>${share(r.kept, r.joined)}</td>
    <td>${w.balance(r.won)}</td></tr>`,
  )}</tbody></table><p class="lines">${w.t('tally.means')}</p>`;
}
