// Sentences about the grids that everybody sees after a called card, in the same words as the
// terminal client.

import { nameOf } from "./races.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../net/protocol").Grids["grids"][number]} SeatGrid */

/** Return a sentence for each contestant who has filled rows or columns of their grid between two
 * states of the room.
 * @param {RoomState} before @param {RoomState} after @returns {string[]} */
export function gridSentences(before, after) {
  const known = new Map((before.grids?.grids ?? []).map((grid) => [grid.seat, grid]));
  return (after.grids?.grids ?? []).flatMap((grid) => {
    const told = linesFilled(after, known.get(grid.seat), grid);
    return told ? [told] : [];
  });
}

/** @param {RoomState} state @param {SeatGrid | undefined} before @param {SeatGrid} now */
function linesFilled(state, before, now) {
  const lines = scored(now) - (before ? scored(before) : 0);
  if (lines < 1 || now.points === null) return "";
  const gained = now.points - (before?.points ?? 0);
  const values = { scored: ngettext("{n} point", "{n} points", gained), all: now.points };
  if (now.seat === state.room.seat) {
    return ngettext(
      "You fill a line: {scored}, {all} in all.",
      "You fill {n} lines: {scored}, {all} in all.",
      lines,
      values,
    );
  }
  return ngettext(
    "{name} fills a line: {scored}, {all} in all.",
    "{name} fills {n} lines: {scored}, {all} in all.",
    lines,
    { name: nameOf(state, now.seat), ...values },
  );
}

/** Return the number of rows and columns of a grid that are full and have points.
 * @param {SeatGrid} grid */
function scored({ view }) {
  const { rows = [], columns = [] } = view["line_scores"] ?? {};
  return [...rows, ...columns].filter((/** @type {number | null} */ line) => line !== null).length;
}

/** Return the sentence that names who has not placed the called card yet; empty if all have.
 * @param {RoomState} state */
export function thinkingSentence(state) {
  const { call, status } = state.room.race;
  if (call === null || status !== "running") return "";
  const names = [...state.standings.values()]
    .filter(({ seat, moves, result }) => moves < call && result === null && seat !== state.room.seat)
    .filter(({ seat }) => state.members.some((m) => m.seat === seat && !m.left))
    .sort((a, b) => a.seat - b.seat)
    .map(({ seat }) => nameOf(state, seat));
  return names.length ? _("Still thinking: {names}.", { names: names.join(", ") }) : "";
}
