// The switch for the trump six: from the exchange on it says whether it is to be
// swapped for the upcard. It is the same for all who are in the hand, whether or not they
// hold the six, so that neither the screen nor the time tells anybody where it is.

import {html, nothing} from '../lib/html.js';

/** Six is the switch of a table. */
export class Six {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.hand = 0; // the hand in which it was told of
    /** @type {'' | 'swap' | 'keep'} */
    this.wish = ''; // what was chosen last, until the server has it
    this.at = 0; // when
  }

  /** What has been said: open (nothing yet), swap or keep; '': there is nothing to say. */
  get said() {
    return this.app.table.six ?? '';
  }
  get swaps() {
    return this.said !== 'keep';
  }

  /** news says at once what the switch shows, so that nobody has to be waited for, and tells of it. */
  news() {
    const {app} = this;
    if (!this.said) return;
    if (this.said === this.wish || Date.now() - this.at > 3000) this.wish = '';
    if (this.wish)
      app.table.six = this.wish; // the server had not heard it yet
    else if (this.said === 'open') this.send(this.swaps);
    if (this.hand) return; // it is the same in each hand
    this.hand = app.table.hand;
    app.live.say(app.words.sentences([this.text, app.words.t('six.key')]));
  }

  get text() {
    return this.app.words.t(this.swaps ? 'six.swaps' : 'six.keeps');
  }

  /** @param {boolean} swap */
  send(swap) {
    this.app.table.tell({t: 'six', act: swap ? 'swap' : 'keep', always: true});
  }

  /** toggle changes your choice, also for later hands at this table: the server keeps it. */
  toggle() {
    if (!this.said) return;
    const swap = !this.swaps;
    this.wish = this.app.table.six = swap ? 'swap' : 'keep';
    this.at = Date.now();
    this.send(swap);
    this.app.live.say(this.text);
    this.app.draw();
  }

  /** button is the switch. */
  button() {
    const w = this.app.words;
    if (!this.said) return nothing;
    return html`<button type="button" class="look" data-do="six" role="switch" aria-checked=${this.swaps} aria-keyshortcuts="s"
      @click=${() => this.toggle()}><b>${w.t('six.switch')}</b><small>${w.t(this.swaps ? 'six.on' : 'six.off')}</small></button>`;
  }
}

/**
 * waits says whom the next hand waits for, once you have asked for it.
 * @param {page.Page} app
 * @param {number} left seconds
 */
export function waits(app, left) {
  const w = app.words;
  const {chairs} = app.info;
  if (!chairs[app.chair]?.ready) return nothing;
  const names = chairs
    .filter((c) => c.name && !c.bot && !c.away && !c.leaving && !c.ready)
    .map((c) => c.name);
  return html`<p class="wait" data-waits>${w.t('ui.waits', {names: w.list(names)})}${left ? html` <small aria-hidden="true">${left} s</small>` : nothing}</p>`;
}

/**
 * leaves is whether whoever sits there leaves after this hand, by their own will.
 * @param {page.Info} info
 * @param {number} chair
 */
export function leaves({chairs, rights: list = []}, chair) {
  const c = chairs[chair];
  return !!c?.leaving && list.findLast((r) => r.to === c.name)?.did !== 'leave';
}

/**
 * rights tells the uses of the host's rights that one hasn't been told of, and keeps them with the chat.
 * @param {page.App} app
 * @param {number} known the last one that was
 * @returns {number} the last one that is
 */
export function rights(app, known) {
  const list = app.info.rights ?? [];
  for (const r of list) {
    const key = `rights.${r.did}${r.by ? '' : '.alone'}${r.did === 'standin' && r.to === app.own ? '.you' : ''}`;
    if (r.n <= known || !app.words.has(key)) continue;
    const text = app.words.t(key, {by: r.by ?? '', to: r.to ?? ''});
    app.people.lines.push({chair: -1, name: '', text, at: Date.now()});
    app.live.log.push(text);
    app.say(text);
  }
  return Math.max(known, list.at(-1)?.n ?? 0);
}
