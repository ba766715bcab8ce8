// Blind: a dealer may declare before seeing any cards. The server asks before a card is seen. A
// person is asked the first time they deal, and from then on only if they played blind then, or want to
// be asked: for the others the page answers "look first", at once.

import {settings} from '../lib/settings.js';

const kinds = ['blind', 'double-blind'];

/** Blind is what one wants to know of it. */
export class Blind {
  /** @param {page.App} app */
  constructor(app) { this.app = app; }

  /** always is whether the question stands whatever one has chosen. */
  get always() { return this.app.config?.rules.trump === 'dealer' || !!this.app.config?.ask_blind || this.app.table.scripted; }

  /** open is whether one hasn't chosen yet. Those who pass a device round do so before they begin, for all of them. */
  get open() { return !this.always && !this.app.pass && !settings.get('blind'); }

  get asks() { return this.always || this.open || settings.on('blind'); }

  /** asked is whether the server's question is about it. */
  get asked() { return kinds.includes(this.app.table.ask?.legal[0] ?? ''); }

  /** once is whether the question that stands is asked only this time. */
  get once() { return this.asked && this.open; }

  /** sees is whether the page answers the question that stands. */
  get sees() { return this.asked && !this.asks; }

  /** news answers it. */
  news() { if (this.app.ask && this.sees) this.app.act('see'); }

  /**
   * answered remembers the first answer, for this hand and those to come.
   * @param {string} act
   */
  answered(act) { if (this.once) settings.set('blind', act === 'see' ? 'no' : 'yes'); }
}
