// The celebration of a won game: its cards rise, form a crown over the table, and fall back.

import { html, render } from "../../vendor/preact.js";
import { visibleCards } from "../moves/card_origins.js";
import { Card } from "./card_renderer.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../layout/table_layout.js").LaidTable} LaidTable */

/** How long a card flies, and how much later than the first card the last one rises. */
const [VICTORY_MS, LATER_MS] = [1_600, 400];
const ENDING = ["pointerdown", "keydown"];
const MOST_CARDS = 52;
/** The size of a card on the crown, relative to that on the table. */
const SCALE = 0.48;
/** The outline of a crown, from its lower left corner, in a square of width and height 1. */
const OUTLINE = /** @type {[number, number][]} */ ([
  [0.08, 0.95], [0, 0.2], [0.25, 0.58], [0.5, 0.02], [0.75, 0.58], [1, 0.2], [0.92, 0.95], [0.08, 0.95],
]);

/** Show the cards of a won table rising from their piles, forming a crown, and falling, in two seconds. A touch
 * or a key ends it. Resolves at the end.
 * @param {HTMLElement} cloth @param {View} view @param {LaidTable} laid */
export async function celebrate(cloth, view, laid) {
  const space = { width: cloth.clientWidth, height: cloth.clientHeight };
  const flights = flightsOf(view, laid, space);
  const layer = document.createElement("div");
  layer.className = "victory";
  layer.setAttribute("aria-hidden", "true");
  cloth.append(layer);
  render(flights.map(({ key, card, x, y }) => html`<${Card} key=${key} name="" place="" card=${card} kind="card"
    x=${x} y=${y} w=${laid.w} h=${laid.h} index=${laid.index} shows=${laid.h} tilt=${0} tight=${false} marks=""
    label="" text="" count=${0} backs=${0} act=${null} />`), layer);
  const animations = flights.flatMap(({ x, y, from }, i) => layer.children[i]?.animate([
    { transform: `translate(${from.x - x}px, ${from.y - y}px)`, easing: "cubic-bezier(.2,.8,.3,1)" },
    { transform: `scale(${SCALE}) rotate(360deg)`, opacity: 1, offset: 0.4 },
    { transform: `scale(${SCALE}) rotate(360deg)`, opacity: 1, offset: 0.75, easing: "cubic-bezier(.6,0,.9,.4)" },
    { transform: `translate(0, ${space.height - y}px) rotate(${i % 2 ? 500 : 220}deg) scale(${SCALE})`, opacity: 0 },
  ], { duration: VICTORY_MS, delay: (i * LATER_MS) / flights.length, fill: "both" }) ?? []);
  const skip = () => animations.forEach((animation) => animation.finish());
  for (const type of ENDING) document.addEventListener(type, skip);
  await Promise.allSettled(animations.map((animation) => animation.finished));
  for (const type of ENDING) document.removeEventListener(type, skip);
  layer.remove();
}

/** Return for each celebrating card its place on the crown and where its pile lies.
 * @param {View} view @param {LaidTable} laid @param {{width: number, height: number}} space of the cloth */
function flightsOf(view, laid, space) {
  const spots = new Map(laid.lying.map((lying) => [lying.cell ? `cell:${lying.cell.join()}` : lying.pile, lying]));
  const cards = [...visibleCards(view).values()].flat().filter(({ pile }) => spots.has(pile)).slice(-MOST_CARDS);
  const wide = Math.min(0.75 * space.width, 1.2 * space.height);
  const high = 0.62 * wide;
  const left = (space.width - wide - laid.w) / 2;
  const top = (space.height - high - laid.h) / 2;
  return cards.map(({ key, pile, card }, i) => {
    const [along, down] = pointAt(i / cards.length);
    const from = /** @type {{x: number, y: number}} */ (spots.get(pile));
    return { key, card, x: left + along * wide, y: top + down * high, from };
  });
}

/** Return the point of the outline at a share of its length.
 * @param {number} share @returns {[number, number]} */
function pointAt(share) {
  const sides = OUTLINE.slice(1).map(([x, y], i) => {
    const [x0, y0] = /** @type {[number, number]} */ (OUTLINE[i]);
    return { x0, y0, x, y, long: Math.hypot(x - x0, y - y0) };
  });
  let left = share * sides.reduce((sum, { long }) => sum + long, 0);
  for (const { x0, y0, x, y, long } of sides) {
    if (left <= long) return [x0 + ((x - x0) * left) / long, y0 + ((y - y0) * left) / long];
    left -= long;
  }
  return [0, 0];
}
