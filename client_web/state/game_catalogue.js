// Games by their slugs, from `catalogue.json`. The page may be older than the server, so an unknown
// slug stands for itself.

/** @typedef {import("../table/types").Game} Game */

/** The five great games, those that take least time first: the next to play is the first not won. */
export const QUICKEST_FIRST = ["auntie_allis", "kings", "seven_and_sixes", "uncle_remus", "senior_wrangler"];
/** The five in the book's order. */
export const GREAT_GAMES = ["auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings"];

/**
 * @typedef {Object} Games
 * @property {(slug: string) => any} of a game as `catalogue.json` tells of it, or null
 * @property {(slug: string) => string} title
 * @property {(slug: string) => number} goal
 * @property {(slug: string) => boolean} byPoints
 */

/** @param {any} catalogue @returns {Games} */
export function gamesOf(catalogue) {
  /** @type {Map<string, any>} */
  const known = new Map(catalogue.games.map((/** @type {any} */ game) => [game.slug, game]));
  return {
    of: (slug) => known.get(slug) ?? null,
    title: (slug) => known.get(slug)?.title ?? slug.replaceAll("_", " "),
    goal: (slug) => known.get(slug)?.goal ?? 1,
    byPoints: (slug) => known.get(slug)?.ranked_by === "points",
  };
}

/** The game of a slug, also as addresses write it, `bakers-dozen`; or undefined: a newer server may
 * have more games. @param {any} catalogue @param {string} slug @returns {Game | undefined} */
export function gameOf(catalogue, slug) {
  const plain = slug.replaceAll("-", "_");
  return catalogue?.games.find((/** @type {Game} */ game) => game.slug === plain);
}
