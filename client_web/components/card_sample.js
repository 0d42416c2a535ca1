// A few sample cards for the options page, drawn with the current theme and colours.

import { html, useEffect } from "../vendor/preact.js";
import { Card } from "../table/drawing/card_renderer.js";
import { drawCourts } from "../table/drawing/court_cards.js";

const CARDS = ["AS", "QH", "TD", "KC"];
const [W, H, STEP] = [62, 87, 70];

/** Show four sample cards.
 * @param {{suits: string, caption: string, back?: boolean}} props `suits`: two, four or blind; `back`: the first
 *   card is face down */
export function CardSample({ suits, caption, back = false }) {
  useEffect(drawCourts, []);
  return html`<figure class="sample" aria-hidden="true">
    <div class="table" data-suits=${suits}>
      <div class="cloth" style=${{ width: `${3 * STEP + W}px`, height: `${H}px` }}>
        ${CARDS.map((card, at) => html`<${Card} key=${card} ...${drawn(card, at, back && at === 0)} />`)}</div></div>
    ${caption && html`<figcaption>${caption}</figcaption>`}
  </figure>`;
}

/** Return what `Card` draws for the sample at a position, 0 to 3 from the left.
 * @param {string} card @param {number} at @param {boolean} isDown @returns {import("../table/drawing/card_renderer.js").Drawn} */
function drawn(card, at, isDown) {
  return {
    name: card, place: "", card, kind: isDown ? "back" : "card", x: at * STEP, y: 0, w: W, h: H, index: 17, shows: H, tilt: 0,
    tight: false, marks: "", label: "", text: "", count: 0, backs: 0, act: null,
  };
}
