// The table of a series: the points of every contestant in each round, and all together.

import { html } from "../../vendor/preact.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").SeriesInfo} SeriesInfo */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */

/** Show the table; with `waits` only its space.
 * @param {{state: RoomState, series: SeriesInfo, waits?: boolean}} props */
export function SeriesTable({ state, series, waits = false }) {
  const rounds = Math.max(0, ...series.seats.map((each) => each.rounds.length));
  const title = series.target ? _("To {target} points", { target: series.target }) : _("One round");
  return html`<div class=${waits ? "series waits" : "series"} tabindex="0" role="region" aria-label=${title}><table>
    <caption>${title}</caption>
    <thead><tr><th scope="col" class="place">${_("Place")}</th><th scope="col">${_("Name")}</th>
      ${Array.from({ length: rounds }, (_round, i) => html`<th key=${i} scope="col"><span class="aloud">${_("Round")}</span> ${i + 1}</th>`)}
      <th scope="col">${_("All")}</th></tr></thead>
    <tbody>${series.seats.map((each) => html`<tr key=${each.seat} class=${each.seat === state.room.seat ? "me" : ""}>
      <td class="place">${each.place}</td>
      <th scope="row">${each.name}${each.gone && html` <small>${_("has left")}</small>`}</th>
      ${each.rounds.map((points, i) => html`<td key=${i}>${points}</td>`)}
      <td class="total">${each.points}</td></tr>`)}</tbody></table></div>`;
}
