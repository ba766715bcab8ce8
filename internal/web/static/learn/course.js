// The lessons as the server tells them, and which have been gone through.

import {settings} from '../lib/settings.js';
import {to} from '../lib/address.js';
import {remember, remembered} from '../lib/storage.js';
import {language} from '../lib/words.js';

/**
 * @typedef {lessons.Lesson} Lesson
 */

/**
 * lessons fetches all of them.
 * @returns {Promise<Lesson[]>}
 */
export async function lessons() {
  const deck = settings.get('deck');
  const answer = await fetch(to(`/api/lessons/${language()}${deck ? `?deck=${deck}` : ''}`));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).lessons;
}

/** done lists the numbers of lessons that have been gone through. */
export const done = () => (remembered('lessons') ?? '').split(',').filter(Boolean).map(Number);

/** @param {number} number */
export const finish = (number) => remember('lessons', [...new Set([...done(), number])].join(','));
