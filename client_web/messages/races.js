// Texts about a race and its room, in the same words as the terminal client: formats, terms,
// settings, names.

import { clockTime, pointsWords } from "./formatting.js";
import { NO_CHOICE, unusualOptions } from "./games.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../net/protocol").Settings} Settings */
/** @typedef {import("../net/protocol").Terms} Terms */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {Pick<import("../net/protocol").RaceInfo, "game" | "options" | "terms" | "bell_ms">} Race */

/** @type {Record<string, string>} */
export const FORMATS = {
  first_out: _("first to finish"),
  best: _("best when time is up"),
  score: _("for points"),
  caller: _("called card by card"),
};
/** @type {Record<string, string>} */
export const TAKE_BACKS = {
  none: _("no take-back"),
  until_card: _("take-back until a card turns"),
  free: _("free take-back"),
};
/** @type {Record<string, string>} */
export const BOARDS = {
  nobody: _("nobody sees boards while a race runs"),
  done: _("contestants who have finished see boards"),
  everybody: _("spectators see boards"),
};

/** @type {Record<import("../net/protocol").ComputerPlayer["strength"], string>} */
export const STRENGTHS = {
  greedy: _("plays any card it can"),
  tips: _("follows the tips"),
  ahead: _("looks ahead"),
};
/** @type {Record<import("../net/protocol").ComputerPlayer["pace"], string>} */
export const PACES = { slow: _("slow"), steady: _("steady"), quick: _("quick") };

/** Return `computer: looks ahead, quick`. @param {import("../net/protocol").ComputerPlayer} player */
export function playerWords({ strength, pace }) {
  return _("computer: {strength}, {pace}", { strength: STRENGTHS[strength], pace: PACES[pace] });
}

/** Return how a race ends and is won, as part of a sentence: `best when time is up`.
 * @param {Pick<Terms, "format" | "call_ms"> & {show_grids?: Terms["show_grids"]}} terms */
export function formatWords(terms) {
  if (terms.call_ms !== null) {
    const time = secondsWords(terms.call_ms);
    if (terms.show_grids === "each_card") return _("called card by card with grids shown, {time} each", { time });
    return _("called card by card, {time} each", { time });
  }
  return FORMATS[terms.format] ?? terms.format;
}

/** Words for the classes of difficulty of a deal. */
export const DIFFICULTIES = {
  1: _("very easy"),
  2: _("easy"),
  3: _("medium"),
  4: _("hard"),
  5: _("very hard"),
};

/** Words for a winnable deal whose class of difficulty was chosen. */
const WINNABLE_OF = {
  1: _("a very easy deal that can be won"),
  2: _("an easy deal that can be won"),
  3: _("a deal of medium difficulty that can be won"),
  4: _("a hard deal that can be won"),
  5: _("a very hard deal that can be won"),
};

/** Return words that say that a deal is a winnable one, and of which class of difficulty if one was chosen.
 * @param {import("../net/protocol").SearchTerms} how */
export function winnableWords({ difficulty }) {
  return difficulty ? WINNABLE_OF[difficulty] : _("a deal that can be won");
}

/** Return the terms of a race in one line: `first to finish, time limit 6:00, no take-back`.
 * @param {Race} race @param {Game | null} [game] */
export function termsWords(race, game) {
  const words = [formatWords(race.terms), _("time limit {time}", { time: clockTime(race.bell_ms) })];
  words.push(TAKE_BACKS[race.terms.take_back] ?? TAKE_BACKS["free"] ?? "");
  if (race.terms.safe_play) words.push(_("safe cards go up by themselves"));
  if (race.terms.winnable) words.push(winnableWords(race.terms.winnable));
  if (race.terms.winners === "moves") words.push(_("fewest moves win"));
  if (game?.choice === false) words.push(NO_CHOICE);
  return words.join(", ");
}

/** Return the title of a race's game, with the options that differ from the default.
 * @param {Game | null | undefined} game @param {Pick<Race, "game" | "options">} race */
export function gameWords(game, race) {
  return `${game?.title ?? plainTitle(race.game)}${unusualOptions(game, race.options)}`;
}

/** Return the title of a game made from its slug, for use before the catalogue is loaded: `Aces
 * Up`.
 * @param {string} slug */
export function plainTitle(slug) {
  return slug.replace(/(^|_)([a-z])/g, (start) => start.replace("_", " ").toUpperCase());
}

/** Return `15 seconds`, `1 second` or `1.5 seconds`. @param {number} ms */
export function secondsWords(ms) {
  const number = Math.round(ms / 100) / 10;
  if (Number.isInteger(number)) return ngettext("{n} second", "{n} seconds", number);
  return _("{number} seconds", { number });
}

/** The sentence when a setting is switched on, and when it is switched off.
 * @type {Record<string, [string, string]>} */
const SWITCHES = {
  locked: [_("The room is locked."), _("The room is open again.")],
  invite_only: [_("The room is by invitation now."), _("Nobody needs an invitation any more.")],
  late: [_("Newcomers may join a race that runs."), _("Nobody joins a race late.")],
  bots: [_("Bots may come in."), _("No bots may come in.")],
  listed: [_("The room is on the public list."), _("The room is off the public list.")],
};

/** Return the changes of a room's settings, one sentence each.
 * @param {Settings} before @param {Settings} after @returns {string[]} */
export function settingsChangeSentences(before, after) {
  const told = Object.entries(SWITCHES)
    .map(([name, words]) => {
      const is = after[/** @type {"locked"} */ (name)];
      return is === before[/** @type {"locked"} */ (name)] ? "" : words[is ? 0 : 1];
    })
    .filter(Boolean);
  if (before.size !== after.size) told.push(_("The room is for {size}.", { size: after.size }));
  if (before.boards !== after.boards || before.delay_ms !== after.delay_ms) {
    const [boards, seconds] = [BOARDS[after.boards] ?? "", after.delay_ms / 1000];
    told.push(
      seconds
        ? _("From now on {boards}, {seconds} s late.", { boards, seconds })
        : _("From now on {boards}.", { boards }),
    );
  }
  return told;
}

/** The settings that the server gives a new room. @type {Settings} */
export const USUAL_SETTINGS = {
  size: 500, locked: false, invite_only: false, late: false, bots: true, boards: "everybody",
  delay_ms: 0, listed: false,
};

/** Return the name of a member; `seat 3` if the seat is not known.
 * @param {RoomState} state @param {number} seat */
export function nameOf(state, seat) {
  return state.members.find((m) => m.seat === seat)?.name ?? _("seat {n}", { n: seat + 1 });
}

/** Return the player's own member; null without a seat. @param {RoomState} state */
export function ownMember(state) {
  return state.members.find((m) => m.seat === state.room.seat && !m.left) ?? null;
}

/** Return whether points decide a race. @param {import("../net/protocol").RaceInfo} race */
export function isForPoints({ terms, ranked_by }) {
  if (ranked_by != null) return ranked_by === "points" || ranked_by === "round";
  return terms.format === "score" || terms.format === "caller"; // a server that does not say
}

/** Return what decides a race: points in a game for points, otherwise the best progress. Points are
 * null while they cannot be counted.
 * @param {import("../net/protocol").RaceInfo} race @param {import("../net/protocol").SeatStanding} standing */
export function pointsOrProgress(race, standing) {
  return isForPoints(race) ? standing.points : standing.best;
}

/** Return how the player's own game for points ended: `Complete, with 12 points.`
 * @param {{result: string | null, reason: string | null, points: number | null}} end */
export function pointsEnd({ result, reason, points }) {
  const stopped = reason === "resigned" ? _("You have given up.") : _("Time is up.");
  const how = result === "complete" ? _("Complete.") : stopped;
  if (points === null) return how;
  return _("{ending}, with {points}.", { ending: how.replace(/\.$/, ""), points: pointsWords(points) });
}
