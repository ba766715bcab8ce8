// What makes the pages open without a network: a service worker, and what it fetches for
// that when nobody waits. Over plain http browsers have none; one plays all the same.

import {language} from './words.js';

/** offline keeps the pages, unless somebody has to save data. */
export async function offline() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register('/web/practice/sw.js', {scope: '/'});
  const {active} = await navigator.serviceWorker.ready;
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ f) => setTimeout(f, 2000));
  if (!navigator.connection?.saveData) idle(() => active?.postMessage({later: language()}));
}
