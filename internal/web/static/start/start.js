// The first page: a name once, then one tap to a table with bots, or a table for
// friends, or the table of a code (which stands behind the # of an invitation, so
// that it isn't sent anywhere).

import {html, nothing, render} from '../lib/html.js';
import {fetchAhead, near, parts, sit, stop} from './prefetch.js';
import {ask} from '../lib/request.js';
import {gameOf, packs} from '../lib/games.js';
import {face, sheet} from '../table/cards.js';
import {byCode, doorOf, invited, ownSeat, recalled, says} from '../live/visitor.js';
import {evenings, times} from '../lib/evenings.js';
import {canDeal, wish} from '../lib/localtable.js';
import {pasted, server, site, to} from '../lib/address.js';
import {remember, remembered} from '../lib/storage.js';
import {called, language, languages, loadWords} from '../lib/words.js';
import {settings} from '../lib/settings.js';

/** @typedef {import('../live/visitor.js').Door} Door */

const box = /** @type {HTMLElement} */ (document.getElementById('start'));
const [w, answer] = await Promise.all([loadWords('chratze'), fetch(to('/api/rules'))]);
if (!answer.ok) throw new Error(`/api/rules: ${answer.status}`);
/** @type {httpd.RuleBook} */
const book = await answer.json();

/** asked is the game of the address. */
const asked = () =>
  book.presets.find(({name}) => name === new URLSearchParams(location.search).get('game'))?.name;

const state = {
  name: remembered('name') ?? '',
  code: invited(),
  coded: !site && invited() !== '',
  trouble: '',
  preset: asked() ?? remembered('preset') ?? w.word('first'),
  level: remembered('level') ?? '',
  chairs: remembered('chairs') ?? '',
  seats: remembered('seats') ?? '',
  bots: true,
  money: '',
  deck: '',
  settle: '30000',
  six: '0',
  clock: '0',
  blind: false,
  strict: false,
  screen: false,
  watch: false,
  delay: '0',
  open: false,
  proof: 'sitting',
  busy: false,
  password: '',
};
/** levels are the bots made for people, the weakest first; the server may not have all. */
const levels = ['beginner', 'stammtisch-1', 'strong'].filter((b) => book.bots.includes(b));
/** bot asks for the level chosen, once one has been. */
const bot = () => (levels.includes(state.level) ? {bot: state.level} : {});
const preset = () => book.presets.find((p) => p.name === state.preset) ?? book.presets[0];
/** places is how many play: as many as last time, else four, within what the game allows. */
const places = (/** @type {string} */ last) =>
  Math.max(preset().seats[0], Math.min(Number(last) || 4, preset().seats[1]));
const draw = () => render(page(), box);

/** money and deck of a table are what its maker's language is used to, unless something else is chosen. */
const money = () => state.money || w.glossary[`money.${state.preset}`] || 'points';
const deck = () =>
  state.deck || settings.get('deck') || w.glossary[`deck.${state.preset}`] || 'french';
/** @type {Door | null | undefined} the table of the code; undefined: not asked */
let host;
/** @type {import('./friends.js').Friends | null} a table for friends, once somebody has asked for one */
let friends = null;
/** rounds is whether this browser can deal for several people. */
const rounds = book.practice && canDeal();
/** kept is the room for this browser's groups, in pixels, until they have come; 0: there were none last time. */
const kept = Number(remembered('groups'));
/** @type {Door[]} tables at which one sits */
let mine = [];
/** @type {Door[]} and those that are over */
let been = [];

/** come looks where an invitation leads: to your own seat, if you already have one. */
async function come() {
  const {code} = state;
  if (code.length < 8) return;
  let own = await ownSeat(code, null);
  /** @type {Door | null | undefined} */
  const found = own ? null : await byCode(code).catch(() => undefined);
  own ||= found ? await ownSeat(code, found) : '';
  if (own) return void location.replace(to(`/t/${own}`));
  if (found && !found.free && found.stage !== 'over')
    return void location.replace(to(`/t/${found.table}#${code}`));
  host = found;
  if (found === null) return trouble(w.t('no.code')); // before anybody has given a name for nothing
  draw();
}

/** running asks which of the tables at which one has sat lately go on. */
async function running() {
  const all = await Promise.all(
    evenings()
      .slice(0, 4)
      .map((e) => doorOf(e.id).catch(() => null)),
  );
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
  stop();
  const asked = ask(w, path, {name, ...body}); // before the modules, for which it would wait
  parts();
  const {seat, code, why} = await asked;
  if (seat) return sit(`/t/${seat.table}`, seat.secret);
  if (code === 'code' && (await (await import('../lib/groups.js')).enterGroup(state.code))) return;
  Object.assign(state, {busy: false, trouble: why});
  draw();
}

const more = () => (state.password ? {password: state.password} : {});
/** pace is what a settlement stays at least; bots think a quarter of it. */
const pace = () =>
  Number(settings.get('pace')) || ({slow: 4000, fast: 1200}[settings.get('speed')] ?? 2400);
/** rules are those of the game chosen, with the limit of the pot that is offered first. */
const rules = () => ({preset: state.preset, ...(preset().limit && {pot_cap: preset().limit})});
/** practice is played at once: by the server until the browser has what deals. Where that doesn't go one waits for it. */
const practice = async () => {
  if (state.busy) return;
  const table = {
    practice: true,
    pace: pace(),
    rules: rules(),
    money: money(),
    deck: deck(),
    chairs: places(state.seats),
    ...bot(),
    ...more(),
  };
  if (site && !canDeal()) return trouble(w.t('bye.broken'));
  const deals = book.practice && canDeal();
  state.busy = true;
  const here = deals && (site || (book.password && !state.password) || (await near()));
  state.busy = false;
  if (!here) await go('/api/tables', {...table, proof: ''}, w.t('start.you'));
  if (!here && !(deals && state.trouble)) return;
  const name = state.name.trim();
  if (name) remember('name', name);
  if (!site) void import('../local/browserhost.js').then(({warm}) => warm()).catch(() => {});
  void sit(wish({name: name || w.t('start.you'), ...table}));
};
const join = () => {
  const link = pasted(state.code);
  return link
    ? void location.assign(link)
    : go(host ? `/api/seat/${host.table}/join` : '/api/join', {code: state.code.trim()});
};

const set = (/** @type {string} */ key) => (/** @type {page.Changed} */ e) => {
  Object.assign(state, {[key]: e.target.type === 'checkbox' ? e.target.checked : e.target.value});
  if (key === 'preset') Object.assign(state, {money: '', deck: ''});
  if (['preset', 'money'].includes(key)) friends?.begin();
  if (['preset', 'level', 'seats', 'chairs'].includes(key)) remember(key, e.target.value);
  draw();
};
const press = (/** @type {() => void} */ then) => (/** @type {KeyboardEvent} */ e) =>
  e.key === 'Enter' && then();

function page() {
  return html`<div class="title">${
    friends?.open && !state.coded
      ? html`<h1>Chratze</h1>`
      : html`<div class="fan" aria-hidden="true">${['Jh', 'Kh', 'Ah'].map(face)}</div><h1>Chratze</h1><p>${w.t('start.slogan')}</p>`
  }</div>
    ${site || friends?.open || state.coded ? nothing : html`<div id="groups" ?hidden=${!kept} .style=${`min-height:${kept}px`}></div>`}
    ${friends?.open && !state.coded ? nothing : said()}
    ${state.coded ? html`${named(join)}${joining()}` : html`${friends?.open ? nothing : seats()}${making()}`}
    ${state.coded || friends?.open ? nothing : over()}
    <nav class="links" aria-label=${w.t('start.more')}>${[
      ['puzzle.link', `/puzzle/?game=${state.preset}`],
      ['kasse.link', '/kasse/'],
      ['start.rules', `/rules/${state.preset}/${w.lang}`],
      ['replay.title', '/replay'],
      ...(book.public ? [['tables.link', '/tables']] : []),
    ].map(([name, at]) => html`<a href=${to(at)}>${w.t(name)}</a> `)}</nav>
    <footer><select name="lang" aria-label=${w.t('ui.set.lang')}
      @change=${speak}>${languages.map((l) => html`<option value=${l} ?selected=${l === w.lang}>${called[l]}</option>`)}</select>
      ${site ? nothing : html`<a href=${to('/g/new')}>${w.t('start.group')}</a> `}<a
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
const named = (
  then,
) => html`<label class="field">${w.t('start.name')} <input name="name" maxlength="24" autocomplete="nickname" .value=${state.name}
  @input=${(/** @type {page.Changed} */ e) => {
    set('name')(e);
    if (state.trouble) trouble('');
  }} @keydown=${press(then)}></label>`;

/** seats is the table at which one has sat last, to come back to. The others stand among the evenings. */
function seats() {
  const gone = been.flatMap((d) =>
    d.next && ![...mine, ...been].some((m) => m.table === d.next?.table)
      ? [{...d, next: d.next}]
      : [],
  );
  if (!mine.length && !gone.length) return nothing;
  const when = began(mine);
  const what = (/** @type {Door} */ d) =>
    d.host && d.people > 1
      ? w.t('door.back.with', {game: w.word(`name.${d.rules.preset}`), name: d.host})
      : mine.length > 1
        ? w.t('door.evening', {game: w.word(`name.${d.rules.preset}`), date: when.get(d.table)})
        : w.word(`name.${d.rules.preset}`);
  return html`<nav class="mine" aria-label=${w.t('door.back')}>${mine
    .slice(0, 1)
    .map(
      (d) =>
        html`<a class="button" href=${to(`/t/${d.table}`)}><b>${w.t('door.back')}</b><small>${what(d)}</small></a>`,
    )}${gone.slice(0, 1).map(
    (d) =>
      html`<a class="button" data-do="next" href=${to(`/#${d.next.code}`)}><b>${w.t('over.next')}</b>
      <small>${w.word(`name.${d.rules.preset}`)}</small></a>`,
  )}</nav>`;
}

/** over lists the other evenings: to go on with, or, where they are finished, to look at again. */
function over() {
  const others = [...mine.slice(1), ...been];
  if (!others.length) return nothing;
  const when = began(others);
  return html`<p class="been">${w.t('door.evenings')} ${others.map(
    (d) =>
      html`<a href=${to(d.stage === 'over' ? `/replay?table=${d.table}` : `/t/${d.table}`)}>${w.t(
        'door.evening',
        {game: w.word(`name.${d.rules.preset}`), date: when.get(d.table)},
      )}</a>`,
  )}</p>`;
}

/** began says when evenings began, as exactly as it takes to tell them apart. */
function began(/** @type {Door[]} */ list) {
  const day = /** @type {Intl.DateTimeFormatOptions} */ ({day: 'numeric', month: 'short'});
  const minute = /** @type {Intl.DateTimeFormatOptions} */ ({
    ...day,
    hour: 'numeric',
    minute: '2-digit',
  });
  return times(
    w.dates,
    list.map((d) => ({
      id: d.table,
      preset: d.rules.preset,
      at: evenings().find((e) => e.id === d.table)?.at ?? 0,
    })),
    [day, minute, {...minute, second: '2-digit'}],
  );
}

/** joining is all that a guest sees. */
const joining = () => html`${
  host ? html`<p class="host">${w.sentences(says(w, host))}</p>` : nothing
}<label class="field">${w.t('start.codefield')} <input name="code" maxlength="1000" autocapitalize="characters" autocomplete="off"
  spellcheck="false" .value=${state.code} @input=${set('code')} @keydown=${press(join)}></label>
  <button type="button" class="bold" id="join" aria-disabled=${state.busy} @click=${join}><b>${w.t('start.join')}</b></button>
  <button type="button" class="link" @click=${() => {
    state.coded = false;
    draw();
  }}>${w.t('start.own')}</button>`;

/** range is from the least to the most. */
const range = (/** @type {[number, number]} */ [least, most]) =>
  Array.from({length: most - least + 1}, (_, i) => least + i);

/** game is what is played. */
const game = () => {
  const near = w.word('near').split(' '); // Chratze, and the games of the region
  const option = (/** @type {string} */ name) =>
    html`<option value=${name} ?selected=${name === state.preset}>${w.labelled(
      w.word(`name.${name}`),
      w.t(`start.game.${name}`),
    )}</option>`;
  return html`<select name="preset" aria-label=${w.t('start.game')} @change=${set('preset')}>${near.map(option)}<optgroup
    label=${w.t('start.moregames')}>${book.presets
      .map(({name}) => name)
      .filter((name) => !near.includes(name))
      .map(option)}</optgroup></select><p
    class="stake">${stake()} ${others()}<a href=${to(`/words/${w.lang}#which`)}>${w.t('which.title')}</a></p>`;
};

/** others are the tables where the same game is played otherwise: a tap takes their rules. */
const others = () => {
  const root = (/** @type {string} */ name) => w.glossary[`family.${name}`] ?? name;
  const pick = (/** @type {string} */ preset) => (/** @type {Event} */ e) => {
    e.preventDefault();
    remember('preset', preset);
    Object.assign(state, {preset, money: '', deck: ''});
    friends?.begin();
    draw();
  };
  return book.presets
    .map((p) => p.name)
    .filter((name) => name !== state.preset && root(name) === root(state.preset))
    .map(
      (name) => html`<a
    href=${`?game=${name}`} data-game=${name} @click=${pick(name)}>${w.t(`start.game.${name}`)}</a> `,
    );
};

/** stake says where the game is played, with how many cards, and for what. */
const stake = () => {
  const {pack, hand, score} = gameOf(state.preset);
  const family = w.glossary[`family.${state.preset}`] ?? state.preset;
  const usual = (/** @type {string} */ key) =>
    preset().options.find((o) => o.key === key)?.default ?? '';
  w.money = money();
  return w.t('start.about', {
    where: w.t(`start.where.${family}`),
    hand,
    pack: packs[pack].length,
    stake: score
      ? w.t(`start.stake.${score}`, {goal: usual('goal')})
      : w.t(`start.stake.${usual('antes')}`, {ante: w.sum(Number(usual('ante')))}),
  });
};

/** against is with which bots. */
const against = () =>
  html`<select name="level" aria-label=${w.t('start.level')} @change=${set('level')}>${levels.map(
    (b) => html`<option value=${b}
  ?selected=${b === (state.level || book.defaults.bot)}>${w.labelled(w.t('start.level'), w.t(`level.${b}`))}</option>`,
  )}</select>`;

/** making is the way to a table of your own. A form for several people is on the screen as a whole. */
const making = () => {
  const secret = book.password
    ? html`<label class="field">${w.t('start.password')} <input type="password" autocomplete="off"
    @input=${set('password')}></label>`
    : nothing;
  if (friends?.open)
    return html`<button type="button" class="link" id="friends" aria-expanded="true"
    @click=${() => open(!!friends?.round)}>‹ ${w.t('ui.home')}</button>${secret}${friends.view()}`;
  const {lesson = 0} = gameOf(state.preset);
  return html`${secret}<div class="choose">${game()}${against()}<select name="seats" aria-label=${w.t('start.players')}
    @change=${set('seats')}>${range(preset().seats).map(
      (n) =>
        html`<option value=${n} ?selected=${n === places(state.seats)}>${w.labelled(w.t('start.players'), `${n}`)}</option>`,
    )}</select></div>
  <button type="button" class="bold" id="play" aria-disabled=${state.busy}
    @click=${practice}><b>${w.t('start.play')}</b><small>${w.t('start.play.means')}</small></button>
  ${
    site
      ? elsewhere()
      : html`<div class="pair"><button type="button" class="meek" id="friends" aria-expanded="false"
    @click=${() => open()}><b>${w.t('start.friends')}</b><small>${w.t('start.friends.means')}</small></button>
  <button type="button" class="meek" id="coded" @click=${() => {
    state.coded = true;
    draw();
  }}>${w.t('start.code')}</button></div>`
  }
  <a class="button meek" id="learn"
    href=${to(lesson > 1 ? `/learn/${lesson}` : remembered('lessons') ? '/learn' : '/learn/1')}><b>${w.t('start.learn')}</b><small>${
      lesson > 1
        ? w.t('start.lesson', {game: w.word(`name.${state.preset}`), n: lesson})
        : w.t('start.learn.means')
    }</small></a>`;
};

/** elsewhere leads from a site of files to its server, where friends play, and lets them play with this device. */
const elsewhere = () =>
  html`${
    server
      ? html`<a class="button meek" id="friends"
  href=${`${server}/`}><b>${w.t('start.friends')}</b><small>${w.t('start.friends.means')}</small></a>`
      : nothing
  }${
    rounds
      ? html`<button type="button" class="meek" id="pass"
    @click=${() => open(true)}><b>${w.t('pass.begin')}</b><small>${w.t('pass.begin.means')}</small></button>`
      : nothing
  }`;

/** @typedef {typeof about} About */
const about = {
  w,
  book,
  state,
  draw,
  set,
  press,
  preset,
  rules,
  money,
  deck,
  bot,
  pace,
  places,
  more,
  range,
  trouble,
  said,
  named,
  game,
  against,
  go,
  rounds,
};

/**
 * open shows the form for friends, or puts it away.
 * @param {boolean} [pass] they pass this device round
 */
async function open(pass = false) {
  const {Friends} = await import('./friends.js');
  friends ??= new Friends(about);
  friends.toggle(pass);
  if (friends.open && !pass && answer.headers.has('Kept')) trouble(w.t('start.offline'));
}

settings.changed(draw);
addEventListener('hashchange', () => {
  if (!box.isConnected) return; // a table has taken its place
  Object.assign(state, {code: invited(), coded: true});
  draw();
  void come();
});
const way = !state.coded && evenings().length ? running() : null;
if (way) await Promise.race([way, new Promise((done) => setTimeout(done, 1200))]);
draw();
void way?.then(draw);
const row = document.getElementById('groups');
if (row && remembered('groups') !== '0')
  void fetch(to('/api/groups'))
    .then((r) => r.json())
    .then(async ({groups}) => {
      if ((row.hidden = !groups.length)) remember('groups', '0');
      else (await import('../group/known.js')).showGroups(row, w, groups);
    })
    .catch(() => {});
void recalled().then(async (more) => {
  if (!more) return;
  await running();
  draw();
});
sheet('swiss').then(
  () => box.classList.add('dealt'),
  () => {},
); // nobody waits for a picture
if (state.coded) void come();
else if (new URLSearchParams(location.search).has('play'))
  void practice(); // the installed page's way in, and a rule sheet's
else if (new URLSearchParams(location.search).has('friends')) void open();
const plays = await fetchAhead(deck(), book.practice);
void import('../lib/install.js').then(({offline}) => offline(plays)).catch(() => {});
