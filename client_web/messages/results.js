// How a game ended and how far it came, as text: `solved in 4:10`, `31 of 48 at 5:02`, `61 points`.

import { clockTime, pointsWords } from "./formatting.js";
import { _ } from "./texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** A standing as messages have it, or as records have it, without `progress`.
 * @typedef {Omit<import("../net/protocol").SeatStanding, "progress"> & {progress?: number}} SeatStanding */
/** The fields of a game that are needed to describe a result in it.
 * @typedef {{goal: number, ranked_by?: Game["ranked_by"]}} Scale */

/** Return how a game ended, for a list: `solved in 3:20`, `stuck`, `gave up`, `time was up`.
 * @param {{result: string | null, reason: string | null, ended_ms?: number | null}} standing */
export function endWords(standing) {
  const time = standing.ended_ms == null ? "" : clockTime(standing.ended_ms);
  if (standing.result === "won") return time ? _("solved in {time}", { time }) : _("solved");
  if (standing.result === "complete") return time ? _("complete in {time}", { time }) : _("complete");
  const why = { stuck: _("stuck"), resigned: _("gave up"), timeout: _("time was up") };
  return standing.reason ? why[/** @type {keyof typeof why} */ (standing.reason)] : "";
}

/** Return how far a seat came, and whether moves were taken back: `solved in 4:10`, `31 of 48 at 5:02,
 * with help`.
 * @param {Scale | null | undefined} game @param {SeatStanding} standing */
export function resultWords(game, standing) {
  const score = scoreWords(game, standing);
  return standing.clean ? score : _("{score}, with help", { score });
}

/** Return how far a seat came: `solved in 4:10`, `31 of 48 at 5:02`, `61 points`.
 * @param {Scale | null | undefined} game @param {SeatStanding} standing */
function scoreWords(game, standing) {
  const { result, ended_ms: endedMs, points, best } = standing;
  if (result === "won" && endedMs !== null) return _("solved in {time}", { time: clockTime(endedMs) });
  const isForPoints = game?.ranked_by === "points" || game?.ranked_by === "round";
  if (isForPoints && points !== null) return withReason(pointsWords(points), standing);
  if (result === "complete") return _("complete in {time}", { time: clockTime(endedMs ?? 0) });
  const time = clockTime(standing.reached_ms);
  if (!game) return withReason(_("{best} at {time}", { best, time }), standing);
  const { goal } = game;
  return withReason(
    isForPoints
      ? _("{best} of {goal} laid at {time}", { best, goal, time })
      : _("{best} of {goal} at {time}", { best, goal, time }),
    standing,
  );
}

/** Add to a score that the game was stuck or given up.
 * @param {string} score @param {SeatStanding} standing */
function withReason(score, { reason }) {
  if (reason === "stuck") return _("{score}, stuck", { score });
  return reason === "resigned" ? _("{score}, gave up", { score }) : score;
}

/** Return the progress of a board: `31 of 48` or `61 points`; `12 of 16 laid` in a game for points
 * while they are not known.
 * @param {Scale | null | undefined} game @param {{progress: number, points: number | null}} board */
export function progressWords(game, { progress, points }) {
  if (points !== null) return pointsWords(points);
  const goal = String(game?.goal);
  return game?.ranked_by === "points"
    ? _("{best} of {goal} laid", { best: progress, goal })
    : _("{best} of {goal}", { best: progress, goal });
}

/** Return how fast moves were made, such as `12.5 moves a minute`; empty without moves or time.
 * @param {number} moves @param {number} ms */
export function paceWords(moves, ms) {
  return moves && ms ? _("{n} moves a minute", { n: ((moves * 60_000) / ms).toFixed(1) }) : "";
}

/** Return the text after the name of a watched board: its progress, and how old it is. Empty until
 * the board has arrived.
 * @param {Scale | null | undefined} game @param {import("../net/protocol").WatchedTable | null} board */
export function boardWords(game, board) {
  if (board === null) return "";
  const age = board.delay_ms ? `, ${_("as it was {seconds} s ago", { seconds: board.delay_ms / 1000 })}` : "";
  return `, ${progressWords(game, board)}${age}`;
}
