// The end of an evening: how it went, a picture of it to share, and the same people again.

import {html, nothing} from '../lib/html.js';
import {ask, go, held, refused} from '../lib/request.js';
import {accounts, chart} from './standings.js';
import {begin, own, runs} from '../lib/localtable.js';
import {to} from '../lib/address.js';
import {forgets} from '../lib/evenings.js';
import {remembered} from '../lib/storage.js';
import {byCode, doorOf, ownSeat} from './visitor.js';
import {strokes} from '../table/offers.js';
import {standIns} from '../table/parts.js';

/** homeScreen is the sign of Safari's button that leads to the home screen. */
const homeScreen = html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true"><path
  d="M12 15V3M8 6.5 12 3l4 3.5M8 10H5v11h14V10h-3"></path></svg>`;

/** End is what can be done when an evening is over. */
export class End {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.trouble = '';
    this.busy = false;
    /** @type {httpd.Next | undefined} where the others have gone on, if this page was opened later */
    this.next = undefined;
    this.group = ''; // that this evening is in
    this.told = false;
    if (!own(app.table.id))
      void doorOf(app.table.id).then(
        (d) => {
          this.next = d?.next;
          this.group = d?.group ?? '';
          app.draw();
        },
        () => {},
      );
  }

  /** invited is the code of the table that somebody has made for the same people; '': nobody has. */
  get invited() {
    const link = new RegExp(`^https?://[^/]+${to('/')}#(\\w{8})$`); // of any host, since the server's own machine has another
    const line = this.app.people.lines.findLast(
      (l) => l.chair !== this.app.chair && link.test(l.text),
    );
    return line
      ? {code: /** @type {string[]} */ (link.exec(line.text))[1], name: line.name}
      : this.next
        ? {code: this.next.code, name: ''}
        : null;
  }

  /**
   * ask makes a table, or sits down at one, and goes there.
   * @param {string} path
   * @param {object} body
   * @param {(seat: httpd.Seat) => void} then
   */
  async ask(path, body, then) {
    if (this.busy) return;
    const {app} = this;
    const w = app.words;
    Object.assign(this, {busy: true, trouble: ''});
    app.draw();
    const {seat, why} = await ask(w, path, {
      ...body,
      name: remembered('name') || app.own || w.t('start.you'),
    });
    if (seat) return then(seat);
    Object.assign(this, {busy: false, trouble: why});
    app.draw();
  }

  /**
   * again makes a table with the same rules, and tells the others of it, or goes where they have gone on.
   * @param {string} [not] a table that isn't the next one any more
   */
  again(not) {
    const {app} = this;
    const {deal, ...config} = app.config;
    const people = app.info.chairs.filter((c) => c.name && !c.bot).map((c) => c.name);
    if (app.pass) return begin({...config, name: people[0], people: people.slice(1)});
    if (own(app.table.id) || (app.info.practice?.alone && runs()))
      return begin({...config, name: remembered('name') || app.own || app.words.t('start.you')});
    void this.ask(`/api/seat/${app.table.id}/again`, not ? {not} : {}, (seat) => {
      if (!seat.secret) return this.follow(seat.code ?? '');
      if (!seat.code || config.practice) return go(seat);
      app.people.say(seat.invite ?? '');
      setTimeout(go, 400, seat); // so that it has been said
    });
  }

  /** follow goes to the table where the same people go on, unless that is over, too. */
  async follow(/** @type {string} */ code) {
    const {next} = this;
    const d = await byCode(code).catch(() => undefined); // then joining says that the server can't be reached
    const mine = await ownSeat(code, d ?? null);
    this.busy = false;
    if (mine) return location.assign(to(`/t/${mine}`));
    if (d === null || d?.stage === 'over') return this.again(d?.table ?? next?.table);
    void this.ask('/api/join', {code}, go);
  }

  /** share hands out the evening as a picture. */
  async share() {
    const {app} = this;
    const w = app.words;
    const people = accounts(app);
    const at = (/** @type {number} */ person) => people.findIndex((p) => p.person === person);
    const page = {
      people: people.map((p) => p.name),
      now: {won: people.map((p) => p.balance)},
      steps: [
        ...app.people.balances.map((hand, i) => ({
          hand: i + 1,
          balances: people.map((p) => hand[`${p.person}`] ?? 0),
        })),
        {kind: 'end', balances: people.map((p) => p.balance)},
      ],
      payments: (app.info.pays ?? []).map((p) => ({
        from: at(p.payer),
        to: at(p.payee),
        amount: p.amount,
      })),
      more: this.bots(),
    };
    const says = {
      balance: (/** @type {number} */ n) => w.balance(n),
      sum: (/** @type {number} */ n) => w.sum(n),
      t: (/** @type {string} */ key, /** @type {object} */ args = {}) =>
        w.t(key.endsWith('pays') ? 'sitting.pays' : 'sitting.even', args),
    };
    const {draw} = await import('../lib/eveningpicture.js');
    const {handOut} = await import('../lib/save.js');
    const title = () =>
      `${w.game()} · ${new Date().toLocaleDateString(w.dates, {dateStyle: 'long'})}`;
    await handOut(`${app.preset}-${app.table.id}.png`, await draw(page, says, title));
  }

  /** regulars makes a group of those who sat here, or goes to theirs. */
  async regulars() {
    const {app} = this;
    const w = app.words;
    const {keepTable} = await import('../lib/groups.js');
    const names = w.list(accounts(app).map((c) => c.name)).slice(0, 60);
    const no = await keepTable(
      app.table.id,
      {name: names, money: app.config.money || w.money},
      held.secret,
    );
    if (no?.code === 'network') this.trouble = w.t('ui.unreachable');
    else if (no)
      this.trouble = await (
        await import('../group/refused.js')
      )
        .told(w, no)
        .catch(() => w.t('ui.unreachable'));
    app.draw();
  }

  /** bots says what the bots have won or lost, which nobody pays; '': nothing. */
  bots() {
    const {
      info: {bots = 0},
      words: w,
    } = this.app;
    return bots
      ? w.t(bots > 0 ? 'sitting.bots.won' : 'sitting.bots.lost', {amount: w.sum(Math.abs(bots))})
      : '';
  }

  /** link gives out the evening's hands as this seat saw them, in a link that carries them. */
  async link() {
    const {app} = this;
    const w = app.words;
    const [{linked, hand}, {reach}] = await Promise.all([
      import('../lib/share.js'),
      import('../local/answer.js'),
    ]);
    const r = await reach(`/api/seat/${encodeURIComponent(app.table.id)}/hands`).catch(() => null);
    const link = r?.ok ? await linked(await r.text()) : '';
    const told = link
      ? await hand(
          link,
          `${w.game()}, ${new Date().toLocaleDateString(w.dates, {dateStyle: 'long'})}`,
          null,
        )
      : '';
    this.trouble = !r?.ok
      ? w.t('replay.offline')
      : !link
        ? w.t('share.long')
        : told === 'ui.selected'
          ? link
          : told && w.t(told);
    app.draw();
  }

  /** payments say who pays whom, and what the bots have won or lost. */
  payments() {
    const {words: w, info} = this.app;
    const lines = (info.pays ?? []).map((p) =>
      w.t('sitting.pays', {from: p.from, to: p.to, amount: w.sum(p.amount)}),
    );
    const bots = this.bots();
    if (bots) lines.push(bots);
    return lines.length ? lines : [w.t('sitting.even')];
  }

  /** view is the end: who pays whom, where everybody stands, how it went, and where one can go. */
  view(/** @type {unknown} */ more) {
    const {app, invited} = this;
    const w = app.words;
    const pays = this.payments();
    if (!this.told) app.live.say(w.sentences(pays));
    this.told = true;
    const sits = app.chair >= 0;
    const pot = app.info.result?.next.pot ?? 0;
    const people = accounts(app);
    return html`<h2 data-act tabindex="-1">${w.t(pot ? 'sitting.end' : 'sitting.end.empty', {amount: w.sum(pot)})}</h2>
      <div class="pays"><ul>${pays.map((t) => html`<li>${t}</li>`)}</ul></div>
      <ol class=${people.some((c) => c.prize) ? 'final race' : 'final'}>${people.map(
        (c) =>
          html`<li class=${
            c.balance < 0 ? 'pays' : 'gets'
          }><b>${c.name}</b><span>${strokes(app, c)}</span><span class="sum">${w.balance(c.balance)}</span></li>`,
      )}</ol>
      ${standIns(app)}${chart(app)}
      ${more}
      <p class="trouble" role="alert">${this.trouble}</p>
      <div class="ends">${
        sits && invited
          ? html`<button type="button" class="bold" data-do="follow" aria-disabled=${this.busy}
        @click=${() => this.follow(invited.code)}><b>${invited.name ? w.t('over.follow', {name: invited.name}) : w.t('over.next')}</b></button>`
          : nothing
      }
        ${
          sits && !invited
            ? html`<button type="button" class="bold" data-do="same" aria-disabled=${this.busy}
          @click=${() => this.again()}><b>${w.t(app.config.practice ? 'over.once' : 'over.same')}</b></button>`
            : nothing
        }
        ${
          own(app.table.id) && app.table.hand
            ? html`<button type="button" class="meek" data-do="save"
          @click=${async () => (await import('../local/eveningfiles.js')).saveEvening(app.table.id, app.preset)}>${w.t('bring.save.this')}</button>`
            : nothing
        }
        ${
          sits && !own(app.table.id) && !app.config.practice
            ? html`<button type="button" class="meek" data-do="group"
          @click=${() => this.regulars()}>${w.t(this.group ? 'over.group.go' : 'over.group')}</button>`
            : nothing
        }
        <button type="button" class="meek" data-do="picture" @click=${() => this.share()}>${w.t('over.picture')}</button>
        ${app.table.hand ? html`<button type="button" class="meek" data-do="link" @click=${() => this.link()}>${w.t('ui.share')}</button>` : nothing}
        ${
          sits && app.table.hand
            ? html`<a class="button meek" data-do="together"
          href=${to(`/replay?table=${app.table.id}${own(app.table.id) ? '' : '&together'}`)}>${w.t(
            own(app.table.id) ? 'practice.look' : 'together.look',
          )}</a>`
            : nothing
        }
        <a class="button meek" data-do="home" href=${to('/')}>${w.t('ui.home')}</a></div>
      ${own(app.table.id) && forgets() ? html`<p class="hint">${homeScreen} ${w.t('own.week')}</p>` : nothing}`;
  }
}
