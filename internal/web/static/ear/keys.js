// What a key does at a table, without a field in focus. It is fetched with the first one that is pressed.

import {moreTexts} from '../lib/moretexts.js';
import {Past, keyAnswer} from './answers.js';
import {listen} from './ear.js';
import {nextProfile} from './levels.js';

const past = new Past();
const more = moreTexts('ear').catch(() => null);

/**
 * said puts an answer on the table and says it, also if it is the one from before. The messages stay as they were.
 * @param {page.Page} app
 * @param {string} text
 */
function said(app, text) {
  app.live.put([text]);
  app.note = text;
  app.draw();
}

/**
 * moreTime asks for 30 seconds more, and says when they have come. A refusal comes as any other.
 * @param {page.App} app
 * @param {page.Words} w
 */
function moreTime(app, w) {
  const {ask, left} = app;
  if (!ask) return;
  app.table.send({t: 'more', q: ask.q});
  let tries = 20;
  const timer = setInterval(() => {
    if (app.ask?.q !== ask.q || !tries--) return clearInterval(timer);
    if (app.left <= left) return;
    clearInterval(timer);
    app.live.alarm('');
    app.live.hurry = 10; // it is said again when the new time is nearly up
    said(app, w.t('ear.more'));
  }, 200);
}

/**
 * acts are the keys that do something.
 * @type {Record<string, (app: page.App, w: page.Words) => unknown>}
 */
const acts = {
  u: (app) => app.practice?.typed('u'),
  i: (app) => app.hints?.ask(),
  s: (app) => app.six.toggle(),
  m: moreTime,
  v: async (app, w) => {
    said(app, w.t(`ear.profile.${nextProfile()}`));
    await listen(app);
  },
};

/**
 * key answers one.
 * @param {KeyboardEvent} e
 * @param {page.App} app
 */
export async function key(e, app) {
  const w = (await more)?.(app.words) ?? app.words;
  if (acts[e.key]) return acts[e.key](app, w);
  const {live} = app;
  const text = 'b,.'.includes(e.key) ? past.at(e.key, live.past) : keyAnswer(e, app, w);
  if (text) said(app, text);
}
