// A decorative picture for the home page: the four aces in a fan.

import { html } from "../vendor/preact.js";

/** The suits as paths, each in a box of 24 by 24. @type {Record<string, string>} */
const PIPS = {
  S: "M12 1.5C9.4 6 3 9.4 3 14.2c0 2.9 2.2 4.8 4.7 4.8 1.4 0 2.6-.6 3.4-1.6-.1 2-.9 3.7-2.6 5.1h7" +
    "c-1.7-1.4-2.5-3.1-2.6-5.1.8 1 2 1.6 3.4 1.6 2.5 0 4.7-1.9 4.7-4.8C21 9.4 14.6 6 12 1.5z",
  H: "M12 22C9 17 2 13.5 2 7.7 2 4.6 4.4 2.3 7.2 2.3c2.1 0 3.9 1.2 4.8 3.1.9-1.9 2.7-3.1 4.8-3.1" +
    "C19.6 2.3 22 4.6 22 7.7 22 13.5 15 17 12 22z",
  D: "M12 1.5c2.4 4 5.2 7.4 8.5 10.5-3.3 3.1-6.1 6.5-8.5 10.5C9.6 18.5 6.8 15.1 3.5 12 6.8" +
    " 8.9 9.6 5.5 12 1.5z",
  C: "M12 1.7a4.6 4.6 0 0 0-3.3 7.8 4.7 4.7 0 1 0 2.4 7.3c-.1 2.3-.9 4.1-2.6 5.7h7" +
    "c-1.7-1.6-2.5-3.4-2.6-5.7a4.7 4.7 0 1 0 2.4-7.3A4.6 4.6 0 0 0 12 1.7z",
};

export function AcesPicture() {
  return html`<svg class="aces" viewBox="-24 12 268 130" aria-hidden="true" focusable="false">
    ${["S", "H", "C", "D"].map((suit, at) => html`<g key=${suit} class=${colour(suit)} transform=${lie(at)}>
      <rect x="-34" y="-132" width="68" height="98" rx="7" />
      <text x="-28" y="-113">A</text>
      <path transform="translate(-29.5 -110) scale(.6)" d=${PIPS[suit]} />
      <path transform="translate(-19 -101) scale(1.6)" d=${PIPS[suit]} />
    </g>`)}
  </svg>`;
}

/** Return the CSS class of a suit: "red" or "black". @param {string} suit */
function colour(suit) {
  return suit === "H" || suit === "D" ? "red" : "black";
}

/** Return the SVG transform of the card at a position of the fan, 0 to 3 from the left.
 * @param {number} at */
function lie(at) {
  const off = at - 1.5;
  return `translate(${110 + off * 36} ${150 + Math.abs(off) * 6}) rotate(${off * 13})`;
}
