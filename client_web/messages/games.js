// Games as text: titles, names and values of options, how long they take. In the terminal client's
// words.

import { gameOf } from "../state/game_catalogue.js";
import { capitalise } from "./formatting.js";

/** @typedef {import("../table/types").Game} Game */

/** The options that are not usual, for the middle of a sentence; empty if none.
 * @param {Game | undefined} game @param {Record<string, unknown>} chosen */
export function unusualOptions(game, chosen) {
  const told = (game?.options ?? [])
    .filter((/** @type {any} */ o) => chosen[o.name] !== undefined && chosen[o.name] !== o.default)
    .map((/** @type {any} */ o) => `${optionName(o.name)}: ${valueWords(chosen[o.name])}`);
  return told.length ? ` with ${told.join(", ")}` : "";
}

/** `must fill` @param {string} name */
export function optionName(name) {
  return name.replaceAll("_", " ");
}

/** An option's value as it is chosen: `on`, `off`, `9`. @param {unknown} value */
export function valueWords(value) {
  return value === true ? "on" : value === false ? "off" : String(value);
}

/** `4 minutes`, `about 20 minutes`, as the books say; empty where they do not.
 * @param {{minutes?: string | null, [more: string]: any}} game */
export function minutesWords(game) {
  return game.minutes ? `${game.minutes} minutes` : "";
}

/** What a game is called; before the catalogue is there, what its slug makes of it.
 * @param {any} catalogue @param {string} slug */
export function titleOf(catalogue, slug) {
  return gameOf(catalogue, slug)?.title ?? slug.split(/[-_]/).map(capitalise).join(" ");
}
