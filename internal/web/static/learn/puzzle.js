// The puzzle of the day: a hand up to one question, at the table. One taps what one would
// do, and is told what each act is worth and why. Every day each game has another, by the
// date alone, so that it works without a network once it is loaded; nothing here knows the
// rules: what is legal and what is best stands with the puzzle.

import {effect, signal} from '../vendor/signals-core.js';
import {render} from '../vendor/lit-html.js';
import {board} from '../app/board.js';
import {Cards, sheet} from '../app/cards.js';
import {Teller} from '../app/live.js';
import {hurry} from '../app/motion.js';
import {foot} from '../app/parts.js';
import {Voice} from '../app/say.js';
import {shape} from '../app/places.js';
import {settings} from '../app/settings.js';
import {fold, sorted} from '../app/view.js';
import {language, loadWords, remember, remembered} from '../app/words.js';
import {dateOf, games, today} from './day.js';
import {answer, bar} from './solution.js';
import {act as named, learned, why} from './why.js';

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** the days on which the first answer was right, and on which it was not, by game. */
class Diary {
  /** @param {string} game */
  constructor(game) {
    this.key = `puzzle.${game}`;
    /** @type {Record<string, string>} what was answered first, by date: the act, with + or - before it */
    this.days = JSON.parse(remembered(this.key) ?? '{}');
  }

  /**
   * note keeps a day's first answer.
   * @param {number} day
   * @param {string} act
   * @param {boolean} right
   */
  note(day, act, right) {
    const date = dateOf(day);
    if (this.days[date]) return;
    this.days[date] = (right ? '+' : '-') + act;
    const old = Object.keys(this.days).sort().slice(0, -400);
    for (const d of old) delete this.days[d];
    remember(this.key, JSON.stringify(this.days));
  }

  /**
   * streak is how many days in a row were right, up to this one or the one before.
   * @param {number} day
   */
  streak(day) {
    const right = (/** @type {number} */ d) => this.days[dateOf(d)]?.startsWith('+') ?? false;
    let last = this.days[dateOf(day)] ? day : day - 1;
    let n = 0;
    while (right(last)) n++, last--;
    return n;
  }
}

/** App is the page; the parts of the table take it for a table. */
export class App {
  constructor() {
    this.tick = signal(0);
    /** @type {import('../app/words.js').Words | null} */
    this.words = null;
    /** @type {Cards | null} */
    this.cards = null;
    this.live = new Teller($('polite'), $('now'));
    this.people = {susi: new Set(), who: () => '', bubble: (/** @type {number} */ _) => '', unread: 0, muted: null, key: '', drawn: () => {}};
    this.game = '';
    this.day = today();
    /** @type {Map<string, any[]>} puzzles by game */
    this.sets = new Map();
    /** @type {any} the puzzle: a line of rams-hand/1 that ends with a question */
    this.line = null;
    this.diary = new Diary('');
    this.answered = ''; // what was said
    this.last = false;
    this.selected = new Set();
    this.focused = '';
    this.keyed = false;
    this.armed = '';
    this.note = '';
    this.seconds = 0;
  }

  // What the parts of the table ask for.
  get preset() { return this.game; }
  get config() { return {rules: this.line?.rules ?? {preset: this.game}}; }
  get me() { return this.line?.view ?? -1; }
  get chair() { return this.me; }
  get over() { return false; }
  get names() {
    const w = this.words;
    if (!w || !this.line) return [];
    const names = (w.glossary.names ?? '').split(' ').slice(0, this.line.seats);
    names[this.me] = w.t('puzzle.me');
    return names;
  }
  get voice() { return new Voice(/** @type {any} */ (this.words), this.names, this.me); }
  get view() { return fold(this.line?.events ?? [], this.me, this.line?.seats ?? 0, this.line?.dealer ?? -1); }
  get info() {
    const paid = (/** @type {number} */ i) => this.line.events.reduce((/** @type {number} */ sum, /** @type {any} */ e) => sum - (e.t === 'ante' && e.seat === i ? e.amount : 0), 0);
    return {stage: 'playing', seats: this.names.map((_, i) => i), host: -2, gone: [], last: false, pot: this.line.pot, chairs: this.names.map((name, i) => ({name, balance: paid(i)})), result: null, next_at: 0};
  }
  get table() { return {turn: this.answered ? -1 : this.me, hand: 1, start: this.line, open: true, hello: {chair: this.me}, held: '', window: 0, ask: this.ask, send: () => {}}; }
  /** @param {import('../app/view.js').View} v */
  pot(v) { return this.line.pot + v.antes; }

  /** What one is asked: the legal acts stand with the puzzle, of cards to lay the least and the most. */
  get ask() { return this.answered || !this.line ? null : {q: this.day, legal: this.legal, six: false, due: 0}; }
  get listed() { return this.line.puzzle.acts.map((/** @type {any} */ a) => a.act); }
  /** @type {string[]} */
  get legal() {
    const all = this.listed.sort((/** @type {string} */ a, /** @type {string} */ b) => this.order.indexOf(a.split(' ')[0]) - this.order.indexOf(b.split(' ')[0]));
    return this.chosen && !all.includes(this.chosen) ? [...all, this.chosen] : all;
  }
  get order() { return ['double-blind', 'blind', 'open', 'schlagen', 'oder', 'weiter-oder', 'join', 'last', 'swap', 'see', 'pass', 'weiter', 'out', 'keep']; }
  get kind() { return this.answered || !this.line ? '' : this.acts[0].act.split(' ')[0]; }
  get choosing() { return this.kind === 'lay' || this.kind === 'drop'; }
  /** chosen is the act that the chosen cards make; '': they are too few or too many. */
  get chosen() {
    const {least = 0, most = 0} = this.line.puzzle;
    const n = this.selected.size;
    return this.choosing && n >= least && n <= most ? [this.kind, ...sorted(this.selected)].join(' ') : '';
  }
  /** @type {import('./why.js').Act[]} */
  get acts() { return this.line.puzzle.acts; }
  get right() { return this.answered === this.acts[0].act; }

  draw() { this.tick.value++; }

  /** @param {string} text @param {boolean} [urgent] */
  say(text, urgent) {
    this.note = text;
    this.live.say(text, urgent);
    this.draw();
  }

  // ---- which puzzle ----

  async begin() {
    const about = new URLSearchParams(location.search);
    const game = about.get('game') ?? remembered('puzzle.game') ?? '';
    const date = Date.parse(about.get('date') ?? '');
    await this.show(games.includes(game) ? game : games[0], Number.isNaN(date) ? today() : Math.min(date / 86_400_000, today()));
  }

  /**
   * show brings the puzzle of a day to the table.
   * @param {string} game
   * @param {number} day
   */
  async show(game, day) {
    if (game !== this.game) {
      const words = await learned(await loadWords(game, settings.get('deck') || undefined));
      document.documentElement.lang = language();
      if (this.words?.deck !== words.deck) {
        document.querySelectorAll('.sheet').forEach((s) => s.remove());
        await Promise.all([sheet(words.deck), sheet('coins')]);
      }
      this.words = words;
      if (!this.sets.has(game)) {
        const text = await (await fetch(`/puzzle/${game}.jsonl`)).text();
        this.sets.set(game, text.trim().split('\n'));
      }
      this.cards ??= new Cards($('cards'), (c) => this.tap(c));
      this.diary = new Diary(game);
      remember('puzzle.game', game);
    }
    const set = /** @type {string[]} */ (this.sets.get(game));
    Object.assign(this, {game, day, answered: '', armed: '', note: '', last: false, focused: '', line: JSON.parse(set[((day % set.length) + set.length) % set.length])});
    this.selected.clear();
    $('cards').setAttribute('aria-label', this.words?.t('ui.hand') ?? '');
    history.replaceState(null, '', `?game=${game}${day === today() ? '' : `&date=${dateOf(day)}`}`);
    this.live.tell(this.line.events, this.voice);
    this.live.say(`${this.level} ${this.voice.question(this.legal, this.view)}`, true);
    this.draw();
  }

  get level() { return /** @type {any} */ (this.words).t(`puzzle.level.${this.line.puzzle.level}`); }

  // ---- answering ----

  /** @param {string} c */
  tap(c) {
    const v = this.view;
    if (!v.hand.includes(c) || !this.ask) return;
    this.focused = c;
    if (this.choosing) {
      if (!this.selected.delete(c)) this.selected.add(c);
    } else if (this.kind === 'play') {
      if (!this.legal.includes(`play ${c}`)) this.say(this.words?.t('puzzle.illegal') ?? '', true);
      else this.act(`play ${c}`);
      return;
    }
    this.draw();
  }

  /** @param {string} text */
  act(text) {
    const words = text.split(' ');
    const a = words.length > 2 ? [words[0], ...sorted(words.slice(1))].join(' ') : text;
    if (!this.ask || !(this.listed.includes(a) || (this.choosing && a === this.chosen))) return this.say(this.words?.t('puzzle.illegal') ?? '', true);
    this.answered = a;
    this.note = '';
    this.diary.note(this.day, a, this.right);
    this.live.say(this.verdict, true);
    this.draw();
    $('answer').focus({preventScroll: true});
  }

  /** typed is an act that was typed. */
  typed(/** @type {string} */ text) { this.act(text); }

  get verdict() {
    const w = /** @type {import('../app/words.js').Words} */ (this.words);
    const best = w.t(this.right ? 'puzzle.right' : 'puzzle.wrong', {act: named(w, this.acts[0].act)});
    return `${best} ${why(w, this.line.puzzle.why)}`;
  }

  again() {
    this.answered = '';
    this.selected.clear();
    this.draw();
    this.refocus();
  }

  // ---- drawing ----

  paint() {
    void this.tick.value;
    const {words: w, cards, line} = this;
    if (!w || !cards || !line) return;
    document.title = `${w.t('puzzle.title', {date: dateOf(this.day), game: w.game()})}`;
    const v = this.view;
    Object.assign(document.body.dataset, {stage: 'playing', ask: this.kind, day: `${this.day}`, answered: this.answered ? (this.right ? 'right' : 'wrong') : ''});
    render(bar(this), $('bar'));
    $('answer').hidden = !this.answered;
    render(this.answered ? answer(this) : '', $('answer'));
    const size = this.room({w: $('table').clientWidth, h: $('table').clientHeight});
    $('rim').style.width = `${size.w}px`;
    render(this.answered ? '' : foot(this, v), $('foot'));
    board(this, v, {...size, foot: this.answered ? 0 : $('foot').offsetHeight, selected: this.choosing ? this.selected : new Set()});
    this.label(v);
    if (this.keyed && document.activeElement === document.body) this.refocus();
  }

  /**
   * room is what is left of the window beside the answer; where there is none beside, the table moves up above it.
   * @param {{w: number, h: number}} all
   */
  room(all) {
    const side = shape(all) === 'side'; // there the answer stands where the question stood
    const beside = all.w >= 1280 && all.h >= 720 ? Math.min(380, all.w - 1012) : side ? Math.max(200, Math.min(300, all.w - 490)) : 0;
    document.body.dataset.sheet = beside ? 'beside' : 'below';
    const box = $('answer');
    box.style.width = beside ? `${beside}px` : '';
    const up = this.answered && !beside ? Math.max(0, box.offsetHeight - 96) : 0;
    for (const id of ['rim', 'cards']) $(id).style.transform = up ? `translateY(${-up}px)` : '';
    return {w: all.w - (this.answered && beside && !side ? beside + 12 : 0), h: all.h};
  }

  refocus() {
    const v = this.view;
    const card = this.kind === 'play' || this.choosing ? this.cards?.buttons.get(this.focused || v.hand[0]) : null;
    (card ?? $('foot').querySelector('button'))?.focus();
  }

  /** @param {import('../app/view.js').View} v */
  label(v) {
    const w = /** @type {import('../app/words.js').Words} */ (this.words);
    const focus = v.hand.includes(this.focused) ? this.focused : v.hand[0];
    for (const [c, b] of this.cards?.buttons ?? []) {
      const mine = v.hand.includes(c);
      const can = mine && !!this.ask && (this.choosing || this.legal.includes(`play ${c}`));
      b.classList.toggle('mine', mine);
      b.classList.toggle('can', can && !this.choosing);
      b.classList.toggle('cannot', mine && this.kind === 'play' && !can);
      b.classList.toggle('trump', mine && c[1] === v.trump);
      b.classList.toggle('best', !!this.answered && mine && this.acts[0].act.split(' ').includes(c));
      b.classList.toggle('said', !!this.answered && mine && !this.right && this.answered.split(' ').includes(c));
      b.tabIndex = mine && c === focus ? 0 : -1;
      if (!mine) {
        b.ariaHidden = 'true';
        continue;
      }
      b.removeAttribute('aria-hidden');
      const how = this.kind === 'play' ? w.t(can ? 'ui.playable' : 'ui.unplayable') : '';
      b.setAttribute('aria-label', [w.card(c), c[1] === v.trump ? w.t('ui.trump') : '', how].filter(Boolean).join(', '));
      if (this.choosing) b.setAttribute('aria-pressed', `${this.selected.has(c)}`);
      else b.removeAttribute('aria-pressed');
    }
  }
}

// ---- keys ----

if ($('answer')) {
  const app = new App();
  effect(() => app.paint());
  addEventListener('resize', () => app.draw());
  settings.changed(() => app.draw());
  $('cards').addEventListener('keydown', (e) => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
    const {hand} = app.view;
    if (!step || !hand.length) return;
    e.preventDefault();
    app.focused = hand[(hand.indexOf(app.focused || hand[0]) + step + hand.length) % hand.length];
    app.draw();
    app.cards?.buttons.get(app.focused)?.focus();
  });
  document.addEventListener('pointerdown', () => { app.keyed = false; hurry(); }, true);
  document.addEventListener('keydown', (e) => {
    app.keyed = true;
    const typing = e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement;
    if (typing || e.ctrlKey || e.metaKey || e.altKey || !app.line || settings.on('nokeys') || $('menu').matches('[open]')) return;
    const line = app.live.answer(e.key, app, app.view);
    if (line) app.say(line);
  });
  void app.begin();
  if ('serviceWorker' in navigator && isSecureContext) void navigator.serviceWorker.register('/puzzle/sw.js', {scope: '/puzzle/'}).then(() => navigator.serviceWorker.ready).then(() => { document.documentElement.dataset.offline = 'ready'; }, () => {});
}
