// What makes the pages open without a network: a service worker, and what it fetches for
// that when nobody waits. Over plain http browsers have none; one plays all the same.

import {language} from './words.js';
import {site, to} from './address.js';

/** rested resolves when nobody waits for anything: at a table with its first question. Other files would share the line with its cards. */
const rested = () =>
  new Promise((done) => {
    const at = () =>
      document.getElementById('start') ||
      document.body.dataset.ask ||
      ['lobby', 'between', 'over'].includes(document.body.dataset.stage ?? '');
    const look = () => (at() ? done(null) : setTimeout(look, 300));
    look();
  });

/**
 * offline keeps the pages, once nobody waits. The page is installed under a name in the reader's language.
 * @param {boolean} plays somebody plays: then the table is kept, too
 */
export async function offline(plays) {
  document
    .querySelector('link[rel=manifest]')
    ?.setAttribute('href', to(`/web/app/app.${language()}.webmanifest`));
  if (!navigator.serviceWorker) return;
  await rested();
  await navigator.serviceWorker.register(to(site ? '/sw.js' : '/web/practice/sw.js'), {
    scope: to('/'),
  });
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ f) => setTimeout(f, 2000));
  const all = matchMedia('(display-mode: standalone)').matches; // somebody wants all of it here
  const later = all || !navigator.connection?.saveData ? language() : '';
  if (later || plays)
    idle(async () =>
      (await navigator.serviceWorker.ready).active?.postMessage({later, module: all || plays}),
    );
}
