// Where the hands of a replay come from.

import {html, nothing} from '../lib/html.js';
import {evenings, times} from '../lib/evenings.js';
import {shownGames} from '../lib/games.js';
import {canDeal, own} from '../lib/localtable.js';
import {file, once, to} from '../lib/address.js';

/** filepicker is the page before anything is chosen. */
export function filepicker(/** @type {page.Replay} */ app) {
  const w = app.words;
  const list = evenings();
  const when = times(w.dates, list, [
    {dateStyle: 'medium', timeStyle: 'short'},
    {dateStyle: 'medium', timeStyle: 'medium'},
  ]);
  return html`<div class="filepicker"><p>${w.t('replay.means')}</p>
    ${app.note ? html`<p class="fault" role="alert">${app.note}</p>` : nothing}
    <p class="famous"><span>${w.t('replay.try')}</span> ${shownGames.map(
      (preset) => html`<button type="button" class="meek"
      data-try=${preset} @click=${() =>
        once(file(`/web/replay/${preset}.jsonl`)).then(
          (text) => app.take(text, preset),
          () => app.say(w.t('replay.offline')),
        )}>${w.word(`name.${preset}`)}</button>`,
    )}</p>
    <label class="file button">${w.t('replay.file')}<input type="file" name="file" 
      accept=".jsonl,.json,.txt,application/jsonl,text/plain"
      @change=${(/** @type {page.Changed} */ e) => {
        if (e.target.files[0]) void app.fromFile(e.target.files[0]);
        e.target.value = '';
      }}></label>
    <p class="lines">${w.t('replay.drop')}</p>
    <form @submit=${(/** @type {SubmitEvent} */ e) => {
      e.preventDefault();
      const field = /** @type {HTMLTextAreaElement} */ (
        /** @type {HTMLFormElement} */ (e.target).elements.namedItem('text')
      );
      void app.take(field.value, 'chratze');
    }}><label>${w.t('replay.paste')} <textarea name="text" rows="4" spellcheck="false" autocapitalize="off"></textarea></label>
      <button class="meek" data-do="show">${w.t('replay.show')}</button></form>
    ${list.length || canDeal() ? html`<h2>${w.t('replay.yours')}</h2>` : nothing}
    ${
      list.length
        ? html`<ul class="evenings">${list.map(
            (e) => html`<li><a
      href=${to(`/replay?table=${e.id}`)}><b>${w.word(`name.${e.preset}`)}</b> <span>${when.get(e.id)}</span></a>${
        own(e.id)
          ? html`<button type="button"
      class="meek" data-do="save" aria-label=${w.t('bring.save.of', {game: w.word(`name.${e.preset}`), date: when.get(e.id)})}
      @click=${async () => (await import('../local/eveningfiles.js')).saveEvening(e.id, e.preset)}>${w.t('bring.save')}</button>`
          : nothing
      }</li>`,
          )}</ul>`
        : nothing
    }
    ${app.brought ?? nothing}
    ${
      canDeal()
        ? html`<label class="file button meek">${w.t('bring.in')}<input type="file" name="evening" 
      accept=".jsonl,.json,.txt,application/jsonl,text/plain"
      @change=${(/** @type {page.Changed} */ e) => {
        if (e.target.files[0]) void app.bring(e.target.files[0]);
        e.target.value = '';
      }}></label>
    <p class="lines">${w.t('bring.in.means')}</p>`
        : nothing
    }
    ${
      list.some((e) => e.alone || own(e.id))
        ? html`<details data-do="tally" @toggle=${async (/** @type {Event} */ e) => {
            if (!(/** @type {HTMLDetailsElement} */ (e.target).open) || app.tally) return;
            const {table, tally} = await import('./statistics.js');
            app.tally = table(w, await tally());
            app.draw();
          }}><summary>${w.t('tally.title')}</summary>${app.tally ?? html`<p>${w.t('tally.counts')}</p>`}</details>`
        : nothing
    }</div>`;
}
