// The rules of this table within the table, open where the hand is.

import {wire} from '../rules/rules.js';
import {rulesOf} from '../lib/meaning.js';
import {to} from '../lib/address.js';
import {inTime} from '../lib/request.js';

/** @type {Record<string, string>} */
const parts = {
  'double-blind': 'blind',
  blind: 'blind',
  see: 'blind',
  open: 'auction',
  pass: 'auction',
  schlagen: 'auction',
  oder: 'auction',
  'weiter-oder': 'auction',
  weiter: 'auction',
  join: 'join',
  out: 'join',
  last: 'join',
  spare: 'join',
  'for-pot': 'join',
  lay: 'exchange',
  drop: 'exchange',
  swap: 'exchange',
  keep: 'exchange',
  play: 'play',
};

/** part returns the section of the rules that tells what happens now. */
export function part(/** @type {page.Page} */ app) {
  if (app.over) return 'settle';
  const v = app.view;
  return (
    parts[app.kind] ??
    (v.playing ? 'play' : v.declarer >= 0 ? 'join' : v.trump ? 'auction' : 'deal')
  );
}

/** rulePage is the page of this table's rules, or null if it can't be reached. */
export async function rulePage(/** @type {page.Page} */ app) {
  const w = app.words;
  const seats = app.info.seats.length || app.config.chairs;
  const from = new URL(
    to(`/rules/${rulesOf(app.config)}/${w.lang}?deck=${w.deck}&seats=${seats}&money=${w.money}`),
    location.href,
  );
  const answer = await fetch(from, {signal: inTime()}).catch(() => null);
  const page = answer?.ok
    ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
    : null;
  for (const e of page?.querySelectorAll('[href]:not([href^="#"])') ?? [])
    e.setAttribute('href', new URL(e.getAttribute('href') ?? '', from).href);
  return page;
}

/** help shows the rules. */
export async function help(/** @type {page.Page} */ app) {
  const w = app.words;
  const {preset, ...changed} = app.config.rules;
  const page = await rulePage(app);
  if (!page) return app.say(w.t('ui.norules'));
  const box = document.createElement('dialog');
  box.className = 'rulebox';
  box.setAttribute('aria-label', w.t('ui.rules'));
  const close = document.createElement('button');
  close.className = 'icon';
  close.textContent = w.t('ui.close');
  close.onclick = () => box.close();
  const bar = document.createElement('div');
  bar.className = 'close';
  bar.append(close);
  if (!Object.keys(changed).length)
    void charted(
      bar,
      to(
        `/charts/${preset}/${app.info.seats.length || app.config.chairs}/${w.lang}?deck=${w.deck}`,
      ),
      w.t('ui.charts'),
    );
  box.append(bar, page);
  box.onclose = () => box.remove();
  await style();
  document.body.append(box);
  wire(box);
  box.showModal();
  const here = box.querySelector(`#${part(app)}`);
  here?.classList.add('here');
  here?.scrollIntoView();
  close.focus({preventScroll: true});
}

/**
 * charted adds a link to the chart of hands, if there is one of this game.
 * @param {HTMLElement} bar
 * @param {string} href
 * @param {string} text
 */
async function charted(bar, href, text) {
  const r = await fetch(href, {method: 'HEAD'}).catch(() => null);
  if (!r?.ok) return;
  const link = document.createElement('a');
  Object.assign(link, {href, textContent: text, target: '_blank'});
  bar.prepend(link);
}

/** style brings in what the page of the rules looks like, once. */
function style() {
  if (document.querySelector('link[data-rules]')) return;
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'stylesheet',
    href: new URL('../rules/rules.css', import.meta.url).href,
  });
  link.dataset.rules = '';
  const ready = new Promise((done) => link.addEventListener('load', done));
  document.head.append(link);
  return ready;
}
