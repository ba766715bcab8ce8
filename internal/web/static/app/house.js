// House rules as a form. It is the server's: which options there are, what they and
// their values mean, what the texts say, and what doesn't go together.

import {html, nothing} from '../vendor/lit-html.js';
import {language} from './words.js';

/** first are the options that most tables agree on; the others come after a tap. */
const first = ['ante', 'penalty_cap'];

/** House is the form of a table that is being made. */
export class House {
  /**
   * @param {import('./words.js').Words} w
   * @param {() => void} draw
   */
  constructor(w, draw) {
    this.w = w;
    this.draw = draw;
    /** @type {any} */
    this.form = null;
    /** @type {Record<string, string>} options that differ from the preset, amounts too */
    this.chosen = {};
    this.number = 0;
  }

  /**
   * load asks for the form of a preset with what has been chosen.
   * @param {string} preset
   */
  async load(preset) {
    const number = ++this.number;
    const text = [preset, ...Object.entries(this.chosen).map(([k, v]) => `${k}=${v}`)].join(',');
    const r = await fetch(`/api/rules/${encodeURIComponent(text)}/${language()}`);
    if (number !== this.number) return; // asked again meanwhile
    if (r.ok) this.form = await r.json();
    this.draw();
  }

  /**
   * begin is another game.
   * @param {string} preset
   */
  begin(preset) {
    this.chosen = {};
    return this.load(preset);
  }

  get options() { return this.form.groups.flatMap((/** @type {any} */ g) => g.options); }

  /** What a table is asked for: amounts are numbers, everything else words. */
  get rules() {
    /** @type {Record<string, any>} */
    const out = {preset: this.form.preset};
    for (const o of this.options) if (o.value !== o.default) out[o.key] = o.kind === 'amount' ? Number(o.value) : o.value;
    return out;
  }

  view() {
    if (!this.form) return nothing;
    return html`${this.options.filter((/** @type {any} */ o) => first.includes(o.key)).map((/** @type {any} */ o) => this.option(o))}
      <details><summary>${this.w.t('start.house')}</summary>${this.form.groups.map((/** @type {any} */ g) => html`<h2>${g.name}</h2>${g.options.filter((/** @type {any} */ o) => !first.includes(o.key)).map((/** @type {any} */ o) => this.option(o))}`)}</details>`;
  }

  /** @param {any} o */
  option(o) {
    const change = (/** @type {any} */ e) => {
      if (e.target.value === '' || e.target.value === o.default) delete this.chosen[o.key];
      else this.chosen[o.key] = e.target.value;
      void this.load(this.form.preset);
    };
    const id = `about-${o.key}`;
    const now = o.values?.find((/** @type {any} */ v) => v.value === o.value);
    const field = o.kind === 'amount'
      ? html`<input name=${o.key} type="number" inputmode="numeric" min=${o.least} max=${o.most} .value=${o.value} aria-describedby=${id} @change=${change}>`
      : html`<select name=${o.key} aria-describedby=${id} @change=${change}>${o.values.map((/** @type {any} */ v) => html`<option value=${v.value} title=${v.refused ?? ''} ?disabled=${!!v.refused} ?selected=${v.value === o.value}>${v.name}</option>`)}</select>`;
    return html`<div class=${o.value === o.default ? 'rule' : 'rule changed'}><label>${o.name} ${field}</label>
      <p id=${id}>${o.means} ${now?.means && now.means !== o.means ? html`<b>${now.means}</b>` : nothing}</p>
      ${o.texts?.length ? html`<ul class="texts">${said(o.texts).map(([what, names]) => html`<li>${names.join(', ')}: ${what}</li>`)}</ul>` : nothing}</div>`;
  }
}

/**
 * said is what the texts say, those that agree together.
 * @param {{name: string, says: string}[]} texts
 * @returns {[string, string[]][]}
 */
function said(texts) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const x of texts) by.set(x.says, [...(by.get(x.says) ?? []), x.name]);
  return [...by];
}
