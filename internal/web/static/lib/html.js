// The templates of lit-html for pages that a browser translates. It puts <font> elements in the place of text, where lit-html writes to
// the text that it knows. Here a value is replaced whole.

import {_$LH} from '../vendor/lit-html.js';
import {showIn} from './kept.js';

export {html, nothing, render, svg} from '../vendor/lit-html.js';

const part = /** @type {any} */ (_$LH.I.prototype),
  set = part._$AI,
  template = part._$AC;

/** @this {any} */
part._$AI = function (/** @type {unknown} */ value, /** @type {unknown[]} */ ...more) {
  const text = ['string', 'number', 'bigint'].includes(typeof value) ? `${value}` : null;
  if (text !== null && text === this.told) return;
  this.told = text;
  const node = text && showIn(text, this.parentNode);
  if (text !== null && !node && this._$AA.nextSibling?.nodeType !== Node.TEXT_NODE)
    set.call(this, ''); // nothing of before stays
  set.call(this, node || value, ...more);
};

/** A value ends at what follows its mark. Text there would be gone once it is translated: an empty one isn't translated. */
part._$AC = function (/** @type {{strings: TemplateStringsArray}} */ result) {
  const made = template.call(this, result);
  if (!made.ends) {
    const marks = document.createTreeWalker(made.el.content, NodeFilter.SHOW_COMMENT);
    for (let c = marks.nextNode(); c; c = marks.nextNode())
      if (c.nextSibling?.nodeType === Node.TEXT_NODE) /** @type {Comment} */ (c).after('');
    made.ends = true;
  }
  return made;
};

// The Enter that ends a conversion of Japanese is no answer, in no field. Safari ends the conversion first, and tells it by 229.
addEventListener(
  'keydown',
  (e) => {
    if (e.key !== 'Enter' || !(e.isComposing || e.keyCode === 229)) return;
    e.preventDefault();
    e.stopImmediatePropagation();
  },
  true,
);
