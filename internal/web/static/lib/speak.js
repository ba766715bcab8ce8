// The browser's own voice, for a phone that lies between people.

/** voiceFor is the voice of a language, or null. */
export const voiceFor = (/** @type {string} */ lang) =>
  window.speechSynthesis?.getVoices().find((v) => v.lang.slice(0, 2) === lang.slice(0, 2)) ?? null;

/**
 * speak says a text aloud, after the ones before, and reports whether it can: a browser may have no voice of the language.
 * @param {string} lang
 * @param {string} text
 * @param {() => void} [refused] is called if the browser then doesn't, as before the first tap
 */
export function speak(lang, text, refused) {
  const voice = voiceFor(lang);
  if (!voice) return false;
  const u = new SpeechSynthesisUtterance(text);
  Object.assign(u, {voice, lang: voice.lang, onerror: refused});
  speechSynthesis.speak(u);
  return true;
}
