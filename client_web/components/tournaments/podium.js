// The first three places of a tournament that is over, on steps.

import { html } from "../../vendor/preact.js";
import * as tournaments from "../../state/tournament_state.js";
import { ordinal } from "../../messages/tournaments.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Tournament} Tournament */

/** The order of the places from left to right. */
const STEPS = [2, 1, 3];
/** The maximum number of names on a step. */
const MOST = 4;

/** Show who has the first three places. Entrants who share a place stand on the same step.
 * @param {{t: Tournament}} props */
export function Podium({ t }) {
  if (!t.table.length) return null;
  const names = tournaments.entrantNames(t);
  return html`<ol class="podium" aria-label=${_("The podium")}>${STEPS.map((place) => {
    const rows = t.table.filter((row) => row.place === place);
    if (!rows.length) return null;
    return html`<li key=${place} class=${`step-${place}`}>
      <p class="who">${rows.slice(0, MOST).map((row) =>
        html`<strong key=${row.entrant}>${names.get(row.entrant) ?? `#${row.entrant}`}</strong>`)}
        ${rows.length > MOST && html`<span>${_("and {n} more", { n: rows.length - MOST })}</span>`}</p>
      <p class="step"><b>${ordinal(place)}</b> <span>${rows[0]?.total}</span></p></li>`;
  })}</ol>`;
}
