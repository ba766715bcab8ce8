// Whether a hand was dealt honestly, found out by this browser alone: the construction
// chratze-fair/2 of docs/fair-protocol.md, and what doesn't match it (internal/fair).

import {bytes, expand, hex} from '../lib/hash.js';
import {everyCard, gameOf, packs} from '../lib/games.js';
import {sorted, words} from '../table/view.js';
import {blame} from './copies.js';
import {derive, isHex, noncePromise, scheme, sum, tag} from './hashes.js';

/**
 * @typedef {{draw: number, at: number, card: string}} Place
 * @typedef {{kind: 'shuffle' | 'cut' | 'take' | 'reshuffle', cards?: string[], n: number}} Step
 * @typedef {{line: number, deal: number, fault: fair.Fault}} Found a fault of a line of a file
 */

export const mostFailed = 3; // deals may be called off in a row, and because of one chair

export const sittingPromise = (/** @type {string} */ secret) => sum(`sitting ${secret}`);
export const handSecret = (/** @type {string} */ sitting, /** @type {number} */ n) =>
  hex(derive(bytes(sitting), `hand ${n}`));
export const promise = (/** @type {number} */ n, /** @type {string} */ secret) =>
  sum(`hand ${n} ${secret}`);

/** voided are deals that were called off, as other hashes have them. */
const voided = (/** @type {fair.Void[]} */ voids) =>
  voids.flatMap((v) => [
    'void',
    v.number,
    ...v.chairs,
    ...(v.promises ?? []),
    ...(v.copies?.length ? ['copies', ...v.copies, 'nonces', ...(v.nonces ?? [])] : []),
  ]);

/**
 * listed returns a hash of the commitments to the numbers of a deal, or of the copies, for a note of what the server told.
 * @param {number} n
 * @param {string[]} [list]
 * @param {fair.Void[]} [voids] the deals called off before it
 */
export const listed = (n, list = [], voids = []) =>
  sum(['listed', n, ...voided(voids), ...list].join(' '));

/** renews reports whether a deal was called off because the table was given a new secret. */
export const renews = (/** @type {fair.Void} */ v) => !v.chairs.length && !v.copies?.length;

/**
 * chosen reports whether deals were called off in a way that lets the server choose one it likes: two before one hand, one for a
 * new secret or begun anew, or many. A slow connection does neither.
 * @param {fair.Void[]} voids
 */
export function couldChoose(voids) {
  const numbers = new Set(voids.map((v) => v.number));
  return (
    numbers.size > mostFailed ||
    voids.some((v) => renews(v) || !v.promises || numbers.has(v.number - 1))
  );
}

/**
 * seed returns what all draws of a deal follow from. The deals called off before it are part of it.
 * @param {number} n
 * @param {string} secret
 * @param {string[]} nonces
 * @param {fair.Void[]} voids
 */
export const seed = (n, secret, nonces, voids = []) =>
  derive(bytes(secret), ['deal', n, ...voided(voids), ...nonces].join(' '));

/** isNonce reports whether something is 32 bytes as they are written: a number, or a hash. */
export const isNonce = (/** @type {any} */ x) => isHex(x, 64);

/** newNonce returns 32 random bytes. */
export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * below returns a source of numbers from 0 to m-1, from the bytes of a draw.
 * @param {Uint8Array} from
 * @param {string} info
 */
function source(from, info) {
  let have = expand(from, tag(info), 64),
    at = 0;
  return (/** @type {number} */ m) => {
    for (;;) {
      if (at === have.length) have = expand(from, tag(info), 2 * at);
      const b = have[at++];
      if (b < 256 - (256 % m)) return b % m;
    }
  };
}

/**
 * shuffle returns cards, which must be in pack order, in the order of a draw.
 * @param {Uint8Array} from
 * @param {number} draw
 * @param {string[]} cards
 */
export function shuffle(from, draw, cards) {
  const c = [...cards],
    below = source(from, `draw ${draw} shuffle ${c.length}`);
  for (let i = c.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [c[i], c[j]] = [c[j], c[i]];
  }
  return c;
}

/** cut returns how many of n cards a draw leaves in the top packet. */
export const cut = (
  /** @type {Uint8Array} */ from,
  /** @type {number} */ draw,
  /** @type {number} */ n,
) => 1 + source(from, `draw ${draw} cut ${n}`)(n - 1);

/** opening returns what the commitment to a card is made of. */
export const opening = (/** @type {Uint8Array} */ from, /** @type {Place} */ p) =>
  `${p.draw} ${p.at} ${p.card} ${hex(expand(from, tag(`salt ${p.draw} ${p.at}`), 16))}`;
export const cardPromise = (/** @type {number} */ n, /** @type {string} */ open) =>
  sum(`card ${n} ${open}`).slice(0, 40);

// ---- what a line says of the pack ----

/** packOf lists the cards of a game in pack order. */
const packOf = (/** @type {Record<string, any>} */ rules) =>
  packs[rules.pack ?? gameOf(rules.preset).pack] ?? [];

/**
 * steps returns what happened to the pack; in a view there is a shuffle before each cut.
 * @param {any} line
 * @param {number} n cards of the pack
 * @returns {Step[]}
 */
function steps(line, n) {
  const view = line.view !== undefined;
  const cutting = (line.rules.cut ?? gameOf(line.rules.preset).cut) !== 'plain';
  /** @type {Step} */
  const hidden = {kind: 'shuffle', n};
  /** @type {Step[]} */
  const list = view && !cutting ? [hidden] : [];
  for (const e of line.events) {
    const cards = words(e.cards ?? e.card);
    switch (e.t) {
      case 'shuffle':
        list.push({kind: 'shuffle', cards, n: cards.length});
        break;
      case 'reshuffle':
        list.push(
          view
            ? {kind: 'reshuffle', n: e.n ?? cards.length}
            : {kind: 'reshuffle', cards, n: cards.length},
        );
        break;
      case 'cut':
        if (view) list.push(hidden);
        list.push({kind: 'cut', cards: words(e.shown), n: e.at});
        break;
      case 'deal':
      case 'upcard':
      case 'turn':
      case 'draw':
        list.push({kind: 'take', cards, n: cards.length});
    }
  }
  return list;
}

/** seen returns where the cards lay that were shown; null if no pack can have been so. */
function seen(/** @type {Step[]} */ list) {
  /** @type {{draw: number, at: number}[]} */
  let stock = [];
  let draws = 0;
  /** @type {Map<string, Place>} */
  const found = new Map();
  const see = (/** @type {{draw: number, at: number}} */ p, /** @type {string} */ card) => {
    if (card !== '??') found.set(`${p.draw} ${p.at} ${card}`, {...p, card});
  };
  for (const s of list) {
    const cards = s.cards ?? [];
    if (!(s.n <= everyCard.length)) return null;
    switch (s.kind) {
      case 'shuffle':
        stock = []; // falls through
      case 'reshuffle':
        draws++;
        for (let at = 0; at < s.n; at++) stock.push({draw: draws, at});
        break;
      case 'cut':
        draws++;
        if (!(s.n >= 1 && s.n < stock.length) || cards.length < 1 || cards.length > 2) return null;
        see(stock[s.n - 1], cards[0]);
        if (cards[1]) see(stock[stock.length - 1], cards[1]);
        stock = [...stock.slice(s.n), ...stock.slice(0, s.n)];
        break;
      default:
        if (cards.length > stock.length) return null;
        cards.forEach((c, i) => see(stock[i], c));
        stock = stock.slice(cards.length);
    }
  }
  return [...found.values()];
}

// ---- the check ----

const same = (/** @type {any} */ a, /** @type {any} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * verifyHand checks a line of rams-hand/1, a whole hand or a view. Mine is what this
 * browser noted itself of the deal, if it did.
 * @param {any} line
 * @param {fair.Mine} [mine]
 * @returns {fair.Report}
 */
export function verifyHand(line, mine) {
  const p = line.fair;
  if (!p || p.none) return {level: 'none', nonces: 0, bots: 0, cards: 0, draws: 0, faults: []};
  const c = new Check(line, {...p, mine: mine ?? p.mine});
  try {
    c.run();
  } catch {
    c.fault({code: 'form'});
  }
  return c.report;
}

/** Check is the check of one deal. */
class Check {
  constructor(/** @type {any} */ line, /** @type {any} */ proof) {
    this.line = line;
    this.p = proof;
    this.pack = packOf(line.rules);
    this.steps = steps(line, this.pack.length);
    this.seen = seen(this.steps) ?? [];
    /** @type {fair.Report} */
    this.report = {level: 'some', nonces: 0, bots: 0, cards: 0, draws: 0, faults: []};
  }

  /** @param {fair.Fault} f */
  fault(f) {
    this.report.faults.push(f);
  }

  run() {
    const {p} = this;
    if (
      p.scheme !== scheme ||
      !(p.number >= 1) ||
      !['sitting', 'hand', 'never'].includes(p.opens) ||
      !isHex(p.promise, 64) ||
      !isHex(p.sitting, 64) ||
      !seen(this.steps)
    ) {
      this.fault({code: 'form'});
      return;
    }
    this.before();
    this.called();
    if (
      p.mine &&
      (p.mine.promise !== p.promise ||
        (p.mine.listed && p.mine.listed !== listed(p.number, p.promises, p.void)))
    )
      this.fault({code: 'late'});
    if (p.mine?.nonce && !p.nonces?.includes(`${p.mine.chair} ${p.mine.nonce}`))
      this.fault({code: 'dropped', chair: p.mine.chair});
    this.nonces();
    if (!this.draws()) return;
    this.secret();
    if (!this.report.faults.length) this.openings();
  }

  /** before checks that every deal since the hand before was called off. */
  before() {
    const {number, after = 0, void: voids = []} = this.p;
    let next = after + 1;
    for (const v of voids) if (v.number === next) next++;
    if (next !== number || voids.length !== number - after - 1)
      this.fault({code: 'gap', number: next});
  }

  /** called checks the deals that were called off before this one: each for a reason, and not too many in a row. */
  called() {
    const {after = 0, void: voids = [], former} = this.p;
    let row = 0,
      most = 0,
      renewed = false;
    for (const v of voids) {
      const {number, chairs, promises} = v;
      const committed = (/** @type {number} */ c) =>
        promises?.some((/** @type {string} */ g) => g.startsWith(`${c} `));
      const blamed = v.copies?.length && !same(blame(v), chairs);
      if (blamed) this.fault({code: 'blamed', number});
      const reason =
        blamed ||
        ((!renews(v) || (former && !renewed)) &&
          chairs.every(
            (/** @type {number} */ c, /** @type {number} */ i) =>
              c >= 0 && committed(c) && (!i || chairs[i - 1] < c),
          ));
      if (!reason) this.fault({code: 'called', number});
      renewed ||= renews(v);
      row = renews(v) ? 0 : row + 1;
      most = Math.max(most, row);
    }
    if (former && !after && !renewed) this.fault({code: 'former'});
    if (most > mostFailed) this.fault({code: 'often'});
  }

  nonces() {
    const {number, promises = [], nonces = []} = this.p;
    const given = (/** @type {string[]} */ list) =>
      new Map(
        list.map(
          (g) => /** @type {[number, string]} */ ([Number(g.split(' ')[0]), g.split(' ')[1]]),
        ),
      );
    const promised = given(promises),
      came = given(nonces);
    const ordered = (/** @type {Map<number, string>} */ m, /** @type {number} */ digits) =>
      same(
        [...m.keys()],
        [...m.keys()].sort((a, b) => a - b),
      ) && [...m.values()].every((x) => isHex(x, digits));
    if (
      !Array.isArray(this.p.bots) ||
      !ordered(promised, 128) ||
      !ordered(came, 64) ||
      promised.size !== promises.length ||
      came.size !== nonces.length
    ) {
      this.fault({code: 'form'});
      return;
    }
    for (const [chair, hash] of promised) {
      const nonce = came.get(chair);
      if (!nonce) this.fault({code: 'dropped', chair});
      else if (noncePromise(number, chair, nonce) !== hash.slice(0, 64))
        this.fault({code: 'nonce', chair});
      else if (this.p.bots.includes(chair)) this.report.bots++;
      else this.report.nonces++;
    }
    for (const chair of came.keys()) if (!promised.has(chair)) this.fault({code: 'added', chair});
  }

  /** draws checks that the published draws are those of the hand, without a gap. */
  draws() {
    const {draws = []} = this.p;
    const drawn = this.steps.filter((s) => s.kind !== 'take');
    for (const [i, s] of drawn.entries()) {
      const d = draws[i];
      if (d && d.draw !== i + 1) {
        this.fault({code: 'skipped', draw: i + 1, at: d.draw});
        return false;
      }
      if (!d || (s.kind === 'cut' ? d.cut !== this.pack.length : d.shuffle?.length !== s.n)) {
        this.fault({code: 'form', draw: i + 1});
        return false;
      }
    }
    if (draws.length === drawn.length) return true;
    this.fault({code: 'form'});
    return false;
  }

  /** openings checks the cards that were shown against what was published of them. */
  openings() {
    const {number, draws, open = []} = this.p;
    /** @type {Map<string, string>} */
    const opened = new Map();
    for (const text of open) {
      const [draw, at, card, salt] = text.split(' ');
      const hash = draws[Number(draw) - 1]?.shuffle?.[Number(at)];
      if (!hash || !isHex(salt, 32) || !everyCard.includes(card)) return this.fault({code: 'form'});
      if (cardPromise(number, text) !== hash)
        return this.fault({code: 'opening', draw: Number(draw), at: Number(at), cards: [card]});
      opened.set(`${draw} ${at}`, card);
    }
    for (const {draw, at, card} of this.seen) {
      const is = opened.get(`${draw} ${at}`);
      if (is === card) this.report.cards++;
      else if (is) return this.fault({code: 'seen', draw, at, cards: [card, is]});
      else if (
        this.line.payout &&
        (this.line.view !== undefined || (this.report.level !== 'whole' && !open.length))
      )
        return this.fault({code: 'closed', draw, at, cards: [card]});
    }
  }

  /** seed is that of the deal with these numbers. */
  seed(/** @type {string} */ secret, /** @type {string[]} */ nonces) {
    return seed(this.p.number, secret, nonces, this.p.void);
  }

  /** secret makes every draw again, if the secret is opened. */
  secret() {
    const {p} = this;
    let secret = p.secret ?? '';
    if (p.sitting_secret) {
      if (!isHex(p.sitting_secret, 64) || sittingPromise(p.sitting_secret) !== p.sitting)
        return this.fault({code: 'sitting'});
      const derived = handSecret(p.sitting_secret, p.number);
      if ((secret && secret !== derived) || promise(p.number, derived) !== p.promise)
        return this.fault({code: 'derived'});
      secret = derived;
    }
    if (!secret) return;
    this.report.level = 'whole';
    if (!isHex(secret, 64) || promise(p.number, secret) !== p.promise)
      return this.fault({code: 'secret'});
    const from = this.seed(secret, p.nonces ?? []);
    let draw = 0;
    for (const s of this.steps)
      if (s.kind !== 'take' && !this.again(s, ++draw, from, secret)) return;
  }

  /**
   * again makes a draw again and reports whether it came out the same.
   * @param {Step} s
   * @param {number} draw
   * @param {Uint8Array} from
   * @param {string} secret
   */
  again(s, draw, from, secret) {
    if (s.kind === 'cut') {
      if (cut(from, draw, this.pack.length) !== s.n) {
        this.fault({code: 'cut', draw, at: s.n});
        return false;
      }
      this.report.draws++;
      return true;
    }
    if (s.kind === 'reshuffle' && !s.cards) return true; // which cards they were is hidden in a view
    const was = s.cards ?? this.known(draw, s.n);
    const cards = s.kind === 'reshuffle' ? sorted(was) : this.pack;
    const want = cards.length === was.length ? shuffle(from, draw, cards) : [];
    if (!fits(was, want)) {
      this.fault(this.why(draw, was, want, cards, secret, from));
      return false;
    }
    this.report.draws++;
    const published = want.map((card, at) =>
      cardPromise(this.p.number, opening(from, {draw, at, card})),
    );
    if (same(published, this.p.draws[draw - 1].shuffle)) return true;
    this.fault({code: 'cards', draw});
    return false;
  }

  /**
   * known returns the order of a draw as far as it was shown.
   * @param {number} draw
   * @param {number} n
   */
  known(draw, n) {
    const order = Array(n).fill('??');
    for (const p of this.seen) if (p.draw === draw) order[p.at] = p.card;
    return order;
  }

  /**
   * why finds out how an order came about that isn't the one that follows.
   * @param {number} draw
   * @param {string[]} was
   * @param {string[]} want
   * @param {string[]} cards
   * @param {string} secret
   * @param {Uint8Array} from
   * @returns {fair.Fault}
   */
  why(draw, was, want, cards, secret, from) {
    if (was.filter((c) => c !== '??').length < 5) return {code: 'order', draw};
    const {nonces = []} = this.p;
    for (const g of nonces) {
      const without = nonces.filter((/** @type {string} */ x) => x !== g);
      if (fits(was, shuffle(this.seed(secret, without), draw, cards)))
        return {code: 'dropped', draw, chair: Number(g.split(' ')[0])};
    }
    for (let other = 0; other < 100; other++)
      if (other !== draw && fits(was, shuffle(from, other, cards)))
        return {code: 'skipped', draw, at: other};
    const wrong = [...was.keys()].filter((i) => was[i] !== '??' && was[i] !== want[i]);
    return wrong.length <= 2
      ? {code: 'swap', draw, at: wrong[0], cards: [was[wrong[0]], want[wrong[0]]]}
      : {code: 'order', draw};
  }
}

/** fits reports whether what is known of an order is so. */
const fits = (/** @type {string[]} */ was, /** @type {string[]} */ order) =>
  was.length === order.length && was.every((c, i) => c === '??' || c === order[i]);

/**
 * told says what doesn't match; places in a shuffle count from 1.
 * @param {page.Words} w
 * @param {fair.Fault} f
 */
export const faultText = (
  w,
  {code, draw = 0, at = 0, chair = 0, number = 0, cards: [card = '??', other = '??'] = []},
) =>
  w.t(`verify.fault.${code}`, {
    draw,
    at: at + (code === 'swap' ? 1 : 0),
    chair: chair + 1,
    number,
    n: number - at + 1,
    card: w.card(card),
    other: w.card(other),
  });

// ---- hands against each other ----

/**
 * @typedef {{former: string, opens: string, promises: Map<number, string>, secrets: Map<number, string>,
 *   hands: Map<number, {line: number, after: number, nonces: string, views: Set<string>}>,
 *   opened: boolean, renewed: number, voids: Set<number>,
 *   failed: Map<number, number>, last: number, end: number, practice: Map<boolean, {line: number, deal: number}>}} Sitting
 */

/** Evening checks the deals of one file, or of an evening as it is played, against each other. */
export class Evening {
  constructor() {
    /** @type {Map<string, Sitting>} by the commitment to its secret */
    this.sittings = new Map();
    /** @type {Found[]} lines without a proof, which is a fault beside lines with one */
    this.unproven = [];
    this.proven = 0;
    this.first = ''; // the sitting of the first line
  }

  /**
   * add returns what doesn't match between a line and those before it.
   * @param {number} line
   * @param {any} p its field fair
   * @param {string} view whose view it is
   * @returns {fair.Fault[]}
   */
  add(line, p, view) {
    if (!p || (p.none && !p.sitting)) {
      this.unproven.push({line, deal: 0, fault: {code: 'unproven'}});
      return [];
    }
    const s = this.of(p),
      practice = !!p.practice;
    /** @type {fair.Fault[]} */
    const faults = [];
    if (!p.none) {
      this.proven++;
      commitments(s, p, faults);
    } else if (!practice) this.unproven.push({line, deal: p.number, fault: {code: 'practice'}});
    if (p.opens !== s.opens) faults.push({code: 'late', number: p.number});
    if (!s.practice.has(practice)) s.practice.set(practice, {line, deal: p.number});
    s.end = Math.max(s.end, p.last ?? 0);
    if (
      (p.former ?? '') !== s.former ||
      (s.former && !this.sittings.has(s.former) && this.first !== p.sitting)
    )
      faults.push({code: 'former'});
    if (p.secret || p.sitting_secret || p.none || view === 'public') s.opened = true;
    called(s, p, faults);
    place(s, line, p, view, faults);
    return faults;
  }

  /**
   * check is add for somebody at the table, who is told hands one after the other, perhaps one
   * of them again. A deal that was another hand before is reported as reused.
   * @param {number} hand
   * @param {any} p
   * @returns {fair.Fault[]}
   */
  check(hand, p) {
    return this.add(hand, p, '').map((f) =>
      f.code === 'double' ? {code: 'reused', number: p.number} : f,
    );
  }

  /** of returns what is known of a deal's sitting. */
  of(/** @type {any} */ p) {
    let s = this.sittings.get(p.sitting);
    if (!s) {
      this.first ||= p.sitting;
      const before = this.sittings.get(p.former);
      this.sittings.set(
        p.sitting,
        (s = {
          former: p.former ?? '',
          opens: before?.opens ?? p.opens,
          promises: new Map(),
          secrets: new Map(),
          hands: new Map(),
          last: 0,
          end: 0,
          practice: new Map(),
          opened: false,
          renewed: before ? before.renewed + 1 : 0,
          voids: new Set(),
          failed: before?.failed ?? new Map(),
        }),
      );
    }
    return s;
  }

  /**
   * end returns what is missing, and which lines have no proof beside lines that have one.
   * @returns {Found[]}
   */
  end() {
    /** @type {Found[]} */
    const list = [];
    const followed = new Set([...this.sittings.values()].map((s) => s.former)); // by another secret
    for (const [sitting, s] of this.sittings) {
      let before = this.sittings.get(s.former)?.last ?? 0;
      for (const [deal, h] of [...s.hands].sort(([a], [b]) => a - b)) {
        if (h.after > before)
          list.push({
            line: h.line,
            deal,
            fault: {code: 'missing', number: h.after, at: before + 1},
          });
        before = Math.max(before, deal);
      }
      if (s.end > s.last && !followed.has(sitting))
        list.push({
          line: s.hands.get(s.last)?.line ?? 0,
          deal: s.last,
          fault: {code: 'missing', number: s.end, at: s.last + 1},
        });
      if (s.end && !s.opened && s.opens !== 'never')
        list.push({line: s.hands.get(s.last)?.line ?? 0, deal: s.last, fault: {code: 'unopened'}});
      const other = s.practice.get(true);
      if (other && s.practice.size > 1) list.push({...other, fault: {code: 'practice'}});
    }
    return [...list, ...(this.proven ? this.unproven : [])].sort((a, b) => a.line - b.line);
  }
}

/**
 * commitments checks the commitment to a deal's secret against others.
 * @param {Sitting} s
 * @param {any} p
 * @param {fair.Fault[]} faults
 */
function commitments(s, p, faults) {
  const before = s.promises.get(p.number);
  if (before && before !== p.promise) faults.push({code: 'late', number: p.number});
  const again = [...s.promises].find(
    ([n, promise]) =>
      n !== p.number && (promise === p.promise || (p.secret && s.secrets.get(n) === p.secret)),
  );
  if (again) faults.push({code: 'reused', number: again[0]});
  s.promises.set(p.number, p.promise);
  if (p.secret) s.secrets.set(p.number, p.secret);
}

/**
 * called checks the deals that were called off against the lines before.
 * @param {Sitting} s
 * @param {any} p
 * @param {fair.Fault[]} faults
 */
function called(s, p, faults) {
  if (!s.hands.size && s.renewed > mostFailed) faults.push({code: 'often'});
  for (const v of p.void ?? []) {
    if (s.voids.has(v.number)) continue; // of another line about the same hand
    s.voids.add(v.number);
    if (renews(v) && s.last && v.number > s.last) faults.push({code: 'called', number: v.number});
    for (const c of v.chairs.length || !v.copies
      ? v.chairs
      : v.promises.map((/** @type {string} */ g) => parseInt(g))) {
      // if none is to blame, all count
      s.failed.set(c, (s.failed.get(c) ?? 0) + 1);
      if (s.failed.get(c) === mostFailed + 1) faults.push({code: 'often'});
    }
  }
}

/**
 * place checks where a hand stands among the others.
 * @param {Sitting} s
 * @param {number} line
 * @param {any} p
 * @param {string} view
 * @param {fair.Fault[]} faults
 */
function place(s, line, p, view, faults) {
  const {number, after = 0} = p,
    nonces = `${p.nonces}`;
  const before = s.hands.get(number),
    h = before ?? {line, after, nonces, views: new Set()};
  if (before?.line === line && before.nonces === nonces) return; // told again
  if (before?.views.has(view)) faults.push({code: 'double', number, at: before.line});
  else if (number < s.last) faults.push({code: 'sequence', number, at: s.last});
  else if (number > s.last && after < s.last) faults.push({code: 'gap', number: after + 1});
  h.views.add(view);
  s.hands.set(number, h);
  s.last = Math.max(s.last, number);
}

/**
 * verifyEvening checks the lines of a file, each by itself and all together.
 * @param {any[]} lines
 * @returns {Found[]}
 */
export function verifyEvening(lines) {
  const evening = new Evening();
  /** @type {Found[]} */
  const found = [];
  let cards = 0;
  lines.forEach((line, i) => {
    const p = line.fair,
      report = verifyHand(line);
    cards += report.cards;
    for (const fault of [...report.faults, ...evening.add(i + 1, p, `${line.view ?? ''}`)])
      found.push({line: i + 1, deal: p?.number ?? 0, fault});
  });
  if (evening.proven && !cards) found.push({line: 1, deal: 0, fault: {code: 'nothing'}});
  return [...found, ...evening.end()];
}
