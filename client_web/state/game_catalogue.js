// Finds games by their slugs in `catalogue.json`. The page may be older than the server and not
// know a game; its title is then made from its slug.

import { _ } from "../messages/texts.js";

/** @typedef {import("./catalogue").Catalogue} Catalogue */
/** @typedef {import("./catalogue").Game} Game */

/** The slug of the game that is offered to newcomers, also before the catalogue is loaded. */
export const FIRST_GAME = "aces_up";

/**
 * @typedef {Object} Games
 * @property {(slug: string) => Game | null} of the entry of a game in `catalogue.json`, or null
 * @property {(slug: string) => string} title
 * @property {(slug: string) => number} goal the progress of a finished game
 * @property {(slug: string) => boolean} byPoints whether the game is ranked by points
 * @property {string[]} great the five great games in the book's order
 * @property {string[]} quickestFirst the five great games, the quickest first; a player is offered the
 *   first that is not won in the run
 */

/** Return functions that look games up in a catalogue.
 * @param {Catalogue} catalogue @returns {Games} */
export function gamesOf(catalogue) {
  const known = new Map(racedGames(catalogue).map((game) => [game.slug, game]));
  return {
    of: (slug) => known.get(slug) ?? null,
    title: (slug) => known.get(slug)?.title ?? slug.replaceAll("_", " "),
    goal: (slug) => known.get(slug)?.goal ?? 1,
    byPoints: (slug) => ["points", "round"].includes(known.get(slug)?.ranked_by ?? ""),
    great: catalogue.great_games,
    quickestFirst: catalogue.quickest_first,
  };
}

/** Return the catalogue with its texts in the player's language. The server sends them in English.
 * @param {Catalogue} catalogue @returns {Catalogue} */
export function translatedCatalogue(catalogue) {
  const [games, tables] = [catalogue.games.map(translatedGame), catalogue.tables.map(translatedGame)];
  const templates = catalogue.tournaments.templates.map((each) => ({ ...each, about: _(each.about) }));
  const tournaments = { ...catalogue.tournaments, templates };
  return { ...catalogue, games, tables, tournaments, phrases: translated(catalogue.phrases), answers: translated(catalogue.answers) };
}

/** Return a game with its texts in the player's language. @template {Game} G @param {G} game @returns {G} */
function translatedGame(game) {
  return {
    ...game,
    title: _(game.title),
    other_names: game.other_names.map((name) => _(name)),
    minutes: game.minutes && _(game.minutes),
    prospects: game.prospects && _(game.prospects),
    character: game.character && _(game.character),
    options: game.options.map((option) => ({ ...option, meaning: _(option.meaning) })),
  };
}

/** Return all games that can be raced in a room: the patiences, and the games whose contestants
 * share a table.
 * @param {Catalogue | undefined} catalogue @returns {Game[]} */
export function racedGames(catalogue) {
  return catalogue ? [...catalogue.tables, ...catalogue.games] : [];
}

/** Return the entry of a game whose contestants share a table; null for every other game.
 * @param {Catalogue | undefined} catalogue @param {string} slug */
export function tableGameOf(catalogue, slug) {
  return catalogue?.tables.find((game) => game.slug === slug) ?? null;
}

/** Return whether the contestants of a game share a table. @param {Game | null | undefined} game */
export function isTableGame(game) {
  return game !== null && game !== undefined && "most_seats" in game;
}

/** @type {WeakMap<object, Game>} */
const redrawn = new WeakMap();

/** Return the game with the drawing that it has with these options. The result is the same object
 * for the same options.
 * @template {Game | undefined | null} G @param {G} game
 * @param {Record<string, unknown>} options @returns {G} */
export function drawnWith(game, options) {
  const other = game?.drawings.find((one) => options[one.option] === one.value);
  if (!game || !other) return game;
  const known = redrawn.get(other) ?? { ...game, drawing: other.drawing };
  redrawn.set(other, known);
  return /** @type {G} */ (known);
}

/** Return texts by id in the player's language. @param {Record<string, string>} texts */
function translated(texts) {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, _(text)]));
}

/** Return the game with a slug or any other of its names, written as in addresses (`bakers-dozen`,
 * `Firing Squad`). Undefined if the catalogue has no such game or is not loaded.
 * @param {Catalogue | undefined} catalogue @param {string} name @returns {Game | undefined} */
export function gameOf(catalogue, name) {
  const typed = name.toLowerCase().replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-");
  return racedGames(catalogue).find((game) => game.typed_names.includes(typed));
}
