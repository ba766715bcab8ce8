// The money of a group: who pays whom between evenings, and the jar.

import {html, nothing} from '../lib/html.js';
import {choice, code, entryForm, quoted, text} from './forms.js';

/** @typedef {import('./group.js').Group} Group */

export function money(/** @type {Group} */ g) {
  const {words: w, now} = g;
  if (!now) return nothing;
  const {payments, mode, moves} = now;
  const points = now.money === 'points';
  return html`<section id="money"><h2>${w.t('group.money')}</h2>
    <p class="hint">${w.t(points ? 'group.points' : `group.mode.${mode}`)}</p>
    ${mode === 'jar' ? html`<p>${w.t('group.injar', {amount: w.sum(now.in_jar)})}</p>` : nothing}
    ${points || mode === 'settled' || payments.length ? nothing : html`<p>${w.t('group.even')}</p>`}
    ${
      payments.length
        ? html`<ul class="plainlist pays">${payments.map(
            (p) =>
              html`<li><span>${w.t('group.pays', {from: g.account(p.from), to: g.account(p.to), amount: w.sum(p.amount)})} ${
                p.of.length ? html`<small>${w.list(p.of.map((n) => g.date(n)))}</small>` : nothing
              }</span>${
                now.write
                  ? html`<button type="button" class="small"
                  @click=${() => g.write(`paid ${code(p.from)} ${code(p.to)} ${p.amount}`)}>${w.t('group.paid')}</button>`
                  : nothing
              }</li>`,
          )}</ul>`
        : nothing
    }${
      moves.length
        ? html`<details><summary>${w.t('group.moves')}</summary><ul class="plainlist">${[...moves]
            .reverse()
            .map(
              (m) =>
                html`<li>${w.t(`group.move.${m.kind}`, {from: g.account(m.from), to: g.account(m.to), amount: w.sum(m.amount)})} ${
                  m.text ? html`<span class="word">${m.text}</span>` : nothing
                } <small>${m.time ? g.day(m.time.slice(0, 10)) : nothing}${m.phone ? html` · ${g.by(m.phone)}` : nothing}</small></li>`,
            )}</ul></details>`
        : nothing
    }${now.write && mode === 'jar' ? jar(g) : nothing}</section>`;
}

/** jar has the forms for spending, and for fines. */
function jar(/** @type {Group} */ g) {
  const {words: w} = g;
  const amount = html`<label class="field">${w.t('group.amount')}<input name="amount" required inputmode="decimal" autocomplete="off"></label>`;
  const what = html`<label class="field">${w.t('group.what')}<input name="text" maxlength="80" autocomplete="off"></label>`;
  const word = (/** @type {FormData} */ f) =>
    text(f, 'text') ? ` ${quoted(text(f, 'text'))}` : '';
  return html`<details><summary>${w.t('group.jar.use')}</summary>
    ${entryForm(g, 'group.spend', html`<div class="two">${amount}${what}</div>`, (f) => g.write(`spend ${g.amount(text(f, 'amount'))}${word(f)}`))}
    ${entryForm(
      g,
      'group.fine',
      html`${choice(
        w.t('group.person'),
        'who',
        g.people.map((m) => `${m.n}`),
        '',
        (n) => g.name(Number(n)),
      )}<div class="two">${amount}${what}</div>`,
      (f) => g.write(`fine ${text(f, 'who')} ${g.amount(text(f, 'amount'))}${word(f)}`),
    )}
    ${
      g.now?.in_jar
        ? html`<button type="button" class="meek" @click=${() => g.write(shares(g))}>${w.t('group.share')}</button>`
        : nothing
    }</details>`;
}

/** shares is the line that shares the jar by the evenings at which each was there. */
function shares(/** @type {Group} */ g) {
  const {evenings, in_jar: whole} = /** @type {httpd.GroupState} */ (g.now);
  const sat = evenings
    .filter((e) => e.counts)
    .flatMap((e) => e.people.flatMap((p) => (p.member ? g.root(p.member) : [])));
  let [left, shares] = [whole, sat.length];
  return `share ${[...new Set(sat)]
    .flatMap((m) => {
      const mine = sat.filter((x) => x === m).length;
      const part = Math.floor((left * mine) / shares);
      left -= part;
      shares -= mine;
      return part ? `${m} ${part}` : [];
    })
    .join(' ')}`;
}
