// What the page of a group shows first: where they all stand, the last evening, the next one, and the money.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {colours} from '../lib/eveningpicture.js';
import {choice, entryForm, quoted, text} from './forms.js';
import {money} from './money.js';
import {more} from './more.js';
import {missing} from './none.js';
import {about, course, date, lastOf, sums} from './shown.js';

/** @typedef {import('./group.js').Group} Group */

/** page is the whole page. */
export function page(/** @type {Group} */ g) {
  const {words: w, now} = g;
  if (!now)
    return html`<header class="hero"><h1>${w.t('group.title')}</h1></header>${g.missing ? missing(g) : note(g)}`;
  return html`<header class="hero"><h1>${now.name || w.t('group.title')}</h1></header>
    ${note(g)}${now.write ? claim(g) : html`<p class="hint">${w.t('group.look')}</p>`}
    ${running(g)}${standings(g)}${last(g)}${next(g)}${money(g)}${more(g)}
    <p class="foot">${g.key && !now.write ? html`<a data-do="wall" href=${`?wall#${g.key}`}>${w.t('group.wall')}</a> · ` : nothing}<a
      href=${to('/')}>${w.t('ui.home')}</a></p>
    ${g.trouble ? html`<p class="note bad" role="alert">${g.trouble}</p>` : nothing}`;
}

/** note says that the page may be old. */
const note = (/** @type {Group} */ g) =>
  html`<p class="hint" role="status" ?hidden=${!!g.now && !g.offline}>${g.words.t(g.offline ? 'group.offline' : 'ui.connecting')}</p>`;

/** claim asks whose phone this is, and whether another is whose it says. */
function claim(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const {phone = 0, member = 0, asks, members} = /** @type {httpd.GroupState} */ (now);
  const waiting = members.flatMap((m) =>
    (m.asks ?? []).filter((p) => p !== phone).map((p) => ({m, p})),
  );
  const asking = waiting.map(
    ({m, p}) => html`<section class="asks"><p>${w.t('group.asks', {name: g.name(m.n)})}</p>
      <button type="button" class="bold" @click=${() => g.write(`yes ${p}`)}>${w.t('group.yes')}</button></section>`,
  );
  if (!phone) return asking;
  if (member)
    return html`${asking}<p class="hint me">${w.t(asks ? 'group.me.asks' : 'group.me', {name: g.name(member)})} <button type="button" class="small"
      @click=${() => g.write(`phone ${phone} is 0`)}>${w.t('group.me.not')}</button></p>`;
  if (!g.people.length) return asking;
  return html`${asking}<section id="claim"><h2>${w.t('group.who')}</h2><p class="hint">${w.t('group.who.hint')}</p>
    <div class="names">${g.people.map(
      (m) =>
        html`<button type="button" @click=${() => g.write(`phone ${phone} is ${m.n}`)}>${m.name}</button>`,
    )}</div></section>`;
}

/** running are evenings that aren't over. */
function running(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const on = now?.evenings.filter((e) => !e.counts && !e.dropped && !e.deleted) ?? [];
  return on.map(
    (e) =>
      html`<section class="running"><h2>${w.t('group.running')}</h2><p>${w.t(`group.kind.${e.kind}`)}${
        e.hands ? html`, ${w.t('group.hands', {n: e.hands})}` : nothing
      }</p>${
        e.kind === 'table'
          ? html`<a class="button" href=${to(`/t/${e.ref}${now?.codes?.[e.ref ?? ''] ? `#${now.codes[e.ref ?? '']}` : ''}`)}>${w.t('group.table.go')}</a>`
          : nothing
      }</section>`,
  );
}

// ---- standings ----

const spans = ['always', 'this-year', 'last-year', 'days'];

/** rangeText is a range as a line has it. */
export function rangeText(/** @type {FormData} */ f) {
  const [span, first, last, least, best, of] = ['span', 'first', 'last', 'least', 'best', 'of'].map(
    (n) => text(f, n),
  );
  return [
    span === 'days' ? `${first}..${last}` : span || 'always',
    least ? `least ${least}` : '',
    best ? `best ${best} of ${of || best}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** rangeSays says which evenings the standings are of. */
function rangeSays(/** @type {Group} */ g) {
  const {words: w} = g;
  const {span = '', least, best, of} = /** @type {httpd.GroupState} */ (g.now).range;
  const [first, end] = span.split('..');
  return w.list(
    [
      end ? `${g.day(first)} – ${g.day(end)}` : w.t(`group.span.${span || 'always'}`),
      least ? w.t('group.least.says', {n: least}) : '',
      best ? w.t('group.best.says', {n: best, of}) : '',
    ].filter(Boolean),
  );
}

/** ranges is the choice of it, each viewer's own. */
function ranges(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const {span = '', least, best, of} = /** @type {httpd.GroupState} */ (now).range;
  const [first, end] = span.split('..');
  const number = (/** @type {string} */ name, /** @type {number | undefined} */ value) =>
    html`<label class="field">${w.t(`group.range.${name}`)}<input name=${name} type="number" inputmode="numeric" min="1" max="400"
      value=${value || ''}></label>`;
  const day = (/** @type {string} */ name, /** @type {string | undefined} */ value) =>
    html`<label class="field">${w.t(`group.range.${name}`)}<input name=${name} type="date" value=${end ? value : ''}></label>`;
  const choose = async (/** @type {FormData} */ f, /** @type {string} */ how) => {
    const range = rangeText(f);
    g.range = range;
    if (how === 'keep') await g.write(`show ${range}`);
    else g.again();
    return false; // the choice stays in sight
  };
  return html`<details class="range"><summary>${rangeSays(g)}</summary>${entryForm(
    g,
    'group.range.show',
    html`${choice(w.t('group.range'), 'span', spans, end ? 'days' : span || 'always', (s) => w.t(`group.span.${s}`))}
      <div class="two days">${day('first', first)}${day('last', end)}</div>${number('least', least)}
      <div class="two">${number('best', best)}${number('of', of)}</div>
      ${now?.write ? html`<button class="meek" value="keep">${w.t('group.range.keep')}</button>` : nothing}`,
    choose,
  )}</details>`;
}

function standings(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const lists = now?.standings ?? [];
  return html`<section id="standings"><h2>${w.t('group.standings')}</h2>${lists.length ? nothing : html`<p class="hint">${w.t('group.empty')}</p>`}
    ${lists.map(
      (of) =>
        html`<ol class="standings">${of.rows.map(
          (r) =>
            html`<li><i class="dot c${r.member % colours.length}"></i><span
          class="name">${g.name(r.member)} <small>${w.t('group.evenings', {n: r.evenings})}</small></span><b
            class=${r.won < 0 ? 'minus' : 'plus'}>${w.balance(r.won, of.money)}</b></li>`,
        )}</ol>${of.evenings.length > 1 ? course(g, of) : nothing}`,
    )}${now?.evenings.length ? ranges(g) : nothing}</section>`;
}

// ---- evenings ----

function last(/** @type {Group} */ g) {
  const e = g.now && lastOf(g.now);
  if (!e) return nothing;
  return html`<section id="last"><h2>${g.words.t('group.last')}</h2><p class="hint">${about(g, e)}</p>${sums(g, e)}${
    g.now?.write && e.rules && g.people.length > 1 ? again(g, e) : nothing
  }</section>`;
}

/** again makes a table with the rules of an evening. */
const again = (/** @type {Group} */ g, /** @type {group.Evening} */ e) =>
  html`<button type="button" class="meek" data-do="same"
    @click=${async () => (await import('./sametable.js')).sameTable(g, e)}>${g.words.t('group.same')}</button>`;

// ---- the next evening ----

const says = ['come', 'perhaps', 'not'];

/** moment is a date of a form with its zone, as a line has it. */
function moment(/** @type {string} */ local) {
  const at = new Date(local);
  const east = -at.getTimezoneOffset();
  const zone = new Date(Math.abs(east) * 60_000).toISOString().slice(11, 16);
  return `${local.slice(0, 16)}${east < 0 ? '-' : '+'}${zone}`;
}

function next(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const n = now?.next;
  const write = now?.write;
  return html`<section id="next"><h2>${w.t('group.next')}</h2>${
    n
      ? html`<p class="when"><b>${date(w, n)}</b>${n.where ? html` ${n.where}` : nothing}</p>
      <p>${w.t('group.coming', {n: n.come})}${n.enough && n.come >= n.enough ? html` <b class="tag">${w.t('group.enough')}</b>` : nothing}</p>
      <ul class="plainlist answers">${n.answers.map(
        (a) =>
          html`<li class=${a.old ? 'old' : a.say}><b>${g.name(a.member)}</b> <span>${w.t(`group.says.${a.say}`)}${a.plus ? ` +${a.plus}` : ''}${
            a.old ? html` (${w.t('group.old')})` : nothing
          }</span> ${a.word ? html`<span class="word">${a.word}</span>` : nothing} ${foreign(g, a)}</li>`,
      )}</ul>${write && g.people.length ? answering(g) : nothing}`
      : html`<p class="hint">${w.t('group.next.none')}</p>`
  }${write ? setting(g) : nothing}</section>`;
}

/** foreign says who answered, if that is another. */
function foreign(/** @type {Group} */ g, /** @type {group.Answer} */ a) {
  const own = g.now?.members.some(
    (m) => g.root(m.n) === g.root(a.member) && m.phones.includes(a.phone ?? 0),
  );
  return a.phone && !own
    ? html`<small>${g.words.t('group.said.by', {name: g.by(a.phone)})}</small>`
    : nothing;
}

/** answering is the form of an answer, for you or another. */
function answering(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const me = now?.member ? g.root(now.member) : 0;
  const fields = html`<div class="answer">${choice(
    w.t('group.answer.who'),
    'who',
    g.people.map((m) => `${m.n}`),
    `${me}`,
    (n) => g.name(Number(n)),
  )}<div class="two">${choice(w.t('group.answer.plus'), 'plus', ['', '1', '2', '3', '4'], '', (n) => (n ? `+${n}` : '0'))}
    <label class="field">${w.t('group.answer.word')}<input name="word" maxlength="80" autocomplete="off"></label></div>
    <div class="says">${says.map((s) => html`<button class="small" value=${s}>${w.t(`group.do.${s}`)}</button>`)}</div></div>`;
  return entryForm(g, '', fields, (f, say) => {
    const plus = say === 'not' || !text(f, 'plus') ? '' : ` +${text(f, 'plus')}`;
    const word = text(f, 'word') ? ` ${quoted(text(f, 'word'))}` : '';
    return g.write(`${say} ${text(f, 'who')}${plus}${word}`);
  });
}

/** setting is the form of a date. */
const setting = (/** @type {Group} */ g) => {
  const {words: w, now} = g;
  return html`<details class="setting"><summary>${w.t(now?.next ? 'group.next.move' : 'group.next.set')}</summary>${entryForm(
    g,
    'group.next.do',
    html`<label class="field">${w.t('group.next.when')}<input name="when" type="datetime-local" required></label>
    <label class="field">${w.t('group.next.where')}<input name="where" maxlength="80" autocomplete="off"></label>
    <label class="field">${w.t('group.next.enough')}<input name="enough" type="number" inputmode="numeric" min="2" max="40"></label>`,
    (f) =>
      g.write(
        `next ${moment(text(f, 'when'))}${text(f, 'where') ? ` ${quoted(text(f, 'where'))}` : ''}${text(f, 'enough') ? ` enough ${text(f, 'enough')}` : ''}`,
      ),
  )}${
    now?.next
      ? html`<button type="button" class="meek" @click=${() => g.write('next off')}>${w.t('group.next.off')}</button>`
      : nothing
  }</details>`;
};
