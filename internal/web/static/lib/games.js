// What the pages need to know of each game and pack. Go writes it: make types.

/**
 * Game is what holds for a preset: where options aren't changed, its pack, how many cards a hand has, its cut, which upcards
 * force a deal (all: nobody declares), how the pot is shared out, who may take the upcard, a fixed penalty, which way a race goes, and its goal;
 * a card of its own that is always a trump; the order of ranks, where it is another than ace, king, queen;
 * how the table is drawn; its first lesson.
 * @typedef {{pack: string, hand: number, cut: string, forced: string, split: string, weli?: string,
 *   rob?: string, penalty?: number, score?: string, goal?: number, order?: string, clockwise?: boolean, puzzles?: boolean, lesson?: number}} Game
 */

/** suits returns the cards of these ranks in all four suits, and more. */
const suits = (/** @type {string} */ ranks, /** @type {string[]} */ ...more) => [...'cshd'].flatMap((s) => [...ranks].map((r) => r + s)).concat(more);

/**
 * packs are the cards of each pack, in its order.
 * @type {Record<string, string[]>}
 */
export const packs = {
  jass36: suits('AKQJT9876'),
  weli33: suits('AKQJT987', '6d'),
  skat32: suits('AKQJT987'),
  full52: suits('AKQJT98765432'),
  schnapsen20: suits('AKQJT'),
};

/** every card that there can be, in the order of packs. */
export const everyCard = packs.full52;

/**
 * welis are the cards named Weli, by pack: always a trump, where a game has no such card of its own.
 * @type {Record<string, string>}
 */
export const welis = {weli33: '6d'};

/** shownGames are the games of which there is a hand to look at in the replay. */
export const shownGames = ['chratze', 'kratzen', 'zwicken'];

/** french are the packs of which only the French deck has all cards. */
export const french = ['full52'];

/**
 * games are the presets.
 * @type {Record<string, Game>}
 */
export const games = {
  'chratze': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds', puzzles: true, lesson: 1},
  'chratze-en': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds'},
  'chratze-ja': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'none', split: 'thirds'},
  'kratzen': {pack: 'weli33', hand: 4, cut: 'hop', forced: 'seven', split: 'tricks', clockwise: true, puzzles: true, lesson: 10},
  'chratzen': {pack: 'jass36', hand: 4, cut: 'plain', forced: 'ten', split: 'roles', clockwise: true, puzzles: true},
  'zwicken': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks', weli: '7d', clockwise: true, puzzles: true, lesson: 14},
  'mauscheln': {pack: 'skat32', hand: 4, cut: 'plain', forced: 'none', split: 'tricks', clockwise: true, puzzles: true, lesson: 12},
  'tippen': {pack: 'skat32', hand: 3, cut: 'plain', forced: 'all', split: 'tricks', clockwise: true, puzzles: true, lesson: 13},
  'zwicken-printed': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks', weli: '7d', clockwise: true, puzzles: true, lesson: 14},
  'zwicken-schlecken': {pack: 'skat32', hand: 3, cut: 'hop1', forced: 'all', split: 'tricks', weli: '7d', clockwise: true, puzzles: true, lesson: 14},
  'kratzen-printed': {pack: 'weli33', hand: 4, cut: 'hop-again', forced: 'seven', split: 'tricks', clockwise: true, puzzles: true, lesson: 15},
  'loo': {pack: 'skat32', hand: 3, cut: 'plain', forced: 'all', split: 'tricks', penalty: 60, clockwise: true, puzzles: true, lesson: 19},
  'rams': {pack: 'skat32', hand: 5, cut: 'plain', forced: 'all', split: 'tricks', rob: 'dealer', penalty: 50, clockwise: true, puzzles: true, lesson: 16},
  'bourre': {pack: 'full52', hand: 5, cut: 'plain', forced: 'all', split: 'most', clockwise: true, puzzles: true, lesson: 20},
  'mistigri': {pack: 'skat32', hand: 5, cut: 'plain', forced: 'all', split: 'tricks', rob: 'dealer', penalty: 50, weli: 'Jc', puzzles: true, order: 'KQJAT98765432', lesson: 21},
  'lupfen': {pack: 'schnapsen20', hand: 3, cut: 'plain', forced: 'all', split: 'tricks', puzzles: true, order: 'ATKQJ98765432', lesson: 17},
  'ramset': {pack: 'skat32', hand: 5, cut: 'plain', forced: 'all', split: 'tricks', rob: 'dealer+weli', penalty: 10, score: 'up', goal: 21, weli: '7d', puzzles: true, lesson: 18},
};

/** gameOf returns what holds for a preset; one that this page doesn't know yet is taken for the usual game. */
export const gameOf = (/** @type {string} */ preset) => games[preset] ?? games['chratze'];

/** race is which way a table's race goes and its goal; 0 where the pot is played for. */
export function race(/** @type {page.Config} */ config) {
  const usual = gameOf(config?.rules.preset ?? '');
  const score = config?.rules.score ?? usual.score ?? 'pot';
  return {score, goal: score === 'pot' ? 0 : Number(config.rules.goal ?? usual.goal ?? 21)};
}
