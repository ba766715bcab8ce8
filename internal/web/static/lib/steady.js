// Where another button stood less than a second ago, none acts: a tap that was meant for the
// one, and comes a moment late, doesn't reach the other. Keys reach all of them.

import {remembered} from './storage.js';

/** @typedef {{key: string, left: number, top: number, right: number, bottom: number}} Place */

const meet = (/** @type {Place} */ a, /** @type {Place} */ b) =>
  a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;

/** Steady knows where the buttons of a part of the page stand and have stood. */
export class Steady {
  constructor(now = () => performance.now(), rest = Number(remembered('set.rest') ?? 1000)) {
    this.now = now;
    this.rest = rest; // milliseconds
    /** @type {(Place & {at: number, stands: boolean})[]} */
    this.past = [];
    this.timer = 0;
  }

  /** waits takes where buttons stand now, and returns the milliseconds until each may act. */
  waits(/** @type {Place[]} */ list) {
    const now = this.now();
    for (const p of this.past) if (p.stands) p.at = now;
    const all = list.map((b) =>
      Math.max(
        0,
        ...this.past
          .filter((p) => p.key !== b.key && meet(p, b))
          .map((p) => p.at + this.rest - now),
      ),
    );
    this.past = [
      ...this.past.filter((p) => now - p.at < this.rest).map((p) => ({...p, stands: false})),
      ...list.map((b) => ({...b, at: now, stands: true})),
    ];
    return all;
  }

  /**
   * look marks the buttons that don't act yet; to another question belong other buttons.
   * @param {HTMLElement[]} parts
   */
  look(...parts) {
    clearTimeout(this.timer);
    const buttons = parts
      .flatMap((part) => /** @type {HTMLElement[]} */ ([...part.querySelectorAll('button')]))
      .filter((b) => b.checkVisibility());
    const all = this.waits(
      buttons.map((b) => {
        const {left, top, right, bottom} = b.getBoundingClientRect();
        return {
          key: `${b.dataset.act ?? b.dataset.do} ${document.body.dataset.q}`,
          left,
          top,
          right,
          bottom,
        };
      }),
    );
    buttons.forEach((b, i) => b.toggleAttribute('data-young', all[i] > 0));
    const next = Math.min(...all.filter((ms) => ms > 0));
    if (next < Infinity) this.timer = setTimeout(() => this.look(...parts), next);
  }
}
