// The settings of those who hear a table: how much of each kind is said, and what the sounds mean.

import {html, nothing} from '../lib/html.js';
import {moreTexts} from '../lib/moretexts.js';
import {settings} from '../lib/settings.js';
import {voiceFor} from '../lib/speak.js';
import {names, sound} from '../lib/tones.js';
import {every, kinds, level, noteWanted, setLevel} from './levels.js';

/** @type {((w: page.Words) => page.Words) | null} */
let more = null;

/**
 * earOptions are the settings; nothing until their texts have come, which is told.
 * @param {page.Words} words
 * @param {() => void} draw
 */
export function earOptions(words, draw) {
  if (!more) {
    void moreTexts('ear', words.lang).then((made) => {
      more = made;
      draw();
    });
    return nothing;
  }
  const w = more(words);
  const check = (/** @type {string} */ key) => html`<label class="check"><input type="checkbox"
    name=${key} .checked=${settings.on(key)} @change=${(/** @type {page.Changed} */ e) => {
      const yes = e.target.checked ? 'yes' : '';
      settings.set(key, yes);
      if (key === 'reader') {
        settings.set('line', yes);
        settings.set('speed', yes && 'off');
      }
      noteWanted();
      draw();
    }}>${w.t(`ear.set.${key}`)}</label>`;
  return html`<fieldset data-group="ear"><legend>${w.t('ear.title')}</legend>
    <p class="lines">${w.t('ear.about')}</p>
    ${every.map(
      (kind) => html`<label>${w.t(`ear.kind.${kind}`)} <select name=${`ear.${kind}`}
      @change=${(/** @type {page.Changed} */ e) => {
        setLevel(kind, e.target.value);
        draw();
      }}>${kinds[kind].map(
        (v) => html`<option value=${v}
        ?selected=${level(kind) === v}>${w.t(`ear.level.${v || 'all'}`)}</option>`,
      )}</select></label>`,
    )}
    ${check('reader')}${check('speak')}
    ${settings.on('speak') && !voiceFor(w.lang) ? html`<p class="lines">${w.t('ear.voiceless')}</p>` : nothing}
    <p class="lines">${w.t('ear.sounds')}</p>
    <div class="ready">${names.map(
      (name) => html`<button type="button" data-sound=${name}
      @click=${() => sound(name)}>${w.t(`ear.sound.${name}`)}</button>`,
    )}</div></fieldset>`;
}
