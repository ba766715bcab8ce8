// A table for friends, asked for on the first page: each with a device of their own, or all with this one.

import {html, nothing} from '../lib/html.js';
import {sit} from './prefetch.js';
import {House} from './houserules.js';
import {wish} from '../lib/localtable.js';
import {Round} from '../local/passnames.js';
import {settings} from '../lib/settings.js';
import {site} from '../lib/address.js';
import {decks} from '../lib/samples.js';

/** Friends is the form. */
export class Friends {
  /** @param {import('./start.js').About} page */
  constructor(page) {
    this.page = page;
    this.house = new House(page.w, page.draw, page.preset);
    this.open = false;
    /** @type {Round | null} who passes this device round; null: everybody has one of their own */
    this.round = null;
  }

  /**
   * toggle opens the form, or puts it away.
   * @param {boolean} pass it is for one device
   */
  toggle(pass) {
    this.open = !this.open;
    if (!this.open) this.round = null;
    else if (pass) this.pass();
    else this.begin();
    this.page.draw();
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (
      document.querySelector(this.round ? 'input[name=pass]' : '#friends, #pass')
    )?.focus({preventScroll: true});
  }

  /** begin gets the form of house rules, whose amounts are in the table's money. */
  begin() {
    if (!this.open || site) return;
    const {w, state, money} = this.page;
    w.money = money();
    void this.house.begin(state.preset, money());
  }

  /** pass asks who passes this device round, or puts the question away. */
  pass() {
    const {w, draw, preset} = this.page;
    this.round = this.round
      ? null
      : new Round(
          w,
          draw,
          () => preset().seats,
          (names) => this.deal(names),
        );
    if (site) this.open = !!this.round;
    draw();
    /** @type {HTMLElement | null} */ (document.querySelector('input[name=pass], #pass'))?.focus();
  }

  /**
   * deal goes to a table for those who pass this device round.
   * @param {string[]} names
   */
  deal([name, ...people]) {
    const {page, house} = this;
    if (house.fault) return page.trouble(page.w.t('start.mend'), house.fault);
    const {state} = page;
    if (!site) void import('../local/browserhost.js').then(({warm}) => warm()).catch(() => {});
    void sit(
      wish({
        name,
        people,
        pace: page.pace(),
        rules: house.form ? house.rules : page.rules(),
        money: page.money(),
        deck: page.deck(),
        chairs: this.places(),
        ask_blind: state.blind,
        ...page.bot(),
      }),
    );
  }

  /** make makes a table to which the others come. A tap before the form has come waits for it. */
  async make() {
    const {page, house} = this;
    if (house.fault) return page.trouble(page.w.t('start.mend'), house.fault);
    if (!(await house.ready(page.state.preset))) return page.trouble(page.w.t('ui.unreachable'));
    const {watch, screen} = page.state;
    if (!watch || !screen) return page.go('/api/tables', this.asked());
    return (await import('../live/towall.js')).showOnly(page, this.asked());
  }

  asked() {
    const {page, house} = this;
    const {state} = page;
    return {
      chairs: this.places(),
      rules: house.rules,
      money: page.money(),
      deck: page.deck(),
      settle: Number(state.settle),
      ...(Number(state.six) ? {six_least: Number(state.six)} : {}),
      ...(state.blind ? {ask_blind: true} : {}),
      ...(Number(state.clock)
        ? {
            decision: Number(state.clock) * 1000,
            bank: {15: 60_000, 30: 120_000, 60: 300_000}[state.clock],
            ...(state.strict ? {strict: true} : {}),
          }
        : {}),
      ...this.watching(),
      ...(state.bots ? page.bot() : {bot: ''}),
      ...(settings.get('pace') ? {pace: page.pace()} : {}),
      ...page.more(),
    };
  }

  /** watching is when deals are opened, whether others may look on, how much later, and who finds the table. */
  watching() {
    const {state} = this.page;
    return {
      proof: state.proof,
      ...(state.watch ? {spectators: true, spectator_delay: Number(state.delay) * 60_000} : {}),
      ...(state.open ? {public: true} : {}),
    };
  }

  /** places is how many seats the table has: one device has a seat for each who passes it round, and more if bots are to play. */
  places() {
    const {state, preset, places} = this.page;
    return this.round
      ? Math.max(Number(state.chairs), this.round.names.length, preset().seats[0])
      : places(state.chairs);
  }

  // ---- drawing ----

  /**
   * pick is a choice among values.
   * @template {string | number} V
   * @param {keyof import('./start.js').About['state']} name
   * @param {string} label
   * @param {V[]} values
   * @param {V} now
   * @param {(v: V) => string} text
   */
  pick(name, label, values, now, text) {
    return html`<label>${label} <select name=${name} @change=${this.page.set(name)}>${values.map(
      (v) => html`<option value=${v} ?selected=${v === now}>${text(v)}</option>`,
    )}</select></label>`;
  }

  /**
   * check is something that one wants or doesn't.
   * @param {'bots' | 'blind' | 'watch' | 'open' | 'strict' | 'screen'} key
   * @param {string} label
   * @param {string} [name] that the field has in the page
   */
  check(key, label, name = key) {
    return html`<label class="check"><input type="checkbox" name=${name} .checked=${this.page.state[key]} @change=${this.page.set(key)}>${label}</label>`;
  }

  view() {
    const {page, house, round} = this;
    const {w, state} = page;
    const pass =
      page.rounds && (round || !site)
        ? html`<label class="check"><input type="checkbox" name="pass" .checked=${!!round} @change=${() =>
            this.pass()}><span>${w.t('pass.begin')}<br><small>${w.t('pass.begin.means')}</small></span></label>`
        : nothing;
    const game = html`<label class="field">${w.t('start.game')} ${page.game()}</label>`;
    const rest = html`<details ?open=${!!round && !!house.fault}><summary>${w.t('pass.settings')}</summary>${
      round ? html`${this.chairs()}${house.first()}` : this.check('bots', w.t('start.bots'))
    }${this.terms()}${round ? nothing : this.looking()}</details>${house.view()}`;
    if (round)
      return html`<fieldset><legend>${w.t('pass.begin')}</legend>${page.said()}${pass}${game}${round.view()}${round.button()}${rest}</fieldset>`;
    return html`<fieldset><legend>${w.t('start.friends')}</legend>${page.said()}${page.named(() => this.make())}${game}${this.chairs()}
      <button type="button" class="bold" id="make" aria-disabled=${state.busy || !!house.fault}
        @click=${() => this.make()}><b>${w.t('start.make')}</b><small>${w.t('start.make.means')}</small></button>${house.first()}${pass}${rest}</fieldset>`;
  }

  /** chairs is how many seats the table has. */
  chairs() {
    const {page, round} = this;
    const {w} = page;
    const {
      seats: [least, most],
    } = page.preset();
    return this.pick(
      'chairs',
      w.t('start.chairs'),
      page.range([Math.max(least, round?.names.length ?? 0), most]),
      this.places(),
      (n) =>
        round && n > round.names.length
          ? w.t('pass.chairs', {n, bots: n - round.names.length})
          : String(n),
    );
  }

  /** terms are what the table has agreed on. */
  terms() {
    const {page, round} = this;
    const {w, state} = page;
    return html`${state.bots || round ? page.against() : nothing}
      ${this.pick('money', w.t('start.money'), ['francs', 'euro', 'dollars', 'yen', 'points'], page.money(), (m) => w.t(`start.money.${m}`))}
      ${decks(w, ['swiss', 'german', 'french'], page.deck(), page.set('deck'))}
      ${
        round
          ? nothing
          : html`${this.pick('settle', w.t('start.settle'), ['0', '30000', '60000', '600000'], state.settle, (n) => w.t(`start.settle.${n}`))}
        ${this.pick('six', w.t('start.six'), ['0', '1500', '3000'], state.six, (n) => w.t(`start.six.${n}`))}
        ${this.pick('clock', w.t('start.clock'), ['0', '15', '30', '60'], state.clock, (n) => w.t(`start.clock.${n}`))}
        ${Number(state.clock) ? this.check('strict', w.t('start.strict')) : nothing}`
      }
      ${this.check('blind', w.t('start.blind'))}`;
  }

  /** looking is who may look on, and when the deals are opened. */
  looking() {
    const {w, state, book} = this.page;
    return html`${this.check('watch', w.t('start.watch'))}
      ${this.pick('proof', w.t('start.proof'), ['sitting', 'hand', 'never'], state.proof, (k) => w.t(`start.proof.${k}`))}
      ${state.watch ? this.pick('delay', w.t('start.delay'), ['0', '1', '5'], state.delay, (n) => w.t(`start.delay.${n}`)) : nothing}
      ${state.watch ? this.check('screen', w.t('start.screen')) : nothing}
      ${book.public ? this.check('open', w.t('start.public'), 'public') : nothing}`;
  }
}
