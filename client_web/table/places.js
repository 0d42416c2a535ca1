// The names of places on a table (`tab.3`, `tab.3#5`, `cell:0,-2`), and their labels, which are the
// letters of the terminal client.

import { _ } from "../messages/texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").PlaceName} PlaceName */

/** The letters of piles. `s` and `w` are left out, because they are the stock and the waste. */
const LETTERS = "abcdefghijklmnopqrtuvxyz";
/** @type {Record<string, string>} */
const OWN_LETTER = { stock: "s", waste: "w" };
/** In a game with more piles than letters, the piles in the first COLUMNS columns have the letter
 * of their column. */
const COLUMNS = 15;

/** The name of the place of the next card, which is laid in a cell of a grid. */
export const NEXT = "next";

/** Return the card at the place `last.0` to `last.3`. When the last card of a grid is laid, the
 * player chooses it from the cards at these places. Null for another place, or if nothing is to be
 * chosen.
 * @param {View} view @param {string} pile @returns {string | null} */
export function lastCard(view, pile) {
  if (!pile.startsWith("last.")) return null;
  const last = /** @type {string[]} */ (view["last"] ?? []);
  const grid = /** @type {{card: string}[]} */ (view["grid"] ?? []);
  return grid.some(({ card }) => last.includes(card)) ? null : last[Number(pile.slice(5))] ?? null;
}

/** Return the facts of a view of a common table; without values for every other view.
 * @param {View} view @returns {Partial<import("./types").CommonFacts>} */
export function commonFacts(view) {
  return /** @type {Partial<import("./types").CommonFacts>} */ (/** @type {unknown} */ (view));
}

/** Return the name of a place: of a pile, or of its card at an index counted from the bottom.
 * @param {string} pile @param {number | null} [index] @returns {PlaceName} */
export function placeOf(pile, index = null) {
  return index === null ? pile : `${pile}#${index}`;
}

/** Return the name of the place of a cell.
 * @param {[number, number] | number[]} cell @returns {PlaceName} */
export function cellPlace(cell) {
  return `cell:${cell[0]},${cell[1]}`;
}

/** Return the pile and the index that a name stands for; `index` is null for a pile.
 * @param {PlaceName} place @returns {{pile: string, index: number | null}} */
export function readPlace(place) {
  const [pile = "", index] = place.split("#");
  return { pile, index: index === undefined ? null : Number(index) };
}

/** Return the row and column of a cell; null if the place is no cell.
 * @param {PlaceName} place @returns {[number, number] | null} */
export function readCell(place) {
  if (!place.startsWith("cell:")) return null;
  const [row, column] = place.slice(5).split(",").map(Number);
  return [row ?? 0, column ?? 0];
}

/** Return the number of cards in a pile. @param {View} view @param {string} pile */
export function sizeOf(view, pile) {
  const found = view.piles[pile];
  return found === undefined ? 0 : found.down + found.up.length;
}

/** Return the face-up card at a place, or null. A pile means its top card.
 * @param {View} view @param {PlaceName} place */
export function cardAt(view, place) {
  const { pile, index } = readPlace(place);
  const found = view.piles[pile];
  if (found === undefined) return lastCard(view, pile);
  return found.up[(index ?? found.down + found.up.length - 1) - found.down] ?? null;
}

/** Return the layout (a list of piles) that this table has: the game's usual layout, or one that
 * belongs to an option.
 * @param {Game} game @param {View} view @returns {Game["piles"]} */
export function pilesOf(game, view) {
  /** @type {Game["piles"][]} */
  const layouts = [game.piles, ...(game.layouts ?? []).map((l) => l.piles)];
  const fits = (/** @type {Game["piles"]} */ piles) => {
    const names = new Set(piles.map((p) => p.name));
    return (
      piles.every((p) => p.name in view.piles || p.vanishes) &&
      Object.keys(view.piles).every((name) => names.has(name))
    );
  };
  return layouts.find(fits) ?? game.piles;
}

/** Return the label of every pile by its name, in reading order, as in the terminal client.
 * @param {Game} game @param {View} view @returns {Map<string, string>} */
export function labels(game, view) {
  const piles = pilesOf(game, view);
  const own = new Map(piles.map((p) => [p.name, p.label ?? OWN_LETTER[p.name]]));
  const names = piles.map((p) => p.name);
  const others = names.filter((name) => own.get(name) === undefined);
  const few = others.length <= LETTERS.length;
  const columns = new Map(
    others.flatMap((name, i) => (few || !name.includes(".") ? [] : [[name, inColumns(name, i + 1)]])),
  );
  const taken = new Set([...columns.values()].map((label) => label[0]));
  const free = [...LETTERS].filter((letter) => !taken.has(letter));
  const known = new Map(others.map((name) => [name, columns.get(name) ?? free.shift() ?? ""]));
  return new Map(names.map((name) => [name, own.get(name) ?? known.get(name) ?? ""]));
}

/** Return the label of one of several piles of a kind, in a game with more piles than letters: the
 * letter of its column, and the number of its row if there are rows. `number` is its number on the
 * table.
 * @param {string} name @param {number} number */
function inColumns(name, number) {
  const parts = name.split(".").slice(1).filter((part) => /^\d+$/.test(part)).map(Number);
  const [row = 0, column] = parts.length === 2 ? parts : [undefined, parts[0]];
  if (parts.length === 0 || column === undefined || column >= COLUMNS) return `p${number}`;
  return (LETTERS[column] ?? "") + (parts.length === 2 ? row + 1 : "");
}

/** Return the label of a cell: `d4` for the first card in a grid of four by four.
 * @param {Game} game @param {number[]} cell */
export function cellLabel(game, cell) {
  const least = game["grid_from"] ?? 0;
  return String.fromCharCode(97 + (cell[1] ?? 0) - least) + ((cell[0] ?? 0) + 1 - least);
}

/** Return the cell with a label, or null. @param {Game} game @param {string} label */
export function readCellLabel(game, label) {
  const [size, least] = [game["grid"] ?? 0, game["grid_from"] ?? 0];
  if (!size || !/^[a-z]\d{1,2}$/.test(label)) return null;
  const cell = [Number(label.slice(1)) - 1 + least, label.charCodeAt(0) - 97 + least];
  return cell.every((n) => least <= n && n < size) ? /** @type {[number, number]} */ (cell) : null;
}

/** Return the name of a pile in a sentence: its letter, or its role if it is the only one.
 * @param {Game} game @param {View} view @param {string} pile */
export function pileWords(game, view, pile) {
  if (pile === "foundation.new") return _("a new foundation");
  const several = /\./.test(pile);
  if (several && game.piles.find((p) => p.name === pile)?.label) return _("foundation {n}", { n: labels(game, view).get(pile) ?? "" });
  return several ? labels(game, view).get(pile) ?? pile : _("the {pile}", { pile: pile.replace(/_/g, " ") });
}

/** Return the name of a place in a sentence.
 * @param {Game} game @param {View} view @param {PlaceName} place */
export function placeWords(game, view, place) {
  const cell = readCell(place);
  return cell ? cellLabel(game, cell) : pileWords(game, view, readPlace(place).pile);
}
