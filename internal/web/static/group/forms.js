// The forms of a group's page. Their fields belong to the browser: a new drawing leaves them alone, and each form is emptied
// once its line is written.

import {html, nothing} from '../lib/html.js';

/** @typedef {import('./group.js').Group} Group */

/** text reads a field. */
export const text = (/** @type {FormData} */ f, /** @type {string} */ name) =>
  `${f.get(name) ?? ''}`.trim();

/** quoted is a text as a line has it. */
export const quoted = (/** @type {string} */ t) => `"${t.replaceAll('"', "'")}"`;

/**
 * entryForm is a form that is emptied once what it says is written.
 * @param {import('./group.js').Group} g
 * @param {string} key the text of its button; '': the fields have buttons
 * @param {unknown} fields
 * @param {(f: FormData, how: string) => Promise<boolean>} submit how: the value of the button
 */
export const entryForm = (g, key, fields, submit) =>
  html`<form @submit=${async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const at = /** @type {HTMLFormElement} */ (e.target);
    const by = /** @type {HTMLButtonElement | null} */ (e.submitter);
    if (await submit(new FormData(at), by?.value ?? '')) at.reset();
  }}>${fields}${key ? html`<button class="meek do" aria-disabled=${g.busy}>${g.words.t(key)}</button>` : nothing}</form>`;

/**
 * choice is one among values.
 * @param {string} label
 * @param {string} name
 * @param {string[]} values
 * @param {string} first
 * @param {(v: string) => string} say
 */
export const choice = (label, name, values, first, say) =>
  html`<label class="field">${label}<select name=${name}>${values.map(
    (v) => html`<option value=${v} ?selected=${v === first}>${say(v)}</option>`,
  )}</select></label>`;

const moneys = ['francs', 'euro', 'dollars', 'yen', 'points'];

/**
 * moneyAndMode are the choices of a money, and how it is dealt with between evenings.
 * @param {Group} g
 * @param {string} money
 * @param {string} mode
 */
export const moneyAndMode = ({words: w}, money, mode) =>
  html`<div class="two">${choice(w.t('group.money.kind'), 'money', moneys, money, (m) => w.t(`start.money.${m}`))}
    ${choice(w.t('group.mode'), 'mode', ['settled', 'carried', 'jar'], mode, (m) => w.t(`group.mode.${m}.short`))}</div>`;

/** haveCode lets this phone in. */
export const haveCode = (/** @type {Group} */ g) =>
  entryForm(
    g,
    'group.code.enter',
    html`<label class="field">${g.words.t('group.code.have')}<input name="code" required maxlength="20" autocapitalize="characters"
      autocomplete="off" spellcheck="false"></label>`,
    (f) => g.enter(text(f, 'code')),
  );

/** code is an account as a line has it. */
export const code = (/** @type {group.Account} */ a) =>
  a.member ? `${a.member}` : a.evening ? `${a.evening}/${a.person}` : 'jar';
