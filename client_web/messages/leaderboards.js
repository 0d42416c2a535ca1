// What is told of leaderboards, and how one is after a change.

import { gameOf, plural, unusual } from "./games.js";
import { clock } from "./formatting.js";

/** @typedef {import("../net/protocol").Board} Board */
/** @typedef {import("../net/protocol").BoardPlace} BoardPlace */
/** @typedef {import("../net/requests").Said} Said */

/** What ratings are of, besides single games. @type {Record<string, string>} */
export const RATED = {
  overall: "Overall",
  great: "The five great games",
  score: "Games for points",
  sprint: "Sprints",
  long: "Long games",
};
/** @type {Record<string, string>} */
export const MEASURES = {
  best: "best results",
  fastest: "fastest out",
  outs: "most games out",
  streak: "streaks that go on",
  longest: "longest streaks",
  rating: "ratings",
};
/** @type {Record<string, string>} */
export const NONE = {
  all: "There is nobody here.",
  around_me: "You are not on this board.",
  friends: "Neither you nor your friends are on this board.",
};
const NOBODY = "(nobody any more)";

/** The board after a message; the same one if the message is none of its business, and none where
 * one before it was missed. @param {Board | undefined} board @param {Said} said */
export function after(board, said) {
  if (said.type === "board") return said;
  if (said.type !== "board_changed" || board === undefined) return board;
  if (said.first && said.seq !== board.seq + 1) return undefined;
  const { seq, which, total, offset } = said;
  return { ...board, seq, which, total, offset, places: [...board.places.slice(0, said.first), ...said.places] };
}

/** `Aces Up, best results of 2026-11-21, bots: 12 on the board` @param {any} catalogue
 * @param {Board} board */
export function boardTitle(catalogue, board) {
  const game = gameOf(catalogue, board.game);
  const subject = game ? game.title + unusual(game, board.options) : (RATED[board.game] ?? board.game);
  const of = board.which === null ? "of all time" : `of ${board.which}`;
  const side = board.side === "bots" ? ", bots" : "";
  return `${subject}, ${MEASURES[board.measure]} ${of}${side}: ${board.total} on the board`;
}

/** @param {BoardPlace} row */
export function name(row) {
  return row.name ?? NOBODY;
}

/** What somebody stands on the board for. @param {any} catalogue @param {Board} board
 * @param {BoardPlace} row */
export function result(catalogue, board, row) {
  return done(catalogue, board, row) + (row.clean ? "" : ", with undo");
}

/** @param {any} catalogue @param {Board} board @param {BoardPlace} row */
function done(catalogue, board, row) {
  if (row.believed) {
    const { rating, uncertainty, races, provisional } = row.believed;
    const sure = provisional ? ", provisional" : "";
    return `${rating} ± ${uncertainty} after ${plural(races, "race")}${sure}`;
  }
  switch (board.measure) {
    case "fastest":
      return `out in ${clock(row.amount)}.${String(row.amount % 1000).padStart(3, "0")}`;
    case "outs":
      return `${plural(row.amount, "game")} out`;
    case "streak":
    case "longest":
      return `${row.amount} in a row`;
    default:
      return best(catalogue, board, row);
  }
}

/** @param {any} catalogue @param {Board} board @param {BoardPlace} row */
function best(catalogue, board, row) {
  if (row.ms === null) return plural(row.amount, "point");
  if (row.out) return `out in ${clock(row.ms)}`;
  const game = gameOf(catalogue, board.game);
  return `${row.amount}${game ? ` of ${game.goal}` : ""} at ${clock(row.ms)}`;
}

/** What somebody has done, whatever their place by now. @param {BoardPlace} row */
export function keyOf(row) {
  const { place: _, believed: __, ...done } = row;
  return JSON.stringify(done);
}

/** The rows in which somebody has done something between two boards of the same kind.
 * @param {Board | undefined} before @param {Board | undefined} now */
export function fresh(before, now) {
  if (before === undefined || now === undefined || before === now || !same(before, now)) return [];
  const known = new Set(before.places.map(keyOf));
  return now.places.filter((row) => !known.has(keyOf(row)));
}

/** @param {Board} one @param {Board} other */
function same(one, other) {
  const told = (/** @type {Board} */ { game, options, side, measure, period, which, offset }) =>
    JSON.stringify([game, options, side, measure, period, which, offset]);
  return told(one) === told(other);
}
