// How a person learns that it is their turn (title, tone, notice), and what a screen reader says: whole
// sentences, one after the other. What happened and the question that follows are one message, so that
// neither cuts the other off.

import {notify} from './capabilities.js';
import {say, showIn} from './kept.js';
import {play} from './sound.js';
import {settings} from './settings.js';

const together = 100; // milliseconds of silence after which what was said is a message
const nearly = 10; // seconds before the end of the time for an answer

/** Teller tells. */
export class Teller {
  /**
   * @param {HTMLElement} polite what waits until the sentence before has been said
   * @param {HTMLElement} now what cuts it off: only that there is no connection, and that time is nearly up
   */
  constructor(polite, now) {
    this.polite = polite;
    this.now = now;
    this.asked = 0;
    this.hurry = 0; // the seconds left at which you are told
    /** @type {string[]} */
    this.log = [];
    /** @type {string[]} */
    this.parts = []; // of the next message
    this.timer = 0;
    /** @type {page.Ear | null} how much is said, where that isn't all */
    this.ear = null;
    /** @type {string[]} all messages so far */
    this.past = [];
  }

  /**
   * tell tells events, and when the trump is told that everybody has to play.
   * @param {page.Event[]} events
   * @param {page.Voice} voice
   * @param {page.View} v
   */
  tell(events, voice, v) {
    const lines = events
      .filter((e) => !['shuffle', 'ante'].includes(e.t)) // which the layout tells
      .map((e) => voice.event(e));
    if (v.forced && events.some((e) => e.t === 'trump')) lines.push(voice.forced(v));
    if (!lines.length) return;
    this.log = [...this.log, ...lines].slice(-200);
    this.say(lines.slice(-12).join(' '), 'cards', events);
  }

  /**
   * say adds a sentence to the next message.
   * @param {string} text
   * @param {string} [kind] what it is about; none: an answer, which is always said
   * @param {page.Event[]} [events] that it tells
   */
  say(text, kind, events) {
    if (this.ear) text = this.ear.said(text, kind, events);
    if (!text) return;
    this.parts.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), together);
  }

  /**
   * send says the next message now, with the question that it ends with.
   * @param {string} [question]
   */
  send(question) {
    clearTimeout(this.timer);
    this.past.push(this.put(this.parts, question));
    this.parts = [];
  }

  /**
   * put puts sentences into the page, takes the oldest off, and returns the text. What answers a key is only put: it is no message.
   * @param {string[]} parts
   * @param {string} [question] that they end with
   */
  put(parts, question) {
    const p = document.createElement('p');
    for (const part of parts) p.append(showIn(part, p) ?? part, ' ');
    if (question) {
      const asked = document.createElement('span');
      say(asked, question);
      p.append(asked, ' ');
    }
    this.polite.append(p);
    while (this.polite.childElementCount > 4) this.polite.firstElementChild?.remove();
    return /** @type {string} */ (p.textContent);
  }

  /** alarm says at once what can't wait; '': it is over. */
  alarm(/** @type {string} */ text) {
    say(this.now, text);
  }

  /** forget takes everything that was said off the page, and what was to be. */
  forget() {
    clearTimeout(this.timer);
    Object.assign(this, {parts: [], log: []});
    for (const box of [this.polite, this.now]) box.textContent = '';
  }

  /**
   * turn says that it is your turn, once for each question. One that has been answered leaves the page.
   * @param {page.Words} w
   * @param {wire.Question | null} ask
   * @param {() => string} question
   * @param {number} left seconds you still have
   */
  turn(w, ask, question, left) {
    document.title = ask ? `● ${w.t('ui.yourturn')} – ${w.game()}` : w.game();
    if (ask && this.asked === ask.q) {
      if (left > this.hurry) return;
      this.hurry = -1;
      play('hurry');
      return this.alarm(w.t('ui.clock.soon'));
    }
    for (const old of this.polite.querySelectorAll('span')) old.remove();
    if (this.hurry < 0) this.alarm('');
    this.hurry = 0;
    if (!ask) return;
    this.asked = ask.q;
    this.hurry = Math.min(nearly, Math.floor(left / 3));
    this.send(this.ear ? this.ear.asked(question) : w.t('ui.yourturn.ask', {question: question()}));
    play('turn');
    if (!document.hidden) return;
    navigator.vibrate?.(80);
    if (settings.on('notify')) notify(`${w.t('ui.yourturn')} – ${w.game()}`);
  }
}
