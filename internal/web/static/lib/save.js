// Files of people: what is here only, and they want to keep, and what they bring.

/**
 * save gives somebody a file.
 * @param {string} name
 * @param {string | Blob} content text is hands, a line each
 */
export function save(name, content) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], {type: 'application/jsonl'}) : content,
  );
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** textOf reads a file as text: in UTF-16 if its first bytes say so, and as old programs write it if it is no UTF-8. A byte order mark is no part of it. */
export async function textOf(/** @type {Blob} */ file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [a, b] = bytes;
  try {
    return new TextDecoder(
      a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8',
      {fatal: true},
    ).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * handOut shares a file with another program, or saves it where that doesn't go.
 * @param {string} name
 * @param {Blob} content
 */
export async function handOut(name, content) {
  const files = [new File([content], name, {type: content.type})];
  if (!navigator.canShare?.({files})) return save(name, content);
  try {
    await navigator.share({files});
  } catch (err) {
    if (/** @type {Error} */ (err).name !== 'AbortError') save(name, content);
  }
}
