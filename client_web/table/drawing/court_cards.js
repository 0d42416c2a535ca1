// The pictures of kings, queens and jacks: SVG symbols on a card of 100 by 140. A large card has two heads,
// a small card has one that fills it. They are added to the page once and coloured by suit where they are
// used.

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

/** Half a card of a court with two heads: the upper half of a card of 100 by 140, with its middle at 0, 0.
 * @type {Record<string, import("../../vendor/preact.js").Child>} */
const HALVES = {
  K: html`
    <path class="robe" d="M-30 0V-7C-30 -14 -20 -17 -9 -18H9C20 -17 30 -14 30 -7V0Z" />
    <path class="gold" d="M-30 -3C-26 -9 -19 -13 -12 -14L-11 -11C-17 -10 -22 -7 -25 0H-30ZM30 -3C26 -9 19 -13 12 -14L11 -11C17 -10 22 -7 25 0H30Z" />
    <path class="trim" d="M-10 -18.5H10L13 -14L5 0H-5L-13 -14Z" />
    <path class="eyes" d="M-7.5 -13.5h1.4v2.6h-1.4ZM6.1 -13.5h1.4v2.6h-1.4ZM-4.6 -6.5h1.4v2.6h-1.4ZM3.2 -6.5h1.4v2.6h-1.4Z" />
    <path class="skin" d="M-8.5 -32H8.5V-23C8.5 -16 4.5 -12 0 -12C-4.5 -12 -8.5 -16 -8.5 -23Z" />
    <path class="hair" d="M-8.5 -30V-24C-7 -20.5 -4 -20.2 0 -20.2C4 -20.2 7 -20.5 8.5 -24V-30C11.5 -28 11.5 -22 10.5 -17C9.5 -11 5 -6.5 0 -5.5C-5 -6.5 -9.5 -11 -10.5 -17C-11.5 -22 -11.5 -28 -8.5 -30Z" />
    <path class="lips" d="M-2.6 -17.6H2.6L0 -16Z" />
    <path class="eyes" d="M-5.2 -26.6h3.4v1.1h-3.4ZM1.8 -26.6h3.4v1.1h-3.4ZM-4.3 -24.9h1.8v1.6h-1.8ZM2.5 -24.9h1.8v1.6h-1.8Z" />
    <path class="gold" d="M-10.5 -30L-13 -41.5L-6.5 -36.5L0 -43.5L6.5 -36.5L13 -41.5L10.5 -30Z" />
    <path class="gem" d="M-10.2 -31.5H10.2V-30H-10.2ZM0 -37.6L1.9 -35.2L0 -32.8L-1.9 -35.2Z" />
    <path class="blade" d="M21.2 -38L22.5 -40L23.8 -38V-11H21.2Z" />
    <path class="gold" d="M17.5 -12H27.5V-9.8H17.5ZM21.3 -9.8H23.7V-3H21.3Z" />
    <path class="skin" d="M18.6 -9C21 -10 26 -9.6 26.2 -7C26.2 -4.6 21 -4 18.6 -5Z" />`,
  Q: html`
    <path class="hair" d="M0 -37C9.5 -37 12.5 -31 12.5 -24C12.5 -15 16 -9 15.5 0H-15.5C-16 -9 -12.5 -15 -12.5 -24C-12.5 -31 -9.5 -37 0 -37Z" />
    <path class="robe" d="M-30 0V-5C-30 -11 -20 -13.5 -10 -14.5L0 -6L10 -14.5C20 -13.5 30 -11 30 -5V0Z" />
    <path class="skin" d="M-3.4 -18H3.4V-14L8.6 -14L0 -4.4L-8.6 -14L-3.4 -14Z" />
    <path class="gold" d="M-10.5 -14.8L-8.3 -15.4L0 -6.6L8.3 -15.4L10.5 -14.8L0 -3.6ZM-30 -3.4C-25 -8 -20 -10 -15 -10.6L-14.6 -8.4C-19 -7.6 -23 -5 -26 0H-30ZM30 -3.4C25 -8 20 -10 15 -10.6L14.6 -8.4C19 -7.6 23 -5 26 0H30Z" />
    <path class="skin" d="M0 -34C5.6 -34 8.3 -30 8.3 -25C8.3 -19 4.6 -14.6 0 -14.6C-4.6 -14.6 -8.3 -19 -8.3 -25C-8.3 -30 -5.6 -34 0 -34Z" />
    <path class="hair" d="M-9 -24C-9.4 -31 -5 -34.6 0 -34.6C5 -34.6 9.4 -31 9 -24C7 -26.4 4.6 -30.6 0 -31C-4.6 -30.6 -7 -26.4 -9 -24Z" />
    <path class="eyes" d="M-4.3 -25h2v1.7h-2ZM2.3 -25h2v1.7h-2ZM-5.2 -26.8h3.4v.8h-3.4ZM1.8 -26.8h3.4v.8h-3.4Z" />
    <path class="lips" d="M-2.4 -18.6C-1.2 -19.3 1.2 -19.3 2.4 -18.6C1.4 -17 -1.4 -17 -2.4 -18.6Z" />
    <path class="gold" d="M-8.6 -32L-10.6 -39.4L-5.2 -36.4L0 -41.6L5.2 -36.4L10.6 -39.4L8.6 -32Z" />
    <path class="gem" d="M-10.6 -41.2A1.6 1.6 0 1 0 -10.5 -41.2ZM0 -43.6A1.8 1.8 0 1 0 .1 -43.6ZM10.6 -41.2A1.6 1.6 0 1 0 10.7 -41.2ZM-8.4 -33.4H8.4V-32.2H-8.4Z" />
    <path class="stem" d="M22 0C22.6 -8 22.4 -16 21.6 -24L23 -24.2C24 -16 24 -8 23.6 0ZM22.8 -14C25 -18 27.4 -18.6 28.6 -18.4C28 -15.6 25.6 -13.4 22.8 -12.8Z" />
    <path class="bloom" d="M22.3 -33.6C24 -35.6 26.8 -34.4 26.4 -31.8C28.8 -31 28.6 -27.8 26.2 -27.4C26 -24.8 22.8 -24 21.4 -26C19 -25 16.8 -27.2 17.8 -29.4C16 -31 17.2 -34 19.6 -33.6C20.2 -34.8 21.6 -34.8 22.3 -33.6Z" />
    <path class="gold" d="M22.2 -31.6A2 2 0 1 0 22.3 -31.6Z" />`,
  J: html`
    <path class="hair" d="M0 -35C9 -35 12 -30 12 -24V-13C12 -9.5 8 -9 7 -12L6 -22H-6L-7 -12C-8 -9 -12 -9.5 -12 -13V-24C-12 -30 -9 -35 0 -35Z" />
    <path class="robe" d="M-30 0V-6C-30 -12 -20 -14.5 -8 -15.5H8C20 -14.5 30 -12 30 -6V0Z" />
    <path class="gold" d="M-4 -15.5H-1.4V0H-4ZM1.4 -15.5H4V0H1.4Z" />
    <path class="trim" d="M-20 -13.4L-16.6 -14L-13 0H-17.4ZM20 -13.4L16.6 -14L13 0H17.4ZM-9.4 -16.6L0 -8.6L9.4 -16.6L6 -18H-6Z" />
    <path class="skin" d="M0 -33C5.6 -33 8 -29.6 8 -25C8 -19 4.6 -14.2 0 -14.2C-4.6 -14.2 -8 -19 -8 -25C-8 -29.6 -5.6 -33 0 -33Z" />
    <path class="eyes" d="M-4.2 -25.4h2v1.7h-2ZM2.2 -25.4h2v1.7h-2ZM-5 -27.2h3.4v.8h-3.4ZM1.6 -27.2h3.4v.8h-3.4Z" />
    <path class="lips" d="M-2.4 -19.2H2.4C1.6 -17.6 -1.6 -17.6 -2.4 -19.2Z" />
    <path class="robe" d="M-13 -30C-14 -38 -7 -41.6 0 -41C7 -40.6 13 -37 13 -30C6 -32.6 -6 -32.6 -13 -30Z" />
    <path class="gold" d="M-13.4 -31.4C-6 -34 6 -34 13.4 -31.4V-28.8C6 -31.4 -6 -31.4 -13.4 -28.8Z" />
    <path class="bloom" d="M8 -33C12 -34 17 -38 18.4 -45C12.6 -44 8.6 -40 7 -34.4Z" />
    <path class="hair" d="M-24.6 -40H-22.6V0H-24.6Z" />
    <path class="blade" d="M-24.8 -40.6C-29 -38.6 -30 -33 -28.6 -29C-27.4 -31 -26 -31.6 -24.8 -31.6ZM-22.4 -39C-20.6 -38 -19.4 -36.4 -19 -34.6L-22.4 -33.6ZM-24.4 -41L-23.6 -46L-22.8 -41Z" />
    <path class="skin" d="M-27 -9C-25 -10.4 -20.6 -10 -20.4 -7.4C-20.4 -5 -25 -4.6 -27 -5.6Z" />`,
};

/** The frame around a court with two heads, and the band between them. */
const FRAME = html`<path class="tint" d="M18 28.5H82V111.5H18Z" />`;
const BAND = html`
  <path class="gold" d="M18 67.6H82V72.4H18Z" />
  <path class="robe" d="M26 70L29 68L32 70L29 72ZM38 70L41 68L44 70L41 72ZM47 70L50 68L53 70L50 72ZM56 70L59 68L62 70L59 72ZM68 70L71 68L74 70L71 72Z" />
  <path class="edge" d="M18 28.5H82V111.5H18Z" />`;

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
      <symbol id=${`court-${rank}`} viewBox="0 0 100 140">${figure}</symbol>
      <symbol id=${`court-two-${rank}`} viewBox="0 0 100 140">${FRAME}
        <g transform="translate(50 70) scale(1.06)">${HALVES[rank]}</g>
        <g transform="translate(50 70) rotate(180) scale(1.06)">${HALVES[rank]}</g>${BAND}</symbol>`)}</svg>`,
    place,
  );
}
