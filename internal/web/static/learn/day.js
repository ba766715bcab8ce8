// The days of the puzzles: each game has another puzzle every day.

import {games as all} from '../lib/games.js';

/** games are those that have puzzles. */
export const puzzleGames = Object.keys(all).filter((preset) => all[preset].puzzles);

const day = 86_400_000; // in milliseconds

/** today is the number of the day where one is, since 1 January 1970. */
export const today = (now = new Date()) =>
  Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / day);

/** dateOf is a day as 2026-12-24. */
export const dateOf = (/** @type {number} */ n) => new Date(n * day).toISOString().slice(0, 10);

/** dayOf is the day of such a date; infinite if it isn't one. */
export function dayOf(/** @type {string} */ date) {
  const n = Date.parse(date) / day;
  return Number.isInteger(n) && dateOf(n) === date ? n : Infinity;
}
