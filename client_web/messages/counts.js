// Sentences about a player's own counts of the cards laid during a watched deal, in the same words
// as in the terminal client.

import { _ } from "./texts.js";

/** @typedef {ReadonlyMap<number, number>} OwnCounts the player's counts by the number of the heap */

/** Return the counts as a sentence; "" if there are none. @param {OwnCounts} own */
export function countsSentence(own) {
  const counts = inOrder(own).map(([n, count]) => `${n}: ${count}`).join(", ");
  return counts && _("Counted {counts}.", { counts });
}

/** Return the sentence that compares the player's counts with the right ones; if the player has
 * counted nothing, the sentence with all right counts. `counts` are the right counts, for the heaps
 * from 1.
 * @param {readonly number[]} counts @param {OwnCounts} own */
export function checkedCounts(counts, own) {
  if (!own.size) return _("Laid on the heaps: {counts}.", { counts: counts.map((many, i) => `${i + 1}:${many}`).join(" ") });
  const checked = inOrder(own).map(([number, many]) => _("{number}: {own} of {right}", {
    number, own: many, right: counts[number - 1] ?? 0,
  }));
  return _("You counted {counts}.", { counts: checked.join(", ") });
}

/** @param {OwnCounts} own */
function inOrder(own) {
  return [...own].sort(([a], [b]) => a - b);
}
