// Which refused requests the page repeats by itself: the table is the server's, in its catalogue.

/** @typedef {Record<string, {after_ms: number, requests: string[] | null}>} Retries */

/** After how many milliseconds to repeat a refused request; null: a person decides.
 * @param {Retries} retries @param {string} code @param {string} request its type
 * @returns {number | null} */
export function retryAfterMs(retries, code, request) {
  const retry = Object.hasOwn(retries, code) ? retries[code] : undefined;
  if (!retry || (retry.requests !== null && !retry.requests.includes(request))) return null;
  return retry.after_ms;
}

/** The same by the catalogue; null as well where that cannot be loaded.
 * @param {import("../app.js").App} app @param {import("./connection.js").Refusal} refusal
 * @param {string} request @returns {Promise<number | null>} */
export async function repeatAfterMs(app, refusal, request) {
  const catalogue = await app.loadJson("catalogue.json").catch(() => null);
  return catalogue === null ? null : retryAfterMs(catalogue.retries, refusal.code, request);
}
