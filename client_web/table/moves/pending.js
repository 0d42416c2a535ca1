// Shows a move that the server has not answered yet: the view in which the cards that it names lie
// where they go. Only the server can say what else the move does, such as turning a card up,
// dealing one, or closing a column; that is shown when the answer comes. Pure, without rules.

import { layOnPile } from "../../state/board_state.js";
import { cardAt, readPlace } from "../places.js";
import { cardOrigins, visibleCards } from "./card_origins.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").PlaceName} PlaceName */
/** @typedef {import("../../net/protocol").PileView} PileView */
/** @typedef {import("./legal_routes.js").LegalRoutes} LegalRoutes */
/** Cards that the player has moved while a move was pending. `cards` lay on top of the pile `src`,
 * bottom first, and go to the pile `dst`.
 * @typedef {{src: string, dst: string, cards: string[]}} Shift */

/** The kind of the moves that `possibleMoves` returns. */
export const POSSIBLE = "possible";
/** The roles of piles from which, and to which, players move cards by a touch on each. */
const SOURCES = new Set(["tableau", "pile", "line", "reserve", "waste"]);
const TARGETS = new Set(["tableau", "pile", "line", "foundation", "discard"]);
/** Fields of moves that name more than cards of one pile and the pile to which they go. */
const FURTHER = ["fills", "slots", "cell", "order"];

/** Return the view of `routes` after a move, as far as view and move say where cards go; the same
 * view if they do not.
 * @param {LegalRoutes} routes @param {Move} move @returns {View} */
export function viewAfterMove(routes, move) {
  const { view } = routes;
  if (move.cell) return afterLaying(view, move.cell);
  if (move.kind === "pair") return afterPair(routes, move);
  if (move.end === "head" || move.src === undefined) return view;
  const source = routes.inside(move.src) ?? move.src;
  const target = move.dst ?? routes.homeOf(source);
  if (target === null) return view;
  const piles = { ...view.piles };
  const cards = routes.cards(source, move.n ?? null).map((place) => cardAt(view, place) ?? "");
  if (!take(piles, source, cards) || !put(piles, target, cards)) return view;
  let gap = source;
  for (const filler of move.fills ?? []) {
    if (!layOnPile(piles, filler, gap, piles[filler]?.up.slice(-1) ?? [])) break;
    gap = filler;
  }
  return { ...view, piles };
}

/** Return the view after cards were moved while a move was pending; the same view if the cards no
 * longer lie on top of their pile.
 * @param {View} view @param {Shift} shift @returns {View} */
export function viewAfterShift(view, { src, dst, cards }) {
  const piles = { ...view.piles };
  return layOnPile(piles, src, dst, cards) ? { ...view, piles } : view;
}

/** Return the places in `after` of the cards that lay on another pile in `before`.
 * @param {View} before @param {View} after @returns {Set<PlaceName>} */
export function placesReached(before, after) {
  const reached = [...cardOrigins(before, after)].filter(([key, { key: from }]) =>
    from !== undefined && readPlace(from).pile !== readPlace(key).pile);
  return new Set(reached.map(([key]) => key));
}

/** Return where the card that lay at a place lies now: at the same place or, if another card lies
 * there, at the only place that has it; null if it is not found. A place without a card (`card`
 * null) is the same place.
 * @param {View} view @param {PlaceName} place @param {string | null} card @returns {PlaceName | null} */
export function placeNow(view, place, card) {
  if (card === null || cardAt(view, place) === card) return place;
  const [only, another] = [...visibleCards(view).values()].flat().filter((seen) => seen.card === card);
  return only && !another ? only.key : null;
}

/** Return moves with which the player can name any cards on top of a pile and any pile to which
 * they may go, whether or not the rules allow it. Each is of the kind POSSIBLE. None are returned
 * for a game in which a move may name more than that.
 * @param {LegalRoutes} routes @returns {Move[]} */
export function possibleMoves({ game, view, roles }) {
  const kinds = Object.entries(/** @type {Record<string, string[]>} */ (game["moves"] ?? {}));
  const further = kinds.some(([kind, fields]) => kind === "pair" || fields.some((field) => FURTHER.includes(field)));
  if (further) return [];
  const counted = kinds.some(([, fields]) => fields.includes("n"));
  const targets = [...roles].filter(([, role]) => TARGETS.has(role)).map(([name]) => name);
  return [...roles].flatMap(([src, role]) => {
    const up = view.piles[src]?.up.length ?? 0;
    if (!up || !SOURCES.has(role)) return [];
    const counts = counted ? Array.from({ length: up }, (_, i) => ({ n: i + 1 })) : [{}];
    return counts.flatMap((count) => targets.flatMap((dst) =>
      dst === src || !view.piles[dst] ? [] : [{ kind: POSSIBLE, src, dst, ...count }]));
  });
}

/** Return what a move of `possibleMoves` does to the view of `routes`.
 * @param {LegalRoutes} routes @param {Move} move @returns {Shift} */
export function shiftOf(routes, { src = "", dst = "", n }) {
  return { src, dst, cards: routes.cards(src, n ?? null).map((place) => cardAt(routes.view, place) ?? "") };
}

/** Return the view after the next card is laid in a cell of the grid.
 * @param {View} view @param {[number, number]} cell @returns {View} */
function afterLaying(view, cell) {
  const card = view["next"];
  if (typeof card !== "string") return view;
  return { ...view, next: null, grid: [...(view["grid"] ?? []), { cell, card }] };
}

/** Return the view after two cards have gone to the discard pile together.
 * @param {LegalRoutes} routes @param {Move} move @returns {View} */
function afterPair(routes, { src = "", dst = "" }) {
  const { view } = routes;
  const discard = routes.pileOfRole("discard");
  if (discard === null) return view;
  const piles = { ...view.piles };
  for (const pile of [src, dst]) layOnPile(piles, pile, discard, piles[pile]?.up.slice(-1) ?? []);
  return { ...view, piles };
}

/** Take cards away from a place in `piles`: from the top of a pile or, if the place names a card,
 * from that index. Return false if they do not lie there.
 * @param {Record<string, PileView>} piles @param {PlaceName} place @param {string[]} cards */
function take(piles, place, cards) {
  const { pile, index } = readPlace(place);
  const lying = piles[pile];
  if (!lying || !cards.length) return false;
  const at = index === null ? lying.up.length - cards.length : index - lying.down;
  if (lying.up.slice(at, at + cards.length).join() !== cards.join()) return false;
  piles[pile] = { ...lying, up: lying.up.filter((_, i) => i < at || i >= at + cards.length) };
  return true;
}

/** Put cards on top of a pile in `piles`. Return false if there is no such pile.
 * @param {Record<string, PileView>} piles @param {string} pile @param {string[]} cards */
function put(piles, pile, cards) {
  const lying = piles[pile];
  if (!lying) return false;
  piles[pile] = { ...lying, up: [...lying.up, ...cards] };
  return true;
}
