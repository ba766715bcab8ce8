// Where an evening begins: those there are, and what is agreed for a new one.

import {html, nothing} from '../lib/html.js';
import {known} from '../lib/kept.js';
import {textOf} from '../lib/save.js';
import {to} from '../lib/address.js';
import {remembered} from '../lib/storage.js';
import {fields, form, raceLine, pick} from './race.js';

/**
 * @param {desk.App} app
 */
const title = (app, /** @type {desk.Kept} */ k) => {
  const name = k.text.match(/^name "?([^"\n]*)"?$/m)?.[1];
  const seats =
    k.text
      .match(/^seats (.*)$/m)?.[1]
      ?.replace(/ dealer .*$/, '')
      .replaceAll('"', '') ?? '';
  known(name ?? '', ...seats.split(' '));
  return {
    name: name ?? app.w.t('kasse.evening'),
    seats,
    when: new Date(k.changed).toLocaleDateString(app.w.dates, {dateStyle: 'medium'}),
  };
};

/** home lists the evenings, or asks for what a new one needs. */
export function home(/** @type {desk.App} */ app) {
  const {w} = app;
  if (app.setup) return setup(app);
  return html`<main class="home"><header class="hero"><h1>${w.t('kasse.app')}</h1><p>${w.t('kasse.slogan')}</p></header>
    <button type="button" class="bold" id="new" @click=${() => app.ready(() => fresh(app))}>${w.t('kasse.new')}</button>
    ${
      app.evenings.length
        ? html`<section><h2>${w.t('kasse.evenings')}</h2><ul class="plainlist evenings">${app.evenings.map(
            (k) => {
              const {name, when, seats} = title(app, k);
              return html`<li><button type="button" @click=${() => app.ready(() => app.open(k))}><b>${name}</b><small>${when} · ${seats}</small></button></li>`;
            },
          )}</ul></section>`
        : nothing
    }
    <label class="file">${w.t('kasse.import')} <input type="file" accept=".txt,.json,text/plain,application/json"
      @change=${(/** @type {page.Changed} */ e) => {
        const [file] = e.target.files;
        void app.ready(() => load(app, file));
      }}></label>
    <p class="hint" role="status">${app.coming ? w.t('kasse.coming') : app.stays}</p>
    <p class="hint"><a href=${to('/')}>${w.t('kasse.toplay')}</a></p></main>`;
}

/**
 * load reads an evening from a file: its text, or its JSON.
 * @param {desk.App} app
 * @param {File | undefined} file
 */
async function load(app, file) {
  if (!file) return;
  let text = await textOf(file);
  try {
    text = JSON.parse(text).journal.join('\n');
  } catch {
    /* it is the text itself */
  }
  const got = app.call('show', text, '');
  if (got && !got.page?.now) app.trouble = {code: 'nothing'};
  if (!got?.page?.now) return app.draw();
  app.open(await app.copy(text.endsWith('\n') ? text : `${text}\n`));
}

/** fresh begins the setup, with the people of the last evening. */
function fresh(/** @type {desk.App} */ app) {
  const last = app.evenings[0]?.text
    .match(/^seats (.*)$/m)?.[1]
    ?.replace(/ dealer .*$/, '')
    .match(/"[^"]*"|\S+/g)
    ?.map((n) => n.replaceAll('"', ''));
  const first =
    new URLSearchParams(location.search).get('game') ??
    remembered('preset') ??
    app.w.glossary.first;
  app.setup = {
    name: new Date().toLocaleDateString(app.w.dates, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
    people: last ?? ['', '', '', ''],
    dealer: 0,
    rules: first,
    race: null,
    money: app.w.glossary[`money.${first}`] ?? 'francs',
    cash: true,
  };
  app.trouble = null;
  app.draw();
}

/** ofRules tells whether what is wrong in a new evening's form is among its house rules. */
let ofRules = false;

const trouble = (/** @type {desk.App} */ app) =>
  html`<p class="trouble" role="alert">${app.reason(/** @type {desk.Fault} */ (app.trouble))}</p>`;

/** mended no longer says what was wrong: somebody is changing it. */
export function mended(/** @type {desk.App} */ app) {
  if (!app.trouble) return;
  app.trouble = null;
  app.draw();
}

/** setup asks who sits, which game, and for what. */
function setup(/** @type {desk.App} */ app) {
  const {w} = app;
  const s = app.setup;
  const rules = {...app.desk('rules', s.rules), ...(s.race ? {least: 2, most: 8} : {})};
  const change = (/** @type {Partial<desk.Setup>} */ x) => {
    Object.assign(s, x);
    app.trouble = null;
    app.draw();
  };
  const title = (/** @type {string} */ p) =>
    w.labelled(w.glossary[`name.${p}`], w.t(`start.game.${p}`));
  const person = (/** @type {string} */ name, /** @type {number} */ i) => html`<li>
    <input aria-label=${w.t('kasse.person', {n: i + 1})} maxlength="24" autocomplete="off" autocapitalize="words" enterkeyhint="next" .value=${name}
      @keydown=${next} @input=${(/** @type {page.Changed} */ e) => {
        s.people[i] = e.target.value;
      }}>
    <label class="pick"><input type="radio" name="dealer" ?checked=${s.dealer === i}
      @change=${() => change({dealer: i})}><span>${w.t('kasse.dealer.first')}</span></label>
    <button type="button" class="small" aria-label=${w.t('kasse.person.out', {n: i + 1})} aria-disabled=${s.people.length <= rules.least}
      @click=${() =>
        s.people.length > rules.least &&
        change({
          people: s.people.filter((_, j) => j !== i),
          dealer: Math.min(s.dealer, s.people.length - 2),
        })}>✕</button></li>`;
  return html`<main class="home setup" @input=${() => mended(app)}><h1 tabindex="-1">${w.t('kasse.new')}</h1>
    <label class="field">${w.t('kasse.name')}<input maxlength="24" .value=${s.name}
      @input=${(/** @type {page.Changed} */ e) => {
        s.name = e.target.value;
      }}></label>
    <h2>${w.t('kasse.who')}</h2><p class="hint">${w.t('kasse.who.hint')}</p>
    <ol class="people">${s.people.map(person)}</ol>
    ${app.trouble && !ofRules ? trouble(app) : nothing}
    <button type="button" class="meek" aria-disabled=${s.people.length >= rules.most}
      @click=${() => s.people.length < rules.most && change({people: [...s.people, '']})}>${w.t('kasse.person.more')}</button>
    ${pick(w.t('kasse.game'), rules.presets, s.rules.split(',')[0], title, (p) => {
      const {race} = app.desk('rules', p);
      w.money = w.glossary[`money.${p}`] ?? s.money;
      change({rules: p, race: race ? {...form(w, race), prizes: undefined} : null, money: w.money});
    })}
    <div class="two">
      ${pick(
        w.t('kasse.money'),
        ['francs', 'euro', 'dollars', 'yen', 'points'],
        s.money,
        (m) => w.t(`kasse.money.${m}`),
        (money) => change({money}),
      )}
    ${pick(
      w.t('kasse.how'),
      ['cash', 'credit'],
      s.cash ? 'cash' : 'credit',
      (c) => w.t(c === 'cash' ? 'kasse.cash' : 'kasse.credit'),
      (c) => change({cash: c === 'cash'}),
    )}</div>
    ${
      rules.limit && !rules.options.some((o) => o.key === 'pot_cap' && o.changed)
        ? html`<p class="hint">${w.t('kasse.limit')}</p>
      <button type="button" class="meek" id="limit" @click=${() => change({rules: `${s.rules},pot_cap=${rules.limit}`})}>${w.t(
        'kasse.limit.to',
        {amount: w.sum(rules.limit)},
      )}</button>`
        : nothing
    }
    ${
      s.race
        ? fields(app, s.race, s.people.length)
        : html`<details><summary>${w.t('kasse.house')}</summary>${app.trouble && ofRules ? trouble(app) : nothing}
      ${house(app, s.rules, (r) => change({rules: r}))}</details>`
    }
    <div class="acts"><button type="button" class="meek"
      @click=${() => {
        Object.assign(app, {setup: null, trouble: null});
        app.draw();
      }}>${w.t('kasse.cancel')}</button>
    <button type="button" class="bold" id="begin" @click=${() => begin(app)}>${w.t('kasse.begin')}</button></div></main>`;
}

/** next goes on to the next name, and behind the last one to the game. */
function next(/** @type {KeyboardEvent} */ e) {
  if (e.key !== 'Enter') return;
  const names = [
    .../** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('.people input[maxlength]')
    ),
    /** @type {HTMLElement} */ (document.querySelector('.setup select')),
  ];
  names[names.indexOf(/** @type {HTMLElement} */ (e.target)) + 1].focus();
}

/**
 * house are the house rules that have to do with money.
 * @param {desk.App} app
 * @param {string} text
 * @param {(rules: string) => void} changed
 */
export function house(app, text, changed) {
  const {w} = app;
  const rules = app.desk('rules', text);
  if (rules.error) return nothing;
  const set = (/** @type {desk.Option} */ o, /** @type {string} */ value) => {
    const keys = rules.options
      .filter((x) => (x.key === o.key ? false : x.changed))
      .map((x) => `,${x.key}=${x.value}`)
      .join('');
    const got = app.call('rules', `${text.split(',')[0]}${keys},${o.key}=${value}`);
    ofRules = !got;
    if (got) changed(got.rules);
    else app.draw();
  };
  return html`<div class="options">${rules.options.map(
    (o) => html`<label>${w.t(`option.${o.key}`)}
    ${
      o.amount
        ? html`<input type="number" inputmode="numeric" min="0" .value=${o.value} @change=${(/** @type {page.Changed} */ e) => set(o, e.target.value)}>`
        : html`<select @change=${(/** @type {page.Changed} */ e) =>
            set(o, e.target.value)}>${o.values.map(
            (v) =>
              html`<option value=${v} ?selected=${v === o.value}>${
                w.has(`value.${o.key}.${v}`) ? w.t(`value.${o.key}.${v}`) : v
              }</option>`,
          )}</select>`
    }</label>`,
  )}</div>`;
}

/** begin writes down what is agreed. */
function begin(/** @type {desk.App} */ app) {
  const s = app.setup;
  ofRules = false;
  const names = s.people.map((n) => n.replaceAll('"', '').trim());
  const nameless = names.indexOf('');
  if (nameless >= 0) {
    app.trouble = {code: 'nameless', n: nameless + 1};
    app.draw();
    return /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('.people input[maxlength]')
    )[nameless].focus();
  }
  const name = s.name.replaceAll('"', '').trim();
  app.trouble = null;
  void app.begin([
    s.race ? 'kasse 2' : 'kasse 1',
    ...(name ? [`name "${name}"`] : []),
    `money ${s.money} ${s.cash ? 'cash' : 'credit'}`,
    s.race ? raceLine(app, s.race, names.length, s.money) : `rules ${s.rules}`,
    `seats ${names.map((n) => `"${n}"`).join(' ')} dealer "${names[s.dealer]}"`,
  ]);
}
