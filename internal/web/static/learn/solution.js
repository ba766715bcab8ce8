// The bar of the puzzle page, and what is told when one has answered.

import {html, nothing} from '../lib/html.js';
import {can, copy, shareLink} from '../lib/capabilities.js';
import {to} from '../lib/address.js';
import {dateOf, puzzleGames, today} from './day.js';
import {act as named, why} from '../table/reasons.js';

/** bar is which puzzle it is: the game, the day, and how many days in a row were right. */
/**
 * gameName is the name of a game, with what sets it apart where another has the same.
 * @param {page.Words} w
 * @param {string} game
 */
function gameName(w, game) {
  const name = w.word(`name.${game}`);
  const same = puzzleGames.filter((g) => w.word(`name.${g}`) === name);
  return same.length > 1 ? w.labelled(name, w.t(`start.game.${game}`)) : name;
}

export function puzzleBar(/** @type {import('./puzzle.js').Puzzle} */ app) {
  const w = app.words;
  const day = new Intl.DateTimeFormat(w.dates, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(app.day * 86_400_000));
  const n = app.diary.streak(today());
  const done = app.diary.days[dateOf(app.day)];
  return html`<a class="icon home" href=${to('/')} aria-label=${w.t('ui.home')}>‹</a>
    <h1 class="hush">${w.t('puzzle.title', {date: dateOf(app.day), game: w.game()})}</h1>
    <label><span class="hush">${w.t('puzzle.game')}</span><select name="game"
      @change=${(/** @type {page.Changed} */ {target}) =>
        app.show(target.value, app.day).then(() => {
          target.value = app.game;
        })}>${puzzleGames.map(
        (g) => html`<option value=${g} ?selected=${g === app.game}>${gameName(w, g)}</option>`,
      )}</select></label>
    <div class="days"><button type="button" class="icon" data-do="before" aria-label=${w.t('puzzle.before')}
      @click=${() => app.show(app.game, app.day - 1)}>‹</button>
    <span class="day">${done ? html`<span aria-hidden="true">${done[0] === '+' ? '✓' : '✗'}</span> ` : nothing}${day}<small
      aria-hidden="true">${w.t('puzzle.name')}</small></span>
    <button type="button" class="icon" data-do="after" aria-label=${w.t('puzzle.after')} aria-disabled=${app.day >= today()}
      @click=${() => app.day < today() && app.show(app.game, app.day + 1)}>›</button></div>
    ${
      n
        ? html`<span class="streak" title=${w.t('puzzle.streak', {n})}><span aria-hidden="true">★ ${n}</span><span
      class="hush">${w.t('puzzle.streak', {n})}</span></span>`
        : nothing
    }`;
}

/**
 * shared hands out the puzzle: what it is, how it went, and where others find the same; not its solution.
 * @param {import('./puzzle.js').Puzzle} app
 * @param {HTMLElement} button
 */
async function shared(app, button) {
  const w = app.words;
  const date = dateOf(app.day);
  const n = app.diary.streak(today());
  const text = [
    w.t('puzzle.title', {date, game: w.game()}),
    app.right ? '✓' : '✗',
    n > 1 ? `★ ${n}` : '',
  ]
    .filter(Boolean)
    .join(' ');
  const link = `${location.origin}${to('/puzzle/')}?game=${app.game}&date=${date}`;
  if (can.share) return shareLink(link, text);
  const told = document.createElement('span');
  told.textContent = `${text} ${link}`;
  button.after(told);
  const ok = await copy(told.textContent, told);
  if (ok) told.remove();
  button.textContent = w.t(ok ? 'ui.copied' : 'ui.selected');
  app.live.say(button.textContent);
}

/** depicted hands out a picture of the question; not its solution. */
async function depicted(/** @type {import('./puzzle.js').Puzzle} */ app) {
  const [{tablePicture: picture}, {handOut}] = await Promise.all([
    import('../table/picture.js'),
    import('../lib/save.js'),
  ]);
  const date = dateOf(app.day);
  await handOut(
    `puzzle-${app.game}-${date}.png`,
    await picture(
      app,
      app.words.t('puzzle.title', {date, game: app.words.game()}),
      app.voice.question(app, app.view),
    ),
  );
}

/**
 * percent has the decimal sign of the amounts beside it: a comma where points group the thousands.
 * @param {page.Words} w
 */
const percent = (w, x = 0) =>
  x.toFixed(1).replace('.', w.t(`money.${w.money}.group`) === '.' ? ',' : '.');

/** answer says whether it was right, why, and what each act is worth. */
export function answerSheet(/** @type {import('./puzzle.js').Puzzle} */ app) {
  const w = app.words;
  const {acts} = app;
  const {exact} = app.line.puzzle;
  const own = acts.find((a) => a.act === app.answered);
  const shown = acts.slice(0, 5);
  if (own && !shown.includes(own)) shown[4] = own;
  const low = Math.min(...shown.map((a) => a.worth - a.half));
  const span = Math.max(1, Math.max(...shown.map((a) => a.worth + a.half)) - low);
  const at = (/** @type {number} */ x) => ((x - low) / span) * 1000;
  return html`<h2 class=${app.right ? 'right' : 'wrong'}>${w.t(app.right ? 'puzzle.right' : 'puzzle.wrong', {act: named(w, acts[0].act)})}</h2>
    ${
      !app.right
        ? html`<p class="yours">${
            own
              ? exact
                ? w.t('puzzle.yours.exact', {
                    act: named(w, own.act),
                    percent: percent(w, own.percent),
                  })
                : w.t('puzzle.yours', {act: named(w, own.act), amount: w.sum(Math.round(own.less))})
              : w.t('puzzle.yours.other', {act: named(w, app.answered)})
          }</p>`
        : nothing
    }
    <p class="why">${why(w, app.line.puzzle.why)}</p>
    <ul class="values" aria-label=${w.t('puzzle.values')}>${shown.map(
      (a) =>
        html`<li class=${a === acts[0] ? 'best' : a === own ? 'own' : ''}><span>${named(w, a.act)}</span>
      <svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true"><rect class="axis" x="0" y="9.5" width="1000"
        height="1"></rect><rect class="span" x=${at(a.worth - a.half)} y="6" width=${(2 * a.half * 1000) / span} height="8"></rect><rect class="mean"
        x=${at(a.worth) - 2.5} y="1" width="5" height="18"></rect></svg>
      <b>${exact ? (a.percent ? w.t('puzzle.less', {percent: percent(w, a.percent)}) : '✓') : w.balance(Math.round(a.worth))}</b></li>`,
    )}</ul>
    <p class="lines">${
      exact
        ? w.t('puzzle.exact', {n: Math.round(100 * (acts[0].chance ?? 0))})
        : w.t('puzzle.worlds', {n: app.line.puzzle.worlds})
    }</p>
    <div class="acts"><button type="button" class="meek" data-do="again" @click=${() => app.again()}>${w.t('puzzle.again')}</button>
      <button type="button" class="meek" data-do="share" @click=${(/** @type {page.Changed} */ e) => shared(app, e.currentTarget)}>${w.t('ui.share')}</button>
      <button type="button" class="meek" data-do="picture" @click=${() => depicted(app)}>${w.t('over.picture')}</button>
      <button type="button" class="bold" data-do="next" @click=${() => app.show(app.game, app.day - 1)}><b>${w.t('puzzle.another')}</b></button></div>`;
}
