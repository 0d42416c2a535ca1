// Reads and writes the address of the page /live, which names the boards to show and how to show
// them: `/live/aces_up.best.day+KQ74TX?delay=30&clear`. Pure.

import { parseCode } from "./room_codes.js";

/** @typedef {Omit<import("../net/protocol").FollowBoard, "id">} Wanted */
/** @typedef {{code: string} | {wanted: Wanted}} LiveBoard a tournament or a leaderboard */
/** @typedef {{delay: number, clear: boolean, sound: boolean}} Manner `delay`: seconds by which
 *   everything is shown later; `clear`: without a background; `sound`: changes make a quiet sound */

/** The maximum number of boards on a screen. Each needs a connection of its own. */
export const MOST_BOARDS = 4;
export const MOST_DELAY = 900;
const MEASURES = ["best", "fastest", "outs", "streak", "longest", "rating"];
const PERIODS = ["day", "week", "month", "year", "all"];
const ROWS = 20;

/** Return the boards that a part of an address names; null if it names no board, or one that cannot
 * exist.
 * @param {string} text @returns {LiveBoard[] | null} */
export function readBoards(text) {
  const boards = text.split(/[+ ]/).filter(Boolean).map(readBoard);
  const known = boards.filter((board) => board !== null);
  return boards.length && known.length === boards.length ? known.slice(0, MOST_BOARDS) : null;
}

/** @param {string} text @returns {LiveBoard | null} */
function readBoard(text) {
  const code = parseCode(text);
  if (code !== null && !text.includes(".")) return { code };
  const [game = "", measure = "best", period = "all", part = "all"] = text.split(".");
  const isKnown = MEASURES.includes(measure) && PERIODS.includes(period) && ["all", "friends"].includes(part);
  if (!game || !isKnown) return null;
  return { wanted: /** @type {Wanted} */ ({ type: "follow_board", game, measure, period, part, count: ROWS }) };
}

/** Return boards as a part of an address. @param {LiveBoard[]} boards */
export function writeBoards(boards) {
  return boards.map((board) => {
    if ("code" in board) return board.code;
    const { game, measure, period, part } = board.wanted;
    return [game, measure, period, ...(part === "friends" ? [part] : [])].join(".");
  }).join("+");
}

/** Parse the query of an address, which says how boards are shown.
 * @param {string} query @returns {Manner} */
export function readManner(query) {
  const given = new URLSearchParams(query);
  const delay = Math.floor(Number(given.get("delay") ?? 0));
  return {
    delay: delay > 0 ? Math.min(delay, MOST_DELAY) : 0,
    clear: given.has("clear"),
    sound: given.has("sound"),
  };
}

/** Return the query of an address, with its question mark, for the way in which boards are shown;
 * "" for the usual way. @param {Manner} manner */
export function writeManner({ delay, clear, sound }) {
  const parts = [...(delay ? [`delay=${delay}`] : []), ...(clear ? ["clear"] : []), ...(sound ? ["sound"] : [])];
  return parts.length ? `?${parts.join("&")}` : "";
}
