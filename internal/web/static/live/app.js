// The table page: what the server tells, what somebody taps, and one effect that
// draws both.

import {effect} from '../vendor/signals-core.js';
import {html, nothing, render} from '../lib/html.js';
import {Cards, fetchSheets} from '../table/cards.js';
import {awake} from '../lib/capabilities.js';
import {redraw} from '../lib/dialog.js';
import {board} from '../table/board.js';
import {Blind} from './blind.js';
import {enter} from './entrylink.js';
import {evenings, lasting, sat} from '../lib/evenings.js';
import {lobby, tableBar} from './lobby.js';
import {flow, hurry, lasts} from '../table/motion.js';
import {Connection, final} from './connection.js';
import {own, wished} from '../lib/localtable.js';
import {$, Page, digit, typing} from './page.js';
import {foot, panel} from '../table/parts.js';
import {People} from './people.js';
import {settings} from '../lib/settings.js';
import {Six, leaves, rights} from '../table/trumpsix.js';
import {Voice} from '../table/voice.js';
import {play} from '../lib/sound.js';
import {path, phones, to} from '../lib/address.js';
import {Steady} from '../lib/steady.js';
import {held, spare} from '../lib/request.js';
import {remembered} from '../lib/storage.js';
import {loadTable, loadWords} from '../lib/words.js';

/** proving fetches what takes part in the proof of the deals, and what speaks of it. */
const proving = () => Promise.all([import('../fair/prover.js'), import('../fair/proofmark.js')]);

/**
 * App is the page of a table at which one plays.
 * @extends {Page<Connection>}
 */
export class App extends Page {
  /** @param {(told: page.Told) => Connection} [at] where it is played, if not at a server's table */
  constructor(at = (told) => new Connection(path().split('/')[2], told)) {
    super(at);
    this.table.lasts = () =>
      settings.get('speed') === 'off' || document.visibilityState !== 'visible'
        ? 0
        : Math.max(1000, lasts());
    this.stage = ''; // what it was when news came last
    this.sent = 0; // the question that has been answered
    this.answer = ''; // and how: it is said again if the connection was lost meanwhile
    this.unsent = false; // what was tapped last waits for a connection
    /** @type {Promise<void> | undefined} */
    this.menu = undefined; // fetched after the first picture
    this.people = new People(this);
    this.six = new Six(this);
    this.blind = new Blind(this);
    this.steady = new Steady();
    this.right = -1; // the last use of the host's rights that one has been told of; -1: none, what was before is old
    this.now = Date.now();
    this.paid = false;
    this.drawing = 0; // the timer of what is to be drawn soon
    /** @type {typeof import('../fair/proofmark.js') | null} */
    this.proof = null; // what says how the deals were found
    this.proofJoined = Promise.resolve(); // until this browser takes part in the proof
    this.prepared = Promise.resolve(); // see prepare
    this.starting = false; // a practice table is to begin at once
    this.leaving = false; // you have said so
    this.own = ''; // your name here
    this.person = 0; // and the number of your account; 0: none yet
    this.shut = false; // there is no way back to this seat: see door.js
    /** @type {{view: (more: unknown) => unknown} | null} */
    this.ending = null; // see end
    /** @type {import('./pass.js').Pass | null} */
    this.pass = null; // several people have this device
  }

  get prover() {
    return /** @type {import('../fair/prover.js').Prover} */ (this.table.prover);
  } // with proof
  /** How a hand ended is told to all who pass the device round, and to none of them as their own. */
  get me() {
    return this.pass && this.over ? -1 : super.me;
  }
  /** Nobody else is at the table with a device of their own. */
  get alone() {
    return !!this.config.practice || own(this.table.id);
  }
  /** The trump six has a switch. */
  get ask() {
    return this.table.ask &&
      !(this.table.ask.six && this.table.six) &&
      this.table.ask.q !== this.sent
      ? this.table.ask
      : null;
  }

  /**
   * told takes what the server says.
   * @param {string} what
   * @param {page.Said & wire.Hello & page.News} m
   */
  async told(what, m) {
    switch (what) {
      case 'hello':
        await this.begin(m);
        break;
      case 'news':
        if (!this.pass?.hides()) this.news(m);
        break;
      case 'lost':
      case 'found':
      case 'unsent':
      case 'unheard':
        if (m.t === 'hint') this.hints?.refused(m);
        this.line(what, m);
        break;
      case 'refused':
        await this.waiting('net.refused');
        break;
      case 'no':
        if (this.hints?.refused(m)) break;
        this.sent = 0;
        if (this.words && this.info) this.say(this.voice.refusal(m));
        break;
      case 'closed':
        if (this.table.bye) await this.waiting(`bye.${this.table.bye}`);
        if (!final.includes(this.table.bye)) break;
        this.shut = true;
        await (await import('./visitor.js')).showDoor(this);
        return;
      case 'hint':
        await this.hints?.told(m);
        break;
      case 'chat':
        this.people.heard(m);
        redraw();
        break;
      case 'watch':
        this.people.watched(m);
        redraw();
        break;
      case 'key':
        this.people.key = `${await phones()}t/${this.table.id}#${m.key}`;
        redraw();
        break;
    }
    this.soon();
  }

  /**
   * line tells that there is no connection, what wasn't sent, and that there is one again.
   * @param {string} what
   * @param {{t?: string}} m
   */
  line(what, m) {
    if (!this.words || !this.info) return;
    if (what === 'lost') this.live.alarm(this.words.t('net.lost'));
    else if (what === 'found') {
      this.live.alarm('');
      if (this.unsent || this.note) this.note = '';
      if (this.unsent && m.t !== 'hello') this.again(); // a new line first says what is asked now
    } else if (what === 'unheard') {
      if (!['act', 'next', 'hint', 'proof'].includes(m.t ?? ''))
        this.say(this.words.t('net.unheard'));
    } else if (m.t === 'act') this.unsent = true;
    if (
      what === 'unsent' &&
      !['watch', 'proof', 'promise', 'copies', 'nonce'].includes(m.t ?? '')
    ) {
      this.note = this.words.t(m.t === 'act' ? 'net.kept' : 'net.unsent');
      this.live.alarm(this.note);
    }
  }

  /** waiting says why there is no table yet. */
  async waiting(/** @type {string} */ key) {
    const w = this.words ?? (await loadWords('chratze'));
    if (w.has(key)) this.coming = w.t(key);
  }

  /**
   * again answers the open question once more, if it is the one that has been answered: the answer didn't arrive. Else no question
   * is answered any more: where the server's data were put back, a later one gets the same number.
   */
  again() {
    this.unsent = false;
    if (this.table.ask?.q !== this.sent) this.sent = 0;
    else if (this.answer) this.table.send({t: 'act', q: this.sent, act: this.answer});
  }

  /** soon draws once what comes before the next picture: a hand begins with a dozen messages. A page that nobody sees has no pictures. */
  soon() {
    if (this.drawing) return;
    this.drawing = setTimeout(() => this.draw(), 50);
    requestAnimationFrame(() => {
      if (this.drawing) this.draw();
    });
  }

  draw() {
    clearTimeout(this.drawing);
    this.drawing = 0;
    super.draw();
  }

  /** prepare fetches what a table is shown with, while it is being made. */
  async prepare(/** @type {page.Config} */ config) {
    const [words] = await Promise.all([
      loadTable(config, settings.get('deck')),
      import('./hints.js'),
      import('../local/practice.js'),
      proving(),
    ]);
    await fetchSheets(words.deck);
  }

  /** @param {wire.Hello} hello */
  async begin(hello) {
    this.starting = !!hello.config.practice || own(this.table.id); // before the words are here: news may come first
    this.proofJoined = this.joinProof(hello);
    if (hello.chair < 0) this.table.tell({t: 'watch', text: remembered('name') ?? ''});
    if (hello.chair >= 0) {
      sat(this.table.id, this.preset, {code: hello.code, alone: !!hello.config.practice});
      // whoever is sent the address can sit down
      if (path().startsWith('/t/'))
        history.replaceState(
          history.state,
          '',
          hello.code && !hello.config.practice ? `#${hello.code}` : to(path()),
        );
    }
    if (!this.words) {
      this.coming = '';
      await this.prepared.catch(() => {}); // it is done again here
      const [words, {Hints}, practice, pass] = await Promise.all([
        loadTable(hello.config, settings.get('deck')),
        import('./hints.js'),
        hello.config.practice ? import('../local/practice.js') : null,
        own(this.table.id) && !hello.config.practice ? import('./pass.js') : null,
      ]);
      this.words = words;
      if (settings.get('ear')) void import('../ear/ear.js').then(({listen}) => listen(this));
      if (this.info) {
        // they came before the words
        this.live.tell(this.table.events, this.voice, this.view);
        this.right = rights(this, this.right);
      }
      this.pass = pass && new pass.Pass(this);
      if (this.pass) this.pass.hides();
      this.hints = new Hints(this);
      this.practice = practice && new practice.Practice(this);
      await fetchSheets(this.words.deck);
      this.cards ??= new Cards($('cards'), (c) => this.tap(c));
      $('cards').setAttribute('aria-label', this.words.t('ui.hand'));
      if (this.table.socket?.polls)
        this.say(this.words.t(held.secret ? 'net.uncookied' : 'net.polls'));
    }
  }

  /** joinProof takes part in the proof of the deals. */
  async joinProof(/** @type {wire.Hello} */ hello) {
    if (!hello.config.proof) return;
    const [proofs, checked] = await proving().catch(() => []);
    if (!checked) return; // one plays without
    this.proof = checked;
    this.table.prover ??= new proofs.Prover(this.table, ({report}) => {
      if (report.faults.length && this.words)
        this.say(checked.proofFault(this.words, report.faults[0]));
      this.draw();
    });
    this.table.prover.begin();
  }

  /** @param {page.News} m */
  news(m) {
    if (m.fresh) Object.assign(this, {last: false, note: ''});
    if (this.starting && this.info?.stage === 'lobby')
      void this.proofJoined.then(() => this.table.send({t: 'start'}));
    this.starting = false;
    if (!this.choosing) this.selected.clear();
    if (this.ask) this.note = '';
    if (m.past !== undefined) this.again();
    this.armed = '';
    if (m.events.some((e) => e.t === 'trick' || e.act?.startsWith('play'))) this.last = false;
    if (!this.info) return;
    const chair = this.info.chairs[this.chair];
    if (chair && !chair.bot) {
      // when one has left a bot may sit there
      this.own = chair.coming || chair.name || this.own;
      if (!chair.coming) this.person = chair.person ?? 0;
    } else if (chair?.coming) this.own = chair.coming;
    this.leaving ||= leaves(this.info, this.chair);
    this.people.news(m);
    this.blind.news();
    if (this.right < 0) {
      // that a bot has played for you is news to you
      const old = this.info.rights?.findLast(
        (r) => !['standin', 'declared'].includes(r.did) || r.to !== this.own,
      );
      this.right = old?.n ?? 0;
    }
    if (!this.words) return;
    this.undo?.news(m);
    const {right} = this;
    this.right = rights(this, right);
    this.practice?.news(m);
    this.hints?.news();
    this.live.tell(m.events, this.voice, this.view);
    this.six.news();
    const ended = this.over && (m.events.length > 0 || this.stage === 'playing');
    this.stage = this.info.stage;
    if (ended && own(this.table.id)) lasting();
    if (ended && this.info.result)
      this.live.say(
        this.words.sentences(this.voice.settlement(this.info.result, this.view)),
        'money',
      );
    if (ended || this.right !== right) redraw(); // the standings are others now
    play((ended && this.info.result) || m.events, this.me);
    this.paid = ended; // coins are to flow
    if (
      m.events.at(-1)?.t === 'trick' &&
      !this.over &&
      !this.ask &&
      lasts() &&
      document.visibilityState === 'visible'
    )
      this.table.hold(lasts(), 'trick');
    this.single();
    this.dialog();
    void awake(!this.over);
  }

  /** single plays the only legal card after a short delay, if the setting is on. */
  single() {
    const {ask} = this.table;
    if (!settings.on('single') || this.kind !== 'play' || ask?.legal.length !== 1) return;
    setTimeout(
      () => {
        if (this.ask?.q === ask.q) this.act(ask.legal[0]);
      },
      Math.max(600, settings.motion()),
    );
  }

  /** dialog keeps the next hand from beginning under an open dialog. */
  dialog() {
    if (!document.querySelector('dialog[open]')) {
      if (this.table.held === 'dialog') this.table.release();
    } else if (this.info && this.over && !this.table.held) this.table.hold(Infinity, 'dialog');
  }

  /** act answers the question. */
  act(/** @type {string} */ act) {
    if (!this.ask) return;
    const {q} = this.ask;
    this.blind.answered(act);
    this.sent = q;
    this.answer = act;
    this.armed = '';
    this.note = '';
    this.table.send({t: 'act', q, act});
    this.draw();
  }

  /** look is beside the table, where others wait for this person: on its own page they would be away. */
  look() {
    const {table, words: w} = this;
    return this.place < 0 || this.pass || table.scripted
      ? ''
      : html`<a class="button look" data-do="look" rel="opener"
      target=${this.alone ? nothing : '_blank'} href=${to(`/replay?table=${table.id}&review#hand=${table.hand}`)}>${w.t('review.how')}</a>`;
  }

  /** next asks for the next hand, for you or for all. */
  next() {
    if (!this.table.later.length) this.table.send({t: 'next'}); // else it has begun
    this.table.release();
  }

  /** tap handles a tap on a card of your hand. */
  tap(/** @type {string} */ c) {
    const v = this.view;
    if (!v.hand.includes(c)) return;
    this.focused = c;
    if (this.choosing) {
      if (!this.selected.delete(c)) this.selected.add(c);
    } else if (this.kind === 'play') {
      const sure =
        !settings.on('twice') || this.armed === c || !this.ask?.legal.includes(`play ${c}`);
      if (sure)
        this.act(`play ${c}`); // the server says why, if it doesn't go
      else {
        Object.assign(this, {armed: c});
        this.live.say(this.words?.t('ui.again') ?? '');
      }
    } else if (!this.ask) this.say(this.words?.t('ask.wait') ?? '');
    this.draw();
  }

  /** paint brings the page to what is known. */
  paint() {
    void this.tick.value;
    if (this.shut || (this.words && this.info && this.pass?.paint())) return;
    const {words: w, info, cards} = this;
    document.body.classList.toggle('off', !this.table.open);
    if (!w || !info || !cards) {
      render(tableBar(this), $('bar'));
      render(foot(this, null), $('foot'));
      return;
    }
    Object.assign(document.body.dataset, {
      stage: info.stage,
      ask: this.over ? '' : this.kind,
      q: `${this.table.ask?.q ?? 0}`,
    });
    const v = this.view;
    const size = {w: $('table').clientWidth, h: $('table').clientHeight}; // without what a phone's camera takes
    const selected = this.armed ? new Set([this.armed]) : this.selected;
    render(tableBar(this), $('bar'));
    render(foot(this, v), $('foot'));
    const begins = info.stage === 'lobby' && this.alone; // at once: there is nothing to be seen before
    render(
      begins ? '' : info.stage === 'lobby' ? lobby(this) : this.over ? panel(this, v) : '',
      $('panel'),
    );
    $('panel').hidden = !this.over || begins;
    const l = board(this, v, {...size, selected, foot: this.height()});
    const high =
      info.stage === 'lobby' || !this.over || l.panel < 121 || info.stage === 'over'
        ? ''
        : `${size.h - l.panel}px`;
    Object.assign($('panel').style, {minHeight: high, maxHeight: high}); // what is more than fits scrolls: it lies on nobody's sign
    const ended = this.paid;
    if (ended && info.result) flow($('rim'), l, info.result);
    this.paid = false;
    this.steady.look($('foot'), $('panel'));
    this.label(v);
    this.live.turn(
      w,
      this.over ? null : this.ask,
      () => this.voice.question(this.ask ?? {legal: []}, v),
      this.left,
    );
    this.refocus(v, ended);
    this.menu ??= new Promise((rests) => {
      (window.requestIdleCallback ?? setTimeout)(rests);
    })
      .then(() => this.later())
      .catch(() => {
        this.menu = undefined;
      }); // not before the first picture
  }

  /** later fetches what isn't part of the first picture. */
  async later() {
    const [{reopen}, {Undo}] = await Promise.all([import('./menu.js'), import('./undo.js')]);
    this.undo = new Undo(this);
    this.undo.news({fresh: false, events: []});
    reopen(this);
    this.draw();
  }

  /** height is how high what stands at the foot wants to be: a question, or how a hand ended. */
  height() {
    if (!this.over) return $('foot').offsetHeight;
    if (this.info.stage === 'lobby') return 0;
    Object.assign($('panel').style, {minHeight: '', maxHeight: ''});
    return $('panel').offsetHeight;
  }

  /**
   * refocus gives a keyboard something to go on with, when what had the focus has gone, or the hand has ended.
   * @param {page.View} v
   * @param {boolean} ended
   */
  refocus(v, ended) {
    const now = /** @type {HTMLElement} */ (document.activeElement);
    const lost = now.matches('.card') && !v.hand.includes(now.dataset.card ?? ''); // it has been played, or nobody sees it
    if (lost && !this.keyed) now.blur();
    const free = ended
      ? !now.closest('input, dialog')
      : lost || now === document.body || now === $('foot'); // at the foot it waits for something better
    if (this.keyed && free) this.stop(v).focus();
  }

  /**
   * stop is where a keyboard goes on.
   * @param {page.View} v
   * @returns {HTMLElement}
   */
  stop(v) {
    const card = this.over
      ? null
      : this.cards?.buttons.get(v.hand.includes(this.focused) ? this.focused : v.hand[0]);
    const next = this.over
      ? $('panel').querySelector('[data-act]')
      : this.kind === 'play' || this.choosing
        ? card
        : $('foot').querySelector('.acts button');
    return /** @type {HTMLElement | null} */ (next) ?? card ?? $('foot');
  }

  mark() {
    if (!this.proof && !this.config.proof && !this.alone)
      return html`<p class="proof without">${this.words.t('proof.without')}</p>`;
    return this.proof?.mark(this) ?? nothing;
  }
  /** end is the end of the evening. Where a part of it doesn't come, as from a server that was renewed, the page can be loaded again. */
  end(/** @type {unknown} */ more) {
    if (this.ending) return this.ending.view(more);
    void import('./results.js')
      .then(
        ({End}) => new End(this),
        () => ({
          view: (/** @type {unknown} */ rest) => html`<p class="trouble"
      role="alert">${this.words.t('ui.unreachable')}</p><div class="acts"><button type="button" data-do="reload"
      @click=${() => location.reload()}>${this.words.t('net.retry')}</button></div>${rest}`,
        }),
      )
      .then((end) => {
        this.ending ??= end;
        this.draw();
      });
    return nothing;
  }
}

// ---- keys ----

/** keys are what a keyboard does at a table. */
function keys(/** @type {App} */ app) {
  app.arrows();
  document.addEventListener(
    'pointerdown',
    () => {
      app.keyed = false;
      hurry();
      if (app.table.held === 'trick') app.table.release();
    },
    true,
  );
  document.addEventListener(
    'keydown',
    (e) => {
      if (
        e.key === 'Tab' &&
        !e.shiftKey &&
        !app.keyed &&
        app.ask &&
        document.activeElement === document.body
      ) {
        // straight to the question
        e.preventDefault();
        app.stop(app.view).focus();
      }
      app.keyed = true;
      if (app.table.held === 'trick') app.table.release();
    },
    true,
  );
  document.addEventListener('keydown', (e) => {
    if (
      typing(e) ||
      !app.info ||
      !app.words ||
      settings.on('nokeys') ||
      $('menu').matches('[open]')
    )
      return;
    digit(e);
    if (e.key.length === 1) void import('../ear/keys.js').then(({key}) => key(e, app));
  });
}

/** run shows a table and lets it be played. */
export function run(/** @type {App} */ app) {
  effect(() => app.paint());
  const here = path();
  addEventListener('popstate', () => {
    if (path() !== here) location.reload();
  }); // the first page may have been in this document
  addEventListener('resize', () => app.draw());
  const size = new ResizeObserver(() => app.draw()); // also when letters grow, or another type face has come
  for (const id of ['foot', 'panel']) size.observe($(id));
  document.addEventListener('visibilitychange', () => {
    if (app.info) void awake(!app.over);
  }); // a browser lets the screen go with the page
  settings.changed(() => app.draw());
  keys(app);
  new MutationObserver(() => app.dialog()).observe(document.body, {
    subtree: true,
    attributeFilter: ['open'],
  });
  setInterval(() => {
    const away = app.info?.chairs.some((c) => c.since);
    if (app.info && (away || app.people.away.size)) app.people.absent();
    if (!app.info?.next_at && !app.table.due && !app.table.lost && !away) return;
    app.now = Date.now();
    app.draw();
  }, 1000);
  addEventListener('offline', () => app.table.silence());
  addEventListener('online', () => {
    if (app.table.lost || app.table.idle) app.table.retry();
  });
  document.addEventListener('visibilitychange', () => app.table.ping());
  void come(app);
}

/** come connects. Where the address invites, a person without a seat first chooses between sitting down and watching. */
async function come(/** @type {App} */ app) {
  const {id} = app.table;
  if (
    location.hash.length > 1 &&
    !own(id) &&
    !new URLSearchParams(location.search).has('watch') &&
    !spare() &&
    !evenings().some((e) => e.id === id)
  ) {
    const {showDoor, doorOf, invited} = await import('./visitor.js');
    const d = await doorOf(id, invited()).catch(() => null);
    app.shut = !!d && d.chair === undefined && d.stage !== 'over';
    if (app.shut) return showDoor(app, d);
  }
  app.table.connect();
}

const id = path().startsWith('/t/') ? path().split('/')[2] : '';
if (own(id)) {
  void import('../local/browserhost.js').then(({dial}) => {
    /** @type {App} */
    const app = new App(
      (told) => new Connection(id, told, (table) => dial(table, notice, progress)),
    );
    /**
     * @param {number} n
     * @param {number} of
     */
    const progress = async (n, of) => {
      app.coming = (await loadWords('chratze')).t('own.coming', {n, of});
      if (!app.words) app.draw();
    };
    if (wished()) app.prepared = app.prepare(JSON.parse(wished()));
    /** @param {string} text */
    const notice = (text) =>
      void (app.words && app.info ? app.say(app.words.t(text)) : setTimeout(notice, 200, text)); // when there are words
    run(app);
  });
} else if (id) {
  addEventListener('hashchange', () => {
    if (location.hash.length > 1) location.reload();
  }); // another link of this table
  void enter(id).then(() => run(new App()));
}
