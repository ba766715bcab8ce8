// The parts of the table page around the cards, each a template of what is known.

import {absent, gone as away, played as byBot} from './absent.js';
import {html, nothing} from '../lib/html.js';
import {behind, secret, to} from '../lib/address.js';
import {onTable, status} from './spoken.js';
import {portrait} from './faces.js';
import {gameOf} from '../lib/games.js';
import {explain} from '../lib/meaning.js';
import {bench} from './places.js';
import {again} from './voice.js';
import {cost, offers, potSums, prize, strokes, trumpSums} from './offers.js';
import {firstTime} from '../lib/storage.js';
import {settings} from '../lib/settings.js';
import {flows, paid} from './settlement.js';
import {waits} from './trumpsix.js';

/** suitSign draws the sign of a suit. */
export const suitSign = (/** @type {string} */ s) =>
  html`<svg class="suit" viewBox="0 0 100 100" aria-hidden="true"><use href=${`#suit-${s}`}></use></svg>`;

/**
 * rim is what stands around and in the middle of the table.
 * @param {page.Page} app
 * @param {page.View} v
 */
export function rim(app, v) {
  const w = app.words;
  if (app.info.stage === 'lobby') return nothing;
  const pot = app.pot(v);
  const upcard = [...v.upcards, ...v.turned].at(-1);
  const hop = v.cuts.findLastIndex((e) => e.t === 'dealer'); // the earlier ones stand in what happened
  return html`
    <div class="stage"></div><div class="deck"></div><div class="rail"></div><div class="row"></div><div class="end"></div>
    <div class="stock" aria-hidden="true">${back}${back}${back}</div>
    <button type="button" class="pot"
      aria-haspopup="dialog" @click=${() => explain(app, w.sum(pot), ['pot', 'ante', 'penalty'], () => potSums(app))}>${coins(
        w,
        pot,
      )}<span class="hush">${w.t('view.pot', {amount: w.sum(pot)})}</span><b aria-hidden="true"><small>${w.t('ui.pot')}</small> ${w.number(
        pot,
      )}</b></button>
    ${
      v.trump
        ? html`<button type="button" class="trumpsign"
      aria-label=${w.t(upcard ? 'view.trump.card' : 'view.trump', {suit: w.suit(v.trump), card: upcard ? w.card(upcard) : ''})} aria-haspopup="dialog"
      @click=${() =>
        explain(app, w.suit(v.trump), ['trump', `suit.${v.trump}`, 'upcard', 'weli'], () =>
          trumpSums(app),
        )}>${suitSign(v.trump)}<small>${w.t('ui.trumplabel')}</small></button>`
        : nothing
    }
    ${
      v.taken && !v.playing && v.taker !== app.me && v.seats[v.taker]?.open.includes(v.taken)
        ? html`<div class="tookit">${app.names[v.taker]}</div>`
        : nothing
    }
    ${
      hop >= 0 && !v.playing && !app.over
        ? html`<p class="cut">${w.sentences(v.cuts.slice(Math.max(0, hop - 1), hop + 1).map((e) => app.voice.event(e)))}</p>`
        : nothing
    }
    ${onTable(app, v)}${v.seats.map((_, i) => seat(app, v, i))}
    ${app.kind === 'play' ? (app.hints?.onCards() ?? nothing) : nothing}`;
}

const back = html`<svg viewBox="0 0 128 200"><use href="#back"></use></svg>`;

/** wide is how many letters of the Latin alphabet a name is as wide as. */
const wide = (/** @type {string} */ name) =>
  [...name].reduce((n, c) => n + (c > '\u2e80' ? 2 : 1), 0);

/** broken is a link that is: somebody is away. */
const broken = html`<svg class="broken" viewBox="0 0 24 24" aria-hidden="true"><path
   d="M9 12H7a4 4 0 0 1 0-8h3M15 20h2a4 4 0 0 0 0-8h-2M4 20 20 4"></path></svg>`;

/**
 * seat is a player's sign: the name, the account, what they have said.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} i
 */
function seat(app, v, i) {
  const w = app.words;
  const s = v.seats[i];
  const chair = app.info.seats[i];
  const c = app.info.chairs[chair];
  const turn = !app.over && app.table.turn === chair;
  const st = status(w, v, i);
  const out = s.said === 'out';
  const shows = !!app.info.practice?.open && i !== app.me; // all hands are face up: the corners of the cards
  const played = app.info.players?.[i];
  const next = c.coming || (played && played !== c.person ? c.name : ''); // who sits there from the next hand on
  const how = next
    ? c.coming && chair === app.chair
      ? w.t(app.info.last ? 'ui.lasthand' : 'door.soon')
      : `→ ${next}`
    : byBot(app, chair)
      ? w.t('ui.standin')
      : c.away
        ? w.t('ui.away')
        : c.program
          ? w.t('ui.program')
          : '';
  const name = chair === app.chair && c.coming ? c.coming : (!next && c.name) || app.names[i];
  const marks = {
    shows,
    turn,
    out,
    away: c.away,
    declarer: i === v.declarer,
    winner: v.winner === i,
  };
  const n = v.seats.length;
  const at =
    app.me < 0 && i === 0
      ? 'near'
      : bench(n, (i - Math.max(app.me, 0) + n) % n, gameOf(app.preset).clockwise);
  const classes = [
    'seat',
    at,
    ...Object.entries(marks)
      .filter(([, is]) => is)
      .map(([name]) => name),
  ].join(' ');
  return html`<button type="button" class=${classes} data-seat=${i} data-chair=${chair} aria-haspopup="dialog"
    @click=${() => app.aboutSeat(chair)}>
    <span class=${`who l${chair}`}>${portrait((!next && c.name) || app.names[i])}${
      i === v.dealer
        ? html`<span class="dealer" title=${w.t('ui.dealer')} role="img" aria-label=${w.t('ui.dealer')}>${w.t(
            'ui.dealer.short',
          )}</span>`
        : nothing
    }${c.away && !byBot(app, chair) ? broken : nothing}</span>
    <span class=${wide(name) > 7 ? 'name long' : 'name'}><b>${name}</b>${
      turn
        ? html` <span class="hush">${w.t(i === app.me ? 'ui.yourturn' : 'ui.theirturn')}</span>`
        : nothing
    }</span>
    <span class="facts"><span class="money">${strokes(app, c) || w.balance(app.balance(chair, v))}</span>${how ? html`<i class="how">${how}</i>` : nothing}${
      i === app.me ? nothing : backs(w, s, shows)
    }
      ${s.exchanged >= 0 ? swapped(w.t('ui.exchanged', {n: s.exchanged}), s.exchanged) : nothing}</span>
    <span class="facts">${st ? html`<span class="role">${st}</span>` : nothing}${
      s.susi || app.people.susi.has(app.people.who(chair))
        ? html`<span class="susi">${w.t('ui.susi')}</span>`
        : nothing
    }
      ${
        v.playing && !out
          ? html`<span class="won" aria-label=${w.t('ui.tricks', {n: s.tricks})} role="img">${Array.from(
              {length: s.tricks},
              () => html`<i></i>`,
            )}</span>`
          : nothing
      }</span>
    ${bubble(app, v, i, chair)}
  </button>`;
}

/**
 * backs are somebody's cards, with the faces of those that all have seen.
 * @param {page.Words} w
 * @param {page.Seat} s
 * @param {boolean} shows all hands are face up
 */
function backs(w, s, shows) {
  const label = [w.t('ui.cards', {n: s.count}), ...s.open.map((c) => w.card(c))].join(', ');
  const face = (/** @type {string} */ c) =>
    html`<svg viewBox=${shows ? '3 4 30 56' : '0 0 128 200'}><use href=${`#${c}`} width="128" height="200"></use></svg>`;
  return html`<span class="backs" aria-label=${label} role="img">${Array.from(
    {length: Math.min(s.count, 6)},
    (_, k) => ((s.said !== 'out' || shows) && s.open[k] ? face(s.open[k]) : html`<i></i>`),
  )}</span>`;
}

const swapped = (/** @type {string} */ text, /** @type {number} */ n) =>
  html`<span class="swap" title=${text}><span class="hush">${text}</span><span aria-hidden="true">⇄${n}</span></span>`;

/**
 * bubble shows what a seat said in the auction. A pass is shown in plain words: the dialect has one word for passing and
 * dropping out. Chat, and money when a hand is over, is inside the sign: cards lie around it.
 * @param {page.Page} app
 * @param {page.View} v
 * @param {number} i
 * @param {number} chair
 */
function bubble(app, v, i, chair) {
  const w = app.words;
  const chat = app.people.bubble(chair);
  if (chat) return html`<span class="bubble in chat"><span>${chat}</span></span>`; // the whole stands a tap away
  const r = app.over && app.info.result;
  if (r) {
    if (i === app.me) return nothing; // it stands right below
    const n = r.payout[i] - r.penalty[i] - paid(app.table.events ?? [], i).price;
    return n
      ? html`<span class="bubble in ${n > 0 ? 'gets' : 'pays'}">${w.balance(n)}</span>`
      : nothing;
  }
  const {said} = v.seats[i];
  if (!said || v.playing) return nothing;
  const words = said === 'pass' ? w.t('ui.means.pass') : w.call(said);
  return html`<span class="bubble ${['pass', 'out', 'weiter', 'see'].includes(said) ? 'meek' : ''}">${words}</span>`;
}

/**
 * coins shows an amount as coins: a picture, not an account.
 * @param {page.Words} w
 * @param {number} amount
 * @param {number} [most]
 */
function coins(w, amount, most = 6) {
  const kinds =
    {
      euro: [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1].map((n) => `eur-${n}`),
      francs: [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5].map((n) => `chf-${n}`),
      dollars: [10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1].map((n) => `usd-${n}`),
      yen: [10000, 5000, 1000, 500, 100, 50, 10, 5, 1].map((n) => `yen-${n}`),
    }[/** @type {string} */ (w.money)] ??
    [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1].map((n) => `chip-${n}`);
  const list = [];
  let rest = amount;
  for (const k of kinds) {
    const value = Number(k.split('-')[1]);
    while (rest >= value && list.length < most) {
      list.push(k);
      rest -= value;
    }
  }
  return html`<span class="coins" aria-hidden="true">${list.map((k) => html`<svg viewBox="0 0 100 100"><use href="#${k}"></use></svg>`)}</span>`;
}

// ---- questions and answers ----

/** typedField is the line for those who type. */
function typedField(/** @type {page.Page} */ app) {
  const w = app.words;
  if (!settings.on('line') || !app.info || app.info.stage === 'lobby') return nothing;
  return html`<form class="line" @submit=${(/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (e.target).elements.namedItem('line')
    );
    const text = field.value.normalize('NFKC').replaceAll('。', '.').trim();
    field.value = '';
    void import('./typedline.js').then(({typed}) => typed(app, text));
  }}><input name="line" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${w.t('ui.line')} placeholder=${w.t('ui.line')}></form>`;
}

/**
 * foot is the question and its answers, or whose turn it is, and the typed line.
 * @param {page.Page} app
 * @param {page.View | null} v
 */
export const foot = (app, v) =>
  html`${v && !app.over ? (app.undo?.view(v) ?? nothing) : nothing}${asking(app, v)}${app.words ? typedField(app) : nothing}`;

const unheard = 2500; // milliseconds until the page says that there is no line

/**
 * @param {page.Page} app
 * @param {page.View | null} v
 */
function asking(app, v) {
  const w = app.words;
  if (!w) return html`<p class="ask">${app.coming || '…'}</p>`;
  const again = app.table.bye === 'restart' || !w.has(`bye.${app.table.bye}`);
  if (app.table.lost && Date.now() - app.table.lost > unheard && again)
    return gone(app, app.table.lost);
  if (!app.table.open)
    return html`<p class="ask">${w.t(w.has(`bye.${app.table.bye}`) ? `bye.${app.table.bye}` : 'ui.connecting')}</p>`;
  if (!v) return nothing;
  if (app.over)
    return app.note && app.info.stage !== 'lobby' ? html`<p class="note">${app.note}</p>` : nothing;
  const note = app.note
    ? html`<p class="note">${app.note}</p>`
    : v.forced && !v.playing
      ? html`<p class="wait forced">${app.voice.forced(v)} ${failureCost(app)}</p>`
      : nothing;
  if (!app.ask) return html`${note}${waiting(app, v)}`;
  const time = clock(app);
  const asked = app.note
    ? note
    : html`<p class="ask">${app.voice.question(app.ask, v)}${prize(app, v)}${
        time
          ? html` <span class="clock" role="timer" aria-label=${w.t('ui.clock.own', {time})}>${time}</span>`
          : nothing
      }</p>`;
  const {hints} = app;
  const question = html`${app.note ? nothing : note}${hints ? hints.line(asked) : asked}`;
  if (app.kind === 'play')
    return html`${question}${app.armed ? html`<p class="wait">${w.t('ui.again')}</p>` : nothing}${lastTrick(app, v)}`;
  const six = hints?.now ? nothing : (app.six?.button() ?? nothing);
  if (app.choosing)
    return html`${question}<div class="acts">${hints?.values() ?? nothing}${six}${confirm(app)}</div>`;
  return html`${question}${offers(app)}`;
}

/** owes says what it costs you to fail, where you play unasked. */
export function failureCost(/** @type {page.Page} */ app) {
  const stake = app.table.stakes[app.me];
  return stake && (stake[2] || stake[3])
    ? app.words.t('sum.pays', {amount: cost(app.words, stake, app.words.sum(stake[2]))})
    : '';
}

/** lastTrick is the button that shows it. */
const lastTrick = (/** @type {page.Page} */ app, /** @type {page.View} */ v) =>
  v.tricks.length && v.winner < 0
    ? html`<button type="button" class="lasttrick" aria-pressed=${app.last} @click=${() => {
        app.last = !app.last;
        app.draw();
      }}>${app.words.t('ui.lasttrick')}</button>`
    : nothing;

/**
 * gone says since when there is no connection.
 * @param {page.Page} app
 * @param {number} since
 */
function gone(app, since) {
  const n = Math.round((Date.now() - since) / 1000);
  return html`${app.note ? html`<p class="note">${app.note}</p>` : nothing}<p class="ask lost">${app.words.t('net.since', {n})} ${
    app.chair >= 0 ? app.words.t('net.seat') : nothing
  }</p><p class="wait">${app.words.t('net.old', {n})}</p>
    <div class="acts"><button type="button" class="meek" data-do="retry" @click=${() => app.table.retry?.()}>${app.words.t('net.retry')}</button></div>`;
}

/** clock is how long the person who is asked still has, where the table has a clock: 0:42. */
function clock(/** @type {page.Page} */ {left}) {
  if (left === Infinity) return '';
  return `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, '0')}`;
}

/**
 * waiting is what one waits for.
 * @param {page.Page} app
 * @param {page.View} v
 */
function waiting(app, v) {
  const w = app.words;
  const name = app.table.turn === app.chair ? '' : app.info.chairs[app.table.turn]?.name; // your own answer is on its way
  const time = clock(app);
  const decides = name ? w.t(time ? 'ui.clock' : 'ui.turn', {name, time}) : '';
  const text = away(app, app.table.turn)
    ? ''
    : app.table.window
      ? w.t('ui.window')
      : decides || (app.table.hand && !v.playing ? dealer(app, v) : '');
  return html`${comes(app)}${again(v) ? html`<p class="ask">${w.t('trump.again', {suit: w.suit(v.trump)})}</p>` : nothing}
    ${text ? html`<p class="wait">${text}</p>` : nothing}${lastTrick(app, v)}${absent(app)}${
      app.six?.said && app.table.window
        ? html`<div class="acts">${app.six.button()}</div>`
        : nothing
    }${app.chair < 0 ? watching(app) : nothing}`;
}

/**
 * dealer says what is waited for where the server names nobody before anybody has spoken: the dealer thinks about playing blind.
 * @param {page.Page} app
 * @param {page.View} v
 */
function dealer({words: w, names, table}, v) {
  const unspoken = table.turn < 0 && v.dealer >= 0 && v.seats.every((s) => !s.said);
  const call = v.upcards.length ? 'blind' : 'double-blind';
  return unspoken && !w.chooses
    ? w.t(`ui.wait.${call}`, {name: names[v.dealer], call: w.call(call)})
    : w.t('ui.wait');
}

/** watching tells spectators that they are watching, with what delay, and how to sit down. */
function watching(/** @type {page.Page} */ app) {
  const w = app.words;
  const delay = app.config?.spectator_delay;
  return html`${behind() && !secret() ? html`<a class="button" data-do="sit" href=${to(`/${location.hash}`)}>${w.t('door.sit')}</a>` : nothing}
    <p class="wait watch"><small>${w.t('watch.you')} ${app.people.watchers}
    ${delay ? w.t('watch.delay', {n: Math.max(1, Math.round(delay / 60_000))}) : nothing}</small></p>`;
}

/** comes tells a person who isn't in this hand when they play, or that they have left. */
function comes(/** @type {page.Page} */ app) {
  const w = app.words;
  const c = app.info.chairs[app.chair];
  if (c?.leaving) return html`<p class="note">${w.t('door.leaving')}</p>`;
  if (app.info.last && (c?.coming || (c && app.place < 0)))
    return html`<p class="note">${w.t('door.last')}</p>`;
  if (c?.coming)
    return html`<p class="note">${c.name ? w.t('door.next', {name: c.name}) : w.t('door.next.chair')}</p>`;
  if (c && app.place < 0) return html`<p class="note">${w.t('door.next.chair')}</p>`;
  return nothing;
}

/** confirm is the button below cards that are chosen: what happens to them, or how many are still to be chosen. */
function confirm(/** @type {page.Page} */ app) {
  const w = app.words;
  const {hints} = app;
  const {legal} = /** @type {wire.Question} */ (app.ask);
  const can = legal.includes(app.chosen);
  const n = app.selected.size;
  const counts = legal.map((a) => a.split(' ').length - 1);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const text =
    n < least
      ? w.t('ui.more', {n: least - n})
      : n > most
        ? w.t('ui.less', {n: n - most})
        : app.kind === 'drop'
          ? w.t('ui.drop', {n})
          : w.rob
            ? w.t(n > 1 ? 'ui.means.swap.two' : n ? 'ui.means.swap' : 'ui.means.keep')
            : n
              ? w.t('ui.exchange', {n})
              : w.t('ui.keepall');
  const best = hints?.now ? hints.now.acts[0].act === app.chosen : n > 0; // to keep all isn't put forward before anything was tapped
  return html`<button type="button" class=${best ? 'bold' : 'meek'} data-act="confirm" aria-disabled=${!can}
    @click=${() => (can ? app.act(app.chosen) : app.say(text))}><b>${text}</b></button>`;
}

// ---- between the hands ----

/**
 * standIns says for whom a bot has played.
 * @param {page.Page} app
 * @param {number} [hand] in this hand
 */
export function standIns({info: {rights = []}, words: w}, hand) {
  const names = new Set(
    rights.filter((r) => r.did === 'standin' && (!hand || r.hand === hand)).map((r) => r.to ?? ''),
  );
  return names.size
    ? html`<p class="lines standins">${w.t('end.standin', {names: w.list([...names])})}</p>`
    : nothing;
}

/**
 * panel is how a hand ended.
 * @param {page.Page} app
 * @param {page.View} v
 */
export function panel(app, v) {
  const w = app.words;
  const {info} = app;
  const r = info.result;
  if (!r) return nothing;
  const moved = r.payout.some((n, i) => n || r.failed[i] || v.seats[i].tricks);
  const lines = app.voice.settlement(r, v);
  const all = flows(app, v, (n, most) => coins(w, n, most));
  if (info.stage === 'over')
    return app.end(
      html`${app.mark()}${moved ? html`<details><summary>${w.t('over.last')}</summary>${all}</details>` : nothing}`,
    );
  return html`<h2 class="hush">${w.t('ui.settlement')}</h2>
    ${moved ? all : html`<p class="lines">${lines[0]}</p>`}
    <div class="below"><p class="newpot"><span>${w.t('ui.newpot')}</span> ${coins(w, r.next.pot)} <b>${w.sum(r.next.pot)}</b></p>
    ${app.mark()}</div>
    ${standIns(app, app.table.hand)}
    ${r.stays === 'muss' && r.left ? html`<p class="lines">${w.t('settle.nothing', {amount: w.number(r.left ?? 0)})}</p>` : nothing}
    ${r.next?.muss ? html`<p class="lines">${lines.at(-1)}</p>` : nothing}
    ${
      r.played &&
      !r.points &&
      r.next.pot >= 2 * r.played &&
      firstTime('grows', `${app.table.id} ${app.table.hand}`)
        ? html`<p class="lines grows">${w.t('settle.grows')}</p>`
        : nothing
    }
    ${ending(app)}`;
}

/** ending is what can be done between two hands. */
function ending(/** @type {page.Page} */ app) {
  const w = app.words;
  const {info} = app;
  if (info.stage === 'paused') {
    return app.chair >= 0 && info.host === app.chair
      ? html`<div class="acts"><button type="button" class="bold"
      @click=${() => app.table.send({t: 'resume'})}><b>${w.t('ui.resume')}</b></button></div>`
      : html`<p class="wait">${w.t('ui.paused')}</p>`;
  }
  if (app.chair < 0) return nothing;
  const left =
    info.next_at && !app.table.held
      ? Math.max(0, Math.ceil((info.next_at - app.table.skew - Date.now()) / 1000))
      : 0;
  if (info.chairs[app.chair]?.ready) return html`${comes(app)}${absent(app)}${waits(app, left)}`;
  return html`${comes(app)}<div class="acts">${app.look()}<button type="button" class="bold" data-act="next"
    @click=${() => app.next()}><b>${w.t('ui.next')}</b>${left ? html`<small aria-hidden="true">${left} s</small>` : nothing}</button></div>`;
}
