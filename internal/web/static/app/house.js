// House rules as a form. It is made from the options that the server lists; what
// they mean and what the texts say is in the catalogue.

import {html, nothing} from '../vendor/lit-html.js';

/** @typedef {import('./words.js').Words} Words */

/** first are the options that most tables agree on; the others come after a tap. */
const first = ['ante', 'penalty_cap'];

/** rules is what differs from the preset, as a table is asked for. Amounts are numbers, everything else words. @param {any} preset @param {Record<string, string>} chosen */
export function rules(preset, chosen) {
  /** @type {Record<string, any>} */
  const out = {preset: preset.name};
  for (const o of preset.options) {
    const v = chosen[o.key];
    if (v !== undefined && v !== '' && v !== o.default) out[o.key] = o.kind === 'amount' ? Number(v) : v;
  }
  return out;
}

/** house is the form. @param {Words} w @param {any} preset @param {Record<string, string>} chosen @param {() => void} draw */
export function house(w, preset, chosen, draw) {
  const some = (/** @type {boolean} */ early) => preset.options.filter((/** @type {any} */ o) => first.includes(o.key) === early).map((/** @type {any} */ o) => option(w, o, chosen, draw));
  return html`${some(true)}<details><summary>${w.t('start.house')}</summary>${some(false)}</details>`;
}

/** value says what a value of an option means. @param {Words} w @param {any} o @param {string} v */
const value = (w, o, v) => (w.has(`value.${o.key}.${v}`) ? w.t(`value.${o.key}.${v}`) : v);

/** @param {Words} w @param {any} o @param {Record<string, string>} chosen @param {() => void} draw */
function option(w, o, chosen, draw) {
  const now = chosen[o.key] ?? o.default;
  const change = (/** @type {any} */ e) => {
    chosen[o.key] = e.target.value;
    draw();
  };
  const id = `about-${o.key}`;
  const means = w.has(`house.${o.key}`) ? w.t(`house.${o.key}`) : '';
  const source = w.has(`source.${o.source}`) ? w.t('house.source', {source: w.t(`source.${o.source}`), value: value(w, o, o.default)}) : '';
  return html`<div class="rule"><label>${w.t(`option.${o.key}`)} ${o.kind === 'amount'
    ? html`<input name=${o.key} type="number" inputmode="numeric" min=${o.least ?? 0} max=${o.most ?? 0} .value=${now} aria-describedby=${id} @change=${change}>`
    : html`<select name=${o.key} aria-describedby=${id} @change=${change}>${o.values.map((/** @type {string} */ v) => html`<option value=${v} ?selected=${v === now}>${value(w, o, v)}</option>`)}</select>`}</label>
    <small id=${id}>${means} ${source}${o.ours ? ` ${w.t('ours')}` : nothing}</small></div>`;
}
