// Why the server refuses something about a group.

import {moreTexts} from '../lib/moretexts.js';

/**
 * whyNot says it. w has the group's texts.
 * @param {page.Words} w
 * @param {httpd.Problem} no
 */
export const whyNot = (w, no) =>
  no.text ||
  w.t(
    [`group.no.${no.code}`, `no.${no.code}`].find((key) => w.has(key)) ?? 'group.no.other',
    /** @type {any} */ (no),
  );

/** told is whyNot with the texts fetched first. */
export const told = async (/** @type {page.Words} */ w, /** @type {httpd.Problem} */ no) =>
  whyNot((await moreTexts('group', w.lang))(w), no);
