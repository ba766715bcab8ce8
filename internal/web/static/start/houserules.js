// House rules as a form. It is the server's: which options there are, what they and
// their values mean, and what doesn't go together. Amounts are typed in
// money, and what doesn't go is said at its field.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {cents, language, readAmount} from '../lib/words.js';
import {ruleChosen} from '../live/ante.js';

/** first are the options that most tables agree on; the others come after a tap. */
const first = ['ante', 'pot_cap'];

/** most is the highest amount that a table of people has a use for: 10 000.00. */
const most = 1_000_000;

/** House is the form of a table that is being made. */
export class House {
  /**
   * @param {page.Words} w
   * @param {() => void} draw
   * @param {() => httpd.Preset} preset the game, with the limit of the pot that a new table is offered
   */
  constructor(w, draw, preset) {
    this.w = w;
    this.draw = draw;
    this.preset = preset;
    this.form = /** @type {wording.Form} */ (/** @type {unknown} */ (null)); // until it has come
    /** @type {Record<string, string>} options that differ from the preset, amounts too */
    this.chosen = {};
    /** @type {Record<string, {typed: string, why: string}>} what doesn't go, by option */
    this.faults = {};
    this.money = 'francs';
    this.number = 0;
    this.coming = Promise.resolve(); // the form last asked for
  }

  /**
   * ready waits for the form of a game, and asks once more if it has not come; false: it can't be had.
   * @param {string} preset
   */
  async ready(preset) {
    await this.coming;
    if (this.form?.preset !== preset) await this.begin(preset);
    return this.form?.preset === preset;
  }

  /**
   * load asks for the form of a preset with what has been chosen.
   * @param {string} preset
   * @param {{key: string, typed: string}} [changed] what has just been chosen
   */
  async load(preset, changed) {
    const number = ++this.number;
    const text = [preset, ...Object.entries(this.chosen).map(([k, v]) => `${k}=${v}`)].join(',');
    const r = await fetch(
      to(`/api/rules/${encodeURIComponent(text)}/${language()}?money=${this.money}`),
    ).catch(() => null);
    const form = r?.ok ? await r.json().catch(() => null) : null; // it may be cut off
    if (number !== this.number) return; // asked again meanwhile
    if (form) this.form = form;
    else if (changed) {
      const no = r ? await r.json().catch(() => ({})) : {};
      this.faults[changed.key] = {typed: changed.typed, why: no.text ?? this.w.t('ui.unreachable')};
      delete this.chosen[changed.key];
    }
    this.draw();
  }

  /**
   * begin is another game, or other money.
   * @param {string} preset
   * @param {string} [money]
   */
  begin(preset, money = this.money) {
    const {limit} = this.preset();
    if (preset !== this.form?.preset) this.chosen = limit ? {pot_cap: `${limit}`} : {};
    this.faults = {};
    this.money = money;
    this.coming = this.load(preset);
    return this.coming;
  }

  get options() {
    return this.form.groups.flatMap((g) => g.options);
  }

  /** What a table is asked for: amounts are numbers, everything else words. */
  get rules() {
    /** @type {variant.Variant} */
    const out = {preset: this.form.preset};
    for (const o of this.options)
      if (o.value !== o.default) out[o.key] = o.kind === 'amount' ? Number(o.value) : o.value;
    return out;
  }

  /** first fault is the field that is to be mended. */
  get fault() {
    return Object.keys(this.faults)[0] ?? '';
  }

  /** first are the options that most tables agree on. */
  first() {
    return this.form
      ? this.options.filter((o) => first.includes(o.key)).map((o) => this.option(o))
      : nothing;
  }

  /** view has the others by chapter, and says what differs from the game. */
  view() {
    if (!this.form) return nothing;
    const {w} = this;
    const chapters = this.form.groups.map(({name, options}) => ({
      name,
      options: options.filter((o) => !first.includes(o.key)),
    }));
    const changed = chapters.flatMap((c) => c.options).filter((o) => o.value !== o.default);
    const faulty = (/** @type {wording.Option[]} */ list) => list.some((o) => this.faults[o.key]);
    return html`<details class="house" ?open=${chapters.some((c) => faulty(c.options))}><summary>${w.t('start.house')}</summary>
      <p class="differs">${changed.length ? changed.map((o) => ruleChosen(w, o)).join(', ') : w.t('lobby.usual', {game: this.form.game})}
        <a href=${to(`/rules/${this.form.rules}/${w.lang}`)} target="_blank">${w.t('start.sources')}</a></p>
      ${chapters.map(
        (c) =>
          html`<details ?open=${faulty(c.options)}><summary>${c.name}</summary>${c.options.map(
            (o) => this.option(o),
          )}</details>`,
      )}</details>`;
  }

  /**
   * typed reads an amount as somebody writes it, in money; NaN: it is none.
   * @param {wording.Option} o
   * @param {string} text
   */
  typed(o, text) {
    return readAmount(text, o.unit === 'money' ? this.money : 'points');
  }

  /**
   * shown writes an amount as it is typed.
   * @param {wording.Option} o
   * @param {number} n
   */
  shown(o, n) {
    return o.unit === 'money' && cents(this.money) ? (n / 100).toFixed(2) : `${n}`;
  }

  /**
   * change takes what somebody has chosen or typed.
   * @param {wording.Option} o
   * @param {string} text
   */
  change(o, text) {
    delete this.faults[o.key];
    let value = text;
    if (o.kind === 'amount' && text.trim()) {
      const n = this.typed(o, text);
      const top = Math.min(o.most, o.unit === 'money' ? most : o.most);
      if (!(n >= o.least && n <= top)) {
        const say = (/** @type {number} */ x) => (o.unit === 'money' ? this.w.sum(x) : `${x}`);
        const parts = o.unit === 'money' && cents(this.money);
        this.faults[o.key] = {
          typed: text,
          why: this.w.t(
            Number.isNaN(n)
              ? parts
                ? 'start.amount.form'
                : 'start.amount.whole'
              : 'start.amount.range',
            {
              least: say(o.least),
              most: say(top),
              example: this.shown(o, Math.max(o.least, Number(o.default))),
            },
          ),
        };
        return this.draw();
      }
      value = `${n}`;
    }
    if (o.key === 'ante' && this.chosen.pot_cap === this.offer(o, o.value))
      this.chosen.pot_cap = this.offer(o, value.trim() || o.default);
    if (value.trim() === '' || value === o.default) delete this.chosen[o.key];
    else this.chosen[o.key] = value;
    void this.load(this.form.preset, {key: o.key, typed: text});
  }

  /**
   * offer is the limit of the pot that is offered with this ante; '': none.
   * @param {wording.Option} ante
   * @param {string} value
   */
  offer(ante, value) {
    const {limit = 0} = this.preset();
    return limit ? `${(limit / Number(ante.default)) * Number(value)}` : '';
  }

  /** @param {wording.Option} o */
  option(o) {
    const change = (/** @type {page.Changed} */ e) => this.change(o, e.target.value);
    const id = `about-${o.key}`;
    const now = o.values?.find((v) => v.value === o.value);
    const long = now && new Blob([now.name]).size > 26 ? now.name : ''; // more than a select on a phone shows
    const said = now?.means && now.means !== o.means ? now.means : long;
    const fault = this.faults[o.key];
    const unit = o.unit === 'money' ? this.w.t(`start.unit.${this.money}`) : '';
    const cap = o.key.endsWith('_cap') && this.options.find((x) => x.key === 'ante'); // none is no amount, and one is offered
    const offer = cap && first.includes(o.key) ? this.offer(cap, cap.value) : '';
    const shown = cap && o.value === '0' ? '' : this.shown(o, Number(o.value));
    const field =
      o.kind === 'amount'
        ? html`<span class="amount"><input name=${o.key} inputmode=${o.unit === 'money' && cents(this.money) ? 'decimal' : 'numeric'} autocomplete="off"
        maxlength="20" placeholder=${cap ? this.w.t('value.penalty_cap.none') : ''} .value=${fault?.typed ?? shown}
        aria-invalid=${!!fault} aria-describedby=${fault ? `fault-${o.key}` : id} @change=${change}>${unit}</span>`
        : html`<select name=${o.key} aria-describedby=${id}
        @change=${change}>${o.values?.map(
          (v) => html`<option value=${v.value} title=${v.refused ?? ''} ?disabled=${!!v.refused}
        ?selected=${v.value === o.value}>${v.name}</option>`,
        )}</select>`;
    const greyed = (o.values ?? [])
      .filter((v) => v.refused)
      .map((v) => ({name: v.name, says: `${v.refused}`})); // a phone shows no title
    return html`<div class=${o.value === o.default ? 'rule' : 'rule changed'}><label><span>${o.name}</span> ${field}</label>
      <p class="fault" id=${`fault-${o.key}`} role="alert">${fault?.why ?? ''}</p>
      <p id=${id}>${o.means} ${said ? html`<b>${said}</b>` : nothing} ${
        offer && o.value === offer && !this.preset().printed ? this.w.t('start.cap.ours') : nothing
      }</p>
      ${
        offer && o.value === '0' && !fault
          ? html`<button type="button" class="meek" data-do="cap" @click=${() => this.change(o, this.shown(o, Number(offer)))}>${this.w.t(
              'start.cap',
              {amount: this.w.sum(Number(offer))},
            )}</button>`
          : nothing
      }
      ${greyed.length ? html`<ul class="greyed">${together(greyed).map(([why, names]) => html`<li>${names.join(', ')}: ${why}</li>`)}</ul>` : nothing}</div>`;
  }
}

/**
 * together is why values are refused, those of one reason together.
 * @param {{name: string, says: string}[]} texts
 * @returns {[string, string[]][]}
 */
function together(texts) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const x of texts) by.set(x.says, [...(by.get(x.says) ?? []), x.name]);
  return [...by];
}
