// Sentences about the score of a room, and about the votes for its next game. Pure.

import { nameOf } from "./races.js";
import { joinNames } from "./formatting.js";
import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").Ballot} Ballot */
/** @typedef {import("../net/protocol").RoomScore} RoomScore */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */

/** How many people the sentence about the score names. */
const MOST = 8;

/** Return `So far: Ann 3, Ben 2.`; empty if nobody has raced anybody yet.
 * @param {RoomScore[] | undefined} all */
export function scoreSentence(all = []) {
  if (!all.length) return "";
  const each = all.slice(0, MOST).map(({ name, wins }) => `${name} ${wins}`);
  const more = all.length - each.length;
  return _("So far: {score}.", { score: [...each, ...(more > 0 ? [_("and {n} more", { n: more })] : [])].join(", ") });
}

/** Return the sentence that says which game a seat wants next.
 * @param {RoomState} state @param {Ballot} vote */
export function voteSentence(state, { seat, game, title }) {
  const { room } = state;
  const name = nameOf(state, seat);
  const again = game === room.race.game;
  if (seat === room.seat) return again ? _("You want a rematch.") : _("You want {game} next.", { game: _(title) });
  return again ? _("{name} wants a rematch.", { name }) : _("{name} wants {game} next.", { name, game: _(title) });
}

/** Return a line for each game that somebody wants next, `Demon: Ann and Ben`, in the order of the
 * votes. @param {RoomState} state @returns {string[]} */
export function voteLines(state) {
  /** @type {Map<string, string[]>} */
  const wanted = new Map();
  for (const { seat, title } of state.room.race.votes ?? []) {
    wanted.set(title, [...(wanted.get(title) ?? []), nameOf(state, seat)]);
  }
  return [...wanted].map(([title, names]) => _("{game}: {names}", { game: _(title), names: joinNames(names) }));
}
