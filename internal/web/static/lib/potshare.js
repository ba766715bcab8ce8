// Which part of the pot a player gets, in words.

/** @type {Record<string, string>} */
const parts = {
  most: 'most',
  tie: 'tie',
  thirds: 'thirds',
  'thirds-up': 'thirds.up',
  rest: 'rest',
  tricks: 'tricks',
  'tricks-down': 'tricks.down',
};

/**
 * partOf returns the key of a share's text, end.share.…; '' if it is all of the pot or says nothing.
 * @param {string} share why the player is paid (rams.Share)
 * @param {boolean} declares
 */
export const partOf = (share, declares) =>
  (share === 'role' ? (declares ? 'roles' : 'rest') : parts[share]) ?? '';
