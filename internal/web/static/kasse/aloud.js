// The speaking desk: a phone between the cards says the calls, who pays, the pot, and whose deal it is.

import {speak} from '../lib/speak.js';
import {remember, remembered} from '../lib/storage.js';

/** speaks is whether this phone does, which it doesn't until somebody wants it. */
export const speaks = () => remembered('kasse.speak') === 'yes';

export const setSpeaks = (/** @type {boolean} */ on) => remember('kasse.speak', on ? 'yes' : '');

/** declarerOf is what who declares is called in an evening's game. */
export const declarerOf = (/** @type {desk.App} */ {w, page}) =>
  w.glossary[`role.${page.preset.split('-')[0]}.declarer`] ?? w.t('role.declarer');

/**
 * calls are the calls since a page was drawn.
 * @param {desk.App} app
 * @param {desk.Page} was
 */
function calls(app, was) {
  const {w, page} = app;
  const before = new Map(was.draft.seats.map((s) => [s.who, s]));
  return page.draft.seats.flatMap((s) => {
    const b = before.get(s.who);
    if (!s.in || (b?.in && b.declares === s.declares)) return [];
    return [`${page.people[s.who]}: ${s.declares ? declarerOf(app) : w.t('kasse.in')}.`];
  });
}

/** gains are what an entry has brought to whom, or taken, if anything. */
export const gains = (/** @type {desk.Step} */ {shares}) =>
  shares
    .map((x) => ({who: x.who, n: x.payout + (x.end ?? 0) - x.penalty - x.paid}))
    .filter((x) => x.n);

/** booked is how the last entry moved money, the pot now, and who deals. */
function booked(/** @type {desk.App} */ {w, page}) {
  const step = page.steps[page.steps.length - 1];
  const moved = gains(step).map((x) => `${page.people[x.who]} ${w.balance(x.n)}.`);
  const pot = w.t(page.race ? 'kasse.glassthen' : 'kasse.potthen', {amount: w.number(step.pot)});
  const deals = page.now.over ? [] : [w.t('kasse.deals', {name: page.people[page.now.dealer]})];
  return [...moved, pot, ...deals];
}

/**
 * aloud says the changes since a page of the same evening. Without a voice, or if it is refused, the page shows them.
 * @param {desk.App} app
 * @param {desk.Page | null} was
 */
export function aloud(app, was) {
  const {page} = app;
  if (!speaks() || !page || was?.name !== page.name) return;
  const text = (page.steps.length === was.steps.length + 1 ? booked(app) : calls(app, was)).join(
    ' ',
  );
  const said = document.getElementById('said');
  if (!text || !said) return;
  const hide = (/** @type {boolean} */ spoken) =>
    setTimeout(() => {
      said.classList.toggle('hush', spoken); // after what says that it was booked
      if (!spoken) said.textContent = text;
    });
  hide(speak(app.w.lang, text, () => hide(false)));
}
