// How large the cards of a table are. It depends on the space and not on the current cards, so that
// cards keep their size during a game.

import { planOf } from "./game_layouts.js";

/** @typedef {import("./game_layouts.js").Plan} Plan */
/** @typedef {import("./game_layouts.js").Band} Band */
/** @typedef {import("./table_layout.js").Wanted} Wanted */

/** Below this width a table is one for a hand. */
export const NARROW = 600;
/** Folding a table must make its cards so much larger. */
const WORTH_FOLDING = 1.25;
/** What is told beside bands takes so much at the left. */
const ASIDE = 96;
/** A line of words over piles, where text is as large as usual. */
export const NAME_HIGH = 16;
const LEAST_INDEX = 14;
/** A card is so much higher than wide. */
export const SHAPE = 1.4;
/** `10` and its suit are so much wider than high. */
export const INDEX_WIDE = 2.2;
const LEAST_WIDE = 44;

/** The plan that suits the place, and how large the cards are by it.
 * @param {Wanted} wanted @returns {[Plan, ReturnType<typeof measured>]} */
export function fittingSize(wanted) {
  const folded = planOf(wanted.slug, wanted.view, true);
  const small = measured(folded, wanted);
  if (wanted.width < NARROW) return [folded, small];
  const spread = planOf(wanted.slug, wanted.view, false);
  const size = measured(spread, wanted);
  return small.w > WORTH_FOLDING * size.w ? [folded, small] : [spread, size];
}

/** How large the cards are and how far apart.
 * @param {Plan} plan @param {Wanted} wanted */
function measured({ across, rows, steps, widest, bands, jinks }, { width, height, text }) {
  const narrow = width < NARROW;
  const margin = narrow ? 4 : 12;
  const least = narrow ? 3 : 6;
  const aside = !narrow && bands.some((band) => band.told) ? ASIDE : 0;
  const room = width - 2 * margin - aside;
  const byWidth = (room - least * (across - 1)) / across;
  const named = bands.filter((band) => isNamed(band, narrow)).length * NAME_HIGH * text;
  const byHeight = (height - named - 12 * bands.length) / (SHAPE * rows + 0.36 * steps);
  const w = Math.floor(Math.min(byWidth, Math.max(byHeight, LEAST_WIDE), widest ?? 96));
  const index = Math.round(Math.max(LEAST_INDEX, Math.min(w * 0.34, (w - 6) / INDEX_WIDE, 26)));
  const most = Math.max(w * (jinks ? 1.3 : 1.14), w + least);
  const pitch = across > 1 ? Math.min((room - w) / (across - 1), most) : w;
  const left = margin + aside + (room - (pitch * (across - 1) + w)) / 2;
  return { w, index, margin, pitch, left };
}

/** Whether something is written over a band. @param {Band} band @param {boolean} narrow */
export function isNamed(band, narrow) {
  return !narrow || band.told !== undefined || band.spots.some((spot) => spot.name);
}
