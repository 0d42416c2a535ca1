// Accessible names of cards and piles for screen readers: "ten of hearts, top of column c".

import { cardWords } from "../messages/card_names.js";
import { CLOSED } from "./table_layout.js";
import { cellLabel } from "./places.js";

/** @typedef {import("./table_layout.js").Lying} Lying */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("./types").View} View */

/** @type {Record<string, string>} */
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const TILTS = ["", "tilted right", "laid across", "tilted left"];
/** @type {Record<string, string>} */
const OPS = { 0: "row 2 5 8 jack", 1: "row 3 6 9 queen", 2: "row 4 7 10 king" };

/** The name of a pile, with its letter if it has one.
 * @param {string} pile @param {ReadonlyMap<string, string>} letters */
export function pileLabel(pile, letters) {
  const [kind = "", first = "", second] = pile.split(".");
  const letter = letters.get(pile) ?? "";
  if (first === "") return `the ${kind.replace("_", "-")}`;
  if (kind === "foundation" && first in SUIT_WORDS) return `the foundation of ${SUIT_WORDS[first]}`;
  if (first in SUIT_WORDS) return `the ${kind}-king of ${SUIT_WORDS[first]}`;
  if (kind === "op") return `${OPS[first]}, pile ${Number(second) + 1}`;
  if (kind === "heap") return `heap ${first}`;
  if (kind === "line") return `pile ${Number(first) + 1} of the line`;
  const words = { tab: "column", col: "column", rub: "rubbish column", pile: "pile" };
  return `${words[/** @type {keyof typeof words} */ (kind)] ?? kind} ${letter}`;
}

/** @param {Lying} lying @param {Game} game @param {View} view
 * @param {ReadonlyMap<string, string>} letters @param {number} tilt @param {string} marks */
export function cardLabel(lying, game, view, letters, tilt, marks) {
  const joined = lying.joined ? "joined" : "";
  const words = [what(lying, game, view, letters), joined, TILTS[tilt], marksTold(marks)];
  return words.filter(Boolean).join(", ");
}

/** @param {Lying} lying @param {Game} game @param {View} view
 * @param {ReadonlyMap<string, string>} letters */
function what({ kind, pile, at, card, cell, text, hidden }, game, view, letters) {
  if (cell) {
    const where = `cell ${cellLabel(game, cell)}`;
    return kind === "card" ? `${cardWords(card)}, ${where}` : `${where}, empty`;
  }
  if (pile === "next" && kind === "empty") return "the next card, not there yet";
  if (pile === "next") return `${cardWords(card)}, the next card`;
  const name = pileLabel(pile, letters);
  const lies = view.piles[pile];
  const count = lies ? lies.down + lies.up.length : 0;
  if (kind === "empty") return `${name}, empty`;
  if (kind === "back") return text === CLOSED ? `${name}, closed` : `${name}, ${text} face down`;
  if (kind === "squash") {
    const cards = hidden ?? [];
    return `${cards.length} cards of ${name} pushed together: ${cards.map(cardWords).join(", ")}`;
  }
  const above = count - 1 - (at ?? 0);
  if (above > 0) return `${cardWords(card)}, ${name}, under ${above}`;
  if (count === 1) return `${cardWords(card)}, ${name}`;
  return `${cardWords(card)}, top of ${name}, ${count} cards`;
}

/** @param {string} marks */
function marksTold(marks) {
  if (marks.includes("lifted")) return "";
  if (marks.includes("target")) return "may go here";
  return marks.includes("source") ? "can move" : "";
}
