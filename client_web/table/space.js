// The room a table has: how wide its cloth is, and how high it may be without scrolling.

import { useLayoutEffect, useState } from "../vendor/preact.js";

/** @typedef {import("../vendor/preact.js").Ref<HTMLDivElement | null>} Root */

/** Of the window's height a table may take so much at least, and if that means scrolling. */
const SHARE = 0.55;
/** So little more or less is no reason to lay everything anew: a line of text has come or gone. */
const LITTLE = 32;

/** Its width, and what is left of the window for its height.
 * @param {Root} root @returns {[number, number]} */
export function useSpace(root) {
  const [room, set] = useState(/** @type {[number, number]} */ ([0, 0]));
  useLayoutEffect(() => {
    const cloth = root.current;
    if (cloth === null) return undefined;
    const measure = () => {
      const window = document.documentElement.clientHeight; // stays as it is when bars come and go
      const top = cloth.getBoundingClientRect().top + scrollY;
      const buttons = cloth.closest(".board")?.querySelector(".hand");
      const hand = buttons?.getBoundingClientRect().height ?? 0;
      const high = Math.round(Math.max(window * SHARE, window - top - hand - 8));
      const wide = cloth.clientWidth;
      set((now) => (now[0] === wide && Math.abs(now[1] - high) < LITTLE ? now : [wide, high]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(cloth);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  return room;
}
