// The replay: a recorded hand at the table, moment by moment. Hands come from a file,
// from pasted text, or from an evening at which one has a chair; the server says
// whether a hand can have gone so, since nothing here knows the rules.

import {effect} from '../vendor/signals-core.js';
import {isTrump} from '../lib/cardorder.js';
import {html, render} from '../lib/html.js';
import {go, refused} from '../lib/request.js';
import {board} from '../table/board.js';
import {Cards, fetchSheets} from '../table/cards.js';
import {doorOf, recalled} from '../live/visitor.js';
import {filepicker} from './filepicker.js';
import {flow, hurry} from '../table/motion.js';
import {canDeal, begin} from '../lib/localtable.js';
import {$, Page} from '../live/page.js';
import {panel} from '../table/parts.js';
import {replayBar, playerFoot, judging, openMore, player} from './player.js';
import {reach} from '../local/answer.js';
import {Voice} from '../table/voice.js';
import {textOf} from '../lib/save.js';
import {settings} from '../lib/settings.js';
import {play} from '../lib/sound.js';
import {typedAnswer} from '../table/typedline.js';
import {Still} from '../table/stilltable.js';
import {Lines, Timeline, read} from './timeline.js';
import {site, to} from '../lib/address.js';
import {remembered} from '../lib/storage.js';
import {language, loadTable} from '../lib/words.js';

/** mostFile is how many bytes of hands are read: far more than anybody plays. */
const mostFile = 400e6;

/**
 * Replay is the page.
 * @extends {Page<Still>}
 */
export class Replay extends Page {
  constructor() {
    super(() => new Still());
    this.table.now = () => ({
      line: this.timeline?.line,
      names: this.timeline?.names,
      at: this.at,
      hand: this.hand + 1,
      stakes: this.stakes,
      result: this.timeline?.result,
    });
    /** @type {{money?: string, deck?: string}} what the table of the evening has agreed */
    this.agreed = {};
    this.spoken = '';
    this.lines = /** @type {Lines} */ (/** @type {unknown} */ (null)); // null: none are chosen
    this.name = ''; // of the file
    this.evening = ''; // the number of the table, if the hands are of one
    this.packed = ''; // the hands as the address has them, if it does
    this.shared = ''; // the address of the hand for anybody
    this.hand = 0; // the place of the hand in the list
    this.whole = /** @type {Timeline} */ (/** @type {unknown} */ (null)); // the hand as its line has it; null: it can't be read
    this.timeline = this.whole; // the same, or what a seat could see of it
    this.seat = -1; // who full lines are looked at from
    this.open = true; // with all cards
    this.at = 0;
    this.fault = '';
    this.playing = 0; // a timer
    this.later = 0; // another
    this.deal = ''; // what has been copied
    /** @type {unknown} */
    this.tally = undefined; // the statistics, once they have been asked for
    /** @type {unknown} */
    this.brought = undefined; // what has become of a file of an evening
    this.speed = 1;
    this.paid = false;
    /** @type {import('./review.js').Review | null} what the hand that is shown was judged like */
    this.review = null;
    /** @type {Map<string, talk.Reading>} what the server says of hands */
    this.checked = new Map();
    /** @type {import('./together.js').Together | null} those who look at it together */
    this.together = null;
  }

  /** stakes are what the server says of them, once it has been asked about this hand. */
  get stakes() {
    return this.timeline?.stakes;
  }
  get me() {
    return this.timeline?.full
      ? this.seat
      : typeof this.timeline?.line.view === 'number'
        ? this.timeline.line.view
        : -1;
  }
  /** voice speaks to whoever is called "You" when all cards lie open: who had no other name. */
  get voice() {
    return new Voice(
      this.words,
      this.names,
      this.timeline?.full && this.open ? this.names.indexOf(this.words.t('start.you')) : this.me,
    );
  }

  // ---- where hands come from ----

  async begin() {
    const about = new URLSearchParams(location.search);
    await this.speak({preset: 'chratze'});
    const id = about.get('table');
    if (id) await this.fromTable(id);
    else if (this.wish().hands) await this.fromLink(this.wish().hands);
    if (about.has('shared')) await this.fromOthers();
    if (about.has('together') && this.lines) await this.join();
    this.draw();
    if (about.has('review') && this.timeline?.over) await this.judged();
  }

  /** speak loads words and cards of a game. */
  async speak(/** @type {{preset: string, pack?: string}} */ rules) {
    const {money, deck} = this.agreed;
    const spoken = [rules.preset, rules.pack, money, deck].join(' ');
    if (this.spoken === spoken) return;
    this.spoken = spoken;
    const words = await loadTable({money, deck, rules}, settings.get('deck'));
    await fetchSheets(words.deck);
    this.words = words;
    this.cards ??= new Cards($('cards'), () => {});
    $('cards').setAttribute('aria-hidden', 'true');
  }

  /**
   * fromTable fetches the hands of a table, as your link shows them.
   * @param {string} id
   * @returns {Promise<boolean>}
   */
  async fromTable(id) {
    try {
      const [r, agreed] = await Promise.all([
        reach(`/api/seat/${encodeURIComponent(id)}/hands`),
        doorOf(id).catch(() => null),
      ]);
      this.agreed = {money: agreed?.money, deck: agreed?.deck};
      const text = await r.text();
      if (r.ok && text) {
        this.evening = id;
        await this.take(text, `chratze-${id}`);
        return true;
      }
      const w = this.words;
      if (r.ok) this.say(w.t('replay.none'));
      else this.say(this.refused(JSON.parse(text)));
    } catch {
      this.say(this.words.t('ui.unreachable'));
    }
    return false;
  }

  /** fromOthers takes what another program has shared, see practice/sw.js. */
  async fromOthers() {
    const r = await fetch(to('/replay/shared.txt')).catch(() => null);
    if (r?.ok) await this.take(await textOf(await r.blob()), 'chratze');
  }

  /** fromLink takes the hands that an address has in itself. */
  async fromLink(/** @type {string} */ packed) {
    const {unpack} = await import('../lib/share.js');
    await this.take(await unpack(packed), 'chratze', packed);
  }

  /** @param {{code: string, text?: string}} no */
  refused(no) {
    const w = this.words;
    if (no.text) return no.text;
    return w.has(`bye.${no.code}`) ? w.t(`bye.${no.code}`, no) : refused(w, no);
  }

  /** @param {File} file */
  async fromFile(file) {
    this.evening = '';
    this.agreed = {};
    if (file.size > mostFile) return this.say(this.words.t('replay.large', {n: mostFile / 1e6}));
    await this.take(await textOf(file), file.name.replace(/\.[^.]*$/, ''));
  }

  /**
   * take shows hands: lines of rams-hand/1, or one copied deal.
   * @param {string} text
   * @param {string} name
   * @param {string} [packed] the same as an address has them
   */
  async take(text, name, packed = '') {
    const w = this.words;
    this.fault = '';
    this.packed = packed;
    if (text.trimStart().startsWith('rams-deal/')) {
      const answer = await this.consult(text);
      if (!answer) return this.say(w.t('replay.offline'));
      if (answer.fault) return this.say(answer.fault);
      text = JSON.stringify(answer.hand);
    }
    if (text.trimStart().startsWith('{"k":"create"')) return this.bring(text); // an evening that this page has saved
    const lines = new Lines(text.trim() ? text : '');
    if (!lines.length) return this.say(w.t('replay.empty'));
    this.leave();
    this.checked.clear();
    Object.assign(this, {lines, name, whole: null, timeline: null});
    const wish = this.wish();
    await this.show(Math.min(Math.max(wish.hand - 1, 0), lines.length - 1), wish.at);
    /** @type {HTMLElement | null} */ ($('player').querySelector('[data-do=play]'))?.focus();
  }

  /** bring keeps the evening in a file among those of this browser. */
  async bring(/** @type {Blob | string} */ file) {
    if (this.lines) this.close();
    this.note = '';
    this.brought = html`<p class="note" role="status">${this.words.t('bring.wait')}</p>`;
    this.draw();
    const {bring, tellBrought} = await import('../local/eveningfiles.js');
    this.brought = tellBrought(
      this.words,
      await bring(this.words, typeof file === 'string' ? file : await textOf(file)),
    );
    this.draw();
    /** @type {HTMLElement | null} */ (document.querySelector('.brought'))?.focus();
  }

  /** wish is the moment that the address names. */
  wish() {
    const of = new URLSearchParams(location.hash.slice(1));
    return {
      hand: Number(of.get('hand')) || 1,
      at: of.has('at') ? Number(of.get('at')) || 0 : -1,
      hands: of.get('hands')?.match(/[\w-]+/)?.[0] ?? '',
    };
  }

  /** leave puts away what is shown. */
  leave() {
    this.pause();
    this.together?.leave();
    this.together = null;
  }

  /** close goes back to where hands are chosen. */
  close() {
    this.leave();
    Object.assign(this, {
      lines: null,
      whole: null,
      timeline: null,
      evening: '',
      fault: '',
      packed: '',
    });
    history.replaceState(null, '', to('/replay'));
    this.draw();
  }

  // ---- hands and moments ----

  /**
   * show brings a hand to the table.
   * @param {number} i its place
   * @param {number} [number] the number of a moment; without, the first
   */
  async show(i, number = -1) {
    const lines = /** @type {Lines} */ (this.lines);
    if (i < 0 || i >= lines.length) return;
    this.pause();
    this.hand = i;
    this.deal = '';
    this.last = false;
    const whole = lines.timeline(i);
    this.fault = '';
    if (whole) {
      await this.speak(whole.line.rules);
      if (whole.line.seat !== undefined && this.whole === null)
        Object.assign(this, {seat: whole.line.seat, open: false}); // as you saw it
      this.seat = Math.min(Math.max(whole.line.seat ?? this.seat, 0), whole.n - 1);
      this.whole = whole;
      this.timeline = await this.seen(whole);
      this.at = number < 0 ? this.timeline.stops[0] : this.timeline.moment(number);
    } else {
      Object.assign(this, {whole: null, timeline: null, at: 0});
      this.fault = this.words.t('replay.line', {n: i + 1, text: this.words.t('replay.format')});
    }
    this.moved(true);
    this.draw();
    void this.check(i);
  }

  /**
   * seen returns a hand as it is to be looked at: whole, or as the chosen seat saw it.
   * @param {Timeline} whole
   * @returns {Promise<Timeline>}
   */
  async seen(whole) {
    if (!whole.full || this.open) return whole;
    const lines = /** @type {Lines} */ (this.lines);
    const answer = await this.consult(lines.text(this.hand), `?view=${this.seat}`);
    const line = answer?.hand && read(JSON.stringify(answer.hand));
    if (line) return new Timeline(line, answer);
    this.open = true;
    this.say(this.words.t('replay.offline'));
    return whole;
  }

  /** from looks at the hand from another seat, or with other cards open. */
  async from(/** @type {{seat?: number, open?: boolean}} */ how) {
    Object.assign(this, how);
    if (!this.whole || !this.timeline) return;
    const number = this.timeline.number(this.at);
    this.timeline = await this.seen(this.whole);
    this.at = this.timeline.moment(number);
    this.draw();
  }

  /**
   * consult lets the server read a hand. null: it can't be reached.
   * @param {string} text
   * @param {string} [query]
   * @returns {Promise<talk.Reading | null>}
   */
  async consult(text, query = '') {
    try {
      const r = await reach(`/api/hand/${language()}${query}`, {
        method: 'POST',
        headers: {'Content-Type': 'text/plain'},
        body: text,
      });
      const got = await r.json();
      if (r.status === 429) return null;
      return r.ok ? got : {fault: this.refused(got)};
    } catch {
      return null;
    }
  }

  /** check lets the server play a hand again, once one has looked at it for a moment. */
  async check(/** @type {number} */ i) {
    const lines = this.lines;
    await new Promise((r) => setTimeout(r, 250));
    if (!lines || lines !== this.lines || i !== this.hand) return;
    const answer = await this.answer(i);
    if (lines !== this.lines || i !== this.hand) return;
    const {caption} = this;
    this.whole?.told(answer);
    if (this.caption !== caption) this.live.say(this.caption); // it is forced: only the rules know that
    if (answer?.fault) {
      this.fault = this.words.t('replay.line', {n: i + 1, text: answer.fault});
      this.live.say(this.fault);
    }
    this.draw();
  }

  /** answer is what the server says of a hand, asked once. */
  async answer(/** @type {number} */ i) {
    const text = /** @type {Lines} */ (this.lines).text(i);
    const answer = this.checked.get(text) ?? (await this.consult(text));
    if (this.checked.size > 200) this.checked.clear();
    if (answer) this.checked.set(text, answer);
    return answer;
  }

  /** judge asks for the review of the hand as it is looked at. */
  async judge() {
    const {review} = await import('./review.js');
    const got = await review(this);
    if (typeof got === 'string') return this.say(got);
    this.review = got;
    this.say('');
  }

  /** judged reviews the hand, and shows what came of it. */
  async judged() {
    await this.judge();
    if (this.review && this.review.line === this.timeline?.line) openMore(this);
  }

  /**
   * go brings the hand to a moment and tells what has happened.
   * @param {number} p
   * @param {boolean} [quietly]
   */
  go(p, quietly) {
    const r = this.timeline;
    if (!r || p === this.at) return;
    const passed = p > this.at ? r.line.events.slice(this.at, p) : [];
    this.at = p;
    this.last = false;
    this.note = '';
    this.paid = this.over && passed.length > 0;
    if (!quietly) {
      if (passed.length && passed.length < 16) this.live.tell(passed, this.voice, this.view);
      else this.live.say(this.caption);
      if (this.over && this.info.result)
        this.live.say(this.words.sentences(this.voice.settlement(this.info.result, this.view)));
      if (passed.length) play((this.over && this.info.result) || passed, this.me);
    }
    this.moved();
    this.draw();
  }

  /**
   * step goes on or back by one moment or one trick, or to the next hand.
   * @param {1 | -1} way
   * @param {'stops' | 'chapters'} [by]
   */
  step(way, by = 'stops') {
    const all = this.timeline?.[by] ?? [];
    const next = way > 0 ? all.find((p) => p > this.at) : all.findLast((p) => p < this.at);
    if (next !== undefined) this.go(next);
    return next !== undefined;
  }

  /** moved keeps the address and those who look together with the moment. */
  moved(hand = false) {
    if (!this.timeline) return;
    const number = this.timeline.number(this.at);
    clearTimeout(this.later);
    // browsers forbid it a hundred times in half a minute
    this.later = setTimeout(
      () =>
        history.replaceState(
          null,
          '',
          `${location.pathname}${location.search}#hand=${this.hand + 1}&at=${number}${this.packed && `&hands=${this.packed}`}`,
        ),
      hand ? 0 : 200,
    );
    this.together?.moved(this.hand + 1, number);
  }

  /** caption is what happens at this moment, in words. */
  get caption() {
    const r = this.timeline;
    const w = this.words;
    if (!r || !w) return '';
    const before = r.stops.findLast((p) => p < this.at);
    if (before === undefined)
      return this.voice.of('replay.begin', r.line.dealer, {amount: w.sum(r.line.pot)});
    const told = r.line.events
      .slice(before, this.at)
      .filter((e) => e.t !== 'ante' && e.t !== 'shuffle');
    const forced = told.some((e) => e.t === 'trump') ? this.voice.forced(this.view) : '';
    return w.sentences([...told.map((e) => this.voice.event(e)), forced]);
  }

  // ---- playing ----

  toggle() {
    if (this.playing) return this.pause();
    if (this.timeline && this.at === this.timeline.line.events.length)
      this.go(this.timeline.stops[0], true);
    this.playing = setTimeout(() => this.turn(), 300);
    this.draw();
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = 0;
  }

  turn() {
    const trick = this.view.winner >= 0;
    if (!this.step(1)) {
      this.pause();
      return this.draw();
    }
    this.playing = setTimeout(
      () => this.turn(),
      (1000 * (trick || this.view.winner >= 0 ? 1.6 : 1)) / this.speed,
    );
  }

  /** join looks at it together with those of the table. */
  async join() {
    const {Together} = await import('./together.js');
    this.together = new Together(this);
    history.replaceState(null, '', to(`/replay?table=${this.evening}&together${location.hash}`));
    this.draw();
  }

  /** again makes a table with bots that begins with this deal. */
  async again() {
    const w = this.words;
    const answer = await this.answer(this.hand);
    if (!answer?.play) return this.say(answer ? w.t('replay.nodeal') : w.t('replay.offline'));
    const n = answer.play.chairs;
    const dealer = (answer.play.deal.dealer - Math.max(this.me, 0) + n) % n; // one sits on chair 0
    const name = remembered('name') || this.names[Math.max(this.me, 0)] || 'Anna';
    const wish = {name, pace: 2400, ...answer.play, deal: {...answer.play.deal, dealer}};
    if (site && canDeal()) return begin(wish);
    try {
      const r = await fetch(to('/api/tables'), {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify(wish),
      });
      const got = await r.json();
      if (r.ok) return go(got);
      this.say(this.refused(got));
    } catch {
      if (canDeal())
        begin(wish); // the browser deals where no server can be reached
      else this.say(w.t('replay.offline'));
    }
  }

  /** link finds the address of the hand at this moment, for anybody. */
  async link() {
    const {linked} = await import('../lib/share.js');
    this.shared =
      (await linked(
        /** @type {Lines} */ (this.lines).text(this.hand),
        this.timeline?.number(this.at),
      ).catch(() => '')) || location.href;
  }

  /** depict hands out a picture of this moment. */
  async depict() {
    const [{tablePicture}, {handOut}] = await Promise.all([
      import('../table/picture.js'),
      import('../lib/save.js'),
    ]);
    const text =
      this.over && this.info.result
        ? this.words.sentences(this.voice.settlement(this.info.result, this.view))
        : this.caption;
    await handOut(
      `${this.name}-${this.hand + 1}.png`,
      await tablePicture(this, this.words.game(), text),
    );
  }

  /** checkProof checks the proof of this deal, here in the browser. */
  async checkProof() {
    const {tellProof} = await import('../fair/proofcheck.js');
    this.say(tellProof(this));
  }

  // ---- drawing ----

  paint() {
    void this.tick.value;
    const {words: w, cards} = this;
    if (!w || !cards) return;
    const chosen = !!this.lines;
    document.title = chosen
      ? `${w.t('replay.hand', {n: this.hand + 1, of: this.lines?.length})} – ${w.game()}`
      : w.t('replay.title');
    Object.assign(document.body.dataset, {
      hand: `${this.hand + 1}`,
      at: `${this.at}`,
      shown: this.timeline ? 'hand' : chosen ? 'fault' : 'filepicker',
      stage: 'replay',
    });
    render(replayBar(this), $('bar'));
    $('filepicker').hidden = chosen;
    $('player').hidden = !chosen;
    render(chosen ? '' : filepicker(this), $('filepicker'));
    render(chosen ? player(this) : '', $('player'));
    document.body.classList.toggle('bare', !this.timeline);
    document.body.style.setProperty('--player', `${$('player').offsetHeight}px`);
    const v = this.view;
    $('panel').hidden = !this.over;
    render(this.over ? html`${panel(this, v)}${judging(this)}` : '', $('panel'));
    $('panel').style.minHeight = '';
    if (this.timeline) {
      const h = $('table').clientHeight - $('player').offsetHeight + 10;
      const l = board(this, v, {
        w: $('table').clientWidth,
        h,
        foot: this.over ? $('panel').offsetHeight + 10 : 0,
      });
      const {result} = this.info;
      if (this.paid && result) flow($('rim'), l, result);
      this.paid = false;
      for (const b of cards.buttons.values()) b.tabIndex = -1;
      for (const [c, b] of cards.buttons) b.classList.toggle('trump', isTrump(w, c, v.trump));
      $('panel').style.minHeight = l.panel < 121 ? '' : `${h - 10 - l.panel}px`;
    }
    render(playerFoot(this), $('foot'));
  }
}

// ---- keys ----

/** @type {Record<string, (app: Replay) => void>} */
const keys = {
  ArrowRight: (a) => void a.step(1),
  ArrowLeft: (a) => void a.step(-1),
  ArrowDown: (a) => void a.step(1, 'chapters'),
  ArrowUp: (a) => void a.step(-1, 'chapters'),
  Home: (a) => a.timeline && a.go(a.timeline.stops[0]),
  End: (a) => a.timeline && a.go(a.timeline.line.events.length),
  PageDown: (a) => void a.show(a.hand + 1),
  PageUp: (a) => void a.show(a.hand - 1),
  ' ': (a) => a.toggle(),
};

const app = new Replay();
effect(() => app.paint());
addEventListener('resize', () => app.draw());
settings.changed(() => app.draw());
addEventListener('hashchange', () => {
  const wish = app.wish();
  if (wish.hands && wish.hands !== app.packed) void app.fromLink(wish.hands);
  else if (app.lines) void app.show(wish.hand - 1, wish.at);
});
document.addEventListener('pointerdown', () => hurry(), true);
document.addEventListener('keydown', (e) => {
  const t = /** @type {HTMLElement} */ (e.target);
  const typing = t.matches('textarea, select, input:not([type=range])');
  if (
    typing ||
    e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    (!app.timeline && !e.key.startsWith('Page')) ||
    !app.lines ||
    $('menu').matches('[open]')
  )
    return;
  if (e.key === ' ' && t.matches('button, summary, a')) return; // it is pressed
  const act = keys[e.key];
  if (act) {
    e.preventDefault();
    hurry();
    if (e.key !== ' ') app.pause();
    return act(app);
  }
  if (settings.on('nokeys') || !app.timeline) return;
  const line = e.key === '?' ? app.words?.t('replay.keys') : typedAnswer(e.key, app, app.view);
  if (line) app.say(line);
});
document.addEventListener('dragover', (e) => e.preventDefault());
document.addEventListener('drop', (e) => {
  e.preventDefault();
  const file = e.dataTransfer?.files[0];
  const text = e.dataTransfer?.getData('text/plain');
  if (file) void app.fromFile(file);
  else if (text) void app.take(text, 'chratze');
});
void app.begin();
void recalled().then((more) => {
  if (more) app.draw();
});
