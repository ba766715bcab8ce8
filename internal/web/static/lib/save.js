// Files for people: what is here only, and they want to keep.

/**
 * save gives somebody a file.
 * @param {string} name
 * @param {string | Blob} content text is hands, a line each
 */
export function save(name, content) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], {type: 'application/jsonl'}) : content);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/**
 * handOut shares a picture with another program, or saves it where that doesn't go.
 * @param {string} name
 * @param {Blob} picture
 */
export async function handOut(name, picture) {
  const files = [new File([picture], name, {type: picture.type})];
  if (!navigator.canShare?.({files})) return save(name, picture);
  try {
    await navigator.share({files});
  } catch (err) {
    if (/** @type {Error} */ (err).name !== 'AbortError') save(name, picture);
  }
}
