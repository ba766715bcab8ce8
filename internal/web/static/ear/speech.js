// What a phone may say aloud to all who sit around it: only what everybody at the table may know.

import {words as split} from '../table/view.js';
import {Voice} from '../table/voice.js';

/** open are the events that everybody sees alike. */
const open = ['upcard', 'turn', 'trump', 'susi', 'trick', 'swap'];

/**
 * toldAloud returns the sentences of what everybody sees, as if this were no seat.
 * @param {page.Page} app
 * @param {page.Event[]} events
 */
export function toldAloud(app, events) {
  const voice = new Voice(app.words, app.names, -1);
  return events
    .flatMap((e) => {
      if (e.t !== 'act') return open.includes(e.t) ? [voice.event(e)] : [];
      const [kind, ...cards] = split(e.act ?? '');
      const laid = kind === 'lay' || kind === 'drop' ? cards.map(() => '??') : cards;
      return [voice.event({...e, act: [kind, ...laid].join(' ')})];
    })
    .slice(-6)
    .join(' ');
}

/** endedAloud returns how the hand ended, for all. */
export const endedAloud = (/** @type {page.Page} */ {words, names, info, view}) =>
  info.result ? words.sentences(new Voice(words, names, -1).settlement(info.result, view)) : '';
