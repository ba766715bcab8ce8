// Who is away: since when, and a bot in their place.

import {html, nothing} from '../lib/html.js';

const short = 5000; // milliseconds: who only loads the page again isn't away

/**
 * gone is how long the person on a chair has been away, in milliseconds; 0: they are there, or nobody waits for them.
 * @param {page.Page} app
 * @param {number} chair
 */
export function gone(app, chair) {
  const c = app.info.chairs[chair];
  const ms = c?.away && c.since && !c.bot && !app.alone ? Date.now() + app.table.skew - c.since : 0;
  return ms > short ? ms : 0;
}

/** played is whether a bot decides for the person on a chair: somebody has asked for it, or they have been away for long. */
export const played = (/** @type {page.Page} */ app, /** @type {number} */ chair) =>
  app.info.chairs[chair].stand_in || gone(app, chair) >= (app.config?.away || Infinity);

/**
 * since says that a person is away and for how long; '': they aren't.
 * @param {page.Page} app
 * @param {number} chair
 */
export function since(app, chair) {
  const ms = gone(app, chair);
  if (!ms) return '';
  const {name} = app.info.chairs[chair];
  const n = Math.floor(ms / 1000);
  const key = played(app, chair) ? 'rights.standin.alone' : n < 120 ? 'away.since' : 'away.minutes';
  return app.words.t(key, {name, to: name, n: n < 120 ? n : Math.floor(n / 60)});
}

/**
 * substitute is the button for a bot in the place of a person who is away, as soon as one may ask for it.
 * @param {page.Page} app
 * @param {number} chair
 * @param {() => void} [then]
 */
export function substitute(app, chair, then) {
  const c = app.info.chairs[chair];
  const [host, others] = app.table.hello.stand_in ?? []; // after how long they may ask
  if (
    app.chair < 0 ||
    !c ||
    played(app, chair) ||
    app.info.stage === 'over' ||
    !(gone(app, chair) >= (app.info.host === app.chair ? host : others))
  )
    return nothing;
  const ask = () => {
    app.table.send({t: 'standin', chair});
    then?.();
  };
  return html`<button type="button" class="meek" data-do="standin" @click=${ask}><b>${app.words.t(
    'ui.do.standin',
    {name: c.name},
  )}</b><small>${app.words.t('away.declares', {name: c.name})}</small></button>`;
}

/** absent says in the foot who is away: the one whose turn it is, or else the first. */
export function absent(/** @type {page.Page} */ app) {
  const {chairs} = app.info;
  const at = gone(app, app.table.turn)
    ? app.table.turn
    : chairs.findIndex((_, i) => gone(app, i) && !played(app, i));
  const text = since(app, at);
  return text
    ? html`<p class="wait absent">${text}</p><div class="acts">${substitute(app, at)}</div>`
    : nothing;
}
