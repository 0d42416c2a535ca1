// The page /t/CODE: one tournament, live, with the player's own panel, the table with bars of the
// running round, and all rounds. When the player's race begins, the page goes to its room.

import { html, useEffect } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import * as tournaments from "../../state/tournament_state.js";
import { useNow } from "../../components/use_now.js";
import { FORMAT_TEXTS, tournamentHeadline, lateWords, nowLines, placeWords } from "../../messages/tournaments.js";
import { useGames } from "../../net/server_queries.js";
import { Problem, useAction } from "../../components/action_button.js";
import { OrganiserPanel } from "../../components/tournaments/organiser_panel.js";
import { TournamentRounds } from "../../components/tournaments/tournament_rounds.js";
import { Entrants, TournamentStandings, Teams } from "../../components/tournaments/tournament_standings.js";
import { Title } from "../../components/page_frame.js";
import { EntrantPanel, useDealtSeat } from "../../components/tournaments/entrant_panel.js";
import { useTournament } from "../../net/tournament_client.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

/** @param {{params: string[]}} props */
export default function TournamentPage({ params: [typed = ""] }) {
  const code = parseCode(typed);
  if (code === null) return html`<${NoSuch} typed=${typed} />`;
  return html`<${Followed} code=${code} />`;
}

/** Follow the tournament and show it. @param {{code: string}} props */
function Followed({ code }) {
  const app = useApp();
  const me = useObservable(app.me);
  const { known, refusal, again } = useTournament(code);
  const games = useGames();
  // The answer says which entrant the player is, so it is requested again after a login.
  useEffect(() => {
    if (known) again();
  }, [me?.name]);
  if (refusal && !known) return html`<${NoSuch} typed=${displayCode(code)} why=${refusal.message} />`;
  if (!known || !games) {
    return html`<${Title} text=${_("Tournament {code}", { code: displayCode(code) })} />
      <p class="quiet">${_("Asking the server…")}</p>`;
  }
  return html`<${TournamentView} known=${known} games=${games} again=${again} />`;
}

/** Show the tournament. `again` requests it from the server again.
 * @param {{known: TournamentState, games: Games, again: () => void}} props */
function TournamentView({ known, games, again }) {
  const t = known.tournament;
  const place = placeWords(t);
  const seat = useDealtSeat(t);
  return html`
    <${Title} text=${tournaments.titleOf(t)} />
    <p class="quiet">${tournamentHeadline(t)}</p>
    <${Now} known=${known} games=${games} />
    ${place && html`<p class="place">${place}</p>`}
    <${EntrantPanel} known=${known} seat=${seat} games=${games} changed=${again} />
    ${!t.organised && t.status !== "finished" && html`<${Helping} t=${t} changed=${again} />`}
    <${News} t=${t} />
    ${t.organised && html`<${OrganiserPanel} t=${t} />`}
    <section aria-labelledby="standings">
      <h2 id="standings">${t.table.length ? _("The table") : _("Who is there")}</h2>
      ${t.table.length
        ? html`<${TournamentStandings} t=${t} games=${games} /><${Teams} t=${t} />`
        : html`<${Entrants} t=${t} />`}
      <div class="buttons"><a class="button" href=${`/t/${t.code}/wall`}>${_("The wall: for a big screen")}</a></div>
    </section>
    <${TournamentRounds} t=${t} games=${games} />
    <${About} t=${t} games=${games} />
  `;
}

/** Show what is going on and the time left for it.
 * @param {{known: TournamentState, games: Games}} props */
function Now({ known, games }) {
  const now = useNow(known.tournament.status !== "finished");
  const lines = nowLines(known, now, games.title);
  return html`<div class="now">${lines.map((line) => html`<p key=${line.replace(/\d/g, "")}
    class="clock">${line}</p>`)}</div>`;
}

/** Show the button with which somebody who came by a link for organisers begins to help.
 * @param {{t: import("../../net/protocol").Tournament, changed: () => void}} props */
function Helping({ t, changed }) {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const word = new URLSearchParams(location.search).get("organise");
  if (word === null) return null;
  const help = async () => {
    if (await action.act(() => app.connection.ask({ type: "organise_tournament", code: t.code, word }))) changed();
  };
  return html`<div class="panel part"><p>${_("You are asked to organise this tournament too.")}</p>
    <div class="buttons">${me === null
      ? html`<a class="button first" href="/me">${_("Claim your name")}</a>`
      : html`<button type="button" class="first" disabled=${action.busy} onClick=${help}>${_("Organise it")}</button>`}</div>
    ${me === null && html`<p class="quiet">${_("Who organises has an account. Come back by the same link then.")}</p>`}
    <${Problem} action=${action} /></div>`;
}

/** Show the organiser's last three announcements, and announce the latest to screen readers.
 * @param {{t: import("../../net/protocol").Tournament}} props */
function News({ t }) {
  const app = useApp();
  const latest = t.news.at(-1);
  const text = latest ? `${t.organiser ?? _("The organiser")}: ${latest.text}` : "";
  useEffect(() => {
    if (text) app.announce(text);
  }, [text]);
  if (!t.news.length) return null;
  return html`<ul class="news">${t.news.slice(-3).map((each) => html`<li key=${each.text}>
    <strong>${t.organiser ?? _("The organiser")}:</strong> ${each.text}</li>`)}</ul>`;
}

/** Explain to newcomers what this tournament is and how to verify it.
 * @param {{t: import("../../net/protocol").Tournament, games: Games}} props */
function About({ t, games }) {
  const { format, rounds, late, scoring } = tournaments.planOf(t);
  const own = tournaments.isOwnPace(t);
  const titles = rounds.map((/** @type {any} */ each) => games.title(each.game)).join(", ");
  return html`<section aria-labelledby="about">
    <h2 id="about">${_("What it is")}</h2>
    <p>${FORMAT_TEXTS[format] ?? ""} ${scoring.way === "matchpoints" &&
      _("A deal is worth the part of the others whom you leave behind: 100 for all of them.")}</p>
    <p>${format === "series" ? _("The deals: {titles}.", { titles }) : _("The games: {titles}.", { titles })}
      ${" "}${!own && lateWords(late)}</p>
    <p class="seal"><span class="quiet">${_("Committed to before the start:")} </span>
      <code>${t.commitment}</code>
      ${t.opened && html`<br /><span class="quiet">${_("Opened now:")} </span><code>${t.opened.secret}</code>`}
    </p>
    <p class="quiet">${_(
      "Nobody, the server included, could choose these deals. Anybody can check all of it afterwards, in a " +
      "terminal:",
    )} <code>patience verify ${displayCode(t.code)}</code></p>
    ${t.next && html`<p>${_("The next of the series:")}
      ${" "}<a href=${`/t/${t.next}`}>${displayCode(t.next)}</a>.</p>`}
  </section>`;
}

/** Show that there is no such tournament. `why` is the server's sentence, if it was asked.
 * @param {{typed: string, why?: string}} props */
function NoSuch({ typed, why }) {
  return html`<${Title} text=${_("No such tournament")} />
    <p>${why ?? _("{typed} is no code: one has six letters and digits, such as KQ7-4TX.", { typed })}</p>
    <p>${_("Was the link cut short? Whoever organises it can tell you the code once more.")}</p>
    <div class="buttons"><a class="button first" href="/tournaments">${_("All tournaments")}</a></div>`;
}
