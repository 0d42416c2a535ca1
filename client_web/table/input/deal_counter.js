// The counts that a player keeps by hand while watching a deal of Kings. The page counts nothing by
// itself: a tap on a heap, or its letter, counts one more.

import { useState } from "../../vendor/preact.js";

/** The largest number of heaps that have a count, and the largest count of a heap. */
const [MOST_COUNTS, MOST_CARDS] = [6, 8];

/** Return the player's counts after counting one card more or one less on a heap.
 * @param {ReadonlyMap<number, number>} counts by the number of the heap @param {number} heap
 * @param {1 | -1} step @returns {ReadonlyMap<number, number>} */
export function counted(counts, heap, step) {
  const next = new Map(counts);
  const count = (counts.get(heap) ?? 0) + step;
  if (count <= 0) next.delete(heap);
  else if (counts.has(heap) || counts.size < MOST_COUNTS) next.set(heap, Math.min(count, MOST_CARDS));
  return next;
}

/** Return the player's counts in a deal, and the function that changes one.
 * @param {unknown} deal identifies the deal; another one begins without counts
 * @returns {[ReadonlyMap<number, number>, (heap: number, step: 1 | -1) => void]} */
export function useDealCounter(deal) {
  const [state, set] = useState({ deal, counts: /** @type {ReadonlyMap<number, number>} */ (new Map()) });
  const counts = state.deal === deal ? state.counts : new Map();
  return [counts, (heap, step) => set((known) => ({
    deal, counts: counted(known.deal === deal ? known.counts : new Map(), heap, step),
  }))];
}
