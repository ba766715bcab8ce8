// What somebody may who sits alone with bots: take back, play the same deal again,
// turn all hands up. The server does it; here are the buttons, keys and words.

import {html, nothing, svg} from '../lib/html.js';
import {box, sure} from '../lib/dialog.js';

/** The pictures on the buttons. */
const icons = {
  back: svg`<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"></path>`,
  again: svg`<path d="M20 11A8 8 0 1 0 18 17M20 5v6h-6"></path>`,
  show: svg`<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z"></path><circle cx="12" cy="12" r="3"></circle>`,
};

/** Practice is these rights at a practice table. */
export class Practice {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.wish = ''; // what has been asked for last
  }

  /** @returns {Partial<table.Practice>} what the server allows now */
  get may() {
    return this.app.info?.practice ?? {};
  }

  /** bar is the three buttons, while one is alone. */
  bar() {
    const {may} = this;
    if (!may.alone || !this.app.table.hand) return nothing;
    return html`<div class="practice" role="group" aria-label=${this.app.words.t('practice.group')}>
      ${this.button('back', 'back', may.back)}${this.button('again', 'again', may.again)}${this.button(
        'show',
        may.open ? 'hide' : 'show',
        true,
        may.open,
      )}</div>`;
  }

  /**
   * @param {'back' | 'again' | 'show'} name
   * @param {string} wish
   * @param {boolean | undefined} can
   * @param {boolean} [pressed]
   */
  button(name, wish, can, pressed) {
    const text = this.app.words.t(`practice.do.${name}`);
    return html`<button type="button" class="icon" data-practice=${name} title=${text} aria-disabled=${!can} aria-pressed=${pressed ?? nothing}
      aria-keyshortcuts=${name === 'back' ? 'u' : nothing}
      @click=${() => this.tapped(wish)}><svg viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg><span class="hush">${text}</span><span class="long"
        aria-hidden="true">${this.app.words.t(`practice.short.${name}`)}</span></button>`;
  }

  /** tapped asks first, if what one has played so far would be lost. */
  tapped(/** @type {string} */ wish) {
    const {app} = this;
    const w = app.words;
    if (
      wish !== 'again' ||
      app.over ||
      !app.table.events.some((e) => e.t === 'act' && e.seat === app.me)
    )
      return this.ask(wish);
    sure(w, {
      what: w.t('sure.again'),
      means: w.t('sure.again.means'),
      yes: w.t('sure.again.yes'),
      then: () => {
        box().close();
        this.ask(wish);
      },
    });
  }

  /** ask asks the server: back, again, show or hide. */
  ask(/** @type {string} */ wish) {
    const {app} = this;
    app.table.release();
    this.wish = wish;
    app.sent = 0;
    app.table.send({t: wish});
  }

  /** typed does what a letter or a word stands for, and reports whether it is one of ours. */
  typed(/** @type {string} */ text) {
    const {words: w} = this.app;
    if (!this.may.alone) return false;
    const low = text.toLowerCase();
    const names = ['back', 'again', 'show', 'hide'];
    const wish =
      low === 'u' ? 'back' : names.find((n) => low === n || low === w.t(`practice.typed.${n}`));
    if (wish) this.ask(wish);
    return !!wish;
  }

  /** news says what has become of a wish. */
  news(/** @type {{back?: boolean}} */ m) {
    const {app, wish} = this;
    const open = ['show', 'hide'].includes(wish);
    if (open ? this.may.open !== (wish === 'show') : !m.back) return;
    this.wish = '';
    if (m.back) {
      app.selected.clear();
      Object.assign(app, {last: false, note: '', sent: 0});
    }
    app.live.say(app.words.t(`practice.done.${wish || 'back'}`));
    if (wish === 'show') app.live.say(this.hands());
  }

  /** hands says who holds what. */
  hands() {
    const {app} = this;
    const {seats} = app.view;
    return app.words.sentences(
      seats.map((/** @type {page.Seat} */ s, /** @type {number} */ i) =>
        i === app.me || !s.open.length
          ? ''
          : app.words.t('practice.holds', {name: app.names[i], cards: app.words.cards(s.open)}),
      ),
    );
  }
}
