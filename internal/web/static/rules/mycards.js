// Your own cards on the page of a chart: play or not, and what it is worth, before any grid. The figures are those
// of the grids, found by the kind of hand (package analysis/chart, kind.go).

import {showIn, say as write} from '../lib/kept.js';

/**
 * kindOf returns the row and the column of a hand.
 * @param {string[]} hand
 * @param {string[]} order the trumps, the highest first
 * @param {string} up the upcard, if it lies on the table
 * @param {boolean} six whether the trump six counts as the upcard
 * @param {string} beside the two highest ranks of the other suits
 */
export function kindOf(hand, order, up, six, beside) {
  const trumps = hand.filter((c) => order.includes(c));
  const aside = hand.filter((c) => !order.includes(c));
  const [first, second] = [...beside].map((r) => aside.filter((c) => c[0] === r).length);
  const above = Math.min(
    ...trumps.map(
      (c) =>
        order
          .slice(0, order.indexOf(six && up && c === `6${up[1]}` ? up : c))
          .filter((o) => o !== up).length,
    ),
  );
  const step = above > 4 ? 0 : above > 2 ? 1 : 4 - above;
  const n = trumps.length;
  return {
    row: n === 0 ? 0 : n < 3 ? 1 + (n - 1) * 5 + step : 11 + [0, 0, 1, 1, 2][step],
    column: first > 1 ? 5 : first ? 3 + Math.min(second, 1) : Math.min(second, 2),
  };
}

/** plain is a text as names are looked for in it. */
const plain = (/** @type {string} */ text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-\s、]+/g, ' ');

/**
 * letters are those that a suit is written with: the first of its name if no other begins so, and that of the open format
 * unless a name begins with it.
 * @param {string} suit
 * @param {Record<string, string>} names those of all suits
 */
const letters = (suit, names) =>
  [names[suit][0], suit].filter((l) =>
    Object.keys(names).every((s) => names[s][0] !== l || (s === suit && names[suit][0] === l)),
  );

/** wire answers which cards were chosen. */
function wire(/** @type {HTMLFormElement} */ form) {
  const {words = '', size = '', lies, six, beside = ''} = form.dataset;
  const say = JSON.parse(words);
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('[type=checkbox]')]);
  const [typed, up] = /** @type {HTMLInputElement[]} */ ([
    form.querySelector('[name=typed]'),
    form.querySelector('[name=up]'),
  ]);
  const [told, out] = /** @type {HTMLElement[]} */ ([
    form.querySelector('output'),
    form.querySelector('tbody'),
  ]);
  const name = (/** @type {HTMLInputElement} */ b) => b.getAttribute('aria-label') ?? '';
  const suits = Object.fromEntries(
    [...form.querySelectorAll('fieldset')].map((f) => [
      f.dataset.suit,
      plain(f.querySelector('legend')?.textContent ?? ''),
    ]),
  );
  const names = boxes
    .map((b) => {
      const ranks = [
        b.value[0].replace('T', '10'),
        b.value[0],
        b.nextElementSibling?.textContent ?? '',
      ];
      return {
        b,
        forms: [name(b), ...letters(b.value[1], suits).flatMap((l) => ranks.map((r) => r + l))].map(
          plain,
        ),
      };
    })
    .sort((a, b) => b.forms[0].length - a.forms[0].length);
  /** read ticks what has been typed: names of cards first, then letters as in Ah or 10c. */
  const read = () => {
    let text = plain(typed.value);
    for (const {b, forms} of names) {
      b.checked = text.includes(forms[0]);
      text = text.replace(forms[0], ' ');
    }
    const left = text.split(/[\s,;、，]+/);
    for (const {b, forms} of names) b.checked ||= forms.some((f) => left.includes(f));
  };
  const show = () => {
    for (const b of boxes) b.disabled = lies === 'true' && b.value === up.value;
    const hand = boxes.filter((b) => b.checked && !b.disabled).map((b) => b.value);
    const whole = hand.length === Number(size) && up.value !== '';
    out.parentElement?.toggleAttribute('hidden', !whole);
    write(told, `${hand.length} / ${size}`);
    if (!whole) return;
    const order = (
      form.querySelector(`[data-suit=${up.value[1]}]`)?.getAttribute('data-trumps') ?? ''
    ).split(' ');
    const at = kindOf(hand, order, lies === 'true' ? up.value : '', six === 'true', beside);
    const group = {A: '0', K: '1', Q: '1'}[up.value[0]] ?? '2';
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('figure[data-mine]')])
      .filter(({dataset: {up: of}}) => of === group || of === '-1')
      .map((f) => {
        const cell = f
          .querySelector(`tbody tr:nth-child(${at.row + 1})`)
          ?.querySelector(`td:nth-of-type(${at.column + 1})`);
        const worth = cell?.querySelector('i')?.textContent ?? '';
        const key =
          worth === ''
            ? 'rare'
            : worth.startsWith('+')
              ? 'yes'
              : worth.startsWith('(')
                ? 'even'
                : 'no';
        return {
          key,
          call: key === 'yes' ? (cell?.getAttribute('data-call') ?? say.yes) : say[key],
          worth,
          place: f.dataset.mine ?? '',
          ask: f.closest('section')?.querySelector('h2')?.textContent ?? '',
        };
      });
    const asks = [...new Set(rows.map((r) => r.ask))];
    told.replaceChildren(
      ...asks.map((ask) => {
        const calls = new Set(rows.filter((r) => r.ask === ask).map((r) => r.call));
        return line('p', `${ask} – `, line('b', calls.size > 1 ? say.some : [...calls][0]));
      }),
    );
    out.replaceChildren(
      ...rows.map((r, i) => {
        const tr = line('tr', line('th', r.place), line('td', r.call), line('td', r.worth));
        tr.className = `${r.key}${i && r.ask !== rows[i - 1].ask ? ' next' : ''}`;
        return tr;
      }),
    );
  };
  form.addEventListener('input', (e) => {
    if (e.target === typed) read();
    else if (e.target !== up && typed.value)
      typed.value = boxes
        .filter((b) => b.checked)
        .map(name)
        .join(', '); // one says what the other does
    show();
  });
  form.addEventListener('submit', (e) => e.preventDefault());
  form.hidden = false;
  show();
}

/**
 * line is an element with what stands in it.
 * @param {string} name
 * @param {...(string | Node)} within
 */
function line(name, ...within) {
  const e = document.createElement(name);
  e.append(...within.map((x) => (typeof x === 'string' ? (showIn(x, e) ?? x) : x)));
  return e;
}

const form = typeof document === 'undefined' ? null : document.querySelector('#mine form');
if (form) wire(/** @type {HTMLFormElement} */ (form));
