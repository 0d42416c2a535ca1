// Counts the games that the player has played alone in this browser, and keeps the best results, by game.

/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/**
 * The results of one game. The best ones are null until there is one.
 * @typedef {Object} AloneResults
 * @property {number} played
 * @property {number} won
 * @property {number | null} ms the shortest time of a won game
 * @property {number | null} moves the least moves of a won game
 * @property {number | null} points the most points
 * @property {string} last the id of the race that was counted last
 */

/** @type {AloneResults} */
const NONE = { played: 0, won: 0, ms: null, moves: null, points: null, last: "" };

/** Return the results of a game. @param {LocalStorage} storage @param {string} slug @returns {AloneResults} */
export function aloneResults(storage, slug) {
  return storage.get(`results/${slug}`) ?? NONE;
}

/** Return results with one more finished game.
 * @param {AloneResults} before @param {string} race the id of its race @param {SeatStanding} standing
 * @returns {AloneResults} */
export function withResult(before, race, { result, ended_ms: ms, moves, points }) {
  const isWon = result === "won";
  return {
    played: before.played + 1,
    won: before.won + Number(isWon),
    ms: isWon && ms !== null ? Math.min(ms, before.ms ?? ms) : before.ms,
    moves: isWon ? Math.min(moves, before.moves ?? moves) : before.moves,
    points: points !== null && result === "complete" ? Math.max(points, before.points ?? points) : before.points,
    last: race,
  };
}

/** Count a finished game, unless it is the one that was counted last. Return the results before and after it.
 * @param {LocalStorage} storage @param {string} slug @param {string} race @param {SeatStanding} standing
 * @returns {[before: AloneResults, after: AloneResults]} */
export function countAlone(storage, slug, race, standing) {
  const before = aloneResults(storage, slug);
  if (before.last === race) return [before, before];
  const after = withResult(before, race, standing);
  storage.set(`results/${slug}`, after);
  return [before, after];
}
