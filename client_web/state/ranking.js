// Who stands where while a race runs, by the numbers the server tells; at the end it tells the
// places.

/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("./room_state.js").RoomState} RoomState */

/** Seats as they stand, the first first, with their places; equal ones share a place.
 * @param {RoomState} state @returns {{place: number, standing: SeatStanding}[]} */
export function ranking(state) {
  if (state.room.results !== null) return state.room.results;
  const { terms } = state.room.race;
  const keyed = [...state.standings.values()].map((standing) => ({ standing, key: key(standing, terms) }));
  keyed.sort((a, b) => compared(a.key, b.key) || a.standing.seat - b.standing.seat);
  let place = 0;
  return keyed.map(({ standing, key: own }, i) => {
    const before = keyed[i - 1];
    if (before === undefined || compared(before.key, own)) place = i + 1;
    return { place, standing };
  });
}

/** What was reached within the same tenth of a second was reached together. */
const SAME_MOMENT_MS = 100;

/** What standings are compared by, the smaller the better; as the server ranks them at the end.
 * @param {SeatStanding} standing @param {import("../net/protocol").Terms} terms @returns {number[]} */
function key(standing, terms) {
  const clean = standing.clean ? 0 : 1;
  if (terms.format === "score" || terms.format === "caller") {
    return [clean, -(standing.points ?? 0)];
  }
  if (standing.result === "won" && standing.ended_ms !== null) {
    return [clean, 0, terms.winners === "moves" ? standing.moves : 0, standing.ended_ms];
  }
  const reached = Math.floor(standing.reached_ms / SAME_MOMENT_MS);
  return [clean, 1, -standing.best, -standing.tie_break, reached];
}

/** @param {number[]} a @param {number[]} b */
function compared(a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const less = (a[i] ?? 0) - (b[i] ?? 0);
    if (less) return less;
  }
  return 0;
}
