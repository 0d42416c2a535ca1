// Sentences about events in a room, such as `Ann has joined.` Pure.

import { tableSentences } from "./common_table.js";
import { gridSentences } from "./grids.js";
import { resultWords } from "./results.js";
import { scoreSentence, voteSentence } from "./next_race.js";
import { clockTime, pointsWords } from "./formatting.js";
import { isForPoints, nameOf, pointsOrProgress, secondsWords, settingsChangeSentences } from "./races.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../net/requests").ServerMessage} ServerMessage */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("../net/protocol").Opened} Opened */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../state/catalogue").Game} Game */

/** The sentence when a game stops counting for a crown. */
export const STOPPED = _(
  "A move was taken back or a hint asked for: this game no longer counts for a crown, and a run ends with it.",
);

/** Return the sentences for a message that changed the state of the room from `before` to `after`;
 * none if the message needs none.
 * @param {RoomState} before @param {RoomState} after @param {ServerMessage} said
 * @param {Game | undefined} game @returns {string[]} */
export function eventSentences(before, after, said, game) {
  const you = (/** @type {number} */ seat) => seat === after.room.seat;
  const name = (/** @type {number} */ seat) => nameOf(after, seat);
  switch (said.type) {
    case "joined":
      return you(said.seat) ? [] : [_("{name} has joined.", { name: said.name })];
    case "left":
      return leftSentences(before, said);
    case "presence": {
      const known = before.members.find((m) => m.seat === said.seat);
      if (you(said.seat) || known?.here === said.here) return [];
      return [presenceSentence(name(said.seat), said.here)];
    }
    case "covered":
      return [coveredSentence(you(said.seat) ? null : name(said.seat), said.covered)];
    case "ready_changed":
      return [readySentence(you(said.seat) ? null : name(said.seat), said.ready)];
    case "settings_changed":
      return settingsChangeSentences(before.room.settings, said.settings);
    case "silenced":
      return [silencedSentence(you(said.seat) ? null : name(said.seat), said.silent)];
    case "host_passed":
      return [hostSentence(you(said.host) ? null : name(said.host))];
    case "stood_aside":
      return [asideSentence(you(said.seat) ? null : name(said.seat), said.aside)];
    case "table_changed":
      return tableSentences(before, after, said);
    case "moved":
      return after.table?.stopped_counting && !before.table?.stopped_counting ? [STOPPED] : [];
    case "race_joined":
      return [you(said.seat) ? _("You join the race.") : _("{name} joins the race late.", { name: name(said.seat) })];
    default:
      return raceSentences(before, after, said, game);
  }
}

/** Return the sentences for a message about the race.
 * @param {RoomState} before @param {RoomState} after @param {ServerMessage} said
 * @param {Game | undefined} game @returns {string[]} */
function raceSentences(before, after, said, game) {
  switch (said.type) {
    case "countdown":
      return [
        ngettext(
          "The race starts in {n} second.",
          "The race starts in {n} seconds.",
          Math.round(said.starts_in_ms / 1000),
        ),
      ];
    case "started":
      return [_("Go!")];
    case "grids":
      return gridSentences(before, after);
    case "called": {
      const [card, goal, time] = [said.call, game?.goal ?? said.call, secondsWords(tidy(said.call_ms))];
      const races = after.members.some((m) => m.seat === after.room.seat && m.racing);
      if (!races) return [_("Card {card} of {goal} is called.", { card, goal })];
      return [_("Card {card} of {goal} is called; you have {time}.", { card, goal, time })];
    }
    case "held":
      return [
        ngettext(
          "The server was away for {n} second; the clock stood still.",
          "The server was away for {n} seconds; the clock stood still.",
          Math.round(said.held_ms / 1000),
        ),
      ];
    case "over": {
      const time = clockTime(said.ended_ms);
      const score = scoreSentence(said.wins);
      const winnable = winnableSentence(said.opened);
      return [
        _("The race is over after {time}.", { time }), ...places(after, game), ...(winnable ? [winnable] : []), ...(score ? [score] : []),
      ];
    }
    case "skip":
      return said.vote ? [voteSentence(after, said.vote)] : [];
    case "next_race":
      return [_("Race {n} is open: a new deal, when everybody is ready.", { n: said.race.n })];
    case "progress":
      if (after.common) return []; // the table itself says how its round ends
      return said.standings.flatMap((standing) => rivalEnded(before, after, standing));
    case "said":
      return [`${nameOf(after, said.seat)}: ${said.text}`];
    case "notice":
      return [_(said.text)];
  }
  return [];
}

/** Return the sentence that says after a race of a winnable deal whether the solver had won it; an
 * empty text after any other race.
 * @param {Opened | null | undefined} opened */
export function winnableSentence(opened) {
  if (!opened?.winnable) return "";
  return opened.winnable.k === null
    ? _("It is not known whether this deal could be won.")
    : _("This deal could be won; its record has the moves.");
}

/** Return the sentences for the events that happened while the player was away, without those that
 * no longer matter.
 * @param {RoomState} state @param {readonly ServerMessage[]} unread @param {Game | undefined} game */
export function missedSentences(state, unread, game) {
  const lasting = unread.filter((said) => !PASSING.has(said.type));
  const told = lasting.flatMap((said) =>
    said.type === "settings_changed" ? [_("The host has changed the settings.")] : eventSentences(state, state, said, game),
  );
  return told.length ? [_("While you were away:"), ...told] : [];
}

/** The types of events that no longer matter to somebody who was away when they happened. */
const PASSING = new Set("presence covered ready_changed countdown called left skip".split(" "));

/** Return the sentence when a rival's game has ended while the race goes on; none if it had ended
 * before.
 * @param {RoomState} before @param {RoomState} after @param {SeatStanding} standing
 * @returns {string[]} */
function rivalEnded(before, after, standing) {
  const known = before.standings.get(standing.seat);
  if (!standing.result || known?.result || standing.seat === after.room.seat) return [];
  const name = nameOf(after, standing.seat);
  if (standing.result === "won") {
    return [_("{name} has solved it in {time}!", { name, time: clockTime(standing.ended_ms ?? 0) })];
  }
  if (!isForPoints(after.room.race)) return [finishedWith(name, standing.reason, String(standing.best))];
  if (standing.points === null) return [finished(name, standing.reason)];
  return [finishedWith(name, standing.reason, pointsWords(standing.points))];
}

/** Return the sentence that a rival's game is over, without a score.
 * @param {string} name @param {SeatStanding["reason"]} reason */
function finished(name, reason) {
  if (reason === "stuck") return _("{name} is stuck.", { name });
  if (reason === "resigned") return _("{name} has given up.", { name });
  return _("{name} has finished.", { name });
}

/** Return the sentence that a rival's game is over, with a score.
 * @param {string} name @param {SeatStanding["reason"]} reason @param {string} score */
function finishedWith(name, reason, score) {
  if (reason === "stuck") return _("{name} is stuck with {score}.", { name, score });
  if (reason === "resigned") return _("{name} has given up with {score}.", { name, score });
  return _("{name} has finished with {score}.", { name, score });
}

/** Return who leads a race against a ghost, with the figures of both, as a sentence.
 * @param {RoomState} state the state with the ghost in it @param {number} leader a seat */
export function leadSentence(state, leader) {
  const { race, seat: own } = state.room;
  const figures = new Map([...state.standings.values()].map((each) => [each.seat, pointsOrProgress(race, each) ?? 0]));
  const ghost = [...figures.keys()].find((seat) => seat !== own) ?? 0;
  const name = nameOf(state, ghost);
  const lead = leader === own ? _("You lead") : _("{name} leads", { name });
  return _("{lead}: you {own}, {name} {other}.", {
    lead, own: figures.get(own ?? 0) ?? 0, name, other: figures.get(ghost) ?? 0,
  });
}

/** Return the places of a finished race, one line each.
 * @param {RoomState} state @param {Game | undefined} game */
function places(state, game) {
  return (state.room.results ?? []).map(({ place, standing }) => {
    const name = nameOf(state, standing.seat);
    const who = standing.seat === state.room.seat ? _("{name} (you)", { name }) : name;
    return `${place}. ${who}: ${resultWords(game, standing)}`;
  });
}

/** Return the sentence when somebody has left, and who is host now if that has changed.
 * @param {RoomState} before @param {import("../net/protocol").Left} said @returns {string[]} */
function leftSentences(before, said) {
  const name = nameOf(before, said.seat);
  if (said.seat === before.room.seat) {
    return [said.kicked ? _("The host has sent you away.") : _("You have left.")];
  }
  const told = said.kicked ? _("The host has sent {name} away.", { name }) : _("{name} has left.", { name });
  if (said.host === null || said.host === before.room.host) return [told];
  return [`${told} ${hostSentence(said.host === before.room.seat ? null : nameOf(before, said.host))}`];
}

/** Return the sentence that a member is back, or has lost the connection.
 * @param {string} name @param {boolean} is */
function presenceSentence(name, is) {
  return is ? _("{name} is back.", { name }) : _("{name} has lost the line.", { name });
}

/** Return the sentence that says who is host now. @param {string | null} name null: the player */
function hostSentence(name) {
  return name === null ? _("You are the host now.") : _("{name} is the host now.", { name });
}

/** Return the sentence that a member is ready, or is no longer ready.
 * @param {string | null} name null: the player @param {boolean} is */
function readySentence(name, is) {
  if (name === null) return is ? _("You are ready.") : _("You are not ready after all.");
  return is ? _("{name} is ready.", { name }) : _("{name} is not ready after all.", { name });
}

/** Return the sentence that the host has silenced a member, or lets the member speak again.
 * @param {string | null} name null: the player @param {boolean} is */
function silencedSentence(name, is) {
  if (name === null) return is ? _("You are silenced by the host.") : _("You are no more silenced.");
  return is ? _("{name} is silenced by the host.", { name }) : _("{name} is no more silenced.", { name });
}

/** Return the sentence that a member has begun or ended a declared break.
 * @param {string | null} name null: the player @param {boolean} is */
function coveredSentence(name, is) {
  if (name === null) {
    return is ? _("Your board is covered.") : _("You are back; your board is open again.");
  }
  return is ? _("{name} has gone to the room without a telephone.", { name }) : _("{name} is back.", { name });
}

/** Return the sentence that a member stands aside, or takes part again.
 * @param {string | null} name null: the player @param {boolean} is */
function asideSentence(name, is) {
  if (name === null) return is ? _("You stand aside.") : _("You take part again.");
  return is ? _("{name} stands aside.", { name }) : _("{name} takes part again.", { name });
}

/** Return milliseconds rounded to whole seconds; unchanged below half a second.
 * @param {number} ms */
function tidy(ms) {
  return Math.round(ms / 1000) * 1000 || ms;
}
