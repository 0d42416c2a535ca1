// The movement of a table: what lies elsewhere after a move than before, and from where it glides.

import { useLayoutEffect, useRef } from "../vendor/preact.js";
import { cameFrom, glide, moves } from "./card_origins.js";
import { keyOf } from "./pile_view.js";
import { readPlace } from "./places.js";
import { letGo } from "./pointer_input.js";

/** @typedef {import("../vendor/preact.js").Ref<HTMLDivElement | null>} Root */
/** @typedef {import("./types").View} View */
/** @typedef {import("./table_layout.js").Laid} Laid */
/** @typedef {{view: View, laid: Laid}} Shown */

/** A card that was dragged glides on from where it was let go, if the answer comes so soon. */
const LET_GO_MS = 1_500;

/** Cards glide from where they were last. @param {Root} root @param {View} view
 * @param {Laid} laid @param {boolean} chosen */
export function useMotion(root, view, laid, chosen) {
  const last = useRef(/** @type {Shown | null} */ (null));
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { view, laid };
    const cloth = root.current;
    if (cloth === null || before === null || before.laid.width !== laid.width) return;
    if (before.laid === laid || !moves(chosen)) return;
    glide(gliding(cloth, before, { view, laid }));
  }, [laid]);
}

/** The elements whose cards lay elsewhere, and where that was.
 * @param {HTMLElement} cloth @param {Shown} before @param {Shown} now */
function gliding(cloth, before, { view, laid }) {
  const was = new Map(before.laid.lying.map((lying) => [keyOf(lying), lying]));
  const spots = new Map(before.laid.lying.map((lying) => [lying.pile, lying]));
  const came = before.view === view ? new Map() : cameFrom(before.view, view);
  const dropped = droppedOn(cloth);
  const moved = laid.lying.flatMap((lying) => {
    const { x, y } = lying;
    const key = keyOf(lying);
    const origin = came.get(key);
    const back = origin?.pile !== undefined;
    const earlier = origin?.key ?? key;
    const from = back
      ? was.get(`pile ${origin.pile}`) ?? spots.get(origin.pile)
      : dropped.get(earlier) ?? was.get(earlier) ?? spots.get(readPlace(earlier).pile);
    if (!from || (from.x === x && from.y === y && !back)) return [];
    return [{ key, from: { x: from.x, y: from.y, back }, x, y }];
  });
  return moved.flatMap(({ key, ...way }) => {
    const element = cloth.querySelector(`[data-key="${key}"]`);
    return element instanceof HTMLElement ? [{ element, ...way }] : [];
  });
}

/** Where cards were let go that have been dragged just now, on the cloth.
 * @param {HTMLElement} cloth @returns {Map<string, {x: number, y: number}>} */
function droppedOn(cloth) {
  if (performance.now() - letGo.at > LET_GO_MS) return new Map();
  const box = cloth.getBoundingClientRect();
  const found = [...letGo.rects].map(([place, rect]) =>
    /** @type {[string, {x: number, y: number}]} */ (
      [place, { x: rect.left - box.left, y: rect.top - box.top }]
    ));
  letGo.at = -Infinity;
  return new Map(found);
}
