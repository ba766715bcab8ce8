// Faces for those who sit at a table, drawn from their names: the same name has the same face
// on every device, and each chair its colour. They tell nothing that the name doesn't.

import {html, svg} from '../lib/html.js';

const skins = ['#f6d7bd', '#eec19c', '#d9a074', '#b57a4e', '#8a5a3a'];
const hairs = ['#2b2018', '#5a3a22', '#8c5a2b', '#c9974a', '#b9b2a8', '#a5492c'];
const coats = ['#f4ead2', '#2f3e4e', '#7c2d2d', '#31553f', '#55407a', '#c7b58c'];

/** hash is a number for a text, well spread. */
function hash(/** @type {string} */ text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619);
  h ^= h >>> 15;
  return Math.imul(h, 0x2c1b3c6d) >>> 0;
}

/** Hair and hats, each behind the head and before it. */
const tops = [
  (/** @type {string} */ c) => [
    '',
    svg`<path fill=${c} d="M13 22c-1-11 4-15 11-15s12 4 11 15c-2-6-4-8-6-8-5 2-11 1-13 0-1 2-2 4-3 8z"></path>`,
  ],
  (/** @type {string} */ c) => [
    svg`<path fill=${c} d="M12 20C11 8 18 6 24 6s13 2 12 14l2 16H10z"></path>`,
    svg`<path fill=${c} d="M14 20c1-9 6-11 12-10 5 0 8 4 8 10-4-1-8-3-10-6-2 3-5 5-10 6z"></path>`,
  ],
  (/** @type {string} */ c) => [
    svg`<circle fill=${c} cx="24" cy="6.5" r="5"></circle>`,
    svg`<path fill=${c} d="M13 21C12 11 18 8 24 8s12 3 11 13c-3-4-6-7-11-7s-8 3-11 7z"></path>`,
  ],
  (/** @type {string} */ c) => [
    '',
    svg`<g fill=${c}><circle cx="15" cy="15" r="4.5"></circle><circle cx="19" cy="10.5" r="4.8"></circle><circle
    cx="25" cy="9" r="5"></circle><circle cx="30.5" cy="11.5" r="4.8"></circle><circle cx="33.5" cy="16" r="4.2"></circle></g>`,
  ],
  (/** @type {string} */ c) => [
    '',
    svg`<path fill=${c} d="M13.5 24c-2-2-1-5 0-6 0 2 1 3 2 4zM34.5 24c2-2 1-5 0-6 0 2-1 3-2 4z"></path>`,
  ],
  (/** @type {string} */ c) => [
    svg`<path fill=${c} d="M13 18h22v7H13z"></path>`,
    svg`<path fill="#3b4a3a" d="M8 17c5 2 27 2 32 0-3-2-5-3-6-3C33 7 29 5 24 5S15 7 14 14c-2 0-4 1-6 3z"></path><path
      fill="#c9a24a" d="M14 13c6 2 14 2 20 0v2c-6 2-14 2-20 0z"></path>`,
  ],
  (/** @type {string} */ c) => [
    svg`<path fill=${c} d="M13 20C11 12 16 8 24 8s13 4 11 12l1 9c2 6-1 7-4 6V20H16v15c-3 1-6 0-4-6z"></path>`,
    svg`<path fill=${c} d="M14 19c0-7 4-10 10-10s10 3 10 10c-6-1-11-3-13-5-1 3-4 4-7 5z"></path>`,
  ],
];

const extras = [
  '',
  '',
  '',
  svg`<g fill="none" stroke="#2b2b30" stroke-width="1.3"><circle cx="19.5" cy="22" r="3.6"></circle><circle
    cx="28.5" cy="22" r="3.6"></circle><path d="M23 22h2"></path></g>`,
  'beard',
  'moustache',
];

/** portrait draws somebody. */
export function portrait(/** @type {string} */ name) {
  const h = hash(name);
  const pick = (/** @type {any[]} */ list, /** @type {number} */ by) =>
    list[Math.floor(h / by) % list.length];
  const skin = pick(skins, 1);
  const hair = pick(hairs, 7);
  const [behind, before] = pick(tops, 53)(hair);
  const extra = pick(extras, 419);
  const smile = pick(
    ['M20 28.500c2 2 6 2 8 0', 'M20.5 28.500c2 1.2 5 1.2 7 0', 'M20 28c1 3 7 3 8 0z'],
    2917,
  );
  return html`<svg class="face" viewBox="0 0 48 48" aria-hidden="true">${behind}<path fill=${pick(coats, 11)} d="M5 49c1-11 9-14 19-14s18 3 19 14z"></path><path
    fill=${skin} d="M20 29h8v7c-2 3-6 3-8 0z"></path><path fill="#0002" d="M20 31c2 3 6 3 8 0v3c-3 2-5 2-8 0z"></path><g fill=${skin}><ellipse cx="24" cy="21.5"
    rx="10" ry="11.5"></ellipse><circle cx="14" cy="22" r="2.2"></circle><circle cx="34" cy="22" r="2.2"></circle></g>${
      extra === 'beard'
        ? svg`<path fill=${hair} d="M14.5 23c0 8 4 12 9.5 12s9.5-4 9.5-12c-2 3-4 4-5 4-3-1-6-1-9 0-1 0-3-1-5-4z"></path>`
        : ''
    }${before}<g
    fill="#2b211a"><circle cx="19.8" cy="22" r="1.4"></circle><circle cx="28.2" cy="22" r="1.4"></circle></g><path fill="none" stroke="#0004"
    stroke-width="1.2" stroke-linecap="round" d="M24 22.500l-1 3h1.5"></path><path fill="none" stroke="#7c3327" stroke-width="1.4" stroke-linecap="round"
    d=${smile}></path>${
      extra === 'moustache'
        ? svg`<path fill=${hair} d="M24 26c-3 0-5 1-6 3 3 0 5 0 6-1.5 1 1.5 3 1.5 6 1.5-1-2-3-3-6-3z"></path>`
        : typeof extra === 'string'
          ? ''
          : extra
    }</svg>`;
}
