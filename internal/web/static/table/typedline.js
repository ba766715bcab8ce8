// The typed line: everything that can be tapped can be written, and everything that
// can be seen can be asked for, by letters too. It is fetched when the first is used.

import {status} from './spoken.js';
import {sorted} from './view.js';

/**
 * answer says what a letter asks for.
 * @param {string} key
 * @param {page.Page} app
 * @param {page.View} v
 * @returns {string}
 */
export function typedAnswer(key, app, v) {
  const w = app.words;
  const trick = (/** @type {page.Played[]} */ cards) =>
    w.t('view.trick', {
      cards: w.list(
        cards.map((p) => w.t('view.trick.card', {name: app.names[p.seat], card: w.card(p.card)})),
      ),
    });
  switch (key) {
    case 'h':
      return w.t('view.hand', {cards: w.cards(v.hand)});
    case 't':
      return trick(v.lying);
    case 'l':
      return v.tricks.length ? trick(v.tricks[v.tricks.length - 1].cards) : w.t('ui.notrick');
    case 'p':
      return w.t('view.pot', {amount: w.sum(app.pot(v))});
    case 'w':
      return w.list(
        v.seats.map((s, i) =>
          w.t('view.seat', {
            name: app.names[i],
            contract: status(w, v, i) || w.t('contract.none'),
            n: s.tricks,
          }),
        ),
      );
    case '?':
      return w.sentences([
        w.t('ui.keys'),
        ...(app.info.practice?.alone ? [w.t('practice.keys')] : []),
        ...(app.hints?.available ? [w.t('hint.keys')] : []),
      ]);
    default:
      return '';
  }
}

/**
 * typed carries out what a person has typed, or answers it.
 * @param {page.Page} app
 * @param {string} text
 */
export function typed(app, text) {
  const w = app.words;
  if (!text) return;
  const told = text === '?' ? help(app) : text.length === 1 ? typedAnswer(text, app, app.view) : '';
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
  const called = legal.find(
    (a) => a === low || a === `price-${low}` || app.words.call(a).toLowerCase() === low,
  );
  if (called) return called;
  const names = text.split(/\s+/);
  const cards = names.map(
    (n) => n.slice(0, -1).toUpperCase().replace('10', 'T') + n.slice(-1).toLowerCase(),
  );
  if (text === '0') return legal.includes(app.kind) ? app.kind : '';
  if (!cards.every((c) => app.view.hand.includes(c))) return '';
  return app.kind === 'play' || app.choosing ? [app.kind, ...sorted(cards)].join(' ') : '';
}

function help(/** @type {page.Page} */ app) {
  const w = app.words;
  const acts =
    app.choosing || app.kind === 'play'
      ? w.list(app.view.hand)
      : w.list((app.ask?.legal ?? []).map((a) => w.call(a)));
  return w.sentences([
    w.t('ui.line.help', {acts}),
    ...(app.info.practice?.alone
      ? [
          w.t('practice.line', {
            back: w.t('practice.typed.back'),
            again: w.t('practice.typed.again'),
            show: w.t('practice.typed.show'),
            hide: w.t('practice.typed.hide'),
          }),
        ]
      : []),
    ...(app.hints?.available ? [w.t('hint.line', {hint: w.t('hint.typed')})] : []),
  ]);
}
