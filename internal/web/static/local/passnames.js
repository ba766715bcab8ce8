// Who passes one device round: their names, asked on the first page.

import {html, nothing} from '../lib/html.js';
import {remember, remembered} from '../lib/storage.js';

const key = 'round';

/** Round is the form of a table for several people at one device. */
export class Round {
  /**
   * @param {page.Words} w
   * @param {() => void} draw
   * @param {() => [number, number]} seats how many may play
   * @param {(names: string[]) => void} go
   */
  constructor(w, draw, seats, go) {
    this.w = w;
    this.draw = draw;
    this.seats = seats;
    this.go = go;
    /** @type {string[]} */
    this.names = JSON.parse(remembered(key) ?? 'null') ?? [remembered('name') ?? '', ''];
    this.trouble = '';
  }

  begin() {
    const names = this.names.map((n) => n.trim());
    const nameless = names.indexOf('');
    const twice = names.findIndex((n, i) => names.indexOf(n) < i);
    this.trouble =
      nameless >= 0
        ? this.w.t('pass.nameless', {n: nameless + 1})
        : twice >= 0
          ? this.w.t('pass.twice', {name: names[twice]})
          : '';
    if (!this.trouble) {
      remember(key, JSON.stringify(names));
      return this.go(names);
    }
    this.draw();
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#round input'))[
      Math.max(nameless, twice)
    ]?.focus();
  }

  /** @param {number} by */
  change(by) {
    this.names = by > 0 ? [...this.names, ''] : this.names.slice(0, -1);
    this.draw();
  }

  /** view asks for the names. */
  view() {
    const {w} = this;
    const [, most] = this.seats();
    if (this.names.length > most) this.names.length = most;
    return html`<div id="round" role="group" aria-label=${w.t('pass.begin')}>
      ${this.names.map(
        (
          name,
          i,
        ) => html`<label class="field">${w.t('pass.name', {n: i + 1})} <input maxlength="24" autocomplete="off" autocapitalize="words"
        .value=${name} @input=${(/** @type {page.Changed} */ e) => {
          this.names[i] = e.target.value;
        }}></label>`,
      )}
      <div class="acts">${
        this.names.length < most
          ? html`<button type="button" class="meek" data-do="more"
        @click=${() => this.change(1)}>${w.t('pass.more')}</button>`
          : nothing
      }${
        this.names.length > 2
          ? html`<button type="button" class="meek" data-do="less"
        @click=${() => this.change(-1)}>${w.t('pass.less')}</button>`
          : nothing
      }</div>
      <p class="trouble" role="alert">${this.trouble}</p></div>`;
  }

  /** button begins the evening. */
  button() {
    const {w} = this;
    return html`<button type="button" class="bold" data-do="round" @click=${() => this.begin()}>
      <b>${w.t('pass.go')}</b><small>${w.t('pass.go.means')}</small></button>`;
  }
}
