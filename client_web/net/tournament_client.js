// Follows a tournament, and keeps in this browser the player's check-in and seats.

import { useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { newNonce, newToken } from "./tokens.js";
import { saveCommitment } from "../state/saved_rooms.js";
import { reduceTournament } from "../state/tournament_state.js";
import { useSubscription } from "./server_queries.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("./protocol").Tournament} Tournament */
/** @typedef {{token: string, nonce: string}} CheckIn what the player checks in
 *   with; the token is that of the seat in every round */

/** Follow a tournament. `again` requests it anew, because only the answer to a request says which
 * entrant the player is.
 * @param {string | null} code @returns {{known: TournamentState | undefined, refusal: import("./connection.js").Refusal | null, again: () => void}} */
export function useTournament(code) {
  const app = useApp();
  const { state, refusal, again } = useSubscription(
    { type: "follow_tournament", code: code ?? "" },
    (/** @type {TournamentState | undefined} */ known, said) => reduceTournament(known, said, performance.now()),
    // A tournament to which the player is checked in is followed on other pages too, by
    // `components/own_tournament_bar.js`, so it is not unfollowed here.
    code !== null && ownTournament(app) === code ? null : { type: "unfollow_tournament" },
  );
  useEffect(() => {
    if (state) saveCommitment(app.storage, state.tournament.name, state.tournament.commitment);
  }, [state?.tournament.name]);
  return { known: state, refusal, again };
}

/** Return the code of the tournament to which the player is checked in in this tab, or null.
 * @param {App} app
 * @returns {string | null} */
export function ownTournament(app) {
  return app.storage.get("evening");
}

/** Forget the check-in of this tab, if it is to this tournament.
 * @param {App} app @param {string} code */
export function forgetOwnTournament(app, code) {
  if (ownTournament(app) === code) app.storage.remove("evening");
}

/** Return the token and nonce of this browser's check-in; null if the player has not checked in
 * with it.
 * @param {App} app @param {string} code @returns {CheckIn | null} */
export function savedCheckIn(app, code) {
  return app.storage.get(`tournament/${code}`);
}

/** Check in with this browser, and enter first if the player takes no part yet. Rejects with
 * Refusal.
 * @param {App} app @param {Tournament} t @param {string | null} team */
export async function checkIn(app, t, team) {
  const mine = t.entrants.find((one) => one.number === t.mine);
  if (!mine || mine.gone !== null) await enterTournament(app, t.code, team);
  const saved = savedCheckIn(app, t.code) ?? { token: newToken(), nonce: newNonce() };
  app.storage.set(`tournament/${t.code}`, saved);
  await app.connection.ask({ type: "check_in_tournament", code: t.code, ...saved });
  app.storage.set("evening", t.code, { tabOnly: true });
}

/** Enter a tournament, or change the team. `team` null: no team.
 * @param {App} app @param {string} code @param {string | null} team */
export function enterTournament(app, code, team) {
  return app.connection.ask({ type: "enter_tournament", code, team });
}

/** Go to the room of a seat. Save its token as for any seat, and the address to go back to.
 * @param {App} app @param {{room: string, token: string, back: string}} seat */
export function goToSeat(app, { room, token, back }) {
  app.storage.set(`seat/${room}`, token);
  app.storage.set(`back/${room}`, back);
  app.go(`/j/${room}`);
}
