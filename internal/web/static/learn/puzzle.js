// The puzzle of the day: a hand up to one question, at the table. One taps what one would
// do, and is told what each act is worth and why. Every day each game has another, by the
// date alone, so that it works without a network once it is loaded; nothing here knows the
// rules: what is legal and what is best stands with the puzzle.

import {effect} from '../vendor/signals-core.js';
import {render} from '../lib/html.js';
import {board} from '../table/board.js';
import {Cards, fetchSheets} from '../table/cards.js';
import {hurry} from '../table/motion.js';
import {$, Page, digit, typing} from '../live/page.js';
import {foot} from '../table/parts.js';
import {shape} from '../table/places.js';
import {settings} from '../lib/settings.js';
import {typedAnswer as spoken} from '../table/typedline.js';
import {Still} from '../table/stilltable.js';
import {once, to} from '../lib/address.js';
import {sorted} from '../table/view.js';
import {remember, remembered} from '../lib/storage.js';
import {loadWords} from '../lib/words.js';
import {dateOf, dayOf, puzzleGames, today} from './day.js';
import {answerSheet, puzzleBar} from './solution.js';
import {act as named, learned, why} from '../table/reasons.js';

/**
 * Problem is a line that ends with a question.
 * @typedef {page.Line & {view: number, puzzle: coach.Solution, stakes: wire.Stake[], offers?: Record<string, wire.Stake>,
 *   prize?: rams.Prize, forced?: string}} Problem
 */

/** order is that in which acts are offered. */
const order = [
  'double-blind',
  'blind',
  'open',
  'schlagen',
  'oder',
  'weiter-oder',
  'join',
  'last',
  'spare',
  'for-pot',
  'swap',
  'see',
  'pass',
  'weiter',
  'out',
  'keep',
];

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

  /** streak is how many days in a row were right, up to this one or the one before. */
  streak(/** @type {number} */ day) {
    const right = (/** @type {number} */ d) => this.days[dateOf(d)]?.startsWith('+') ?? false;
    let last = this.days[dateOf(day)] ? day : day - 1;
    let n = 0;
    while (right(last)) (n++, last--);
    return n;
  }
}

/**
 * Puzzle is the page.
 * @extends {Page<Still>}
 */
export class Puzzle extends Page {
  constructor() {
    super(() => new Still());
    this.table.now = () =>
      this.begun
        ? {
            line: this.line,
            names: this.players,
            chair: this.line.view,
            ask: this.question,
            stakes: [{at: 0, by: this.line.stakes, forced: this.line.forced}],
          }
        : {};
    this.game = '';
    this.day = today();
    this.set = ['']; // the game's puzzles
    this.line = /** @type {Problem} */ (/** @type {unknown} */ (null)); // until it has come
    this.diary = new Diary('');
    this.answered = ''; // what was said
  }

  get begun() {
    return !!this.line;
  }
  get preset() {
    return this.game;
  }
  /** The names of those who play. */
  get players() {
    const names = (this.words.glossary.names ?? '').split(' ').slice(0, this.line.seats);
    names[this.line.view] = this.words.t('puzzle.me');
    return names;
  }

  /** What one is asked: the legal acts stand with the puzzle, of cards to lay the least and the most. */
  get question() {
    const {legal} = this;
    return this.answered
      ? null
      : {
          q: this.day,
          legal,
          stakes: legal.map((a) => this.line.offers?.[a] ?? 0),
          prize: this.line.prize,
          six: false,
          due: 0,
        };
  }
  get listed() {
    return this.acts.map((a) => a.act);
  }
  get legal() {
    const place = (/** @type {string} */ a) => order.indexOf(a.split(' ')[0]);
    const all = this.listed.sort((a, b) => place(a) - place(b));
    return this.chosen && !all.includes(this.chosen) ? [...all, this.chosen] : all;
  }
  get kind() {
    return this.answered || !this.begun ? '' : this.acts[0].act.split(' ')[0];
  }
  /** chosen is the act that the chosen cards make; '': they are too few or too many. */
  get chosen() {
    const {least = 0, most = 0} = this.line.puzzle;
    const n = this.selected.size;
    return this.choosing && n >= least && n <= most
      ? [this.kind, ...sorted(this.selected)].join(' ')
      : '';
  }
  get acts() {
    return this.line.puzzle.acts;
  }
  get right() {
    return this.answered === this.acts[0].act;
  }

  // ---- which puzzle ----

  async begin() {
    const about = new URLSearchParams(location.search);
    const game = about.get('game') ?? remembered('puzzle.game') ?? '';
    const date = dayOf(about.get('date') ?? '');
    await this.show(puzzleGames.includes(game) ? game : puzzleGames[0], Math.min(date, today()));
  }

  /**
   * show brings the puzzle of a day to the table.
   * @param {string} game
   * @param {number} day
   */
  async show(game, day) {
    if (game !== this.game) {
      try {
        await this.bring(game);
      } catch (e) {
        if (!this.begun) throw e; // the watchdog says so
        return this.say(this.words.t('replay.offline'));
      }
    }
    const {set} = this;
    Object.assign(this, {
      game,
      day,
      answered: '',
      armed: '',
      note: '',
      last: false,
      focused: '',
      line: JSON.parse(set[((day % set.length) + set.length) % set.length]),
    });
    this.selected.clear();
    $('cards').setAttribute('aria-label', this.words.t('ui.hand'));
    history.replaceState(null, '', `?game=${game}${day === today() ? '' : `&date=${dateOf(day)}`}`);
    this.live.forget(); // another puzzle
    this.live.tell(this.line.events, this.voice, this.view);
    this.live.say(`${this.level} ${this.voice.question(this, this.view)}`);
    this.draw();
  }

  /** bring fetches what a game needs, and changes nothing until all has come. */
  async bring(/** @type {string} */ game) {
    const words = await learned(await loadWords(game, settings.get('deck') || undefined));
    const set = (await once(to(`/puzzle/${game}.jsonl`))).trim().split('\n');
    if (this.words?.deck !== words.deck) await fetchSheets(words.deck);
    this.cards ??= new Cards($('cards'), (c) => this.tap(c));
    Object.assign(this, {words, set, diary: new Diary(game)});
    remember('puzzle.game', game);
  }

  get level() {
    return this.words.t(`puzzle.level.${this.line.puzzle.level}`);
  }

  // ---- answering ----

  /** @param {string} c */
  tap(c) {
    const v = this.view;
    if (!v.hand.includes(c) || !this.ask) return;
    this.focused = c;
    if (this.choosing) {
      if (!this.selected.delete(c)) this.selected.add(c);
    } else if (this.kind === 'play') {
      if (!this.legal.includes(`play ${c}`)) this.say(this.words.t('puzzle.illegal'));
      else this.act(`play ${c}`);
      return;
    }
    this.draw();
  }

  /** @param {string} text */
  act(text) {
    const words = text.split(' ');
    const a = words.length > 2 ? [words[0], ...sorted(words.slice(1))].join(' ') : text;
    if (!this.ask || !(this.listed.includes(a) || (this.choosing && a === this.chosen)))
      return this.say(this.words.t('puzzle.illegal'));
    this.answered = a;
    this.note = '';
    this.diary.note(this.day, a, this.right);
    this.live.say(this.verdict);
    this.draw();
    $('answer').focus({preventScroll: true});
  }

  get verdict() {
    const w = this.words;
    const best = w.t(this.right ? 'puzzle.right' : 'puzzle.wrong', {
      act: named(w, this.acts[0].act),
    });
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
    Object.assign(document.body.dataset, {
      stage: 'playing',
      ask: this.kind,
      day: `${this.day}`,
      answered: this.answered ? (this.right ? 'right' : 'wrong') : '',
    });
    render(puzzleBar(this), $('bar'));
    $('answer').hidden = !this.answered;
    render(this.answered ? answerSheet(this) : '', $('answer'));
    const size = this.room({w: $('table').clientWidth, h: $('table').clientHeight});
    $('rim').style.width = `${size.w}px`;
    render(this.answered ? '' : foot(this, v), $('foot'));
    board(this, v, {
      ...size,
      foot: this.answered ? 0 : $('foot').offsetHeight,
      selected: this.choosing ? this.selected : new Set(),
    });
    this.label(v);
    if (this.keyed && document.activeElement === document.body) this.refocus();
  }

  /** room is what is left of the window beside the answer; where there is none beside, the table moves up above it. */
  room(/** @type {{w: number, h: number}} */ all) {
    const side = shape(all) === 'side'; // there the answer stands where the question stood
    const beside =
      all.w >= 1280 && all.h >= 720
        ? Math.min(380, all.w - 1012)
        : side
          ? Math.max(200, Math.min(300, all.w - 490))
          : 0;
    document.body.dataset.sheet = beside ? 'beside' : 'below';
    document.body.style.setProperty('--column', side ? `${beside}px` : '');
    const box = $('answer');
    box.style.width = beside ? `${beside}px` : '';
    const up = this.answered && !beside ? Math.max(0, box.offsetHeight - 96) : 0;
    const upright = shape(all) === 'narrow'; // its grid makes do with less
    for (const id of ['rim', 'cards'])
      $(id).style.transform = up && !upright ? `translateY(${-up}px)` : '';
    return {
      w: all.w - (this.answered && beside && !side ? beside + 12 : 0),
      h: all.h - (upright ? up : 0),
    };
  }

  refocus() {
    const v = this.view;
    const card =
      this.kind === 'play' || this.choosing
        ? this.cards?.buttons.get(this.focused || v.hand[0])
        : null;
    (card ?? $('foot').querySelector('button'))?.focus();
  }

  /** @param {page.View} v */
  label(v) {
    super.label(v);
    const among = (/** @type {string} */ act, /** @type {string} */ c) =>
      !!this.answered && v.hand.includes(c) && act.split(' ').includes(c);
    for (const [c, b] of this.cards.buttons) {
      b.classList.toggle('best', among(this.acts[0].act, c));
      b.classList.toggle('said', !this.right && among(this.answered, c));
    }
  }
}

// ---- keys ----

if ($('answer')) {
  const app = new Puzzle();
  effect(() => app.paint());
  addEventListener('resize', () => app.draw());
  settings.changed(() => app.draw());
  app.arrows();
  document.addEventListener(
    'pointerdown',
    () => {
      app.keyed = false;
      hurry();
    },
    true,
  );
  document.addEventListener('keydown', (e) => {
    app.keyed = true;
    if (typing(e) || !app.line || settings.on('nokeys') || $('menu').matches('[open]')) return;
    const line = spoken(e.key, app, app.view);
    if (line) app.say(line);
    else digit(e);
  });
  void app.begin();
  if ('serviceWorker' in navigator && isSecureContext)
    void navigator.serviceWorker
      .register(to('/puzzle/sw.js'), {scope: to('/puzzle/')})
      .then(() => navigator.serviceWorker.ready)
      .then(
        () => {
          document.documentElement.dataset.offline = 'ready';
        },
        () => {},
      );
}
