// The tournament to which the player is checked in in this tab. A small module, because the frame of
// every page loads it.

/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */

const KEY = "evening";

/** Return the code of the tournament, or null. @param {LocalStorage} storage @returns {string | null} */
export function ownTournament(storage) {
  return storage.get(KEY);
}

/** Note a check-in of this tab. @param {LocalStorage} storage @param {string} code */
export function setOwnTournament(storage, code) {
  storage.set(KEY, code, { tabOnly: true });
}

/** Forget the check-in of this tab, if it is to this tournament.
 * @param {LocalStorage} storage @param {string} code */
export function forgetOwnTournament(storage, code) {
  if (ownTournament(storage) === code) storage.remove(KEY);
}
