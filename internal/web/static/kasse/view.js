// The page: the hand being said, how things stand, what happened, and everything else.

import {declarerOf, gains} from './aloud.js';
import {html, nothing} from '../lib/html.js';
import {partOf} from '../lib/potshare.js';
import {cents, readAmount} from '../lib/words.js';
import {site} from '../lib/address.js';
import {forgets} from '../lib/evenings.js';
import {entered, moreTab, sharePicture, saveText, moreDialogs} from './more.js';
import {home} from './home.js';
import {standings as raceStandings, title as raceTitle, wins} from './race.js';
import {wall} from './wallsheet.js';
import {colours, curve, taken} from '../lib/eveningpicture.js';

/**
 * coins shows an amount as coins.
 * @param {desk.App} app
 * @param {[number, number][]} list
 */
export function coins(app, list) {
  const sort = /** @type {Record<string, string>} */ ({
    francs: 'chf',
    euro: 'eur',
    dollars: 'usd',
    yen: 'yen',
  })[app.page.money];
  if (!sort || !list?.length) return nothing;
  const note = (/** @type {number} */ v) =>
    html`<b class="banknote">${cents(app.page.money) ? v / 100 : v}</b>`;
  const one = (/** @type {number} */ v) =>
    document.getElementById(`${sort}-${v}`)
      ? html`<svg viewBox="0 0 100 100"><use href="#${sort}-${v}"></use></svg>`
      : note(v);
  return html`<span class="coins" aria-hidden="true">${list.map(([v, n]) =>
    n > 4 ? html`<span class="many">${n}×</span>${one(v)}` : Array.from({length: n}, () => one(v)),
  )}</span>`;
}

/** body draws everything. */
export function body(/** @type {desk.App} */ app) {
  const {w, page} = app;
  if (!app.now || !page?.now) return html`${notes(app)}${home(app)}${moreDialogs(app)}`;
  const tabs = [
    ['hand', 'kasse.tab.hand'],
    ['stand', 'kasse.tab.stand'],
    ['past', 'kasse.tab.past'],
    ['more', 'kasse.tab.more'],
  ];
  return html`<header id="bar"><h1>${page.name || w.t('kasse.evening')}</h1>
    ${app.live ? html`<span class="live ${app.live}">${w.t(`kasse.live.${app.live}`)}</span>` : nothing}
    <button type="button" class="icon" aria-label=${w.t('kasse.undo')} aria-disabled=${!page.undo || app.locked}
      @click=${() => page.undo && app.append('undo')}>↶</button>
    <button type="button" class="icon" aria-label=${w.t('kasse.redo')} aria-disabled=${!page.redo || app.locked}
      @click=${() => page.redo && app.append('redo')}>↷</button></header>
  ${notes(app)}
  <main class=${app.tab} tabindex=${app.tab === 'stand' ? 0 : nothing /* it has nothing else to scroll it by key */}>
    ${/** @type {Record<string, (app: desk.App) => unknown>} */ ({hand, stand, past, more: moreTab})[app.tab](app)}</main>
  ${app.tab === 'hand' ? booking(app) : nothing}
  <nav aria-label=${w.t('kasse.nav')}>${tabs.map(
    ([tab, key]) =>
      html`<button type="button" aria-current=${app.tab === tab ? 'page' : 'false'}
    @click=${() => {
      app.leave();
      app.tab = tab;
      app.trouble = null;
      app.draw();
      document.querySelector('main')?.scrollTo(0, 0);
    }}>${w.t(key)}</button>`,
  )}</nav>
  ${moreDialogs(app)}${wall(app)}`;
}

/** notes are messages that stay. */
function notes(/** @type {desk.App} */ app) {
  const {w} = app;
  const conflict = app.theirs && app.sheet.kind !== 'conflict';
  const trouble = app.page?.now || app.setup || app.sheet.kind ? null : app.trouble; // forms say it themselves
  if (!app.lost && !app.update && !conflict && !trouble) return nothing;
  return html`<aside class="notes" aria-label=${w.t('kasse.notes')}>${
    app.lost
      ? html`<p class="note bad" role="alert">${w.t('kasse.lost')} <button type="button" class="small"
    @click=${() => {
      app.sheet = {kind: 'text'};
      app.draw();
    }}>${w.t('kasse.rescue')}</button></p>`
      : nothing
  }
  ${
    app.update
      ? html`<p class="note">${w.t('kasse.update')} <button type="button" class="small"
    @click=${() => app.worker?.postMessage('go')}>${w.t('kasse.update.go')}</button></p>`
      : nothing
  }
  ${
    conflict
      ? html`<p class="note bad">${w.t('kasse.conflict')} <button type="button" class="small"
    @click=${() => {
      app.sheet = {kind: 'conflict'};
      app.draw();
    }}>${w.t('kasse.conflict.see')}</button></p>`
      : nothing
  }
  ${trouble ? html`<p class="note bad" role="alert">${app.reason(trouble)}</p>` : nothing}</aside>`;
}

/**
 * pot shows what lies in the pot and who deals.
 * @param {desk.App} app
 * @param {desk.Position} now
 */
function pot(app, now) {
  const {w, page} = app;
  const title = w.t(page.race ? 'kasse.glass' : 'kasse.pot');
  return html`<section class="pot" aria-label=${title}>
    <div class="sum"><small>${title}</small><b>${w.sum(now.pot)}</b></div>
    <div class="facts">
      ${
        now.over
          ? html`<span>${w.t('kasse.over')}</span>`
          : now.players
            ? html`<span class="bad">${app.reason(now.players)}</span>`
            : html`<span>${w.t('kasse.handno', {n: now.hands + 1})}${now.muss ? html` <i class="tag">${w.t('kasse.mussword')}</i>` : nothing}${
                now.last ? html` <i class="tag">${w.t('kasse.lastword')}</i>` : nothing
              }</span>
      ${page.race ? html`<span>${raceTitle(w, page.race)}</span>` : nothing}
      <span>${w.t('kasse.deals', {name: page.people[now.dealer]})}</span>`
      }</div></section>`;
}

/** hand is the tab on which a hand is said. */
function hand(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const {draft} = page;
  if (page.now.over)
    return html`${pot(app, page.now)}${orders(app)}${standings(app)}${payments(app)}<ul class="menu"><li>
    <button type="button" data-do="picture" @click=${() => sharePicture(app)}>${w.t('kasse.picture')}</button></li>${
      app.locked || site
        ? nothing
        : html`<li><button type="button" data-do="group" @click=${() => app.keepGroup()}>${w.t('kasse.group')}</button></li>`
    }<li><button type="button" id="save"
    @click=${() => saveText(app)}>${w.t('bring.save.this')}</button></li></ul>${forgets() ? html`<p class="hint">${w.t('kasse.week')}</p>` : nothing}`;
  return html`${pot(app, draft.now)}
  ${
    app.sheet.kind === 'fix'
      ? html`<p class="note">${w.t(app.sheet.verb === 'insert' ? 'kasse.inserting' : 'kasse.fixing', {n: app.sheet.n})} <button
    type="button" class="small" @click=${() => app.leave()}>${w.t('kasse.cancel')}</button></p>`
      : nothing
  }
  ${app.sheet.kind !== 'fix' ? orders(app) : nothing}
  ${
    app.locked
      ? html`<p class="hint">${w.t('kasse.readonly')}</p>`
      : app.moved
        ? moved(app)
        : !page.now.players
          ? entry(app)
          : page.race
            ? decided(app)
            : nothing
  }`;
}

/** moved asks what the hand is that was begun before another one was booked, or taken back. */
function moved(/** @type {desk.App} */ app) {
  const {w, page, now} = app;
  const last = page.steps.findLast((s) => !!s.hand);
  const is = (/** @type {string} */ key, /** @type {() => void} */ f) =>
    html`<button type="button" class="bold" @click=${() => {
      f();
      app.trouble = null;
      app.look();
      void app.kept();
    }}>${w.t(key, {n: page.now.hands + 1})}</button>`;
  return html`<section class="entry moved" role="alert"><p class="ask">${w.t('kasse.moved', {n: (now.hand ?? 0) + 1})}</p>
    ${last ? html`<p>${w.t('kasse.moved.last', {n: last.hand})} <span class="said">${entered(app, last.line)}</span></p>` : nothing}
    <p>${w.t('kasse.moved.mine')} <span class="said">${entered(app, now.draft)}</span></p>
    ${is('kasse.moved.drop', () => {
      now.draft = '';
    })}${is('kasse.moved.next', () => {
      delete now.hand;
    })}</section>`;
}

/** decided is what can be done when a round of a race is over. */
function decided(/** @type {desk.App} */ app) {
  const open = (/** @type {string} */ kind) => () => {
    app.sheet = {kind};
    app.draw();
  };
  return html`${raceStandings(app)}<ul class="menu"><li><button type="button" @click=${open('race')}>${app.w.t('kasse.race.again')}</button></li>
    <li><button type="button" @click=${open('end')}>${app.w.t('kasse.end')}</button></li></ul>`;
}

/** entry is where the hand is tapped. */
function entry(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const {draft} = page;
  const declarer = draft.seats.find((s) => s.declares);
  const muss = draft.now.all || draft.seven;
  const thrown = page.race || page.trumpless ? 'kasse.thrown' : 'kasse.nobody';
  const ask = page.race
    ? draft.nobody
      ? thrown
      : 'kasse.ask.race'
    : muss
      ? 'kasse.ask.tricks'
      : draft.nobody
        ? page.trumpless
          ? 'kasse.ask.trumpless'
          : 'kasse.ask.nobody'
        : page.declares && !declarer
          ? 'kasse.ask.declarer'
          : draft.seats.some((s) => s.in)
            ? 'kasse.ask.joiners'
            : 'kasse.ask.in';
  const contracts = declarer?.who === draft.now.dealer ? page.blinds : page.contracts;
  return html`<section class="entry" aria-label=${w.t('kasse.tab.hand')}>
  ${
    page.cuts.length
      ? html`<div class="chips" role="group"
    aria-label=${w.t('kasse.cut')}><span>${w.t('kasse.cut')}</span>${draft.cuts.map((c) => html`<b class="chip on">${cutName(app, c)}</b>`)}
    ${draft.cuts.length ? html`<button type="button" class="chip" aria-label=${w.t('kasse.uncut')} @click=${() => app.tap('uncut')}>⌫</button>` : nothing}
    ${
      draft.seats.some((s) => s.tricks >= 0)
        ? nothing
        : page.cuts.map(
            (c) => html`<button type="button" class="chip"
      @click=${() => app.tap(`cut ${c}`)}>${cutName(app, c)}</button>`,
          )
    }</div>`
      : nothing
  }
  <p class="ask" id="ask">${w.t(ask, {declarer: declarerOf(app)})}</p>
  <ul class="rows" aria-labelledby="ask">${draft.seats.map((s) => row(app, s))}</ul>
  ${
    page.prices && declarer && !muss
      ? html`<div class="chips" role="group"
    aria-label=${w.t('kasse.price')}><span>${w.t('kasse.price')}</span>${page.prices.map(
      (n) =>
        html`<button type="button" class="chip" aria-pressed=${draft.price === n}
      @click=${() => app.tap(`price ${n}`)}>${w.number(n * page.ante)}</button>`,
    )}</div>`
      : nothing
  }
  <div class="chips">
    ${
      declarer && contracts.length > 1 && !muss
        ? contracts.map(
            (c) =>
              html`<button type="button" class="chip" aria-pressed=${declarer.contract === c}
      @click=${() =>
        declarer.contract !== c &&
        app.tap(`declare ${name(app, declarer.who)} ${c}`)}>${w.t(`kasse.contract.${c}`)}</button>`,
          )
        : nothing
    }
    ${
      (page.declares || page.race || page.trumpless) && !draft.now.all
        ? html`<button type="button" class="chip" aria-pressed=${draft.nobody === true}
      @click=${() => app.tap('nobody')}>${w.t(thrown)}</button>`
        : nothing
    }
    ${
      page.seven && !draft.now.all
        ? html`<button type="button" class="chip" aria-pressed=${draft.seven === true}
      @click=${() => app.tap('seven')}>${w.t('kasse.seven')}</button>`
        : nothing
    }
    ${
      page.lost
        ? draft.seats
            .filter((s) => s.in)
            .map(
              (s) =>
                html`<button type="button" class="chip" aria-pressed=${draft.lost === page.people[s.who]}
      @click=${() => app.tap(`lost ${name(app, s.who)}`)}>${w.t('kasse.lostseven', {name: page.people[s.who]})}</button>`,
            )
        : nothing
    }
    ${
      page.forpot && !muss
        ? draft.seats
            .filter(
              (s) =>
                s.who === draft.now.dealer &&
                (s.contract === 'for-pot' ||
                  draft.seats.filter((x) => x.in && x !== s).length === 1),
            )
            .map(
              (s) =>
                html`<button type="button" class="chip" aria-pressed=${s.contract === 'for-pot'}
      @click=${() => app.tap(`for-pot ${name(app, s.who)}`)}>${w.t('kasse.forpot', {name: page.people[s.who]})}</button>`,
            )
        : nothing
    }
    ${
      page.lastword && declarer && !muss && !draft.seats.some((s) => s.in && !s.declares)
        ? draft.seats
            .filter((s) => !s.in)
            .map(
              (s) =>
                html`<button type="button" class="chip" aria-pressed=${draft.claimed === page.people[s.who]}
      @click=${() => app.tap(`last ${name(app, s.who)}`)}>${w.t('kasse.claimed', {name: page.people[s.who]})}</button>`,
            )
        : nothing
    }
    ${app.draft ? html`<button type="button" class="chip" @click=${() => app.tap('clear')}>${w.t('kasse.clear')}</button>` : nothing}
  </div></section>`;
}

/**
 * name quotes a name for a line.
 * @param {desk.App} app
 * @param {number} who
 */
export const name = (app, who) => `"${app.page.people[who]}"`;

/**
 * @param {desk.App} app
 * @param {string} c
 */
const cutName = (app, c) => [...c].map((x) => app.w.t(`kasse.shown.${x}`)).join(' ');

/**
 * row is one person of the hand.
 * @param {desk.App} app
 * @param {desk.Seat} s
 */
function row(app, s) {
  const {w, page} = app;
  const person = page.people[s.who];
  const won = page.now.balance[s.who]; // less the ante, which lies in the pot
  const {points, through} = page.draft.now;
  if (through?.includes(s.who))
    return html`<li class="row through"><b class="name">${person}</b><small>★ ${taken(page, s.who)}</small></li>`;
  const first = points ? 1 : 0; // in a race a tap on the name alone says that there is no trick
  const role = s.declares
    ? declarerOf(app)
    : !points
      ? s.in
        ? w.t(s.contract === 'for-pot' ? 'contract.for-pot' : 'kasse.in')
        : ''
      : s.in && s.tricks === 0
        ? w.t('kasse.race.none')
        : w.t('kasse.strokes', {n: points[s.who]});
  return html`<li class="row ${s.in ? 'in' : ''} ${s.declares ? 'declares' : ''}">
    <button type="button" class="who" aria-pressed=${s.in === true} @click=${() => app.tap(`toggle ${name(app, s.who)}`)}>
      <span class=${person.length > 8 ? 'name long' : 'name'}>${
        page.draft.now.dealer === s.who
          ? html`<i class="dealer">${w.t('kasse.dealer.short')}</i>`
          : nothing
      }${person}</span>
      <small>${
        role
          ? html`<b>${s.declares ? '★ ' : ''}${role}</b>`
          : html`<span class=${won < 0 ? 'minus' : 'plus'}>${w.balance(won)}</span>`
      }</small></button>
    <div class="nums" role="group" aria-label=${w.t('kasse.tricks', {name: person})}>${Array.from(
      {length: page.size + 1 - first},
      (_, i) => i + first,
    ).map(
      (
        n,
      ) => html`<button type="button" class=${s.filled ? 'filled' : ''} aria-pressed=${s.tricks === n} aria-disabled=${n > s.most}
      @click=${() =>
        app.tap(
          s.tricks === n && !s.filled
            ? `untricks ${name(app, s.who)}`
            : `tricks ${name(app, s.who)} ${n}`,
        )}>${n}</button>`,
    )}</div></li>`;
}

/** booking is what would flow where, and the button that books it. */
function booking(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const {draft} = page;
  const {step, after} = draft;
  if (app.trouble)
    return html`<aside class="booking"><p class="trouble" role="alert">${app.reason(app.trouble)}</p></aside>`;
  if (app.moved) return nothing;
  if (draft.missing && app.draft)
    return html`<aside class="booking"><p class="hint">${app.reason(draft.missing)}</p></aside>`;
  if (!step || !after) return nothing;
  const moved = step.shares.filter((s) => s.payout || s.penalty || s.price);
  const strokes = (after.points ?? [])
    .map((n, who) => ({who, n: n - (draft.now.points?.[who] ?? 0), sum: n}))
    .filter((s) => s.n);
  return html`<aside class="booking ready" aria-label=${w.t('kasse.flow')}>
    ${step.alone ? html`<p class="hint">${w.t('kasse.alone')}</p>` : nothing}
    <ul class="flows">${strokes.map(
      (s) =>
        html`<li><span>${page.people[s.who]}</span><b>${w.t('kasse.race.gain', {
          gain: s.n > 0 ? `+${s.n}` : `−${-s.n}`,
          n: s.sum,
        })}</b></li>`,
    )}${wins(app, step)}
      ${moved.map(
        (
          s,
        ) => html`<li class=${s.penalty || (s.price ?? 0) > s.payout ? 'pays' : 'gets'}><span>${page.people[s.who]}</span>
      ${s.payout ? html`<b class="plus">${w.t('kasse.gets', {amount: w.number(s.payout)})}</b>${part(app, s, s.who === step.declarer)}` : nothing}
      ${s.price ? html`<b class="minus">${w.t('kasse.price')} ${w.number(s.price)}</b>` : nothing}
      ${s.penalty || s.failed ? html`<b class="minus">${w.t('kasse.penalty', {amount: w.number(s.penalty)})}</b>` : nothing}</li>`,
      )}
      ${moved.length === 0 && !page.race ? html`<li><span>${w.t('kasse.stays', {amount: w.sum(step.pot)})}</span></li>` : nothing}
      ${step.susi !== undefined ? html`<li><span>${w.t('kasse.issusi', {name: page.people[step.susi]})}</span></li>` : nothing}
      <li class="next"><span>${w.t(page.race ? 'kasse.glass' : 'kasse.nextpot')}</span><b>${w.sum(after.pot)}</b></li></ul>
    ${
      page.cash && page.orders.length + page.prizes.length && app.sheet.kind !== 'fix'
        ? html`<div class="books"><button type="button" class="meek"
      @click=${() => app.book()}>${w.t('kasse.book.open')}</button><button type="button" class="bold" id="book"
      @click=${() => app.book(true)}>${w.t('kasse.book.done')}</button></div>`
        : html`<button type="button" class="bold" id="book" @click=${() => app.book()}>${w.t('kasse.book')}</button>`
    }</aside>`;
}

/**
 * part says which part of the pot a share of a hand is, where it isn't all.
 * @param {desk.App} app
 * @param {desk.Share} s
 * @param {boolean} declares
 */
function part({w, page}, {share, won}, declares) {
  const key = partOf(share ?? '', declares);
  return key ? html` <small>${w.t(`end.share.${key}`, {won, size: page.size})}</small>` : nothing;
}

/**
 * why says for what somebody has to move coins, where that isn't plain.
 * @param {desk.App} app
 * @param {desk.Order} o
 */
function why(app, o) {
  const {w, page} = app;
  const [first] = o.why;
  if (o.why.length === 1 && !first.verb && first.hand && first.hand === page.now.hands) {
    return first.payout && first.payout !== first.net
      ? w.t('kasse.netted', {
          payout: w.number(first.payout),
          owed: w.number(first.payout - first.net),
        })
      : '';
  }
  const what = (/** @type {desk.Reason} */ r) => {
    const {n, hand} = r;
    if (r.undone || (r.verb && r.verb !== 'seats' && !n)) return w.t('kasse.why.undone');
    const entry = hand ? w.t('kasse.handno', {n: hand}) : w.t(`kasse.kind.${r.kind}`);
    return r.verb === 'seats'
      ? w.t('kasse.why.antes')
      : r.verb
        ? w.t('kasse.why.fixed', {what: entry})
        : entry;
  };
  return o.why.length === 1
    ? first.verb === 'seats'
      ? ''
      : what(first)
    : w.list(o.why.map((r) => `${what(r)} ${w.balance(r.net)}`));
}

/**
 * orders are what hands still have to do, with the reasons, until somebody ticks it. Who has to do the same for the same reason stands in one line.
 * @param {desk.App} app
 */
function orders(app) {
  const {w, page} = app;
  const {orders: due, prizes, repriced} = page;
  if (!due.length && !prizes.length)
    return repriced.length ? html`<section class="lays">${priced(app)}</section>` : nothing;
  /** @type {Map<string, desk.Order[]>} */
  const lines = new Map();
  for (const o of due) {
    const key = `${o.take} ${o.give} ${why(app, o)}`;
    lines.set(key, [...(lines.get(key) ?? []), o]);
  }
  const tick = (/** @type {desk.Order[]} */ l) =>
    page.cash && !app.locked && due.length + prizes.length > l.length
      ? html`<button type="button" class="tick"
    aria-label=${w.t('kasse.done.of', {names: w.list(l.map((o) => o.name))})} @click=${() => app.done(l.map((o) => o.name))}>✓</button>`
      : nothing;
  const all = due.length === page.now.seats.length && lines.size === 1;
  const title = page.now.over
    ? 'kasse.lay.end'
    : due.every((o) => o.why.every((r) => r.verb === 'seats'))
      ? 'kasse.lay.first'
      : 'kasse.lay';
  const prize = (/** @type {desk.Handover} */ h) =>
    `kasse.hands.prize${h.from ? (h.to ? '' : '.lay') : '.take'}`;
  return html`<section class="lays" data-orders><div class="head"><h2>${w.t(title)}</h2>${
    (page.cash || prizes.length) && !app.locked
      ? html`<button type="button" class="small" data-do="done" @click=${() => app.done()}>${w.t('kasse.fixed.done')}</button>`
      : nothing
  }</div><ul>${[...lines.values()].map((l) => {
    const [o] = l,
      text = why(app, o);
    return html`<li><span class="name">${
      all && l.length > 1
        ? w.t('kasse.lay.all', {amount: w.number(o.give)})
        : html`<bdi>${w.list(l.map((x) => x.name))}</bdi>`
    }${text ? html` <small>${text}</small>` : nothing}</span>
      ${
        all && l.length > 1
          ? nothing
          : html`<b class=${o.take ? 'plus' : 'minus'}>${w.t(
              o.take ? 'kasse.takes' : 'kasse.lays',
              {amount: w.number(o.take || o.give)},
            )}</b>`
      }${page.cash ? coins(app, o.coins) : nothing}${tick(l)}</li>`;
  })}${prizes.map((h) => html`<li><span class="name">★ ${w.t(prize(h), {from: h.from, to: h.to, prize: h.prize})}</span></li>`)}</ul>
    ${priced(app)}</section>`;
}

/** priced says which later hands a correction lets be played for another pot, and offers to correct that one alone. */
function priced(/** @type {desk.App} */ app) {
  const {w, page} = app;
  if (!page.repriced.length || app.locked) return nothing;
  const moves = page.only.match(/"[^"]*"|\S+/g)?.slice(2) ?? [];
  const put = moves.flatMap((m, i) => {
    const amount = readAmount(moves[i + 1] ?? '', page.money);
    return i % 2
      ? []
      : [
          w.t(amount > 0 ? 'kasse.only.lays' : 'kasse.only.takes', {
            name: m.replaceAll('"', ''),
            amount: w.number(Math.abs(amount)),
          }),
        ];
  });
  return html`<p class="hint">${w.list(page.repriced.map((r) => w.t('kasse.repriced', {n: r.hand, now: w.number(r.now), was: w.number(r.was)})))}</p>
    ${
      page.only
        ? html`<button type="button" class="meek" data-do="only"
      @click=${() => app.only()}>${w.t('kasse.only', {moves: w.list(put)})}</button>`
        : nothing
    }`;
}

/** stand is how things stand. */
function stand(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const susis = page.susis.map((hands, who) => ({hands, who})).filter((s) => s.hands.length);
  return html`${pot(app, page.now)}${standings(app)}
  ${page.steps.length ? chart(app) : nothing}${payments(app)}
  ${
    susis.length
      ? html`<section><h2>${w.t('kasse.susilist')}</h2><ul
    class="plainlist">${susis.map(
      (s) =>
        html`<li>${w.t('kasse.susi', {
          name: page.people[s.who],
          n: s.hands.length,
          hands: w.list(s.hands.map(String)),
        })}</li>`,
    )}</ul></section>`
      : nothing
  }`;
}

/** standings are what everybody has won, less the ante that lies in the pot, the most first; once the evening is over, who has won it. */
function standings(/** @type {desk.App} */ app) {
  const {w, page} = app;
  if (page.race) return raceStandings(app);
  const order = page.people
    .map((_, who) => who)
    .sort((a, b) => page.now.balance[b] - page.now.balance[a]);
  const best = order.filter((who) => page.now.balance[who] === page.now.balance[order[0]]);
  const winner = page.now.over && page.now.balance[order[0]] > 0;
  return html`<section><h2>${
    winner
      ? w.t('kasse.winner', {n: best.length, names: w.list(best.map((who) => page.people[who]))})
      : w.t('kasse.standings')
  }</h2><ol
    class="standings">${order.map(
      (who) =>
        html`<li class=${
          page.now.seats.includes(who) ? '' : 'gone'
        }><i class="dot c${who % colours.length}"></i><span class="name">${page.people[who]}</span><b class=${
          page.now.balance[who] < 0 ? 'minus' : 'plus'
        }>${w.balance(page.now.balance[who])}</b></li>`,
    )}</ol></section>`;
}

/** chart is the evening as lines. */
function chart(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const summary = page.people.map((p, who) => `${p} ${w.balance(page.now.won[who])}`);
  return html`<section><h2>${w.t('kasse.chart')}</h2>${curve(page, w.list(summary))}</section>`;
}

/** payments is who pays whom. */
function payments(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const title = page.now.over ? 'kasse.payments' : 'kasse.payments.now';
  return html`<section><h2>${w.t(title)}</h2>${
    page.payments.length === 0
      ? html`<p class="hint">${w.t('kasse.even')}</p>`
      : html`<ul class="plainlist pays">${page.payments.map(
          (p) =>
            html`<li><span>${w.t('kasse.pays', {from: page.people[p.from], to: page.people[p.to], amount: w.sum(p.amount)})}</span>
    ${
      app.locked
        ? nothing
        : html`<button type="button" class="small"
      @click=${() => app.append(`pay ${name(app, p.from)} ${name(app, p.to)} ${p.amount}`)}>${w.t('kasse.paid')}</button>`
    }</li>`,
        )}</ul>`
  }
    ${page.now.pot && !page.now.over ? html`<p class="hint">${w.t(page.race ? 'kasse.inglass' : 'kasse.inpot', {amount: w.sum(page.now.pot)})}</p>` : nothing}
    ${page.cash ? html`<p class="hint">${w.t(page.orders.length ? 'kasse.cash.open' : 'kasse.cash.hint')}</p>` : nothing}</section>`;
}

/** past is what happened. */
function past(/** @type {desk.App} */ app) {
  const {w, page} = app;
  if (page.steps.length === 0) return html`<p class="hint">${w.t('kasse.nothing')}</p>`;
  return html`<ol class="past" reversed>${page.steps
    .map((s, i) => ({s, n: i + 1}))
    .reverse()
    .map(
      ({s, n}) => html`<li>
    <div><b>${s.hand ? w.t('kasse.handno', {n: s.hand}) : w.t(`kasse.kind.${s.kind}`)}</b> <span
      class="said">${entered(app, s.line)}</span>
      <small>${gains(s).map(
        (x) =>
          html`<span class=${x.n < 0 ? 'minus' : 'plus'}>${page.people[x.who]} ${w.balance(x.n)}</span> `,
      )}${s.prizes?.map((p) => html`<b>★ ${page.people[p.who]}: ${p.name}</b> `)}${w.t(
        page.race ? 'kasse.glassthen' : 'kasse.potthen',
        {amount: w.number(s.pot)},
      )}</small></div>
    ${
      app.locked
        ? nothing
        : html`<button type="button" class="small" aria-label=${w.t('kasse.change.entry', {n})}
      @click=${() => {
        app.sheet = {kind: 'entry', n, step: s};
        app.draw();
      }}>${w.t('kasse.change')}</button>`
    }</li>`,
    )}</ol>`;
}
