// Writes codes of rooms and tournaments for people (`KQ7-4TX`), and reads typed codes.

const HIDDEN = "•••-•••";

let hidden = false;

/** Hide all codes from now on, or show them again. For players who show their screen to others,
 * because everybody who reads a code can enter the room. @param {boolean} wanted */
export function hideCodes(wanted) {
  hidden = wanted;
}

/** Return a code as it is shown: `KQ7-4TX` for KQ74TX, or dots while codes are hidden.
 * @param {string} code */
export function displayCode(code) {
  if (hidden) return HIDDEN;
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

const ALPHABET = /^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;

/** Return the code that somebody has typed, or null: KQ74TX for `kq7-4tx`. I and L are read as 1, O
 * as 0.
 * @param {string} text */
export function parseCode(text) {
  const plain = text.trim().toUpperCase().replace(/[- ]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  return ALPHABET.test(plain) ? plain : null;
}
