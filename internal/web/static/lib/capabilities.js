// What a browser allows: much of it only on a page that came by https. Each has
// something that does instead.

import {to} from './address.js';

/** can says what this page may do. */
export const can = {
  get share() {
    return 'share' in navigator;
  },
  get copy() {
    return !!navigator.clipboard?.writeText;
  },
  get notify() {
    return window.isSecureContext && 'Notification' in window;
  },
  get wake() {
    return 'wakeLock' in navigator;
  },
};

/** off is what doesn't go here, by the names of messages. */
export const off = () =>
  [can.notify ? '' : 'notify', can.copy ? '' : 'copy', can.wake ? '' : 'wake'].filter(Boolean);

/**
 * copy puts text where it can be pasted; where that isn't allowed it selects the element that shows it.
 * @param {string} text
 * @param {Element | null} shown
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text, shown) {
  try {
    if (can.copy) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    /* not allowed: then it is selected */
  }
  if (shown) getSelection()?.selectAllChildren(shown);
  try {
    return document.execCommand('copy'); // what older pages did, and what still goes without https
  } catch {
    return false;
  }
}

/**
 * share hands a link to another program.
 * @param {string} url
 * @param {string} [text] what it is
 */
export async function shareLink(url, text) {
  try {
    await navigator.share({url, ...(text ? {text} : {})});
  } catch {
    /* it was thought better of */
  }
}

/**
 * permit asks for the permission to notify.
 * @returns {Promise<boolean>}
 */
export const permit = async () =>
  can.notify && (await Notification.requestPermission()) === 'granted';

/** notify tells somebody who looks elsewhere. */
export function notify(/** @type {string} */ text) {
  if (!can.notify || Notification.permission !== 'granted' || !document.hidden) return;
  try {
    const n = new Notification(text, {tag: 'turn', icon: to('/web/icon.svg')});
    n.onclick = () => {
      window.focus();
      n.close();
    };
  } catch {
    /* some phones want a service worker for it */
  }
}

/** @type {WakeLockSentinel | null} */
let lock = null;

/** awake keeps the screen on while a hand is played. */
export async function awake(/** @type {boolean} */ want) {
  if (!can.wake || document.hidden) return;
  try {
    if (want && !lock) {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => {
        lock = null;
      });
    } else if (!want && lock) await lock.release();
  } catch {
    lock = null; // the battery is low
  }
}
