// The cards on the page: one button for each card of the pack, for good. They are
// moved from one layout to the next; whatever the next one is.

import {everyCard} from '../lib/games.js';
import {once} from '../lib/address.js';

/** A card is so much higher than wide. */
export const tall = 200 / 128;

const base = 128; // pixels a card is wide before it is scaled

const svg = 'http://www.w3.org/2000/svg';

/** drawn is the text of a deck's symbols, or of the coins'. */
export const drawn = (/** @type {string} */ name) =>
  once(new URL(`../cards/${name}.svg`, import.meta.url).href);

/** wanted is the deck of the table; '': there is no table yet. */
let wanted = '';

/** sheet brings the symbols of a deck, or of the coins, into the page, unless a table has asked for another deck meanwhile. */
export async function sheet(/** @type {string} */ name) {
  const text = await drawn(name);
  if (wanted && ![wanted, 'coins'].includes(name)) return;
  const root = document.adoptNode(
    new DOMParser().parseFromString(text, 'image/svg+xml').documentElement,
  );
  root.setAttribute('class', 'sheet');
  root.dataset.sheet = name; // not as a class: `.coins` is a heap of them
  root.setAttribute('aria-hidden', 'true');
  document.documentElement.append(root); // not in the body: what the table sets there isn't worked out for each of their parts
}

/** sheets brings those of a deck and of the coins, instead of those of another deck. */
export async function fetchSheets(/** @type {string} */ deck) {
  wanted = deck;
  const names = [deck, 'coins'];
  for (const s of document.querySelectorAll('svg.sheet'))
    if (!names.includes(/** @type {SVGElement} */ (s).dataset.sheet ?? '')) s.remove();
  await Promise.all(names.map((n) => document.querySelector(`[data-sheet=${n}]`) ?? sheet(n)));
}

/** face makes the picture of a card. */
export function face(/** @type {string} */ id) {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 128 200');
  picture.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svg, 'use');
  use.setAttribute('href', `#${id}`);
  picture.append(use);
  return picture;
}

/** Cards are all cards of a table. */
export class Cards {
  /**
   * @param {HTMLElement} box
   * @param {(card: string) => void} tapped
   */
  constructor(box, tapped) {
    this.box = box;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, page.Place>} */
    this.at = new Map();
    /** @type {Map<HTMLButtonElement, Animation>} */
    this.leaving = new Map(); // to ask the browser for them would let it lay out the page for each card
    for (const c of everyCard) {
      const b = document.createElement('button');
      b.className = 'card';
      b.type = 'button';
      b.dataset.card = c;
      b.hidden = true;
      b.addEventListener('click', () => tapped(c));
      this.buttons.set(c, b);
      box.append(b);
    }
    /** @type {HTMLElement[]} */
    this.backs = [];
  }

  /**
   * move brings the cards to their places.
   * @param {page.Layout} next
   * @param {{ms: number, from: (card: string) => {x: number, y: number, w: number} | undefined}} how
   */
  move(next, how) {
    for (const [c, b] of this.buttons) {
      const to = next.cards.get(c);
      const was = this.at.get(c);
      if (!to) {
        if (was) this.leave(b, was, next, how.ms);
        this.at.delete(c);
        continue;
      }
      this.place(b, c, was, to, how);
      this.at.set(c, to);
    }
    this.down(next.hidden);
  }

  /**
   * @param {HTMLButtonElement} b
   * @param {string} c
   * @param {page.Place | undefined} was
   * @param {page.Place} to
   * @param {{ms: number, from: (card: string) => {x: number, y: number, w: number} | undefined}} how
   */
  place(b, c, was, to, how) {
    if (!b.firstChild) b.append(face(c));
    const start = was ?? (b.hidden ? how.from(c) : undefined) ?? to;
    b.hidden = false;
    this.leaving.get(b)?.cancel();
    this.leaving.delete(b);
    b.classList.toggle('dim', !!to.dim);
    b.classList.toggle('gone', !!to.gone);
    b.style.zIndex = `${to.z ?? 0}`;
    const end = transform(to);
    if (b.dataset.at === end) return;
    b.dataset.at = end;
    b.style.transform = end;
    const fade = !!to.gone;
    b.style.opacity = fade ? '0' : '';
    if (how.ms === 0) return;
    const frames = [
      {transform: transform(start), ...(fade ? {opacity: 1} : {})},
      {transform: end, ...(fade ? {opacity: 0} : {})},
    ];
    const a = b.animate(frames, {
      duration: how.ms * (fade ? 1.4 : 1),
      easing: 'cubic-bezier(.3,.8,.3,1)',
    });
    a.id = 'move';
  }

  /**
   * leave lets a card go that nobody sees any more: to the stock.
   * @param {HTMLButtonElement} b
   * @param {page.Place} was
   * @param {page.Layout} next
   * @param {number} ms
   */
  leave(b, was, next, ms) {
    b.dataset.at = '';
    b.style.opacity = '';
    if (ms === 0 || was.gone) {
      b.hidden = true;
      return;
    }
    const a = b.animate(
      [
        {transform: transform(was)},
        {transform: transform({...next.stock, w: next.small, turn: 12}), opacity: 0},
      ],
      {duration: ms, easing: 'ease-in', fill: 'forwards'},
    );
    a.id = 'leave';
    this.leaving.set(b, a);
    a.onfinish = () => {
      b.hidden = true;
      a.cancel();
    };
  }

  /** down lays cards face down. */
  down(/** @type {page.Place[]} */ places) {
    while (this.backs.length < places.length) {
      const d = document.createElement('div');
      d.className = 'card back';
      d.append(face('back'));
      this.backs.push(d);
      this.box.append(d);
    }
    this.backs.forEach((d, i) => {
      d.hidden = i >= places.length;
      if (places[i]) d.style.transform = transform(places[i]);
    });
  }
}

/** transform writes a place for CSS. */
const transform = (/** @type {{x: number, y: number, w: number, turn?: number}} */ p) =>
  `translate(${(p.x - base / 2).toFixed(1)}px, ${(p.y - (base * tall) / 2).toFixed(1)}px) rotate(${p.turn ?? 0}deg) scale(${(p.w / base).toFixed(4)})`;
