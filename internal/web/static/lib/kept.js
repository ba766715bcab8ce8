// What no browser shall translate: names and cards, as soon as they are told, and numbers with their money.

/** @type {Set<string>} */
const words = new Set();

/** @type {RegExp | null} */
let pattern = null;

/** known says that these are names or cards. It returns the first. */
export function known(/** @type {string[]} */ ...texts) {
  for (const t of texts.filter((s) => s && !words.has(s))) {
    words.add(t);
    pattern = null;
  }
  return texts[0];
}

const run = '[\\p{sc=Latn}\\p{N}]';
const number = `(?:Fr\\.\\s?|[€¥$])?[+−-]?(?:Fr\\.\\s?|[€¥$])?\\p{N}${run}*(?:[.,'’:/]\\p{N}+)*(?:\\s?€|円|点|フラン|ユーロ|ドル)?`;

/**
 * pieces splits a text into what is kept as it is and the rest.
 * @param {string} text
 */
function pieces(text) {
  if (!pattern) {
    const names = [...words]
      .sort((a, b) => b.length - a.length)
      .map((n) => `${n.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!${run})|`); // whole words
    pattern = new RegExp(`(${names.join('')}${number})|${run}+`, 'gu');
  }
  /** @type {{text: string, kept: boolean}[]} */
  const list = [];
  let end = 0;
  for (const {1: kept, index = 0} of text.matchAll(pattern)) {
    if (!kept) continue;
    if (index > end) list.push({text: text.slice(end, index), kept: false});
    list.push({text: kept, kept: true});
    end = index + kept.length;
  }
  if (end < text.length) list.push({text: text.slice(end), kept: false});
  return list;
}

/** own makes what isn't translated. A name that is written from the right leaves what stands beside it in its place. */
const own = (/** @type {string} */ text) =>
  Object.assign(document.createElement('bdi'), {translate: false, textContent: text});

/**
 * shown makes what shows a text in this element; null: the text itself does.
 * @param {string} text
 * @param {Node | null} at
 */
export function showIn(text, at) {
  if (at instanceof SVGElement) at.setAttribute('translate', 'no'); // a drawing
  if (!(at instanceof HTMLElement)) return null;
  const list = pieces(text);
  const some = list.some((p) => p.kept);
  if (at instanceof HTMLOptionElement) at.translate = !some; // it holds nothing but text
  if (at instanceof HTMLOptionElement || !some) return null;
  if (list.length === 1) return own(text);
  const all = document.createElement('bdi'); // one element, so that a row of elements has as many as before
  all.append(...list.map((p) => (p.kept ? own(p.text) : p.text)));
  return all;
}

/** say writes a text into an element. */
export const say = (/** @type {HTMLElement} */ at, /** @type {string} */ text) =>
  at.replaceChildren(showIn(text, at) ?? text);
