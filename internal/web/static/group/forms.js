// Forms of a group's page. Their fields belong to the browser: a new drawing leaves them alone, and each form is emptied once its line is written.

import {html} from '../lib/html.js';

/** text reads a field. */
export const text = (/** @type {FormData} */ f, /** @type {string} */ name) =>
  `${f.get(name) ?? ''}`.trim();

/** quoted is a text as a line has it. */
export const quoted = (/** @type {string} */ t) => `"${t.replaceAll('"', "'")}"`;

/**
 * entryForm is a form that is emptied once what it says is written.
 * @param {import('./group.js').Group} g
 * @param {string} key the text of its button
 * @param {unknown} fields
 * @param {(f: FormData, how: string) => Promise<boolean>} submit how: the value of the button
 */
export const entryForm = (g, key, fields, submit) =>
  html`<form @submit=${async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const at = /** @type {HTMLFormElement} */ (e.target);
    const by = /** @type {HTMLButtonElement | null} */ (e.submitter);
    if (await submit(new FormData(at), by?.value ?? '')) at.reset();
  }}>${fields}<button class="meek do" aria-disabled=${g.busy}>${g.words.t(key)}</button></form>`;

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
