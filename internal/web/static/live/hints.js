// Hints: what to answer, what the alternatives are worth, and why. The server's coach
// thinks; it may where one is alone with bots, or where all people have agreed.

import {html, nothing} from '../lib/html.js';
import {words as split} from '../table/view.js';

/**
 * @typedef {import('../table/reasons.js').Hint} Hint
 * @typedef {coach.Act} Act
 */

/** Hints are those of a table. */
export class Hints {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.waits = 0; // the question about which one has asked
    this.id = 0; // of that message
    this.q = 0; // the one that the hint is about
    /** @type {Hint | null} */
    this.hint = null;
    this.best = '';
    this.why = '';
    this.agreed = '';
  }

  /** people are the chairs of people. */
  get people() {
    return (this.app.info?.chairs ?? []).filter((c) => c.name && !c.bot);
  }

  /** available is whether there are hints now; the server has the last word. */
  get available() {
    const {app, people} = this;
    if (!app.info || app.chair < 0) return false;
    return (
      !!app.info.practice?.alone ||
      (people.length > 0 && people.every((c) => c.hints) && !app.info.chairs.some((c) => c.coming))
    );
  }

  /** now is the hint about the open question, or null. */
  get now() {
    return this.hint && this.app.ask?.q === this.q ? this.hint : null;
  }

  /** ask asks for a hint, if there is a question. */
  ask() {
    const {app} = this;
    if (!this.available || !app.ask || this.now || this.waits === app.ask.q) return;
    this.waits = app.ask.q;
    app.note = '';
    this.id = app.table.send({t: 'hint', q: this.waits});
    app.draw();
  }

  /** refused reports whether a refusal is nothing to be told: the question was answered meanwhile. */
  refused(/** @type {page.Said} */ no) {
    this.waits = 0;
    return no.id === this.id && ['stale', 'turn'].includes(no.code);
  }

  /** told takes the answer. */
  async told(/** @type {page.Said} */ m) {
    const {app} = this;
    this.waits = 0;
    if (m.q !== app.ask?.q) return;
    if (!m.hint) return app.say(app.words.t('hint.nothing'));
    const {learned, meant, why} = await import('../table/reasons.js');
    const w = await learned(app.words);
    const [first, ...others] = m.hint.acts;
    const name = (/** @type {Act} */ a) => (a.act === 'lay' ? w.t('ui.keepall') : meant(w, a.act)); // as it stands on the button
    Object.assign(this, {q: m.q, hint: m.hint, best: name(first), why: why(w, m.hint.why)});
    app.note = '';
    const less = others.slice(0, 3).map((a) =>
      w.t('hint.less', {
        act: name(a),
        amount: w.sum(Math.round(a.less), w.worth),
        half: w.number(Math.round(a.less_half), w.worth),
      }),
    );
    app.live.say(
      w.sentences([
        w.t(m.hint.sure ? 'hint.best' : 'hint.unsure', {act: this.best}),
        this.why,
        ...less,
      ]),
    );
    app.draw();
  }

  /** news forgets what is over, and tells who has agreed. */
  news() {
    const {app} = this;
    if (this.hint && app.table.ask?.q !== this.q) this.hint = null;
    const agreed = this.people
      .filter((c) => c.hints)
      .map((c) => c.name)
      .join(', ');
    if (agreed !== this.agreed && app.words)
      app.live.say(app.words.t(agreed ? 'hint.agreed' : 'hint.agreed.none', {names: agreed}));
    this.agreed = agreed;
  }

  /** line is the question with the button for a hint, or with the hint. */
  line(/** @type {unknown} */ question) {
    const {app, now} = this;
    const w = app.words;
    if (now && !app.note)
      return html`${question}<p class="why"><b class=${app.choosing ? 'hush' : ''}>${this.best}${
        now.sure ? '' : html` <span title=${w.t('hint.unsure', {act: this.best})}>≈</span>`
      }</b> ${this.why}</p>`;
    if (!this.available || now || app.ask?.legal.length === 1) return question;
    return html`<div class="asks">${question}<button type="button" class="icon" data-do="hint" aria-keyshortcuts="i"
      aria-disabled=${this.waits === app.ask?.q} @click=${() => this.ask()}>${this.waits === app.ask?.q ? '…' : w.t('hint.do')}</button></div>`;
  }

  /** worth is what an act is worth on average, beside the best one. */
  worth(/** @type {string} */ act) {
    const {now} = this;
    const a = now?.acts.find((x) => x.act === act);
    return now && a ? this.value(now, a, true) : nothing;
  }

  /**
   * value is a bar, and by how much an act is behind the best one: what it is worth by itself counts antes that are paid whatever
   * one does, and so would speak against a good act.
   * @param {Hint} hint
   * @param {Act} a
   * @param {boolean} [room] there is some for words
   */
  value(hint, a, room) {
    const w = this.app.words;
    const low = Math.min(...hint.acts.map((x) => x.worth - x.half));
    const span = Math.max(1, Math.max(...hint.acts.map((x) => x.worth + x.half)) - low);
    const at = (/** @type {number} */ x) => ((x - low) / span) * 1000;
    const best = a === hint.acts[0];
    return html`<span class=${best ? 'worth best' : 'worth'}><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true"><rect class="axis"
      y="7" width="1000" height="6"></rect><rect class="bar" y="3" width=${Math.max(12, at(a.worth))} height="14"></rect><rect class="span"
      x=${at(a.worth - a.half)} y="8" width=${Math.max(4, at(a.worth + a.half) - at(a.worth - a.half))} height="4"></rect></svg>
      <span>${
        best
          ? `★ ${room ? w.t('hint.top') : ''}`
          : html`${
              room
                ? w.t('hint.behind', {
                    amount: w.races
                      ? w.sum(Math.round(a.less), w.worth)
                      : w.number(Math.round(a.less)),
                  })
                : w.number(-Math.round(a.less), w.worth)
            }<small> ±${w.number(Math.round(a.less_half), w.worth)}</small>`
      }</span></span>`;
  }

  /** onCards are the values of the cards that may be played, on the cards. */
  onCards() {
    return (
      this.now?.acts.map(
        (a) =>
          html`<span class="oncard" data-on=${split(a.act)[1]}>${this.value(/** @type {Hint} */ (this.now), a)}</span>`,
      ) ?? nothing
    );
  }

  /** values are those of cards to exchange. */
  values() {
    const {app, now} = this;
    const w = app.words;
    if (!now) return nothing;
    const cards = (/** @type {Act} */ a) => split(a.act).slice(1);
    const shown = now.acts.slice(0, 3);
    const label = (/** @type {Act} */ a) =>
      cards(a).length ? w.cards(cards(a)) : w.t('ui.keepall');
    const inside = (/** @type {Act} */ a) =>
      html`<span class="corners">${
        cards(a).length
          ? cards(a).map(
              (c) =>
                html`<svg viewBox="3 4 30 56" aria-hidden="true"><use href=${`#${c}`} width="128" height="200"></use></svg>`,
            )
          : html`<b aria-hidden="true">0</b>`
      }<span class="hush">${label(a)}</span></span>${this.value(now, a)}`;
    return html`<ul class="values" aria-label=${w.t('hint.values')}>${shown.map(
      (a) =>
        html`<li><button type="button" @click=${() => {
          app.selected = new Set(cards(a));
          app.draw();
        }}>${inside(a)}</button></li>`,
    )}</ul>`;
  }

  /** agreement is where people at a table say whether they want hints. */
  agreement() {
    const {app, people} = this;
    const w = app.words;
    const own = app.info.chairs[app.chair];
    if (app.info.practice?.alone || !people.length || app.info.stage === 'over') return nothing;
    return html`<section><h2>${w.t('hint.title')}</h2><p>${w.t('hint.all')}</p>
      <ul>${people.map((c) => html`<li>${w.t(c.hints ? 'hint.yes' : 'hint.no', {name: c.name})}</li>`)}</ul>
      ${
        own && !own.bot
          ? html`<p class="ready"><button type="button" data-do="agree"
        @click=${() => app.table.send({t: own.hints ? 'disagree' : 'agree'})}>${w.t(own.hints ? 'hint.disagree' : 'hint.agree')}</button></p>`
          : nothing
      }</section>`;
  }

  /** typed reports whether a word asks for a hint, and does so. */
  typed(/** @type {string} */ text) {
    const {app} = this;
    if (!this.available || !['i', 'hint', app.words.t('hint.typed')].includes(text.toLowerCase()))
      return false;
    this.ask();
    return true;
  }
}
