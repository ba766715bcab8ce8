// Which sounds there are. They are off until somebody wants them, or on at once where there is a mouse; how they are made is
// fetched for the first.

import {settings} from './settings.js';

/** play makes a sound, if one may be heard. */
export const play = (/** @type {string} */ name) =>
  void (
    name &&
    settings.on('sound') &&
    import('./tones.js').then(
      ({sound}) => sound(name),
      () => {},
    )
  );

/** heard is what events sound like: the most telling one. */
export function heard(/** @type {page.Event[]} */ events) {
  if (events.some((e) => e.t === 'trick')) return 'trick';
  if (events.some((e) => e.t === 'deal' || e.t === 'draw' || e.act?.startsWith('play')))
    return 'card';
  return '';
}
