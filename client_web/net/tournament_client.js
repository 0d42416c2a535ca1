// Follows a tournament, and stores in this browser the player's check-in, entry as a guest, and
// seats.

import { useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Refusal } from "./connection.js";
import { newNonce, newToken } from "./tokens.js";
import { ownTournament, setOwnTournament } from "../state/own_tournament.js";
import { saveCommitment } from "../state/saved_rooms.js";
import { useObservable } from "../state/observable.js";
import { reduceTournament } from "../state/tournament_state.js";
import { useSubscription } from "./server_queries.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("./protocol").Tournament} Tournament */
/** @typedef {{token: string, nonce: string}} CheckIn what the player checks in
 *   with; the token is that of the seat in every round */

/** Follow a tournament. `again` requests the whole tournament again, because only the answer to a
 * request says which entrant the player is.
 * @param {string | null} code @returns {{known: TournamentState | undefined, refusal: import("./connection.js").Refusal | null, again: () => void}} */
export function useTournament(code) {
  const app = useApp();
  useObservable(app.me);
  const { state, refusal, again } = useSubscription(
    { type: "follow_tournament", code: code ?? "", ...asGuest(app, code ?? "") },
    (/** @type {TournamentState | undefined} */ known, said) => reduceTournament(known, said, performance.now()),
    // A tournament to which the player is checked in is followed on other pages too, by
    // `components/tournaments/own_tournament_bar.js`, so it is not unfollowed here.
    code !== null && ownTournament(app.storage) === code ? null : { type: "unfollow_tournament" },
  );
  useEffect(() => {
    if (state) saveCommitment(app.storage, state.tournament.name, state.tournament.commitment);
  }, [state?.tournament.name]);
  return { known: state, refusal, again };
}

/** Return the token and nonce of this browser's check-in; null if the player has not checked in
 * with it.
 * @param {App} app @param {string} code @returns {CheckIn | null} */
export function savedCheckIn(app, code) {
  return app.storage.get(`tournament/${code}`);
}

/** Return the fields of a request that say as which guest the player takes part; no fields if they
 * are logged in, or have not entered as a guest.
 * @param {App} app @param {string} code @returns {{guest?: string}} */
export function asGuest(app, code) {
  const token = app.me.value === null ? app.storage.get(`guest/${code}`)?.token : undefined;
  return token === undefined ? {} : { guest: token };
}

/** Check in with this browser, and enter first if the player takes no part yet, with a `name` as a
 * guest. Rejects with Refusal.
 * @param {App} app @param {Tournament} t @param {string | null} team @param {string} [name] */
export async function checkIn(app, t, team, name) {
  const mine = t.entrants.find((one) => one.number === t.mine);
  if (!mine || mine.gone !== null) await enterTournament(app, t.code, team, name);
  const saved = savedCheckIn(app, t.code) ?? { token: newToken(), nonce: newNonce() };
  app.storage.set(`tournament/${t.code}`, saved);
  await app.connection.ask({ type: "check_in_tournament", code: t.code, ...saved, ...asGuest(app, t.code) });
  setOwnTournament(app.storage, t.code);
}

/** Enter a tournament, or change the team. `team` null: no team. Without an account the player enters
 * as a guest: with the entry that this browser has, or with this `name`. Rejects with Refusal; then
 * no new entry is kept.
 * @param {App} app @param {string} code @param {string | null} team @param {string} [name] */
export async function enterTournament(app, code, team, name) {
  const request = { type: /** @type {const} */ ("enter_tournament"), code, team };
  const before = app.storage.get(`guest/${code}`);
  const guest = name === undefined ? before : { name, token: before?.token ?? newToken() };
  if (app.me.value !== null || guest === null) return app.connection.ask(request);
  app.storage.set(`guest/${code}`, guest); // before the answer, which may be lost
  try {
    return await app.connection.ask({ ...request, guest });
  } catch (error) {
    if (error instanceof Refusal && before === null) app.storage.remove(`guest/${code}`);
    else if (error instanceof Refusal && before !== null) app.storage.set(`guest/${code}`, before);
    throw error;
  }
}

/** Claim the tournament entries that this browser has as a guest for the account that is logged in.
 * An entry that cannot be claimed is forgotten. Resolves to the number of claimed entries. Rejects
 * with ConnectionLost.
 * @param {App} app */
export async function claimEntries(app) {
  let claimed = 0;
  for (const code of app.storage.names("guest/")) {
    const guest = app.storage.get(`guest/${code}`)?.token;
    if (guest === undefined) continue;
    try {
      await app.connection.ask({ type: "claim_tournament_entry", code, guest });
      claimed += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    app.storage.remove(`guest/${code}`);
  }
  return claimed;
}

/** Go to the room of a seat. Save its token as for any seat, and the address to go back to.
 * @param {App} app @param {{room: string, token: string, back: string}} seat */
export function goToSeat(app, { room, token, back }) {
  app.storage.set(`seat/${room}`, token);
  app.storage.set(`back/${room}`, back);
  app.go(`/j/${room}`);
}
