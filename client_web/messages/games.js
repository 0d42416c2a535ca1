// Texts about games, in the same words as the terminal client: titles, names and values of options,
// how long a game takes.

import { gameOf, isTableGame } from "../state/game_catalogue.js";
import { capitalise } from "./formatting.js";
import { _ } from "./texts.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */

/** Return the options that differ from the default, to follow the title: ` with must fill: off`; ""
 * if there are none.
 * @param {Game | null | undefined} game @param {Record<string, unknown>} chosen */
export function unusualOptions(game, chosen) {
  const told = (game?.options ?? [])
    .filter((o) => chosen[o.name] !== undefined && chosen[o.name] !== o.default)
    .map((o) => `${optionName(o.name)}: ${valueWords(chosen[o.name])}`);
  return told.length ? ` ${_("with {options}", { options: told.join(", ") })}` : "";
}

/** Return the name of an option for people: `must fill`. @param {string} name */
export function optionName(name) {
  return name.replaceAll("_", " ");
}

/** Return a value of an option as text: `on`, `off`, `9`. @param {unknown} value */
export function valueWords(value) {
  return value === true ? _("on") : value === false ? _("off") : String(value);
}

/** Return how long a game takes, as the book says: `4 minutes`, `about 20 minutes`; "" if it does
 * not say.
 * @param {Pick<Game, "minutes">} game */
export function minutesWords(game) {
  return game.minutes ? _("{minutes} minutes", { minutes: game.minutes }) : "";
}

/** Return how often a game is won, as the book says: `prospects: 1 in 8`; "" if it does not say.
 * @param {Pick<Game, "prospects">} game */
export function difficultyWords(game) {
  return game.prospects ? _("prospects: {prospects}", { prospects: game.prospects }) : "";
}

/** Return how much luck a game needs, in a few words: `mainly skill`. It is the beginning of what the book
 * says of the game's character.
 * @param {Pick<Game, "character">} game */
export function luckWords(game) {
  return game.character.split(/[,;:]/)[0] ?? "";
}

/** The text beside the title of a game without choice. */
export const NO_CHOICE = _("no choice: the cards decide");

/** Return `one pack, 4 minutes, prospects: 1 in 8`. @param {Game} game */
export function gameSummary(game) {
  if (isTableGame(game)) return _("two to eight at one table");
  const packs = game.packs === 1 ? _("one pack") : _("two packs");
  const minutes = minutesWords(game);
  return [packs, minutes, difficultyWords(game), game.choice ? "" : NO_CHOICE].filter(Boolean).join(", ");
}

/** Return the title of a game. Until the catalogue is loaded, the title is made from the slug.
 * @param {Catalogue | undefined} catalogue @param {string} slug */
export function titleOf(catalogue, slug) {
  return gameOf(catalogue, slug)?.title ?? slug.split(/[-_]/).map(capitalise).join(" ");
}
