// Evenings as files. One that this browser has dealt is saved as the log of its table, and is played
// on where that file is brought in. Hands (rams-hand/1) are kept among the evenings, to look at and to
// count.

import {html, nothing} from '../lib/html.js';
import {aboutEvening, append, close, create, firstRecord, eveningNumbers, load} from './store.js';
import {lasting, sat} from '../lib/evenings.js';
import {answer, deals} from './browserhost.js';
import {save} from '../lib/save.js';
import {to} from '../lib/address.js';

/** most is how many bytes of a file are read: thousands of hands. */
const most = 20e6;

/**
 * @typedef {{about: string, log: boolean, over: boolean, hands: number, at: number}} Brought what a file holds, see internal/practice/bring.go
 * @typedef {{said: string, table?: string, on?: boolean, fault?: boolean}} Came what has become of it; on: it can be played on
 */

/**
 * saved gives somebody a file of an evening. Of one that this page deals it has what can't be stored, too.
 * @param {string} id
 * @param {string} preset
 */
export async function saveEvening(id, preset) {
  const number = Number(id.slice(1));
  const at = (await aboutEvening(number).catch(() => undefined))?.at ?? Date.now();
  const r = deals() ? await answer('hands', `${id}.log`) : null;
  const text = r ? r.ok && (await r.text()) : (await load(number))?.records.concat('').join('\n');
  if (text) save(`chratze-${preset}-${new Date(at).toISOString().slice(0, 10)}-${id}.jsonl`, text);
}

/**
 * bring keeps the evening in a text.
 * @param {page.Words} w
 * @param {string} text
 * @returns {Promise<Came>}
 */
export async function bring(w, text) {
  const fault = (/** @type {string} */ said) => ({said, fault: true});
  if (text.length > most) return fault(w.t('replay.large', {n: most / 1e6}));
  const r = await answer('bring', text, '').catch(() => null);
  if (!r) return fault(w.t('bring.no.program'));
  const got = await r.json();
  if (!r.ok)
    return fault(
      w.t(w.has(`bring.no.${got.code}`) ? `bring.no.${got.code}` : 'bring.no.program', {
        n: got.line,
      }),
    );
  try {
    const lines = text.split(/[\r\n]+/).filter(Boolean);
    lasting();
    return await (got.log ? keepLog(w, got, lines) : keepHands(w, got, lines));
  } catch {
    return fault(w.t('bring.no.room'));
  }
}

/**
 * keepLog keeps an evening that can be played on. If it has begun here, or was brought in before, it is the same evening.
 * @param {page.Words} w
 * @param {Brought} got
 * @param {string[]} lines
 * @returns {Promise<Came>}
 */
async function keepLog(w, got, lines) {
  for (const id of await eveningNumbers()) {
    if ((await firstRecord(id)) !== lines[0]) continue;
    const records = (await load(id))?.records ?? [];
    if (records.some((body, i) => i < lines.length && body !== lines[i])) continue; // they have parted
    const more = lines.slice(records.length);
    await append(more.map((body, i) => ({table: id, seq: records.length + i, body})));
    if (got.over && more.length) await close(id);
    listed(id, got);
    return {
      said: w.t(more.length ? 'bring.more' : 'bring.have'),
      table: `p${id}`,
      on: !got.over && !(await aboutEvening(id))?.closed,
    };
  }
  const id = await keep(got, lines);
  return {said: w.t('bring.done', {n: got.hands}), table: `p${id}`, on: !got.over};
}

/** bare is a hand without the name that it has in one browser or another. */
const bare = (/** @type {string} */ line) => line.replace(/"id":"[^"]*"/, '');

/**
 * keepHands keeps hands, those that aren't here yet.
 * @param {page.Words} w
 * @param {Brought} got
 * @param {string[]} lines
 * @returns {Promise<Came>}
 */
async function keepHands(w, got, lines) {
  const known = new Set();
  let table = 0;
  for (const id of await eveningNumbers()) {
    const r = await answer('hands', `p${id}`, '');
    for (const line of r.ok ? (await r.text()).split('\n') : []) {
      known.add(bare(line));
      if (bare(line) === bare(lines[0])) table = id;
    }
  }
  const more = lines.filter((line) => !known.has(bare(line)));
  if (!more.length) return {said: w.t('bring.have'), table: `p${table}`};
  const id = await keep(got, more);
  return {said: w.t('bring.kept', {n: more.length}), table: `p${id}`};
}

/**
 * keep begins an evening with lines.
 * @param {Brought} got
 * @param {string[]} lines
 */
async function keep(got, lines) {
  const id = Number(await create(got.about, lines));
  if (got.over) await close(id);
  listed(id, got);
  return id;
}

/** listed puts an evening on top of those to come back to. */
const listed = (/** @type {number} */ id, /** @type {Brought} */ got) =>
  sat(`p${id}`, got.about.split(',')[0], {at: got.at});

/**
 * told says what has become of a file, and leads on.
 * @param {page.Words} w
 * @param {Came} came
 */
export const tellBrought = (
  w,
  came,
) => html`<div class="brought" tabindex="-1"><p class=${came.fault ? 'fault' : 'note'}
  role=${came.fault ? 'alert' : 'status'}>${came.said}</p>${
    came.table
      ? html`<div class="acts">${
          came.on
            ? html`<a class="button" data-do="on"
  href=${to(`/t/${came.table}`)}>${w.t('bring.on')}</a>`
            : nothing
        }<a class="button meek" data-do="look"
  href=${to(`/replay?table=${came.table}`)}>${w.t('bring.look')}</a></div>`
      : nothing
  }</div>`;
