// Lays out a fan: its cards lie side by side, in as many rows as are needed to keep each index
// visible.

import { INDEX_WIDE } from "./card_sizes.js";

/** @typedef {import("./table_layout.js").TableLayout} TableLayout */
/** @typedef {import("./game_layouts.js").Band} Band */
/** @typedef {import("./game_layouts.js").Spot} Spot */
/** @typedef {import("../types").Pile} Pile */

/** Lay out a fan, with its top left corner at (`x0`, `y0`). The fan of Kings is in the player's
 * order. Face-down cards lie squared up before the others. Return the y coordinate below the fan.
 * @param {TableLayout} laying @param {Spot} spot @param {Pile} pile
 * @param {number} x0 @param {number} y0 */
export function layOutFan(laying, spot, pile, x0, y0) {
  const { wanted, w, h, fanStep, least } = laying;
  const n = pile.up.length;
  const aside = pile.down ? w + 4 : 0;
  if (pile.down) laying.put("back", spot.pile, null, "", x0, y0, { text: `${pile.down}`, shows: least });
  const room = widthOf(laying, spot) - aside;
  const rows = rowsOf(laying, n, room);
  const inRow = Math.ceil(n / rows);
  const step = inRow > 1 ? Math.min(w + 4, room / (inRow - 1)) : 0;
  const order = spot.pile === "fan" && wanted.order?.length === n ? wanted.order : [...Array(n).keys()];
  order.forEach((i, nth) => {
    const row = Math.floor(nth / inRow);
    const last = row === rows - 1;
    const covered = step < w && nth % inRow < inRow - 1 && nth < n - 1;
    laying.card(spot.pile, pile, i, x0 + aside + (nth % inRow) * step, y0 + row * fanStep, {
      shows: last ? h : fanStep,
      sideways: true,
      tight: !last || covered,
    });
  });
  return y0 + (rows - 1) * fanStep + h;
}

/** Return the number of pixels by which a band is higher because a fan in it has several rows.
 * @param {TableLayout} laying @param {Band} band */
export function extraFanHeight(laying, band) {
  const rows = band.spots.filter((spot) => spot.fan === "side")
    .map((spot) => rowsOf(laying, laying.pile(spot.pile).up.length, widthOf(laying, spot)));
  return (Math.max(1, ...rows) - 1) * laying.fanStep;
}

/** Return the maximum number of pixels from the first card of a fan to its last.
 * @param {TableLayout} laying @param {Spot} spot */
function widthOf({ left, pitch, wanted, margin, w, gap }, { at, to }) {
  if (to !== undefined) return (to - at + 1) * pitch - w - gap;
  return wanted.width - margin - (left + at * pitch) - w;
}

/** Return the number of rows that a fan of `count` cards needs, if the last card of a row may lie
 * `room` pixels from the first.
 * @param {TableLayout} laying @param {number} count @param {number} room */
function rowsOf({ index }, count, room) {
  const inRow = Math.floor(room / (index * INDEX_WIDE + 4)) + 1;
  return Math.max(1, Math.ceil(count / Math.max(1, inRow)));
}
