// Sounds, made on the spot: a card, a trick, coins, and "your turn".

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

/** @type {Record<string, (a: AudioContext) => void>} */
const sounds = {
  card: rustle,
  trick: (a) => [392, 523].forEach((h, i) => note(a, h, i * 0.07, 0.16, 'triangle', 0.08)),
  coins: (a) => [1568, 2093, 1760].forEach((h, i) => note(a, h, i * 0.06, 0.22, 'sine', 0.06)),
  turn: (a) => [659, 880].forEach((h, i) => note(a, h, i * 0.12, 0.35, 'sine', 0.16)),
};

/** sound makes one. */
export function sound(/** @type {string} */ name) {
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume(); // until somebody has touched the page
  sounds[name]?.(audio);
}
