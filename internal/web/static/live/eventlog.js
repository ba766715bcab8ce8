// What has happened at a table, told in order.

import {html} from '../lib/html.js';

/** log is what happened, in order. It stands at its end, and stays there while more happens (table.css). */
export const log = (
  /** @type {page.Page} */ app,
) => html`<section><h2 id="events">${app.words.t('ui.events')}</h2><div class="log" tabindex="0" role="region"
  aria-labelledby="events"><ol>${app.live.log.slice(-40).map((l) => html`<li>${l}</li>`)}</ol></div></section>`;
