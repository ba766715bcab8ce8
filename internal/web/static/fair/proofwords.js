// The texts about the proof of the deals, which aren't in the first load.

import {file, once} from '../lib/address.js';
import {language} from '../lib/words.js';

const {texts} = JSON.parse(await once(file(`/fair/words/${language()}.json`)));

/** @type {page.Words | undefined} */
let of;
/** @type {page.Words} */
let made;

/** proofWords returns words that know them, too; all else is as the table has it. */
export function proofWords(/** @type {page.Words} */ w) {
  if (w !== of) made = Object.assign(Object.create(w), {texts: {...w.texts, ...texts}});
  of = w;
  return made;
}
