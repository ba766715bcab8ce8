// What makes the pages open without a network: a service worker, and what it fetches for
// that when nobody waits. Over plain http browsers have none; one plays all the same.

import {language} from './words.js';
import {site, to} from './address.js';

/** offline keeps the pages, unless somebody has to save data. The page is installed under a name in the reader's language. */
export async function offline() {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', to(`/web/app/app.${language()}.webmanifest`));
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(to(site ? '/sw.js' : '/web/practice/sw.js'), {scope: to('/')});
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ f) => setTimeout(f, 2000));
  const installed = matchMedia('(display-mode: standalone)').matches; // somebody wants all of it here
  if (installed || !navigator.connection?.saveData) idle(() => keep({later: language(), module: installed}));
}

/**
 * keep says what will be needed without a network.
 * @param {{later?: string, module?: boolean}} what later: the pages beside the table, in a language; module: the table
 */
export async function keep(what) {
  if (await navigator.serviceWorker?.getRegistration()) (await navigator.serviceWorker.ready).active?.postMessage(what);
}
