// Blind: a dealer may declare before seeing any cards. People are asked only if they have
// chosen to be: for the others the page answers "look first", at once, as for everybody who never
// plays blind. The server asks before a card is seen, so that the question can't wait for
// the first real one without all others waiting too; beside that one it is offered for the
// deals to come.

import {html, nothing} from '../vendor/lit-html.js';
import {explain} from '../lib/meaning.js';
import {settings} from '../lib/settings.js';

/** @type {Record<string, string>} */
const texts = {blind: 'help.blind', 'double-blind': 'help.double-blind'};

/** Blind is what one wants to know of it. */
export class Blind {
  /** @param {page.App} app */
  constructor(app) {
    this.app = app;
    this.hand = 0; // in which the page has looked first
    this.kind = '';
    /** @type {wire.Stake | undefined} */
    this.stake = undefined;
  }

  get asks() { return settings.on('blind') || !!this.app.config?.ask_blind || this.app.table.scripted; }

  /** sees is whether the page answers the question that stands, for people who haven't chosen to be asked. */
  get sees() { return !!texts[this.app.table.ask?.legal[0] ?? ''] && !this.asks; }

  /** news answers it. */
  news() {
    const {app} = this;
    const {ask} = app;
    if (!ask || !this.sees) return;
    Object.assign(this, {hand: app.table.hand, kind: ask.legal[0], stake: ask.stakes?.[0]});
    app.act('see');
  }

  /** button offers it, beside the first real question. Those who pass a device round say so before they begin, for all of them. */
  button() {
    const {app, kind} = this;
    if (app.pass || this.hand !== app.table.hand || this.asks || app.kind === 'play' || app.choosing) return nothing;
    return html`<button type="button" class="icon" data-do="blind" aria-haspopup="dialog" @click=${() => this.about()}>${app.words.call(kind)}?</button>`;
  }

  about() {
    const {app, kind, stake} = this;
    const w = app.words;
    explain(app, w.call(kind), [], () => html`<p>${w.t(texts[kind],
      {n: stake ? stake[0] : 0, penalty: w.sum(stake ? stake[2] : 0)})}</p><p>${w.t('blind.how')}</p>
      <div class="options"><label class="check"><input type="checkbox" name="blind" .checked=${settings.on('blind')}
        @change=${(/** @type {page.Changed} */ e) => settings.set('blind', e.target.checked ? 'yes' : '')}>${w.t('ui.set.blind')}</label></div>`);
  }
}
