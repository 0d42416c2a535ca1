// How numbers, cards and ends are said, the same on every page.

/** Minutes and seconds: `6:05`, with hours `1:02:03`. @param {number} ms */
export function clock(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`;
}

/** What is left, as a clock that shows 0:00 only when nothing is. @param {number} ms */
export function clockLeft(ms) {
  return clock(Math.ceil(Math.max(0, ms) / 1000) * 1000);
}

/** The code as it is shown: `KQ7-4TX`. @param {string} code */
export function spokenCode(code) {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

const ALPHABET = /^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;

/** The code a person meant, or null: `kq7-4tx` is KQ74TX. @param {string} text */
export function readCode(text) {
  const plain = text.trim().toUpperCase().replace(/[- ]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  return ALPHABET.test(plain) ? plain : null;
}

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

/** How a game ended, for a list: `out in 3:20`, `stuck`, `gave up`, `the bell rang`.
 * @param {{result: string | null, reason: string | null, ended_ms?: number | null}} standing */
export function ended(standing) {
  const at = standing.ended_ms == null ? "" : ` in ${clock(standing.ended_ms)}`;
  if (standing.result === "won") return `out${at}`;
  if (standing.result === "complete") return `complete${at}`;
  const why = { stuck: "stuck", resigned: "gave up", timeout: "the bell rang" };
  return standing.reason ? why[/** @type {keyof typeof why} */ (standing.reason)] : "";
}
