// The settings, as a form.

import {html, nothing} from '../lib/html.js';
import {off, permit} from '../lib/capabilities.js';
import {decks} from '../lib/samples.js';
import {settings} from '../lib/settings.js';
import {remember} from '../lib/storage.js';
import {called, languages} from '../lib/words.js';

/** @type {typeof import('../ear/options.js').earOptions | null} */
let ear = null; // until its folder has come

/**
 * byEar are the settings of those who hear a table.
 * @param {page.Words} w
 * @param {() => void} draw
 */
function byEar(w, draw) {
  if (ear) return ear(w, draw);
  void import('../ear/options.js').then(({earOptions}) => {
    ear = earOptions;
    draw();
  });
  return nothing;
}

let leaves = false;

/** anew loads the page again, and the settings are open as they were. */
function anew() {
  leaves = true; // what this page has still to fetch mustn't open them instead of the next page
  history.replaceState({...history.state, settings: true}, '');
  location.reload();
}

/** loadedAnew says, once, whether the page was loaded anew for a setting. */
export function loadedAnew() {
  if (leaves || !history.state?.settings) return false;
  history.replaceState({...history.state, settings: false}, '');
  return true;
}

/** options is the form. */
export function options(/** @type {page.Words} */ w, /** @type {() => void} */ draw) {
  const choice = (/** @type {string} */ key, /** @type {string[]} */ values) =>
    html`<label>${w.t(`ui.set.${key}`)}
    <select name=${key} @change=${(/** @type {page.Changed} */ e) => {
      settings.set(key, e.target.value);
      draw();
    }}>${values.map(
      (v) => html`<option value=${v}
      ?selected=${settings.get(key) === v}>${w.t(`ui.set.${key}.${v || 'auto'}`)}</option>`,
    )}</select></label>`;
  const check = (
    /** @type {string} */ key,
  ) => html`<label class="check"><input type="checkbox" name=${key} .checked=${settings.on(key)}
    @change=${(/** @type {page.Changed} */ e) => {
      settings.set(key, e.target.checked ? 'yes' : 'no');
      draw();
    }}>${w.t(`ui.set.${key}`)}</label>`;
  const group = (/** @type {string} */ key, /** @type {unknown} */ rows) =>
    html`<fieldset data-group=${key}><legend>${w.t(`menu.${key}`)}</legend><p class="lines">${w.t(`menu.${key}.about`)}</p>${rows}</fieldset>`;
  return html`<div class="options">${group(
    'looks',
    html`${choice('theme', ['', 'light', 'dark'])}${choice('text', ['', '125%', '150%', '200%'])}
    ${decks(w, ['', 'swiss', 'german', 'french'], settings.get('deck'), (e) => {
      settings.set('deck', e.target.value);
      anew();
    })}
    <label>${w.t('ui.set.lang')} <select name="lang" @change=${(/** @type {page.Changed} */ e) => {
      remember('lang', e.target.value);
      anew();
    }}>${languages.map((l) => html`<option value=${l} ?selected=${l === w.lang}>${called[l]}</option>`)}</select></label>
    ${choice('speed', ['', 'slow', 'fast', 'off'])}${check('four')}${check('large')}`,
  )}
    ${group(
      'play',
      html`${check('twice')}${check('single')}${choice('blind', ['', 'yes', 'no'])}${check('double')}${check('linger')}${check('sound')}
    ${settings.on('sound') ? nothing : html`<p class="lines" data-silent>${w.t('menu.silent')}</p>`}
    ${
      off().includes('notify')
        ? nothing
        : html`<label class="check"><input type="checkbox" name="notify" .checked=${settings.on('notify')}
      @change=${async (/** @type {page.Changed} */ e) => {
        const want = e.target.checked;
        settings.set('notify', want && (await permit()) ? 'yes' : '');
        e.target.checked = settings.on('notify'); // what was refused isn't on
        draw();
      }}>${w.t('ui.set.notify')}</label>`
    }`,
    )}
    ${group(
      'keyboard',
      html`<label class="check"><input type="checkbox" .checked=${!settings.on('nokeys')}
      @change=${(/** @type {page.Changed} */ e) => settings.set('nokeys', e.target.checked ? '' : 'yes')}>${w.t('ui.set.keys')}</label>${check('line')}`,
    )}${byEar(w, draw)}</div>
    ${
      off().length
        ? html`<p class="lines" data-off>${w.t('ui.off')} ${off()
            .map((k) => w.t(`ui.off.${k}`))
            .join('; ')}.</p>`
        : nothing
    }`;
}
