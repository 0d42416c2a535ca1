// Games as text: titles, names and values of options, how long they take. In the terminal client's
// words.

import { gameOf } from "../state/game_catalogue.js";
import { capitalise } from "./formatting.js";
import { _ } from "./texts.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */

/** The options that differ from the usual, to go on with a sentence; empty if there are none.
 * @param {Game | null | undefined} game @param {Record<string, unknown>} chosen */
export function unusualOptions(game, chosen) {
  const told = (game?.options ?? [])
    .filter((o) => chosen[o.name] !== undefined && chosen[o.name] !== o.default)
    .map((o) => `${optionName(o.name)}: ${valueWords(chosen[o.name])}`);
  return told.length ? ` ${_("with {options}", { options: told.join(", ") })}` : "";
}

/** `must fill` @param {string} name */
export function optionName(name) {
  return name.replaceAll("_", " ");
}

/** The value of an option: `on`, `off`, `9`. @param {unknown} value */
export function valueWords(value) {
  return value === true ? _("on") : value === false ? _("off") : String(value);
}

/** `4 minutes`, `about 20 minutes`, as the book says; empty if it does not say.
 * @param {Pick<Game, "minutes">} game */
export function minutesWords(game) {
  return game.minutes ? _("{minutes} minutes", { minutes: game.minutes }) : "";
}

/** The title of a game. Before the catalogue is loaded it is made from the slug.
 * @param {Catalogue | undefined} catalogue @param {string} slug */
export function titleOf(catalogue, slug) {
  return gameOf(catalogue, slug)?.title ?? slug.split(/[-_]/).map(capitalise).join(" ");
}
