// Sentences about leaderboards: titles, what somebody is ranked for.

import { unusualOptions } from "./games.js";
import { gameOf } from "../state/game_catalogue.js";
import { plural, clockTime } from "./formatting.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../net/protocol").Board} Board */
/** @typedef {import("../net/protocol").BoardPlace} BoardPlace */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */

/** The titles of rating boards that are not of a single game. @type {Record<string, string>} */
export const RATING_TITLES = {
  overall: "Overall",
  great: "The five great games",
  score: "Games for points",
  sprint: "Sprints",
  long: "Long games",
};
/** @type {Record<string, string>} */
export const MEASURE_NAMES = {
  best: "best results",
  fastest: "fastest out",
  outs: "most games out",
  streak: "streaks that go on",
  longest: "longest streaks",
  rating: "ratings",
};
/** @type {Record<string, string>} */
export const EMPTY_TEXT = {
  all: "There is nobody here.",
  around_me: "You are not on this board.",
  friends: "Neither you nor your friends are on this board.",
};
const NOBODY = "(nobody any more)";

/** `Aces Up, best results of 2026-11-21, bots: 12 on the board` @param {Catalogue | undefined} catalogue
 * @param {Board} board */
export function boardTitle(catalogue, board) {
  const game = gameOf(catalogue, board.game);
  const subject = game ? game.title + unusualOptions(game, board.options) : (RATING_TITLES[board.game] ?? board.game);
  const of = board.which === null ? "of all time" : `of ${board.which}`;
  const side = board.side === "bots" ? ", bots" : "";
  return `${subject}, ${MEASURE_NAMES[board.measure]} ${of}${side}: ${board.total} on the board`;
}

/** @param {BoardPlace} row */
export function rowName(row) {
  return row.name ?? NOBODY;
}

/** What somebody is ranked for.
 * @param {Catalogue | undefined} catalogue @param {Board} board
 * @param {BoardPlace} row */
export function rowResult(catalogue, board, row) {
  return done(catalogue, board, row) + (row.clean ? "" : ", with undo");
}

/** @param {Catalogue | undefined} catalogue @param {Board} board @param {BoardPlace} row */
function done(catalogue, board, row) {
  if (row.believed) {
    const { rating, uncertainty, races, provisional } = row.believed;
    const sure = provisional ? ", provisional" : "";
    return `${rating} ± ${uncertainty} after ${plural(races, "race")}${sure}`;
  }
  switch (board.measure) {
    case "fastest":
      return `out in ${clockTime(row.amount)}.${String(row.amount % 1000).padStart(3, "0")}`;
    case "outs":
      return `${plural(row.amount, "game")} out`;
    case "streak":
    case "longest":
      return `${row.amount} in a row`;
    default:
      return best(catalogue, board, row);
  }
}

/** @param {Catalogue | undefined} catalogue @param {Board} board @param {BoardPlace} row */
function best(catalogue, board, row) {
  if (row.ms === null) return plural(row.amount, "point");
  if (row.out) return `out in ${clockTime(row.ms)}`;
  const game = gameOf(catalogue, board.game);
  return `${row.amount}${game ? ` of ${game.goal}` : ""} at ${clockTime(row.ms)}`;
}
