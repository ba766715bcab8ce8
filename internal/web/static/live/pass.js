// One device that several people pass round: between two of them it is covered, and nothing of
// the hand stands on the page. What a person sees is told to the page only when they have the
// device.

import {html, render} from '../lib/html.js';
import {Cards} from '../table/cards.js';
import {$} from './page.js';

/** Pass is the cover of a table. */
export class Pass {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.seen = -1; // the chair whose cards may be seen; -1: none's
    this.hand = -1; // in this hand
    this.covered = true;
    this.timer = 0; // until it is covered
  }

  /** dealer is the chair of the person who may be asked about playing blind, of which nobody else is told; -1: none. */
  get dealer() {
    const {info, table} = this.app;
    const begun = table.turn >= 0 || table.events.some((e) => e.t === 'act' && e.act !== 'see');
    return begun ? -1 : this.person(info.seats[table.start?.dealer ?? -1] ?? -1);
  }

  /** who is the chair of the person who decides now; -1: a bot does, the page itself, or nobody. */
  get who() {
    const {blind, info, table} = this.app;
    if (info?.stage !== 'playing' || blind.sees) return -1;
    return table.turn >= 0 ? this.person(table.turn) : blind.asks ? this.dealer : -1;
  }

  /** person is the chair if a person has it, or -1. */
  person(/** @type {number} */ chair) {
    return chair < 0 || this.app.info.chairs[chair].bot ? -1 : chair;
  }

  /** hides decides, after news, whether the table is covered. */
  hides() {
    const {app, who} = this;
    const {info, table} = app;
    if (!info) return true;
    for (const c of info.chairs) c.away = false; // everybody sits around the device
    info.next_at = 0; // whoever has it goes on
    const playing = info.stage === 'playing';
    if (playing && table.hand !== this.hand) Object.assign(this, {hand: table.hand, seen: -1});
    const own = this.seen >= 0 && table.hello.chair === this.seen;
    const another = who >= 0 && who !== this.seen;
    if (own && another && !this.covered)
      this.timer ||= setTimeout(() => this.cover(true), (app.config.pace ?? 0) / 2); // one sees what one has done
    else this.cover(playing && (!own || another));
    if (this.covered) this.first();
    return this.covered;
  }

  /** @param {boolean} covered */
  cover(covered) {
    clearTimeout(this.timer);
    Object.assign(this, {timer: 0, covered});
    this.app.draw();
  }

  /** first answers for a dealer who never plays blind that they look first: for that nobody has to be given the device. */
  first() {
    const {app, dealer} = this;
    if (app.info.stage !== 'playing') return;
    app.blind.news();
    if (dealer >= 0 && dealer !== app.table.hello.chair && !app.blind.asks) this.sit(dealer);
  }

  /** clear takes everything of the hand off the page. */
  clear() {
    const {app} = this;
    for (const box of /** @type {NodeListOf<HTMLDialogElement>} */ (
      document.querySelectorAll('dialog[open]')
    ))
      box.close();
    for (const id of ['bar', 'rim', 'foot', 'panel', 'menu']) render('', $(id));
    $('cards').textContent = '';
    for (const coin of $('rim').querySelectorAll('*')) coin.remove(); // those that flow
    app.cards = /** @type {Cards} */ (/** @type {unknown} */ (null));
    app.live.forget();
    app.selected.clear();
    Object.assign(app, {note: '', armed: '', focused: '', last: false});
  }

  /** look shows the table to a person. */
  look(/** @type {number} */ chair) {
    this.seen = chair;
    this.sit(chair);
  }

  /** @param {number} chair */
  sit(chair) {
    this.app.sent = this.app.live.asked = 0; // each chair counts its own questions
    this.app.table.change(chair);
  }

  /** paint draws the cover; it returns false where the table is to be drawn. */
  paint() {
    const {app, who} = this;
    if (!this.covered) {
      $('panel').removeAttribute('aria-live');
      app.cards ??= new Cards($('cards'), (c) => app.tap(c));
      return false;
    }
    if (app.cards) this.clear();
    const w = app.words;
    const name = app.info.chairs[who]?.name ?? '';
    Object.assign(document.body.dataset, {stage: 'cover', ask: '', q: '', who: `${who}`});
    Object.assign($('panel').style, {minHeight: '', maxHeight: ''});
    document.title = w.game();
    $('panel').hidden = false;
    $('panel').setAttribute('aria-live', 'polite');
    render(html`<h1>${w.game()}</h1>`, $('bar'));
    const bots = app.info.chairs.some((c) => c.bot);
    render(
      who < 0
        ? html`<h2>${bots ? w.t('pass.bots') : w.game()}</h2>`
        : html`<h2>${w.t('pass.give', {name})}</h2>
      <p>${w.t('pass.look', {name})}</p><div class="acts"><button type="button" class="bold" data-do="look"
        @click=${() => this.look(who)}><b>${w.t('pass.here', {name})}</b></button></div>`,
      $('panel'),
    );
    return true;
  }
}
