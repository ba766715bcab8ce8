// A dealer may declare before seeing any cards. About double blind one is asked once, after the first hand that one has won;
// about blind whenever an ace or a king lies there. The settings say otherwise, for each apart. Else the page answers "look first".

import {settings} from '../lib/settings.js';
import {remember, remembered} from '../lib/storage.js';

/** @type {Record<string, string>} the settings about the two */
const kinds = {blind: 'blind', 'double-blind': 'double'};

export class Blind {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
  }

  /** always is whether the question stands whatever one has chosen. */
  get always() {
    return (
      this.app.config?.rules.trump === 'dealer' ||
      !!this.app.config?.ask_blind ||
      this.app.table.scripted
    );
  }

  /** kind is which of the two the server asks about; '': neither. */
  get kind() {
    return kinds[this.app.table.ask?.legal[0] ?? ''];
  }

  /** set is what has been chosen. Those who pass a device round choose before they begin. */
  get set() {
    return this.app.pass && !settings.on(this.kind) ? 'no' : settings.get(this.kind);
  }

  /** once is whether it is asked only this time. */
  get once() {
    return this.kind === 'double' && !this.always && !this.set && remembered('won') !== null;
  }

  /** high is whether an ace or a king was turned last. The events say so before there is a view: that needs the words. */
  get high() {
    return /^[AK]/.test(this.app.table.events.findLast((e) => e.t === 'upcard')?.card ?? '');
  }

  get asks() {
    return (
      this.always ||
      this.once ||
      this.set === 'yes' ||
      (this.kind === 'blind' && !this.set && this.high)
    );
  }

  /** sees is whether the page answers. */
  get sees() {
    return !!this.kind && !this.asks;
  }

  /** news answers it, and remembers a hand that was won. */
  news() {
    const {app} = this;
    if (app.ask && this.sees) app.act('see');
    if (app.over && (app.info.result?.payout[app.me] ?? 0) > 0) remember('won', 'yes');
  }

  /** answered remembers the answer about double blind. */
  answered(/** @type {string} */ act) {
    if (this.once) settings.set('double', act === 'see' ? 'no' : 'yes');
  }
}
