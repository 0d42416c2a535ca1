// A race against a ghost: adds the recorded standings of a finished game to the state of the room,
// as if the ghost had a seat in it. Pure.

import { raceTime } from "./room_state.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../net/protocol").Ghost} Ghost */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("./room_state.js").RoomState} RoomState */

/** Return the standing of the ghost at the race time `ms`; before its first move, the standing
 * right after the deal. @param {Ghost} ghost @param {number} ms @returns {SeatStanding} */
export function ghostAt({ steps, final }, ms) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return (steps[Math.max(0, low - 1)] ?? { standing: final }).standing;
}

/** Return the state of the room with the ghost as one more contestant. Its standing is the one at
 * the race time of `now` (`performance.now()`), and its result once the race is over. Then the
 * places are computed from both results, because the room's own results have only the player.
 * @param {RoomState} state @param {Ghost} ghost @param {number} now @returns {RoomState} */
export function withGhost(state, ghost, now) {
  const isOver = state.room.race.status === "over";
  const standing = isOver ? ghost.final : ghostAt(ghost, raceTime(state.clock, now));
  const seat = standing.seat;
  const name = _("{name}'s ghost", { name: ghost.name });
  return {
    ...state,
    room: { ...state.room, results: null },
    members: [...state.members, ghostMember(seat, name)],
    standings: new Map(state.standings).set(seat, standing),
  };
}

/** @param {number} seat @param {string} name @returns {import("../net/protocol").Member} */
function ghostMember(seat, name) {
  const never = { aside: false, silent: false, covered: false, bot: false, claimed: false, left: false, player: null };
  return { seat, name, here: true, ready: true, racing: true, ...never };
}
