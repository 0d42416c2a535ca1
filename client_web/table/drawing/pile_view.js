// Draws the piles of a table with their cards. A pile is redrawn only if it changed.

import { Component, html } from "../../vendor/preact.js";
import { Card } from "./card_renderer.js";
import { pileLabel, cardLabel } from "./aria_labels.js";
import { cellPlace, commonFacts, placeOf, sizeOf } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").TableInput} TableInput */
/** @typedef {import("../layout/table_layout.js").LaidTable} LaidTable */
/** @typedef {import("../layout/table_layout.js").Lying} Lying */
/** The properties that all piles share. `toggle` shows all cards of a column in which cards are
 * pushed together, or pushes them together again.
 * @typedef {{game: import("../../state/catalogue").Game, view: import("../types").View, input: TableInput,
 *   letters: ReadonlyMap<string, string>, toggle: (pile: string) => void}} Drawing
 */
/**
 * `lying`: the cards of the pile with their positions; `marks`: the CSS classes of each, in the
 * same order; `count`: the number of cards in the pile.
 * @typedef {{name: string, lying: Lying[], marks: string[], w: number, h: number, index: number,
 *   count: number} & Drawing} PileProps
 */

/** Return the components of all piles; the cells of a grid are one pile.
 * @param {LaidTable} laid @param {Drawing} drawing */
export function drawPiles({ lying, w, h, index }, drawing) {
  /** @type {Map<string, Lying[]>} */
  const piles = new Map();
  for (const one of lying) {
    const name = one.cell ? "grid" : one.pile;
    const pile = piles.get(name);
    if (pile) pile.push(one);
    else piles.set(name, [one]);
  }
  return [...piles].map(([name, pile]) => html`<${PileDrawn} key=${name} ...${drawing} name=${name}
    lying=${pile} marks=${pile.map((one) => marksOf(one, drawing.view, drawing.input, h))} w=${w} h=${h}
    index=${index} count=${sizeOf(drawing.view, name)} />`);
}

/** The height of the index of a card that is smaller than the others, relative to its width. */
const SMALL_INDEX = 0.42;

class PileDrawn extends Component {
  /** @param {PileProps} next */
  shouldComponentUpdate(next) {
    const now = /** @type {PileProps} */ (/** @type {unknown} */ (this.props));
    return now.w !== next.w || now.h !== next.h || now.index !== next.index ||
      now.count !== next.count || now.letters !== next.letters || now.game !== next.game ||
      now.marks.join() !== next.marks.join() || !alike(now.lying, next.lying);
  }

  /** @param {PileProps} props */
  render(props) {
    const { name, lying, letters } = props;
    return html`<div class="pile" role="group"
      aria-label=${name === "grid" ? _("the grid") : pileLabel(name, letters)}>
      ${lying.map((one, i) => drawn(one, props.marks[i] ?? "", props))}</div>`;
  }
}

/** Return whether two lists have the same cards in the same positions.
 * @param {Lying[]} a @param {Lying[]} b */
function alike(a, b) {
  return a.length === b.length && a.every((one, i) => {
    const other = /** @type {Record<string, unknown>} */ (b[i] ?? {});
    return Object.entries(one).every(([field, value]) => Array.isArray(value)
      ? value.join() === String(other[field])
      : value === other[field]);
  });
}

/** Return the component of one card.
 * @param {Lying} lying @param {string} marks @param {PileProps} props */
function drawn(lying, marks, { game, view, letters, toggle, w: usual, h: high, index: letter }) {
  const { kind, pile, card, x, y, shows, tilt, tight, text, count, backs, scale = 1 } = lying;
  const w = usual * scale;
  // A smaller card has a larger index, and the height that the layout gives it.
  const [h, index] = scale === 1 ? [high, letter] : [shows, Math.round(w * SMALL_INDEX)];
  const key = drawnKey(lying);
  const act = kind === "squash" ? () => toggle(pile) : null;
  const words = kind === "squash" ? `┆${lying.hidden?.length}` : text;
  return html`<${Card} key=${key} name=${key} place=${placeName(lying)} kind=${kind} card=${card}
    x=${x} y=${y} w=${w} h=${kind === "squash" ? shows : h} index=${index} shows=${shows}
    tilt=${tilt} tight=${tight} marks=${marks} label=${cardLabel(lying, game, view, letters, tilt, marks)}
    text=${words} count=${count} backs=${backs} act=${act} />`;
}

/** Return the key of the element at a position, stable from one view to the next.
 * @param {Lying} lying */
export function drawnKey({ kind, pile, at, cell }) {
  if (cell) return cellPlace(cell);
  if (kind === "squash") return `${pile}~${at}`;
  return at === null ? `pile ${pile}` : placeOf(pile, at);
}

/** Return the name of the place for touches; empty if there is nothing to touch.
 * @param {Lying} lying */
function placeName({ kind, pile, at, cell, covered }) {
  if (kind === "squash" || covered) return "";
  if (cell) return cellPlace(cell);
  return pile === "next" ? pile : placeOf(pile, at);
}

/** Return the CSS classes of a card. `h`: the height of a card in pixels.
 * @param {Lying} lying @param {import("../types").View} view @param {TableInput} input @param {number} h */
function marksOf(lying, view, input, h) {
  const marks = [];
  if (lying.covered) marks.push("buried");
  if (lying.joined) marks.push("joined");
  if (lying.aslant) marks.push("aslant");
  if (lying.sideways) marks.push("sideways");
  const owner = lying.kind === "card" ? commonFacts(view).owners?.[lying.pile] : undefined;
  if (owner) marks.push("of-seat", `seat-${owner.place}`);
  if (commonFacts(view).flying?.includes(placeName(lying))) marks.push("flying");
  const place = placeName(lying);
  if (input.pending.has(place)) marks.push("pending");
  const strip = lying.kind === "back" && lying.shows < h && !lying.scale; // only an edge of the pile's face-down cards
  if (!place || strip) return marks.join(" ");
  if (input.lifted.has(place) || input.picked === place) marks.push("lifted");
  else if (input.targets.has(place)) marks.push("target");
  else if (input.sources.has(place)) marks.push("source");
  return marks.join(" ");
}
