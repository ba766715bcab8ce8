// One tablet that several people pass round: between two of them it is covered, and nothing of
// the hand stands on the page. What a person sees is told to the page only when they have the
// tablet.

import {html, render} from '../vendor/lit-html.js';
import {Cards} from './cards.js';
import {$} from './page.js';

/** Pass is the cover of a table. */
export class Pass {
  /** @param {import('./table.js').App} app */
  constructor(app) {
    this.app = app;
    this.seen = -1; // the chair whose cards may be seen; -1: nobody's
    this.hand = -1; // in this hand
    this.covered = true;
  }

  /**
   * who is the chair of the person who decides now; -1: a bot does, or nobody. Before anybody has acted the dealer may be asked
   * about playing blind, and nobody else is told.
   */
  get who() {
    const {info, table} = this.app;
    const first = !table.events.some((e) => e.t === 'act' && e.act !== 'see');
    const seat = table.turn >= 0 ? table.turn : first ? table.start?.dealer ?? -1 : -1;
    const chair = info?.stage === 'playing' && seat >= 0 ? info.seats[seat] : -1;
    return chair >= 0 && !info.chairs[chair].bot ? chair : -1;
  }

  /** hides decides, after news, whether the table is covered. */
  hides() {
    const {info, table} = this.app;
    if (!info) return true;
    for (const c of info.chairs) c.away = false; // everybody sits around the tablet
    const playing = info.stage === 'playing';
    if (playing && table.hand !== this.hand) Object.assign(this, {hand: table.hand, seen: -1});
    const covered = playing && (this.seen < 0 || table.hello.chair !== this.seen || (this.who >= 0 && this.who !== this.seen));
    this.covered = covered;
    return covered;
  }

  /** clear takes everything of the hand off the page. */
  clear() {
    const {app} = this;
    for (const box of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog[open]'))) box.close();
    for (const id of ['bar', 'rim', 'foot', 'panel', 'menu']) render('', $(id));
    for (const id of ['cards', 'polite', 'now']) $(id).textContent = '';
    for (const coin of $('rim').querySelectorAll('*')) coin.remove(); // those that flow
    app.cards = /** @type {Cards} */ (/** @type {unknown} */ (null));
    app.live.log = [];
    app.selected.clear();
    Object.assign(app, {note: '', armed: '', focused: '', last: false});
  }

  /**
   * look shows the table to a person.
   * @param {number} chair
   */
  look(chair) {
    this.seen = chair;
    this.app.sent = 0; // each chair counts its own questions
    this.app.table.change(chair);
  }

  /** paint draws the cover; it returns false where the table is to be drawn. */
  paint() {
    const {app, who} = this;
    if (!this.covered) {
      app.cards ??= new Cards($('cards'), (c) => app.tap(c));
      return false;
    }
    if (app.cards) this.clear();
    const w = app.words;
    const name = app.info.chairs[who]?.name ?? '';
    Object.assign(document.body.dataset, {stage: 'cover', ask: '', q: '', who: `${who}`});
    Object.assign($('panel').style, {minHeight: '', maxHeight: ''});
    $('panel').hidden = false;
    $('panel').setAttribute('aria-live', 'polite');
    render(html`<h1>${w.game()}</h1>`, $('bar'));
    render(who < 0 ? html`<h2>${w.t('pass.bots')}</h2>` : html`<h2>${w.t('pass.give', {name})}</h2>
      <p>${w.t('pass.look', {name})}</p><div class="acts"><button type="button" class="bold" data-do="look"
        @click=${() => this.look(who)}><b>${w.t('pass.here', {name})}</b></button></div>`,
    $('panel'));
    return true;
  }
}
