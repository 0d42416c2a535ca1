// Rows of a list slide to their new places when their order changes.

import { useLayoutEffect, useRef } from "../vendor/preact.js";
import { useApp } from "../app.js";

const SLIDE = { duration: 700, easing: "ease-in-out" };
/** If more rows than this are on the screen, they move to their places at once, without sliding. */
const MOST = 120;

/** Animate the elements of a list from their earlier places to their present ones. There is no
 * animation if the player or the operating system does not want movement.
 * @param {{current: HTMLElement | null}} list its children are the rows, in the order of `keys`
 * @param {string[]} keys one for each row, the same for the same row
 * @param {string} layout when this changes, rows are somewhere else for another reason, such as the
 *   turning of a page, and do not slide */
export function useSlidingRows(list, keys, layout) {
  const app = useApp();
  const before = useRef({ layout: "", places: /** @type {Map<string, [number, number]>} */ (new Map()) });
  useLayoutEffect(() => {
    const rows = /** @type {HTMLElement[]} */ ([...(list.current?.children ?? [])]);
    /** @type {Map<string, [number, number]>} */
    const places = new Map();
    rows.forEach((row, n) => {
      if (!row.hidden) places.set(String(keys[n]), [row.offsetLeft, row.offsetTop]);
    });
    const old = before.current;
    before.current = { layout, places };
    const still = !app.preferences.value.movement || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (old.layout !== layout || still || places.size > MOST) return;
    rows.forEach((row, n) => {
      const [from, to] = [old.places.get(String(keys[n])), places.get(String(keys[n]))];
      if (!to) return;
      if (!from) return void row.animate([{ opacity: 0 }, { opacity: 1 }], SLIDE);
      const [x, y] = [from[0] - to[0], from[1] - to[1]];
      if (x || y) row.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], SLIDE);
    });
  }, [keys.join(), layout]);
}
