// Sentences about events in a room: who came, what began, how it ended. Pure.

import { resultWords } from "./results.js";
import { plural, clockTime } from "./formatting.js";
import { pointsOrProgress, isForPoints, nameOf, secondsWords, settingsChanged } from "./races.js";

/** @typedef {import("../net/requests").ServerMessage} ServerMessage */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../state/catalogue").Game} Game */

/** The sentences for a message that changed the state from `before` to `after`.
 * @param {RoomState} before @param {RoomState} after @param {ServerMessage} said
 * @param {Game | undefined} game @returns {string[]} */
export function eventSentences(before, after, said, game) {
  const you = (/** @type {number} */ seat) => seat === after.room.seat;
  const name = (/** @type {number} */ seat) => nameOf(after, seat);
  switch (said.type) {
    case "joined":
      return you(said.seat) ? [] : [`${said.name} has joined.`];
    case "left":
      return leftSentences(before, said);
    case "presence": {
      const known = before.members.find((m) => m.seat === said.seat);
      if (you(said.seat) || known?.here === said.here) return [];
      return [`${name(said.seat)} ${said.here ? "is back" : "has lost the line"}.`];
    }
    case "covered":
      return [coveredSentence(you(said.seat) ? null : name(said.seat), said.covered)];
    case "ready_changed": {
      const who = you(said.seat) ? "You are" : `${name(said.seat)} is`;
      return [said.ready ? `${who} ready.` : `${who} not ready after all.`];
    }
    case "settings_changed":
      return settingsChanged(before.room.settings, said.settings);
    case "silenced": {
      const who = you(said.seat) ? "You are" : `${name(said.seat)} is`;
      return [said.silent ? `${who} silenced by the host.` : `${who} no more silenced.`];
    }
    case "host_passed":
      return [you(said.host) ? "You are the host now." : `${name(said.host)} is the host now.`];
    case "stood_aside":
      return [asideSentence(you(said.seat) ? null : name(said.seat), said.aside)];
    case "race_joined":
      return [you(said.seat) ? "You join the race." : `${name(said.seat)} joins the race late.`];
    default:
      return raceSentences(before, after, said, game);
  }
}

/** @param {RoomState} before @param {RoomState} after @param {ServerMessage} said
 * @param {Game | undefined} game @returns {string[]} */
function raceSentences(before, after, said, game) {
  switch (said.type) {
    case "countdown":
      return [`The race starts in ${plural(Math.round(said.starts_in_ms / 1000), "second")}.`];
    case "started":
      return ["Go!"];
    case "called": {
      const goal = game?.goal ?? said.call;
      return [`Card ${said.call} of ${goal} is called; you have ${secondsWords(tidy(said.call_ms))}.`];
    }
    case "held": {
      const away = plural(Math.round(said.held_ms / 1000), "second");
      return [`The server was away for ${away}; the clock stood still.`];
    }
    case "over":
      return [`The race is over after ${clockTime(said.ended_ms)}.`, ...places(after, game)];
    case "next_race":
      return [`Race ${said.race.n} is open: a new deal, when everybody is ready.`];
    case "progress":
      return said.standings.flatMap((standing) => rivalEnded(before, after, standing));
    case "said":
      return [`${nameOf(after, said.seat)}: ${said.text}`];
    case "notice":
      return [said.text];
  }
  return [];
}

/** What happened while the player was away, without what no longer matters.
 * @param {RoomState} state @param {readonly ServerMessage[]} unread @param {Game | undefined} game */
export function missedSentences(state, unread, game) {
  const lasting = unread.filter((said) => !PASSING.has(said.type));
  const told = lasting.flatMap((said) =>
    said.type === "settings_changed" ? ["The host has changed the settings."] : eventSentences(state, state, said, game),
  );
  return told.length ? ["While you were away:", ...told] : [];
}

const PASSING = new Set("presence covered ready_changed countdown called left skip".split(" "));

/** A rival's game ended while the race goes on.
 * @param {RoomState} before @param {RoomState} after @param {SeatStanding} standing
 * @returns {string[]} */
function rivalEnded(before, after, standing) {
  const known = before.standings.get(standing.seat);
  if (!standing.result || known?.result || standing.seat === after.room.seat) return [];
  const name = nameOf(after, standing.seat);
  if (standing.result === "won") return [`${name} is out in ${clockTime(standing.ended_ms ?? 0)}!`];
  const how = { stuck: " is stuck", resigned: " has given up", timeout: "" }[standing.reason ?? "timeout"];
  const much = pointsOrProgress(after.room.race.terms, standing);
  const unit = isForPoints(after.room.race.terms) && much !== null ? plural(much, "point") : much;
  return [`${name}${how || " has finished"}${unit === null ? "" : ` with ${unit}`}.`];
}

/** @param {RoomState} state @param {Game | undefined} game */
function places(state, game) {
  return (state.room.results ?? []).map(({ place, standing }) => {
    const you = standing.seat === state.room.seat ? " (you)" : "";
    return `${place}. ${nameOf(state, standing.seat)}${you}: ${resultWords(game, standing)}`;
  });
}

/** @param {RoomState} before @param {import("../net/protocol").Left} said @returns {string[]} */
function leftSentences(before, said) {
  const name = nameOf(before, said.seat);
  if (said.seat === before.room.seat) {
    return [said.kicked ? "The host has sent you away." : "You have left."];
  }
  const told = said.kicked ? `The host has sent ${name} away.` : `${name} has left.`;
  if (said.host === null || said.host === before.room.host) return [told];
  const host = said.host === before.room.seat ? "You are" : `${nameOf(before, said.host)} is`;
  return [`${told} ${host} the host now.`];
}

/** @param {string | null} name null: the player @param {boolean} is */
function coveredSentence(name, is) {
  if (name === null) {
    return is ? "Your board is covered." : "You are back; your board is open again.";
  }
  return is ? `${name} has gone to the room without a telephone.` : `${name} is back.`;
}

/** @param {string | null} name null: the player @param {boolean} is */
function asideSentence(name, is) {
  if (name === null) return is ? "You stand aside." : "You take part again.";
  return is ? `${name} stands aside.` : `${name} takes part again.`;
}

/** Round to whole seconds, if there are any. @param {number} ms */
function tidy(ms) {
  return Math.round(ms / 1000) * 1000 || ms;
}
