// The games as the catalogue tells of them, by their short names; a name it does not know stands
// for itself, for the page may be older than the server.

import { useMemo } from "../vendor/preact.js";
import { useCatalogue } from "../net/server_queries.js";

/** The five great games, those that take least time first: the next to play is the first not won. */
export const QUICKEST = ["auntie_allis", "kings", "seven_and_sixes", "uncle_remus", "senior_wrangler"];
/** The five in the book's order. */
export const GREAT = ["auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings"];

/**
 * @typedef {Object} Games
 * @property {(slug: string) => any} of a game as `catalogue.json` tells of it, or null
 * @property {(slug: string) => string} title
 * @property {(slug: string) => number} goal
 * @property {(slug: string) => boolean} byPoints
 */

/** @returns {Games | undefined} undefined until the catalogue is there */
export function useGames() {
  const catalogue = useCatalogue();
  return useMemo(() => catalogue && gamesOf(catalogue), [catalogue]);
}

/** @param {any} catalogue @returns {Games} */
function gamesOf(catalogue) {
  /** @type {Map<string, any>} */
  const known = new Map(catalogue.games.map((/** @type {any} */ game) => [game.slug, game]));
  return {
    of: (slug) => known.get(slug) ?? null,
    title: (slug) => known.get(slug)?.title ?? slug.replaceAll("_", " "),
    goal: (slug) => known.get(slug)?.goal ?? 1,
    byPoints: (slug) => known.get(slug)?.ranked_by === "points",
  };
}
