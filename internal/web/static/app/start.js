// The first page: a name once, then one tap to a table with bots, or a table for
// friends, or the table of a code (which stands behind the # of an invitation, so
// that it isn't sent anywhere).

import {html, nothing, render} from '../vendor/lit-html.js';
import {ahead, parts, sit} from './ahead.js';
import {ask} from './ask.js';
import {face, sheet} from './cards.js';
import {byCode, doorOf, invited, ownSeat, says} from './door.js';
import {evenings, times} from './evenings.js';
import {House} from './house.js';
import {able, wish} from './own.js';
import {server, site, to} from './to.js';
import {called, language, languages, loadWords, remember, remembered} from './words.js';
import {settings} from './settings.js';

/** @typedef {import('./door.js').Door} Door */

const box = /** @type {HTMLElement} */ (document.getElementById('start'));
const [w, answer] = await Promise.all([loadWords('chratze'), fetch(to('/api/rules'))]);
/** @type {httpd.RuleBook} */
const book = await answer.json();
document.documentElement.lang = language();

const state = {
  name: remembered('name') ?? '', code: invited(), coded: !site && invited() !== '', trouble: '', preset: remembered('preset') ?? 'chratze',
  level: remembered('level') ?? '', chairs: 0, friends: false, bots: true, money: '', deck: '', settle: '30000', six: '0', clock: '0', blind: false, seats: '',
    watch: false,
    delay: '0', open: false, proof: 'sitting', busy: false, password: '',
};
/** levels are the bots made for people, the weakest first; the server may not have all. */
const levels = ['beginner', 'stammtisch-1', 'strong'].filter((b) => book.bots.includes(b));
/** bot asks for the level chosen, once one has been. */
const bot = () => (levels.includes(state.level) ? {bot: state.level} : {});
const preset = () => book.presets.find((p) => p.name === state.preset) ?? book.presets[0];
const draw = () => render(page(), box);
const house = new House(w, draw);

/** money and deck of a table are what its maker's language is used to, unless something else is chosen. */
const money = () => state.money || w.glossary[`money.${state.preset}`] || 'points';
const deck = () => state.deck || settings.get('deck') || w.glossary[`deck.${state.preset}`] || 'french';
/** @type {Door | null | undefined} the table of the code; undefined: not asked */
let host;
/** @type {import('./round.js').Round | null} who passes this device round; null: everybody has one of their own */
let round = null;
/** rounds is whether this browser can deal for several people. */
const rounds = book.practice && able();
/** @type {Door[]} tables at which one sits */
let mine = [];
/** @type {Door[]} and those that are over */
let been = [];

/** come looks where an invitation leads: to your own seat, if you already have one. */
async function come() {
  const {code} = state;
  if (code.length < 8) return;
  let own = await ownSeat(code, null); // also if the table is full, and has no code any more
  const found = own ? null : await byCode(code).catch(() => null);
  own ||= found ? await ownSeat(code, found) : '';
  if (own) return void location.replace(to(`/t/${own}`));
  host = found;
  draw();
}

/** running asks which of the tables at which one has sat lately go on. */
async function running() {
  const all = await Promise.all(evenings().slice(0, 4).map((e) => doorOf(e.id).catch(() => null)));
  const own = all.flatMap((d) => (d?.chair === undefined ? [] : [d]));
  mine = own.filter((d) => d.stage !== 'over');
  been = own.filter((d) => d.stage === 'over');
}

/**
 * trouble says what is wrong, where a screen reader hears it.
 * @param {string} text
 * @param {string} [field]
 */
function trouble(text, field) {
  state.trouble = text;
  draw();
  if (field) /** @type {HTMLElement | null} */ (document.querySelector(`[name=${field}]`))?.focus();
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} [otherwise] the name if none is given; '': there must be one
 */
async function go(path, body, otherwise = '') {
  if (state.busy) return;
  const given = state.name.trim();
  const name = given || otherwise;
  if (!name) return trouble(w.t('no.name'), 'name');
  if (given) remember('name', given);
  Object.assign(state, {busy: true, trouble: ''});
  draw();
  const asked = ask(w, path, {name, ...body}); // before the modules, for which it would wait
  parts();
  const {seat, why} = await asked;
  if (seat) return sit(`/t/${seat.table}`);
  Object.assign(state, {busy: false, trouble: why});
  draw();
}

const more = () => (state.password ? {password: state.password} : {});
/** pace is what a settlement stays at least; bots think a quarter of it. */
const pace = () => Number(settings.get('pace')) || ({slow: 4000, fast: 1200}[settings.get('speed')] ?? 2400);
const practice = () => {
  const table = {practice: true, pace: pace(), rules: {preset: state.preset}, money: money(), deck: deck(),
    ...(state.seats ? {chairs: Number(state.seats)} : {}), ...bot(), ...more()};
  if (site && !able()) return trouble(w.t('bye.broken'));
  if (!book.practice || !able()) return go('/api/tables', table, w.t('start.you'));
  const name = state.name.trim();
  if (name) remember('name', name);
  return sit(wish({name: name || w.t('start.you'), ...table}));
};
const join = () => go('/api/join', {code: state.code.trim()});
/** watching is when deals are opened, whether others may look on, how much later, and who finds the table. */
const watching = () => ({proof: state.proof, ...(state.watch ? {spectators: true, spectator_delay: Number(state.delay) * 60_000} : {}),
  ...(state.open ? {public: true} : {})});
const make = () => {
  if (house.fault) return trouble(w.t('start.mend'), house.fault);
  return house.form && go('/api/tables', friendly());
};
const friendly = () => ({
  chairs: places(), rules: house.rules, money: money(), deck: deck(), settle: Number(state.settle),
    ...(Number(state.six) ? {six_least: Number(state.six)} : {}), ...(state.blind ? {ask_blind: true} : {}),
    ...(Number(state.clock) ? {decision: Number(state.clock) * 1000, bank: {15: 60_000, 30: 120_000, 60: 300_000}[state.clock]} : {}),
    ...watching(), ...(state.bots ? bot() : {bot: ''}),
    ...(settings.get('pace') ? {pace: pace()} : {}), ...more(),
});

const set = (/** @type {string} */ key) => (/** @type {page.Changed} */ e) => {
  Object.assign(state, {[key]: e.target.type === 'checkbox' ? e.target.checked : e.target.value});
  if (key === 'preset') {
    Object.assign(state, {chairs: 0, seats: '', money: '', deck: ''});
    remember('preset', state.preset);
  }
  if (['preset', 'money'].includes(key) && state.friends && !site) begin();
  if (key === 'level') remember('level', state.level);
  draw();
};
const press = (/** @type {() => void} */ then) => (/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && then();

function page() {
  return html`<div class="title"><div class="fan" aria-hidden="true">${['Jh', 'As', 'Td'].map(face)}</div><h1>Chratze</h1><p>${w.t('start.slogan')}</p></div>
    ${state.friends && !state.coded ? nothing : said()}
    ${state.coded ? html`${named(join)}${joining()}` : html`${seats()}${making()}`}
    ${state.coded ? nothing : over()}
    <nav class="links" aria-label=${w.t('start.more')}><a href=${to('/puzzle/')}>${w.t('puzzle.link')}</a> <a href=${to('/kasse/')}>${w.t('kasse.link')}</a> <a
      href=${to(`/rules/${state.preset}/${w.lang}`)}>${w.t('start.rules')}</a> <a href=${to('/replay')}>${w.t('replay.title')}</a> ${book.public
      ? html`<a href=${to('/tables')}>${w.t('tables.link')}</a>` : nothing}</nav>
    <footer><select name="lang" aria-label=${w.t('ui.set.lang')}
      @change=${speak}>${languages.map((l) => html`<option value=${l} ?selected=${l === w.lang}>${called[l]}</option>`)}</select> <a
      href=${to('/docs/protocol.md')}>${w.t('start.docs')}</a></footer>`;
}

/** speak takes another language. */
function speak(/** @type {page.Changed} */ e) {
  remember('lang', e.target.value);
  const to = new URL(location.href);
  to.searchParams.delete('lang'); // which would count more
  if (to.href === location.href) location.reload();
  else location.replace(to);
}

/** said is what is wrong. */
const said = () => html`<p class="trouble" role="alert">${state.trouble}</p>`;

/**
 * named asks for your name.
 * @param {() => void} then what Enter does
 */
const named = (then) => html`<label class="field">${w.t('start.name')} <input name="name" maxlength="24" autocomplete="nickname" .value=${state.name}
  @input=${set('name')} @keydown=${press(then)}></label>`;

/** seats are the tables at which one sits, to come back to. */
const seats = () => (mine.length ? html`<nav class="mine"
  aria-label=${w.t('door.back')}>${mine.map((d) =>
  html`<a class="button" href=${to(`/t/${d.table}`)}><b>${w.t('door.back')}</b><small>${d.host && d.people > 1
  ? w.t('door.back.with', {game: w.word(`name.${d.rules.preset}`), name: d.host})
  : w.word(`name.${d.rules.preset}`)}</small></a>`)}</nav>` : nothing);

/** over are the evenings at which one sat, to look at again. */
function over() {
  if (!been.length) return nothing;
  const day = /** @type {Intl.DateTimeFormatOptions} */ ({day: 'numeric', month: 'short'});
  const minute = /** @type {Intl.DateTimeFormatOptions} */ ({...day, hour: 'numeric', minute: '2-digit'});
  const when = times(w.lang, been.map((d) => ({id: d.table, preset: d.rules.preset, at: evenings().find((e) => e.id === d.table)?.at ?? 0})),
    [day, minute, {...minute, second: '2-digit'}]);
  return html`<p class="been">${w.t('door.evenings')} ${been.map((d) =>
    html`<a href=${to(`/replay?table=${d.table}`)}>${w.t('door.evening', {game: w.word(`name.${d.rules.preset}`), date: when.get(d.table)})}</a>`)}</p>`;
}

/** joining is all that a guest sees. */
const joining = () => html`${host ? html`<p class="host">${says(w, host).join(' ')}</p>`
  : nothing}<label class="field">${w.t('start.codefield')} <input name="code" maxlength="12" autocapitalize="characters" autocomplete="off"
  spellcheck="false" .value=${state.code} @input=${set('code')} @keydown=${press(join)}></label>
  <button type="button" class="bold" id="join" aria-disabled=${state.busy} @click=${join}><b>${w.t('start.join')}</b></button>
  <button type="button" class="link" @click=${() => { state.coded = false; draw(); }}>${w.t('start.own')}</button>`;

/**
 * title is a game's name, with the language of its text where there are several.
 * @param {{name: string}} p
 */
const title = (p) => w.word(`name.${p.name}`) + (p.name.includes('-') ? ` (${p.name.split('-')[1]})` : '');

/** range is from the least to the most. */
const range = (/** @type {[number, number]} */ [least, most]) => Array.from({length: most - least + 1}, (_, i) => least + i);

const making = () => html`${book.password ? html`<label class="field">${w.t('start.password')} <input type="password" autocomplete="off"
  @input=${set('password')}></label>` : nothing}
  <div class="choose"><label class="field">${w.t('start.game')} <select name="preset"
    @change=${set('preset')}>${book.presets.map((p) =>
    html`<option value=${p.name} ?selected=${p.name === state.preset}>${title(p)}</option>`)}</select></label>
  <label class="field">${w.t('start.level')} <select name="level"
    @change=${set('level')}>${levels.map((b) => html`<option value=${b}
    ?selected=${b === (state.level || book.defaults.bot)}>${w.t(`level.${b}`)}</option>`)}</select></label>
  <label class="field">${w.t('start.players')} <select name="seats"
    @change=${set('seats')}>${range(preset().seats).map((n) =>
    html`<option value=${n} ?selected=${n === Number(state.seats || preset().best[0])}>${n}</option>`)}</select></label></div>
  <button type="button" class="bold" id="play" aria-disabled=${state.busy}
    @click=${practice}><b>${w.t('start.play')}</b><small>${w.t('start.play.means')}</small></button>
  ${site ? elsewhere() : html`<div class="pair"><button type="button" class="meek" id="friends" aria-expanded=${state.friends}
    @click=${open}><b>${w.t('start.friends')}</b><small>${w.t('start.friends.means')}</small></button>
  <button type="button" class="meek" id="coded" @click=${() => { state.coded = true; draw(); }}>${w.t('start.code')}</button></div>`}
  ${state.friends ? friends() : nothing}
  <a class="button meek" id="learn" href=${to('/learn')}><b>${w.t('start.learn')}</b><small>${w.t('start.learn.means')}</small></a>`;

/** pass asks who passes this device round, or puts the question away. */
async function pass() {
  const {Round} = await import('./round.js');
  round = round ? null : new Round(w, draw, () => preset().seats, deal);
  if (site) state.friends = !!round;
  draw();
}

/**
 * deal goes to a table for those who pass this device round.
 * @param {string[]} names
 */
function deal([name, ...people]) {
  if (house.fault) return trouble(w.t('start.mend'), house.fault);
  void sit(wish({name, people, pace: pace(), rules: house.form ? house.rules : {preset: state.preset}, money: money(), deck: deck(),
    chairs: places(), ask_blind: state.blind, ...bot()}));
}

/** places is how many seats a table for friends has: one device has a seat for each who passes it round, and more if bots are to play. */
function places() {
  const {best, seats: [least]} = preset();
  return round ? Math.max(Number(state.chairs), round.names.length, least) : Number(state.chairs || best[0]);
}

/** elsewhere leads from a site of files to its server, where friends play, and lets them play with this device. */
const elsewhere = () => html`${server ? html`<a class="button meek" id="friends"
  href=${`${server}/`}><b>${w.t('start.friends')}</b><small>${w.t('start.friends.means')}</small></a>` : nothing}${rounds
  ? html`<button type="button" class="meek" id="pass" aria-expanded=${!!round}
    @click=${pass}><b>${w.t('pass.begin')}</b><small>${w.t('pass.begin.means')}</small></button>` : nothing}`;

/** begin gets the form of house rules, whose amounts are in the table's money. */
function begin() {
  w.money = money();
  void house.begin(state.preset, money());
}

/** open shows the form for friends, or puts it away. */
function open() {
  state.friends = !state.friends;
  if (state.friends) begin();
  draw();
}

/**
 * pick is a choice among values.
 * @template {string | number} V
 * @param {keyof typeof state} name
 * @param {string} label
 * @param {V[]} values
 * @param {V} now
 * @param {(v: V) => string} text
 */
const pick = (name, label, values, now, text) => html`<label>${label} <select name=${name} @change=${set(name)}>${
  values.map((v) => html`<option value=${v} ?selected=${v === now}>${text(v)}</option>`)}</select></label>`;

function friends() {
  const {seats: [least, most]} = preset();
  return html`<fieldset><legend>${w.t(round && site ? 'pass.begin' : 'start.friends')}</legend>
    ${said()}
    ${rounds && !site ? html`<label class="check"><input type="checkbox" name="pass" .checked=${!!round} @change=${pass}><span>${w.t('pass.begin')}<br><small>${
      w.t('pass.begin.means')}</small></span></label>` : nothing}
    ${round ? round.view() : named(make)}
    ${pick('chairs', w.t('start.chairs'), range([Math.max(least, round?.names.length ?? 0), most]), places(), (n) => (round && n > round.names.length
      ? w.t('pass.chairs', {n, bots: n - round.names.length}) : String(n)))}
    ${round ? nothing : html`<label class="check"><input type="checkbox" .checked=${state.bots} @change=${set('bots')}>${w.t('start.bots')}</label>`}
    ${pick('money', w.t('start.money'), ['francs', 'euro', 'yen', 'points'], money(), (m) => w.t(`start.money.${m}`))}
    ${pick('deck', w.t('ui.set.deck'), ['swiss', 'german', 'french'], deck(), (d) => w.t(`ui.set.deck.${d}`))}
    ${round ? nothing : apart()}
    <label class="check"><input type="checkbox" name="blind" .checked=${state.blind} @change=${set('blind')}>${w.t('start.blind')}</label>
    ${round ? nothing : looking()}
    ${house.view()}
    ${round ? round.button() : html`<button type="button" class="bold" id="make" aria-disabled=${state.busy || !house.ok}
      @click=${make}><b>${w.t('start.make')}</b><small>${w.t('start.make.means')}</small></button>`}</fieldset>`;
}

/** apart is what there is to choose where everybody has a device of their own: how long others are waited for. */
const apart = () => html`${pick('settle', w.t('start.settle'), ['0', '30000', '60000', '600000'], state.settle, (n) => w.t(`start.settle.${n}`))}
    ${pick('six', w.t('start.six'), ['0', '1500', '3000'], state.six, (n) => w.t(`start.six.${n}`))}
    ${pick('clock', w.t('start.clock'), ['0', '15', '30', '60'], state.clock, (n) => w.t(`start.clock.${n}`))}`;

/** looking is who may look on, and when the deals are opened. */
const looking = () => html`<label class="check">
  <input type="checkbox" name="watch" .checked=${state.watch} @change=${set('watch')}>${w.t('start.watch')}</label>
    ${pick('proof', w.t('start.proof'), ['sitting', 'hand', 'never'], state.proof, (k) => w.t(`start.proof.${k}`))}
    ${state.watch ? pick('delay', w.t('start.delay'), ['0', '1', '5'], state.delay, (n) => w.t(`start.delay.${n}`)) : nothing}
    ${book.public ? html`<label class="check"><input type="checkbox" name="public" .checked=${state.open}
      @change=${set('open')}>${w.t('start.public')}</label>` : nothing}`;

settings.changed(draw);
addEventListener('hashchange', () => {
  if (!box.isConnected) return; // a table has taken its place
  Object.assign(state, {code: invited(), coded: true});
  draw();
  void come();
});
if (!state.coded && evenings().length) await Promise.race([running(), new Promise((done) => setTimeout(done, 1200))]);
draw();
void sheet('swiss').catch(() => {}); // nobody waits for a picture
if (state.coded) void come();
else if (new URLSearchParams(location.search).has('play')) practice(); // the installed page's way in
await ahead(deck());
if (book.practice) void import('./install.js').then(({offline}) => offline());
