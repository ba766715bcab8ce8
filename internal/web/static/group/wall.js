// A group on a screen on the wall: where they all stand, the last evening, and the next one. It is opened with the key to look, and
// nothing here can be pressed but the way home.

import {html, nothing} from '../lib/html.js';
import {to} from '../lib/address.js';
import {colours} from '../lib/eveningpicture.js';
import {about, course, date, lastOf} from './shown.js';

/** @typedef {import('./group.js').Group} Group */

const most = 8; // people of whom a screen shows the standing, the best

/** wallPage is all of it. */
export function wallPage(/** @type {Group} */ g) {
  const {words: w, now} = g;
  const says = g.missing ? 'group.wall.none' : g.offline ? 'group.wall.offline' : 'ui.connecting';
  return html`<div data-wall><header class="hero"><h1><a href=${to('/')}>${now?.name || w.t('group.title')}</a></h1>
    <p role="status">${now && !g.offline ? '' : w.t(says)}</p></header>${now ? shown(g, now) : nothing}</div>`;
}

/**
 * shown is what there is to see of a group.
 * @param {Group} g
 * @param {httpd.GroupState} now
 */
function shown(g, now) {
  const {words: w} = g;
  const of = now.standings.find((s) => s.money === now.money) ?? now.standings[0];
  const last = lastOf(now);
  return html`<section id="standings"><h2>${w.t('group.standings')}</h2>${
    of
      ? html`<ol class="standings">${of.rows.slice(0, most).map(
          (r) =>
            html`<li><i class="dot c${r.member % colours.length}"></i><span class="name">${g.name(r.member)}</span><b
          class=${r.won < 0 ? 'minus' : 'plus'}>${w.balance(r.won, of.money)}</b></li>`,
        )}</ol>`
      : html`<p>${w.t('group.empty')}</p>`
  }</section>
  <section class="course">${of && of.evenings.length > 1 ? course(g, of) : nothing}</section>
  ${
    last
      ? html`<section id="last"><h2>${w.t('group.last')}: ${about(g, last)}</h2><p>${[
          ...last.people,
        ]
          .sort((a, b) => b.won - a.won)
          .map(
            (p) => html`<span>${g.sat(p)} <b>${w.balance(p.won, last.money)}</b></span> `,
          )}</p></section>`
      : nothing
  }
  ${
    now.next
      ? html`<section id="next"><h2>${w.t('group.next')}: ${date(w, now.next)}</h2>
      <p>${now.next.where ? `${now.next.where} · ` : nothing}${w.t('group.coming', {n: now.next.come})}</p></section>`
      : nothing
  }`;
}
