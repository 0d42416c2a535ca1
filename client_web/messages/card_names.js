// Names of cards: `10♥`, `ten of hearts`.

import { _ } from "./texts.js";

export const SUIT_SIGN = { S: "♠", H: "♥", D: "♦", C: "♣" };

const SUIT_WORD = { S: _("spades"), H: _("hearts"), D: _("diamonds"), C: _("clubs") };

/** @type {Record<string, string>} */
const RANK_WORD = {
  A: _("ace"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six"), 7: _("seven"),
  8: _("eight"), 9: _("nine"), T: _("ten"), J: _("jack"), Q: _("queen"), K: _("king"),
};

/** Return `10♥` for TH. @param {string} card */
export function cardSign(card) {
  const suit = /** @type {keyof typeof SUIT_SIGN} */ (card[1]);
  return `${card[0] === "T" ? "10" : card[0]}${SUIT_SIGN[suit]}`;
}

/** Return `ten of hearts` for TH. @param {string} card */
export function cardWords(card) {
  const suit = /** @type {keyof typeof SUIT_WORD} */ (card[1]);
  return _("{rank} of {suit}", { rank: RANK_WORD[card[0] ?? ""] ?? "", suit: SUIT_WORD[suit] });
}
