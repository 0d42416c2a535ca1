// Sentences about a race and its room: formats, terms, settings, names. In the terminal client's
// words.

import { clockTime, plural } from "./formatting.js";
import { unusualOptions } from "./games.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../net/protocol").Settings} Settings */
/** @typedef {import("../net/protocol").Terms} Terms */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {Pick<import("../net/protocol").RaceInfo, "game" | "options" | "terms" | "bell_ms">} Race */

/** @type {Record<string, string>} */
export const FORMATS = {
  first_out: "to the first who is out",
  best: "best at the bell",
  score: "for points",
  caller: "called card by card",
};
/** @type {Record<string, string>} */
export const TAKE_BACKS = {
  none: "no take-back",
  until_card: "take-back until a card turns",
  free: "free take-back",
};
/** @type {Record<string, string>} */
export const BOARDS = {
  nobody: "nobody sees boards while a race runs",
  done: "contestants who have finished see boards",
  everybody: "spectators see boards",
};

/** How a race ends and is won, to go on with a sentence. @param {Terms} terms */
export function formatWords(terms) {
  if (terms.call_ms !== null) return `called card by card, ${secondsWords(terms.call_ms)} each`;
  return FORMATS[terms.format] ?? terms.format;
}

/** A race in one line, without its game: `to the first who is out, bell 6:00, no take-back`.
 * @param {Race} race */
export function termsWords(race) {
  const words = [formatWords(race.terms), `bell ${clockTime(race.bell_ms)}`];
  words.push(TAKE_BACKS[race.terms.take_back] ?? TAKE_BACKS["free"] ?? "");
  if (race.terms.winners === "moves") words.push("fewest moves win");
  return words.join(", ");
}

/** The title of a race's game, with the options that differ from the usual.
 * @param {Game | undefined} game @param {Pick<Race, "game" | "options">} race */
export function gameWords(game, race) {
  return `${game?.title ?? plainTitle(race.game)}${unusualOptions(game, race.options)}`;
}

/** The title of a game made from its slug, before the catalogue is loaded: `Aces Up`.
 * @param {string} slug */
export function plainTitle(slug) {
  return slug.replace(/(^|_)([a-z])/g, (_, gap, letter) => (gap ? " " : "") + letter.toUpperCase());
}

/** `15 seconds`, `1 second`, `1.5 seconds`. @param {number} ms */
export function secondsWords(ms) {
  const number = Math.round(ms / 100) / 10;
  return number === 1 ? "1 second" : `${number} seconds`;
}

/** @type {Record<string, [string, string]>} */
const SWITCHES = {
  locked: ["The room is locked.", "The room is open again."],
  invite_only: ["The room is by invitation now.", "Nobody needs an invitation any more."],
  late: ["Newcomers may join a race that runs.", "Nobody joins a race late."],
  bots: ["Bots may come in.", "No bots may come in."],
  listed: ["The room is on the public list.", "The room is off the public list."],
};

/** The changes of a room's settings, one sentence each.
 * @param {Settings} before @param {Settings} after @returns {string[]} */
export function settingsChanged(before, after) {
  const told = Object.entries(SWITCHES)
    .map(([name, words]) => {
      const is = after[/** @type {"locked"} */ (name)];
      return is === before[/** @type {"locked"} */ (name)] ? "" : words[is ? 0 : 1];
    })
    .filter(Boolean);
  if (before.size !== after.size) told.push(`The room is for ${after.size}.`);
  if (before.boards !== after.boards || before.delay_ms !== after.delay_ms) {
    const late = after.delay_ms ? `, ${after.delay_ms / 1000} s late` : "";
    told.push(`From now on ${BOARDS[after.boards]}${late}.`);
  }
  return told;
}

/** @type {Settings} */
export const USUAL_SETTINGS = {
  size: 500, locked: false, invite_only: false, late: false, bots: true, boards: "everybody",
  delay_ms: 0, listed: false,
};

/** The name of a member. @param {RoomState} state @param {number} seat */
export function nameOf(state, seat) {
  return state.members.find((m) => m.seat === seat)?.name ?? `seat ${seat + 1}`;
}

/** The player's own member, or null without a seat. @param {RoomState} state */
export function ownMember(state) {
  return state.members.find((m) => m.seat === state.room.seat && !m.left) ?? null;
}

/** Whether points decide a race. @param {Terms} terms */
export function isForPoints(terms) {
  return terms.format === "score" || terms.format === "caller";
}

/** What counts in a standing: points in a game for points, otherwise the best progress.
 * @param {Terms} terms @param {import("../net/protocol").SeatStanding} standing */
export function pointsOrProgress(terms, standing) {
  return isForPoints(terms) ? standing.points : standing.best;
}

/** How the player's own game for points ended: `Complete, with 12 points.`
 * @param {{result: string | null, reason: string | null, points: number | null}} end */
export function pointsEnd({ result, reason, points }) {
  const resigned = reason === "resigned" ? "You have given up" : "Time is up";
  const how = result === "complete" ? "Complete" : resigned;
  return points === null ? `${how}.` : `${how}, with ${plural(points, "point")}.`;
}
