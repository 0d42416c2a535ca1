// Finds the place from which each card has come, by comparing the cards in the views before and
// after a move. Pure.

import { lastCard } from "../places.js";

/** @typedef {import("../types").View} View */
/** The position of a card before a move, in pixels, and whether it was face down.
 * @typedef {{x: number, y: number, back: boolean}} Origin */
/** A face-up card; `key` is the name of its place.
 * @typedef {{key: string, pile: string, card: string}} VisibleCard */

/** Return all face-up cards by pile, bottom first. The next card and each cell of a grid count as
 * piles.
 * @param {View} view @returns {Map<string, VisibleCard[]>} */
export function visibleCards(view) {
  /** @type {Map<string, VisibleCard[]>} */
  const piles = new Map();
  for (const [pile, { down, up }] of Object.entries(view.piles)) {
    piles.set(pile, up.map((card, i) => ({ key: `${pile}#${down + i}`, pile, card })));
  }
  if (typeof view["next"] === "string") {
    piles.set("next", [{ key: "next#0", pile: "next", card: view["next"] }]);
  }
  for (const pile of ["last.0", "last.1", "last.2", "last.3"]) {
    const card = lastCard(view, pile);
    if (card !== null) piles.set(pile, [{ key: `${pile}#0`, pile, card }]);
  }
  const grid = view["grid"];
  if (Array.isArray(grid)) {
    for (const { cell, card } of grid) {
      const key = `cell:${cell[0]},${cell[1]}`;
      piles.set(key, [{ key, pile: key, card }]);
    }
  }
  return piles;
}

/** Return the origin of each card that has moved, by the key of its new place: the key of its old
 * place, or `pile` if it was turned up from the face-down cards of that pile.
 * @param {View} before @param {View} after @returns {Map<string, {key?: string, pile?: string}>} */
export function cardOrigins(before, after) {
  const [was, is] = [visibleCards(before), visibleCards(after)];
  /** @type {VisibleCard[]} */
  const gone = [];
  /** @type {VisibleCard[]} */
  const come = [];
  /** @type {Map<string, {key?: string, pile?: string}>} */
  const found = new Map();
  for (const pile of new Set([...was.keys(), ...is.keys()])) {
    const [a, b] = [was.get(pile) ?? [], is.get(pile) ?? []];
    let start = 0;
    while (start < a.length && start < b.length && same(a[start], b[start])) start++;
    let end = 0;
    while (
      end < a.length - start && end < b.length - start &&
      same(a[a.length - 1 - end], b[b.length - 1 - end])
    ) end++;
    const kept = [...a.slice(0, start), ...a.slice(a.length - end)];
    [...b.slice(0, start), ...b.slice(b.length - end)].forEach((to, i) => {
      const from = kept[i];
      if (from && from.key !== to.key) found.set(to.key, { key: from.key });
    });
    gone.push(...a.slice(start, a.length - end));
    come.push(...b.slice(start, b.length - end));
  }
  /** @type {Map<string, VisibleCard[]>} */
  const byCard = new Map();
  for (const seen of gone) byCard.set(seen.card, [...(byCard.get(seen.card) ?? []), seen]);
  const down = new Map(Object.entries(before.piles).map(([name, pile]) =>
    [name, pile.down - (after.piles[name]?.down ?? 0)]));
  for (const { key, pile, card } of come) {
    const twin = byCard.get(card)?.shift();
    if (twin) {
      found.set(key, { key: twin.key });
      continue;
    }
    const own = down.get(pile) ?? 0;
    const source = own > 0 ? pile : [...down].find(([, fewer]) => fewer > 0)?.[0];
    if (source === undefined) continue;
    down.set(source, (down.get(source) ?? 0) - 1);
    found.set(key, { pile: source });
  }
  return found;
}

/** Return whether both are the same card.
 * @param {VisibleCard | undefined} a @param {VisibleCard | undefined} b */
function same(a, b) {
  return a !== undefined && b !== undefined && a.card === b.card;
}
