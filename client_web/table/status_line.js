// The status line above a table: session, deals left, round, redeals left, base rank, fanned heap.
// Progress is shown elsewhere.

import { _, ngettext } from "../messages/texts.js";

/** @typedef {import("./types").View} View */

/** @type {Record<string, string>} */
const RANK_WORD = {
  A: _("ace"), T: "10", J: _("jack"), Q: _("queen"), K: _("king"),
};

/** Return the status line for a view; empty if the view has none of the values that it shows.
 * @param {View} view @returns {string} */
export function factsOf(view) {
  /** @type {string[]} */
  const facts = [];
  const { session, deals_left: deals, round, redeals_left: redeals, base, phase, fan_of: fan } = view;
  if (typeof session === "number") facts.push(_("session {session}", { session }));
  if (typeof deals === "number") facts.push(ngettext("{n} deal left", "{n} deals left", deals));
  if (typeof round === "number") facts.push(_("round {n}", { n: round }));
  if (typeof redeals === "number") facts.push(ngettext("{n} redeal left", "{n} redeals left", redeals));
  if (typeof base === "string") facts.push(_("base {rank}", { rank: RANK_WORD[base] ?? base }));
  if (phase === "fan" && fan != null) facts.push(_("heap {fan} is fanned", { fan }));
  return facts.join(" · ");
}
