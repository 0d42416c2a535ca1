// The count at the end of a round at a common table: the cards in the middle are told apart by their
// backs, one contestant after the other.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { placeAtTable, scoreOf } from "../../state/common_table.js";
import { pointsWords } from "../../messages/formatting.js";
import { nameOf } from "../../messages/races.js";
import { Title } from "../page_frame.js";
import { SeriesTable } from "./series_table.js";
import { isAnimated } from "../../table/drawing/movement.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../../state/common_table.js").TableSeat} TableSeat */

/** Milliseconds in which a contestant's cards are counted, and in which each card follows the other. */
const [EACH_MS, CARD_MS] = [1_100, 28];

/** How far the count is: `counted` contestants of `of`; `skip` counts all at once. Without movement all
 * are counted from the start.
 * @typedef {{counted: number, of: number, skip: () => void}} Count */

/** Return the count of a table, which goes on by itself. @param {CommonTable | null} table @returns {Count} */
function useCount(table) {
  const app = useApp();
  const of = table?.seats.length ?? 0;
  const [counted, count] = useState(isAnimated(app.preferences.value.movement) ? Math.min(of, 1) : of);
  useEffect(() => {
    if (counted >= of) return undefined;
    const timer = setTimeout(() => count(counted + 1), EACH_MS);
    return () => clearTimeout(timer);
  }, [counted, of]);
  return { counted, of, skip: () => count(of) };
}

/** Show how a round has ended: who was best, once the cards are counted, the count, and the series.
 * @param {{state: RoomState, table: CommonTable | null, series: import("../../net/protocol").SeriesInfo, headline: string,
 *   short: string, children?: import("../../vendor/preact.js").Child}} props `table` null: somebody who has
 *   come since; `short`: the title in the browser; `children`: what stands under the headline */
export function RoundOver({ state, table, series, headline, short, children }) {
  const count = useCount(table);
  const counts = count.counted < count.of;
  return html`<${Title} text=${counts ? _("The cards are counted…") : headline} short=${short} />${children}
    ${table && html`<${RoundCount} state=${state} table=${table} count=${count} />`}
    <${SeriesTable} state=${state} series=${series} waits=${counts} />`;
}

/** Show the count. Contestants who are not counted yet have their space, so that nothing moves.
 * @param {{state: RoomState, table: CommonTable, count: Count}} props */
function RoundCount({ state, table, count: { counted, of, skip } }) {
  const app = useApp();
  const [animated] = useState(counted < of);
  useEffect(() => void app.loadStyles("common_table"), []);
  const boards = [...table.seats].sort((a, b) => a.points - b.points);
  return html`<section class="round-count" aria-label=${_("The cards in the middle")}>
    <ol>${boards.map((board, i) => html`<${Counted} key=${board.seat} state=${state} table=${table}
      board=${board} animated=${animated} waits=${i >= counted} />`)}</ol>
    ${animated && html`<p class="buttons"><button disabled=${counted >= of} onClick=${skip}>${_("Show all at once")}</button></p>`}
  </section>`;
}

/** Show the cards of one contestant.
 * @param {{state: RoomState, table: CommonTable, board: TableSeat, animated: boolean, waits: boolean}} props */
function Counted({ state, table, board, animated, waits }) {
  const { seat } = board;
  const { cards, kings, left, out, points } = scoreOf(table, board);
  const parts = [
    ngettext("{n} card in the middle", "{n} cards in the middle", cards),
    kings > 0 && ngettext("{n} king", "{n} kings", kings),
    left > 0 && ngettext("{n} card left in the demon", "{n} cards left in the demon", left),
    out && _("out"),
  ].filter(Boolean);
  return html`<li class=${`seat-${placeAtTable(table, seat)}${seat === state.room.seat ? " me" : ""}${waits ? " waits" : ""}`} data-seat=${seat}>
    <p class="who"><span class="own-back" aria-hidden="true"></span> <strong class="name">${nameOf(state, seat)}</strong>
      <span class="total">${pointsWords(points)}</span></p>
    <p class=${animated && !waits ? "backs counting" : "backs"} aria-hidden="true">${Array.from({ length: cards }, (_card, i) => html`
      <span key=${i} class="own-back" style=${{ animationDelay: `${i * CARD_MS}ms` }}></span>`)}</p>
    <p class="quiet">${parts.join(", ")}</p></li>`;
}
