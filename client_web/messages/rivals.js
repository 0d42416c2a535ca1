// Sentences about two people's races against each other. Pure.

/** @typedef {import("../net/protocol").Tally} Tally */

/** `14 to 11, 2 tied` @param {Tally} tally */
export function tallyWords(tally) {
  return `${tally.wins} to ${tally.losses}${tally.ties ? `, ${tally.ties} tied` : ""}`;
}

/** Who won the last races, if the same person won several in a row.
 * @param {string} one @param {string} other @param {Tally} tally */
export function runWords(one, other, tally) {
  if (Math.abs(tally.run) < 2) return "";
  return `; ${tally.run > 0 ? one : other} won the last ${Math.abs(tally.run)}`;
}
