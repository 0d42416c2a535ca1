// The space a table has: width, the height that needs no scrolling, and the reader's text size.

import { useLayoutEffect, useState } from "../vendor/preact.js";

/** @typedef {import("../vendor/preact.js").Ref<HTMLDivElement | null>} Root */

/** Of the window's height a table may take so much at least, and if that means scrolling. */
const SHARE = 0.55;
/** So little more or less is no reason to lay everything anew: a line of text has come or gone. */
const LITTLE = 32;
/** Text of this size is what the layout is made for; its captions grow up to so many times. */
const USUAL_TEXT = 16;
const MOST_TEXT = 2;

/** Its width, what is left of the window for its height, and how many times larger than usual text is.
 * @param {Root} root @returns {[number, number, number]} */
export function useTableSpace(root) {
  const [room, set] = useState(/** @type {[number, number, number]} */ ([0, 0, 1]));
  useLayoutEffect(() => {
    const cloth = root.current;
    if (cloth === null) return undefined;
    const measure = () => {
      const window = document.documentElement.clientHeight; // stays as it is when bars come and go
      const top = cloth.getBoundingClientRect().top + scrollY;
      const buttons = cloth.closest(".board")?.querySelector(".hand");
      const bar = buttons?.getBoundingClientRect().height ?? 0;
      const high = Math.round(Math.max(window * SHARE, window - top - bar - 8));
      const wide = cloth.clientWidth;
      const text = textScale();
      set((now) => (now[0] === wide && now[2] === text && Math.abs(now[1] - high) < LITTLE
        ? now : [wide, high, text]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(cloth);
    let text = textScale();
    const page = new ResizeObserver(() => {
      if (text === textScale()) return; // the page grows for many reasons
      text = textScale();
      measure();
    });
    page.observe(document.documentElement);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      page.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  return room;
}

function textScale() {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_TEXT;
  return Math.max(1, Math.min(MOST_TEXT, size / USUAL_TEXT));
}
