// Room codes: how they are shown (`KQ7-4TX`), and how typed ones are read.

/** A room code as it is displayed: `KQ7-4TX`. @param {string} code */
export function displayCode(code) {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

const ALPHABET = /^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{6}$/;

/** The room code a person meant, or null: `kq7-4tx` gives KQ74TX. @param {string} text */
export function parseCode(text) {
  const plain = text.trim().toUpperCase().replace(/[- ]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  return ALPHABET.test(plain) ? plain : null;
}
