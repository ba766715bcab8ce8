// The typed line: everything that can be tapped can be written, and everything that
// can be seen can be asked for.

import {html, nothing} from '../vendor/lit-html.js';
import {settings} from '../lib/settings.js';
import {answer} from './spoken.js';
import {sorted} from './view.js';

/**
 * line is the field, for those who want it.
 * @param {page.Page} app
 */
export function line(app) {
  const w = app.words;
  if (!settings.on('line') || !app.info || app.info.stage === 'lobby') return nothing;
  return html`<form class="line" @submit=${(/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (e.target).elements.namedItem('line'));
    typed(app, field.value.trim());
    field.value = '';
  }}><input name="line" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${w.t('ui.line')} placeholder=${w.t('ui.line')}></form>`;
}

/**
 * typed carries out what a person has typed, or answers it.
 * @param {page.Page} app
 * @param {string} text
 */
export function typed(app, text) {
  const w = app.words;
  if (!text) return;
  const told = text === '?' ? help(app) : text.length === 1 ? answer(text, app, app.view) : '';
  if (told) return app.say(told);
  if (app.practice?.typed(text) || app.hints?.typed(text)) return;
  const act = meant(app, text);
  if (act) app.act(act);
  else if (text.toLowerCase() === 'n' && app.over) app.next();
  else app.say(w.t('ui.line.unknown', {text}));
}

/**
 * meant returns the act that a text stands for: its own form, what is said at the table, or just cards.
 * @param {page.Page} app
 * @param {string} text
 */
function meant(app, text) {
  const legal = app.ask?.legal ?? [];
  const low = text.toLowerCase();
  const called = legal.find((a) => a === low || app.words.call(a).toLowerCase() === low);
  if (called) return called;
  const names = text.split(/\s+/);
  const cards = names.map((n) => n.slice(0, -1).toUpperCase().replace('10', 'T') + n.slice(-1).toLowerCase());
  if (text === '0') return legal.includes(app.kind) ? app.kind : '';
  if (!cards.every((c) => app.view.hand.includes(c))) return '';
  return app.kind === 'play' || app.choosing ? [app.kind, ...sorted(cards)].join(' ') : '';
}

function help(/** @type {page.Page} */ app) {
  const w = app.words;
  const acts = app.choosing || app.kind === 'play' ? w.list(app.view.hand) : w.list((app.ask?.legal ?? []).map((a) => w.call(a)));
  return [w.t('ui.line.help', {acts}), ...(app.info.practice?.alone
    ? [w.t('practice.line', {back: w.t('practice.typed.back'), again: w.t('practice.typed.again'), show: w.t('practice.typed.show'),
    hide: w.t('practice.typed.hide')})] : []), ...(app.hints?.available ? [w.t('hint.line', {hint: w.t('hint.typed')})] : [])].join(' ');
}
