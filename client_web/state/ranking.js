// Computes the places of a running race from its standings, by the same rules as the server's
// results. Also computes how full each contestant's bar of progress is.

import { isForPoints } from "../messages/races.js";

/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("./room_state.js").RoomState} RoomState */

/** Return the standings with their places, best first: the server's results if the race is over,
 * otherwise computed. Equal standings share a place.
 * @param {RoomState} state @returns {{place: number, standing: SeatStanding}[]} */
export function ranking(state) {
  if (state.room.results !== null) return state.room.results;
  const { race } = state.room;
  const keyed = [...state.standings.values()].map((standing) => ({ standing, key: key(standing, race) }));
  keyed.sort((a, b) => compared(a.key, b.key) || a.standing.seat - b.standing.seat);
  let place = 0;
  return keyed.map(({ standing, key: own }, i) => {
    const before = keyed[i - 1];
    if (before === undefined || compared(before.key, own)) place = i + 1;
    return { place, standing };
  });
}

/** Return the seat that is alone in first place; null if several share it or nobody races.
 * @param {RoomState} state @returns {number | null} */
export function leaderOf(state) {
  const [first, second] = ranking(state);
  return first && second?.place !== 1 ? first.standing.seat : null;
}

/** Two contestants with equal progress share a place if they reached it in the same tenth of a
 * second. */
const SAME_MOMENT_MS = 100;

/** Return the sort key of a standing; the smallest key ranks first. The order is that of
 * `engine/races/ranking.py`.
 * @param {SeatStanding} standing @param {import("../net/protocol").RaceInfo} race @returns {number[]} */
function key(standing, race) {
  const { terms, ranked_by } = race;
  const clean = standing.clean ? 0 : 1;
  if (ranked_by === "round") return [standing.reason === "resigned" ? 1 : 0, -(standing.points ?? 0)];
  if (isForPoints(race)) {
    return [clean, -(standing.points ?? 0)];
  }
  if (ranked_by === "reach") return [clean, -standing.best];
  if (standing.result === "won" && standing.ended_ms !== null) {
    const tied = ranked_by === "tie_break" ? -standing.tie_break : 0;
    return [clean, 0, tied, terms.winners === "moves" ? standing.moves : 0, standing.ended_ms];
  }
  const reached = Math.floor(standing.reached_ms / SAME_MOMENT_MS);
  return [clean, 1, -standing.best, -standing.tie_break, reached];
}

/** Compare two sort keys; 0 if they are equal. @param {number[]} a @param {number[]} b */
function compared(a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const less = (a[i] ?? 0) - (b[i] ?? 0);
    if (less) return less;
  }
  return 0;
}

/** Return a function that returns how full the bar of a standing is, from 0 to 1. In a game for
 * points a full bar is the most points of `all`. In other games, and while points are not known, it
 * is the goal.
 * @param {{goal: number, ranked_by?: string} | null | undefined} game
 * @param {readonly {points: number | null}[]} all
 * @returns {(one: {best: number, points: number | null}) => number} */
export function barShares(game, all) {
  const most = all.reduce((top, { points }) => Math.max(top, points ?? 0), 1);
  return ({ best, points }) => {
    const isByPoints = (game?.ranked_by === "points" || game?.ranked_by === "round") && points !== null;
    const share = isByPoints ? points / most : best / (game?.goal ?? 1);
    return Math.min(1, Math.max(0, share));
  };
}
