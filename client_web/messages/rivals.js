// Sentences about two people's races against each other, and about daily streaks. Pure.

import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").Tally} Tally */
/** @typedef {import("../net/protocol").DailyStreaks} DailyStreaks */

/** Return `14 to 11, 2 tied`. @param {Tally} tally */
export function tallyWords(tally) {
  const { wins, losses, ties } = tally;
  return ties
    ? _("{wins} to {losses}, {ties} tied", { wins, losses, ties })
    : _("{wins} to {losses}", { wins, losses });
}

/** Return `; Ann won the last 3`; "" unless the same person won several races in a row.
 * @param {string} one @param {string} other @param {Tally} tally */
export function runWords(one, other, tally) {
  if (Math.abs(tally.run) < 2) return "";
  return `; ${_("{name} won the last {n}", { name: tally.run > 0 ? one : other, n: Math.abs(tally.run) })}`;
}

/** Return sentences about daily streaks; none for somebody who has played no daily deal.
 * @param {DailyStreaks | null | undefined} daily undefined: the server is older
 * @returns {string[]} */
export function dailyLines(daily) {
  if (!daily) return [];
  return [
    _("Days in a row with a daily deal played: {streak}, at most {longest}.", { ...daily.played }),
    _("Days in a row with a daily deal solved: {streak}, at most {longest}.", { ...daily.won }),
  ];
}
