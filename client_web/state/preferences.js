// Preferences: the player's choices under the terminal client's names, each with the time it was
// made. Of two, the later wins. With an account they are stored on the server too.

import { ConnectionLost, Refusal } from "../net/connection.js";
import { DEFAULT_CHOICES } from "./choices.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./choices.js").Choices} Choices */
/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Preference} Preference */
/** @typedef {boolean | number | string | null} Value null: back to the default */
/** @typedef {Record<string, {value: Value, at: number}>} StoredPreferences */

const STORAGE_NAME = "preferences";
const AT_ONCE = 100;

/** Each choice with its name among the preferences, and its values' names there.
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
/** @type {Record<string, string[]>} the allowed values; other values were stored by another program */
const VALUES = {
  theme: ["baize", "night", "contrast"],
  colours: ["usual", "four", "two", "blind"],
  hand: ["right", "left"],
};

/** @param {LocalStorage} memory @returns {StoredPreferences} */
export function storedPreferences(memory) {
  return memory.get(STORAGE_NAME) ?? {};
}

/** Change a choice of how pages look, move and sound; store it here and with the account.
 * @template {keyof Choices} C
 * @param {App} app @param {C} choice @param {Choices[C]} value */
export function setPreference(app, choice, value) {
  const { name, words } = PREFERENCE_OF[choice];
  const [on, off] = words ?? [];
  app.choose({ [choice]: value });
  return storePreference(app, name, /** @type {Value} */ (words ? (value ? on : off) : value) ?? null);
}

/** Set an option's usual value for a game; null removes it.
 * @param {App} app @param {string} game @param {string} option @param {Value} value */
export function setGameOption(app, game, option, value) {
  return storePreference(app, `${game}.${option}`, value);
}

/** The options the player usually plays this game with. Options the game does not have are left out.
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

/** @param {App} app @param {string} name @param {Value} value
 * @returns {Promise<string>} why it is stored only here, or "" */
function storePreference(app, name, value) {
  const at = Date.now();
  app.storage.set(STORAGE_NAME, { ...storedPreferences(app.storage), [name]: { value, at } });
  return app.me.value === null ? Promise.resolve("") : saveOnServer(app, [{ name, value, at }]);
}

/** Merge the account's preferences with those stored here, in both directions. Of each, the later one
 * wins; if both have the same time, the account's wins.
 * @param {App} app @param {Preference[]} brought
 * @returns {Promise<string>} why some are stored only here, or "" */
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

/** @param {App} app @param {Preference[]} preferences */
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

/** The page's choices that a set of preferences determines.
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
