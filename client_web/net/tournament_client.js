// A tournament that a page follows, and the player's check-in and seat in it as this browser stores
// them.

import { useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { newNonce, newToken } from "./tokens.js";
import { saveCommitment } from "../state/saved_seats.js";
import { reduceTournament } from "../state/tournament_state.js";
import { useSubscription } from "./server_queries.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/tournament_state.js").Known} Known */
/** @typedef {import("./protocol").Tournament} Tournament */
/** @typedef {{token: string, nonce: string}} Place */

/** Follow one. `again` asks anew, for what is told to its reader alone: who they are in it.
 * @param {string | null} code @returns {{known: Known | undefined, refusal: any, again: () => void}} */
export function useTournament(code) {
  const app = useApp();
  const { state, refusal, again } = useSubscription(
    { type: "follow_tournament", code: code ?? "" },
    (/** @type {Known | undefined} */ known, said) => reduceTournament(known, said, performance.now()),
    // The evening one plays goes on to be followed on other pages: `components/own_tournament_bar.js`.
    code !== null && ownTournament(app) === code ? null : { type: "unfollow_tournament" },
  );
  useEffect(() => {
    if (state) saveCommitment(app.storage, state.tournament.name, state.tournament.commitment);
  }, [state?.tournament.name]);
  return { known: state, refusal, again };
}

/** The tournament one is checked in to here, while it goes on. @param {App} app
 * @returns {string | null} */
export function ownTournament(app) {
  return app.storage.get("evening");
}

/** @param {App} app @param {string} code */
export function forgetOwnTournament(app, code) {
  if (ownTournament(app) === code) app.storage.remove("evening");
}

/** What one brought to the check-in here, or null where it was on another device.
 * @param {App} app @param {string} code @returns {Place | null} */
export function savedPlace(app, code) {
  return app.storage.get(`tournament/${code}`);
}

/** Be there, at this browser; who has not entered does so now.
 * @param {App} app @param {Tournament} t @param {string | null} team */
export async function checkIn(app, t, team) {
  const mine = t.entrants.find((one) => one.number === t.mine);
  if (!mine || mine.gone !== null) await enterTournament(app, t.code, team);
  const place = savedPlace(app, t.code) ?? { token: newToken(), nonce: newNonce() };
  app.storage.set(`tournament/${t.code}`, place);
  await app.connection.ask({ type: "check_in_tournament", code: t.code, ...place });
  app.storage.set("evening", t.code, { tabOnly: true });
}

/** @param {App} app @param {string} code @param {string | null} team */
export function enterTournament(app, code, team) {
  return app.connection.ask({ type: "enter_tournament", code, team });
}

/** Go to a seat that was dealt: it is remembered as any other, with the way back.
 * @param {App} app @param {{room: string, token: string, back: string}} seat */
export function goToSeat(app, { room, token, back }) {
  app.storage.set(`seat/${room}`, token);
  app.storage.set(`back/${room}`, back);
  app.go(`/j/${room}`);
}
