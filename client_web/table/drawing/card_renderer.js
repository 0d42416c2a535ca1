// Draws one card: its face with the index (rank and suit) in the corner, its back, or an empty
// place. It is redrawn only if it changed.

import { Component, html } from "../../vendor/preact.js";
import { pip, pips, RANKS } from "./card_shapes.js";

/**
 * The properties of a card, back or empty place to draw. Sizes and positions are in pixels.
 * @typedef {Object} Drawn
 * @property {string} name the key of its element, stable from one view to the next
 * @property {string} place the name of the place, written to the element; empty if it cannot be touched
 * @property {string} card the card of a face; empty for a back and for an empty place
 * @property {"card" | "back" | "empty" | "squash"} kind
 * @property {number} x @property {number} y @property {number} w @property {number} h
 * @property {number} index the height of rank and suit
 * @property {number} shows how much of its height other cards leave visible
 * @property {number} tilt 0 to 3, as in a mark
 * @property {boolean} tight whether there is no room to draw it tilted
 * @property {string} marks CSS classes: `lifted target source joined …`
 * @property {string} label its accessible name
 * @property {string} text text on a back or in an empty place
 * @property {number} count the number of cards in its pile, shown on it; 0: not shown
 * @property {number} backs the number of face-down cards in its pile, shown on it; 0: not shown
 * @property {(() => void) | null} act called on a click; null for cards, which get their input by `place`
 */

/** A card narrower than this, in pixels, has one large pip (suit symbol) instead of all pips, one large
 * head instead of two, and no second index. */
const ROOM_FOR_ALL = 84;
/** A card whose index is higher than this part of its width has no second index. */
const MOST_INDEX = 0.32;
const TURNS = [0, 45, 90, -45];
const SIGNS = ["", "M6.5 2L1.5 14", "M1 8H7", "M1.5 2L6.5 14"];

/** A card, back, empty place, or the sign for cards that are pushed together.
 * @extends {Component<Drawn>} */
export class Card extends Component {
  /** @override @param {Drawn} next */
  shouldComponentUpdate(next) {
    const names = /** @type {(keyof Drawn)[]} */ (Object.keys(next));
    return names.some((name) => name !== "act" && this.props[name] !== next[name]);
  }

  /** @override @param {Drawn} drawn */
  render(drawn) {
    const { place, kind, x, y, w, h, marks, label } = drawn;
    const lifted = marks.includes("lifted");
    const turned = drawn.tilt && kind === "card" && !drawn.tight;
    // The element has only the visible height, so that touches elsewhere go to the card on top. The
    // picture in it is drawn whole.
    const high = Math.min(drawn.shows, h);
    const cut = turned && high < h;
    const looks = `card ${kind} ${marks}${turned ? " turned" : ""}${cut ? " cut" : ""}`;
    const style = { width: `${w}px`, height: `${high}px`, left: `${x}px`, top: `${y}px` };
    if (!place && !drawn.act) {
      return html`<span class=${looks} style=${style} data-key=${drawn.name}
        aria-hidden="true">${inside(drawn)}</span>`;
    }
    return html`<button type="button" class=${looks} style=${style}
      data-key=${drawn.name} data-place=${place || undefined}
      data-card=${drawn.card || undefined} tabindex="-1"
      aria-label=${label} aria-pressed=${lifted ? "true" : undefined}
      onClick=${drawn.act ?? undefined}>
      ${inside(drawn)}
    </button>`;
  }
}

/** Return the content of the element. @param {Drawn} drawn */
function inside(drawn) {
  if (drawn.kind === "card") return face(drawn);
  return drawn.kind === "back" ? back(drawn) : space(drawn);
}

/** Return the picture of a face-up card. @param {Drawn} drawn */
function face({ card, w, h, index, shows, tilt, tight, count, backs, marks }) {
  const covered = shows < h * 0.7;
  const turn = tight ? 0 : TURNS[tilt] ?? 0;
  const { scale, style } = turned(w, h, covered ? shows : h, turn);
  return html`
    <svg class=${`paper suit-${card[1]}${isRoomy(w, index) ? " roomy" : ""}`} style=${style} viewBox=${`0 0 ${w} ${h}`} width=${w}
      height=${h} aria-hidden="true">
      ${!covered && !turn && art(card, w, h, index)}
      ${corners(card, w, index / scale, turn !== 0)}
      ${!covered && !turn && isRoomy(w, index) && html`<g transform=${`rotate(180 ${w / 2} ${h / 2})`}>${corners(card, w, index, false)}</g>`}
    </svg>
    ${tight && tilt > 0 && html`<svg class="tilt-sign" viewBox="0 0 8 16" width="8" height="16"
      style=${{ top: `${marks.includes("sideways") ? index + 5 : 2}px` }} aria-hidden="true">
      <path d=${SIGNS[tilt]} /></svg>`}
    ${count > 1 && html`<span class="count">${count}</span>`}
    ${backs > 0 && html`<span class="count backs">${backs}</span>`}`;
}

/** Return whether a card has room for all pips or two heads, and for a second index.
 * @param {number} w @param {number} index */
function isRoomy(w, index) {
  return w >= ROOM_FOR_ALL && index <= w * MOST_INDEX;
}

/** Return the scale and the CSS transform of a tilted card, turned by `turn` degrees: it is scaled
 * to fit its place and centred on its visible part.
 * @param {number} w @param {number} h @param {number} shows @param {number} turn
 * @returns {{scale: number, style: Record<string, string> | undefined}} */
function turned(w, h, shows, turn) {
  if (!turn) return { scale: 1, style: undefined };
  const [cos, sin] = turn % 90 ? [Math.SQRT1_2, Math.SQRT1_2] : [0, 1];
  const fits = Math.min((w - 2) / (w * cos + h * sin), (h - 2) / (w * sin + h * cos));
  const scale = shows < h ? 0.8 : Math.min(1, fits);
  const down = Math.round((shows - h) / 2);
  const small = `scale(${scale.toFixed(3)})`;
  return { scale, style: { transform: `translateY(${down}px) rotate(${turn}deg) ${small}` } };
}

/** Return rank and suit side by side in the corner, or in the middle of a tilted card. `size` is
 * their height.
 * @param {string} card @param {number} w @param {number} size @param {boolean} turned */
function corners(card, w, size, turned) {
  const rank = RANKS[card[0] ?? ""];
  if (rank === undefined) return null;
  const scale = (turned ? Math.min(size, (14 * (w - 2)) / (rank.wide + 14)) : size) / 14;
  const wide = (rank.wide + 14) * scale;
  const x = turned ? (w - wide) / 2 : Math.max(3, w * 0.055);
  const y = turned ? (w * 1.4 - 14 * scale) / 2 : Math.max(2.5, w * 0.035);
  const beside = x + (rank.wide + 1.2) * scale;
  return html`
    <path class="rank" transform=${`translate(${x} ${y}) scale(${scale})`} d=${rank.d} />
    <path class="pip" d=${pip(card[1] ?? "", 12, 12, 24)}
      transform=${`translate(${beside} ${y}) scale(${(13.4 / 24) * scale})`} />`;
}

/** Return the rest of the face: pips or a court picture; nothing on small cards with a large index.
 * @param {string} card @param {number} w @param {number} h @param {number} index */
function art(card, w, h, index) {
  const [rank = "", suit = ""] = card;
  if (index > w * 0.45) return null;
  const roomy = isRoomy(w, index);
  if ("JQK".includes(rank)) {
    return roomy
      ? html`<use href=${`#court-two-${rank}`} width=${w} height=${h} />
        <path class="pip" transform=${`scale(${w / 100})`} d=${pip(suit, 27.5, 40, 11) + pip(suit, 72.5, 100, -11)} />`
      : html`<use href=${`#court-${rank}`} width=${w} height=${h} />
        <path class="chest" transform=${`scale(${w / 100})`} d=${pip(suit, 50, 124, 19)} />`;
  }
  const d = roomy ? pips(card) : pip(suit, 50, 92, 58);
  return html`<path class="pip" transform=${`scale(${w / 100})`} d=${d} />`;
}

/** Return the back of a card, with its text. @param {Drawn} drawn */
function back({ text, shows, w, h, tilt }) {
  const { style } = turned(w, h, h, shows < h ? 0 : TURNS[tilt] ?? 0);
  const where = shows < h * 0.6 ? "strip" : "middle";
  return html`<span class="pattern" style=${{ height: `${h}px`, ...style }}></span>
    ${text && html`<span class=${`count ${where}`}>${text}</span>`}`;
}

/** Return an empty place with its hint: a suit, a card, or a text. @param {Drawn} drawn */
function space({ text, w, h, index }) {
  const suit = /^[SHDC]$/.test(text);
  if (!suit && !/^[A2-9TJQK][SHDC]$/.test(text)) {
    return html`<span class="hint" aria-hidden="true">${text}</span>`;
  }
  const sign = suit && html`<path class="pip" d=${pip(text, w / 2, h / 2, w * 0.45)} />`;
  return html`<svg class="hint" viewBox=${`0 0 ${w} ${h}`} width=${w} height=${h}
    aria-hidden="true">${sign || corners(text, w, index, true)}</svg>`;
}
