// The boards of several contestants side by side, for those who watch a race on a wide screen.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { Table } from "../../table/table.js";
import { boardWords } from "../../messages/results.js";
import { nameOf } from "../../messages/races.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../state/catalogue").Game} Game */

/** The minimum width, in pixels, of a window in which boards are shown side by side. */
const WIDE = 1200;
/** The most boards that the server sends side by side. */
const MOST = 9;
/** The space beside and above the boards, and the least size of one, in pixels. */
const [ASIDE, ABOVE] = [350, 130];
const [LEAST_WIDE, LEAST_HIGH] = [360, 280];

/** Return the numbers of columns and rows in which `count` boards are shown in a window, or null if
 * fewer than two boards fit. If not all boards fit, the grid has as many places as fit.
 * @param {number} count @param {number} width @param {number} height
 * @returns {[columns: number, rows: number] | null} */
export function gridFor(count, width, height) {
  if (width < WIDE || count < 2) return null;
  const across = Math.floor((width - ASIDE) / LEAST_WIDE);
  const down = Math.max(1, Math.floor((height - ABOVE) / LEAST_HIGH));
  const wanted = Math.min(count, MOST);
  let columns = Math.min(across, wanted <= 3 ? wanted : Math.ceil(Math.sqrt(wanted)));
  while (columns < across && columns * down < wanted) columns += 1;
  return columns * down < 2 ? null : [columns, Math.min(down, Math.ceil(wanted / columns))];
}

/** Return the result of `gridFor` for the present size of the window. @param {number} count */
export function useGrid(count) {
  const [size, set] = useState([innerWidth, innerHeight]);
  useEffect(() => {
    const measure = () => set([innerWidth, innerHeight]);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return gridFor(count, size[0] ?? 0, size[1] ?? 0);
}

/** Return the seats whose boards to show in a grid: the best of the race, as many as fit. They are
 * in the order of the seats, so that no board moves when the ranking changes.
 * @param {number[]} ranked @param {[number, number]} grid */
export function seatsIn(ranked, [columns, rows]) {
  return ranked.slice(0, Math.min(MOST, columns * rows)).sort((a, b) => a - b);
}

/** Show the boards of these seats. `choose` is called with a seat to show its board alone.
 * @param {{state: RoomState, seats: number[], grid: [number, number], game?: Game,
 *   choose: (seat: number) => void}} props */
export function SideBySide({ state, seats, grid, game, choose }) {
  return html`<div class="side-by-side" data-rows=${grid[1]} style=${{ "--columns": grid[0] }}>
    ${seats.map((seat) => {
      const board = state.watched.get(seat) ?? null;
      const name = nameOf(state, seat);
      return html`<section key=${seat} class="seen" aria-label=${_("{name}'s board", { name })}>
        <p><button onClick=${() => choose(seat)}><strong>${name}</strong></button>${boardWords(game, board)}</p>
        ${board?.view && game
          ? html`<${Table} key=${grid.join()} game=${game} view=${board.view} legal=${null} marks=${[]}
              over=${board.over !== null} label=${_("{name}'s table", { name })} />`
          : html`<p class="quiet">${_("Nothing is to be seen yet.")}</p>`}</section>`;
    })}</div>`;
}
