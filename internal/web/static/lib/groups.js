// How an evening gets a group, and how a code lets this browser into one.

import {to} from './address.js';
import {remember, remembered} from './storage.js';

/** roomForGroups remembers how high the first page's list of groups was, in pixels; 0: there is none. */
export const roomForGroups = (/** @type {number} */ height) => remember('groups', `${height}`);

/** knowsGroup remembers that there is a group. */
export const knowsGroup = () => roomForGroups(Math.max(62, Number(remembered('groups'))));

/**
 * post sends JSON, and gives the status and the answer.
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  const r = await fetch(to(path), {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
  return {ok: r.ok, got: await r.json()};
}

/**
 * leads goes to a group that has let this browser in. The link has its key where no cookie is kept.
 * @param {httpd.GroupKeys} keys
 */
export function leads({id, key, members}) {
  knowsGroup();
  const given = members || key;
  location.assign(to(`/g/${id}${!navigator.cookieEnabled && given ? `#${given}` : ''}`));
}

/** enterGroup lets this browser in by a code, and says whether it does. */
export async function enterGroup(/** @type {string} */ code) {
  const answer = await post('/api/groups/code', {code: code.trim()}).catch(() => null);
  if (answer?.ok) leads(answer.got);
  return !!answer?.ok;
}

/**
 * keepGroup makes a group of those who sat at an evening, or goes to the one that it has. It gives why not, or null.
 * @param {httpd.NewGroup} ask
 * @returns {Promise<httpd.Problem | null>}
 */
export async function keepGroup(ask) {
  const answer = await post(`/api/groups?lang=${document.documentElement.lang}`, ask).catch(
    () => null,
  );
  if (answer?.ok) leads(answer.got);
  return answer ? (answer.ok ? null : answer.got) : {code: 'network'};
}

/** keepTable does so for an evening at a table, at which this browser has a seat. */
export async function keepTable(
  /** @type {string} */ table,
  /** @type {httpd.NewGroup} */ ask,
  /** @type {string} */ held,
) {
  const seat = await fetch(
    to(`/api/seat/${table}`),
    held ? {headers: {Authorization: `Bearer ${held}`}} : {},
  )
    .then((r) => r.json())
    .catch(() => null);
  if (!seat?.link) return {code: 'network'};
  return keepGroup({...ask, enter: {table, secret: seat.link.split('#')[1]}});
}
