// Marks on cards (tilts): which marks a tap makes, and their names. Pure.

import { readPlace, sizeOf } from "./places.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("./types").TableProps} TableProps */
/** @typedef {import("./types").PlaceName} PlaceName */

export const TILTS = [_("upright"), _("tilted to the right"), _("on its side"), _("tilted to the left")];

/** The mark that follows the current one at a place; null if no card lies there. Piles without a visible
 * card are tilted as a whole, and those of which the game says so.
 * @param {TableProps} props @param {PlaceName} place @returns {import("./types").Tilt | null} */
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

/** Whether a tap tilts the card: a covered card that cannot move.
 * @param {TableProps} props @param {PlaceName} place */
export function isTiltedByTap({ view, game }, place) {
  const { pile, index } = readPlace(place);
  return tiltsOf(game, pile) === "covered" && index !== null && index < sizeOf(view, pile) - 1;
}

/** What a player tilts of a pile. @param {TableProps["game"]} game @param {string} pile */
function tiltsOf(game, pile) {
  return game.piles.find(({ name }) => name === pile)?.tilts;
}
