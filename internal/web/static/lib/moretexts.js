// The texts of a folder, which aren't in the first load.

import {file, once} from './address.js';
import {language} from './words.js';

/**
 * moreTexts fetches them, and returns what makes of words those that know them, too.
 * @param {string} folder
 * @param {string} [lang]
 */
export async function moreTexts(folder, lang = language()) {
  const {texts} = JSON.parse(await once(file(`/${folder}/words/${lang}.json`)));
  /** @type {page.Words | undefined} */
  let of;
  /** @type {page.Words} */
  let made;
  return (/** @type {page.Words} */ w) => {
    if (w !== of) made = Object.assign(Object.create(w), {texts: {...w.texts, ...texts}}); // all else is as the table has it
    of = w;
    return made;
  };
}
