// The results after a race: places, buttons for what to do next, and how to verify the deal.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useCatalogue } from "../../net/server_queries.js";
import { racedGames } from "../../state/game_catalogue.js";
import { ownVote } from "../../state/room_state.js";
import { boardOf, scoreOf } from "../../state/common_table.js";
import { ranking, barShares } from "../../state/ranking.js";
import { ConfirmButton } from "../action_button.js";
import { shareText } from "../copying.js";
import { formatWords, gameWords, isForPoints, nameOf, ownMember, pointsEnd } from "../../messages/races.js";
import { Crown, Title } from "../page_frame.js";
import { GhostLink } from "./ghost_link.js";
import { Bar, seatSign } from "./race_standings.js";
import { progressWords, resultWords, paceWords } from "../../messages/results.js";
import { raceText, recordLink, roundText } from "../../messages/shared_texts.js";
import { scoreSentence, voteLines } from "../../messages/next_race.js";
import { winnableSentence } from "../../messages/room_events.js";
import { clockTime, joinNames } from "../../messages/formatting.js";
import { tiesOfRace } from "../../messages/tie_breaks.js";
import { displayCode } from "../../state/room_codes.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../net/protocol").SeatStanding} SeatStanding */

const SHORT = 16;

/** Show the results.
 * @param {{client: RoomClient, state: RoomState, game?: Game, again?: (() => void) | null, counts?: boolean, children?: Child}} props
 *   `again` makes a new deal for a player who plays alone; `counts`: the browser keeps the result */
export function Results({ client, state, game, again = null, counts = false, children }) {
  const { room, common } = state;
  const { series } = room.race;
  const round = useLoaded(Boolean(series), () => import("./round_count.js"));
  const record = useLoaded(counts, () => import("./alone_record.js"));
  const placed = ranking(state);
  const score = again ? "" : scoreSentence(room.wins);
  const share = barShares(game, placed.map((each) => each.standing));
  const short = _("{code} results", { code: displayCode(room.code) });
  const summary = html`<p class="quiet">${_(
      "{game}, {format}; over after {time}.",
      { game: gameWords(game, room.race), format: formatWords(room.race.terms), time: clockTime(room.race.clock_ms ?? 0) },
    )}</p>`;
  const isWon = placed.some(({ place, standing }) => place === 1 && isCrowned(standing, placed));
  return html`<div class="results">
    ${isWon && !series && html`<${Crown} />`}
    ${series && round
      ? html`<${round.RoundOver} state=${state} table=${common} series=${series} headline=${headline(state)} short=${short}>${summary}<//>`
      : html`<${Title} text=${headline(state)} short=${short} />${summary}`}
    ${!series && html`<${OwnResult} state=${state} game=${game} placed=${placed} />`}
    ${record && html`<${record.AloneRecord} state=${state} />`}
    ${!series && html`<ol class="places">${placed.map(({ place, standing }) => {
      const own = standing.seat === room.seat;
      const [glyph, word] = seatSign(state, standing);
      const name = nameOf(state, standing.seat);
      const moves = ngettext("{n} move", "{n} moves", standing.moves);
      const pace = placed.length === 1 ? paceWords(standing.moves, standing.ended_ms ?? room.race.clock_ms ?? 0) : "";
      return html`<li key=${standing.seat} class=${[own && "me", place === 1 && isCrowned(standing, placed) && "winner"].filter(Boolean).join(" ")} data-seat=${standing.seat}>
        <span class="place">${place}</span>
        <span class="name">${own ? _("{name} (you)", { name }) : name}</span>
        <span class="sign" aria-hidden="true" title=${word}>${glyph}</span>
        <span class="score">${resultWords(game, standing)}, ${moves}${pace && `; ${pace}`}</span>
        <${Bar} share=${share(standing)} /></li>`;
    })}</ol>`}
    ${tiesOfRace(placed, { game, byMoves: room.race.terms.winners === "moves" }).map((line) => html`<p key=${line} class="quiet ties">${line}</p>`)}
    ${score && html`<p class="room-score">${score}</p>`}
    <${NextSteps} client=${client} state=${state} game=${game} again=${again} />
    ${children}
    <${DealProof} state=${state} />
  </div>`;
}

/** Return whether a contestant in the first place has won something: against others, or the game itself.
 * @param {SeatStanding} standing @param {unknown[]} placed */
function isCrowned(standing, placed) {
  return placed.length > 1 || standing.result === "won";
}

/** Show the player's own place, time and moves as figures; nothing for those who only watched.
 * @param {{state: RoomState, game?: Game, placed: {place: number, standing: SeatStanding}[]}} props */
function OwnResult({ state: { room }, game, placed }) {
  const own = placed.find(({ standing }) => standing.seat === room.seat);
  if (!own || room.seat === null) return null;
  const { place, standing } = own;
  const figures = [
    [_("Place"), placed.length > 1 ? `${place} / ${placed.length}` : ""],
    [_("Result"), game ? progressWords(game, standing) : ""],
    [_("Time"), clockTime(standing.ended_ms ?? room.race.clock_ms ?? 0)],
    [_("Moves"), `${standing.moves}`],
  ];
  return html`<dl class="own-result">${figures.filter(([, value]) => value).map(([name, value]) => html`<div key=${name}>
    <dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Return a module that only some results need; null until it is loaded, or if it is not `wanted`. It is not part of
 * what a page needs before a race. If it cannot be loaded, the results are shown without it.
 * @template M
 * @param {boolean} wanted @param {() => Promise<M>} load @returns {M | null} */
function useLoaded(wanted, load) {
  const [module, found] = useState(/** @type {M | null} */ (null));
  useEffect(() => {
    if (wanted) load().then((loaded) => found(() => loaded), () => undefined);
  }, [wanted]);
  return module;
}

/** Show the buttons: new deal, replay, share, leave; in a room with others also those for the next
 * race.
 * @param {{client: RoomClient, state: RoomState, game?: Game, again: (() => void) | null}} props */
function NextSteps({ client, state, game, again }) {
  const app = useApp();
  const [status, setStatus] = useState("");
  const { room } = state;
  // A daily deal or a deal of a tournament or crown race has its own race id, and no rematch.
  const isOwnDeal = room.race.id === `${room.code}-${room.race.n}`;
  const isDaily = room.race.id.startsWith("daily-");
  const alone = state.standings.size < 2;
  const share = async () => setStatus(await shareText(textToShare(state, game), _("Crown Patience")));
  const leave = async () => {
    await client.leave();
    app.go("/");
  };
  return html`
    ${isOwnDeal && !again && room.seat !== null && room.host !== null && html`<${NextGame} client=${client} state=${state} />`}
    <div class="buttons">
      ${again && html`<button class="first" onClick=${again}>${room.race.ghost ? _("Race it again") : _("New deal")}</button>`}
      ${isDaily && html`<a class="button first" href="/daily">${_("Today's deals")}</a>`}
      <a class="button" href=${`/r/${room.code}-${room.race.n}`}>${alone || room.race.ghost ? _("Replay") : _("Compare and replay")}</a>
      ${room.opened && !room.race.series && html`<a class="button" href=${`/deals/${room.code}-${room.race.n}`}>${_("Everybody on this deal")}</a>`}
      <button onClick=${share}>${_("Share")}</button>
      ${room.seat !== null && (again
        ? html`<a class="button" href="/play">${_("Another game")}</a>`
        : html`<${ConfirmButton} words=${_("Leave")} question=${_("Give your seat up?")} onSure=${leave} />`)}
    </div>
    <p role="status" class="quiet">${status}</p>
    ${again && room.opened && room.seat !== null && html`<${GhostLink} race=${`${room.code}-${room.race.n}`} seat=${room.seat} />`}`;
}

/** Show the buttons for the next race, and the votes for its game.
 * @param {{client: RoomClient, state: RoomState}} props */
function NextGame({ client, state }) {
  const games = racedGames(useCatalogue());
  const { room } = state;
  const { game } = room.race;
  const own = ownVote(state);
  const [other, choose] = useState("");
  const isHost = room.host === room.seat;
  const wanted = games.find((each) => each.slug === other) ?? games.find((each) => each.slug !== game);
  const { series } = room.race;
  const goesOn = Boolean(series?.target) && !series?.over;
  const onward = goesOn ? _("Next round") : _("Rematch");
  const asideSentence = ownMember(state)?.aside && _("You stand aside; take part again first.");
  const votes = voteLines(state);
  const [choosing, chooseTerms] = useState(false);
  const form = useLoaded(choosing, () => import("./next_race_form.js"));
  return html`<section class="next-game" aria-label=${_("The next race")}>
    <div class="buttons">
      ${isHost
        ? html`<button class="first" onClick=${() => client.rematch()}>${onward}</button>
          <button aria-expanded=${choosing} onClick=${() => chooseTerms(!choosing)}>${_("Other terms")}</button>`
        : html`<button class="first" aria-pressed=${own === game} disabled=${Boolean(asideSentence)}
            onClick=${() => client.vote(game)}>${onward}</button>`}
      ${wanted && html`<span class="other-game">
        <select aria-label=${_("Another game")} value=${wanted.slug}
          onChange=${(/** @type {import("../events").FieldEvent} */ e) => choose(e.target.value)}>
          ${games.filter((each) => each.slug !== game).map((each) => html`<option key=${each.slug}
            value=${each.slug} selected=${each.slug === wanted.slug}>${each.title}</option>`)}</select>
        <button aria-pressed=${own === wanted.slug} disabled=${Boolean(asideSentence)}
          onClick=${() => client.vote(wanted.slug)}>${_("Vote for it")}</button></span>`}
    </div>
    ${isHost && choosing && form && html`<${form.NextRaceForm} client=${client} last=${room.race} />`}
    ${asideSentence && html`<p class="quiet">${asideSentence}</p>`}
    ${votes.length > 0 && html`<ul class="votes" aria-label=${_("Votes")}>${votes.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
    <p class="quiet">${goesOn
      ? _("The host opens the next round at once. Another game needs the votes of more than half of those here, or of all, and ends the series.")
      : isHost
      ? _("Your rematch opens at once. Another game needs the votes of more than half of those here, or of all.")
      : _("The next game needs the votes of more than half of those here, or of all. The host may open a rematch at once.")}</p>
  </section>`;
}

/** Show the commitment, the secret, and how to verify the deal.
 * @param {{state: RoomState}} props */
function DealProof({ state: { room } }) {
  const winnable = winnableSentence(room.opened);
  const command = `patience verify ${displayCode(room.code)}-${room.race.n}`;
  return html`<details class="quiet sealed"><summary>${_("Was it fair?")}</summary>
    <dl><dt>${_("Committed to before the start")}</dt><dd><code>${room.race.commitment.slice(0, SHORT)}…</code></dd>
    ${room.opened && html`<dt>${_("Opened now")}</dt><dd><code>${room.opened.secret.slice(0, SHORT)}…</code></dd>`}</dl>
    ${winnable && html`<p>${winnable}</p>`}
    <p>${room.opened
      ? _("Anybody can deal it again and check: on the page of the race, or by")
      : _("Once it is told, anybody can check it: on the page of the race, or by")}
      ${" "}<code>${command}</code></p></details>`;
}

/** Return a sentence about who has won. @param {RoomState} state */
export function headline(state) {
  const { series } = state.room.race;
  if (series?.over && series.target) return seriesHeadline(state, series);
  const placed = ranking(state);
  const own = state.room.seat;
  const first = placed.filter((p) => p.place === 1).map((p) => p.standing.seat);
  const only = placed.length === 1 ? placed[0]?.standing : undefined;
  if (only && only.seat === own) {
    if (isForPoints(state.room.race)) return pointsEnd(only);
    return only.result === "won" ? _("Solved!") : _("The cards have won.");
  }
  if (own !== null && first.includes(own)) {
    return first.length === 1 ? _("You win!") : _("You share the first place!");
  }
  if (!first.length) return state.members.some((m) => m.racing) ? _("The race is over.") : _("Nobody raced.");
  const names = first.map((seat) => nameOf(state, seat)).reduce((one, other) => _("{one} and {other}", { one, other }));
  return first.length === 1 ? _("{names} wins.", { names }) : _("{names} share the first place.", { names });
}

/** Return a sentence about who has won a series.
 * @param {RoomState} state @param {import("../../net/protocol").SeriesInfo} series */
function seriesHeadline(state, series) {
  const first = series.seats.filter((each) => each.place === 1);
  if (first.some((each) => each.seat === state.room.seat)) {
    return first.length === 1 ? _("You have won the series!") : _("You share the first place of the series!");
  }
  const names = first.map((each) => each.name);
  return first.length === 1
    ? _("{names} has won the series.", { names: joinNames(names) })
    : _("{names} share the first place of the series.", { names: joinNames(names) });
}

/** Return the result as text to share: how far everybody came and when, without any cards.
 * @param {RoomState} state @param {Game | undefined} game */
export function textToShare(state, game) {
  const { code, race, wins } = state.room;
  const placed = ranking(state).map((each) => ({ ...each, name: nameOf(state, each.standing.seat) }));
  const { common } = state;
  const shared = {
    game: race.game, options: race.options, name: `${displayCode(code)}-${race.n}`, link: recordLink(`${code}-${race.n}`),
  };
  if (!common) return raceText(shared, game, placed.length > 1 ? formatWords(race.terms) : _("alone"), placed, scoreSentence(wins));
  const results = placed.flatMap(({ place, name, standing }) => {
    const board = boardOf(common, standing.seat);
    return board ? [{ place, name, score: scoreOf(common, board) }] : [];
  });
  return roundText(shared, game, results, scoreSentence(wins));
}
