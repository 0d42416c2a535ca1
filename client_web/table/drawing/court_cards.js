// The pictures of kings, queens and jacks: SVG symbols on a card of 100 by 140. They are added to
// the page once and coloured by suit where they are used.

import { html, render } from "../../vendor/preact.js";

const FACE = "M50 59C59 59 65 66 65 76C65 87 58 95 50 95C42 95 35 87 35 76C35 66 41 59 50 59Z";
const ROBE = "M14 137C14 115 30 105 42 103H58C70 105 86 115 86 137Z";
const EYES = "M43.2 75.5A1.8 1.8 0 1 0 43.3 75.5ZM56.7 75.5A1.8 1.8 0 1 0 56.8 75.5Z";

/** @type {Record<string, import("../../vendor/preact.js").Child>} */
const FIGURES = {
  K: html`
    <path class="robe" d=${ROBE} />
    <path class="trim" d="M36 104L50 137H42L27 108ZM64 104L50 137H58L73 108Z" />
    <path class="skin" d=${FACE} />
    <path class="hair" d="M34 68V82C34 98 42 108 50 108C58 108 66 98 66 82V68C63 74 62 82 58 84C54 81 46 81 42 84C38 82 37 74 34 68Z" />
    <path class="lips" d="M46 89H54L50 92Z" />
    <path class="gold" d="M31 65L28 46L39 54L50 40L61 54L72 46L69 65C57 61 43 61 31 65Z" />
    <path class="gem" d="M50 51L53.5 55.5L50 60L46.5 55.5Z" />
    <path class="eyes" d=${EYES} />`,
  Q: html`
    <path class="hair" d="M50 52C65 52 71 62 71 76C71 90 76 98 74 110H26C24 98 29 90 29 76C29 62 35 52 50 52Z" />
    <path class="robe" d=${ROBE} />
    <path class="skin" d="M44 90H56V101L50 112L44 101Z" />
    <path class="skin" d=${FACE} />
    <path class="gold" d="M34 62L31 48L41 54L50 43L59 54L69 48L66 62C56 58 44 58 34 62Z" />
    <path class="gem" d="M31 45.5A2.6 2.6 0 1 0 31.1 45.5ZM50 40A2.8 2.8 0 1 0 50.1 40ZM69 45.5A2.6 2.6 0 1 0 69.1 45.5Z" />
    <path class="lips" d="M46 86.5C48 85.5 52 85.5 54 86.5C52 89.5 48 89.5 46 86.5Z" />
    <path class="gold" d="M38 105C42 113 58 113 62 105L60 103C56 109 44 109 40 103Z" />
    <path class="eyes" d=${EYES} />`,
  J: html`
    <path class="hair" d="M50 54C64 54 70 62 70 72V92C70 98 62 99 60 93L58 72H42L40 93C38 99 30 98 30 92V72C30 62 36 54 50 54Z" />
    <path class="robe" d=${ROBE} />
    <path class="trim" d="M36 104L50 118L64 104L60 102H40Z" />
    <path class="skin" d="M50 60C58 60 63 67 63 77C63 88 57 95 50 95C43 95 37 88 37 77C37 67 42 60 50 60Z" />
    <path class="robe" d="M27 65C25 48 40 41 54 43C66 44 74 53 73 65C60 59 40 59 27 65Z" />
    <path class="gold" d="M60 56C70 56 84 50 87 33C77 35 64 42 60 56ZM26 62C40 55 60 55 74 62V67C60 60 40 60 26 67Z" />
    <path class="lips" d="M46 86.5H54V88H46Z" />
    <path class="eyes" d=${EYES} />`,
};

let drawn = false;

/** Add the symbols to the page, unless they are there already. */
export function drawCourts() {
  if (drawn) return;
  drawn = true;
  const place = document.createElement("div");
  place.className = "card-symbols";
  place.setAttribute("aria-hidden", "true");
  document.body.append(place);
  render(
    html`<svg width="0" height="0">${Object.entries(FIGURES).map(([rank, figure]) => html`
      <symbol id=${`court-${rank}`} viewBox="0 0 100 140">${figure}</symbol>`)}</svg>`,
    place,
  );
}
