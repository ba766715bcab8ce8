// The watchdog of a page: what goes wrong at its start becomes a sentence with a button, and so does a part that is fetched later
// and doesn't arrive. This is no module, since modules may be what is missing, and it needs no style sheet. The server puts
// stuck = {language: {fault, missing, slow, file, again, close}} in front.
/* global stuck */

{
  const patience = 10_000;
  const languages = Object.keys(stuck);

  /** language is the reader's, as in words.js. */
  const language = () => {
    let chosen = new URLSearchParams(location.search).get('lang');
    try {
      chosen ??= localStorage.getItem('lang');
    } catch {
      /* not allowed */
    }
    for (const l of [chosen, ...navigator.languages]) {
      const found =
        languages.find((a) => a.toLowerCase() === l?.toLowerCase()) ??
        languages.find((a) => a.slice(0, 2) === l?.slice(0, 2).toLowerCase());
      if (found) return found;
    }
    return 'en';
  };

  /** @type {HTMLElement | null} */
  let box = null;
  let begun = false;

  /** started is whether the page says anything, beside its name. */
  const started = () =>
    [box, document.querySelector('[data-shell]')]
      .reduce(
        (text, e) => text.replace(/** @type {HTMLElement} */ (e)?.innerText ?? '', ''),
        document.body.innerText,
      )
      .replace(/Chratze|[…\s]/g, '') !== '';

  /**
   * says puts a sentence on the page, and what is behind it in small letters.
   * @param {'fault' | 'missing' | 'slow' | 'file'} what
   * @param {string} [detail]
   */
  const says = (what, detail = '') => {
    if (!document.body || (begun ? what !== 'missing' : started()) || (box && what === 'slow'))
      return;
    const lang = language();
    box?.remove();
    box = document.createElement('div');
    box.id = 'stuck';
    box.lang = lang;
    box.setAttribute('role', 'alert');
    const text = document.createElement(document.querySelector('h1') ? 'p' : 'h1');
    text.textContent = stuck[lang][what];
    const small = document.createElement('small');
    small.textContent = detail;
    const button = (
      /** @type {'again' | 'close'} */ label,
      /** @type {string} */ ground,
      /** @type {() => void} */ then,
    ) => {
      const b = document.createElement('button');
      Object.assign(b, {type: 'button', textContent: stuck[lang][label], onclick: then});
      b.style.cssText = `font: inherit; font-weight: 700; min-height: 44px; color: #222; border: 2px solid; border-radius: 8px; background: ${ground}`;
      return b;
    };
    box.append(
      text,
      button('again', '#ffd36b', async () => {
        try {
          if (begun)
            await fetch(location.href); // an open page is worth more than none
          else if (what === 'fault') {
            // what the browser keeps may be of before, where there is a server
            const kept = await navigator.serviceWorker.getRegistration();
            await kept?.update();
            await kept?.unregister();
          }
        } catch {
          if (begun) return;
        }
        location.reload();
      }),
      begun ? button('close', 'none', () => box?.remove()) : '',
      small,
    );
    box.style.cssText = `position: fixed; inset: 20vh 16px auto; max-width: 26rem; margin: auto; padding: 16px; border-radius: 12px; z-index: 9;
      background: #f3ecdc; color: #222; font: 1rem/1.4 system-ui, sans-serif; display: grid; gap: 12px; overflow-wrap: anywhere; box-shadow: 0 4px 24px #0009`;
    text.style.cssText = 'font: inherit; margin: 0';
    ([...document.querySelectorAll('dialog:modal')].pop() ?? document.body).append(box); // what is under a dialog can't be tapped
  };

  /** @param {Event & {message?: string, reason?: unknown}} e */
  const wrong = (e) => {
    const of = /** @type {{src?: string, href?: string, rel?: string} | null} */ (e.target);
    if (of?.rel && of.rel !== 'stylesheet') return; // an icon
    const missing = of?.src || of?.href;
    const detail = missing ? new URL(missing).pathname : e.message || `${e.reason ?? ''}`;
    const what =
      location.protocol === 'file:'
        ? 'file'
        : missing || /fetch|network|timed out|export|: 5\d\d|import/i.test(detail)
          ? 'missing'
          : 'fault';
    setTimeout(() => says(what, detail), 300); // it may be a part that the page does without
  };
  addEventListener('error', wrong, true);
  addEventListener('unhandledrejection', wrong);
  const late = setTimeout(() => says(location.protocol === 'file:' ? 'file' : 'slow'), patience);
  const look = setInterval(() => {
    if (!document.body || !started()) return;
    clearTimeout(late);
    clearInterval(look);
    removeEventListener('error', wrong, true);
    begun = true;
    box?.remove();
  }, 100);
}
