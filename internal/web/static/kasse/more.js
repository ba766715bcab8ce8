// Everything that is not a hand: who comes and goes, rules, the end, sharing.

import {html, nothing} from '../lib/html.js';
import {remember} from '../lib/storage.js';
import {voiceFor} from '../lib/speak.js';
import {cents, readAmount} from '../lib/words.js';
import {site, to} from '../lib/address.js';
import {setSpeaks, speaks} from './aloud.js';
import {house, mended} from './home.js';
import {fields, form, raceLine, pick} from './race.js';
import {draw} from '../lib/eveningpicture.js';
import {qrCode} from '../lib/qr.js';
import {handOut} from '../lib/save.js';

/** more is the tab with everything else. */
export function moreTab(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const open = (/** @type {string} */ kind) => () => {
    app.sheet = {kind};
    app.trouble = null;
    app.draw();
  };
  const line = (/** @type {string} */ l) => () => app.append(l);
  const act = (/** @type {string} */ key, /** @type {() => void} */ f) =>
    html`<li><button type="button" @click=${f}>${w.t(key)}</button></li>`;
  const file =
    (/** @type {string} */ op, /** @type {string} */ kind, /** @type {string} */ end) => () =>
      save(
        app,
        new Blob(
          [
            app.desk(
              op,
              app.now?.text ?? '',
              w.t('kasse.csv.form'),
              w.t('kasse.csv.heads'),
              entries.map((k) => w.t(`kasse.kind.${k}`)).join('\n'),
              page.steps.map((s) => local(s.time ?? '')).join('\n'),
            ).text,
          ],
          {type: kind},
        ),
        end,
      );
  return html`${app.trouble && !app.sheet.kind ? html`<p class="trouble" role="alert">${app.reason(app.trouble)}</p>` : nothing}
  ${
    app.locked || page.now.over
      ? nothing
      : html`<section><h2>${w.t('kasse.table')}</h2><ul class="menu">
    ${act('kasse.come', open('come'))}${act('kasse.go', open('go'))}${act('kasse.dealerset', open('dealer'))}
    ${page.race ? html`${act('kasse.fine', open('fine'))}${act('kasse.anteglass', open('ante'))}` : act('kasse.anteextra', open('ante'))}
    ${act('kasse.pay', open('pay'))}${page.race ? act('kasse.race.again', open('race')) : act('kasse.rules', open('rules'))}
    ${act('kasse.break', line('break'))}${page.now.last ? nothing : act('kasse.last', line('last'))}${act('kasse.end', open('end'))}</ul></section>`
  }
  <section><h2>${w.t('kasse.sharing')}</h2><ul class="menu">
    ${site ? nothing : act('kasse.follow', () => void app.share())}
    ${page.race ? act('kasse.print', () => print()) : nothing}
    ${act('kasse.picture', () => sharePicture(app))}
    ${act('kasse.csv', file('csv', 'text/csv', 'csv'))}${act('kasse.json', file('json', 'application/json', 'json'))}
    ${act('kasse.text', () => saveText(app))}</ul></section>
  <section><h2>${w.t('kasse.app')}</h2><ul class="menu">${act('kasse.other', () => app.open(null))}${act('kasse.forget', open('forget'))}<li><a
    href=${to('/')}>${w.t('kasse.toplay')}</a></li></ul>
    ${pick(
      w.t('kasse.lang'),
      Object.keys(app.languages),
      w.lang,
      (tag) => app.languages[tag],
      (tag) => {
        remember('lang', tag);
        location.search = '';
        location.reload();
      },
    )}
    <label class="check"><input type="checkbox" name="speak" .checked=${speaks()} @change=${(
      /** @type {page.Changed} */ e,
    ) => {
      setSpeaks(e.target.checked);
      app.draw();
    }}>${w.t('kasse.speak')}</label>
    ${speaks() && !voiceFor(w.lang) ? html`<p class="hint">${w.t('kasse.voiceless')}</p>` : nothing}
    <p class="hint">${app.stays}</p></section>`;
}

/** entries are the kinds of entries, in the order of desk.Kind. */
const entries = [
  'hand',
  'come',
  'go',
  'dealer',
  'rules',
  'ante',
  'pay',
  'break',
  'last',
  'end',
  'late',
  'fine',
  'race',
];

/** local is a time in this phone's zone, a tab, and the zone. */
function local(/** @type {string} */ time) {
  const at = new Date(time);
  if (!/T.*Z$/.test(time) || Number.isNaN(at.getTime())) return time;
  const east = -at.getTimezoneOffset();
  const clock = (/** @type {number} */ ms, /** @type {number} */ from, /** @type {number} */ to) =>
    new Date(ms).toISOString().slice(from, to);
  const here = at.getTime() + east * 60000;
  return `${clock(here, 0, 10)} ${clock(here, 11, 19)}\tUTC${east < 0 ? '-' : '+'}${clock(Math.abs(east) * 60000, 11, 16)}`;
}

/** saved gives out the evening as the text from which it can be brought in again. */
export const saveText = (/** @type {desk.App} */ app) =>
  void save(app, new Blob([app.now?.text ?? ''], {type: 'text/plain'}), 'txt');

/** picture shares the evening as a picture. */
export const sharePicture = async (/** @type {desk.App} */ app) =>
  save(app, await draw(app.page, app.w, (p) => p.name || app.w.t('kasse.evening')), 'png');

/**
 * save shares a file, or lets the browser save it.
 * @param {desk.App} app
 * @param {Blob} blob
 * @param {string} end
 */
const save = (app, blob, end) =>
  handOut(`${(app.page.name || 'kasse').replace(/[^\p{L}\p{N}]+/gu, '-')}.${end}`, blob);

/** sheets are the dialogs. */
export function moreDialogs(/** @type {desk.App} */ app) {
  const {w} = app;
  const show = kinds[app.sheet.kind];
  if (!show) return nothing;
  const close = () => {
    app.sheet = {kind: ''};
    app.trouble = null;
    app.draw();
  };
  return html`<div class="veil" @click=${(/** @type {page.Changed} */ e) => e.target === e.currentTarget && close()}><div class="sheet" role="dialog"
    aria-modal="true" aria-label=${w.t(`kasse.sheet.${app.sheet.kind}`)}
    @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && close()} @input=${() => mended(app)}>
    <h2 tabindex="-1" id="sheet">${w.t(`kasse.sheet.${app.sheet.kind}`)}</h2>
    ${app.trouble ? html`<p class="trouble" role="alert">${app.reason(app.trouble)}</p>` : nothing}
    ${show(app)}<button type="button" class="meek" @click=${close}>${w.t('kasse.close')}</button></div></div>`;
}

/**
 * done appends a line and closes the sheet if it could be.
 * @param {desk.App} app
 * @param {string} line
 */
const done = (app, line) => {
  const open = app.sheet;
  app.sheet = {kind: ''};
  if (!app.append(line)) {
    app.sheet = open;
    app.look();
  } else if (app.page.orders.length) app.tab = 'hand'; // where they stand
  app.draw();
};

/** field reads a field of the open sheet. */
const field = (/** @type {string} */ n) =>
  /** @type {HTMLInputElement} */ (document.querySelector(`.sheet [name=${n}]`)).value
    .replaceAll('"', '')
    .trim();

/**
 * labelled is a field with its name.
 * @param {desk.App} app
 * @param {string} n
 * @param {unknown} input
 */
const labelled = (app, n, input) =>
  html`<label class="field">${app.w.t(`kasse.field.${n}`)}${input}</label>`;
/** people is a choice of those who sit. */
const people = (/** @type {desk.App} */ app, /** @type {string} */ n) =>
  labelled(
    app,
    n,
    html`<select name=${n}
  aria-label=${app.w.t(`kasse.field.${n}`)}>${app.page.now.seats.map((who) => html`<option>${app.page.people[who]}</option>`)}</select>`,
  );
const amount = (/** @type {desk.App} */ app) =>
  labelled(
    app,
    'amount',
    html`<input name="amount" inputmode="decimal"
  aria-label=${app.w.t('kasse.field.amount')} placeholder=${cents(app.page.money) ? '1.00' : '100'}>`,
  );
const bold = (
  /** @type {desk.App} */ app,
  /** @type {string} */ key,
  /** @type {() => void} */ f,
) => html`<button type="button" class="bold" @click=${f}>${app.w.t(key)}</button>`;

/** sum is the amount that was typed, as the desk reads it. */
function sum(/** @type {desk.App} */ app) {
  const n = readAmount(field('amount'), app.page.money);
  return Number.isNaN(n) ? field('amount') || '?' : `${n}`;
}

/**
 * coming lets somebody come. Whose name is like another's is asked for first.
 * @param {desk.App} app
 * @param {string} [known] who it is
 */
function coming(app, known) {
  const name = known ?? field('name');
  const {near} = app.desk('like', app.now?.text ?? '', `come ${name.replaceAll(' ', '_')}`);
  if (near && !known && app.sheet.name !== name) {
    Object.assign(app.sheet, {like: near, name});
    return app.draw();
  }
  done(app, `come "${name}" after "${field('after')}"`);
}

/** @type {Record<string, (app: desk.App) => unknown>} */
const kinds = {
  come: (
    app,
  ) => html`${labelled(app, 'name', html`<input name="name" maxlength="24" autocomplete="off">`)}${people(app, 'after')}
    ${
      app.sheet.like
        ? html`<p role="alert">${app.w.t('kasse.no.like', {name: app.sheet.name, text: app.sheet.like})}</p>
      <button type="button" class="meek" @click=${() => coming(app, app.sheet.like)}>${app.w.t('kasse.like.is', {name: app.sheet.like})}</button>`
        : nothing
    }
    ${bold(app, app.sheet.like ? 'kasse.like.new' : 'kasse.come.do', () => coming(app))}`,
  go: (app) => html`${people(app, 'who')}
    ${bold(app, 'kasse.go.part', () => done(app, `go "${field('who')}" part`))}${bold(app, 'kasse.go.keep', () => done(app, `go "${field('who')}"`))}`,
  dealer: (app) =>
    html`${people(app, 'who')}${bold(app, 'kasse.dealerset', () => done(app, `dealer "${field('who')}"`))}`,
  ante: (app) =>
    html`${people(app, 'who')}${amount(app)}${bold(app, 'kasse.anteextra', () => done(app, `ante "${field('who')}" ${sum(app)}`))}`,
  pay: (app) => html`${people(app, 'from')}${people(app, 'to')}${amount(app)}
    ${bold(app, 'kasse.pay', () => done(app, `pay "${field('from')}" "${field('to')}" ${sum(app)}`))}`,
  rules: (app) => {
    const text = app.sheet.rules ?? app.page.rules;
    return html`<p class="hint">${app.w.t('kasse.rules.hint')}</p>${house(app, text, (r) => {
      app.sheet.rules = r;
      app.trouble = null;
      app.draw();
    })}${bold(app, 'kasse.rules', () => done(app, `rules ${text}`))}`;
  },
  fine: (app) => html`${people(app, 'who')}${labelled(
    app,
    'amount',
    html`<input name="amount" inputmode="decimal"
      .value=${app.page.race?.fines[1] ? app.w.number(app.page.race.fines[1]) : ''}>`,
  )}
    ${bold(app, 'kasse.fine', () => done(app, `fine "${field('who')}"${field('amount') && ` ${sum(app)}`}`))}`,
  race: (app) => {
    const r = (app.sheet.race ??= form(app.w, /** @type {desk.Race} */ (app.page.race)));
    const players = app.page.now.seats.length;
    return html`<p class="hint">${app.w.t('kasse.race.hint')}</p>${fields(app, r, players)}${bold(
      app,
      'kasse.race.again',
      () => done(app, raceLine(app, r, players, app.page.money)),
    )}`;
  },
  end: (app) =>
    html`<p>${app.w.t(app.page.race ? 'kasse.end.glass' : 'kasse.end.hint')}</p>${bold(
      app,
      'kasse.end',
      () => {
        done(app, 'end');
        app.tab = 'hand';
        app.draw();
      },
    )}`,
  forget: (app) =>
    html`<p>${app.w.t('kasse.forget.hint')}</p>${bold(app, 'kasse.forget', () => void app.forget(app.now))}`,
  refused: (app) => html`<p>${app.w.t('kasse.refused')}</p>${said(app, app.sheet.lines)}`,
  text: (
    app,
  ) => html`<textarea readonly rows="10" aria-label=${app.w.t('kasse.sheet.text')} .value=${app.now?.text ?? ''}></textarea>
    ${bold(app, 'kasse.text', () => saveText(app))}`,
  entry,
  links,
  password,
  conflict,
};

/** entry is an old entry: corrected, dropped, or one put in front of it. */
function entry(/** @type {desk.App} */ app) {
  const {n, step} = /** @type {{n: number, step: desk.Step}} */ (app.sheet);
  const edit = (/** @type {string} */ draft, /** @type {string} */ verb) => () => {
    Object.assign(app, {sheet: {kind: 'fix', n, step, verb, draft}, tab: 'hand', trouble: null});
    app.look();
    app.draw();
    document.querySelector('main')?.scrollTo(0, 0);
  };
  return html`<p class="said">${entered(app, step.line)}</p>
    ${step.hand ? bold(app, 'kasse.fix', edit(plain(step.line), 'fix')) : nothing}
    <button type="button" class="meek" @click=${edit('', 'insert')}>${app.w.t('kasse.insert')}</button>
    <button type="button" class="meek bad" @click=${() => {
      app.tab = 'hand';
      done(app, `drop ${n}`);
    }}>${app.w.t('kasse.drop')}</button>`;
}

/** links let others follow. */
function links(/** @type {desk.App} */ app) {
  const {w} = app;
  const link = app.now?.link;
  const url = (/** @type {string} */ secret) => `${app.sheet.home}kasse/#${link?.id}.${secret}`;
  const one = (/** @type {string} */ key, /** @type {string | undefined} */ secret) =>
    secret
      ? html`<p>${w.t(key)}</p><output>${url(secret)}</output>
    ${qrCode(url(secret), w.t('kasse.qr'), () => app.draw())}
    <button type="button" class="bold" @click=${async (/** @type {page.Changed} */ e) => {
      const text = url(secret);
      try {
        if (navigator.share) await navigator.share({url: text});
        else await navigator.clipboard.writeText(text);
        e.target.textContent = w.t('kasse.copied');
      } catch {
        getSelection()?.selectAllChildren(/** @type {Element} */ (e.target.previousElementSibling));
      }
    }}>${w.t('kasse.link.share')}</button>`
      : nothing;
  return html`${one('kasse.link.read', link?.read ?? (link?.write ? undefined : link?.secret))}${link?.write ? one('kasse.link.write', link.secret) : nothing}`;
}

/** password asks for the one of this server. */
function password(/** @type {desk.App} */ app) {
  const send = () => void app.share(field('password'));
  return html`<label class="field">${app.w.t('start.password')}<input type="password" name="password" autocomplete="current-password"
    @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && send()}></label>${bold(app, 'kasse.follow', send)}`;
}

const said = (/** @type {desk.App} */ app, /** @type {string[] | undefined} */ lines) =>
  html`<ul class="plainlist said">${lines?.map((l) => html`<li>${entered(app, l)}</li>`)}</ul>`;
const plain = (/** @type {string} */ line) => line.replace(/ @\S+$/, '');

/**
 * entered is an entry as people read it: the declarer is marked as where hands are entered.
 * @param {desk.App} app
 * @param {string} line
 */
export const entered = (app, line) =>
  plain(line)
    .replace(/!for-pot/, ` (${app.w.t('contract.for-pot')})`)
    .replace(/!(\d+)/, (_, n) => ` ★ (${app.w.t('kasse.price')} ${n})`)
    .replace(/(\d)!/g, '$1 ★ ');

/** conflict shows what the others booked while we did: somebody decides. */
function conflict(/** @type {desk.App} */ app) {
  const {w} = app;
  const theirs = app.theirs ?? [];
  const mine = app.lines();
  let n = 0;
  while (n < mine.length && mine[n] === theirs[n]) n++;
  return html`<p>${w.t('kasse.conflict.what')}</p><h3>${w.t('kasse.conflict.theirs')}</h3>${said(app, theirs.slice(n))}
    <h3>${w.t('kasse.conflict.mine')}</h3>${said(app, mine.slice(n))}
    ${bold(app, 'kasse.conflict.after', () => void app.settleConflict(true))}${bold(app, 'kasse.conflict.drop', () => void app.settleConflict(false))}`;
}
