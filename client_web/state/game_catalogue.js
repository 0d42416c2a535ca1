// Games by their slugs, from `catalogue.json`. The page may be older than the server, so an unknown
// slug stands for itself.

import { _ } from "../messages/texts.js";

/** @typedef {import("./catalogue").Catalogue} Catalogue */
/** @typedef {import("./catalogue").Game} Game */

/** The game for newcomers. Pages show it before the catalogue is loaded. */
export const FIRST_GAME = "aces_up";

/**
 * @typedef {Object} Games
 * @property {(slug: string) => Game | null} of the game's entry in `catalogue.json`, or null
 * @property {(slug: string) => string} title
 * @property {(slug: string) => number} goal
 * @property {(slug: string) => boolean} byPoints
 * @property {string[]} great the five great games in the book's order
 * @property {string[]} quickestFirst the five great games by the time they take; the next game of a crown
 *   run is the first of these that is not won
 */

/** @param {Catalogue} catalogue @returns {Games} */
export function gamesOf(catalogue) {
  const known = new Map(catalogue.games.map((game) => [game.slug, game]));
  return {
    of: (slug) => known.get(slug) ?? null,
    title: (slug) => known.get(slug)?.title ?? slug.replaceAll("_", " "),
    goal: (slug) => known.get(slug)?.goal ?? 1,
    byPoints: (slug) => known.get(slug)?.ranked_by === "points",
    great: catalogue.great_games,
    quickestFirst: catalogue.quickest_first,
  };
}

/** The catalogue with its texts in the player's language; the server has them in English.
 * @param {Catalogue} catalogue @returns {Catalogue} */
export function translatedCatalogue(catalogue) {
  const games = catalogue.games.map((game) => ({
    ...game,
    title: _(game.title),
    other_names: game.other_names.map((name) => _(name)),
    minutes: game.minutes && _(game.minutes),
    prospects: game.prospects && _(game.prospects),
    character: game.character && _(game.character),
    options: game.options.map((option) => ({ ...option, meaning: _(option.meaning) })),
  }));
  return { ...catalogue, games, phrases: translated(catalogue.phrases), answers: translated(catalogue.answers) };
}

/** @param {Record<string, string>} texts */
function translated(texts) {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, _(text)]));
}

/** The game with this slug, which may be written with hyphens as in addresses (`bakers-dozen`).
 * Undefined if the catalogue has no such game: the server may be newer than the page.
 * @param {Catalogue | undefined} catalogue @param {string} slug @returns {Game | undefined} */
export function gameOf(catalogue, slug) {
  const plain = slug.replaceAll("-", "_");
  return catalogue?.games.find((game) => game.slug === plain);
}
