// How a game ended and how far it came, as text: `out in 4:10`, `31 of 48 at 5:02`, `61 points`.

import { clockTime, plural } from "./formatting.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** What results are told by. @typedef {{goal: number, ranked_by?: Game["ranked_by"]}} Scale */

/** How a game ended, for a list: `out in 3:20`, `stuck`, `gave up`, `the bell rang`.
 * @param {{result: string | null, reason: string | null, ended_ms?: number | null}} standing */
export function endWords(standing) {
  const at = standing.ended_ms == null ? "" : ` in ${clockTime(standing.ended_ms)}`;
  if (standing.result === "won") return `out${at}`;
  if (standing.result === "complete") return `complete${at}`;
  const why = { stuck: "stuck", resigned: "gave up", timeout: "the bell rang" };
  return standing.reason ? why[/** @type {keyof typeof why} */ (standing.reason)] : "";
}

/** How far a seat came: `out in 4:10`, `31 of 48 at 5:02`, `61 points`; and whether with undo.
 * @param {Scale | null | undefined} game @param {SeatStanding} standing */
export function resultWords(game, standing) {
  const undo = standing.clean ? "" : ", with undo";
  const why = { stuck: ", stuck", resigned: ", resigned", timeout: "" }[standing.reason ?? "timeout"];
  return scoreWords(game, standing, why) + undo;
}

/** @param {Scale | null | undefined} game @param {SeatStanding} standing @param {string} why */
function scoreWords(game, standing, why) {
  const { result, ended_ms: endedMs, points } = standing;
  if (result === "won" && endedMs !== null) return `out in ${clockTime(endedMs)}`;
  const isForPoints = game?.ranked_by === "points";
  if (isForPoints && points !== null) return plural(points, "point") + why;
  if (result === "complete") return `complete in ${clockTime(endedMs ?? 0)}`;
  const goal = game ? ` of ${game.goal}` : "";
  return `${standing.best}${goal}${isForPoints ? " laid" : ""} at ${clockTime(standing.reached_ms)}${why}`;
}

/** The progress of a board: `31 of 48`, `61 points`. Where points are not known before the end: `12 of
 * 16 laid`.
 * @param {Scale | null | undefined} game @param {{progress: number, points: number | null}} board */
export function progressWords(game, { progress, points }) {
  if (points !== null) return plural(points, "point");
  return `${progress} of ${game?.goal}${game?.ranked_by === "points" ? " laid" : ""}`;
}
