// Preferences: the player's choices under the names that both clients and the server use, each with
// the time at which it was made. They are stored in this browser and, with an account, on the
// server; of two values the later applies.

import { ConnectionLost, Refusal } from "../net/connection.js";
import { DEFAULT_CHOICES } from "./choices.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./choices.js").Choices} Choices */
/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Preference} Preference */
/** @typedef {boolean | number | string | null} Value null: the default */
/** @typedef {Record<string, {value: Value, at: number}>} StoredPreferences by name;
 *   `at`: when it was chosen, in milliseconds since 1970 */

const STORAGE_NAME = "preferences";
const AT_ONCE = 100;

/** The name of each choice among the preferences. `words` are the names of true and false there.
 * @type {{[C in keyof Choices]: {name: string, words?: [on: string, off: string]}}} */
const PREFERENCE_OF = {
  theme: { name: "theme" },
  colours: { name: "colours" },
  hand: { name: "hand" },
  movement: { name: "movement", words: ["on", "off"] },
  sounds: { name: "sounds", words: ["tones", "off"] },
  squash: { name: "squash", words: ["on", "off"] },
  askToDeal: { name: "space", words: ["asks", "deals"] },
};
/** @type {Record<string, string[]>} the values that this page knows; others are
 *   ignored, since another client has stored them */
const VALUES = {
  theme: ["baize", "night", "contrast"],
  colours: ["usual", "four", "two", "blind"],
  hand: ["right", "left"],
};

/** Return the preferences stored in this browser.
 * @param {LocalStorage} memory @returns {StoredPreferences} */
export function storedPreferences(memory) {
  return memory.get(STORAGE_NAME) ?? {};
}

/** Apply a choice; store it in this browser and with the account. Resolves to why it is not stored
 * with the account, or "".
 * @template {keyof Choices} C
 * @param {App} app @param {C} choice @param {Choices[C]} value */
export function setPreference(app, choice, value) {
  const { name, words } = PREFERENCE_OF[choice];
  const [on, off] = words ?? [];
  app.choose({ [choice]: value });
  return storePreference(app, name, /** @type {Value} */ (words ? (value ? on : off) : value) ?? null);
}

/** Store the value of an option with which the player always plays a game; null for the default.
 * Resolves to why it is not stored with the account, or "".
 * @param {App} app @param {string} game @param {string} option @param {Value} value */
export function setGameOption(app, game, option, value) {
  return storePreference(app, `${game}.${option}`, value);
}

/** Return the options with which the player always plays a game. Options and values that the game
 * does not have are left out.
 * @param {LocalStorage} memory @param {import("./catalogue").Game} game
 * @returns {Record<string, boolean | number | string>} */
export function usualOptions(memory, game) {
  const chosen = storedPreferences(memory);
  /** @type {Record<string, boolean | number | string>} */
  const found = {};
  for (const { name, values } of game.options) {
    const value = chosen[`${game.slug}.${name}`]?.value;
    if (value != null && values.includes(value)) found[name] = value;
  }
  return found;
}

/** Store a preference. Resolves to why it is stored only in this browser, or "".
 * @param {App} app @param {string} name @param {Value} value
 * @returns {Promise<string>} */
function storePreference(app, name, value) {
  const at = Date.now();
  app.storage.set(STORAGE_NAME, { ...storedPreferences(app.storage), [name]: { value, at } });
  return app.me.value === null ? Promise.resolve("") : saveOnServer(app, [{ name, value, at }]);
}

/** Merge the account's preferences `brought` with those stored in this browser, in both directions,
 * and apply them. Of each the later value wins; if both have the same time, the account's. Resolves
 * to why some are stored only in this browser, or "".
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
  app.choose(chosenIn(here));
  const newer = Object.entries(here)
    .map(([name, { value, at }]) => ({ name, value, at }))
    .filter(({ name, at }) => at > (there.get(name)?.at ?? -1));
  for (let at = 0; at < newer.length; at += AT_ONCE) {
    const failed = await saveOnServer(app, newer.slice(at, at + AT_ONCE));
    if (failed) return failed;
  }
  return "";
}

/** Store preferences with the account. Resolves to why that failed, or "".
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

/** Return the choices that preferences determine.
 * @param {StoredPreferences} kept
 * @returns {Partial<Choices>} */
function chosenIn(kept) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [choice, { name, words }] of Object.entries(PREFERENCE_OF)) {
    const value = kept[name]?.value;
    if (value === undefined) continue;
    const usual = DEFAULT_CHOICES[/** @type {keyof Choices} */ (choice)];
    if (value === null) found[choice] = usual;
    else if (words) found[choice] = value !== words[1];
    else if (VALUES[name]?.includes(String(value))) found[choice] = value;
  }
  return found;
}
