// Names of cards: `10♥`, `ten of hearts`.

export const SUIT_SIGN = { S: "♠", H: "♥", D: "♦", C: "♣" };

const SUIT_WORD = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** @type {Record<string, string>} */
const RANK_WORD = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

/** `10♥` for TH. @param {string} card */
export function cardSign(card) {
  const suit = /** @type {keyof typeof SUIT_SIGN} */ (card[1]);
  return `${card[0] === "T" ? "10" : card[0]}${SUIT_SIGN[suit]}`;
}

/** `ten of hearts` for TH. @param {string} card */
export function cardWords(card) {
  const suit = /** @type {keyof typeof SUIT_WORD} */ (card[1]);
  return `${RANK_WORD[card[0] ?? ""]} of ${SUIT_WORD[suit]}`;
}
