// The cash desk: an evening's text, a draft of the next hand, and what Go makes of
// them. Every tap asks Go, keeps the text on the phone, and draws the page anew.

import {render} from '../lib/html.js';
import {known, say} from '../lib/kept.js';
import {remember, remembered} from '../lib/storage.js';
import {Words, language} from '../lib/words.js';
import {behind, file, once, phones, to} from '../lib/address.js';
import {forgets} from '../lib/evenings.js';
import {aloud} from './aloud.js';
import {start} from './desk.js';
import {Follower, askDesk, shareEvening} from './follow.js';
import {canKeep, keptEvenings, forget, here, keepEvening, watch} from './keep.js';
import {body} from './view.js';

const box = /** @type {HTMLElement} */ (document.getElementById('kasse'));
const said = /** @type {HTMLElement} */ (document.getElementById('said'));

/** @type {desk.Sheet} */
const none = {kind: ''};

/** the lines of a text */
const split = (/** @type {string} */ text) => text.split('\n').filter(Boolean);
const join = (/** @type {string[]} */ lines) => lines.map((l) => `${l}\n`).join('');

/** App is the whole page. */
export class Desk {
  /** @type {Words} */ w; // when the words are there
  /** @type {(...args: string[]) => desk.Answer} */ desk;
  /** @type {Record<string, string>} */ languages = {};
  /** @type {desk.Kept[]} */ evenings = [];
  /** @type {desk.Kept} */ now;
  /** @type {desk.Page} */ page; // if an evening is open
  /** @type {desk.Fault | null} */ trouble = null; // why the last tap was refused
  tab = 'hand';
  /** @type {desk.Sheet} */ sheet = none; // an open dialog
  /** @type {desk.Setup} */ setup; // of a new evening
  note = ''; // a message that stays: not kept, a new version, no network
  live = '';
  coming = false; // the desk is awaited
  lost = false;
  closed = false; // nothing can be kept in this browser
  update = false;
  /** @type {ServiceWorker | null} */ worker = null;
  /** @type {Follower | null} */ follower = null;
  dialog = ''; // the kind of the dialog that is drawn
  /** @type {HTMLElement | null} */ back = null; // what had the focus before it
  /** @type {string[]} */ theirs; // lines of the others that contradict ours

  /** stays says whether what is kept here stays, and for how long. */
  get stays() {
    const text = this.w.t(this.closed ? 'kasse.lost' : this.note || 'kasse.offline');
    return forgets() && !this.closed ? `${text} ${this.w.t('kasse.week')}` : text;
  }

  /** locked is true with the link that may only look, not book. */
  get locked() {
    return this.now?.link?.write === false;
  }

  /** ready does what needs Go when it is there. */
  async ready(/** @type {() => unknown} */ what) {
    if (!this.desk) {
      this.coming = true;
      this.draw();
      const late = setTimeout(() => Promise.reject(new Error('desk.wasm timed out')), 20_000); // the watchdog offers to try again
      loaded = loaded.catch(load);
      await loaded.finally(() => {
        clearTimeout(late);
        this.coming = false;
        this.draw();
      });
    }
    await what();
  }

  /**
   * call asks Go; a refusal is shown, and gives null.
   * @param {string[]} args
   */
  call(...args) {
    const got = this.desk(...args);
    if (!got.error) return got;
    this.trouble = got.error;
    this.say(this.reason(got.error));
    return null;
  }

  /** reason says why something can't be. */
  reason(/** @type {desk.Fault} */ e) {
    const {w} = this;
    const reason = e.reason ? w.t(e.reason, {needs: e.cards ?? 0, have: e.have ?? 0}) : '';
    const args = {
      ...e,
      text: e.text ?? '',
      allowed: w.list(e.allowed ?? []),
      reason,
      most: e.most ?? 0,
      least: e.least ?? 0,
    };
    if (e.code === 'told') return args.text; // by the server
    const why = e.rule ? w.t(e.rule, args) : w.t(`kasse.no.${e.code}`, args);
    return e.entry
      ? w.t('kasse.fault.entry', {entry: e.entry, reason: why})
      : e.line
        ? w.t('kasse.fault.line', {line: e.line, reason: why})
        : why;
  }

  /** say announces something to screen readers. */
  say(/** @type {string} */ text) {
    say(said, said.textContent === text ? `${text}\u00a0` : text);
  }

  lines() {
    return this.now ? split(this.now.text) : [];
  }

  /** look asks Go what is to be shown. */
  look() {
    const was = this.page;
    this.page = /** @type {desk.Page} */ (
      this.now && this.desk('show', this.now.text, this.draft, this.fixing()).page
    );
    if (!this.page) return;
    const {n = 0, step} = this.sheet;
    if (step && this.page.steps[n - 1]?.line !== step.line) {
      // others have moved the entry, or changed it
      this.sheet = none;
      this.look();
      return;
    }
    this.w.money = this.page.money;
    known(...this.page.people);
    if (!this.now.draft) delete this.now.hand;
    else this.now.hand ??= this.page.now.hands;
    aloud(this, was);
  }

  /** done says that the coins which are asked for have moved: all that are shown, or those of some. */
  done(/** @type {string[]} */ names = []) {
    return this.append(['done', this.page.lines, ...names.map((n) => `"${n}"`)].join(' '));
  }

  /** only takes back the last correction, and corrects that hand alone. */
  only() {
    const {only} = this.page;
    if (this.append('undo')) this.append(only);
  }

  /** moved is whether a hand was booked, or taken back, since this one was begun: it may be another one than is thought. */
  get moved() {
    return this.sheet.kind !== 'fix' && !!this.now?.draft && this.now.hand !== this.page.now.hands;
  }

  /** fixing is the number of the entry that is corrected, as a text. */
  fixing() {
    return this.sheet.kind === 'fix' ? `${this.sheet.n}` : '';
  }

  /** draft is what has been tapped so far: of the next hand, or of a correction, which has one of its own. */
  get draft() {
    return (this.sheet.kind === 'fix' ? this.sheet.draft : this.now?.draft) ?? '';
  }
  set draft(text) {
    if (this.sheet.kind === 'fix') this.sheet.draft = text;
    else if (this.now) this.now.draft = text;
  }

  /** leave leaves a correction as if it had not been begun. */
  leave() {
    if (this.sheet.kind !== 'fix') return;
    this.sheet = none;
    this.trouble = null;
    this.look();
    this.draw();
  }

  /** draw draws the page. A dialog gets the focus when it opens, and gives it back; nothing behind it can be reached. */
  draw() {
    const had = /** @type {HTMLElement} */ (document.activeElement);
    box.querySelector('[data-shell]')?.remove();
    render(body(this), box);
    const dialog = /** @type {HTMLElement | null} */ (box.querySelector('[role=dialog]'));
    for (const e of /** @type {NodeListOf<HTMLElement & {inert: boolean}>} */ (
      box.querySelectorAll(':scope > *')
    ))
      e.inert = dialog !== null && !e.contains(dialog);
    const kind = dialog ? this.sheet.kind : '';
    const before = this.dialog;
    this.dialog = kind;
    if (kind && kind !== before) {
      if (!before) this.back = had;
      /** @type {HTMLElement} */ (dialog?.querySelector('#sheet')).focus();
    } else if (!kind && before) {
      this.back?.isConnected && this.back.checkVisibility() ? this.back.focus() : this.land();
    } else if (had !== document.body && !had.isConnected) {
      this.land();
    }
  }

  /** land puts the focus where the next thing is done, when what had it is gone. */
  land() {
    const at = /** @type {HTMLElement | null} */ (
      document.querySelector('#sheet, .setup h1, .rows .who, nav [aria-current=page], #new')
    );
    at?.focus({preventScroll: true});
  }

  /** open opens an evening. */
  open(/** @type {desk.Kept | null} */ k) {
    if (k) this.take(here(k));
    this.follower?.stop();
    Object.assign(this, {
      now: k,
      follower: null,
      live: '',
      theirs: null,
      trouble: null,
      tab: 'hand',
      sheet: none,
      setup: null,
    });
    if (k) {
      remember('kasse.last', k.id);
      const got = this.desk('show', k.text, '');
      if (got.error) this.trouble = got.error;
      this.follow();
    }
    this.look();
    this.draw();
  }

  follow() {
    const k = this.now;
    if (!k?.link || this.follower) return;
    this.follower = new Follower(
      k,
      () => split(k.text.normalize()),
      (theirs, conflict) => this.heard(k, theirs, conflict),
      (how) => {
        if (this.live === how) return;
        this.live = how;
        this.draw();
      },
    );
  }

  /**
   * heard takes the lines of the server: what the others booked, if it doesn't contradict ours.
   * @param {desk.Kept} k
   * @param {string[]} theirs
   * @param {boolean} conflict
   */
  heard(k, theirs, conflict) {
    const both = conflict && this.ticked(k, theirs);
    if (both) {
      k.text = both;
      if (this.follower) this.follower.held = false;
      /** @type {NonNullable<desk.Kept['link']>} */ (k.link).n = theirs.length;
    } else if (conflict) {
      this.theirs = theirs;
      this.sheet = {kind: 'conflict'};
    } else if (theirs.length > split(k.text).length) {
      k.text = join(theirs);
      this.say(this.w.t('kasse.live.booked'));
    }
    void this.kept(k);
    this.look();
    this.draw();
  }

  /**
   * ticked returns both texts as one if what either has more are only ticks, which contradict nothing.
   * @param {desk.Kept} k
   * @param {string[]} theirs
   */
  ticked(k, theirs) {
    const mine = split(k.text.normalize()),
      at = mine.findIndex((l, i) => l !== theirs[i]);
    const only = (/** @type {string[]} */ lines) => lines.slice(at).every((l) => /^done\b/.test(l));
    const got = only(mine) || only(theirs) ? this.desk('rebase', join(mine), join(theirs)) : null;
    return got && !got.error && !got.refused.length ? got.text : '';
  }

  /** settle ends a conflict: their lines hold, ours behind them or not at all. */
  async settleConflict(/** @type {boolean} */ ours) {
    const k = this.now;
    const before = k.text.normalize(); // as the server keeps it
    const theirs = join(this.theirs);
    const got = ours ? this.call('rebase', before, theirs) : {text: theirs, refused: []};
    if (!got) return this.draw();
    const {text, refused} = got;
    Object.assign(k, {text, draft: ''});
    /** @type {NonNullable<desk.Kept['link']>} */ (k.link).n = this.theirs.length;
    Object.assign(this, {
      theirs: null,
      sheet: refused.length ? {kind: 'refused', lines: refused} : none,
    });
    if (this.follower) this.follower.held = false;
    this.look();
    this.draw();
    const copied = !ours || refused.length > 0 ? this.copy(before) : null;
    await this.kept(k);
    await copied;
  }

  /** copy keeps a text as an evening of its own. */
  async copy(/** @type {string} */ text) {
    const k = {
      id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      text,
      draft: '',
      changed: 0,
    };
    await this.kept(k);
    this.evenings.unshift(k);
    return k;
  }

  /** kept keeps an evening, the open one if none is given, and says so if it can't. */
  async kept(k = this.now) {
    if (!k) return;
    if (this.take(here(k))) this.look();
    this.lost = !(await keepEvening(k));
    if (this.lost) this.say(this.w.t('kasse.lost'));
    this.draw();
  }

  /** take takes over what another window of this phone has kept, but no draft of the evening that is open; true if the text is another. */
  take(/** @type {desk.Kept | null} */ k) {
    const mine = this.evenings.find((e) => e.id === k?.id);
    if (!k || !mine || !(k.changed > mine.changed)) return false;
    const {text, draft, hand, link} = mine;
    Object.assign(
      mine,
      k,
      mine === this.now && {draft, hand},
      link && {link: Object.assign(link, k.link)},
    ); // the follower has this link
    if (mine === this.now) this.follow();
    return k.text !== text;
  }

  /** late takes over what another window has booked meanwhile, and says so: what was tapped here was for the text before. */
  late() {
    this.trouble = null;
    if (!this.take(here(this.now))) return false;
    this.trouble = {code: 'window'};
    this.look();
    this.draw();
    return true;
  }

  /**
   * append adds a line to the evening. done is called before anything of it is shown or kept.
   * @param {string} line
   * @param {() => void} [done]
   */
  append(line, done) {
    const k = this.now;
    if (this.late()) return false;
    const stamp = /^(undo|redo|done|drop|name|money)\b/.test(line)
      ? ''
      : ` @${new Date().toISOString().slice(0, 19)}Z`;
    const got = this.call('append', k.text, line + stamp);
    if (!got) {
      this.draw();
      return false;
    }
    k.text = got.text;
    done?.();
    if (/^(fix|drop|insert)\b/.test(line)) delete k.hand; // the hand that is being entered is still the next one
    this.look();
    void this.kept();
    this.follower?.again();
    this.draw();
    return true;
  }

  /** tap changes the draft. */
  tap(/** @type {string} */ what) {
    const k = this.now;
    if (this.late()) return;
    const got = this.call('tap', k.text, this.draft, what, this.fixing());
    if (got) this.draft = got.draft;
    this.look();
    if (got) void this.kept();
    this.draw();
    const line = this.page.draft;
    this.say(got && line.step ? this.w.t('kasse.ready') : '');
  }

  /** book books the draft; done says first that the coins that were asked for lie where they should. */
  book(done = false) {
    const {line} = this.page.draft;
    const fix = this.sheet.kind === 'fix' ? `${this.sheet.verb} ${this.sheet.n}: ` : '';
    if (!line || (done && !this.done())) return;
    const booked = this.append(fix + line, () => {
      if (!fix) this.draft = '';
      this.sheet = none;
    });
    if (!booked) return;
    this.say(this.w.t('kasse.booked'));
    document.querySelector('main')?.scrollTo(0, 0);
  }

  /** begin makes a new evening. */
  async begin(/** @type {string[]} */ head) {
    let text = '';
    for (const line of head) {
      const got = this.call('append', text, line);
      if (!got) return this.draw();
      text = got.text;
    }
    const k = await this.copy(text);
    void navigator.storage?.persist?.();
    this.open(k);
    void this.kept();
  }

  /** forget throws an evening away. */
  async forget(/** @type {desk.Kept} */ k) {
    await forget(k.id);
    this.evenings = this.evenings.filter((x) => x !== k);
    this.open(null);
  }

  /**
   * share puts the evening on the server, so that others can follow it.
   * @param {string} [password]
   */
  async share(password = '') {
    this.trouble = null;
    const k = this.now;
    try {
      if (!k.link) {
        const {status, got} = await shareEvening(this.lines(), password);
        if (status === 403) {
          this.sheet = {kind: 'password'};
          this.trouble = password ? {code: 'password'} : null;
          return this.draw();
        }
        if (status !== 201) {
          this.trouble = await this.refusal(got);
          return this.draw();
        }
        k.link = {
          id: got.id,
          secret: got.write,
          read: got.read,
          write: true,
          n: this.lines().length,
        };
        await this.kept(k);
        if (k !== this.now) return; // another evening was opened meanwhile
        this.follow();
      }
      this.sheet = {kind: 'links', home: await phones()};
    } catch {
      this.trouble = {code: 'network'};
    }
    this.draw();
  }

  /** refusal is a fault that the server has told. */
  async refusal(/** @type {httpd.Problem} */ no) {
    if (no.code === 'network') return no;
    const {told} = await import('../group/refused.js');
    return told(this.w, no).then(
      (text) => ({code: 'told', text}),
      () => ({code: 'network'}),
    );
  }

  /** keepGroup puts the evening on the server and makes a group of those who sat there, or goes to theirs. */
  async keepGroup() {
    await this.share();
    const {link} = this.now;
    if (!link) return;
    this.sheet = none;
    const {keepGroup} = await import('../lib/groups.js');
    const {name, people, money} = this.page;
    const no = await keepGroup({
      name: name || this.w.list(people).slice(0, 60),
      money,
      enter: {desk: link.id, secret: link.secret},
    });
    if (no) this.trouble = await this.refusal(no);
    this.draw();
  }

  /**
   * linked opens the desk of a link. It says whether the server could be reached.
   * @param {string} id
   * @param {string} secret
   */
  async linked(id, secret) {
    let k = this.evenings.find((e) => e.link?.id === id);
    if (!k?.link?.write && k?.link?.secret !== secret) {
      // it is new here, or was only watched
      const answer = await askDesk(`/${id}?from=0`, {secret}).catch(() => null);
      const got = answer?.status === 200 ? answer.got : null;
      if (!got && !k) {
        this.trouble = {code: answer ? 'link' : 'network'};
        this.draw();
        return !!answer;
      }
      k ??= await this.copy(join(got.lines));
      if (!k.link) k.link = {id, secret, write: got.write === true, n: got.lines.length};
      else if (got?.write) Object.assign(k.link, {read: k.link.secret, secret, write: true});
      await this.kept(k);
    }
    this.open(k);
    return true;
  }
}

/** worker registers the service worker where the browser has one: over https, or on this machine. */
async function worker(/** @type {Desk} */ app) {
  if (!('serviceWorker' in navigator) || !isSecureContext) {
    app.note = 'kasse.plain';
    return;
  }
  const {serviceWorker} = navigator;
  const ours = () => !!serviceWorker.controller?.scriptURL.endsWith('/kasse/sw.js'); // the other pages' worker has this page, too, until this one is there
  try {
    const r = await serviceWorker.register(to('/kasse/sw.js'), {scope: to('/kasse/')});
    const found = (/** @type {ServiceWorker | null} */ s) => {
      if (!s) return;
      const look = () => {
        if (s.state === 'installed' && ours()) {
          Object.assign(app, {update: true, worker: s});
          app.draw();
        }
        if (s.state === 'activated') document.documentElement.dataset.offline = 'ready';
      };
      s.addEventListener('statechange', look);
      look();
    };
    found(r.waiting);
    found(r.installing);
    found(r.active);
    r.addEventListener('updatefound', () => found(r.installing));
    let mine = ours();
    serviceWorker.addEventListener('controllerchange', () => {
      if (mine) location.reload();
      mine = ours();
    });
  } catch {
    /* the server is away: another time */
  }
}

/** load brings Go and the pictures of coins. */
async function load() {
  const [desk, coins] = await Promise.all([
    start(),
    fetch(file('/web/cards/coins.svg')).then((r) => r.text()),
  ]);
  const sheet = document.adoptNode(
    new DOMParser().parseFromString(coins, 'image/svg+xml').documentElement,
  );
  sheet.setAttribute('class', 'sprites');
  sheet.setAttribute('aria-hidden', 'true');
  document.body.append(sheet);
  app.desk = desk;
}

const app = new Desk();
let loaded = load();
loaded.catch(() => {
  if (!window.WebAssembly) box.textContent = app.w?.t('kasse.nowasm') ?? '';
});
const lang = language();
const words = JSON.parse(await once(to(`/kasse/words/${lang}.json`)));
app.w = new Words(lang, words.texts, words.glossary, 'chratze');
app.languages = words.languages;
document.title = app.w.t('kasse.app');
[app.evenings, app.closed] = await Promise.all([keptEvenings(), canKeep().then((can) => !can)]);
watch((k) => {
  const mine = app.evenings.find((e) => e.id === k.id);
  if (k.gone) app.evenings = app.evenings.filter((e) => e !== mine);
  else if (mine) app.take(k);
  else app.evenings.unshift(k);
  if (k.gone && mine && mine === app.now) {
    app.open(null);
    app.trouble = {code: 'gone'};
  }
  if (app.now) app.look();
  app.draw();
});
/** linked opens the desk of a link behind the #, if there is one. */
const linked = async () => {
  const [, id, secret] = behind().match(/(\w+)\.(\w+)/) ?? [];
  if (!id) return false;
  await loaded; // meanwhile the page is as it came
  if (await app.linked(id, secret)) history.replaceState(null, '', to('/kasse/'));
  return true;
};
addEventListener('hashchange', () => void linked());
if (!(await linked())) {
  const last = remembered('kasse.last');
  const open = app.evenings.find((k) => k.id === last);
  if (open) {
    await loaded;
    app.open(open);
  } else {
    app.draw();
  }
}
void worker(app).then(() => app.draw());
