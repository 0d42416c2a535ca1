// The sounds shuffle, snap, ring, go, tick and win. They are computed, as in the terminal client, and
// played with Web Audio.

/** @typedef {"shuffle" | "snap" | "ring" | "go" | "tick" | "win"} Tone */
/** @typedef {import("../state/default_preferences.js").Preferences["volume"]} Volume */
/** @typedef {import("../app.js").App} App */

const RATE = 16_000;
/** The loudest sample of each volume; 1 is the most that the device can play.
 * @type {Record<Volume, number>} */
const LOUDNESS = { quiet: 0.1, medium: 0.28, loud: 0.7 };
const [MULTIPLIER, MODULUS] = [48_271, 2 ** 31 - 1];
const LATE_MS = 250;
const TURN = 2 * Math.PI;

/** @type {Record<Tone, () => number[]>} */
const SAMPLES = {
  snap: () => rustle(0.04, 1),
  shuffle: () => [0.3, 0.4, 0.5, 0.6, 0.6, 0.5, 0.4, 0.3].flatMap((loud) => rustle(0.05, loud)),
  ring: () => [...bells([440, 480], 0.35), ...silence(0.125), ...bells([440, 480], 0.35)],
  tick: () => bells([523], 0.09),
  go: () => [...bells([523], 0.09), ...bells([784], 0.22)],
  win: () => [...bells([523], 0.12), ...bells([659], 0.12), ...bells([784], 0.12), ...bells([523, 659, 784, 1047], 0.5)],
};

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<Tone, AudioBuffer>} */
const made = new Map();
let playing = false;

/** Play a sound if the player has chosen sounds. A sound that comes while another is played is
 * dropped, so that a held key does not rattle. Browsers allow sound only after the first tap or key
 * on a page.
 * @param {App} app @param {Tone} tone */
export function playIfEnabled(app, tone) {
  const { sounds, volume } = app.preferences.value;
  if (sounds) playSound(tone, volume);
}

/** Play a sound whether or not the player has chosen sounds.
 * @param {Tone} tone @param {Volume} volume @returns {boolean} whether it has started */
export function playSound(tone, volume) {
  if (playing || typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  playing = true;
  void begin(context, tone, volume).catch(() => void (playing = false));
  return true;
}

/** Start a sound. Throw if the browser does not allow sound within LATE_MS.
 * @param {AudioContext} context @param {Tone} tone @param {Volume} volume */
async function begin(context, tone, volume) {
  if (context.state !== "running") {
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, LATE_MS))]);
  }
  if (context.state !== "running") throw new Error("the browser does not allow sound yet");
  const source = context.createBufferSource();
  source.buffer = bufferOf(context, tone);
  const gain = context.createGain();
  gain.gain.value = LOUDNESS[volume];
  source.connect(gain).connect(context.destination);
  source.onended = () => void (playing = false);
  source.start();
}

/** Return the samples of a sound, which are computed once.
 * @param {AudioContext} context @param {Tone} tone */
function bufferOf(context, tone) {
  let buffer = made.get(tone);
  if (buffer === undefined) {
    const samples = SAMPLES[tone]();
    buffer = context.createBuffer(1, samples.length, RATE);
    buffer.getChannelData(0).set(samples);
    made.set(tone, buffer);
  }
  return buffer;
}

/** Return the samples of decaying noise, which sounds like a card laid on a table. `loud`: from 0
 * to 1.
 * @param {number} seconds @param {number} loud */
function rustle(seconds, loud) {
  const count = Math.round(RATE * seconds);
  let state = 1;
  return Array.from({ length: count }, (_, i) => {
    state = (state * MULTIPLIER) % MODULUS;
    return loud * ((2 * state) / MODULUS - 1) * (1 - i / count) ** 3;
  });
}

/** Return the samples of several tones at once. `tones` are frequencies in hertz; two close
 * frequencies beat, as the bells of a telephone do.
 * @param {number[]} tones @param {number} seconds */
function bells(tones, seconds) {
  const count = Math.round(RATE * seconds);
  return Array.from({ length: count }, (_, i) => {
    const edge = Math.min(1, i / 160, (count - i) / 160);
    const sum = tones.reduce((all, tone) => all + Math.sin((TURN * tone * i) / RATE), 0);
    return (edge * sum) / tones.length;
  });
}

/** Return samples of silence. @param {number} seconds @returns {number[]} */
function silence(seconds) {
  return new Array(Math.round(RATE * seconds)).fill(0);
}
