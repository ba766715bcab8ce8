// What checking the deals has found, in words: a mark beside the settlement, and what
// stands behind it.

import {html, nothing} from '../lib/html.js';
import {dialog} from '../lib/dialog.js';
import {couldChoose, faultText, renews} from './fair.js';
import {proofWords} from './proofwords.js';
import {save} from '../lib/save.js';
import {to} from '../lib/address.js';

/** proofFault tells a fault of a deal in words. */
export const proofFault = (/** @type {page.Words} */ w, /** @type {fair.Fault} */ fault) =>
  faultText(proofWords(w), fault);

/** @type {Record<string, string>} */
const signs = {bad: '✗', good: '✓', again: '!', bots: '!', alone: '!'};

/** mark is the button that says how the hand that is shown was found. */
export function mark(/** @type {page.App} */ app) {
  /** @type {import('./prover.js').Verdict | undefined} */
  const found = app.prover.verdicts.get(app.table.hand);
  if (!found) return nothing;
  const kind = found.standing;
  const first = since(app.prover);
  const late = kind === 'part' && first === app.table.hand && !found.note?.sent; // this once: the page wasn't connected
  const says = late ? 'proof.late' : kind === 'alone' ? 'proof.lone' : `proof.${kind}`;
  return html`<button type="button" class=${`proof ${kind}`} data-do="proof" aria-haspopup="dialog"
    @click=${() => details(app)}><i aria-hidden="true">${signs[/** @type {string} */ (kind)] ?? '–'}</i> ${proofWords(
      app.words,
    ).t(says, {since: first, of: app.table.hand, n: app.prover.voids.length})}</button>
    ${app.prover.renewed.filter((/** @type {{hand: number}} */ x) => x.hand === app.table.hand).map(renewed(app))}`;
}

/** renewed says since which deal the table has another secret. */
const renewed =
  (/** @type {page.App} */ app) =>
  (/** @type {{deal: number}} */ {deal}) =>
    html`<p class="fault part">${proofWords(app.words).t('proof.renewed', {deal})}</p>`;

/** since is the hand since which this browser's number isn't in. */
function since(/** @type {import('./prover.js').Prover} */ prover) {
  let first = 0;
  for (const [hand, {standing}] of [...prover.verdicts].sort(([a], [b]) => a - b))
    first = ['part', 'alone'].includes(standing) ? first || hand : 0;
  return first;
}

/** details opens the dialog with all that was found. */
export const details = (/** @type {page.App} */ app) => dialog(app.words, () => content(app));

function content(/** @type {page.App} */ app) {
  const w = proofWords(app.words);
  /** @type {import('./prover.js').Prover} */
  const prover = app.prover;
  const found = prover.verdicts.get(app.table.hand);
  const all = [...prover.verdicts],
    bad = all.filter(([, c]) => c.report.faults.length),
    bots = all.filter(([, c]) => c.report.bots);
  return html`<section class="proved"><h2>${w.t('proof.title')}</h2>
      ${bad.map(
        ([hand, c]) => html`<p class="fault"
        role="alert"><b>${w.t('proof.hand', {n: hand})}</b> ${w.sentences(c.report.faults.map((f) => faultText(w, f)))}</p>`,
      )}
      ${found && !found.report.faults.length ? about(w, found) : nothing}
      ${missing(app)}
      ${bots.length ? html`<p class="fault part">${w.t('verify.bots', {n: bots.length})}</p>` : nothing}
      ${prover.renewed.map(renewed(app))}
      ${prover.whole ? html`<p>${w.t('proof.evening', {n: prover.whole})}</p>` : nothing}
      ${
        prover.voids.length
          ? html`<p class=${couldChoose(prover.voids) ? 'fault part' : ''}>${w.t(
              couldChoose(prover.voids) ? 'proof.again.means' : 'proof.once.means',
            )}</p>`
          : nothing
      }
      ${prover.voids.map((v) =>
        prover.refused(v)
          ? html`<p>${w.t('verify.fault.refused', {number: v.number, chair: prover.chair + 1})}</p>`
          : nothing,
      )}
      ${prover.voids.map((v) => html`<p>${calledOff(app, v)}</p>`)}
      <p class="lines">${w.sentences([w.t('proof.how'), w.t(`proof.open.${app.config.proof}`)])}</p>
      ${
        prover.notes.length
          ? html`<p><button type="button" data-do="numbers"
        @click=${() =>
          save(
            `numbers-${app.table.hello.table}.jsonl`,
            prover.saved,
          )}>${w.t('proof.save')}</button> ${w.t('proof.save.why')}</p>`
          : nothing
      }
      <p class="lines"><a href=${to('/docs/fairness.md')} target="_blank" rel="noopener">${w.t('proof.more')}</a></p></section>
    ${
      found?.line.fair.promise
        ? html`<details class="proved"><summary>${w.t('proof.numbers')}</summary><dl class="words">
      <dt>${w.t('proof.deal')}</dt><dd>${found.line.fair.number}</dd>
      <dt>${w.t('proof.promise')}</dt><dd><code>${found.line.fair.promise}</code></dd>
      ${found.note ? html`<dt>${w.t('proof.mine')}</dt><dd><code>${found.note.nonce}</code></dd>` : nothing}
      ${
        found.line.fair.sitting_secret
          ? html`<dt>${w.t('proof.secret')}</dt><dd><code>${found.line.fair.sitting_secret}</code></dd>`
          : nothing
      }</dl></details>`
        : nothing
    }`;
}

/**
 * calledOff says why a deal was called off.
 * @param {page.App} app
 * @param {fair.Void} v
 */
function calledOff(app, v) {
  const why = renews(v)
    ? 'proof.void.renewed'
    : !v.chairs.length
      ? 'proof.void.nobody'
      : v.copies
        ? 'proof.void.copies'
        : 'proof.void';
  return proofWords(app.words).t(why, {
    deal: v.number,
    names: app.words.list(v.chairs.map((c) => app.info.chairs[c]?.name || `${c + 1}`)),
  });
}

/**
 * about says what was checked of a hand with which nothing is wrong.
 * @param {page.Words} w
 * @param {import('./prover.js').Verdict} found
 */
function about(w, found) {
  const {report} = found;
  if (report.level === 'none') return html`<p>${w.t('proof.practice')}</p>`;
  return html`<p>${report.level === 'whole' ? w.t('proof.whole') : w.t('proof.cards', {n: report.cards})}</p>
    <p>${report.nonces ? w.t('proof.nonces', {n: report.nonces}) : w.t('proof.alone')}
      ${['good', 'once', 'bots'].includes(found.standing) ? w.t('proof.yours') : nothing}</p>`;
}

/** missing says in which hands this browser's number isn't, since when, and why. */
function missing(/** @type {page.App} */ app) {
  const w = proofWords(app.words);
  /** @type {import('./prover.js').Prover} */
  const prover = app.prover;
  const {unused} = prover;
  if (!unused.length) return nothing;
  const sent = unused.filter((hand) => prover.verdicts.get(hand)?.note?.sent);
  return html`<p role="status">${w.t('proof.unused', {n: unused.length, hands: w.list(unused.map(String)), of: app.table.hand})}
    ${sent.length ? w.t('proof.sent', {n: sent.length, hands: w.list(sent.map(String))}) : w.t('proof.notsent')} ${w.t('proof.unused.means')}</p>`;
}
