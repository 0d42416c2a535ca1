// Names cards and piles for screen readers: "ten of hearts, top of column c, 5 cards".

import { cardWords } from "../../messages/card_names.js";
import { CLOSED } from "../layout/table_layout.js";
import { cellLabel, commonFacts } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../layout/table_layout.js").Lying} Lying */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../types").View} View */

/** @type {Record<string, string>} */
const SUIT_WORDS = { S: _("spades"), H: _("hearts"), D: _("diamonds"), C: _("clubs") };
const TILTS = ["", _("tilted right"), _("laid across"), _("tilted left")];
/** @type {Record<string, string>} */
const OPS = { 0: _("row 2 5 8 jack"), 1: _("row 3 6 9 queen"), 2: _("row 4 7 10 king") };

/** Return the name of a pile, with its letter if it has one.
 * @param {string} pile @param {ReadonlyMap<string, string>} letters */
export function pileLabel(pile, letters) {
  const [kind = "", first = "", second] = pile.split(".");
  const letter = letters.get(pile) ?? "";
  if (kind === "turned") return _("the turned card");
  if (first === "") return _("the {pile}", { pile: kind.replace("_", "-") });
  const suit = SUIT_WORDS[first];
  if (first === "new") return _("the place of a new foundation");
  if (suit !== undefined) {
    return kind === "foundation" ? _("the foundation of {suit}", { suit }) : _("the {kind}-king of {suit}", { kind, suit });
  }
  if (kind === "op") return _("{row}, pile {n}", { row: OPS[first] ?? "", n: Number(second) + 1 });
  if (kind === "heap" && !letters.has("heap.0")) return _("heap {n}", { n: first });
  if (kind === "hour") return _("{n} o'clock", { n: first });
  if (kind === "line") return _("pile {n} of the line", { n: Number(first) + 1 });
  const words = { tab: _("column"), col: _("column"), rub: _("rubbish column"), pile: _("pile"),
    heap: _("heap"), bower: _("card of the bower") };
  return `${words[/** @type {keyof typeof words} */ (kind)] ?? kind} ${letter}`;
}

/** Return the label of the element at a position: card, pile, tilt, and what the player can do with
 * it. `marks` are the CSS classes of the element.
 * @param {Lying} lying @param {Game} game @param {View} view
 * @param {ReadonlyMap<string, string>} letters @param {number} tilt @param {string} marks */
export function cardLabel(lying, game, view, letters, tilt, marks) {
  const joined = lying.joined ? _("joined") : "";
  const owner = commonFacts(view).owners?.[lying.pile]?.name;
  const laid = owner ? _("laid by {name}", { name: owner }) : "";
  const words = [what(lying, game, view, letters), laid, joined, TILTS[tilt], marksWords(marks)];
  return words.filter(Boolean).join(", ");
}

/** Return the name of a card, back, empty place or cell, with the pile it belongs to.
 * @param {Lying} lying @param {Game} game @param {View} view
 * @param {ReadonlyMap<string, string>} letters */
function what({ kind, pile, at, card, cell, text, hidden }, game, view, letters) {
  if (cell) {
    const where = _("cell {cell}", { cell: cellLabel(game, cell) });
    return kind === "card" ? `${cardWords(card)}, ${where}` : _("{where}, empty", { where });
  }
  if (pile === "next" && kind === "empty") return _("the next card, not there yet");
  if (pile === "next") return _("{card}, the next card", { card: cardWords(card) });
  if (pile.startsWith("last.")) return _("{card}, one of the last four", { card: cardWords(card) });
  const name = pileLabel(pile, letters);
  const lies = view.piles[pile];
  const count = lies ? lies.down + lies.up.length : 0;
  if (kind === "empty") return _("{name}, empty", { name });
  if (kind === "back" && text === CLOSED) return _("{name}, closed", { name });
  if (kind === "back") return _("{name}, {n} face down", { name, n: text });
  if (kind === "squash") {
    const cards = hidden ?? [];
    return _("{n} cards of {name} pushed together: {list}", {
      n: cards.length, name, list: cards.map(cardWords).join(", "),
    });
  }
  const above = count - 1 - (at ?? 0);
  if (above > 0) return _("{card}, {name}, under {n}", { card: cardWords(card), name, n: above });
  if (count === 1) return `${cardWords(card)}, ${name}`;
  const words = { card: cardWords(card), name, n: count, down: lies?.down ?? 0 };
  return words.down
    ? _("{card}, top of {name}, {n} cards, {down} face down", words)
    : _("{card}, top of {name}, {n} cards", words);
}

/** Return the words that say whether a card can move, or a card can be put on a place; "" if
 * neither.
 * @param {string} marks */
function marksWords(marks) {
  if (marks.includes("lifted")) return "";
  if (marks.includes("target")) return _("may go here");
  return marks.includes("source") ? _("can move") : "";
}
