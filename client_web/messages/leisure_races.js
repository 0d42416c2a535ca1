// Texts about leisure races, in the same words as the terminal client.

import { titleOf } from "./games.js";
import { resultWords } from "./results.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../net/protocol").LeisureRace} LeisureRace */
/** @typedef {import("../net/protocol").LeisureEntry} LeisureEntry */
/** @typedef {import("../net/protocol").LeisureContestant} LeisureContestant */
/** @typedef {import("../net/protocol").LeisureResult} LeisureResult */

const [DAY_MIN, HOUR_MIN, MINUTE_MS] = [1440, 60, 60_000];

/** Return a long time without a count of seconds: `3 days`, `5 hours`, `20 minutes`. @param {number} ms */
export function longTime(ms) {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS)); // a second after "3 days" it is not 2 days yet
  if (minutes >= 2 * DAY_MIN) return ngettext("{n} day", "{n} days", Math.floor(minutes / DAY_MIN));
  if (minutes >= 2 * HOUR_MIN) return ngettext("{n} hour", "{n} hours", Math.floor(minutes / HOUR_MIN));
  return ngettext("{n} minute", "{n} minutes", minutes);
}

/** Return the status of a leisure race: `open for 2 days`, `over`. @param {LeisureRace | LeisureEntry} race */
export function leisureStatus(race) {
  if (race.status === "planned") return _("opens in {time}", { time: longTime(race.opens_in_ms) });
  if (race.status === "open") return _("open for {time}", { time: longTime(race.closes_in_ms) });
  return race.status === "closed" ? _("closed; the last tries end") : _("over");
}

/** Return the game and the terms of a deal. @param {LeisureRace} race @param {number} deal its number, from 1
 * @returns {import("../net/protocol").LeisureRound} */
export function dealOf(race, deal) {
  return race.rounds?.[deal - 1] ?? race;
}

/** Return `Deal 2`, or `Deal 2, Kings` if the deals differ.
 * @param {import("../state/catalogue").Catalogue | undefined} catalogue @param {LeisureRace} race @param {number} deal */
export function dealWords(catalogue, race, deal) {
  if (!race.rounds) return _("Deal {n}", { n: deal });
  return _("Deal {n}, {game}", { n: deal, game: titleOf(catalogue, dealOf(race, deal).game) });
}

/** Return how far the player is in a leisure race of their list. @param {LeisureEntry} entry */
export function progressInRace({ played, deals }) {
  return _("{n} of {all} deals played", { n: played, all: deals });
}

/** Return the name of a contestant, marked if it is the player; a text in its place if the account was deleted.
 * @param {LeisureRace} race @param {number} index the index in `contestants` */
export function contestantName(race, index) {
  const name = race.contestants[index]?.name ?? _("(nobody any more)");
  return index === race.mine ? _("{name} (you)", { name }) : name;
}

/** Return `2.5 points`. @param {number} points */
export function matchpointsWords(points) {
  return points === 1 ? _("1 point") : _("{number} points", { number: String(points) });
}

/** Return how a try ended. @param {import("./results.js").Scale | null | undefined} game @param {LeisureResult} result */
export function tryWords(game, result) {
  if (result.is_playing) return _("being played");
  if (result.void) return _("void");
  return result.standing ? resultWords(game, result.standing) : _("never dealt");
}
