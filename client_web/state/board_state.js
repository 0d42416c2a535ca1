// Applies the changes in a message to a board, and keeps the objects of unchanged parts. Pure.

/** @typedef {import("../net/protocol").Table} Table */
/** @typedef {import("../net/protocol").View} View */
/** @typedef {import("../net/protocol").Changed} Changed */

/** Return the new board `told`. If it is equal to the old board `before`, return it with the `view`
 * and `legal` objects of the old one, so that a picked-up card stays picked up after a reconnect.
 * @template {Table | null} T @param {Table | null} before @param {T} told @returns {T} */
export function keepUnchanged(before, told) {
  if (before === null || told === null) return told;
  const { race, ply, view, legal } = before;
  const same = isEqual([race, ply, view, legal], [told.race, told.ply, told.view, told.legal]);
  return same ? { ...told, view, legal } : told;
}

/** Return whether two JSON values are deeply equal.
 * @param {any} a @param {any} b
 * @returns {boolean} */
function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isEqual(a[key], b[key]));
}

/** Return a view with the changes of a move applied: each changed pile is replaced whole, and a
 * pile that is null is removed. `passed` is dropped unless it is in the changes: it lists the
 * cards that were turned up and down again within one move.
 * @param {View} view @param {Changed} changed
 * @returns {View} */
export function applyChanges(view, changed) {
  const piles = { ...view.piles };
  for (const [name, pile] of Object.entries(changed.piles)) {
    if (pile === null) delete piles[name];
    else piles[name] = pile;
  }
  const { passed: _, ...known } = view;
  return { ...known, ...changed, piles };
}

/** Lay cards from the top of the pile `src` on the pile `dst`, in `piles` itself. Return false, and
 * change nothing, if the cards do not lie there or a pile is missing.
 * @param {Record<string, import("../net/protocol").PileView>} piles
 * @param {string} src @param {string} dst @param {string[]} cards bottom first */
export function layOnPile(piles, src, dst, cards) {
  const [from, to] = [piles[src], piles[dst]];
  if (!cards.length || !from || !to) return false;
  if (from.up.slice(-cards.length).join() !== cards.join()) return false;
  piles[src] = { ...from, up: from.up.slice(0, -cards.length) };
  piles[dst] = { ...to, up: [...to.up, ...cards] };
  return true;
}

/** Return whether the marked card, or the marked pile, is still where it was before.
 * @param {View} before @param {View} after
 * @param {import("../net/protocol").Tilt} mark */
export function isUnmoved(before, after, mark) {
  const pile = after.piles[mark.pile];
  if (pile === undefined) return false;
  if (mark.index === null) return true;
  const was = before.piles[mark.pile];
  return (
    was !== undefined &&
    was.down === pile.down &&
    was.up[mark.index - was.down] === pile.up[mark.index - pile.down] &&
    mark.index - pile.down < pile.up.length
  );
}
