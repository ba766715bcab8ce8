// The sheet for the wall of an evening that is played for strokes.

import {html, nothing} from '../lib/html.js';
import {causes, title} from './race.js';

/** wall is the sheet that is printed: empty boxes for a pencil, crossed as far as strokes were booked. */
export function wall(/** @type {desk.App} */ app) {
  const {w, page} = app;
  const {race, now} = page;
  if (!race) return nothing;
  const boxes = (/** @type {number} */ who) => {
    const points = now.points?.[who] ?? 0;
    const done = race.up ? points : race.goal - points;
    return Array.from({length: race.goal}, (_, i) => html`<i class=${i < done ? 'on' : ''}></i>`);
  };
  const named = race.prizes.length
    ? race.prizes
    : Array.from({length: now.seats.length - 1}, (_, i) => `#${i + 1}`);
  return html`<section class="wall"><h1>${page.name || w.t('kasse.evening')}</h1>
    <p>${title(w, race)}</p>
    <table><tbody>${now.seats.map((who) => html`<tr><th scope="row">${page.people[who]}</th><td class="boxes">${boxes(who)}</td></tr>`)}</tbody></table>
    <ol>${named.map((name, i) => html`<li>${name}: <b>${now.through?.[i] === undefined ? '' : page.people[now.through[i]]}</b></li>`)}</ol>
    <ul>${race.back ? html`<li>${w.t('kasse.race.back')}: ${race.back}</li>` : nothing}${causes.map(
      (c, i) =>
        race.fines[i] ? html`<li>${w.t(`kasse.race.${c}`)}: ${w.sum(race.fines[i])}</li>` : nothing,
    )}<li>${w.t('kasse.glass')}: ${page.steps.length ? w.sum(now.pot) : ''}</li></ul></section>`;
}
