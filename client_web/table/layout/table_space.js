// Measures the space for a table: its width, the height that needs no scrolling, and the reader's
// text size.

import { useLayoutEffect, useState } from "../../vendor/preact.js";

/** @typedef {import("../../vendor/preact.js").Ref<HTMLDivElement | null>} Root */

/** The minimum height of a table, as a share of the window's height. The page may then have to
 * scroll. */
const SHARE = 0.55;
/** A change of the height by fewer pixels than this causes no new layout. Such a change happens
 * when a line of text appears or disappears. */
const LITTLE = 32;
/** The height of the line above each of several tables, with the gaps around the table. */
const HEADING = 56;
/** The least width of a card: to be touched, and on one of several tables, only to be read. */
const [TOUCHED, READ] = [44, 30];
/** The text size for which the layout is made, in pixels. */
const USUAL_TEXT = 16;
const MOST_TEXT = 2;

/** Return the width and height in pixels for the table in the element `root`, the reader's text size
 * relative to the usual one, the least width of a card in pixels, and the height that the table takes
 * also if its cards do not need it, so that the buttons under it stay where they are. Tables in an
 * element with `data-rows` share its height.
 * @param {Root} root @returns {[number, number, number, number, number]} */
export function useTableSpace(root) {
  const [room, set] = useState(/** @type {[number, number, number, number, number]} */ ([0, 0, 1, TOUCHED, 0]));
  useLayoutEffect(() => {
    const cloth = root.current;
    if (cloth === null) return undefined;
    const measure = () => {
      const window = document.documentElement.clientHeight; // stays the same when the browser's bars come and go
      const top = cloth.getBoundingClientRect().top + scrollY;
      const buttons = cloth.closest(".board")?.querySelector(".hand");
      const bar = buttons?.getBoundingClientRect().height ?? 0;
      const [head, foot] = marginsOf(cloth);
      const among = /** @type {HTMLElement | null} */ (cloth.closest("[data-rows]"));
      const left = Math.round(window - top - bar - foot - 8);
      const taken = buttons && getComputedStyle(buttons).position === "sticky" ? Math.max(0, left) : 0;
      const high = among
        ? Math.round((window - among.getBoundingClientRect().top - scrollY - 8) / Number(among.dataset["rows"]) - HEADING - head - foot)
        : Math.max(Math.round(window * SHARE), left);
      const wide = cloth.clientWidth;
      const text = textScale();
      set((now) => (now[0] === wide && now[2] === text && Math.abs(now[1] - high) < LITTLE
        ? now : [wide, high, text, among ? READ : TOUCHED, taken]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(cloth);
    let text = textScale();
    const page = new ResizeObserver(() => {
      if (text === textScale()) return; // the page changes its size for other reasons too
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

/** Return the heights of the margins above and below the cloth, inside the table.
 * @param {HTMLElement} cloth @returns {[number, number]} */
function marginsOf(cloth) {
  const style = getComputedStyle(/** @type {HTMLElement} */ (cloth.parentElement));
  return [parseFloat(style.paddingTop) || 0, parseFloat(style.paddingBottom) || 0];
}

/** Return the reader's text size relative to the usual one, from 1 to MOST_TEXT. */
function textScale() {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_TEXT;
  return Math.max(1, Math.min(MOST_TEXT, size / USUAL_TEXT));
}
