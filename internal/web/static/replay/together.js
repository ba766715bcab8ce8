// The common review of an evening's hands. The leader chooses the hand and the moment; the
// others follow, or look around on their own and come back. The server sends only the
// moments: everybody sees their own view of them.

import {html, nothing} from '../lib/html.js';
import {longest, refused} from '../lib/request.js';
import {Connection} from '../live/connection.js';

/** Together is one person among those who look. */
export class Together {
  /** @param {page.Replay} app */
  constructor(app) {
    this.app = app;
    this.lead = -1; // a chair
    this.at = {hand: 0, at: 0};
    this.follows = true;
    /** @type {{hand: number, at: number}[]} where the leader has been; the page is on its way to the first */
    this.queue = [];
    /** @type {{name: string, text: string}[]} */
    this.said = [];
    this.open = false; // the chat is shown
    this.table = new Connection(app.evening, (what, m) =>
      this.told(what, /** @type {page.Said} */ (m)),
    );
    this.table.connect();
  }

  get chair() {
    return this.table.hello?.chair ?? -1;
  }
  get info() {
    return this.table.info;
  }
  /** atRest is whether no hand is being played at the table. */
  get atRest() {
    return ['over', 'paused'].includes(this.info?.stage) && this.chair >= 0;
  }
  get leads() {
    return this.lead >= 0 && this.lead === this.chair;
  }
  name(/** @type {number} */ chair) {
    return this.info?.chairs[chair]?.name ?? '';
  }

  leave() {
    this.table.bye = 'link'; // it isn't to come back
    this.table.socket?.close();
  }

  /**
   * told takes what the server says.
   * @param {string} what
   * @param {page.Said} m
   */
  told(what, m) {
    const {app} = this;
    const w = app.words;
    switch (what) {
      case 'review': {
        const led = this.leads;
        if (m.chair !== this.lead)
          app.live.say(
            m.chair === this.chair
              ? w.t('together.youlead')
              : w.t('together.leads', {name: this.name(m.chair)}),
          );
        this.lead = m.chair;
        if (this.leads) {
          // their own moments come back, and they may be somewhere else by now
          if (!led && app.timeline) this.moved(app.hand + 1, app.timeline.number(app.at));
          break;
        }
        this.at = {hand: m.hand, at: m.at};
        if (this.follows) void this.come();
        break;
      }
      case 'note':
        this.noted(m);
        break;
      case 'chat': {
        const line = {name: this.name(m.chair), text: m.text};
        this.said = [...this.said, line].slice(-50);
        app.live.say(`${line.name}: ${line.text}`);
        break;
      }
      case 'no':
        app.say(refused(w, m));
        break;
    }
    app.draw();
  }

  /** noted keeps a note with its hand. */
  noted(/** @type {page.Said} */ m) {
    const {lines} = this.app;
    const line = lines && m.hand <= lines.length ? JSON.parse(lines.text(m.hand - 1)) : null;
    if (!line) return;
    line.notes = [...(line.notes ?? []), {at: m.at, name: m.name, text: m.text}];
    lines.all[m.hand - 1] = JSON.stringify(line);
    if (this.app.hand === m.hand - 1 && this.app.whole) this.app.whole.line.notes = line.notes;
    this.app.live.say(this.app.words.t('together.noted', {name: m.name, n: m.hand, text: m.text}));
  }

  /** come follows the leader, and goes on to the last moment that they have reached meanwhile. */
  async come() {
    const {app, queue} = this;
    this.follows = true;
    if (queue.push(this.at) > 1) return;
    try {
      for (; queue.length; queue.shift()) {
        queue.splice(0, queue.length - 1);
        const [to] = queue;
        if (to.hand && app.hand !== to.hand - 1) await app.show(to.hand - 1, to.at);
        else if (app.timeline) app.go(app.timeline.moment(to.at));
      }
    } finally {
      queue.length = 0;
    }
    app.draw();
  }

  /**
   * moved is told when one has gone to another moment.
   * @param {number} hand
   * @param {number} at
   */
  moved(hand, at) {
    if (this.queue.length) return; // the page moves, not the person
    if (!this.leads) {
      if (this.lead >= 0 && (hand !== this.at.hand || at !== this.at.at)) this.follows = false;
      return;
    }
    this.at = {hand, at};
    clearTimeout(this.later);
    this.later = setTimeout(() => this.table.send({t: 'look', ...this.at}), 120); // while the slider moves, only the last moment is sent
  }

  take() {
    this.follows = true;
    this.queue.length = 0;
    this.table.send({t: 'lead'});
    this.at = {hand: this.app.hand + 1, at: this.app.timeline?.number(this.app.at) ?? 0};
    this.table.send({t: 'look', ...this.at});
  }

  /** @param {SubmitEvent} e */
  speak(e) {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    const text = field.value.trim();
    const note = /** @type {HTMLButtonElement} */ (e.submitter)?.value === 'note';
    if (text)
      this.table.send(
        note
          ? {
              t: 'note',
              hand: this.app.hand + 1,
              at: this.app.timeline?.number(this.app.at) ?? 0,
              text,
            }
          : {t: 'chat', text},
      );
    field.value = '';
  }

  /** strip is what stands above the player. */
  strip() {
    const w = this.app.words;
    if (!this.info) return html`<p class="together">${w.t('ui.connecting')}</p>`;
    if (!this.atRest) return html`<p class="together">${w.t('together.notnow')}</p>`;
    const state = this.leads
      ? w.t('together.youlead')
      : this.lead < 0
        ? w.t('together.nobody')
        : this.follows
          ? w.t('together.follows', {name: this.name(this.lead)})
          : w.t('together.alone', {name: this.name(this.lead)});
    const last = this.said[this.said.length - 1];
    return html`<div class="together"><p><b>${state}</b> <small>${w.t('together.own')}</small></p>
      <span class="ready">${this.leads ? nothing : html`<button type="button" data-do="lead" @click=${() => this.take()}>${w.t('together.lead')}</button>`}
      ${
        !this.leads && this.lead >= 0 && !this.follows
          ? html`<button type="button" class="bold" data-do="come" @click=${() => this.come()}>${w.t('together.come')}</button>`
          : nothing
      }
      <button type="button" data-do="talk" aria-expanded=${this.open}
        @click=${() => {
          this.open = !this.open;
          this.app.draw();
        }}>${w.t('ui.chat')}</button></span>
      ${
        this.open
          ? html`<ul class="chatlines">${this.said.slice(-4).map((l) => html`<li><b>${l.name}</b> ${l.text}</li>`)}</ul>
        <form @submit=${(/** @type {SubmitEvent} */ e) => this.speak(e)}><input name="text" maxlength=${longest} autocomplete="off"
          aria-label=${w.t('ui.saysomething')}><button value="chat">${w.t('ui.say')}</button><button value="note"
          data-do="note">${w.t('together.note')}</button></form>`
          : last
            ? html`<p class="lines"><b>${last.name}</b> ${last.text}</p>`
            : nothing
      }</div>`;
  }
}
