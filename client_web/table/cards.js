// Cards as they are seen: a face with its rank and suit side by side in the corner, a back, the
// empty place. Each is drawn anew only if something of it has changed.

import { Component, html } from "../vendor/preact.js";
import { pip, pips, RANKS } from "./face.js";

/**
 * What is drawn at a place.
 * @typedef {Object} Drawn
 * @property {string} name what its element is known by
 * @property {string} place its name, written on it; empty: not to be touched
 * @property {string} card of a face; empty for a back and for an empty place
 * @property {"card" | "back" | "empty" | "squash"} kind
 * @property {number} x @property {number} y @property {number} w @property {number} h
 * @property {number} index how high the rank is
 * @property {number} shows how much of its height is seen
 * @property {number} tilt as in a mark
 * @property {string} marks words for its looks: `lifted target source joined …`
 * @property {string} told its name for those who do not see
 * @property {string} text what stands on a back or in an empty place
 * @property {number} count of cards in its pile, told on it; 0 where it is not told
 * @property {(() => void) | null} act
 */

/** Below this width a card has one large pip instead of all. */
const ROOM_FOR_PIPS = 54;
const TURNS = [0, 45, 90, -45];

export class Card extends Component {
  /** @param {Drawn} next */
  shouldComponentUpdate(next) {
    const now = /** @type {any} */ (this.props);
    return Object.entries(next).some(([name, value]) => name !== "act" && now[name] !== value);
  }

  /** @param {Drawn} drawn */
  render(drawn) {
    const { place, kind, x, y, w, h, marks, told } = drawn;
    const style = { width: `${w}px`, height: `${h}px`, transform: `translate(${x}px, ${y}px)` };
    const lifted = marks.includes("lifted");
    if (!place && !drawn.act) {
      return html`<span class=${`card ${kind} ${marks}`} style=${style} data-key=${drawn.name}
        aria-hidden="true">${inside(drawn)}</span>`;
    }
    return html`<button type="button" class=${`card ${kind} ${marks}`} style=${style}
      data-key=${drawn.name} data-place=${place || undefined} data-card=${drawn.card || undefined} tabindex="-1"
      aria-label=${told} aria-pressed=${lifted ? "true" : undefined}
      onClick=${drawn.act ?? undefined}>
      ${inside(drawn)}
    </button>`;
  }
}

/** @param {Drawn} drawn */
function inside(drawn) {
  if (drawn.kind === "card") return face(drawn);
  return drawn.kind === "back" ? back(drawn) : space(drawn);
}

/** @param {Drawn} drawn */
function face({ card, w, h, index, shows, tilt, count }) {
  const covered = shows < h * 0.6;
  const turn = TURNS[tilt] ?? 0;
  const [scale, cx, cy] = turn ? tilted(w, h, covered ? shows : h, turn) : [1, w / 2, h / 2];
  const style = turn
    ? { transform: `translate(${cx - w / 2}px, ${cy - h / 2}px) rotate(${turn}deg) scale(${scale})` }
    : undefined;
  const corner = covered && turn ? 1 : scale;
  return html`
    <svg class=${`paper suit-${card[1]}`} style=${style} viewBox=${`0 0 ${w} ${h}`} width=${w} height=${h}
      aria-hidden="true">
      ${!covered && art(card, w, h, index / corner)}
      ${!(covered && turn) && corners(card, w, index / corner, turn !== 0)}
    </svg>
    ${covered && turn ? html`<svg class=${`plate suit-${card[1]}`} width=${w} height=${shows}
      aria-hidden="true">${corners(card, w, index, false)}</svg>` : null}
    ${turn ? html`<span class="tilt-sign" aria-hidden="true">${"/–\\"[tilt - 1]}</span>` : null}
    ${count > 1 && html`<span class="count">${count}</span>`}`;
}

/** How small a turned card is to be, and where its middle lies, so that it stays in its place.
 * @param {number} w @param {number} h @param {number} shows @param {number} turn
 * @returns {[number, number, number]} */
function tilted(w, h, shows, turn) {
  const [cos, sin] = turn % 90 ? [Math.SQRT1_2, Math.SQRT1_2] : [0, 1];
  const wide = w * cos + h * sin;
  const high = w * sin + h * cos;
  if (shows < h) return [0.8, w * 0.68, shows / 2 + 2]; // the part that is seen of a covered card
  return [Math.min(1, (w - 2) / wide, (h - 2) / high), w / 2, h / 2];
}

/** Rank and suit, side by side; in the middle of a card that is turned.
 * @param {string} card @param {number} w @param {number} size @param {boolean} turned */
function corners(card, w, size, turned) {
  const rank = RANKS[card[0] ?? ""];
  if (rank === undefined) return null;
  const scale = size / 14;
  const wide = (rank.wide + 14) * scale;
  const x = turned ? (w - wide) / 2 : Math.max(3, w * 0.055);
  const y = turned ? (w * 1.4 - size) / 2 : Math.max(2.5, w * 0.05);
  return html`
    <path class="rank" transform=${`translate(${x} ${y}) scale(${scale})`} d=${rank.d} />
    <path class="pip" transform=${`translate(${x + (rank.wide + 1.2) * scale} ${y}) scale(${(13.4 / 24) * scale})`}
      d=${pip(card[1] ?? "", 12, 12, 24)} />`;
}

/** What fills the rest of the face.
 * @param {string} card @param {number} w @param {number} h @param {number} index */
function art(card, w, h, index) {
  const [rank = "", suit = ""] = card;
  if (index > w * 0.45) return null;
  if ("JQK".includes(rank)) {
    return html`<use href=${`#court-${rank}`} width=${w} height=${h} />
      <path class="chest" transform=${`scale(${w / 100})`} d=${pip(suit, 50, 124, 19)} />`;
  }
  const d = w < ROOM_FOR_PIPS && rank !== "A" ? pip(suit, 50, 92, 58) : pips(card);
  return html`<path class="pip" transform=${`scale(${w / 100})`} d=${d} />`;
}

/** @param {Drawn} drawn */
function back({ text, shows, h }) {
  return html`<span class="pattern"></span>
    ${text && html`<span class=${shows < h * 0.6 ? "count strip" : "count middle"}>${text}</span>`}`;
}

/** @param {Drawn} drawn */
function space({ text }) {
  const suit = /^[SHDC]$/.test(text);
  return suit
    ? html`<svg class="hint" viewBox="0 0 24 24" aria-hidden="true"><path d=${pip(text, 12, 12, 22)} /></svg>`
    : html`<span class="hint" aria-hidden="true">${text}</span>`;
}
