// The card of a game in its first hand, in three lines, and of a hand that everybody has to play.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {gameOf} from '../lib/games.js';
import {explain} from '../lib/meaning.js';
import {failureCost} from '../table/parts.js';
import {lobbyAnte} from './ante.js';
import {rulePage} from './help.js';

/**
 * introduce shows it.
 * @param {page.App} app
 * @param {string} tag how the deal is forced; '' if players are asked
 */
export async function introduce(app, tag) {
  const {words: w} = app;
  const muss = /muss|seven/.test(tag);
  const lines = muss
    ? []
    : [...((await rulePage(app))?.querySelectorAll('.short li') ?? [])].map((e) => e.textContent);
  if (!tag && !lines.length) return;
  const {lesson} = gameOf(app.preset);
  explain(
    app,
    tag ? w.t(`tag.${tag}`) : w.game(),
    muss ? ['muss', 'seven_muss'] : [],
    () =>
      html`${tag ? html`<p>${app.voice.forced(app.view)} ${muss ? failureCost(app) : nothing}</p>${lobbyAnte(app)}` : nothing}
      <ul class="sums">${lines.slice(tag ? 1 : 0).map((line) => html`<li>${line}</li>`)}</ul>
      ${muss ? html`<p>${w.t('forced.means')} ${w.weli ? w.t('forced.weli', {card: w.card(w.weli)}) : nothing}</p>` : nothing}${
        lesson
          ? html`<p><a href=${to(`/learn/${lesson}`)}>${w.t('forced.lesson', {n: lesson})}</a></p>`
          : nothing
      }`,
  );
}
