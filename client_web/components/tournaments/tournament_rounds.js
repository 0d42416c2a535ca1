// The rounds of a tournament: pairings, results with links to records, the table deal by deal, and
// the bracket of a knockout.

import { html, useState } from "../../vendor/preact.js";
import * as tournaments from "../../state/tournament_state.js";
import { useAnswer } from "../../net/server_queries.js";
import { decimal, roundName, roundTableLine, STATES } from "../../messages/tournaments.js";
import { resultWords } from "../../messages/results.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../net/protocol").RoundInfo} RoundInfo */
/** @typedef {import("../../net/protocol").RoundResult} RoundResult */
/** @typedef {import("../../net/protocol").FullRow} FullRow */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

/** @type {Record<string, string>} */
const TIE_BREAKS = {
  wins: _("won"),
  best: _("best"),
  direct: _("direct"),
  last: _("last"),
  outs: _("solved"),
  progress: _("progress"),
  last_heat: _("last heat"),
  buchholz: _("Buchholz"),
  median_buchholz: _("median"),
  sonneborn_berger: "S.-B.",
};
const AT_ONCE = 100;

/** Show all rounds, the bracket and the table deal by deal.
 * @param {{t: Tournament, games: Games}} props */
export function TournamentRounds({ t, games }) {
  if (!t.rounds.length) return null;
  return html`<section aria-labelledby="rounds">
    <h2 id="rounds">${_("The rounds")}</h2>
    ${tournaments.planOf(t).format === "knockout" && html`<${Bracket} t=${t} />`}
    ${t.rounds.map((round) => html`<${OneRound} key=${round.number} t=${t} round=${round}
      games=${games} />`)}
    ${t.table.length > 0 && html`<${LazyDetails} words=${_("The table, deal by deal")}
      draw=${() => html`<${DealByDeal} t=${t} games=${games} />`} />`}
  </section>`;
}

/** Show content that is drawn, and so requested, only while it is open. `words` is its title.
 * @param {{words: Child, draw: () => Child, open?: boolean}} props */
function LazyDetails({ words, draw, open = false }) {
  const [isOpen, set] = useState(open);
  return html`<details class="opened" open=${isOpen}
      onToggle=${(/** @type {FieldEvent} */ event) => set(event.currentTarget.open)}>
    <summary>${words}</summary>${isOpen && draw()}</details>`;
}

/** Return whether the heats of a round are common tables. @param {Games} games @param {RoundInfo} round */
function atTables(games, round) {
  return games.of(round.game)?.ranked_by === "round";
}

/** Show one round: its results if it is over, otherwise its pairings.
 * @param {{t: Tournament, round: RoundInfo, games: Games}} props */
function OneRound({ t, round, games }) {
  const over = ["table", "closed", "voided"].includes(round.state)
    || (tournaments.isOwnPace(t) && t.status === "finished");
  const words = html`${roundName(t, round)}, ${games.title(round.game)}
    <span class="quiet"> ${STATES[round.state]}</span>`;
  const draw = () =>
    over
      ? html`<${Results} t=${t} round=${round} games=${games} />`
      : html`<${Pairs} t=${t} round=${round} games=${games} />`;
  return html`<${LazyDetails} words=${words} draw=${draw} />`;
}

/** Show who meets whom in a round. Heats at common tables have their numbers and points.
 * @param {{t: Tournament, round: RoundInfo, games: Games}} props */
function Pairs({ t, round, games }) {
  const names = tournaments.entrantNames(t);
  const many = (/** @type {number[]} */ some) => some.map((n) => names.get(n) ?? `#${n}`).join(" – ");
  if (tournaments.isOwnPace(t)) return html`<p class="quiet">${_("Played at one's own pace.")}</p>`;
  return html`<ul class="pairs">
    ${round.heats.map((heat, n) => html`<li key=${heat.room}>${atTables(games, round)
        ? roundTableLine(t, round, n) : many(heat.entrants)}
      ${" "}${watchable(t, round) && html`<a href=${`/w/${heat.room}`}>${_("watch")}</a>`}</li>`)}
    ${round.byes.length > 0 && html`<li class="quiet">${_("Bye: {names}", { names: many(round.byes) })}</li>`}</ul>`;
}

/** Return whether a round can be watched: it is about to begin or is raced, and the player does not
 * take part in it.
 * @param {Tournament} t @param {RoundInfo} round */
function watchable(t, round) {
  const racing = round.heats.some((heat) => t.mine !== null && heat.entrants.includes(t.mine));
  return (round.state === "racing" || round.state === "lobby") && !racing;
}

/** Show the results of a round, in which all contestants had the same deal.
 * @param {{t: Tournament, round: RoundInfo, games: Games}} props */
function Results({ t, round, games }) {
  const key = `${round.number} ${round.state} ${t.status}`;
  const { answer, refusal } = useAnswer(
    { type: "get_tournament_round", code: t.code, round: round.number },
    key,
  );
  if (refusal) return html`<p class="problem">${refusal.message}</p>`;
  if (!answer) return html`<p class="quiet">${_("Asking the server…")}</p>`;
  const results = /** @type {RoundResult[]} */ (answer.results);
  if (!results.length) return html`<p>${_("Nobody was there.")}</p>`;
  const names = tournaments.entrantNames(t);
  const game = { ...games.of(round.game), goal: answer.goal };
  /** @type {Map<string, number>} */
  const heats = new Map(answer.round.heats.map((heat, /** @type {number} */ n) =>
    [heat.room, n + 1]));
  const several = heats.size > 1 && !tournaments.isOwnPace(t);
  return html`<div class="scroll" role="region" aria-label=${_("Round {n}", { n: round.number })} tabindex="0">
    <table><caption class="aloud">${_("Round {n}", { n: round.number })}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      ${several && html`<th scope="col" class="number">${atTables(games, round) ? _("Table") : _("Heat")}</th>`}<th scope="col">${_("Result")}</th>
      <th scope="col" class="number">${_("Score")}</th><th scope="col">${_("Race")}</th></tr></thead>
    <tbody>${results.map((one) => html`<tr key=${one.entrant}
      class=${one.entrant === t.mine ? "me" : undefined}>
      <td class="number">${one.counts?.place ?? ""}</td>
      <td>${names.get(one.entrant) ?? `#${one.entrant}`}</td>
      ${several && html`<td class="number">${heats.get(one.room) ?? ""}</td>`}
      <td>${resultWords(game, { ...one, progress: one.best })}</td>
      <td class="number">${one.counts?.shown ?? ""}</td>
      <td><a href=${`/r/${one.room}`}
        aria-label=${_("Record of {name}'s race", { name: names.get(one.entrant) ?? "" })}>${_("record")}</a></td>
    </tr>`)}</tbody></table></div>
    <p class="quiet">${_("A record shows the race again, move by move.")}</p>`;
}

/** Show the table with the points of each round. @param {{t: Tournament, games: Games}} props */
function DealByDeal({ t, games }) {
  const [offset, go] = useState(0);
  const counted = t.rounds.map((r) => r.state).join();
  const { answer, refusal } = useAnswer(
    { type: "get_tournament_table", code: t.code, offset, count: AT_ONCE },
    `${offset} ${counted} ${t.status}`,
  );
  if (refusal) return html`<p class="problem">${refusal.message}</p>`;
  if (!answer) return html`<p class="quiet">${_("Asking the server…")}</p>`;
  const names = tournaments.entrantNames(t);
  const rows = /** @type {FullRow[]} */ (answer.rows);
  const game = new Map(t.rounds.map((r) => [r.number, games.title(r.game)]));
  const broken = /** @type {string[]} */ (answer.tie_breaks)
    .map((name, i) => ({ name, i }))
    .filter(({ i }) => rows.some((row) => row.tie_breaks[i]));
  return html`<div class="scroll" role="region" aria-label=${_("Deal by deal")} tabindex="0"><table class="sheet">
    <caption class="aloud">${_("The table, deal by deal")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col" class="number">${_("Total")}</th>
      ${answer.rounds.map((/** @type {number} */ n) => html`<th scope="col" key=${n} class="number">
        ${n} ${game.get(n)}</th>`)}
      ${broken.map(({ name }) => html`<th scope="col" key=${name} class="number">
        ${TIE_BREAKS[name] ?? name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.entrant} class=${row.entrant === t.mine ? "me" : undefined}>
      <td class="number">${row.place}</td><td>${names.get(row.entrant) ?? `#${row.entrant}`}</td>
      <td class="number">${row.shown.total}</td>
      ${row.rounds.map((each, i) => html`<td key=${i} class="number">${each?.shown ?? "–"}</td>`)}
      ${broken.map(({ name, i }) => html`<td key=${name} class="number">
        ${decimal(row.tie_breaks[i] ?? null)}</td>`)}</tr>`)}</tbody></table></div>
    ${answer.total > AT_ONCE && html`<div class="buttons">
      <button type="button" disabled=${!offset} onClick=${() => go(offset - AT_ONCE)}>${_("Before")}</button>
      <button type="button" disabled=${offset + AT_ONCE >= answer.total}
        onClick=${() => go(offset + AT_ONCE)}>${_("Next")}</button></div>`}`;
}

/** Show the rounds of a knockout from left to right. Those who go on to the next round are
 * emphasised.
 * @param {{t: Tournament}} props */
function Bracket({ t }) {
  const names = tournaments.entrantNames(t);
  const rounds = t.rounds.filter((r) => r.decides === null && r.state !== "voided");
  /** Return whether an entrant goes on from the round at an index.
   * @param {number} at @param {number} entrant */
  const goesOn = (at, entrant) => {
    const next = rounds[at + 1];
    if (next) return next.groups.flat().includes(entrant);
    return t.status === "finished" && t.table[0]?.entrant === entrant;
  };
  return html`<div class="scroll" role="region" aria-label=${_("The bracket")} tabindex="0"><ol class="bracket">
    ${rounds.map((round, at) => html`<li key=${round.number}><h3>${_("Round {n}", { n: round.number })}</h3>
      <ul>${round.groups.map((group) => html`<li key=${group.join()} class="heat">
        ${group.map((one) => html`<span key=${one} class=${goesOn(at, one) ? "through" : undefined}>
          ${names.get(one) ?? `#${one}`}${round.byes.includes(one) && html` <small>${_("bye")}</small>`}
          ${goesOn(at, one) && html`<span class="aloud"> ${_("goes on")}</span>`}</span>`)}</li>`)}</ul></li>`)}
  </ol></div>`;
}
