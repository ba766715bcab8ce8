// This browser's part in the proof of the deals: it adds a number to each shuffle, keeps
// what the server promises, and checks every hand when it is over.

import {event} from '../lib/event.js';
import {altered, commit, copies, opened} from './copies.js';
import {
  couldChoose,
  Evening,
  isNonce,
  listed,
  mostFailed,
  newNonce,
  renews,
  sittingPromise,
  verifyHand,
} from './fair.js';
import {remember, remembered} from '../lib/storage.js';

/**
 * @typedef {fair.Note} Note what this browser knows of a deal by itself, as `chratze verify --mine` reads it
 * @typedef {'good' | 'once' | 'again' | 'bots' | 'part' | 'alone' | 'none' | 'bad' | 'watch'} Standing how a hand was found: part means that your own
 *   number isn't in, alone that no person's is, once that a deal was called off, again that the server may have chosen one, bots that bots gave numbers, too
 * @typedef {{line: any, mine: fair.Mine | undefined, note: Note | undefined, report: fair.Report, standing: Standing}} Verdict
 */

const most = 300; // hands are kept of an evening
const tables = 6; // how many tables' numbers are kept

export class Prover {
  /**
   * @param {import('../live/connection.js').Connection} table
   * @param {(verdict: Verdict) => void} told is told when a hand has been checked
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.config = table.hello?.config; // as it first came
    this.twice = false; // the server has said two things about the same; the next hand reports it
    this.altered = 0; // the deal of which it has changed this browser's copies; the next hand reports it
    /** @type {Map<string, string>} the commitments to the cards of each draw, as they first came */
    this.drawn = new Map();
    this.evening = new Evening();
    /** @type {Map<number, Verdict>} by hand */
    this.verdicts = new Map();
    /** @type {fair.Void[]} deals that were called off this evening, also those of before a reload */
    this.voids = [];
    for (const x of this.notes)
      [...(x.void ?? []), ...(x.anew ? [{number: x.number, chairs: [x.chair]}] : [])].forEach((v) =>
        this.off(v),
      );
    this.sitting = ''; // the commitment to the evening's secret, as it came first
    /** @type {Set<string>} what it was before, if the server was restored from a backup */
    this.formers = new Set();
    /** @type {{hand: number, deal: number}[]} the first ones for which the table had a new secret */
    this.renewed = [];
    this.whole = 0; // hands of the evening that were checked whole when its secret was opened
    /** @type {Partial<fair.Proof> & {draws: fair.Draw[]}} */
    this.proof = {draws: []};
    this.hand = table.hand; // with the table itself, but for what is held back there
    this.events = [...table.events];
    /** @type {number[]} */
    this.seats = table.info?.seats ?? [];
    /** @type {{bot?: string}[]} */
    this.chairs = table.info?.chairs ?? [];
    this.stage = table.info?.stage ?? '';
    this.running = this.stage === 'playing' ? this.hand : 0; // the hand that was seen to be played and isn't over
    this.here = !!this.running; // so in this connection
    this.asked = Infinity; // the number of the message by which this browser takes part
    this.heard = false; // the server has heard it in this connection, or says that there is no proof
    this.anew = table.anew; // the first news of a connection are to come
    for (const m of table.later) this.take(m);
  }

  get chair() {
    return this.table.hello?.chair ?? -1;
  }

  /** begin asks to be told of the proof. */
  begin() {
    this.asked = this.table.send({t: 'proof'});
  }

  /**
   * hears is whether a message says that the server has heard that this browser takes part: it answers, or it tells
   * of the proof. If it gives no answers, it has at least taken an act that was sent later. The proof of a hand
   * that was over before needn't come.
   * @param {wire.Received} m
   */
  hears(m) {
    if (m.t) return ['ok', 'no'].includes(m.t) && (m.id ?? 0) >= this.asked;
    return (
      !!m.proof ||
      (this.table.number > this.asked &&
        m.ev.some((e) => e.startsWith(`act ${this.seats.indexOf(this.chair)} `)))
    );
  }

  /** take takes a message as it comes, whatever somebody is looking at. */
  take(/** @type {wire.Received} */ m) {
    if (m.t === 'hello') {
      this.lost();
      this.config ??= /** @type {any} */ (m.config);
      this.twice ||=
        !!m.config?.proof &&
        (m.config.proof !== this.config.proof || !m.config.practice !== !this.config.practice);
      Object.assign(this, {here: false, anew: true, asked: Infinity, heard: !m.config?.proof});
    }
    const heard = this.heard;
    this.heard ||= this.hears(m);
    if (m.t === 'bye' && m.code === 'link') this.rose();
    if (m.t) return;
    const before = this.anew ? -1 : this.hand;
    this.anew = false;
    if (m.info?.stage) this.stage = m.info.stage;
    if (m.info?.seats) this.seats = m.info.seats;
    if (m.info?.chairs) this.chairs = m.info.chairs;
    if (m.hand !== undefined && m.hand !== this.hand)
      Object.assign(this, {hand: m.hand, events: []});
    if (m.from !== undefined) this.events.length = Math.min(m.from, this.events.length);
    this.events.push(...m.ev.map(event));
    if (m.proof?.hand) this.merge(m.proof.hand);
    this.over(before, heard);
    if (m.proof?.next) this.give(m.proof.next);
  }

  /**
   * over looks for hands that were played here and are over, and of which the server has told
   * no proof.
   * @param {number} before the hand of the message before in this connection, or -1
   * @param {boolean} heard whether the server had heard before this message that this browser takes part
   */
  over(before, heard) {
    const playing = this.stage === 'playing';
    if (this.running && this.running !== this.hand) {
      if (heard) this.silent();
      this.running = 0;
    }
    if (playing || (before >= 0 && before !== this.hand))
      Object.assign(this, {running: this.hand, here: true});
    if (this.running && this.here && this.heard && !playing) this.silent(); // after a broken connection the proof comes a message later
    const last = [...this.verdicts].at(-1),
      {none, secret, sitting_secret: opened} = this.proof;
    if (
      last &&
      heard &&
      this.stage === 'over' &&
      this.config.proof === 'sitting' &&
      last[1].line.view !== 'public' &&
      !none &&
      !secret &&
      !opened
    ) {
      this.found(last[0], last[1].line, last[1].mine, [{code: 'unopened'}]);
    }
  }

  /** silent finds a hand bad that is over, if nothing of its proof has come. */
  silent() {
    const hand = this.running;
    this.running = 0;
    if (this.verdicts.has(hand)) return;
    /** @type {fair.Report} */
    const report = {
      level: 'none',
      nonces: 0,
      bots: 0,
      cards: 0,
      draws: 0,
      faults: [{code: 'silent'}],
    };
    this.keepVerdict(hand, {
      line: {fair: {none: 'silent'}},
      mine: undefined,
      note: undefined,
      report,
      standing: 'bad',
    });
  }

  /**
   * give adds this browser's number to the next deal: first the commitment to it,
   * then copies for the others, and when theirs are there and right, the number.
   * @param {table.NextDeal} d
   */
  give(d) {
    this.renew(d, this.hand + 1);
    this.sitting ||= d.sitting;
    this.cancelled(d);
    if (this.chair < 0 || ![d.sitting, d.promise].every(isNonce)) return; // nothing of it could be checked: the hand will lack this browser's number
    const later = this.notes.findLast((x) => x.sitting === d.sitting && x.number > d.number);
    if (later) this.table.tell({t: 'proof', q: later.number, text: later.promise}); // the server has forgotten deals
    let note = this.note(d.sitting, d.number);
    const again = !d.promises && (note?.given || note?.listed);
    if (again) this.off({number: d.number, chairs: [this.chair]});
    if (!note || again) {
      // the server may know the number of before
      note = {
        sitting: d.sitting,
        number: d.number,
        promise: d.promise,
        chair: this.chair,
        nonce: newNonce(),
        anew: (note?.anew ?? 0) + (again ? 1 : 0),
      };
    }
    note = {...note, opens: this.config.proof};
    if (d.void) note = {...note, void: d.void};
    const list = listed(d.number, d.promises, d.void);
    if (note.listed && note.listed !== list) {
      // it could read the copies for one list, and deal by the other
      this.twice = true;
      return;
    }
    if (d.promises && !note.listed)
      note = {
        ...note,
        listed: list,
        bots: d.promises.map((g) => parseInt(g)).filter((c) => this.chairs[c]?.bot),
      };
    const hash = commit(d.number, note);
    if (!d.promises) {
      this.keep({...note, sent: true});
      this.table.tell({t: 'promise', q: d.number, text: hash});
    } else if (d.promises.includes(`${this.chair} ${hash}`) && d.promise === note.promise) {
      if (!d.copies) {
        this.keep({...note, shared: true});
        this.table.tell({t: 'copies', q: d.number, text: copies(d.number, note, d.promises)});
        return;
      }
      const copied = listed(d.number, d.copies);
      if ((this.twice ||= !!note.copied && note.copied !== copied)) return;
      note = {...note, copied};
      if (altered(d.number, note, d.promises, d.copies)) this.altered = d.number;
      if (this.altered || opened(d.number, note, d.promises, d.copies).length < d.promises.length) {
        // without the number the server learns nothing
        this.keep(note);
        return;
      }
      this.keep({...note, given: true});
      this.table.tell({t: 'nonce', q: d.number, text: note.nonce});
    } else this.keep(note);
  }

  /** off notes a deal that was called off, or what is new of it. */
  off(/** @type {fair.Void} */ v) {
    this.voids = [
      ...this.voids.filter((x) => x.number !== v.number || !x.promises !== !v.promises),
      v,
    ];
  }

  /**
   * cancelled notes the deals that were called off, and reveals this browser's number of one whose copies are to be looked
   * through: it is worthless, since no hand of that deal counts any more.
   * @param {table.NextDeal} d
   */
  cancelled({sitting, promises, void: voids = []}) {
    voids.forEach((v, i) => {
      this.off(v);
      const note = this.note(sitting, v.number);
      if (!note || renews(v)) return;
      this.twice ||=
        !!note.listed && note.listed !== listed(v.number, v.promises, voids.slice(0, i));
      if (!v.copies || !v.promises?.includes(`${this.chair} ${commit(v.number, note)}`)) return;
      this.twice ||= !!note.copied && note.copied !== listed(v.number, v.copies);
      if (altered(v.number, note, v.promises, v.copies)) this.altered = v.number;
      if (promises || v.nonces) return;
      this.keep({...note, told: true});
      this.table.tell({t: 'nonce', q: v.number, text: note.nonce});
    });
  }

  /**
   * renew notes that the table was given another secret.
   * @param {any} d the deal, or the proof of its hand
   * @param {number} hand
   */
  renew({sitting, former, number}, hand) {
    if (!former) return;
    if (former === this.sitting) {
      this.renewed.push({hand, deal: number});
      this.sitting = sitting;
    }
    this.formers.add(former);
  }

  // ---- notes: they outlive the page, and are evidence if the server leaves a number out ----

  /** @returns {Record<string, Note[]>} by table */
  get kept() {
    try {
      return JSON.parse(remembered('numbers') ?? '{}');
    } catch {
      return {};
    }
  }

  /** @returns {Note[]} of this table */
  get notes() {
    return this.memory ?? this.kept[this.table.hello.table] ?? [];
  }

  /**
   * note returns what this browser noted of a deal.
   * @param {string} sitting
   * @param {number} number
   */
  note(sitting, number) {
    return this.notes.find(
      (x) => x.sitting === sitting && x.number === number && x.chair === this.chair,
    );
  }

  /** keep notes something of a deal. */
  keep(/** @type {Note} */ note) {
    const list = [
      ...this.notes.filter(
        (x) => x.sitting !== note.sitting || x.number !== note.number || x.chair !== note.chair,
      ),
      note,
    ].slice(-most);
    const id = this.table.hello.table,
      {[id]: _, ...others} = this.kept;
    const text = JSON.stringify(
      Object.fromEntries([...Object.entries(others), [id, list]].slice(-tables)),
    );
    remember('numbers', text);
    /** @type {Note[] | undefined} where the browser keeps nothing */
    this.memory = remembered('numbers') === text ? undefined : list;
  }

  /** saved is the file for `chratze verify --mine`. */
  get saved() {
    return this.notes.map((x) => `${JSON.stringify(x)}\n`).join('');
  }

  /** merge puts together what comes in parts of a hand's proof. */
  merge(/** @type {fair.Proof} */ part) {
    if (part.none || part.sitting || part.number !== this.proof.number) this.proof = {draws: []};
    const {draws = [], ...rest} = part;
    Object.assign(this.proof, rest);
    for (const d of draws) {
      this.proof.draws[d.draw - 1] = d;
      const {sitting = '', number = 0} = this.proof,
        id = `${sitting} ${number} ${d.draw} ${this.note(sitting, number)?.nonce}`,
        text = `${d.cut} ${d.shuffle}`;
      this.twice ||= (this.drawn.get(id) ?? text) !== text;
      if (!this.drawn.has(id)) this.drawn.set(id, text);
    }
    this.renew(part, this.hand);
    if (part.none || part.open || part.secret) this.check();
    if (part.sitting_secret) this.open(part.sitting_secret);
  }

  /** check checks the hand that is over. */
  check() {
    const {sitting = '', number = 0} = this.proof;
    const note = this.note(sitting, number);
    const mine = note && {
      chair: this.chair,
      nonce: note.given ? note.nonce : undefined,
      promise: note.promise,
      listed: note.listed,
    };
    if (note && !note.played) this.keep({...note, played: true});
    const own = this.seats.indexOf(this.chair),
      saw = this.events.some(
        (e) => e.t === 'deal' && e.seat === own && e.cards && !e.cards.startsWith('??'),
      );
    const me = (note && note.sent !== false) || saw ? own : -1; // else another person, or a bot, still played in this chair
    const proof = {...this.proof, bots: [...(this.proof.bots ?? []), ...(note?.bots ?? [])]};
    const line = {
      rules: this.config.rules,
      seats: this.seats.length,
      view: me < 0 ? 'public' : me,
      events: [...this.events],
      payout: [],
      fair: proof,
    };
    const faults = line.fair.none ? [] : this.evening.check(this.hand, line.fair);
    if (this.twice || note?.told) faults.push({code: 'late'});
    if (this.altered) faults.push({code: 'altered', number: this.altered, chair: this.chair});
    Object.assign(this, {twice: false, altered: 0});
    this.found(this.hand, line, mine, faults);
  }

  /**
   * @param {number} hand
   * @param {any} line
   * @param {fair.Mine | undefined} mine
   * @param {fair.Fault[]} faults what doesn't match other hands
   */
  found(hand, line, mine, faults) {
    const report = verifyHand(line, mine);
    const {sitting, none} = line.fair,
      was = this.verdicts.get(hand)?.report.faults.filter((f) => f.code !== 'silent') ?? []; // what was wrong stays so
    if (sitting && this.sitting && sitting !== this.sitting && !this.formers.has(sitting))
      faults = [...faults, {code: 'late'}];
    if (!none && line.fair.opens !== this.config.proof) faults = [...faults, {code: 'late'}];
    if (none && !this.config.practice) faults = [...faults, {code: 'practice'}];
    if (line.view !== 'public' && report.level === 'some' && this.config.proof === 'hand')
      faults = [...faults, {code: 'unopened'}];
    const note = this.note(sitting, line.fair.number);
    if ((note?.anew ?? 0) > mostFailed) faults = [...faults, {code: 'often'}];
    for (const f of [...faults, ...was])
      if (!report.faults.some((x) => x.code === f.code)) report.faults.push(f);
    this.keepVerdict(hand, {line, mine, note, report, standing: this.standing(line, report, note)});
  }

  /**
   * @param {number} hand
   * @param {Verdict} verdict
   */
  keepVerdict(hand, verdict) {
    this.verdicts.set(hand, verdict);
    if (this.verdicts.size > most)
      this.verdicts.delete(/** @type {number} */ (this.verdicts.keys().next().value));
    this.told(verdict);
  }

  /**
   * standing says how a hand was found: good only if this browser's own number is in.
   * @param {any} line
   * @param {fair.Report} report
   * @param {Note | undefined} note
   * @returns {Standing}
   */
  standing(line, report, note) {
    if (report.faults.length) return 'bad';
    if (report.level === 'none') return 'none';
    if (line.view === 'public' || this.config.proof === 'never') return 'watch'; // without its secret nobody can check the order
    if (!report.nonces && !report.bots) return 'alone';
    if (couldChoose(this.voids)) return 'again';
    if (!note || !line.fair.nonces?.includes(`${note.chair} ${note.nonce}`)) return 'part';
    return report.bots ? 'bots' : this.voids.length ? 'once' : 'good';
  }

  /** lost notes that the connection broke before a deal: whether this browser's number arrived isn't known. */
  lost() {
    const open = (/** @type {Note} */ x) =>
      (x.given || x.shared || x.told) &&
      x.sitting === this.sitting &&
      x.number > (this.proof.number ?? 0);
    for (const note of this.notes.filter(open))
      this.keep({...note, given: false, shared: false, told: false});
  }

  /** rose notes that this browser has lost its chair: what it has only promised isn't part of the next deal any more. */
  rose() {
    const open = (/** @type {Note} */ x) =>
      !x.given &&
      !x.shared &&
      x.sitting === this.sitting &&
      x.chair === this.chair &&
      x.number > (this.proof.number ?? 0);
    for (const note of this.notes.filter(open)) this.keep({...note, sent: false});
  }

  /**
   * refused says whether a deal was begun anew, or called off because of this chair, although this browser had sent its number or
   * the copies, or although it had sent a number by which the others could have been opened (Note.refused in internal/fair).
   * @param {fair.Void} v
   */
  refused(v) {
    const sittings = [this.sitting, ...this.formers];
    return this.notes.some(
      (x) =>
        x.number === v.number &&
        sittings.includes(x.sitting) &&
        (x.anew ||
          (!x.played &&
            !renews(v) &&
            ((x.given && x.shared) ||
              (v.chairs.includes(x.chair) &&
                (x.given ||
                  (x.shared && !v.copies) ||
                  (x.told && !v.nonces?.includes(`${x.chair} ${x.nonce}`))))))),
    );
  }

  /** unused lists the hands in which this browser's number isn't. */
  get unused() {
    return [...this.verdicts]
      .filter(([, c]) => ['part', 'alone'].includes(c.standing))
      .map(([hand]) => hand);
  }

  /** open checks all hands of the evening again, now that its secret is known. */
  open(/** @type {string} */ secret) {
    for (const [hand, {line, mine}] of [...this.verdicts]) {
      if (line.fair.none || sittingPromise(secret) !== line.fair.sitting) continue; // of another secret, before a restore
      line.fair = {...line.fair, sitting_secret: secret};
      this.found(hand, line, mine, []);
    }
    this.whole = [...this.verdicts.values()].filter(
      (c) => c.report.level === 'whole' && !c.report.faults.length,
    ).length;
  }
}
