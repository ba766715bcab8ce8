// Taking back among friends: the last decision, if all others agree, and before anybody has
// seen anything new. The server decides whether it goes; the page offers it where it may.
// And taking back that you leave after this hand.

import {html, nothing} from '../lib/html.js';
import {ask, go} from '../lib/request.js';

/** said are the acts after which nothing new is seen: the others bring cards, or are a secret. */
const said = [
  'open',
  'pass',
  'join',
  'out',
  'schlagen',
  'oder',
  'weiter',
  'weiter-oder',
  'play',
  'drop',
];

/** Undo is what is asked about taking back. */
export class Undo {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.asker = -1; // the chair that has asked
    this.no = false; // you have said no, or never mind
  }

  /** others are people who play too, and are there. */
  get others() {
    const {app} = this;
    return app.info.seats.filter(
      (c) =>
        c !== app.chair &&
        app.info.chairs[c].name &&
        !app.info.chairs[c].bot &&
        !app.info.chairs[c].away,
    );
  }

  /** can is whether you may ask: the last thing that happened is your decision. */
  get can() {
    const {app} = this;
    const last = app.table.events.findLast((e) => e.t !== 'trick');
    return (
      app.me >= 0 &&
      !app.info.practice?.alone &&
      !app.info.chairs[app.chair].stand_in &&
      last?.t === 'act' &&
      last.seat === app.me &&
      said.includes(`${last.act}`.split(' ')[0]) &&
      !app.table.window &&
      this.others.length > 0
    );
  }

  /** @param {page.News} m */
  news(m) {
    const {app, asker} = this;
    const w = app.words;
    this.asker = app.over ? -1 : app.info.chairs.findIndex((c) => c.undo);
    const name = app.info.chairs[asker]?.name ?? '';
    if (asker >= 0 && m.back) app.say(w.t('undo.done', {name}));
    else if (asker === app.chair && asker >= 0 && this.asker < 0 && !this.no)
      app.say(w.t('undo.no'));
    if (this.asker < 0 || this.asker !== asker) this.no = false;
    if (this.asker >= 0 && this.asker !== asker && this.asked)
      app.live.say(w.t('undo.wish', {name: app.info.chairs[this.asker].name}));
  }

  /** asked is whether your answer is awaited. */
  get asked() {
    const {asker, app} = this;
    return (
      asker >= 0 &&
      asker !== app.chair &&
      app.me >= 0 &&
      !app.info.chairs[app.chair]?.allows &&
      !this.no
    );
  }

  /** answer tells the others. */
  answer(/** @type {'undo' | 'allow' | 'deny'} */ t) {
    this.no = t === 'deny';
    this.app.table.send({t});
    this.app.draw();
  }

  /** stay takes back that you leave after this hand: you sit down again on your chair, with a new link. */
  async stay() {
    const {table, words, own} = this.app;
    if (table.socket) table.socket.onclose = () => {}; // the old link ends with it
    const {seat, why} = await ask(words, `/api/seat/${table.id}/join`, {
      name: own,
      code: table.hello.code,
    });
    if (seat) return go(seat);
    table.retry();
    this.app.say(why);
  }

  /** view is the question, or the way to ask it. */
  view(/** @type {page.View} */ v) {
    const {app} = this;
    const w = app.words;
    if (!w || !v || !app.table.open || app.table.lost) return nothing;
    if (app.info.chairs[app.chair]?.leaving) {
      return app.leaving && app.table.hello.code
        ? html`<button type="button" class="icon undone" data-do="stay"
        @click=${() => this.stay()}>${w.t('link.stay')}</button>`
        : nothing;
    }
    if (this.asked) {
      return html`<div class="undo"><p class="note">${w.t('undo.wish', {name: app.info.chairs[this.asker].name})}</p><div class="acts"><button type="button"
        class="meek" data-do="allow" @click=${() => this.answer('allow')}>${w.t('undo.allow')}</button><button type="button" class="meek" data-do="deny"
        @click=${() => this.answer('deny')}>${w.t('undo.deny')}</button></div></div>`;
    }
    if (this.asker >= 0 && this.asker === app.chair) {
      return html`<p class="wait">${w.t('undo.asked')}</p><button type="button" class="icon undone" data-do="withdraw"
        @click=${() => this.answer('deny')}>${w.t('undo.withdraw')}</button>`;
    }
    if (this.asker >= 0 || !this.can) return nothing;
    return html`<button type="button" class="icon undone" data-do="undo" @click=${() => this.answer('undo')}>↶ ${w.t('undo.ask')}</button>`;
  }
}
