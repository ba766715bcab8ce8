// An evening that is played for strokes, without a pot: what is agreed, and how it stands.

import {html, nothing} from '../lib/html.js';
import {readAmount} from '../lib/words.js';
import {colours, taken} from '../lib/eveningpicture.js';

/** causes are what a fine may be for, in the order of the page's fines. */
export const causes = /** @type {('without' | 'rule' | 'prize')[]} */ ([
  'without',
  'rule',
  'prize',
]);

/**
 * form returns what a form shows of a race.
 * @param {page.Words} w
 * @param {desk.Race} race
 * @returns {desk.RaceForm}
 */
export function form(w, {up, goal, back, fines, prizes}) {
  const [without, rule, prize] = fines.map((n) => (n ? w.number(n) : ''));
  return {
    way: up ? 'up' : 'down',
    goal: `${goal}`,
    back: back ? `${back}` : '',
    without,
    rule,
    prize,
    prizes: prizes.join(', '),
  };
}

/**
 * prizes returns the prizes of a form: a sausage for all but one, until others are typed.
 * @param {desk.App} app
 * @param {desk.RaceForm} r
 * @param {number} players
 */
const prizes = (app, r, players) =>
  r.prizes ?? Array.from({length: players - 1}, () => app.w.t('kasse.race.sausage')).join(', ');

/**
 * pick is a choice among values.
 * @param {string} label
 * @param {string[]} values
 * @param {string} now
 * @param {(v: string) => string} text
 * @param {(v: string) => void} then
 */
export const pick = (label, values, now, text, then) => html`<label class="field">${label}<select
  @change=${(/** @type {page.Changed} */ e) => then(e.target.value)}>${values.map(
    (v) => html`<option value=${v} ?selected=${v === now}>${text(v)}</option>`,
  )}</select></label>`;

/**
 * fields are where a race is agreed.
 * @param {desk.App} app
 * @param {desk.RaceForm} r
 * @param {number} players
 */
export function fields(app, r, players) {
  const {w} = app;
  const text = (
    /** @type {'goal' | 'back' | 'without' | 'rule' | 'prize'} */ key,
  ) => html`<label class="field">${w.t(`kasse.race.${key}`)}<input
    inputmode="decimal" name=${key} .value=${r[key]} @input=${(/** @type {page.Changed} */ e) => {
      r[key] = e.target.value;
    }}></label>`;
  return html`<div class="race">
    ${pick(
      w.t('kasse.race.way'),
      ['up', 'down'],
      r.way,
      (v) => w.t(v === 'up' ? 'kasse.race.way.up' : 'kasse.race.way.down'),
      (v) => {
        r.way = v;
      },
    )}
    ${text('goal')}${text('back')}${causes.map(text)}
    <label class="field">${w.t('kasse.race.prizes')}<input name="prizes" .value=${prizes(app, r, players)}
      @input=${(/** @type {page.Changed} */ e) => {
        r.prizes = e.target.value;
      }}></label></div>`;
}

/**
 * line writes a race as the desk reads it.
 * @param {desk.App} app
 * @param {desk.RaceForm} r
 * @param {number} players
 * @param {string} money
 */
export function raceLine(app, r, players, money) {
  const given = (/** @type {string} */ key, /** @type {string} */ value) =>
    value ? ` ${key} ${value}` : '';
  const amount = (/** @type {string} */ text) => `${readAmount(text, money) || text.trim()}`;
  const names = prizes(app, r, players)
    .replaceAll('"', '')
    .split(/[,，、;]/)
    .map((n) => n.trim())
    .filter(Boolean);
  return `race ${r.way} ${r.goal.trim() || '?'}${given('back', r.back.trim())}${causes.map((c) => given(c, r[c].trim() && amount(r[c]))).join('')}${given(
    'prizes',
    names.map((n) => `"${n}"`).join(' '),
  )}`;
}

/** title says which race it is. */
export const title = (/** @type {page.Words} */ w, /** @type {desk.Race} */ race) =>
  w.t(race.up ? 'kasse.race.up' : 'kasse.race.down', {n: race.goal});

/**
 * wins says who takes which prize by a hand.
 * @param {desk.App} app
 * @param {desk.Step | undefined} step
 */
export const wins = (app, step) =>
  (step?.prizes ?? []).map(
    (p) =>
      html`<li class="gets"><b>★ ${app.w.t('kasse.hands.prize.take', {
        to: app.page.people[p.who],
        prize: p.name,
      })}</b></li>`,
  );

/** order is the order of a race: those who are through, then those who are nearest to it. */
function order(/** @type {desk.App} */ app) {
  const {now, race, people} = app.page;
  const points = now.points ?? [];
  const place = (/** @type {number} */ who) => {
    const at = now.through?.indexOf(who) ?? -1;
    return at < 0 ? people.length : at;
  };
  return people
    .map((_, who) => who)
    .sort(
      (a, b) => place(a) - place(b) || (race?.up ? points[b] - points[a] : points[a] - points[b]),
    );
}

/** standings are the strokes, what was won, and what went into the glass. */
export function standings(/** @type {desk.App} */ app) {
  const {w, page} = app;
  return html`<section><h2>${w.t('kasse.standings')}</h2><ol class="standings">${order(app).map(
    (who) =>
      html`<li class=${page.now.seats.includes(who) ? '' : 'gone'}><i class="dot c${who % colours.length}"></i><span class="name">${page.people[who]}
      ${taken(app.page, who) ? html`<small>★ ${taken(app.page, who)}</small>` : nothing}</span><b>${w.t('kasse.strokes', {n: page.now.points?.[who] ?? 0})}</b>
      <small class=${page.now.balance[who] < 0 ? 'minus' : 'plus'}>${w.balance(page.now.balance[who])}</small></li>`,
  )}</ol></section>`;
}
