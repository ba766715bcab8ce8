// What the words of a table mean. The server knows, for the rules and the deck of
// this table; the pages only know which word is called what.

import {html, nothing} from './html.js';
import {dialog, redraw} from './dialog.js';
import {to} from './address.js';
import {inTime} from './request.js';

/** @type {locale.Meaning[]} the words of this table's rules, once they are here */
export let glossary = [];

/** learn fetches them, once, and draws what shows them. */
export async function learn(/** @type {Pick<page.Page, 'words' | 'config'>} */ {words: w, config}) {
  if (glossary.length) return;
  const r = await fetch(to(`/api/glossary/${rulesOf(config)}/${w.lang}?deck=${w.deck}`), {
    signal: inTime(),
  });
  if (r.ok) glossary = (await r.json()).words; // else it is asked for again
  redraw();
}

/**
 * meanings lists words and what they mean.
 * @param {[string, string][]} list what is written, and the glossary's key for it
 */
export const meanings = (list) =>
  html`<dl class="words">${list.map(([word, key]) => {
    const entry = glossary.find((x) => key in x.by);
    return entry ? html`<dt>${word || entry.word}</dt><dd>${entry.by[key]}</dd>` : nothing;
  })}</dl>`;

/**
 * explain opens a dialog for what somebody has tapped: what it is, and what the words for it mean.
 * @param {Pick<page.Page, 'words' | 'config'>} table
 * @param {string} title
 * @param {string[]} keys
 * @param {() => unknown} [more] what stands above the words
 */
export function explain(table, title, keys, more = () => nothing) {
  dialog(
    table.words,
    () => html`<section><h2>${title}</h2>${more()}${meanings(keys.map((k) => ['', k]))}</section>`,
  );
  void learn(table);
}

/** rulesOf returns a table's rules in the form for an address. */
export function rulesOf(/** @type {page.Config} */ {rules: {preset, ...changed}}) {
  return encodeURIComponent(
    [preset, ...Object.entries(changed).map(([k, v]) => `${k}=${v}`)].join(','),
  );
}
