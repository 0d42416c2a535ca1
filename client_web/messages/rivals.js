// Sentences about two people's races against each other. Pure.

import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").Tally} Tally */

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
