// What the pages need to know of each game and pack. It is generated from the Go side by make types:
// a fact of a game has one source.

/**
 * Game is what holds for a preset: where options aren't changed, its pack, how many cards a hand has, its cut, which upcards
 * force a deal (all: nobody declares), how the pot is shared out, who may take the upcard, and a fixed penalty;
 * by pack the card that is always a trump, and whether it is named Weli; the order of ranks, where that card beats all others;
 * how the table is drawn; its first lesson.
 * @typedef {{pack: string, hand: number, cut: string, forced: string, split: string, weli: Record<string, string>, named?: boolean,
 *   rob?: string, penalty?: number, order?: string, clockwise: boolean, puzzles: boolean, lesson?: number}} Game
 */

/**
 * packs are the cards of each pack, in its order.
 * @type {Record<string, string[]>}
 */
export const packs = {
  jass36: 'Ac Kc Qc Jc Tc 9c 8c 7c 6c As Ks Qs Js Ts 9s 8s 7s 6s Ah Kh Qh Jh Th 9h 8h 7h 6h Ad Kd Qd Jd Td 9d 8d 7d 6d'.split(' '),
  weli33: 'Ac Kc Qc Jc Tc 9c 8c 7c As Ks Qs Js Ts 9s 8s 7s Ah Kh Qh Jh Th 9h 8h 7h Ad Kd Qd Jd Td 9d 8d 7d 6d'.split(' '),
  skat32: 'Ac Kc Qc Jc Tc 9c 8c 7c As Ks Qs Js Ts 9s 8s 7s Ah Kh Qh Jh Th 9h 8h 7h Ad Kd Qd Jd Td 9d 8d 7d'.split(' '),
  full52: ('Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s ' +
    'Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d').split(' '),
  schnapsen20: 'Ac Kc Qc Jc Tc As Ks Qs Js Ts Ah Kh Qh Jh Th Ad Kd Qd Jd Td'.split(' '),
};

/** every card that there can be, in the order of packs. */
export const everyCard = packs.full52;

/** shown are the games of which there is a hand to look at in the replay. */
export const shown = ['chratze', 'kratzen', 'zwicken'];

/** french are the packs of which only the French deck has all cards. */
export const french = ['full52'];

/**
 * games are the presets.
 * @type {Record<string, Game>}
 */
export const games = {
  'chratze': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds',
    weli: {weli33: '6d'}, named: true, clockwise: false, puzzles: true, lesson: 1},
  'chratze-en': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds', weli: {weli33: '6d'}, named: true, clockwise: false, puzzles: false},
  'chratze-ja': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds', weli: {weli33: '6d'}, named: true, clockwise: false, puzzles: false},
  'kratzen': {pack: 'weli33', hand: 4, cut: 'hop', forced: 'seven', split: 'tricks',
    weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: true, lesson: 10},
  'chratzen': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'ten', split: 'roles', weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: true},
  'zwicken': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks',
    weli: {jass36: '7d', weli33: '7d', skat32: '7d', full52: '7d', schnapsen20: '7d'}, clockwise: true, puzzles: true, lesson: 14},
  'mauscheln': {pack: 'skat32', hand: 4, cut: 'plain', forced: 'none', split: 'tricks',
    weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: false, lesson: 12},
  'tippen': {pack: 'skat32', hand: 3, cut: 'plain', forced: 'all', split: 'tricks',
    weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: false, lesson: 13},
  'zwicken-printed': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks',
    weli: {jass36: '7d', weli33: '7d', skat32: '7d', full52: '7d', schnapsen20: '7d'}, clockwise: true, puzzles: false, lesson: 14},
  'zwicken-schlecken': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks',
    weli: {jass36: '7d', weli33: '7d', skat32: '7d', full52: '7d', schnapsen20: '7d'}, clockwise: true, puzzles: false, lesson: 14},
  'kratzen-printed': {pack: 'weli33', hand: 4, cut: 'hop-again', forced: 'seven', split: 'tricks',
    weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: false, lesson: 15},
  'loo': {pack: 'skat32', hand: 3, cut: 'plain', forced: 'all', split: 'tricks',
    weli: {weli33: '6d'}, named: true, penalty: 60, clockwise: true, puzzles: false},
  'rams': {pack: 'skat32', hand: 5, cut: 'plain', forced: 'all', split: 'tricks',
    weli: {weli33: '6d'}, named: true, rob: 'dealer', penalty: 50, clockwise: true, puzzles: false, lesson: 16},
  'bourre': {pack: 'full52', hand: 5, cut: 'plain', forced: 'all', split: 'most', weli: {weli33: '6d'}, named: true, clockwise: true, puzzles: false},
  'mistigri': {pack: 'skat32', hand: 5, cut: 'plain', forced: 'all', split: 'tricks',
    weli: {jass36: 'Jc', weli33: 'Jc', skat32: 'Jc', full52: 'Jc'}, rob: 'dealer', penalty: 50, order: 'KQJAT98765432', clockwise: false, puzzles: false},
};

/** gameOf returns what holds for a preset; one that this page doesn't know yet is taken for the usual game. */
export const gameOf = (/** @type {string} */ preset) => games[preset] ?? games['chratze'];
