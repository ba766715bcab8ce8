// What a table plays for, which one who sits down there has to know before the first hand:
// in the lobby as a sentence, and short in the table's head.

import {html, nothing} from '../lib/html.js';
import {once, to} from '../lib/address.js';
import {race} from '../lib/games.js';
import {rulesOf} from '../lib/meaning.js';

/** @type {Map<string, wording.Option[]>} the house rules of a form, once they are here */
const forms = new Map();

/**
 * chosen is a house rule and what has been chosen.
 * @param {page.Words} w
 * @param {wording.Option} o
 */
export const ruleChosen = (w, o) =>
  `${o.name}${
    o.unit === 'money'
      ? ` ${w.sum(Number(o.value))}`
      : `: ${o.values?.find((v) => v.value === o.value)?.name ?? o.value}`
  }`;

/** lobbyRules names the game, and the house rules that aren't the preset's: guests agree to them. It leads to all rules. */
export function lobbyRules(/** @type {page.Page} */ app) {
  const {words: w, config} = app;
  const n = Object.keys(config.rules).length - 1;
  const rules = `/rules/${rulesOf(config)}/${w.lang}`;
  const form = to(`/api${rules}?money=${w.money}`);
  const options = forms.get(form);
  if (n && !options) {
    forms.set(form, []);
    once(form).then(
      (text) => {
        forms.set(
          form,
          JSON.parse(text).groups.flatMap((/** @type {wording.Group} */ g) => g.options),
        );
        app.draw();
      },
      () => {},
    ); // then only their number is told
  }
  const changed = (options ?? []).filter((o) => o.key in config.rules).map((o) => ruleChosen(w, o));
  const text = n ? w.t('lobby.rules', {game: w.game(), n}) : w.t('lobby.usual', {game: w.game()});
  return html`<p class="lines houserules"><a href=${to(`${rules}?deck=${w.deck}&money=${w.money}`)} target="_blank">${text}</a>${
    changed.length ? html`: ${changed.join(', ')}` : nothing
  }</p>`;
}

/** lobbyAnte is the sentence: what is put into the pot, by whom and when. */
export function lobbyAnte(/** @type {page.Page} */ app) {
  const {ante, antes} = app.table.hello;
  return ante
    ? html`<p class="antes">${app.words.t(`sheet.antes.${antes}`, {ante: app.words.sum(ante)})}</p>`
    : nothing;
}

/** headAnte is the same in a few words; in a race it is the goal. */
export function headAnte(/** @type {page.Page} */ app) {
  const {ante, antes} = app.table.hello;
  const {score, goal} = race(app.config);
  return goal
    ? html`<small class="ante">${app.words.t(`ui.goal.${score}`, {goal})}</small>`
    : ante
      ? html`<small class="ante">${app.words.t(`ui.ante.${antes}`, {amount: app.words.sum(ante)})}</small>`
      : nothing;
}
