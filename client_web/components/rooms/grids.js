// A race with called cards: the called card, large; the grids of all contestants, small, with the
// cards that all have placed; and who has not placed the called card yet.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { cardSign, cardWords } from "../../messages/card_names.js";
import { thinkingSentence } from "../../messages/grids.js";
import { nameOf } from "../../messages/races.js";
import { useObservable } from "../../state/observable.js";
import { ranking } from "../../state/ranking.js";
import { linesOf } from "../../table/layout/grid_layout.js";
import { suitColours } from "../../table/table.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../table/layout/grid_layout.js").Entry} Entry */

/** Show the called card in large letters until it is placed, and then its empty place, so that the
 * table stays where it is. Screen readers hear the card from the table.
 * @param {{state: RoomState, game: Game, view: Record<string, any> | null | undefined}} props */
export function CalledCard({ state, game, view }) {
  const { colours } = useObservable(useApp().preferences);
  const card = view?.["next"];
  if (state.room.race.call === null) return null;
  return html`<span class=${card ? "called-card" : "called-card none"} data-suits=${suitColours(game, colours)}
    aria-hidden="true">${card ? html`<span class=${`suit-${card[1]}`}>${cardSign(card)}</span>` : "\u00a0"}</span>`;
}

/** Show the grids of the other contestants, the leaders first.
 * @param {{state: RoomState, game: Game}} props */
export function Grids({ state, game }) {
  const { colours } = useObservable(useApp().preferences);
  if (state.room.race.call === null) return null;
  const grids = new Map((state.grids?.grids ?? []).map((grid) => [grid.seat, grid]));
  const seats = ranking(state).map(({ standing }) => standing.seat);
  const others = seats.filter((seat) => seat !== state.room.seat && grids.has(seat));
  return html`<p class="thinking">${thinkingSentence(state)}</p>
    ${others.length > 0 && html`<div class="grids" data-suits=${suitColours(game, colours)}>
      ${others.map((seat) => html`<${SmallGrid} key=${seat} name=${nameOf(state, seat)}
        points=${grids.get(seat)?.points ?? null} view=${grids.get(seat)?.view ?? {}} />`)}</div>`}`;
}

/** Show the rows and columns of a grid that have cards, with the points of each scored row and
 * column.
 * @param {{name: string, points: number | null, view: Record<string, any>}} props */
function SmallGrid({ name, points, view }) {
  const laid = /** @type {Entry[]} */ (view["grid"] ?? []);
  const cards = new Map(laid.map(({ cell, card }) => [cell.join(), card]));
  const [rows, columns] = [linesOf(view, 0), linesOf(view, 1)];
  return html`<section aria-label=${_("{name}'s board", { name })}>
    <p><strong>${name}</strong> ${points}</p>
    <table><tbody>
      ${rows.map(([row, score]) => html`<tr key=${row}>
        ${columns.map(([column]) => html`<${Cell} key=${column} card=${cards.get(`${row},${column}`)} />`)}
        <td class="score">${score}</td></tr>`)}
      <tr>${columns.map(([column, score]) => html`<td key=${column} class="score">${score}</td>`)}<td></td></tr>
    </tbody></table></section>`;
}

/** Show a card of a small grid, or a place without one. @param {{card?: string}} props */
function Cell({ card }) {
  if (card === undefined) return html`<td></td>`;
  return html`<td class=${`card-sign suit-${card[1]}`} data-card=${card}>
    <span aria-hidden="true">${cardSign(card)}</span><span class="aloud">${cardWords(card)}</span></td>`;
}
