// Marks: cards and piles that the player has tilted as a reminder. Computes which mark a tap makes.
// Pure.

import { readPlace, sizeOf } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").TableProps} TableProps */
/** @typedef {import("../types").PlaceName} PlaceName */

/** The names of tilts; the index is `tilt` of a mark. */
export const TILTS = [_("upright"), _("tilted to the right"), _("on its side"), _("tilted to the left")];

/** Return the mark that follows the current one at a place; null if no card lies there. A pile is
 * tilted as a whole if none of its cards is face up, or if the game says so.
 * @param {TableProps} props @param {PlaceName} place @returns {import("../types").Tilt | null} */
export function nextTilt({ view, game, marks }, place) {
  const { pile, index } = readPlace(place);
  const lying = view.piles[pile];
  if (!lying || !(lying.down + lying.up.length)) return null;
  const whole = tiltsOf(game, pile) === "pile" || !lying.up.length;
  const top = lying.down + lying.up.length - 1;
  const at = whole ? null : Math.max(lying.down, index ?? top);
  const old = marks.find((m) => m.pile === pile && m.index === at)?.tilt ?? 0;
  return { pile, index: at, tilt: (old + 1) % TILTS.length };
}

/** Return whether a tap on a card tilts it: the game says that covered cards of the pile are
 * tilted, and the card is covered.
 * @param {TableProps} props @param {PlaceName} place */
export function isTiltedByTap({ view, game }, place) {
  const { pile, index } = readPlace(place);
  return tiltsOf(game, pile) === "covered" && index !== null && index < sizeOf(view, pile) - 1;
}

/** Return which cards of a pile the player tilts, as the game's catalogue entry says: for example
 * "covered" for the covered cards; undefined if it does not say.
 * @param {TableProps["game"]} game @param {string} pile */
function tiltsOf(game, pile) {
  return game.piles.find(({ name }) => name === pile)?.tilts;
}
