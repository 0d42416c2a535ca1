// Texts about moves: labels of buttons, and the prompt under a table.

import { checkedCounts } from "../../messages/counts.js";
import { cardWords } from "../../messages/card_names.js";
import { LegalRoutes } from "./legal_routes.js";
import { cardAt, cellLabel, pileWords, placeWords, readPlace } from "../places.js";
import { TILTS } from "../input/card_marks.js";
import { cardsWords } from "./spoken_moves.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").View} View */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../input/selection.js").Selection} Selection */

/** @type {Record<string, string>} */
const PLAIN = {
  deal: _("Deal"),
  turn: _("Turn"),
  redeal: _("Deal again"),
  end_session: _("End session"),
  put_back: _("Put back"),
};
/** @type {Record<string, string>} */
const ENDS = { foot: _("at the foot"), head: _("at the head") };

/** Return the label of a move on a button. @param {LegalRoutes} legalRoutes @param {Move} move */
export function moveLabel(legalRoutes, move) {
  const { game, view } = legalRoutes;
  const plain = PLAIN[move.kind];
  if (plain) return plain;
  if (move.cell) return _("Lay it at {cell}", { cell: cellLabel(game, move.cell) });
  const way = legalRoutes.routes.find((w) => w.move === move);
  if (way && move.kind === "choose") return _("Lay the {card}", { card: placeLabel(legalRoutes, way.source) });
  if (!way) return capitalise(move.kind.replace(/_/g, " "));
  const card = cardAt(view, legalRoutes.cards(way.source, way.n)[0] ?? way.source);
  const where = placeWords(game, view, way.steps[0] ?? "");
  const end = ENDS[move.end ?? ""] ?? "";
  if (move.slots) return _("Only these {n}", { n: move.slots.length });
  const first = capitalise(card ? cardWords(card) : move.kind);
  const n = way.n ?? 1;
  const cards = n > 1 ? _("{card} ({n} cards)", { card: first, n }) : first;
  const label = _("{cards} to {place}", { cards, place: where });
  return end ? `${label}, ${end}` : label;
}

/** Return the sentence that gives a hint; "" if there is none. `own` are the counts that the player
 * has kept while watching the deal.
 * @param {Game} game @param {View} view @param {Move[]} legal
 * @param {import("../../net/protocol").Hint | null | undefined} hint
 * @param {import("../../messages/counts.js").OwnCounts} own */
export function hintSentence(game, view, legal, hint, own) {
  const routes = new LegalRoutes(game, view, legal);
  const move = hint && legal.find((each) => JSON.stringify(each) === JSON.stringify(hint.move));
  if (!hint || !move) return "";
  if (hint.counts?.length) return checkedCounts(hint.counts, own);
  const said = _("Hint: {keys}. {reason}", { keys: moveLabel(routes, move), reason: _(hint.reason, { n: hint.n }) });
  const tilts = hint.tilts ?? [];
  const [, dead, danger, first] = TILTS.map((_, tilt) => tilts.filter((each) => each.tilt === tilt).length);
  const tilted = _("Tilted: {dead} dead, {danger} danger, {first} to play before its twin.", { dead, danger, first });
  return tilts.length ? `${said} ${tilted}` : said;
}

/** Return the marks to draw: the player's own marks and the tilts that a hint suggests. A suggested
 * tilt replaces the player's own mark at the same place.
 * @param {import("../types").Tilt[]} own @param {import("../../net/protocol").Hint | null | undefined} hint */
export function withSuggested(own, hint) {
  const tilts = hint?.tilts ?? [];
  const others = own.filter((m) => !tilts.some((tilt) => tilt.pile === m.pile && tilt.index === m.index));
  return tilts.length ? [...others, ...tilts] : own;
}

/** Return the prompt under a table, which says which cards are picked up and what to do next; often
 * empty.
 * @param {LegalRoutes} legalRoutes @param {Selection} held */
export function promptFor(legalRoutes, held) {
  if (held.asked) return _("A card could still be played. Deal all the same?");
  if (held.picked === null) {
    if (held.choices) return _("Which one?");
    const next = legalRoutes.view["next"];
    if (legalRoutes.legal.some((move) => move.kind === "choose")) return _("Touch the card for the last cell.");
    if (!legalRoutes.isGrid || !next || !legalRoutes.legal.length) return "";
    return _("Touch the cell for the {card}.", { card: cardWords(next) });
  }
  const { key, n, steps } = held.picked;
  if (steps.length) {
    if (held.choices) {
      const list = held.choices.map((m) => moveLabel(legalRoutes, m)).join(", ");
      return _("Touch another, or: {list}.", { list });
    }
    const place = placeLabel(legalRoutes, steps.length > 1 ? steps.at(-1) ?? "" : key);
    return _("Which card fills the place of the {place}?", { place });
  }
  const cards = legalRoutes.cards(key, n ?? Math.max(...legalRoutes.sizes(key))).map((p) => cardAt(legalRoutes.view, p));
  const seen = /** @type {string[]} */ (cards.filter((c) => c !== null));
  const what = key === "next" ? legalRoutes.view["next"] && cardWords(legalRoutes.view["next"]) : cardsWords(seen);
  if (held.choices) return _("{cards}: where to?", { cards: capitalise(what ?? "") });
  return _("{cards} picked up. Where to?", { cards: capitalise(what ?? "") });
}

/** Return the card at a place, or the name of the pile if no card is face up there.
 * @param {LegalRoutes} legalRoutes @param {string} place */
export function placeLabel(legalRoutes, place) {
  const card = cardAt(legalRoutes.view, place);
  return card ? cardWords(card) : pileWords(legalRoutes.game, legalRoutes.view, readPlace(place).pile);
}

/** Return a text with a capital first letter. @param {string} text */
function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
