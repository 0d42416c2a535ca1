// The shields of a crown run: one for each game won, and outlines for those still to win.

import { html } from "../../vendor/preact.js";
import { shieldCount } from "../../messages/crowns.js";
import { _ } from "../../messages/texts.js";

/** Show a row of shields: one for each game won in the run, and outlines for the games still
 * needed.
 * @param {{crown: import("../../net/protocol").Crown}} props */
export function Shields({ crown }) {
  const [won, of] = [crown.won.length, shieldCount(crown)];
  const all = Array.from({ length: of }, (_, n) => n);
  return html`<p class="shields" role="img" aria-label=${_("{won} of {of} won", { won, of })}>
    ${all.map((n) => html`<${Shield} key=${n} won=${n < won} />`)}</p>`;
}

/** Show one shield. @param {{won: boolean}} props */
export function Shield({ won }) {
  return html`<svg class=${won ? "shield won" : "shield"} viewBox="0 0 24 28" aria-hidden="true">
    <path class="field" d="M2 2h20v12c0 6-5 10-10 12C7 24 2 20 2 14z" />
    ${won && html`<path class="charge" d="M6 17h12l1.5-8-4.2 3L12 7l-3.3 5-4.2-3z" />`}</svg>`;
}
