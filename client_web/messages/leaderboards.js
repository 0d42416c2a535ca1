// Texts about leaderboards: titles, and the result by which each row is ranked.

import { unusualOptions } from "./games.js";
import { gameOf } from "../state/game_catalogue.js";
import { clockTime, pointsWords } from "./formatting.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../net/protocol").Board} Board */
/** @typedef {import("../net/protocol").BoardPlace} BoardPlace */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */

/** The titles of leaderboards of ratings, by family of games. @type {Record<string, string>} */
export const RATING_TITLES = {
  overall: _("Overall"),
  great: _("The five great games"),
  score: _("Games for points"),
  sprint: _("Sprints"),
  long: _("Long games"),
  table: _("Common tables"),
};
/** @type {Record<string, string>} */
export const MEASURE_NAMES = {
  best: _("best results"),
  fastest: _("fastest solved"),
  outs: _("most games solved"),
  streak: _("streaks that go on"),
  longest: _("longest streaks"),
  rating: _("ratings"),
};
/** @type {Record<string, string>} */
export const EMPTY_TEXT = {
  all: _("There is nobody here."),
  around_me: _("You are not on this board."),
  friends: _("Neither you nor your friends are on this board."),
};
/** The words for winnable deals, by the class of difficulty that was chosen; 0 for any. */
const WINNABLE = {
  0: _("deals that the solver has won"),
  1: _("very easy deals that the solver has won"),
  2: _("easy deals that the solver has won"),
  3: _("deals of medium difficulty that the solver has won"),
  4: _("hard deals that the solver has won"),
  5: _("very hard deals that the solver has won"),
};
const NOBODY = _("(nobody any more)");

/** Return `Aces Up, best results of 2026-11-21, bots: 12 on the board`.
 * @param {Catalogue | undefined} catalogue
 * @param {Board} board */
export function boardTitle(catalogue, board) {
  const game = gameOf(catalogue, board.game);
  const subject = game ? game.title + unusualOptions(game, board.options) : (RATING_TITLES[board.game] ?? board.game);
  const measure = MEASURE_NAMES[board.measure] ?? board.measure;
  const period =
    board.which === null
      ? _("{measure} of all time", { measure })
      : _("{measure} of {period}", { measure, period: board.which });
  const titles = board.winnable ? [subject, WINNABLE[board.difficulty ?? 0], period] : [subject, period];
  if (board.side === "bots") titles.push(_("bots"));
  return _("{board}: {n} on the board", { board: titles.join(", "), n: board.total });
}

/** Return the name in a row; for a deleted account, a text in place of the name.
 * @param {BoardPlace} row */
export function rowName(row) {
  return row.name ?? NOBODY;
}

/** Return the result by which a row is ranked, and whether moves were taken back for it.
 * @param {Catalogue | undefined} catalogue @param {Board} board
 * @param {BoardPlace} row */
export function rowResult(catalogue, board, row) {
  const score = done(catalogue, board, row);
  return row.clean ? score : _("{score}, with help", { score });
}

/** Return the result by which a row is ranked: a rating, a time, a count, or how far the game came.
 * @param {Catalogue | undefined} catalogue @param {Board} board @param {BoardPlace} row */
function done(catalogue, board, row) {
  if (row.believed) {
    const { rating, uncertainty, races, provisional } = row.believed;
    const score = `${rating} ± ${uncertainty}`;
    return provisional
      ? ngettext("{score} after {n} race, provisional", "{score} after {n} races, provisional", races, { score })
      : ngettext("{score} after {n} race", "{score} after {n} races", races, { score });
  }
  switch (board.measure) {
    case "fastest":
      return _("solved in {time}", {
        time: `${clockTime(row.amount)}.${String(row.amount % 1000).padStart(3, "0")}`,
      });
    case "outs":
      return ngettext("{n} game solved", "{n} games solved", row.amount);
    case "streak":
    case "longest":
      return _("{n} in a row", { n: row.amount });
    default:
      return best(catalogue, board, row);
  }
}

/** Return how far the game of a row came: `solved in 4:10`, `31 of 48 at 5:02`, `61 points`.
 * @param {Catalogue | undefined} catalogue @param {Board} board @param {BoardPlace} row */
function best(catalogue, board, row) {
  if (row.ms === null) return pointsWords(row.amount);
  const time = clockTime(row.ms);
  if (row.out && row.tie_break) return _("solved in {time}, tie-break {n}", { time, n: row.tie_break });
  if (row.out) return _("solved in {time}", { time });
  const game = gameOf(catalogue, board.game);
  return game
    ? _("{best} of {goal} at {time}", { best: row.amount, goal: game.goal, time })
    : _("{best} at {time}", { best: row.amount, time });
}
