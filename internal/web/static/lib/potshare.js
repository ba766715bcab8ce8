// Which part of the pot a player gets, in words.

/**
 * partOf returns the key of the part's text, end.share.…; '' if it is all of the pot or says nothing.
 * @param {string} split how the game shares out the pot
 * @param {{played: number, first: number, part: number, declares: boolean, won: number, size: number}} hand the pot, what the
 *   declarer gets of it, what this player gets, whether that is the declarer, and their tricks of how many
 */
export function partOf(split, {played, first, part, declares, won, size}) {
  if (part && split === 'most') return 'most';
  if (!part || part === played || split === 'thirds' && !first) return '';
  if (split === 'tricks') return part * size < won * played ? 'tricks.down' : 'tricks';
  if (!declares) return 'rest';
  return split !== 'thirds' ? 'roles' : part * 3 > played * 2 ? 'thirds.up' : 'thirds';
}
