// Sounds, made on the spot, and what each of them tells.

/** @type {AudioContext | null} */
let audio = null;

/**
 * note plays one.
 * @param {AudioContext} a
 * @param {number} hertz
 * @param {number} at seconds from now
 * @param {number} long
 * @param {OscillatorType} [type]
 * @param {number} [loud]
 */
function note(a, hertz, at, long, type = 'sine', loud = 0.12) {
  const o = a.createOscillator();
  const g = a.createGain();
  o.type = type;
  o.frequency.value = hertz;
  const t = a.currentTime + at;
  g.gain.setValueAtTime(0, t);
  g.gain.linearRampToValueAtTime(loud, t + 0.01);
  g.gain.exponentialRampToValueAtTime(0.0001, t + long);
  o.connect(g).connect(a.destination);
  o.start(t);
  o.stop(t + long + 0.02);
}

/** rustle is a card that falls: a breath of noise. */
function rustle(/** @type {AudioContext} */ a) {
  const length = Math.floor(a.sampleRate * 0.07);
  const b = a.createBuffer(1, length, a.sampleRate);
  const data = b.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const s = a.createBufferSource();
  const f = a.createBiquadFilter();
  const g = a.createGain();
  Object.assign(f, {type: 'bandpass'});
  f.frequency.value = 2600;
  g.gain.value = 0.25;
  s.buffer = b;
  s.connect(f).connect(g).connect(a.destination);
  s.start();
}

/** run plays notes one after the other. */
const run =
  (
    /** @type {number[]} */ hertz,
    /** @type {number} */ step,
    /** @type {number} */ long,
    /** @type {OscillatorType} */ type,
    /** @type {number} */ loud,
  ) =>
  (/** @type {AudioContext} */ a) =>
    hertz.forEach((h, i) => note(a, h, i * step, long, type, loud));

/** @type {Record<string, (a: AudioContext) => void>} up is good for you, down is not; the first nine are what needn't be words */
const sounds = {
  turn: run([659, 880], 0.12, 0.35, 'sine', 0.16),
  won: run([523, 659, 784], 0.07, 0.16, 'triangle', 0.09),
  lost: run([392, 330], 0.07, 0.16, 'triangle', 0.08),
  declared: run([440, 440], 0.1, 0.12, 'square', 0.03),
  joined: run([587], 0, 0.14, 'square', 0.03),
  out: run([220], 0, 0.14, 'square', 0.04),
  paid: run([1568, 2093, 1760], 0.06, 0.22, 'sine', 0.06),
  failed: run([294, 233, 175], 0.12, 0.3, 'sawtooth', 0.05),
  hurry: run([988, 988, 988], 0.15, 0.1, 'sine', 0.12),
  card: rustle,
};

/** names are those of the sounds that tell something, in the order in which they are learned. */
export const names = Object.keys(sounds).filter((name) => name !== 'card');

/** @typedef {string | page.Event[] | table.Result} Heard a sound's name, what has happened, or how a hand ended */

/** calls are the acts that can be heard; all others that declare sound alike. */
const calls = /** @type {Record<string, string>} */ ({
  ...Object.fromEntries(['join', 'spare', 'for-pot'].map((act) => [act, 'joined'])),
  ...Object.fromEntries(
    ['open', 'blind', 'double-blind', 'schlagen', 'oder', 'weiter-oder'].map((act) => [
      act,
      'declared',
    ]),
  ),
  out: 'out',
});

/**
 * named is the sound to be heard: of events the most telling one; '' for none.
 * @param {Heard} what
 * @param {number} me
 */
export function named(what, me) {
  if (typeof what === 'string') return what;
  if (!Array.isArray(what)) return what.penalty.some(Boolean) ? 'failed' : 'paid';
  const trick = what.findLast((e) => e.t === 'trick');
  if (trick) return trick.seat === me ? 'won' : 'lost';
  const call = what.findLast((e) => !!e.act && !!calls[e.act.replace(/^price-.*/, 'open')]);
  if (call) return calls[/** @type {string} */ (call.act).replace(/^price-.*/, 'open')];
  return what.some((e) => e.t === 'deal' || e.t === 'draw' || e.act?.startsWith('play'))
    ? 'card'
    : '';
}

/**
 * sound makes one.
 * @param {Heard} what
 * @param {number} [me]
 */
export function sound(what, me = -1) {
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume(); // until somebody has touched the page
  sounds[named(what, me)]?.(audio);
}
