// A lesson at the table: a script plays the server, and a teacher says what it is
// about. The table itself is the one at which everybody plays.

import {html, nothing, render} from '../lib/html.js';
import {Connection} from '../live/connection.js';
import {$} from '../live/page.js';
import {settings} from '../lib/settings.js';
import {App, run} from '../live/app.js';
import {path, to} from '../lib/address.js';
import {remembered} from '../lib/storage.js';
import {loadWords} from '../lib/words.js';
import {finish, lessons} from './course.js';
import {learned} from '../table/reasons.js';

const box = /** @type {HTMLElement} */ (document.getElementById('teacher'));
const number = Number(path().split('/')[2]) - 1; // addresses count from 1, as people do

/** Script is a table at which everything but the learner's part is settled. */
class Script extends Connection {
  /**
   * @param {import('./course.js').Lesson} lesson
   * @param {page.Told} told
   */
  constructor(lesson, told) {
    super('lesson', told, () => {
      throw new Error('a script needs no line');
    }); // nor is its silence a fault
    this.lesson = lesson;
    this.at = 0;
    this.busy = 0;
    this.dealt = false; // the first cards lie there
    this.wrong = 0; // answers to this question that were not the right one
  }

  get open() {
    return true;
  }
  get scripted() {
    return true;
  }
  get step() {
    return this.lesson.steps[this.at];
  }

  connect() {
    this.came(/** @type {wire.Received} */ (/** @type {object} */ (this.lesson.hello)));
  }

  /** beats are the news of a step: what was dealt, and then what somebody decides, one act after the other. */
  beats() {
    /** @type {string[][]} */
    const beats = [];
    for (const e of this.step.news.ev) {
      if (!beats.length || e.startsWith('act') || e.startsWith('trick')) beats.push([]);
      beats.at(-1)?.push(e);
    }
    return beats;
  }

  /** deal deals the first cards: what the teacher says first is about them. Nobody decides yet. */
  deal() {
    const {ask, info, turn, ev, stakes, forced, ...first} = this.step.news; // the stakes are those after all that is decided
    this.named(info);
    this.dealt = true;
    this.came({...first, ev: this.beats()[0], turn: -1, ...(info && !info.result ? {info} : {})});
  }

  /** named gives the learner the own name. */
  named(/** @type {wire.Received['info']} */ info) {
    if (info?.chairs) info.chairs[0].name = remembered('name') || w.t('start.you');
  }

  /** go plays on to the next question. */
  go() {
    const {news} = this.step;
    this.named(news.info);
    const beats = this.beats();
    const {ask, info, turn, ev, stakes, forced, ...head} = news;
    const first = this.dealt ? {} : head;
    if (this.dealt) beats[0] = [];
    const skip = this.dealt && beats.length > 1 ? 1 : 0;
    this.dealt = false;
    const play = (/** @type {number} */ i) => {
      const last = i === beats.length - 1;
      const seat = beats[i + 1]?.[0].startsWith('act') ? Number(beats[i + 1][0].split(' ')[1]) : -1;
      this.came({
        ...(i ? {} : first),
        ev: beats[i],
        turn: last ? turn : seat,
        ...(last && ask ? {ask} : {}),
        ...(last && stakes ? {stakes, forced} : {}),
        ...(info && i === (info.result ? beats.length - 1 : 0) ? {info} : {}),
      });
      if (!last) this.busy = setTimeout(() => play(i + 1), settings.motion() * 1.8);
      else teach();
    };
    play(skip);
  }

  /** send takes what the page would tell a server. */
  send(/** @type {page.Message} */ message) {
    if (message.t === 'act') this.answer(message.act ?? '');
    if (message.t === 'next') location.assign(after());
    return 0;
  }

  /** answer goes on with the right act, and says what is wrong with another. */
  answer(/** @type {string} */ act) {
    const {right, illegal, no} = this.step;
    if (act === right) {
      this.at++;
      this.wrong = 0;
      wrong = '';
      teach(true);
      this.go();
      return;
    }
    this.wrong++;
    if (illegal?.[act]) this.told('no', illegal[act]);
    app.sent = 0;
    app.selected.clear();
    wrong = no ?? '';
    teach();
    app.draw();
  }
}

/** Learner is the page of a lesson: after two wrong answers the right one glows. */
class Learner extends App {
  paint() {
    super.paint();
    const right = script?.wrong > 1 && this.table.ask ? (script.step.right ?? '') : '';
    const words = right.split(' ');
    for (const [c, b] of this.cards?.buttons ?? [])
      b.classList.toggle('glow', words.includes(c) && !this.selected.has(c));
    const done = !this.choosing || this.chosen === right;
    for (const b of $('foot').querySelectorAll('[data-act]')) {
      const act = /** @type {HTMLElement} */ (b).dataset.act;
      b.classList.toggle('glow', !!right && done && (act === right || act === 'confirm'));
    }
  }
}

let wrong = ''; // why an act was not the right one
let taught = ''; // what was said last
let begun = false;
let of = 0;

const after = () => to(number + 1 < of ? `/learn/${number + 2}` : '/learn');

/** teach shows what the teacher says now. While cards are played the sheet has room for the longest text: so the table doesn't jump. */
function teach(waiting = false) {
  const {lesson, step} = script;
  const longest = lesson.steps
    .flatMap((s) => [s.say ?? '', s.no ?? ''])
    .reduce((a, b) => (b.length > a.length ? b : a), '');
  const over = begun && !step.right && !waiting;
  const text = !begun
    ? lesson.intro
    : over
      ? lesson.outro
      : wrong || (waiting ? '' : (step.say ?? ''));
  render(
    html`<header><a href=${to('/learn')} aria-label=${w.t('learn.all')}>‹</a><h1><small>${w.t(
      'learn.number',
      {n: number + 1, of},
    )}</small> ${lesson.title}</h1><a class="home" href=${to('/')}>${w.t('ui.home')}</a></header>
    <p class=${wrong ? 'no' : ''} data-longest=${begun && !over ? longest : ''}><span>${text}</span></p>
    ${begun ? nothing : html`<button type="button" class="bold" id="go" @click=${begin}>${w.t('learn.go')}</button>`}
    ${
      over
        ? html`<p class="ways"><button type="button" class="meek" id="again" @click=${() => location.reload()}>${w.t('learn.again')}</button>
      <a class="button" id="next" href=${after()}>${w.t(number + 1 < of ? 'learn.next' : 'learn.all')}</a></p>`
        : nothing
    }`,
    box,
  );
  if (begun && text !== taught) app?.live.say(text);
  taught = text;
  if (over) finish(number);
}

/** lay deals the first cards, before the teacher speaks of them. */
function lay() {
  script.deal();
}

function begin() {
  begun = true;
  teach(true);
  script.go();
}

const all = await lessons().catch(() => []);
of = all.length;
const lesson = all.find((l) => l.number === number);
const w = await learned(
  await loadWords(
    lesson?.hello.config.rules.preset ?? 'chratze',
    settings.get('deck') || undefined,
  ),
);
/** @type {Script} */
let script;
/** @type {App} */
let app;
if (lesson) {
  document.title = lesson.title;
  box.setAttribute('aria-label', lesson.title);
  app = new Learner((told) => (script = new Script(lesson, told)));
  run(app);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--teacher', `${box.offsetHeight}px`);
    app.draw();
  }).observe(box);
  teach();
  lay();
} else {
  box.setAttribute('aria-label', w.t('learn.head'));
  const why = of ? w.t('learn.bad', {value: path().split('/')[2], most: of}) : w.t('learn.broken');
  render(
    html`<p role="alert">${why}</p>
    <p class="ways"><a class="button" href=${to('/learn')}>${w.t('learn.all')}</a> <a class="button" href=${to('/')}>${w.t('ui.home')}</a></p>`,
    box,
  );
}
