// Which sounds there are. They are off until somebody wants them, or on at once where there is a mouse; how they are made is
// fetched for the first.

import {settings} from './settings.js';

/**
 * play makes a sound, if one may be heard.
 * @param {import('./tones.js').Heard} what
 * @param {number} [me] the seat that hears it
 */
export const play = (what, me) =>
  void (
    settings.on('sound') &&
    import('./tones.js').then(
      ({sound}) => sound(what, me),
      () => {},
    )
  );
