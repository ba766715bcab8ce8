// The page of the rules: it is whole without this, which searches and prints.

/** wire makes search and print work within a page of rules. */
export function wire(/** @type {HTMLElement} */ root) {
  const field = /** @type {HTMLInputElement} */ (root.querySelector('input[name=q]'));
  const told = /** @type {HTMLOutputElement} */ (root.querySelector('output'));
  const parts = [...root.querySelectorAll('section')];
  field.addEventListener('input', () => {
    unmark(root);
    const word = field.value.trim().toLowerCase();
    let found = 0;
    for (const part of parts) {
      part.hidden = word !== '' && !part.textContent?.toLowerCase().includes(word);
      if (!part.hidden && word) found += mark(part, word);
    }
    told.textContent = word === '' ? '' : found ? `${found}` : (told.dataset.none ?? '');
  });
  root.querySelector('form')?.addEventListener('submit', (e) => e.preventDefault());
  root.querySelector('.print')?.addEventListener('click', () => print());
}

/**
 * mark shows where a word stands, and returns how often.
 * @param {Element} part
 * @param {string} word
 */
function mark(part, word) {
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walk.nextNode())
    if (!walk.currentNode.parentElement?.closest('svg'))
      texts.push(/** @type {Text} */ (walk.currentNode));
  let found = 0;
  for (const text of texts) {
    let rest = text;
    for (
      let at = rest.data.toLowerCase().indexOf(word);
      at >= 0;
      at = rest.data.toLowerCase().indexOf(word)
    ) {
      const hit = rest.splitText(at);
      rest = hit.splitText(word.length);
      const m = document.createElement('mark');
      m.className = 'hit';
      hit.replaceWith(m);
      m.append(hit);
      found++;
    }
  }
  return found;
}

/** @param {Element} root */
function unmark(root) {
  for (const m of root.querySelectorAll('mark.hit')) {
    const into = /** @type {Element} */ (m.parentElement);
    m.replaceWith(...m.childNodes);
    into.normalize();
  }
}

const page = /** @type {HTMLElement | null} */ (document.querySelector('body > .rules'));
if (page) wire(page);
