// Lays out a fan: its cards lie side by side, in as many rows as are needed to keep each index
// visible.

import { INDEX_WIDE } from "./card_sizes.js";

/** @typedef {import("./table_layout.js").TableLayout} TableLayout */
/** @typedef {import("./game_layouts.js").Band} Band */
/** @typedef {import("./game_layouts.js").Spot} Spot */
/** @typedef {import("./types").Pile} Pile */

/** Lay out a fan from a point on, in the player's order. Return the y coordinate below it.
 * @param {TableLayout} laying @param {Spot} spot @param {Pile} pile
 * @param {number} x0 @param {number} y0 */
export function layOutFan(laying, spot, pile, x0, y0) {
  const { wanted, w, h, fanStep } = laying;
  const n = pile.up.length;
  const room = wanted.width - laying.margin - x0 - w;
  const rows = rowsOf(laying, n, x0);
  const inRow = Math.ceil(n / rows);
  const step = inRow > 1 ? Math.min(w + 4, room / (inRow - 1)) : 0;
  const order = wanted.order?.length === n ? wanted.order : [...Array(n).keys()];
  order.forEach((i, nth) => {
    const row = Math.floor(nth / inRow);
    const last = row === rows - 1;
    const covered = step < w && nth % inRow < inRow - 1 && nth < n - 1;
    laying.card(spot.pile, pile, i, x0 + (nth % inRow) * step, y0 + row * fanStep, {
      shows: last ? h : fanStep,
      sideways: true,
      tight: !last || covered,
    });
  });
  return y0 + (rows - 1) * fanStep + h;
}

/** Return how many pixels a band is higher because the fan in it has several rows.
 * @param {TableLayout} laying @param {Band} band */
export function extraFanHeight(laying, band) {
  const fan = band.spots.find((spot) => spot.fan === "side");
  if (!fan) return 0;
  const count = laying.pile(fan.pile).up.length;
  return (rowsOf(laying, count, laying.left + fan.at * laying.pitch) - 1) * laying.fanStep;
}

/** Return how many rows `count` cards need that begin at `x`.
 * @param {TableLayout} laying @param {number} count @param {number} x */
function rowsOf({ index, wanted, margin, w }, count, x) {
  const inRow = Math.floor((wanted.width - margin - x - w) / (index * INDEX_WIDE + 4)) + 1;
  return Math.max(1, Math.ceil(count / Math.max(1, inRow)));
}
