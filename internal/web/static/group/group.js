// A group of people who play together for years: what its page knows, asks and writes. Others write at the same time: the server takes lines only
// from a page that knows all before them, and tells each page what has come.

import {render} from '../lib/html.js';
import {known} from '../lib/kept.js';
import {behind, to} from '../lib/address.js';
import {inTime} from '../lib/request.js';
import {whyNot} from './refused.js';
import {knowsGroup, leads} from '../lib/groups.js';
import {cents, loadWords, readAmount} from '../lib/words.js';
import {moreTexts} from '../lib/moretexts.js';
import '../lib/settings.js';

/** onWall is whether this is a screen on the wall: it takes the key to look and no other, nor a cookie. */
const onWall = new URLSearchParams(location.search).has('wall');
const shown = onWall ? (await import('./wall.js')).wallPage : (await import('./view.js')).page;

const wait = 25; // seconds that the server may wait for something new

/** Group is the page. */
export class Group {
  /** @param {page.Words} words */
  constructor(words) {
    this.words = words;
    this.box = /** @type {HTMLElement} */ (document.getElementById('group'));
    this.id = location.pathname.split('/').pop() ?? '';
    this.key = behind().match(/\w{20,}/)?.[0] ?? ''; // behind the #; '': the browser's cookie opens
    /** @type {httpd.GroupState | null} */
    this.now = null;
    this.missing = this.id === 'new'; // no such group, or another key
    this.offline = false;
    this.trouble = ''; // why the last line was refused
    this.locked = false; // the server wants a password for a new group
    this.busy = false;
    this.range = ''; // '': the group's own
    /** @type {Record<string, string>} links that were asked for, by kind */
    this.links = {};
    /** @type {httpd.NewGroupCode | null} for another phone */
    this.code = null;
    this.asked = 0; // the member who is to go, asked once
    this.fresh = true; // an answer is wanted at once
    this.abort = new AbortController();
  }

  // ---- reading ----

  get headers() {
    return /** @type {Record<string, string>} */ (
      this.key ? {Authorization: `Bearer ${this.key}`} : {}
    );
  }

  /** follow shows the lines of other phones, for as long as the page is open. */
  async follow() {
    if (this.missing) this.draw();
    for (let pause = 1000; !this.missing;) {
      try {
        await this.look();
        pause = 1000;
      } catch (err) {
        if (/** @type {Error} */ (err).name === 'AbortError') continue;
        this.offline = true;
        this.draw();
        await new Promise((then) => setTimeout(then, pause));
        pause = Math.min(15_000, pause * 2);
      }
    }
  }

  /** look asks for the group: at once if something was changed here, else as soon as there is something new. */
  async look() {
    const from = this.fresh || this.offline || !this.now ? -1 : this.now.n;
    this.fresh = false;
    this.abort = new AbortController();
    const late = setTimeout(() => this.abort.abort(new DOMException('', 'TimeoutError')), 45_000);
    const of = this.range ? `&range=${encodeURIComponent(this.range)}` : '';
    const {headers, abort} = this;
    const r = await fetch(to(`/api/groups/${this.id}?from=${from}&wait=${wait}${of}`), {
      headers,
      signal: abort.signal,
      credentials: onWall ? 'omit' : 'same-origin',
    }).finally(() => clearTimeout(late));
    if (r.status === 404 && this.key)
      this.key = ''; // it was replaced: perhaps the browser has one of its own
    else if (r.status === 404) Object.assign(this, {missing: true, now: null});
    else if (!r.ok) throw new Error(`${r.status}`);
    else {
      const now = await r.json();
      if (onWall && now.write) this.missing = true;
      else await this.take(now);
    }
    this.offline = false;
    this.draw();
  }

  /** take takes over what the server tells, and lets this phone in if it has come by the members' link. */
  async take(/** @type {httpd.GroupState} */ now) {
    const first = !this.now;
    this.now = now;
    this.words.money = now.money;
    known(now.name, ...now.members.map((m) => m.name));
    known(...now.evenings.flatMap((e) => e.people.flatMap((p) => p.guest ?? [])));
    document.title = now.name || this.words.t('group.title');
    if (!first) return;
    knowsGroup(); // the first page asks for them
    if (now.write && !now.phone && navigator.cookieEnabled) {
      await this.post(`/api/groups/${this.id}`, {from: now.n}).catch(() => {});
      this.fresh = true;
    }
  }

  /** again looks at once. */
  again() {
    this.fresh = true;
    this.abort.abort();
  }

  // ---- writing ----

  /**
   * post asks the server for something.
   * @param {string} path
   * @param {object} body
   */
  async post(path, body) {
    const r = await fetch(to(`${path}?lang=${this.words.lang}`), {
      method: 'POST',
      headers: {'Content-Type': 'application/json', ...this.headers},
      body: JSON.stringify(body),
      signal: inTime(),
    });
    return {status: r.status, got: await r.json()};
  }

  /**
   * postEvening posts an evening behind the lines that came meanwhile, the server's own among them: it is the same evening. All else
   * is posted once, since a person has to see those lines first.
   * @param {string} path
   * @param {any} body
   */
  async postEvening(path, body) {
    for (let tries = 3; ; tries--) {
      const answer = await this.post(path, body);
      if (answer.status !== 409 || !answer.got.lines || !body.enter || !tries) return answer;
      body = {...body, from: body.from + answer.got.lines.length};
    }
  }

  /**
   * ask posts, and says why if it is refused. It returns the answer, or null: then all that was typed stays.
   * @param {string} path
   * @param {object} body
   */
  async ask(path, body) {
    if (this.busy) return null;
    const {words: w} = this;
    Object.assign(this, {busy: true, trouble: ''});
    this.draw();
    /** @type {any} */
    let answer = null;
    try {
      const {status, got} = await this.postEvening(path, body);
      if (status < 300) answer = got;
      else if (status === 409 && got.lines) this.trouble = w.t('group.quicker');
      else if (got.code !== 'password' || this.locked) this.trouble = whyNot(w, got);
      this.locked ||= got.code === 'password';
    } catch {
      this.trouble = w.t('group.unsent');
    }
    this.busy = false;
    this.again();
    this.draw();
    return answer;
  }

  /**
   * write appends lines, and reports whether they were.
   * @param {string[]} lines
   */
  async write(...lines) {
    return !!(await this.tell({lines}));
  }

  /** tell writes lines, enters an evening or makes a key. */
  tell(/** @type {Partial<httpd.GroupWriting>} */ what) {
    return this.ask(`/api/groups/${this.id}`, {from: this.now?.n, ...what});
  }

  /** enter lets this phone in by a code. */
  async enter(/** @type {string} */ code) {
    const keys = await this.ask('/api/groups/code', {code});
    if (keys) leads(keys);
    return !!keys;
  }

  /** make makes a group. */
  async make(/** @type {httpd.NewGroup} */ what) {
    const keys = await this.ask('/api/groups', what);
    if (keys) leads(keys);
    return !!keys;
  }

  /** bring makes a group of the file of one, without the lines of its desks. */
  bring(/** @type {string} */ file) {
    let x = /** @type {any} */ (null);
    try {
      x = JSON.parse(file);
    } catch {
      // the server refuses it
    }
    const {format, group, lines, hash} = x ?? {};
    const given = /** @type {HTMLInputElement | null} */ (
      this.box.querySelector('[name=password]')
    );
    return this.make({import: {format, group, lines, hash}, password: given?.value ?? ''});
  }

  /**
   * link gets a link of a kind; replace: those before open nothing more.
   * @param {'members' | 'look'} kind
   * @param {boolean} replace
   */
  async link(kind, replace) {
    const got = await this.tell({key: {kind, replace}});
    if (!got) return;
    this.links[kind] = `${location.origin}${to(`/g/${this.id}`)}#${got.key}`;
    if (replace && kind === 'members') this.key = ''; // the old one opens nothing more: the cookie does
    this.draw();
  }

  // ---- drawing ----

  draw() {
    const had = document.activeElement;
    render(shown(this), this.box);
    if (had && had !== document.body && !had.isConnected) this.box.focus({preventScroll: true});
  }

  /** root is the member that a name belongs to. */
  root(/** @type {number} */ n) {
    const {members} = /** @type {httpd.GroupState} */ (this.now);
    for (let m = members[n - 1]; m?.same; m = members[n - 1]) n = m.same;
    return n;
  }

  /** name is the name of a member. */
  name(/** @type {number} */ n) {
    const m = this.now?.members[this.root(n) - 1];
    return m?.gone ? this.words.t('group.guest.n', {n: m.n}) : (m?.name ?? '?');
  }

  /** people are the members who are here, each once. */
  get people() {
    return this.now?.members.filter((m) => !m.same && !m.gone) ?? [];
  }

  /** by says who wrote something. */
  by(/** @type {number} */ phone) {
    const m = this.now?.members.find((x) => x.phones.includes(phone));
    return m ? this.name(m.n) : this.words.t('group.phone', {n: phone});
  }

  /** amount writes a typed amount as a line has it. The server refuses others. */
  amount(/** @type {string} */ typed) {
    const n = readAmount(typed, this.now?.money ?? '');
    if (Number.isNaN(n)) return typed.replace(/\s/g, '');
    return n && cents(this.now?.money ?? '') ? (n / 100).toFixed(2) : `${n}`;
  }

  /** account says whose an account is. */
  account(/** @type {group.Account} */ a) {
    if (a.member) return this.name(a.member);
    const p = this.now?.evenings[(a.evening ?? 0) - 1]?.people.find((x) => x.n === a.person);
    return p ? this.sat(p) : this.words.t('group.jar');
  }

  /** sat says who a person of an evening was. */
  sat(/** @type {group.Sitting} */ p) {
    if (p.member) return this.name(p.member);
    return p.guest || this.words.t(p.bot ? 'group.bot' : 'group.guest');
  }

  /** day is a day such as 2026-10-03 in words. */
  day(/** @type {string} */ text) {
    return new Date(`${text}T12:00`).toLocaleDateString(this.words.dates, {dateStyle: 'medium'});
  }

  /** date says when an evening was. */
  date(/** @type {number} */ n) {
    const day = this.now?.evenings[n - 1]?.day;
    return day ? this.day(day) : `${n}`;
  }
}

const texts = await moreTexts('group');
const group = new Group(texts(await loadWords('chratze')));
void group.follow();
addEventListener('hashchange', () => location.reload()); // another link of the same group
