// Stores preferences under the names that both clients and the server use, each with the time at
// which it was set. They are stored in this browser and, with an account, on the server; of two
// values the later applies.

import { ConnectionLost, Refusal } from "../net/connection.js";
import { DEFAULT_PREFERENCES } from "./default_preferences.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./default_preferences.js").Preferences} Preferences */
/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Preference} Preference */
/** @typedef {boolean | number | string | null} Value null: the default */
/** @typedef {Record<string, {value: Value, at: number}>} StoredPreferences by name;
 *   `at`: when it was set, in milliseconds since 1970 */

const STORAGE_NAME = "preferences";
const AT_ONCE = 100;

/** The name under which each preference is stored. `words` are the stored names of true and false.
 * @type {{[K in keyof Preferences]: {name: string, words?: [on: string, off: string]}}} */
const STORED_FORM = {
  theme: { name: "theme" },
  colours: { name: "colours" },
  hand: { name: "hand" },
  felt: { name: "felt" },
  back: { name: "back" },
  cardSize: { name: "card_size" },
  largePrint: { name: "print", words: ["large", "default"] },
  movement: { name: "movement", words: ["on", "off"] },
  sounds: { name: "sounds", words: ["tones", "off"] },
  volume: { name: "volume" },
  oneTap: { name: "touch", words: ["plays", "picks"] },
  streamer: { name: "streamer", words: ["on", "off"] },
  presence: { name: "presence", words: ["shown", "hidden"] },
  watching: { name: "watching", words: ["allowed", "refused"] },
  squash: { name: "squash", words: ["on", "off"] },
  askToDeal: { name: "space", words: ["asks", "deals"] },
  timer: { name: "timer", words: ["shown", "hidden"] },
  streaks: { name: "streaks", words: ["shown", "hidden"] },
  quiet: { name: "quiet", words: ["on", "off"] },
};
/** @type {Record<string, string[]>} the values that this page knows; others are
 *   ignored, since another client has stored them */
const VALUES = {
  theme: ["baize", "light", "night", "contrast", "system"],
  colours: ["usual", "four", "two", "blind"],
  hand: ["right", "left"],
  felt: ["green", "blue", "wine", "grey"],
  back: ["lattice", "waves", "dots", "plain"],
  card_size: ["fitting", "medium", "small"],
  volume: ["quiet", "medium", "loud"],
};

/** Return the preferences stored in this browser.
 * @param {LocalStorage} storage @returns {StoredPreferences} */
export function storedPreferences(storage) {
  return storage.get(STORAGE_NAME) ?? {};
}

/** Set a preference, and store it in this browser and with the account. Resolves to "", or to a
 * sentence that says why it is not stored with the account.
 * @template {keyof Preferences} K
 * @param {App} app @param {K} key @param {Preferences[K]} value */
export function savePreference(app, key, value) {
  const { name, words } = STORED_FORM[key];
  const [on, off] = words ?? [];
  app.setPreferences({ [key]: value });
  return storePreference(app, name, /** @type {Value} */ (words ? (value ? on : off) : value) ?? null);
}

/** Store the value of an option with which the player always plays a game; null for the default.
 * Resolves to "", or to a sentence that says why it is not stored with the account.
 * @param {App} app @param {string} game @param {string} option @param {Value} value */
export function saveGameOption(app, game, option, value) {
  return storePreference(app, `${game}.${option}`, value);
}

/** Return the options with which the player always plays a game. Options and values that the game
 * does not have are left out.
 * @param {LocalStorage} storage @param {import("./catalogue").Game} game
 * @returns {Record<string, boolean | number | string>} */
export function storedGameOptions(storage, game) {
  const chosen = storedPreferences(storage);
  /** @type {Record<string, boolean | number | string>} */
  const found = {};
  for (const { name, values } of game.options) {
    const value = chosen[`${game.slug}.${name}`]?.value;
    if (value != null && values.includes(value)) found[name] = value;
  }
  return found;
}

/** Store a preference. Resolves to "", or to a sentence that says why it is stored only in this
 * browser.
 * @param {App} app @param {string} name @param {Value} value
 * @returns {Promise<string>} */
function storePreference(app, name, value) {
  const at = Date.now();
  app.storage.set(STORAGE_NAME, { ...storedPreferences(app.storage), [name]: { value, at } });
  return app.me.value === null ? Promise.resolve("") : saveOnServer(app, [{ name, value, at }]);
}

/** Merge the account's preferences `brought` with those stored in this browser, store the result
 * in both places, and apply it. The later value of each preference is kept; if both have the same
 * time, the account's. Resolves to "", or to a sentence that says why some are stored only in this
 * browser.
 * @param {App} app @param {Preference[]} brought
 * @returns {Promise<string>} */
export async function mergePreferences(app, brought) {
  const here = { ...storedPreferences(app.storage) };
  const there = new Map(brought.map((each) => [each.name, each]));
  for (const { name, value, at } of brought) {
    const known = here[name];
    if (known === undefined || known.at <= at) here[name] = { value, at };
  }
  app.storage.set(STORAGE_NAME, here);
  app.setPreferences(readPreferences(here));
  const newer = Object.entries(here)
    .map(([name, { value, at }]) => ({ name, value, at }))
    .filter(({ name, at }) => at > (there.get(name)?.at ?? -1));
  for (let at = 0; at < newer.length; at += AT_ONCE) {
    const failed = await saveOnServer(app, newer.slice(at, at + AT_ONCE));
    if (failed) return failed;
  }
  return "";
}

/** Store preferences with the account. Resolves to "", or to a sentence that says why that failed.
 * @param {App} app @param {Preference[]} preferences */
async function saveOnServer(app, preferences) {
  try {
    await app.connection.ask({ type: "save_preferences", preferences });
    return "";
  } catch (error) {
    if (error instanceof Refusal) return _("Kept here only: {reason}", { reason: error.message });
    if (error instanceof ConnectionLost) return _("Kept here only: the line went down.");
    throw error;
  }
}

/** Return the preferences, as the pages use them, for their stored values. Values that this page
 * does not know are left out.
 * @param {StoredPreferences} stored
 * @returns {Partial<Preferences>} */
function readPreferences(stored) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [key, { name, words }] of Object.entries(STORED_FORM)) {
    const value = stored[name]?.value;
    if (value === undefined) continue;
    const usual = DEFAULT_PREFERENCES[/** @type {keyof Preferences} */ (key)];
    if (value === null) found[key] = usual;
    else if (words) found[key] = value !== words[1];
    else if (VALUES[name]?.includes(String(value))) found[key] = value;
  }
  return found;
}
