// The part More of the page of a group: counts, records, all evenings, members, the rules of the group, and its links.

import {html, nothing} from '../lib/html.js';
import {qrCode} from '../lib/qr.js';
import {save, textOf} from '../lib/save.js';
import {hand} from '../lib/share.js';
import {to} from '../lib/address.js';
import {choice, code, entryForm, haveCode, moneyAndMode, quoted, text} from './forms.js';
import {about, sums} from './shown.js';

/** @typedef {import('./group.js').Group} Group */

const least = 100; // hands, below which shares say little

/** more is all of it. Who may only look sees what there is, but no form. */
export function more(/** @type {Group} */ g) {
  const {words: w, now} = g;
  return html`<details class="more" id="more"><summary>${w.t('group.more')}</summary>
    ${counts(g)}${records(g)}${evenings(g)}${members(g)}${now?.write ? html`${entering(g)}${rules(g)}${links(g)}` : nothing}</details>`;
}

// ---- counts ----

/**
 * share is a part of a number, with the range in which the true one lies with 95 % (Wilson's).
 * @param {Group} g
 * @param {number} part
 * @param {number} of
 */
export function share({words: w}, part, of) {
  if (!of) return w.t('group.share.none');
  const z = 1.96,
    p = part / of;
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  const percent = (/** @type {number} */ x) => Math.round(100 * x);
  return w.t('group.share.of', {
    part,
    all: of,
    low: percent(Math.max(0, middle - half)),
    high: percent(Math.min(1, middle + half)),
  });
}

/**
 * tally counts the hands of a member.
 * @param {Group} g
 * @param {group.Sum} s
 * @param {string} money
 */
function tally(g, s, money) {
  const {words: w} = g;
  const {hands = 0, declared = 0, made = 0, joined = 0, kept = 0, susi = 0} = s;
  return html`${hands < least ? html`<p class="tag">${w.t('group.few')}</p>` : nothing}<dl>${[
    ['evenings', `${s.evenings}`],
    ['won', w.balance(s.won, money)],
    ['hands', `${hands}`],
    ['declared', share(g, made, declared)],
    ['joined', share(g, kept, joined)],
    ['susi', `${susi}`],
  ].map(([key, value]) => counted(w.t(`group.count.${key}`), value))}</dl>`;
}

const counted = (/** @type {string} */ what, /** @type {string} */ value) =>
  html`<div><dt>${what}</dt><dd>${value}</dd></div>`;

/** counts are of each member, in all and by how many people played. */
function counts(/** @type {Group} */ g) {
  const {words: w, now} = g;
  return now?.standings.map(
    (of) =>
      html`<section class="counts"><h2>${w.t('group.counts')}</h2>${of.rows.map((r) => {
        const by = Object.entries(r.by);
        return html`<details><summary>${g.name(r.member)}</summary>${tally(g, r, of.money)}
      <dl>${counted(w.t('group.count.streak'), w.t(r.streak < 0 ? 'group.streak.lost' : 'group.streak.won', {n: Math.abs(r.streak)}))}${r.with.map(
        (o) =>
          counted(
            w.t('group.count.with', {name: g.name(o.member), n: o.evenings}),
            w.balance(o.won, of.money),
          ),
      )}</dl>${by.length > 1 ? by.map(([n, s]) => html`<h3>${w.t('group.heads', {n: Number(n)})}</h3>${tally(g, s, of.money)}`) : nothing}</details>`;
      })}</section>`,
  );
}

/** records are the best and the worst hand, and the largest pot. */
function records(/** @type {Group} */ g) {
  const {words: w, now} = g;
  return now?.standings.map((of) => {
    const best = top(of.rows, (r) => r.best?.amount);
    const worst = top(of.rows, (r) => (r.worst ? -r.worst.amount : undefined));
    /** @type {[string, group.High | undefined, number][]} */
    const list = [
      ['best', best?.best, best?.member ?? 0],
      ['worst', worst?.worst, worst?.member ?? 0],
      ['pot', of.pot, 0],
    ];
    const there = list.filter(([, high]) => high);
    return there.length
      ? html`<section class="records"><h2>${w.t('group.records')}</h2><ul class="plainlist">${there.map(
          ([key, high, member]) =>
            html`<li>${w.t(`group.record.${key}`, {
              name: member ? g.name(member) : '',
              amount: w.sum(/** @type {group.High} */ (high).amount, of.money),
            })} <small>${replay(g, /** @type {group.High} */ (high))}</small></li>`,
        )}</ul></section>`
      : nothing;
  });
}

/**
 * top is the row with the most.
 * @param {group.Standing[]} rows
 * @param {(r: group.Standing) => number | undefined} by
 */
const top = (rows, by) =>
  rows
    .filter((r) => by(r) !== undefined)
    .sort((a, b) => (by(b) ?? 0) - (by(a) ?? 0))
    .at(0);

/** replay leads to a hand, which shows itself to those who may see it. */
function replay(/** @type {Group} */ g, /** @type {group.High} */ {evening, hand}) {
  const e = g.now?.evenings[evening - 1];
  const when = g.words.t('group.hand', {date: g.date(evening), n: hand});
  return e?.kind === 'table' && !e.deleted
    ? html`<a href=${to(`/replay?table=${e.ref}#hand=${hand}`)}>${when}</a>`
    : when;
}

// ---- evenings ----

function evenings(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const list = [...(now?.evenings ?? [])].reverse();
  return html`<section id="all"><h2>${w.t('group.all')}</h2>${list.map(
    (e) =>
      html`<details><summary class=${e.dropped ? 'dropped' : ''}>${about(g, e)}</summary>${sums(g, e)}${now?.write ? correcting(g, e) : nothing}</details>`,
  )}</section>`;
}

/** correcting is what can be said against an evening that is entered. */
function correcting(/** @type {Group} */ g, /** @type {group.Evening} */ e) {
  const {words: w} = g;
  return html`${e.people
    .filter((p) => !p.bot)
    .map(
      (
        p,
      ) => html`<label class="field">${w.t('group.was', {name: g.sat(p)})}<select @change=${async (
        /** @type {page.Changed} */ c,
      ) => {
        if (!(await g.write(`who ${e.n} ${p.n}=${c.target.value}`)))
          c.target.value = p.member ? `${g.root(p.member)}` : 'guest';
      }}>
      <option value="guest" ?selected=${!p.member}>${w.t('group.guest')}</option>${g.people.map(
        (m) =>
          html`<option value=${m.n} ?selected=${!!p.member && g.root(p.member) === m.n}>${m.name}</option>`,
      )}</select></label>`,
    )}
    ${
      e.kind === 'hand'
        ? html`<details><summary>${w.t('group.fix')}</summary>${byHand(g, 'group.fix.do', (line) => g.write(`fix ${e.n} ${line}`), e)}</details>`
        : nothing
    }
    <button type="button" class="meek"
      @click=${() => g.write(`${e.dropped ? 'keep' : 'drop'} ${e.n}`)}>${w.t(e.dropped ? 'group.keep' : 'group.drop')}</button>`;
}

/**
 * byHand is the form of an evening by its sums.
 * @param {Group} g
 * @param {string} key
 * @param {(line: string) => Promise<boolean>} then
 * @param {group.Evening} [e] the evening to correct
 */
function byHand(g, key, then, e) {
  const {words: w} = g;
  const was = (/** @type {number} */ m) =>
    e?.people.find((p) => p.member && g.root(p.member) === m)?.won;
  const row = (
    /** @type {string} */ name,
    /** @type {unknown} */ label,
    /** @type {number | undefined} */ won,
  ) => html`<div class="sum" role="group" aria-label=${w.t('group.sum.of', {name: typeof label === 'string' ? label : w.t('group.guest')})}>${
    typeof label === 'string' ? html`<span>${label}</span>` : label
  }
    <select name=${`sign${name}`} aria-label=${w.t('group.sign')}><option value="+">${w.t('group.won')}</option><option value="-"
      ?selected=${(won ?? 0) < 0}>${w.t('group.lost')}</option></select>
    <input name=${`sum${name}`} inputmode="decimal" autocomplete="off" aria-label=${w.t('group.amount')}
      value=${won === undefined ? '' : w.number(Math.abs(won))}></div>`;
  const guests = e?.people.filter((p) => !p.member) ?? [];
  return entryForm(
    g,
    key,
    html`<label class="field">${w.t('group.day')}<input name="day" type="date" required value=${e?.day ?? today()}></label>
    ${g.people.map((m) => row(`${m.n}`, m.name, was(m.n)))}${['a', 'b'].map((k, i) =>
      row(
        k,
        html`<input name=${`guest${k}`} maxlength="24" autocomplete="off" aria-label=${w.t('group.guest.name')} placeholder=${w.t('group.guest.name')}
          value=${guests[i]?.guest ?? ''}>`,
        guests[i]?.won,
      ),
    )}`,
    (f) => then(sumsLine(g, f)),
  );
}

const today = () =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** sumsLine is an evening by hand as a line has it. */
function sumsLine(/** @type {Group} */ g, /** @type {FormData} */ f) {
  const of = (/** @type {string} */ name, /** @type {string} */ who) => {
    const sum = text(f, `sum${name}`);
    return sum ? [`${who} ${text(f, `sign${name}`)}${g.amount(sum)}`] : [];
  };
  const list = [
    ...g.people.flatMap((m) => of(`${m.n}`, `${m.n}`)),
    ...['a', 'b'].flatMap((k) => of(k, quoted(text(f, `guest${k}`)))),
  ];
  return `${text(f, 'day')} ${list.join(' ')}`;
}

/** entering is how an evening comes in that was played elsewhere. */
function entering(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const n = (now?.evenings.length ?? 0) + 1;
  return html`<section id="enter"><h2>${w.t('group.enter')}</h2>
    <details><summary>${w.t('group.enter.hand')}</summary>${byHand(g, 'group.enter.do', (line) => g.write(`evening ${n} hand ${line}`))}</details>
    <label class="file">${w.t('group.enter.file')}<input type="file" accept=".txt,.jsonl,text/plain,application/jsonl" @change=${async (
      /** @type {page.Changed} */ c,
    ) => {
      const [file] = c.target.files;
      if (file) await g.tell({enter: {file: await textOf(file)}});
      c.target.value = '';
    }}></label></section>`;
}

// ---- members ----

function members(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const {members: all, alike, write} = /** @type {httpd.GroupState} */ (now);
  return html`<section id="members"><h2>${w.t('group.members')}</h2>
    ${
      write
        ? alike.map(
            ([
              a,
              b,
            ]) => html`<div class="alike"><p>${w.t('group.alike', {name_a: g.account(a), name_b: g.account(b)})}${
              b.evening ? html` <small>${g.date(b.evening)}</small>` : nothing
            }</p>
        <button type="button" class="small" @click=${() =>
          g.write(
            b.member ? `same ${b.member} ${a.member}` : `who ${b.evening} ${b.person}=${a.member}`,
          )}>${w.t('group.same.yes')}</button> <button
          type="button" class="small" @click=${() => g.write(`apart ${a.member} ${code(b)}`)}>${w.t('group.same.no')}</button></div>`,
          )
        : nothing
    }
    <ul class="plainlist">${all.map(
      (m) =>
        html`<li>${m.same ? w.t('group.is', {name_a: m.name, name_b: g.name(m.n)}) : g.name(m.n)} ${
          write && m.same
            ? html`<button type="button" class="small" @click=${() => g.write(`apart ${m.n}`)}>${w.t('group.apart')}</button>`
            : write && !m.gone
              ? member(g, m)
              : nothing
        }</li>`,
    )}</ul>
    ${
      write
        ? entryForm(
            g,
            'group.add',
            html`<label class="field">${w.t('group.name')}<input name="name" required maxlength="24" autocomplete="off"></label>`,
            (f) => g.write(`member ${all.length + 1} ${quoted(text(f, 'name'))}`),
          )
        : nothing
    }</section>`;
}

/** member is what can be changed about one. */
function member(/** @type {Group} */ g, /** @type {group.Member} */ m) {
  const {words: w} = g;
  const others = g.people.filter((o) => o.n !== m.n);
  return html`<details><summary>${w.t('group.change')}</summary>
    ${entryForm(
      g,
      'group.rename',
      html`<label class="field">${w.t('group.name')}<input name="name" required maxlength="24" autocomplete="off" value=${m.name}></label>`,
      (f) => g.write(`rename ${m.n} ${quoted(text(f, 'name'))}`),
    )}
    ${
      others.length
        ? entryForm(
            g,
            'group.same.do',
            choice(
              w.t('group.same.who', {name: m.name}),
              'who',
              others.map((o) => `${o.n}`),
              '',
              (n) => g.name(Number(n)),
            ),
            (f) => g.write(`same ${m.n} ${text(f, 'who')}`),
          )
        : nothing
    }
    ${g.asked === m.n ? html`<p class="trouble" role="alert">${w.t('group.gone.sure', {name: m.name})}</p>` : nothing}
    <button type="button" class="meek bad" @click=${() => {
      if (g.asked === m.n) {
        g.asked = 0;
        return g.write(`gone ${m.n}`);
      }
      g.asked = m.n;
      return g.draw();
    }}>${w.t(g.asked === m.n ? 'group.gone.yes' : 'group.gone')}</button></details>`;
}

// ---- what the group has agreed ----

function rules(/** @type {Group} */ g) {
  const {words: w, now} = g;
  if (!now) return nothing;
  const amount = (/** @type {string} */ name, /** @type {number} */ value) =>
    html`<label class="field">${w.t(`group.jar.${name}`)}<input name=${name} inputmode="decimal" autocomplete="off"
      value=${value ? w.number(value) : ''}></label>`;
  return html`<section id="rules"><h2>${w.t('group.rules')}</h2>
    ${entryForm(
      g,
      'group.rename',
      html`<label class="field">${w.t('group.name.group')}<input name="name" required maxlength="80" autocomplete="off" value=${now.name}></label>`,
      (f) => g.write(`name ${quoted(text(f, 'name'))}`),
    )}
    ${entryForm(g, 'group.money.do', moneyAndMode(g, now.money, now.mode), (f) =>
      g.write(`money ${text(f, 'money')} ${text(f, 'mode')}`),
    )}
    ${
      now.mode === 'jar'
        ? entryForm(
            g,
            'group.jar.do',
            html`<div class="two">${amount('head', now.head ?? 0)}${amount('absent', now.absent ?? 0)}</div>`,
            (f) =>
              g.write(
                `jar head ${g.amount(text(f, 'head') || '0')} absent ${g.amount(text(f, 'absent') || '0')}`,
              ),
          )
        : nothing
    }</section>`;
}

// ---- links ----

function links(/** @type {Group} */ g) {
  const {words: w, code} = g;
  return html`<section id="links"><h2>${w.t('group.links')}</h2>
    ${link(g, 'members')}${link(g, 'look')}
    <h3>${w.t('group.code')}</h3><p class="hint">${w.t('group.code.hint')}</p>
    ${
      code
        ? html`<output>${code.code}</output><p class="hint">${w.t('group.code.until', {
            time: new Date(code.until).toLocaleTimeString(w.dates, {timeStyle: 'short'}),
          })}</p>`
        : nothing
    }
    <button type="button" class="meek" data-do="code" @click=${async () => {
      g.code = (await g.ask('/api/groups/code', {group: g.id})) ?? g.code;
      g.draw();
    }}>${w.t('group.code.make')}</button>
    ${haveCode(g)}
    <button type="button" class="meek" data-do="export" @click=${() => exported(g)}>${w.t('group.export')}</button></section>`;
}

/**
 * link shows a link. The server keeps only a hash: each tap makes another one, and the second button ends those before.
 * @param {Group} g
 * @param {'members' | 'look'} kind
 */
function link(g, kind) {
  const {words: w, links: known} = g;
  const url = known[kind];
  return html`<h3>${w.t(`group.link.${kind}`)}</h3><p class="hint">${w.t(`group.link.${kind}.hint`)}</p>
    ${
      url
        ? html`<output>${url}</output>${qrCode(url, w.t('group.qr'), () => g.draw())}
      ${kind === 'look' ? html`<p><a data-do="wall" target="_blank" href=${url.replace('#', '?wall#')}>${w.t('group.wall')}</a></p>` : nothing}<button
        type="button" class="bold" @click=${async (/** @type {page.Changed} */ e) => {
          const told = await hand(
            url,
            g.now?.name ?? '',
            e.target.parentElement?.querySelector('output') ?? null,
          );
          if (told) e.target.textContent = w.t(told);
        }}>${w.t('group.link.share')}</button>`
        : html`<button type="button" class="meek" data-do=${kind} @click=${() => g.link(kind, false)}>${w.t('group.link.show')}</button>`
    }
    <button type="button" class="meek" data-do=${`replace-${kind}`} @click=${() => g.link(kind, true)}>${w.t('group.link.replace')}</button>`;
}

/** exported gives out the whole group as a file. */
async function exported(/** @type {Group} */ g) {
  const r = await fetch(to(`/api/groups/${g.id}?export=1`), {headers: g.headers}).catch(() => null);
  if (!r?.ok) {
    g.trouble = g.words.t('group.unsent');
    return g.draw();
  }
  save(`group-${g.id}.json`, await r.blob());
}
