// What came of checking the proof of a deal, in words.

import {verifyHand} from './fair.js';

/**
 * tellProof checks the hand that is shown, and says what that proves.
 * @param {any} app
 * @returns {string}
 */
export function tellProof(app) {
  const w = app.words;
  const r = verifyHand(app.whole.line);
  if (r.faults.length) return r.faults.map((f) => told(w, f)).join(' ');
  if (r.level !== 'none' && !r.nonces) return `${w.t(`proved.${r.level}`, {n: r.level === 'some' ? r.cards : 0})} ${w.t('verify.alone', {n: 1})}`;
  return r.level === 'whole' ? w.t('proved.whole', {n: r.nonces}) : r.level === 'some' ? w.t('proved.some', {n: r.cards}) : w.t('proved.none');
}

/**
 * @param {any} w
 * @param {import('./fair.js').Fault} f
 */
const told = (w, f) => w.t(`verify.fault.${f.code}`, {draw: f.draw ?? 0, at: (f.at ?? 0) + 1, chair: (f.chair ?? 0) + 1, number: f.number ?? 0, card: w.card(f.cards?.[0] ?? '??'), other: w.card(f.cards?.[1] ?? '??')});
