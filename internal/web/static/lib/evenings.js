// The evenings at which one has sat, with this browser: to come back to, and for the replay.

import {remember, remembered} from './storage.js';

const most = 200; // some eight years of a group that meets every fortnight, and 20 KB

/** lesson is the table of a lesson: a script plays the server, so there is nothing to come back to. */
export const lesson = 'lesson';

/**
 * @typedef {{id: string, preset: string, at: number, code?: string, alone?: boolean}} Evening
 * @returns {Evening[]}
 */
export function evenings() {
  try {
    const list = JSON.parse(remembered('evenings') ?? '[]');
    return Array.isArray(list)
      ? list.filter((e) => typeof e?.id === 'string' && e.id !== lesson)
      : [];
  } catch {
    return [];
  }
}

/**
 * sat keeps that one has a chair at a table, and by which code others come there.
 * @param {string} id
 * @param {string} preset
 * @param {{code?: string, alone?: boolean, at?: number}} [more] at: when, if not now
 */
export function sat(id, preset, more = {}) {
  if (id === lesson) return;
  const code = more.code || evenings().find((e) => e.id === id)?.code; // a full table has none any more
  remember(
    'evenings',
    JSON.stringify(
      [
        {
          id,
          preset,
          at: more.at || Date.now(),
          ...(code ? {code} : {}),
          ...(more.alone ? {alone: true} : {}),
        },
        ...evenings().filter((e) => e.id !== id),
      ]
        .sort((a, b) => b.at - a.at)
        .slice(0, most),
    ),
  );
}

/**
 * times says when each of some evenings was, by number of the table: as briefly as tells those of
 * the same game apart, and with the number where not even the seconds do.
 * @param {string} lang
 * @param {Evening[]} list
 * @param {Intl.DateTimeFormatOptions[]} formats the briefest first
 * @returns {Map<string, string>}
 */
export function times(lang, list, formats) {
  const all = formats.map((f) => new Intl.DateTimeFormat(lang, f));
  /** @type {Map<string, string>} */
  const told = new Map();
  for (const e of list) {
    const others = list.filter((o) => o !== e && o.preset === e.preset);
    const apart = all.find((f) => others.every((o) => f.format(o.at) !== f.format(e.at)));
    told.set(
      e.id,
      apart
        ? apart.format(e.at)
        : `${/** @type {Intl.DateTimeFormat} */ (all.at(-1)).format(e.at)} (${e.id})`,
    );
  }
  return told;
}

/** lasting asks the browser to forget nothing that is stored here, now that there is something to lose. */
export const lasting = () => void navigator.storage?.persist?.().catch(() => {});

/** forgets is whether this browser forgets after a week what it stores, unless the page is on the home screen: Safari on iPhones and iPads. */
export const forgets = () => navigator.standalone === false;
