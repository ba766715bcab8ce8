// The texts about the proof of the deals, which aren't in the first load.

import {moreTexts} from '../lib/moretexts.js';

/** proofWords returns words that know them, too. */
export const proofWords = await moreTexts('fair');
