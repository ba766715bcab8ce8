// How much of each kind is said: all of it, short, or nothing. It is kept on the phone.

import {settings} from '../lib/settings.js';

/** kinds are the kinds of messages, with the levels of each. */
export const kinds = {
  turn: ['', 'short', 'off'],
  cards: ['', 'short', 'off'],
  money: ['', 'short', 'off'],
  chat: ['', 'off'],
  people: ['', 'off'],
};

/** @typedef {keyof typeof kinds} Kind */

export const every = /** @type {Kind[]} */ (Object.keys(kinds));

/**
 * profiles are what one key goes through: everything, short, and only the person's own affairs.
 * @type {Record<string, Partial<Record<Kind, string>>>}
 */
export const profiles = {
  all: {},
  short: {turn: 'short', cards: 'short', money: 'short'},
  own: {turn: 'short', cards: 'off', money: 'short', chat: 'off', people: 'off'},
};

/** level is how much is said of a kind. */
export const level = (/** @type {Kind} */ kind) => settings.get(`ear.${kind}`);

/** setLevel changes it, and notes for the next table whether a person wants less than all. */
export function setLevel(/** @type {Kind} */ kind, /** @type {string} */ value) {
  settings.set(`ear.${kind}`, value);
  noteWanted();
}

/** noteWanted says to the next page whether it needs this folder before a key is pressed. */
export const noteWanted = () =>
  settings.set(
    'ear',
    every.some(level) || settings.on('speak') || settings.on('reader') ? 'yes' : '',
  );

/** profile is which of the profiles holds now; '': a mixture. */
export const profile = () =>
  Object.keys(profiles).find((name) =>
    every.every((k) => level(k) === (profiles[name][k] ?? '')),
  ) ?? '';

/** nextProfile takes the next one, and returns its name. */
export function nextProfile() {
  const names = Object.keys(profiles);
  const next = names[(names.indexOf(profile()) + 1) % names.length];
  for (const k of every) setLevel(k, profiles[next][k] ?? '');
  return next;
}
