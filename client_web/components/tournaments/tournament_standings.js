// The table of a tournament with the bars of the running round, the table of teams, and the list of
// entrants before the start.

import { Component, html } from "../../vendor/preact.js";
import * as tournaments from "../../state/tournament_state.js";
import { barWords, entrantState, UNITS } from "../../messages/tournaments.js";
import { tiesOfTable } from "../../messages/tie_breaks.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../state/tournament_state.js").DrawnBar} DrawnBar */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

/** Show the table and how its ties were broken. @param {{t: Tournament, games: Games}} props */
export function TournamentStandings({ t, games }) {
  const people = new Map(t.entrants.map((one) => [one.number, one]));
  const bars = new Map(tournaments.latestBars(t, games.goal).map((bar) => [bar.entrant, bar]));
  const raced = bars.size > 0;
  const counted = t.rounds.some((r) => r.state === "table" || r.state === "closed");
  const unit = UNITS[tournaments.planOf(t).scoring.way] ?? _("total");
  return html`<div class="scroll" role="region" aria-label=${_("Everybody")} tabindex="0"><table class="standing">
    <caption class="aloud">${_("The table")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col" class="number">${unit}</th><th scope="col" class="number wide-only">${_("A round")}</th>
      ${raced && html`<th scope="col">${_("This round")}</th>`}</tr></thead>
    <tbody>${t.table.map((row) => {
      const one = people.get(row.entrant);
      return html`<${Row} key=${row.entrant} place=${row.place} total=${row.total}
        average=${row.average} name=${one ? tournaments.entrantName(one) : `#${row.entrant}`}
        gone=${one?.gone ?? null} mine=${row.entrant === t.mine} raced=${raced}
        bar=${bars.get(row.entrant) ?? null} />`;
    })}</tbody></table></div>
    ${counted && tiesOfTable(t.table, tournaments.planOf(t).scoring.tie_breaks).map((line) => html`<p key=${line}
      class="quiet ties">${line}</p>`)}`;
}

/**
 * @typedef {Object} RowProps
 * @property {number} place
 * @property {string} total
 * @property {string | null} average
 * @property {string} name
 * @property {string | null} gone why the entrant takes part no more, or null
 * @property {boolean} mine
 * @property {boolean} raced whether the table has a column of bars
 * @property {import("../../state/tournament_state.js").DrawnBar | null} bar
 */

/** A row of the table. It is redrawn only if it changed, because there may be 500 rows.
 * @extends {Component<RowProps>} */
class Row extends Component {
  /** @override @param {RowProps} next */
  shouldComponentUpdate(next) {
    const now = this.props;
    return /** @type {(keyof RowProps)[]} */ (Object.keys(next))
      .some((name) => name !== "bar" && next[name] !== now[name])
      || !isSameBar(now.bar, next.bar);
  }

  /** @override @param {RowProps} props */
  render({ place, total, average, name, gone, mine, raced, bar }) {
    return html`<tr class=${mine ? "me" : undefined}>
      <td class="number">${place}</td>
      <td>${mine ? _("{name} (you)", { name }) : name}${gone && html` <span class="quiet">${_("gone")}</span>`}</td>
      <td class="number">${total}</td><td class="number wide-only">${average}</td>
      ${raced && html`<td class="run">${bar && html`<${ProgressBar} bar=${bar} />`}</td>`}</tr>`;
  }
}

/** Return whether two bars look the same. @param {DrawnBar | null} a @param {DrawnBar | null} b */
export function isSameBar(a, b) {
  if (a === null || b === null) return a === b;
  return a.far === b.far && a.share === b.share && a.goal === b.goal && a.result === b.result
    && a.ended_ms === b.ended_ms && a.entrant === b.entrant;
}

/** Show a bar and its text. @param {{bar: DrawnBar}} props */
export function ProgressBar({ bar }) {
  return html`<span class="bar" aria-hidden="true"><span style=${{ transform: `scaleX(${bar.share})` }} /></span>
    <span class=${`bar-words${bar.result === "won" ? " good" : ""}`}>${barWords(bar)}</span>`;
}

/** Show the table of teams with the members that count. @param {{t: Tournament}} props */
export function Teams({ t }) {
  if (!t.teams.length) return null;
  const names = tournaments.entrantNames(t);
  return html`<div class="scroll" role="region" aria-label=${_("The teams")} tabindex="0"><table class="standing">
    <caption>${_("The teams")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Team")}</th>
      <th scope="col" class="number">${_("Total")}</th><th scope="col">${_("by")}</th></tr></thead>
    <tbody>${t.teams.map((team) => html`<tr key=${team.team}>
      <td class="number">${team.place}</td><td>${team.team}</td><td class="number">${team.total}</td>
      <td>${team.counting.map((one) => names.get(one) ?? `#${one}`).join(", ")}</td></tr>`)}
    </tbody></table></div>`;
}

/** Show the list of entrants and whether each has checked in. @param {{t: Tournament}} props */
export function Entrants({ t }) {
  if (!t.entrants.length) return html`<p>${_("Nobody has entered yet.")}</p>`;
  return html`<ul class="entrants">${t.entrants.map((one) => html`<li key=${one.number}
      class=${one.gone ? "gone" : undefined}>
    <span class="tick" aria-hidden="true">${one.gone ? "✗" : one.checked_in ? "✓" : "○"}</span>
    <span class="who">${one.number === t.mine
      ? _("{name} (you)", { name: tournaments.entrantName(one) })
      : tournaments.entrantName(one)}</span>
    <span class="quiet">${one.team && `${one.team}, `}${entrantState(one)}</span></li>`)}</ul>`;
}
