// The bar that other pages show about the tournament the player is checked in to. It takes the
// player to the room of their heat, or links to the tournament.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import * as tournaments from "../../state/tournament_state.js";
import { useNow } from "../use_now.js";
import { nowLines, placeWords } from "../../messages/tournaments.js";
import { useGames } from "../../net/server_queries.js";
import { useDealtSeat } from "./entrant_panel.js";
import { useTournament } from "../../net/tournament_client.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

/** Follow the tournament and show the bar. `plays`: the player's game runs; `path` is the open
 * address.
 * @param {{code: string, plays: boolean, path: string}} props */
export function OwnTournamentBar({ code, plays, path }) {
  const { known } = useTournament(code);
  const games = useGames();
  if (!known || !games) return null;
  return html`<${Content} known=${known} games=${games} plays=${plays} path=${path} />`;
}

/** Show the bar when there is something to say, and go to the player's room when it is time.
 * @param {{known: TournamentState, games: Games, plays: boolean, path: string}} props */
function Content({ known, games, plays, path }) {
  const app = useApp();
  const t = known.tournament;
  const [closed, close] = useState("");
  const back = `/t/${t.code}`;
  const room = /^\/j\/(\w+)$/.exec(path)?.[1] ?? null;
  const inRoom = room !== null && app.storage.get(`back/${room}`) === back;
  const begins = tournaments.seatToTake(t);
  const here = begins !== null && begins.heat.room === room;
  // Go to the new room if the player waits in a room of this tournament, or if the race has started
  // and the player is in no other game.
  const goes = !here && (inRoom || (!plays && begins?.round.state === "racing"));
  useDealtSeat(t, goes);
  const now = useNow(!here);
  if (here || (plays && (!inRoom || tournaments.isOwnPace(t)))) return null;
  const round = tournaments.currentRound(t);
  const about = `${t.status} ${round?.number ?? ""} ${round?.state ?? ""} ${inRoom}`;
  if (closed === about) return null;
  const lines = [placeWords(t), ...nowLines(known, now, games.title)].filter(Boolean);
  if (t.status === "finished") lines.unshift(_("That was the last race."));
  return html`<${Bar} title=${tournaments.titleOf(t)} lines=${lines} to=${back} close=${() => close(about)} />`;
}

/** Show the bar, and announce it once.
 * @param {{title: string, lines: (string | null)[], to: string, close: () => void}} props */
function Bar({ title, lines, to, close }) {
  const app = useApp();
  useEffect(() => app.announce(`${title}. ${lines[0] ?? ""}`), []);
  return html`<aside class="ring-news evening" aria-label=${title}>
    <span><strong>${title}</strong> <span class="clock">${lines.join(" ")}</span></span>
    <a class="button first" href=${to}>${_("To the tournament")}</a>
    <button type="button" onClick=${close}>${_("Close")}</button></aside>`;
}
