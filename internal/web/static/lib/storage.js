// What this browser remembers.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // not allowed: then nothing is kept
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    /* not allowed */
  }
}

/**
 * first reports whether this is the first time that something is told on this device: at one place it may be told again.
 * @param {string} key
 * @param {string} at
 */
export function firstTime(key, at) {
  if (remembered(`told.${key}`) === null) remember(`told.${key}`, at);
  return remembered(`told.${key}`) === at;
}
