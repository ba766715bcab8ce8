// What is around the table of a replay: which hand it is, what happens, and what
// it is played with.

import {html, nothing} from '../lib/html.js';
import {copy} from '../lib/capabilities.js';
import {hand} from '../lib/share.js';
import {box, dialog} from '../lib/dialog.js';
import {log} from '../live/eventlog.js';
import {options} from '../live/options.js';
import {canDeal, own} from '../lib/localtable.js';
import {save} from '../lib/save.js';
import {to} from '../lib/address.js';

/** speeds of playing; the usual one is a moment a second. */
const speeds = [0.5, 1, 2, 4];

/** count is a number of hands. */
const count = (/** @type {page.Words} */ w, /** @type {number} */ n) =>
  new Intl.NumberFormat(w.lang).format(n);

/** leave closes a page that was opened beside the table, which is still there. */
function leave(/** @type {MouseEvent} */ e) {
  if (!window.opener) return;
  e.preventDefault();
  const {href} = /** @type {HTMLAnchorElement} */ (e.currentTarget);
  window.close();
  setTimeout(() => location.assign(href), 500); // a browser that closes no page goes there
}

/** bar is the line on top. */
export function replayBar(/** @type {page.Replay} */ app) {
  const w = app.words;
  if (!app.lines)
    return html`<h1>${w.t('replay.title')}</h1><p class="state"></p><a class="icon link" href=${to('/')}>${w.t('ui.home')}</a>`;
  const of = app.lines.length;
  const table = app.evening && to(`/t/${app.evening}`);
  return html`<h1>${
    table
      ? html`<a class="back" data-do="table" href=${table} aria-label=${w.t('replay.back')}
      title=${w.t('replay.back')} @click=${leave}><span>‹ ${w.game()}</span></a>`
      : w.game()
  }</h1><p class="state"></p>
    ${
      of > 1
        ? html`<button type="button" class="icon turn" data-do="before" aria-label=${w.t('replay.hand.before')} aria-disabled=${app.hand === 0}
      @click=${() => app.show(app.hand - 1)}>‹</button>`
        : nothing
    }
    <button type="button" class="icon which" aria-haspopup="dialog" data-do="list"
      @click=${() => handList(app)}>${w.t('replay.hand', {n: count(w, app.hand + 1), of: count(w, of)})}</button>
    ${
      of > 1
        ? html`<button type="button" class="icon turn" data-do="after" aria-label=${w.t('replay.hand.after')} aria-disabled=${app.hand === of - 1}
      @click=${() => app.show(app.hand + 1)}>›</button>`
        : nothing
    }
    <button type="button" class="icon" aria-haspopup="dialog" data-do="more" @click=${() => openMore(app)}>${w.t('ui.menu')}</button>`;
}

/** foot is what happens, in words, or what is wrong. */
export function playerFoot(/** @type {page.Replay} */ app) {
  const fault = app.fault ? html`<p class="fault" role="alert">${app.fault}</p>` : nothing;
  if (!app.lines) return nothing;
  if (app.over)
    return app.fault || app.note
      ? html`${fault}${app.note ? html`<p class="note">${app.note}</p>` : nothing}`
      : nothing;
  const judged = app.review?.caption(app.timeline, app.at) ?? nothing;
  return html`${fault}${
    app.note
      ? html`<p class="note">${app.note}</p>`
      : judged === nothing
        ? html`<p class="caption">${app.caption}</p>`
        : judged
  }${noted(app)}`;
}

/** judging is the way to the review of a hand that was played, until it has been reviewed. */
export const judging = (/** @type {page.Replay} */ app) =>
  app.timeline?.over && app.me >= 0 && app.review?.line !== app.timeline.line
    ? html`<button type="button" class="icon judging" data-do="judge" @click=${() => app.judged()}>★ ${app.words.t('review.do')}</button>`
    : nothing;

/** noted is what was noted at this moment. */
const noted = (/** @type {page.Replay} */ app) =>
  (app.whole?.line.notes ?? [])
    .filter((n) => app.timeline.moment(n.at) === app.at)
    .slice(-2)
    .map((n) => html`<p class="noted"><b>${n.name}</b> ${n.text}</p>`);

/**
 * @param {string} d a path
 */
const sign = (d) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;
const signs = {
  first: sign('M5 4h3v16H5zM20 4v16L9 12z'),
  back: sign('M15 3l3 3-6 6 6 6-3 3-9-9z'),
  play: sign('M6 3v18l14-9z'),
  pause: sign('M6 4h4v16H6zM14 4h4v16h-4z'),
  on: sign('M9 3l9 9-9 9-3-3 6-6-6-6z'),
  last: sign('M16 4h3v16h-3zM4 4v16l11-8z'),
};

/** player is what a hand is played with: its moments of the hand, and buttons. */
export function player(/** @type {page.Replay} */ app) {
  const w = app.words;
  const r = app.timeline;
  if (!r)
    return html`<div class="turns"><button type="button" data-do="another" @click=${() => app.close()}>${w.t('replay.another')}</button></div>`;
  const k = r.stops.findLastIndex((p) => p <= app.at);
  const n = r.stops.length - 1;
  const button = (
    /** @type {string} */ key,
    /** @type {unknown} */ face,
    /** @type {() => void} */ then,
    off = false,
  ) =>
    html`<button type="button" data-do=${key} aria-label=${w.t(`replay.do.${key}`)} title=${w.t(`replay.do.${key}`)} aria-disabled=${off}
    @click=${() => {
      if (key !== 'play' && key !== 'pause') app.pause();
      then();
    }}>${face}</button>`;
  const end = app.at === r.line.events.length;
  return html`${app.together ? app.together.strip() : nothing}
    <div class="dial"><div class="scrub"><svg class="marks" viewBox=${`0 0 ${Math.max(n, 1)} 1`} preserveAspectRatio="none"
      aria-hidden="true"><path d=${r.chapters.map((p) => `M${r.stops.indexOf(p)} 0v1`).join('')}></path>${app.review?.marks(r) ?? nothing}</svg>
      <input type="range" min="0" max=${n} step="1" .value=${`${k}`} aria-label=${w.t('replay.moments')}
        aria-valuetext=${`${w.t('replay.moment', {n: k, of: n})}: ${app.caption}`}
        @input=${(/** @type {page.Changed} */ e) => {
          app.pause();
          app.go(r.stops[Number(e.target.value)]);
        }}></div>
    <div class="turns">
      ${button('first', signs.first, () => app.step(-1, 'chapters'), k === 0)}${button('back', signs.back, () => app.step(-1), k === 0)}
      ${
        app.playing
          ? button('pause', signs.pause, () => {
              app.pause();
              app.draw();
            })
          : button('play', signs.play, () => app.toggle())
      }
      ${button('on', signs.on, () => app.step(1), end)}${button('last', signs.last, () => app.step(1, 'chapters'), end)}
      <button type="button" class="speed" data-do="speed" aria-label=${w.t('replay.speed', {n: `${app.speed}`})}
        @click=${() => {
          app.speed = speeds[(speeds.indexOf(app.speed) + 1) % speeds.length];
          app.draw();
        }}>${`${app.speed}`.replace('0.5', '½')}×</button>
    </div></div>`;
}

// ---- more ----

/** more is what else can be done with the hand. */
export function openMore(/** @type {page.Replay} */ app) {
  app.shared = '';
  const draw = dialog(app.words, (draw) => content(app, draw));
  if (app.whole) void app.link().then(draw);
}

/**
 * @param {page.Replay} app
 * @param {() => void} draw
 */
function content(app, draw) {
  const w = app.words;
  const whole = app.whole;
  const tell = (/** @type {string} */ key) => {
    app.say(w.t(key));
    draw();
  };
  const deal = async () => {
    const answer = await app.answer(app.hand);
    if (!answer?.deal) return tell(answer ? 'replay.nodeal' : 'replay.offline');
    app.deal = answer.deal;
    draw();
    tell((await copy(answer.deal, box().querySelector('.deal'))) ? 'ui.copied' : 'ui.selected');
  };
  const link = async () => {
    const told = await hand(app.shared || location.href, w.game(), box().querySelector('.here'));
    if (told) tell(told);
  };
  const judged = app.review && app.review.line === app.timeline?.line && app.review;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {() => unknown} */ then,
    small = '',
  ) =>
    html`<button type="button" data-do=${key} @click=${then}>${w.t(text)}${small && html`<small>${w.t(small)}</small>`}</button>`;
  const away = (/** @type {() => unknown} */ then) => () => {
    box().close();
    void then();
  };
  return html`<section><h2>${w.t('replay.hand', {n: app.hand + 1, of: app.lines.length})}</h2>
      ${app.note ? html`<p class="note" role="status">${app.note}</p>` : nothing}
      ${
        judged
          ? judged.summary((event) => {
              box().close();
              app.go(app.timeline.stops.find((p) => p > event) ?? 0);
            })
          : nothing
      }
      ${
        whole?.full
          ? from(app, draw)
          : whole
            ? html`<p>${w.t(
                typeof whole.line.view !== 'number'
                  ? 'replay.view.public'
                  : whole.names[app.me] === w.t('start.you')
                    ? 'replay.view.you'
                    : 'replay.view',
                {name: whole.names[app.me] ?? ''},
              )}</p>`
            : nothing
      }
      <div class="ready" role="group" aria-label=${w.t('replay.group.try')}>
        ${
          app.timeline?.over && app.me >= 0 && !judged
            ? button('review', 'review.how', async () => {
                await app.judge();
                draw();
              })
            : nothing
        }
        ${whole ? button('again', 'replay.playdeal', () => app.again(), 'replay.playdeal.means') : nothing}
        ${
          app.evening && !own(app.evening) && !app.together
            ? button(
                'together',
                'together.look',
                away(() => app.join()),
              )
            : nothing
        }
        ${
          whole?.line.fair
            ? button('check', 'replay.check', async () => {
                await app.checkProof();
                draw();
              })
            : nothing
        }</div>
      ${
        whole
          ? html`<h3>${w.t('replay.group.share')}</h3>
      <div class="ready">${button('link', 'replay.link', link)}${button('picture', 'over.picture', () => app.depict())}
        ${button('deal', 'replay.copy', deal)}</div>
        <p class="here"><a href=${app.shared || location.href}>${(app.shared || location.href).replace(/^https?:\/\//, '')}</a></p>`
          : nothing
      }
      <h3>${w.t('replay.group.save')}</h3>
      <div class="ready">${button('savehand', 'replay.save.hand', () => save(`${app.name}-${app.hand + 1}.jsonl`, `${app.lines.text(app.hand)}\n`))}
        ${app.lines.length > 1 ? button('saveall', 'replay.save.all', () => save(`${app.name}.jsonl`, `${app.lines.all.join('\n')}\n`)) : nothing}
        ${
          canDeal() && whole && !own(app.evening)
            ? button(
                'keep',
                'bring.keep',
                away(() => app.bring(`${app.lines.all.join('\n')}\n`)),
              )
            : nothing
        }</div>
      ${
        whole?.line.notes?.length
          ? html`<h2>${w.t('together.notes')}</h2><ul
        class="noted">${whole.line.notes.map(
          (n) => html`<li><button type="button"
        @click=${() => {
          box().close();
          app.go(app.timeline.moment(n.at));
        }}><b>${n.name}</b> ${n.text}</button></li>`,
        )}</ul>`
          : nothing
      }
      ${app.deal && whole ? html`<pre class="deal" tabindex="0">${app.deal}</pre>` : nothing}</section>
    <section class="ready">${
      app.evening
        ? html`<a class="button" href=${to(`/t/${app.evening}`)}>${w.t('replay.back')}</a>`
        : nothing
    }<button type="button" data-do="another" @click=${() => {
      box().close();
      app.close();
    }}>${w.t('replay.another')}</button></section>
    <section><h2>${w.t('ui.settings')}</h2>${options(w, draw)}<p class="lines">${w.t('replay.keys')}</p></section>
    ${log(app)}`;
}

/** from is whose eyes a full hand is looked at with. */
function from(/** @type {page.Replay} */ app, /** @type {() => void} */ draw) {
  const w = app.words;
  const choose = async (/** @type {{seat?: number, open?: boolean}} */ how) => {
    await app.from(how);
    draw();
  };
  return html`<div class="options"><label>${w.t('replay.from')} <select name="seat"
    @change=${(/** @type {page.Changed} */ e) => choose({seat: Number(e.target.value)})}>${app.whole.names.map(
      (name, i) => html`<option value=${i} ?selected=${i === app.seat}>${name}</option>`,
    )}</select></label>
    <label class="check"><input type="checkbox" name="open" .checked=${app.open}
      @change=${(/** @type {page.Changed} */ e) => choose({open: e.target.checked})}>${w.t('replay.open')}</label></div>`;
}

// ---- the hands of a file ----

/** list shows all hands: only those in sight are read, so that ten thousand are as quick as ten. */
export function handList(/** @type {page.Replay} */ app) {
  const w = app.words;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const high = rem * (window.innerWidth > 17 * rem ? 3.75 : 9); // of a row: where letters are large its texts have several lines
  const state = {rows: /** @type {number[] | null} */ (null), top: 0, asked: 0, text: ''};
  const rows = () => state.rows?.length ?? app.lines.length;
  const place = (/** @type {number} */ k) => (state.rows ? state.rows[k] : k);
  const seek = async (/** @type {string} */ text) => {
    const asked = ++state.asked;
    state.text = text.trim();
    const n = Number(state.text);
    if (!state.text) state.rows = null;
    else if (Number.isInteger(n) && n > 0) state.rows = n <= app.lines.length ? [n - 1] : [];
    else state.rows = await app.lines.search(state.text, () => asked === state.asked);
    if (asked !== state.asked) return;
    app.live.say(w.t('replay.found', {n: rows()}));
    scroller().scrollTop = 0;
    draw();
  };
  const scroller = () => /** @type {HTMLElement} */ (box().querySelector('.hands'));
  const lay = () => {
    const ol = /** @type {HTMLElement} */ (box().querySelector('.hands ol'));
    ol.style.height = `${rows() * high}px`; // not as an attribute: that the page's policy forbids
    ol.style.setProperty('--row', `${high}px`);
    for (const li of ol.querySelectorAll('li'))
      li.style.top = `${(Number(li.ariaPosInSet) - 1) * high}px`;
  };
  const page = (/** @type {() => void} */ draw) => {
    const seen = Math.ceil(window.innerHeight / high) + 2;
    const first = Math.max(0, Math.min(Math.floor(state.top / high) - 1, rows() - 1));
    const shown = Array.from(
      {length: Math.max(0, Math.min(seen, rows() - first))},
      (_, i) => first + i,
    );
    return html`<section class="listing"><h2>${w.t('replay.list')}</h2>
        ${
          app.lines.length > 5
            ? html`<label class="search">${w.t('replay.search')} <input type="search" name="search" autocomplete="off"
          @input=${(/** @type {page.Changed} */ e) => seek(e.target.value)}></label>
          <p class="lines" role="status">${state.text ? w.t('replay.found', {n: rows()}) : nothing}</p>`
            : nothing
        }
        <div class="hands" tabindex="-1" @scroll=${(/** @type {page.Changed} */ e) => {
          state.top = e.target.scrollTop;
          draw();
        }}><ol
          aria-label=${w.t('replay.list')}>
          ${shown.map((k) => row(app, place(k), k, rows()))}</ol></div></section>`;
  };
  state.top = Math.max(0, app.hand - 2) * high;
  const draw = dialog(w, page, lay);
  scroller().scrollTop = state.top;
}

function row(
  /** @type {page.Replay} */ app,
  /** @type {number} */ i,
  /** @type {number} */ k,
  /** @type {number} */ of,
) {
  const w = app.words;
  const r = app.lines.timeline(i);
  const what = r
    ? r.summary.map(
        (x) => html`<span class=${x.n > 0 ? 'gets' : 'pays'}>${x.name} ${w.balance(x.n)}</span> `,
      )
    : w.t('replay.format');
  return html`<li aria-setsize=${of} aria-posinset=${k + 1}><button type="button" aria-current=${i === app.hand} data-hand=${i + 1}
    @click=${() => {
      box().close();
      void app.show(i);
    }}>
    <b>${count(w, i + 1)}</b><span class="who">${
      r ? w.t('replay.row', {name: r.names[r.line.dealer], amount: w.sum(r.line.pot)}) : nothing
    }</span><span class="what">${what}</span></button></li>`;
}
