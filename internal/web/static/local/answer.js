// Requests that the browser can answer itself: of its own tables always, and about hands
// where no server can be reached.

import {canDeal, own} from '../lib/localtable.js';
import {bearer} from '../lib/request.js';
import {site, to} from '../lib/address.js';

/**
 * reach is fetch for them.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function reach(path, init) {
  const of = new URL(path, location.href);
  const [, , what, id] = of.pathname.split('/');
  if (what === 'seat' && own(id)) return (await import('./browserhost.js')).answer('hands', id);
  const here = async () =>
    (await import('./browserhost.js')).answer(
      what,
      String(init?.body),
      of.searchParams.get(what === 'hand' ? 'view' : 'seat') ?? '',
    );
  const may = ['hand', 'review'].includes(what) && canDeal();
  if (site && may) return here();
  try {
    return await fetch(to(path), what === 'seat' ? {...init, headers: bearer()} : init);
  } catch (err) {
    if (!may) throw err;
    return here();
  }
}
