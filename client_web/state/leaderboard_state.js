// The reducer of a leaderboard that the page follows, and the function that finds its new rows.
// Pure.

/** @typedef {import("../net/protocol").Board} Board */
/** @typedef {import("../net/protocol").BoardPlace} BoardPlace */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */

/** Return the leaderboard after a message: the same object if the message does not concern it,
 * undefined if an earlier message was missed.
 * @param {Board | undefined} board @param {ServerMessage} said */
export function reduceLeaderboard(board, said) {
  if (said.type === "board") return said;
  if (said.type !== "board_changed" || board === undefined) return board;
  if (said.first && said.seq !== board.seq + 1) return undefined;
  const { seq, which, total, offset } = said;
  return { ...board, seq, which, total, offset, places: [...board.places.slice(0, said.first), ...said.places] };
}

/** Return a key of a row's account and result, without its place. @param {BoardPlace} row */
export function rowKey(row) {
  const { place: _, believed: __, ...done } = row;
  return JSON.stringify(done);
}

/** Return the rows that are new between two states of the same leaderboard.
 * @param {Board | undefined} before @param {Board | undefined} now */
export function newRows(before, now) {
  if (before === undefined || now === undefined || before === now || !isSameBoard(before, now)) return [];
  const known = new Set(before.places.map(rowKey));
  return now.places.filter((row) => !known.has(rowKey(row)));
}

/** Return whether two states show the same part of the same leaderboard.
 * @param {Board} one @param {Board} other */
function isSameBoard(one, other) {
  const told = (/** @type {Board} */ { game, options, side, measure, period, which, offset }) =>
    JSON.stringify([game, options, side, measure, period, which, offset]);
  return told(one) === told(other);
}
