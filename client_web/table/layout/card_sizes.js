// Chooses the size of the cards of a table. The size depends on the space and the piles, not on the
// cards in the piles, so that cards keep their size during a game. If the player has chosen larger
// text, cards may become larger too. All lengths are in pixels.

import { lowPlanOf, planOf } from "./game_layouts.js";
import { middleSize } from "./foundations_layout.js";

/** @typedef {import("./game_layouts.js").Plan} Plan */
/** @typedef {import("./game_layouts.js").Band} Band */
/** @typedef {import("./table_layout.js").LayoutInput} LayoutInput */

/** A table below this width is drawn as on a phone. */
export const NARROW = 600;
/** A table wider than NARROW is folded (columns in two bands) only if this makes its cards larger
 * by more than this factor. */
const WORTH_FOLDING = 1.25;
/** A space below this height is too low for the plans of most games. */
const LOW = 300;
/** The width of the captions at the left of bands. */
const ASIDE = 96;
/** The height of a line of words above piles, at the usual text size. */
export const NAME_HIGH = 16;
const LEAST_INDEX = 14;
/** The width that no card exceeds, however much space there is, for each size that a player can choose.
 * @type {Record<import("../../state/default_preferences.js").Preferences["cardSize"], number>} */
const MOST_WIDE = { fitting: 200, medium: 128, small: 92 };
/** The height that a column needs for each covered card, divided by the width of a card, where cards are
 * small. */
const STRIP = 0.36;
/** The height of a card divided by its width. */
export const SHAPE = 1.4;
/** The width of an index (`10` with its suit in the corner of a card), divided by its height. */
export const INDEX_WIDE = 2.2;

/** Return the plan to use, folded or spread out, and the card size and distances it gives.
 * @param {LayoutInput} wanted @returns {[Plan, ReturnType<typeof measure>]} */
export function fittingSize(wanted) {
  const low = wanted.width >= NARROW && wanted.height < LOW ? lowPlanOf(wanted.game) : null;
  if (low) return [low, measure(low, wanted)];
  const folded = planOf(wanted.game, wanted.view, true);
  const small = measure(folded, wanted);
  const isLow = folded.tall && wanted.height < wanted.width;
  if (wanted.width < NARROW && !isLow) return [folded, small];
  const spread = planOf(wanted.game, wanted.view, false);
  const size = measure(spread, wanted);
  return !isLow && small.w > WORTH_FOLDING * size.w ? [folded, small] : [spread, size];
}

/** Return for a plan: the width of a card (`w`), the height of its index, the least height of which a covered
 * card shows (`least`), the margin of the table,
 * the distance from one column to the next (`pitch`), and where the first column begins (`left`).
 * @param {Plan} plan @param {LayoutInput} wanted */
function measure({ across, rows, steps, widest, bands, low }, { game, view, width, height, text, leastWide, cardSize }) {
  const narrow = width < NARROW;
  const margin = narrow ? 4 : 12;
  const least = narrow ? 3 : 6;
  const aside = !narrow && !low && bands.some((band) => band.caption) ? ASIDE : 0;
  const room = width - 2 * margin - aside;
  const byWidth = (room - least * (across - 1)) / across;
  const named = bands.filter((band) => isNamed(band, narrow)).length * NAME_HIGH * text;
  const middle = middleSize(view, width, height)?.height ?? 0;
  const high = height - middle - named - 12 * bands.length;
  const most = narrow ? (widest ?? 96) * text : MOST_WIDE[cardSize];
  const needed = (/** @type {number} */ w) => SHAPE * rows * w + steps * Math.min(STRIP * w, leastStrip(w, indexHeight(w, 1)));
  let byHeight = most;
  while (byHeight > leastWide && needed(byHeight) > high) byHeight -= 1;
  const w = Math.floor(Math.min(byWidth, byHeight, most));
  const index = Math.round(indexHeight(w, text));
  const far = Math.max(w * (game.drawing.sets ? 1.3 : 1.14), w + least);
  const pitch = across > 1 ? Math.min((room - w) / (across - 1), far) : w;
  const left = margin + aside + (room - (pitch * (across - 1) + w)) / 2;
  return { w, index, least: leastStrip(w, index), margin, pitch, left };
}

/** Return the height of a covered card of which the whole index is seen.
 * @param {number} w the width of the card @param {number} index the height of its index */
function leastStrip(w, index) {
  return Math.ceil(index + Math.max(5, w * 0.045));
}

/** Return the height of the index on a card of a width. On a small card it is a large part of the card. On
 * a large card it grows slower than the card, so that covered cards need little room.
 * @param {number} w @param {number} text the reader's text size relative to the usual one */
function indexHeight(w, text) {
  return Math.max(LEAST_INDEX, Math.min(w * 0.34, (w - 6) / INDEX_WIDE, Math.max(20, w * 0.19) * text));
}

/** Return whether there is a line of words above a band. `narrow`: the table is drawn as on a
 * phone.
 * @param {Band} band @param {boolean} narrow */
export function isNamed(band, narrow) {
  return !narrow || band.caption !== undefined || band.spots.some((spot) => spot.name);
}
