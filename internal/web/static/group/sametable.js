// The next table of a group, with the rules of its last evening.

import {ask, go} from '../lib/request.js';
import {remembered} from '../lib/storage.js';
import {to} from '../lib/address.js';

/**
 * sameTable makes it, enters it, so that the others find it on the group's page, and goes there.
 * @param {import('./group.js').Group} g
 * @param {group.Evening} e
 */
export async function sameTable(g, e) {
  const {words: w, now} = g;
  g.trouble = '';
  const [preset, ...options] = (e.rules ?? '').split(',');
  const book = await fetch(to('/api/rules')).then(
    (r) => r.json(),
    () => null,
  );
  const kinds = book?.presets.find((/** @type {httpd.Preset} */ p) => p.name === preset);
  /** @type {Record<string, string | number>} */
  const rules = {preset};
  for (const option of options) {
    const [key, value] = option.split('=');
    const amount =
      kinds?.options.find((/** @type {httpd.Option} */ o) => o.key === key)?.kind === 'amount';
    rules[key] = amount ? Number(value) : value;
  }
  const {seat, why} = await ask(w, '/api/tables', {
    name: (now?.member && g.name(now.member)) || remembered('name') || w.t('start.you'),
    rules,
    money: e.money,
    chairs: e.people.length,
  });
  if (!seat) {
    g.trouble = why;
    return g.draw();
  }
  await g.tell({enter: {table: seat.table, secret: seat.secret}});
  go(seat);
}
