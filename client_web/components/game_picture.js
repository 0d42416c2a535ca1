// A small picture of a game: its table just dealt, in small.

import { html, useEffect, useMemo } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useFile } from "../net/server_queries.js";
import { pip } from "../table/drawing/card_shapes.js";
import { layOutTable } from "../table/layout/table_layout.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../table/types").View} View */

/** The size of the table in pixels as it is laid out, before it is drawn small. */
const [WIDE, HIGH] = [640, 480];
/** How many cards would stand side by side in the narrowest picture, so that few cards do not look huge. */
const LEAST_CARDS = 5;
const EDGE = 2;

/** Show the picture, which is empty until the deal is loaded. Screen readers are not told of it: the title
 * of the game stands beside it. @param {{game: Game}} props */
export function GamePicture({ game }) {
  const app = useApp();
  useEffect(() => void app.loadStyles("table").catch(() => undefined), []); // the colours of cards
  const page = /** @type {{layout: {view: View}} | undefined} */ (useFile(`rules/${game.slug}.json`));
  const view = page?.layout.view;
  const laid = useMemo(() => view && layOutTable({
    game, view, width: WIDE, height: HIGH, text: 1, squash: true, cardSize: "fitting", opened: new Set(), order: null, free: [], waits: false, leastWide: 0,
    tilts: new Map(), letters: new Map(),
  }), [game, view]);
  return html`<svg class="game-picture" viewBox=${laid && boxOf(laid)} aria-hidden="true">
    ${laid?.lying.map((one, n) => html`<${Shape} key=${n} one=${one} laid=${laid} />`)}</svg>`;
}

/** Return the part of a table in which cards lie, as `x y width height`.
 * @param {import("../table/layout/table_layout.js").LaidTable} laid */
function boxOf({ lying, w, h }) {
  const [xs, ys] = [lying.map((one) => one.x), lying.map((one) => one.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) + w - left, Math.max(...ys) + h - top];
  const width = Math.max(wide, LEAST_CARDS * w);
  return [left - EDGE - (width - wide) / 2, top - EDGE, width + 2 * EDGE, high + 2 * EDGE].join(" ");
}

/** Show a card as a rectangle with its suit, or a back, or the place of a pile.
 * @param {{one: import("../table/layout/table_layout.js").Lying, laid: import("../table/layout/table_layout.js").LaidTable}} props */
function Shape({ one: { kind, card, x, y }, laid: { w, h } }) {
  return html`<rect class=${`is-${kind}`} x=${x} y=${y} width=${w} height=${h} rx=${w * 0.08} />
    ${kind === "card" && html`<path class=${`suit-${card[1]}`} d=${pip(card[1] ?? "", 12, 12, 24)}
      transform=${`translate(${x + w * 0.1} ${y + w * 0.1}) scale(${(w * 0.38) / 24})`} />`}`;
}
