// From the first page to a table without a pause: what the table is made of is fetched while the
// first page rests, and the table takes its place in the same document.

import {drawn} from '../table/cards.js';
import {canDeal, runs} from '../lib/localtable.js';
import {site, to} from '../lib/address.js';

/** blank is the page of a table before anything is known, and the links to its modules. */
const blank = /** @type {HTMLTemplateElement | null} */ (document.getElementById('blank'))?.content;

/** parts fetches the modules of a table. */
export const parts = () => document.head.append(...(blank?.querySelectorAll('link') ?? []));

/** here is the path of what is shown. */
let here = location.pathname;
addEventListener('popstate', () => {
  if (location.pathname !== here) location.reload();
}); // back or on, in the same document

/** painted resolves when the page has been drawn, or at once where the browser doesn't tell. */
const painted = () =>
  new Promise((resolve) => {
    if (!window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return resolve(null);
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length)
        (observer.disconnect(), resolve(null));
    }).observe({type: 'paint', buffered: true});
  });

/** near is whether the practice table needs no network any more: it runs, or is kept. */
export async function near() {
  try {
    return runs() || !!(await caches.match(to('/web/practice/practice.wasm')));
  } catch {
    return false; // the browser keeps nothing
  }
}

const halt = new AbortController();

/** stop ends the fetching of the practice table: another one is waited for. */
export const stop = () => halt.abort();

/**
 * ahead fetches what a table is made of once the page is drawn, unless data has to be saved: first the practice table, which is most
 * of it, and the rest when the page rests. It ends when all of that is here,
 * and says whether one plays meanwhile.
 * @param {string} deck
 * @param {boolean} deals the browser can have the practice table
 */
export async function fetchAhead(deck, deals) {
  if (navigator.connection?.saveData) return false;
  await painted(); // an idle moment may come before
  const table =
    deals && canDeal()
      ? import('../local/browserhost.js')
          .then((host) => host.warmAhead(halt.signal))
          .catch(() => {})
      : null;
  if (site) return (await table, false);
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ f) => setTimeout(f, 500));
  await new Promise((rests) => idle(() => rests(null)));
  parts();
  await Promise.all([drawn(deck), drawn('coins')]).catch(() => {}); // then when somebody sits down
  await table;
  return halt.signal.aborted;
}

/**
 * sit goes to a table.
 * @param {string} address
 * @param {string} [secret] of the seat that one has got there
 */
export async function sit(address, secret = '') {
  if (site || !blank) return void location.assign(to(address));
  parts();
  here = to(address);
  const keyed = document.activeElement?.matches(':focus-visible');
  history.pushState({keyed, ...(secret && {seat: secret})}, '', here);
  const body = document.createElement('body');
  body.className = 'table';
  body.append(blank);
  document.body.replaceWith(body);
  await import('../live/app.js').catch(() => location.reload());
}
