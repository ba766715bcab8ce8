// The evenings at which one has sat, with this browser: for the replay.

import {remember, remembered} from './words.js';

const most = 12;

/**
 * @typedef {{id: string, preset: string, at: number}} Evening
 * @returns {Evening[]}
 */
export function evenings() {
  try {
    const list = JSON.parse(remembered('evenings') ?? '[]');
    return Array.isArray(list) ? list.filter((e) => typeof e?.id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * sat keeps that one has a chair at a table.
 * @param {string} id
 * @param {string} preset
 */
export function sat(id, preset) {
  remember('evenings', JSON.stringify([{id, preset, at: Date.now()}, ...evenings().filter((e) => e.id !== id)].slice(0, most)));
}
