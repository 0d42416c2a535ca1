// Which refused requests are repeated without asking the player: the table in the server's catalogue.

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {Catalogue["retries"]} Retries */

/** After how many milliseconds to repeat a refused request; null if the player decides.
 * @param {Retries} retries @param {string} code @param {string} request its type
 * @returns {number | null} */
export function retryAfterMs(retries, code, request) {
  const retry = Object.hasOwn(retries, code) ? retries[code] : undefined;
  if (!retry || (retry.requests !== null && !retry.requests.includes(request))) return null;
  return retry.after_ms;
}

/** The same, with the table from the catalogue. Null also if the catalogue cannot be loaded.
 * @param {import("../app.js").App} app @param {import("./connection.js").Refusal} refusal
 * @param {string} request @returns {Promise<number | null>} */
export async function repeatAfterMs(app, refusal, request) {
  const catalogue = /** @type {Catalogue | null} */ (await app.loadJson("catalogue.json").catch(() => null));
  return catalogue === null ? null : retryAfterMs(catalogue.retries, refusal.code, request);
}
