// The panel of a tournament's page for the player: enter, check in, go to the seat, withdraw.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { newToken } from "../../net/tokens.js";
import { askForSeat } from "../../net/room_client.js";
import * as tournaments from "../../state/tournament_state.js";
import { useNow } from "../use_now.js";
import { ConfirmButton, Problem, useAction } from "../action_button.js";
import {
  asGuest, checkIn, enterTournament, goToSeat, savedCheckIn,
} from "../../net/tournament_client.js";
import { forgetOwnTournament } from "../../state/own_tournament.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */
/** @typedef {{room: string, round: import("../../net/protocol").RoundInfo, here: boolean}} OwnSeat the room
 *   of the player's heat; `here`: this browser has the token of the check-in */

/** The rooms that were opened automatically. A player who comes back from such a room is not sent
 * to it again. */
const opened = new Set();

/** Go to the room of the player's heat as soon as there is one, but only once to each room. Return
 * that room, or null.
 * @param {Tournament} t
 * @param {boolean} [goes] whether to go there now
 * @returns {OwnSeat | null} */
export function useDealtSeat(t, goes = true) {
  const app = useApp();
  const found = tournaments.takesPart(t) ? tournaments.seatToTake(t) : null;
  const place = savedCheckIn(app, t.code);
  const room = found?.heat.room ?? null;
  useEffect(() => {
    if (!goes || room === null || place === null || opened.has(room)) return;
    if (t.status !== "running") return;
    opened.add(room);
    app.announce(_("Your race begins: here is your table."), true);
    goToSeat(app, { room, token: place.token, back: `/t/${t.code}` });
  }, [room, t.status, place?.token, goes]);
  useEffect(() => {
    if (t.status === "finished" || (t.mine !== null && !tournaments.takesPart(t))) forgetOwnTournament(app.storage, t.code);
  }, [t.status, t.mine]);
  return found && { room: found.heat.room, round: found.round, here: place !== null };
}

/** Show the panel. `changed` is called after a request, and asks the server for the tournament
 * again.
 * @param {{known: TournamentState, seat: OwnSeat | null, games: Games, changed: () => void}} props */
export function EntrantPanel({ known, seat, games, changed }) {
  const t = known.tournament;
  const app = useApp();
  const me = useObservable(app.me);
  const mine = tournaments.ownEntrant(t);
  const action = useAction();
  if (t.status === "finished" || t.status === "draft") return null;
  const guests = tournaments.planOf(t).guests === true;
  if (me === null && mine === null && !guests) {
    return html`<div class="panel part"><p>${_("Anybody may look on. Who takes part has an account:")}
      ${" "}<a href="/me">${_("choose your name")}</a>${_(", then come back here.")}</p></div>`;
  }
  const act = async (/** @type {() => Promise<unknown>} */ work) => {
    await action.act(work);
    changed();
  };
  const inIt = mine !== null && mine.gone === null;
  return html`<div class="panel part">
    ${inIt
      ? html`<${Inside} known=${known} seat=${seat} games=${games} action=${action} act=${act} />`
      : html`<${Outside} t=${t} asks=${me === null && mine === null} action=${action} act=${act} />`}
    <${Problem} action=${action} />
  </div>`;
}

/** @typedef {(work: () => Promise<unknown>) => Promise<void>} Act */

/** Show the buttons to enter to somebody who does not take part. `asks`: the player has no account
 * and is asked for a name.
 * @param {{t: Tournament, asks: boolean, action: import("../action_button.js").Action, act: Act}} props */
function Outside({ t, asks, action, act }) {
  const app = useApp();
  const [team, choose] = useState("");
  const [typed, type] = useState(app.storage.get("name") ?? "");
  const name = asks ? typed.trim().replace(/\s+/g, " ") : undefined;
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name !== undefined) app.storage.set("name", name);
    void act(() => checkIn(app, t, chosen, name));
  };
  const plan = tournaments.planOf(t);
  const chosen = team.trim() || null;
  const gone = tournaments.ownEntrant(t)?.gone;
  return html`
    <p>${gone === "removed"
      ? _("The organiser has taken you out of it.")
      : gone
        ? _("You have left. You may come back; what you have played stays.")
        : t.organised
          ? _("You may take part yourself, too.")
          : asks
            ? _("Enter with your name alone; you need no account. Guests are not rated.")
            : _("Enter to be on the list. Check in when you are here to play.")}</p>
    <form onSubmit=${enter}>
    ${asks && html`<p class="field"><label for="guest">${_("Your name")}</label>
      <input id="guest" value=${typed} maxlength="24" autocomplete="nickname" spellcheck=${false} required
        onInput=${(/** @type {FieldEvent} */ event) => type(event.currentTarget.value)} /></p>`}
    ${plan.teams && html`<${Team} t=${t} team=${team} choose=${choose} />`}
    <div class="buttons">
      <button class=${t.organised ? undefined : "first"} disabled=${action.busy || name === ""}>
        ${_("Enter and check in")}</button>
      ${asks && html`<a class="button" href="/me">${_("I have an account")}</a>`}
      ${t.status === "open" && !asks && html`<button type="button" disabled=${action.busy}
        onClick=${() => act(() => enterTournament(app, t.code, chosen))}>${_("Only enter")}</button>`}
    </div></form>`;
}

/** Show the field for the team: a list if the plan names the teams, otherwise free text.
 * @param {{t: Tournament, team: string, choose: (team: string) => void}} props */
function Team({ t, team, choose }) {
  const given = tournaments.planOf(t).teams?.names ?? [];
  const names = given.length ? given : [...new Set(t.entrants.flatMap((one) => one.team ?? []))];
  const change = (/** @type {Event} */ event) =>
    choose(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  return html`<p class="field"><label for="team">${_("Your team")}</label>
    ${given.length
      ? html`<select id="team" value=${team} onChange=${change}>
          <option value="">${_("none")}</option>
          ${given.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select>`
      : html`<input id="team" value=${team} onInput=${change} list="teams" maxlength="24" />
          <datalist id="teams">${names.map((name) => html`<option key=${name} value=${name} />`)}
          </datalist>`}</p>`;
}

/** Show the buttons of an entrant: check in, go to the seat, next deal, leave.
 * @param {{known: TournamentState, seat: OwnSeat | null, games: Games,
 *   action: import("../action_button.js").Action, act: Act}} props */
function Inside({ known, seat, games, action, act }) {
  const t = known.tournament;
  const app = useApp();
  const mine = tournaments.ownEntrant(t);
  const here = savedCheckIn(app, t.code) !== null;
  const there = mine?.checked_in === true;
  const team = tournaments.planOf(t).teams && t.status === "open";
  return html`
    <p>${there && here
      ? tournaments.isOwnPace(t)
        ? _("You are checked in. The next deal is yours whenever you ask for it.")
        : _("You are checked in. Keep this page open: your table comes by itself.")
      : there
        ? _("You are checked in on another device. You can take your seat over to this one.")
        : _("You have entered. Check in once you are here to play.")}</p>
    <div class="buttons">
      ${seat && here && html`<${ToSeat} t=${t} seat=${seat} games=${games} />`}
      ${!(there && here) && html`<button type="button" class="first" disabled=${action.busy}
        onClick=${() => act(() => checkIn(app, t, null))}>${there ? _("Play here") : _("Check in")}</button>`}
      ${there && here && tournaments.isOwnPace(t) && html`<${NextDeal} known=${known} action=${action} act=${act} />`}
      <${ConfirmButton} words=${_("Leave")} sure=${_("Leave")} disabled=${action.busy}
        question=${_("Take part no more? What you have played stays.")}
        onSure=${() => act(() => app.connection.ask({ type: "withdraw_from_tournament", code: t.code, ...asGuest(app, t.code) }))} />
    </div>
    ${mine?.guest && app.me.value === null && html`<p class="quiet">
      ${_("You play as a guest. With an account of your own, now or later, all of this is yours.")}
      ${" "}<a href="/me">${_("Claim your name")}</a></p>`}
    ${team && html`<${OtherTeam} t=${t} action=${action} act=${act} />`}`;
}

/** Show the form that changes the player's team before the start.
 * @param {{t: Tournament, action: import("../action_button.js").Action, act: Act}} props */
function OtherTeam({ t, action, act }) {
  const app = useApp();
  const [team, choose] = useState(tournaments.ownEntrant(t)?.team ?? "");
  return html`<${Team} t=${t} team=${team} choose=${choose} />
    <div class="buttons"><button type="button" disabled=${action.busy}
      onClick=${() => act(() => enterTournament(app, t.code, team.trim() || null))}>${_("Join this team")}</button></div>`;
}

/** Show the button that goes to the room of the player's heat.
 * @param {{t: Tournament, seat: OwnSeat, games: Games}} props */
function ToSeat({ t, seat, games }) {
  const app = useApp();
  const go = () => {
    const place = savedCheckIn(app, t.code);
    if (place) goToSeat(app, { room: seat.room, token: place.token, back: `/t/${t.code}` });
  };
  return html`<button type="button" class="first" onClick=${go}>
    ${_("To your table: {title}", { title: games.title(seat.round.game) })}</button>`;
}

/** In arenas and crown tournaments, show the button for the next deal, or for the deal in progress.
 * @param {{known: TournamentState, action: import("../action_button.js").Action, act: Act}} props */
function NextDeal({ known, action, act }) {
  const app = useApp();
  const now = useNow(true, 1000);
  const t = known.tournament;
  const { opens_in_ms, closes_in_ms } = t.clocks;
  if (t.status !== "running" || tournaments.windowLeft(known, opens_in_ms, now)) return null;
  if (tournaments.windowLeft(known, closes_in_ms, now) === 0) return null;
  const deal = async () => {
    const token = savedCheckIn(app, t.code)?.token ?? newToken();
    const { code } = t;
    const asked = { code, token, legal: true, ...asGuest(app, code) };
    const room = await askForSeat(app, { type: "play_tournament_deal", ...asked });
    goToSeat(app, { room: room.code, token, back: `/t/${code}` });
  };
  return html`<button type="button" class="first" disabled=${action.busy}
    onClick=${() => act(deal)}>${_("The next deal")}</button>`;
}
