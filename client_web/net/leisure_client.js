// Requests about leisure races, as an account or as a guest. The entry of a guest is stored in this
// browser.

import { useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Refusal } from "./connection.js";
import { newToken } from "./tokens.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./protocol").LeisureRace} LeisureRace */

/** Return the fields of a request that say as which guest the player takes part in a leisure race; no
 * fields if they are logged in, or have not joined as a guest.
 * @param {App} app @param {string} code @returns {{guest?: string}} */
export function asLeisureGuest(app, code) {
  const token = app.me.value === null ? app.storage.get(`leisure-guest/${code}`)?.token : undefined;
  return token === undefined ? {} : { guest: token };
}

/** Call `again` whenever the server sends news of a leisure race, so that a page shows it.
 * @param {() => void} again */
export function useLeisureNews(again) {
  const app = useApp();
  useEffect(() => app.connection.listen((said) => {
    if (said.type === "leisure_news") again();
  }), []);
}

/** Take part in a leisure race, and resolve to it. Without an account the player takes part as a guest:
 * with the entry that this browser has, or with this `name`. Rejects with Refusal; then no new entry is
 * kept.
 * @param {App} app @param {string} code @param {string} [name] @returns {Promise<LeisureRace>} */
export async function joinLeisureRace(app, code, name) {
  const request = { type: /** @type {const} */ ("join_leisure_race"), code };
  const before = app.storage.get(`leisure-guest/${code}`);
  const guest = name === undefined ? before : { name, token: before?.token ?? newToken() };
  if (app.me.value !== null || guest === null) return app.connection.ask(request);
  app.storage.set(`leisure-guest/${code}`, guest); // before the answer, which may be lost
  try {
    return await app.connection.ask({ ...request, guest });
  } catch (error) {
    if (error instanceof Refusal && before === null) app.storage.remove(`leisure-guest/${code}`);
    else if (error instanceof Refusal && before !== null) app.storage.set(`leisure-guest/${code}`, before);
    throw error;
  }
}

/** Claim the parts in leisure races that this browser has as a guest for the account that is logged in.
 * A part that cannot be claimed is forgotten. Resolves to the number of claimed parts. Rejects with
 * ConnectionLost.
 * @param {App} app */
export async function claimLeisureParts(app) {
  let claimed = 0;
  for (const code of app.storage.names("leisure-guest/")) {
    const guest = app.storage.get(`leisure-guest/${code}`)?.token;
    if (guest === undefined) continue;
    try {
      await app.connection.ask({ type: "claim_leisure_entry", code, guest });
      claimed += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    app.storage.remove(`leisure-guest/${code}`);
  }
  return claimed;
}
