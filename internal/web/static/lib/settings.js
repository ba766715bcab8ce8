// Personal settings, kept in the browser.

import {remember, remembered} from './storage.js';

/** @type {(() => void)[]} */
const listeners = [];
const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * early is what holds until somebody has chosen: sounds only where there is a mouse.
 * @type {Record<string, () => string>}
 */
const early = {
  sound: () => (matchMedia('(hover: hover) and (pointer: fine)').matches ? 'yes' : ''),
};

export const settings = {
  /** @param {string} key */
  get: (key) => remembered(`set.${key}`) ?? '',
  /** @param {string} key */
  on: (key) => (remembered(`set.${key}`) ?? early[key]?.()) === 'yes',
  /**
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    remember(`set.${key}`, value);
    apply();
    for (const l of listeners) l();
  },
  /** @param {() => void} l */
  changed: (l) => void listeners.push(l),
  /** motion is how many milliseconds a card takes to its place; 0: it is there at once. */
  motion: () =>
    still.matches ? 0 : ({slow: 900, fast: 180, off: 0}[settings.get('speed')] ?? 420),
};

/** apply brings the settings to the page, and says whether letters leave a window little room: what stands side by side breaks then. */
function apply() {
  const {classList, dataset, style} = document.documentElement;
  style.fontSize = settings.get('text');
  classList.toggle(
    'tight',
    innerWidth <= 17 * parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  dataset.theme = settings.get('theme') || 'auto';
  classList.toggle('cards-four', settings.on('four'));
  classList.toggle('still', settings.motion() === 0);
  classList.toggle('cards-large', settings.on('large'));
}
apply();
addEventListener('resize', apply);
