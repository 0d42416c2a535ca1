// What a game tells beside its piles, in a line: which session it is, how many deals are left, what
// the base is, what one is doing.

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
  const points = pointsOf(view);
  if (points !== null) told.push(`${points} points`);
  return told.join(" · ");
}

/** The points of all lines that are known; null where none are counted. @param {View} view */
function pointsOf(view) {
  const scores = view["line_scores"];
  if (!scores) return null;
  const known = [...(scores.rows ?? []), ...(scores.columns ?? [])].filter((n) => n !== null);
  return known.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
}
