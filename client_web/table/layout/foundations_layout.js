// Lays out the foundations that all contestants of a common table share. They lie above the player's
// own piles, each in a place of its own that never changes, so a finger finds what the eye has seen.
// Their cards are smaller than the player's.

import { commonFacts } from "../places.js";

/** @typedef {import("./table_layout.js").TableLayout} TableLayout */
/** @typedef {import("../types").View} View */
/** The size of the cards in the middle in pixels, how many lie side by side, in how many rows, and
 * the height of all of them.
 * @typedef {{w: number, h: number, index: number, across: number, rows: number, height: number}} MiddleSize */

/** At most so many foundations lie side by side, on a high table and on a wide one. */
const [FEW, MANY] = [8, 16];
const GAP = 5;
const [LEAST_WIDE, MOST_WIDE] = [30, 76];
/** The share of the height that the middle may have. */
const SHARE = 0.34;
const SHAPE = 1.36;

/** Return the number of places for foundations: every contestant has four aces. @param {View} view */
function placesIn(view) {
  return 4 * (commonFacts(view).seats ?? 1);
}

/** Return the size of the middle of a table; null if the view has no common foundations.
 * @param {View} view @param {number} width @param {number} height the space for the whole table
 * @returns {MiddleSize | null} */
export function middleSize(view, width, height) {
  if (!("foundation.new" in view.piles)) return null;
  const places = placesIn(view);
  const rows = Math.ceil(places / (height > width ? FEW : MANY));
  const across = Math.ceil(places / rows);
  const byWidth = (width - GAP * (across - 1)) / across;
  const byHeight = ((height * SHARE) / rows - GAP) / SHAPE;
  const w = Math.floor(Math.max(LEAST_WIDE, Math.min(byWidth, byHeight, MOST_WIDE)));
  const h = Math.round(w * SHAPE);
  return { w, h, index: Math.round(Math.min(w * 0.42, 26)), across, rows, height: rows * (h + GAP) };
}

/** Lay out the foundations below `y0`. Return the y coordinate below them.
 * @param {TableLayout} layout @param {MiddleSize} size @param {number} y0 */
export function layOutMiddle(layout, size, y0) {
  const { view, width } = layout.wanted;
  const numbers = Object.keys(view.piles).flatMap((name) => /^foundation\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const next = commonFacts(view).begun ?? 0;
  const middle = (width - size.w) / 2;
  const scale = size.w / layout.w;
  const spot = (/** @type {string} */ pile, /** @type {number} */ place) => {
    // From the middle outwards, the rows in turn: 3 1 0 2 4.
    const nth = Math.floor(place / size.rows);
    const aside = (nth % 2 ? -1 : 1) * Math.ceil(nth / 2) + (size.across % 2 ? 0 : 0.5);
    const x = middle + aside * (size.w + GAP);
    const y = y0 + (place % size.rows) * (size.h + GAP);
    const { up } = layout.pile(pile);
    const small = { scale, shows: size.h };
    if (!up.length) return layout.put("empty", pile, null, "", x, y, { ...small, text: "A" });
    if (up.length > 1) layout.put("card", pile, up.length - 2, up.at(-2) ?? "", x, y, { ...small, covered: true });
    return layout.put("card", pile, up.length - 1, up.at(-1) ?? "", x, y, small);
  };
  for (const number of numbers) spot(`foundation.${number}`, number);
  if (next < size.across * size.rows) spot("foundation.new", next);
  return y0 + size.height;
}
