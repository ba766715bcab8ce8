// The review of a hand at the replay: marks at the player and under the table, what a
// decision has cost, and why another was better. The server judges (docs/review.md).

import {html, nothing, svg} from '../lib/html.js';
import {reach} from '../local/answer.js';
import {learned, meant, why} from '../table/reasons.js';

/**
 * @typedef {coach.Decision} Decision
 */

/** Signs stand for the marks where there is no room for words; never colour alone. */
/** @type {Record<string, string>} */
const signs = {inaccuracy: '?!', mistake: '?', blunder: '??', unsure: '~'};

/** judged is whether there is more to say of a decision than its mark. */
const judged = (/** @type {Decision} */ d) =>
  d.acts && d.played !== d.best && !['fine', 'forced', 'unknown'].includes(d.mark);

/**
 * round has the decimal sign of the amounts beside it: a comma where points group the thousands.
 * @param {page.Words} w
 * @param {number} x
 */
const round = (w, x) => {
  const text = x.toFixed(Math.abs(x) >= 9.95 ? 0 : 1);
  return w.t(`money.${w.worth}.group`) === '.' ? text.replace('.', ',') : text;
};

/** Review is what was said of the hand that is looked at. */
export class Review {
  /**
   * @param {page.Words} w
   * @param {page.Line} line
   * @param {coach.Hand} hand
   * @param {number} tested
   * @param {number} [exact]
   */
  constructor(w, line, hand, tested, exact = 0) {
    this.w = w;
    this.line = line;
    this.hand = hand;
    this.tested = tested;
    this.exact = exact;
  }

  /**
   * at returns the decision that has just been made at a moment.
   * @param {page.Timeline} timeline
   * @param {number} p number of events so far
   */
  at(timeline, p) {
    const before = timeline.stops.findLast((q) => q < p) ?? 0;
    return this.hand.decisions.find((d) => d.event >= before && d.event < p);
  }

  /** told says what a decision was like. */
  told(/** @type {Decision} */ d) {
    const {w} = this;
    const name = w.t(`review.mark.${d.mark}`);
    if (!judged(d)) return name;
    const fails = Math.round(10 * (d.acts?.find((a) => a.act === d.played)?.fails ?? 0));
    return w.sentences([
      w.t('review.judged', {mark: name}),
      w.t('review.average', {amount: w.sum(Math.round(d.cost), w.worth)}),
      fails ? w.t('review.fails', {n: fails}) : '',
      w.t('review.better', {act: meant(w, d.best)}),
      d.why ? why(w, d.why) : '',
    ]);
  }

  /** figures are how sure that is. */
  figures(/** @type {Decision} */ d) {
    const {w} = this;
    return w.t(d.exact ? 'review.costs.exact' : w.races ? 'review.costs.strokes' : 'review.costs', {
      percent: round(w, d.percent),
      half: round(w, (100 * d.half) / Math.max(1, d.pot)),
      amount: w.number(Math.round(d.cost), w.worth),
    });
  }

  /**
   * caption stands under the table.
   * @param {page.Timeline} timeline
   * @param {number} p
   */
  caption(timeline, p) {
    const d = timeline.line === this.line ? this.at(timeline, p) : undefined;
    if (!d || d.mark === 'forced') return nothing;
    return html`<p class="judged ${d.mark}"><b>${signs[d.mark] ?? '✓'}</b> ${this.told(d)}</p>`;
  }

  /** marks stand at the player. */
  marks(/** @type {page.Timeline} */ timeline) {
    if (timeline.line !== this.line) return nothing;
    return this.hand.decisions
      .filter((d) => d.mark in signs && d.mark !== 'unsure')
      .map((d) => {
        const x = timeline.stops.findIndex((p) => p > d.event);
        return svg`<path class=${d.mark} d=${`M${x} -.2v1.4`}></path>`;
      });
  }

  /**
   * summary is what came of it: what the settlement said, and how luck, decisions and the pot add up to it.
   * @param {(event: number) => void} go goes to the moment after an event
   */
  summary(go) {
    const {w, hand} = this;
    const skill = Math.round(hand.skill),
      pot = Math.round(hand.sheet - hand.won);
    const part = (/** @type {string} */ key, /** @type {number} */ n) =>
      html`<div><dt>${w.t(`review.${key}`)}</dt><dd>${w.balance(n, w.worth)}</dd></div>`;
    return html`<dl class="judged">${part('sheet', hand.sheet)}${part('luck', hand.sheet - skill - pot)}${part('skill', skill)}
        ${pot ? part(w.races ? 'fines' : 'pot', pot) : nothing}</dl>${w.races ? html`<p class="lines">${w.t('review.strokes')}</p>` : nothing}${
          pot
            ? html`<p class="lines">${w.t(w.races ? 'review.fines.means' : 'review.pot.means')}</p>`
            : nothing
        }
      <ul class="judged">${hand.decisions
        .filter((d) => d.mark !== 'forced')
        .map(
          (d) => html`<li class=${d.mark}><button type="button"
        data-do="moment" @click=${() => go(d.event)}><b>${signs[d.mark] ?? '✓'}</b> ${w.labelled(
          meant(w, d.played),
          this.told(d),
        )}</button>${
          judged(d)
            ? html`<details><summary>${w.t('review.figures')}</summary>${this.figures(d)}</details>`
            : nothing
        }</li>`,
        )}</ul>
      <p class="lines">${w.sentences([
        w.t('review.sure.knew'),
        this.exact ? w.t('review.sure.exact', {n: this.exact}) : '',
        this.tested || !this.exact ? w.t('review.sure.tests', {n: this.tested}) : '',
      ])}</p>`;
  }
}

/**
 * review asks for the review of the hand that is shown, from whose eyes it is looked at.
 * @param {page.Replay} app the replay
 * @returns {Promise<Review | string>} or why there is none
 */
export async function review(app) {
  const w = await learned(app.words);
  const {line, full} = app.timeline;
  try {
    const r = await reach(`/api/review/${w.lang}${full ? `?seat=${app.seat}` : ''}`, {
      method: 'POST',
      headers: {'Content-Type': 'text/plain'},
      body: JSON.stringify(line),
    });
    const got = await r.json();
    if (!r.ok)
      return (
        got.text ??
        w.t(
          got.code === 'running'
            ? 'review.running'
            : got.code === 'limit'
              ? 'review.busy'
              : 'review.nothing',
        )
      );
    return new Review(w, line, got.hands[0], got.tested, got.exact);
  } catch {
    return w.t('replay.offline');
  }
}
