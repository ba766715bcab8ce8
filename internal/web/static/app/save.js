// Files for people: what is here only, and they want to keep.

/**
 * save gives somebody a file.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([text], {type: 'application/jsonl'}));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
