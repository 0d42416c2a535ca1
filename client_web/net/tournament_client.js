// A tournament that a page follows, and the player's check-in and seat in it as this browser stores
// them.

import { useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { newNonce, newToken } from "./tokens.js";
import { saveCommitment } from "../state/saved_seats.js";
import { reduceTournament } from "../state/tournament_state.js";
import { useSubscription } from "./server_queries.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("./protocol").Tournament} Tournament */
/** @typedef {{token: string, nonce: string}} Place */

/** Follow a tournament. `again` requests it again, for what only its reader is sent: which entrant they
 * are.
 * @param {string | null} code @returns {{known: TournamentState | undefined, refusal: import("./connection.js").Refusal | null, again: () => void}} */
export function useTournament(code) {
  const app = useApp();
  const { state, refusal, again } = useSubscription(
    { type: "follow_tournament", code: code ?? "" },
    (/** @type {TournamentState | undefined} */ known, said) => reduceTournament(known, said, performance.now()),
    // A tournament the player is checked in to stays followed on other pages:
    // `components/own_tournament_bar.js`.
    code !== null && ownTournament(app) === code ? null : { type: "unfollow_tournament" },
  );
  useEffect(() => {
    if (state) saveCommitment(app.storage, state.tournament.name, state.tournament.commitment);
  }, [state?.tournament.name]);
  return { known: state, refusal, again };
}

/** The tournament the player is checked in to in this tab, while it runs.
 * @param {App} app
 * @returns {string | null} */
export function ownTournament(app) {
  return app.storage.get("evening");
}

/** @param {App} app @param {string} code */
export function forgetOwnTournament(app, code) {
  if (ownTournament(app) === code) app.storage.remove("evening");
}

/** The token and nonce of the check-in in this browser; null if it was made on another device.
 * @param {App} app @param {string} code @returns {Place | null} */
export function savedPlace(app, code) {
  return app.storage.get(`tournament/${code}`);
}

/** Check in with this browser, and enter first if the player has not.
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

/** Go to a dealt seat. Its token is saved as that of any seat, with the way back.
 * @param {App} app @param {{room: string, token: string, back: string}} seat */
export function goToSeat(app, { room, token, back }) {
  app.storage.set(`seat/${room}`, token);
  app.storage.set(`back/${room}`, back);
  app.go(`/j/${room}`);
}
