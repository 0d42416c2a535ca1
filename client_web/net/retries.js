// Says which refused requests are sent again without asking the player. The table is in the
// server's catalogue.

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {Catalogue["retries"]} Retries */

/** Return after how many milliseconds to send a refused request again; null if only the player may
 * send it again. `code` is the code of the refusal, `request` the type of the request.
 * @param {Retries} retries @param {string} code @param {string} request
 * @returns {number | null} */
export function retryDelay(retries, code, request) {
  const retry = Object.hasOwn(retries, code) ? retries[code] : undefined;
  if (!retry || (retry.requests !== null && !retry.requests.includes(request))) return null;
  return retry.after_ms;
}

/** Like `retryDelay`, with the table from the catalogue. Null also if the catalogue cannot be
 * loaded.
 * @param {import("../app.js").App} app @param {import("./connection.js").Refusal} refusal
 * @param {string} request @returns {Promise<number | null>} */
export async function loadRetryDelay(app, refusal, request) {
  const catalogue = /** @type {Catalogue | null} */ (await app.loadJson("catalogue.json").catch(() => null));
  return catalogue === null ? null : retryDelay(catalogue.retries, refusal.code, request);
}
