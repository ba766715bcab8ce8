// A dealer may declare before seeing any cards. People are asked the first time they deal, and then only if they played
// blind or want to be asked: for the others the page answers "look first".

import {settings} from '../lib/settings.js';

const kinds = ['blind', 'double-blind'];

export class Blind {
  /** @param {page.App} app */
  constructor(app) { this.app = app; }

  /** always is whether the question stands whatever one has chosen. */
  get always() { return this.app.config?.rules.trump === 'dealer' || !!this.app.config?.ask_blind || this.app.table.scripted; }

  /** open is whether one hasn't chosen yet. Those who pass a device round do so before they begin. */
  get open() { return !this.always && !this.app.pass && !settings.get('blind'); }

  get asks() { return this.always || this.open || settings.on('blind'); }

  /** asked is whether the server asks about it. */
  get asked() { return kinds.includes(this.app.table.ask?.legal[0] ?? ''); }

  /** once is whether it is asked only this time. */
  get once() { return this.asked && this.open; }

  /** sees is whether the page answers. */
  get sees() { return this.asked && !this.asks; }

  /** news answers it. */
  news() { if (this.app.ask && this.sees) this.app.act('see'); }

  /** answered remembers the first answer. */
  answered(/** @type {string} */ act) { if (this.once) settings.set('blind', act === 'see' ? 'no' : 'yes'); }
}
