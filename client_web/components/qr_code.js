// A link as a QR code, drawn as SVG. Loaded on demand.

import { html, useMemo } from "../vendor/preact.js";
import { correction, generate } from "../vendor/qr.js";
import { _ } from "../messages/texts.js";

/** The width of the light border, in modules (the squares of the code). The standard asks for
 * four. */
const QUIET = 4;

/** Show a link as a QR code. @param {{link: string}} props */
export default function QrCode({ link }) {
  const [size, path] = useMemo(() => drawn(link), [link]);
  return html`<svg class="square" role="img" aria-label=${_("The link, to be scanned with a camera")}
    viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}

/** Return the side of the code in modules, and its dark modules as the path of an SVG.
 * @param {string} link @returns {[number, string]} */
function drawn(link) {
  const matrix = generate(link, { minCorrectionLevel: correction.M });
  const runs = [];
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      const start = x;
      while (x < matrix.size && matrix.get(x, y)) x++;
      if (x > start) runs.push(`M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`);
    }
  }
  return [matrix.size + 2 * QUIET, runs.join("")];
}
