// Everybody's grids, small, as far as all have placed the called cards; and who is still thinking.

import { html } from "../vendor/preact.js";
import { thinkingSentence } from "../messages/grids.js";
import { nameOf } from "../messages/races.js";
import { ranking } from "../state/ranking.js";
import { Table } from "../table/table.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../state/catalogue").Game} Game */

/** Show the grids of the other contestants, the leaders first.
 * @param {{state: RoomState, game: Game}} props */
export function Grids({ state, game }) {
  const still = thinkingSentence(state);
  const grids = new Map((state.grids?.grids ?? []).map((grid) => [grid.seat, grid]));
  const seats = ranking(state).map(({ standing }) => standing.seat);
  const others = seats.filter((seat) => seat !== state.room.seat && grids.has(seat));
  return html`${still && html`<p class="thinking">${still}</p>`}
    ${others.length > 0 && html`<div class="grids">${others.map((seat) => html`<section key=${seat}
      aria-label=${_("{name}'s board", { name: nameOf(state, seat) })}>
      <p><strong>${nameOf(state, seat)}</strong> ${grids.get(seat)?.points ?? ""}</p>
      <${Table} game=${game} view=${grids.get(seat)?.view ?? {}} legal=${null} marks=${[]} over=${true}
        label=${_("{name}'s table", { name: nameOf(state, seat) })} /></section>`)}</div>`}`;
}
