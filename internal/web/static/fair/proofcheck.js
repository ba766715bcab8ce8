// What came of checking the proof of a deal, in words.

import {faultText, verifyEvening, verifyHand} from './fair.js';
import {proofWords} from './proofwords.js';

/**
 * tellProof checks the hand that is shown, and says what that proves.
 * @param {page.Replay} app
 * @returns {string}
 */
export function tellProof(app) {
  const w = proofWords(app.words);
  const others = around(app);
  return others ? `${tellHand(app)} ${others}` : tellHand(app);
}

/** around says what is wrong with the other hands of the file, or is missing from it. */
function around(/** @type {page.Replay} */ app) {
  const w = proofWords(app.words),
    {lines} = app;
  if (!(lines?.length > 1) || lines.length > 2000) return ''; // a hand by itself, or more than a page should check
  const read = (/** @type {number} */ i) => {
    try {
      return JSON.parse(lines.text(i));
    } catch {
      return {};
    }
  };
  const all = [...Array(lines.length).keys()].map(read);
  if (!all.some((line) => line.fair && !line.fair.none)) return '';
  const found = verifyEvening(all).filter(
    (f) =>
      f.line !== app.hand + 1 ||
      !verifyHand(app.whole.line).faults.some((x) => x.code === f.fault.code),
  );
  if (!found.length) return w.t('proved.file', {n: lines.length});
  return w.sentences([
    ...found.slice(0, 3).map((f) => w.t('replay.line', {n: f.line, text: faultText(w, f.fault)})),
    found.length > 3 ? w.t('verify.bad', {n: found.length}) : '',
  ]);
}

/**
 * tellHand checks the hand that is shown.
 * @param {page.Replay} app
 * @returns {string}
 */
function tellHand(app) {
  const w = proofWords(app.words);
  const r = verifyHand(app.whole.line);
  if (r.faults.length) return w.sentences(r.faults.map((f) => faultText(w, f)));
  if (r.level === 'none') return w.t('proved.none');
  return w.sentences([
    ...(r.level === 'whole'
      ? [w.t('proved.whole', {n: r.nonces})]
      : [
          w.t('proof.cards', {n: r.cards}),
          w.t(app.whole.line.fair?.opens === 'never' ? 'proof.open.never' : 'proved.some'),
        ]),
    r.nonces ? '' : w.t('proof.alone'),
    r.bots ? w.t('verify.bots', {n: 1}) : '',
  ]);
}
