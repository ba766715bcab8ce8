// A link with a secret as a picture, for a phone beside this one. The server draws it: the link goes there in a body, since addresses lie in logs.

import {html, nothing} from './html.js';
import {site, to} from './address.js';

/** @type {Map<string, string>} */
const drawn = new Map(); // the pictures by their links; '': not yet

/**
 * qrCode is the QR code of a link, as soon as it has come; then it draws again.
 * @param {string} link
 * @param {string} name
 * @param {() => void} draw
 */
export function qrCode(link, name, draw) {
  const picture = drawn.get(link);
  if (picture) return html`<img class="qr" src=${picture} width="132" height="132" alt=${name}>`;
  if (picture === undefined && !site) {
    drawn.set(link, '');
    fetch(to('/api/qr'), {method: 'POST', body: link})
      .then(async (r) => {
        if (!r.ok) throw new Error(`${r.status}`);
        drawn.set(link, `data:image/svg+xml,${encodeURIComponent(await r.text())}`);
        draw();
      })
      .catch(() => void drawn.delete(link)); // the next look asks again
  }
  return nothing;
}
