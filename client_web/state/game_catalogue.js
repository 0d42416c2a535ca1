// Games by their slugs, from `catalogue.json`. The page may be older than the server, so an unknown
// slug stands for itself.

/** @typedef {import("./catalogue").Catalogue} Catalogue */
/** @typedef {import("./catalogue").Game} Game */

/** The five great games by expected time, shortest first. The next game of a crown run is the first of
 * these that is not won. */
export const QUICKEST_FIRST = ["auntie_allis", "kings", "seven_and_sixes", "uncle_remus", "senior_wrangler"];
/** The five great games in the book's order. */
export const GREAT_GAMES = ["auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings"];

/**
 * @typedef {Object} Games
 * @property {(slug: string) => Game | null} of the game's entry in `catalogue.json`, or null
 * @property {(slug: string) => string} title
 * @property {(slug: string) => number} goal
 * @property {(slug: string) => boolean} byPoints
 */

/** @param {Catalogue} catalogue @returns {Games} */
export function gamesOf(catalogue) {
  const known = new Map(catalogue.games.map((game) => [game.slug, game]));
  return {
    of: (slug) => known.get(slug) ?? null,
    title: (slug) => known.get(slug)?.title ?? slug.replaceAll("_", " "),
    goal: (slug) => known.get(slug)?.goal ?? 1,
    byPoints: (slug) => known.get(slug)?.ranked_by === "points",
  };
}

/** The game with this slug, which may be written with hyphens as in addresses (`bakers-dozen`).
 * Undefined if the catalogue has no such game: the server may be newer than the page.
 * @param {Catalogue | undefined} catalogue @param {string} slug @returns {Game | undefined} */
export function gameOf(catalogue, slug) {
  const plain = slug.replaceAll("-", "_");
  return catalogue?.games.find((game) => game.slug === plain);
}
