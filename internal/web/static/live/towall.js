// A device that makes a table and is only its screen: it gives its seat back at once, and shows the code for those who come.

import {to} from '../lib/address.js';
import {ask} from '../lib/request.js';
import {Connection} from './connection.js';

/**
 * showOnly makes a table, leaves its first seat, and shows it.
 * @param {{w: page.Words, trouble: (why: string) => unknown}} page
 * @param {object} wanted of the table
 */
export async function showOnly(page, wanted) {
  const {seat, why} = await ask(page.w, '/api/tables', {name: 'TV', ...wanted});
  if (!seat) return page.trouble(why);
  const table = new Connection(seat.table, (what) => {
    if (what === 'hello') table.send({t: 'leave', chair: table.hello.chair});
    if (what === 'closed') location.assign(to(`/t/${seat.table}/wall?watch#${seat.code}`));
  });
  table.connect();
}
