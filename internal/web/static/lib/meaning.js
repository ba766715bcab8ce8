// What the words of a table mean. The server knows, for the rules and the deck of
// this table; the pages only know which word is called what.

import {html, nothing} from '../vendor/lit-html.js';
import {dialog} from './dialog.js';
import {to} from './address.js';

/**
 * learn fetches the words of this table's rules, once, and draws what shows them.
 * @param {page.Page} app
 */
export async function learn(app) {
  if (app.glossary) return;
  const r = await fetch(to(`/api/glossary/${rulesOf(app)}/${app.words.lang}?deck=${app.words.deck}`));
  if (r.ok) app.glossary = (await r.json()).words; // else it is asked for again
  app.people.drawn();
}

/**
 * meanings lists words and what they mean.
 * @param {page.Page} app
 * @param {[string, string][]} list what is written, and the glossary's key for it
 */
export const meanings = (app, list) => html`<dl class="words">${list.map(([word, key]) => {
  const entry = app.glossary?.find((x) => key in x.by);
  return entry ? html`<dt>${word || entry.word}</dt><dd>${entry.by[key]}</dd>` : nothing;
})}</dl>`;

/**
 * explain opens a dialog for what somebody has tapped: what it is, and what the words for it mean.
 * @param {page.Page} app
 * @param {string} title
 * @param {string[]} keys
 * @param {() => unknown} [more] what stands above the words
 */
export function explain(app, title, keys, more = () => nothing) {
  dialog(app, () => html`<section><h2>${title}</h2>${more()}${meanings(app, keys.map((k) => ['', k]))}</section>`);
  void learn(app);
}

/**
 * rulesOf returns this table's rules in the form for an address.
 * @param {page.Page} app
 */
export function rulesOf(app) {
  const {preset, ...changed} = app.config.rules;
  return encodeURIComponent([preset, ...Object.entries(changed).map(([k, v]) => `${k}=${v}`)].join(','));
}
