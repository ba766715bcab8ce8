// The table: one connection, one state, one function that draws it.

import {cards, event, show, suits, tell, trick} from './hand.js';

const id = location.pathname.split('/')[2];
const $ = (name) => document.getElementById(name);
const el = (tag, text, more = {}) => Object.assign(document.createElement(tag), {textContent: text}, more);

const state = {hello: null, hand: 0, events: [], turn: -1, ask: null, info: null, said: [], bye: ''};
let socket = null;
let wait = 500; // ms until the next try

const byes = {
  table: 'There is no such table.',
  chair: 'This link is of no chair at the table. Open your own link, or ask the host for a new one.',
  link: 'Your chair has another link now: this one is no longer valid.',
};

// ---- connection ----

function connect() {
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${id}`);
  socket.onmessage = (m) => {
    take(JSON.parse(m.data));
    draw();
  };
  socket.onclose = () => {
    socket = null;
    draw();
    if (byes[state.bye]) return;
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, 10_000);
  };
}

const send = (message) => socket?.send(JSON.stringify(message));

function take(m) {
  switch (m.t) {
    case undefined:
      if (m.from !== undefined) {
        state.events.length = m.from;
        state.hand = m.hand;
      }
      state.events.push(...m.ev.map(event));
      state.turn = m.turn;
      state.ask = m.ask ?? null;
      state.info = {...state.info, ...m.info};
      return;
    case 'hello':
      Object.assign(state, {hello: m, bye: ''});
      wait = 500;
      if (m.config.practice) state.begin = true;
      return;
    case 'bye': state.bye = m.code; return;
    case 'chat': state.said.push(`${state.info.chairs[m.chair].name}: ${m.text}`); return;
    case 'key': $('link').textContent = `${location.origin}/t/${id}/${m.key}`; return;
    case 'no': $('trouble').textContent = `That doesn’t go (${m.rule ?? m.code}).`; return;
  }
}

// ---- drawing ----

const mySeat = () => state.info.seats.indexOf(state.hello.chair);
const name = (seat) => state.info.chairs[state.info.seats[seat]]?.name ?? '?';

const buttons = (box, list) => box.replaceChildren(...list.map(([text, message]) => el('button', text, {
  onclick: () => {
    $('trouble').textContent = '';
    send(message);
    if (message.t === 'act') {
      state.ask = null;
      draw();
    }
  },
})));

function draw() {
  $('status').textContent = socket?.readyState === WebSocket.OPEN ? '' : byes[state.bye] ?? 'Connecting …';
  if (!state.info?.chairs || !state.hello) return;
  const {info, hello, events} = state;
  if (state.begin && info.stage === 'lobby') {
    state.begin = false;
    send({t: 'start'});
  }
  $('chairs').replaceChildren(...info.chairs.map((c, i) => el('li', [
    c.name || 'free', c.bot ? '(bot)' : '', i === hello.chair ? '(you)' : '', info.balances[i],
    c.coming ? `then ${c.coming}` : '', c.leaving ? 'is leaving' : c.stand_in ? 'a bot plays for' : c.away ? 'is away' : '', i === info.dealer ? 'deals' : '',
  ].filter((x) => x !== '').join(' '), {className: i === state.turn ? 'turn' : ''})));
  const trump = events.findLast((e) => e.t === 'trump');
  const up = events.findLast((e) => e.t === 'upcard');
  $('middle').textContent = [`Hand ${state.hand}`, `pot ${pot()}`, trump && `trump ${suits[trump.suit]}`, up && `upcard ${show(up.card)}`,
    ...trick(events).map(([s, c]) => `${name(s)} ${show(c)}`)].filter(Boolean).join(' · ');
  $('hand').textContent = mySeat() >= 0 ? cards(events, mySeat()).map(show).join('  ') : '';
  buttons($('acts'), (state.ask?.legal ?? []).map((act) => [words(act), {t: 'act', q: state.ask.q, act}]));
  evening();
  const r = info.stage === 'playing' ? null : info.result;
  $('result').textContent = r ? info.seats.map((c, s) => `${name(s)} ${sign(r.payout[s] - r.penalty[s] - paid(s))}`).join(', ') : '';
  $('events').replaceChildren(...events.map((e) => el('li', tell(e, name))).reverse());
  $('chat').replaceChildren(...state.said.map((s) => el('li', s)));
  $('invite').textContent = hello.code ? `${location.origin}/#${hello.code}` : 'all chairs are taken';
}

/** pot is what lies in it now: the antes of this hand are events. */
function pot() {
  const antes = state.events.filter((e) => e.t === 'ante').reduce((sum, e) => sum + e.amount, 0);
  return state.info.stage === 'playing' ? state.info.pot + antes : state.info.pot;
}

/** paid is what a seat has put into the pot before the cards were played. */
const paid = (seat) => state.events.filter((e) => e.t === 'ante' && e.seat === seat).reduce((sum, e) => sum + e.amount, 0);

const sign = (n) => (n > 0 ? `+${n}` : `${n}`);

function words(act) {
  const [word, ...which] = act.split(' ');
  return which.length ? `${word} ${show(which.join(' '))}` : word;
}

function evening() {
  const {info, hello} = state;
  const host = info.host === hello.chair;
  const list = [];
  if (host && info.stage === 'lobby') list.push(['Start', {t: 'start'}]);
  if (hello.chair >= 0 && info.stage === 'between') list.push(['Next hand', {t: 'next'}]);
  if (host && info.stage === 'between') list.push(['Pause', {t: 'pause'}]);
  if (host && info.stage === 'paused') list.push(['Go on', {t: 'resume'}]);
  if (host && ['playing', 'between', 'paused'].includes(info.stage) && !info.last) list.push(['Last hand', {t: 'last'}]);
  if (host && ['between', 'paused'].includes(info.stage)) list.push(['End the evening', {t: 'end'}]);
  buttons($('evening'), list);
  if (info.stage === 'over') $('evening').textContent = 'The evening is over.';
  else if (info.last) $('evening').append(' This is the last hand.');
}

$('say').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = event.target.elements.namedItem('text');
  if (text.value) send({t: 'chat', text: text.value});
  text.value = '';
});

$('mine').addEventListener('click', async () => {
  const r = await fetch(`/api/seat/${id}`);
  $('link').textContent = r.ok ? (await r.json()).link : 'You have no chair here.';
});

connect();
