// Texts about leisure races, in the same words as the terminal client.

import { resultWords } from "./results.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../net/protocol").LeisureRace} LeisureRace */
/** @typedef {import("../net/protocol").LeisureEntry} LeisureEntry */
/** @typedef {import("../net/protocol").LeisureContestant} LeisureContestant */
/** @typedef {import("../net/protocol").LeisureResult} LeisureResult */

const [DAY_MS, HOUR_MS, MINUTE_MS] = [86_400_000, 3_600_000, 60_000];

/** Return a long time without a count of seconds: `3 days`, `5 hours`, `20 minutes`. @param {number} ms */
export function longTime(ms) {
  if (ms >= 2 * DAY_MS) return ngettext("{n} day", "{n} days", Math.floor(ms / DAY_MS));
  if (ms >= 2 * HOUR_MS) return ngettext("{n} hour", "{n} hours", Math.floor(ms / HOUR_MS));
  return ngettext("{n} minute", "{n} minutes", Math.max(1, Math.floor(ms / MINUTE_MS)));
}

/** Return the status of a leisure race: `open for 2 days`, `over`. @param {LeisureRace | LeisureEntry} race */
export function leisureStatus(race) {
  if (race.status === "planned") return _("opens in {time}", { time: longTime(race.opens_in_ms) });
  if (race.status === "open") return _("open for {time}", { time: longTime(race.closes_in_ms) });
  return race.status === "closed" ? _("closed; the last tries end") : _("over");
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
