// The line of facts above a table: session, deals left, base card, fanned heap. Progress is shown
// beside the table instead.

/** @typedef {import("./types").View} View */

/** @type {Record<string, string>} */
const RANK_WORD = {
  A: "ace", T: "10", J: "jack", Q: "queen", K: "king",
};

/** @param {View} view @returns {string} */
export function factsOf(view) {
  /** @type {string[]} */
  const told = [];
  const { session, deals_left: deals, base, phase, fan_of: fan } = view;
  if (typeof session === "number") told.push(`session ${session}`);
  if (typeof deals === "number") told.push(deals === 1 ? "1 deal left" : `${deals} deals left`);
  if (typeof base === "string") told.push(`base ${RANK_WORD[base] ?? base}`);
  if (phase === "fan" && fan != null) told.push(`heap ${fan} is fanned`);
  return told.join(" · ");
}
