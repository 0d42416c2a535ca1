// The contestants of a common table, small: name, demon and what lies open. On a wide screen also
// their work piles. Their backs mark the cards that they have laid on foundations.

import { html, useMemo } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { countOf, placeAtTable } from "../../state/common_table.js";
import { cardSign, cardWords } from "../../messages/card_names.js";
import { nameOf } from "../../messages/races.js";
import { useObservable } from "../../state/observable.js";
import { suitColours } from "../../table/table.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../state/common_table.js").TableSeat} TableSeat */

/** How many cards of a work pile are shown: the topmost ones. */
const MOST_SHOWN = 7;
/** The names of computer players of the server begin with this word, so narrow seats need no mark. */
const SAYS_BOT = /^Bot /u;

/** Show the contestants, except the player, in the order in which they sit after the player.
 * @param {{state: RoomState, table: CommonTable, game: Game, own: number | null}} props `own`: the player's seat */
export function TableSeats({ state, table, game, own }) {
  const at = table.seats.findIndex((board) => board.seat === own);
  const { colours } = useObservable(useApp().preferences);
  const others = [...table.seats.slice(at + 1), ...table.seats.slice(0, Math.max(0, at))];
  if (!others.length) return null;
  return html`<ul class="table-seats" data-count=${others.length} data-suits=${suitColours(game, colours)} aria-label=${own === null ? _("The table") : _("The others")}>
    ${others.map((board) => html`<${Seat} key=${board.seat} state=${state} table=${table} board=${board} />`)}</ul>`;
}

/** Show one contestant. @param {{state: RoomState, table: CommonTable, board: TableSeat}} props */
function Seat({ state, table, board }) {
  // At a full table dozens of commands come each second, and most change one board.
  return useMemo(() => drawnSeat(state, table, board), [board, state.members, table.over]);
}

/** Return what is shown of one contestant.
 * @param {RoomState} state @param {CommonTable} table @param {TableSeat} board */
function drawnSeat(state, table, board) {
  const { seat, view } = board;
  const member = state.members.find((each) => each.seat === seat);
  const [glyph, word] = seatState(state, table, board);
  const demon = countOf(board, "reserve");
  const top = view.piles["reserve"]?.up.at(-1) ?? "";
  const turned = view.piles["waste"]?.up.at(-1) ?? "";
  const columns = Object.entries(view.piles).filter(([name]) => name.startsWith("tab."));
  return html`<li class=${`table-seat seat-${placeAtTable(table, seat)}${board.resigned ? " gone" : ""}`} data-seat=${seat}>
    <p class="who"><span class="own-back" aria-hidden="true"></span>
      <span class="name">${nameOf(state, seat)}</span>
      ${glyph && html` <span class="sign" title=${word} aria-hidden="true">${glyph}</span><span class="aloud">${word}</span>`}</p>
    <p class="tops">
      <span class="in-reserve" title=${_("cards in the demon")} aria-hidden="true">${demon}</span>
      <span class="aloud">${ngettext("Demon: {n} card", "Demon: {n} cards", demon)}</span>
      <${Chip} card=${top} />
      <span class="turned"><${Chip} card=${turned} /></span>
      ${member?.bot && html`<small class=${SAYS_BOT.test(member.name) ? "said" : ""}>${_("bot")}</small>`}
      <span class="points">${ngettext("{n} point", "{n} points", board.points)}</span></p>
    <div class="mini" role="group" aria-label=${_("Work piles")}>${columns.map(([name, { up }]) => html`
      <ol key=${name}>${up.length > MOST_SHOWN && html`<li class="more">+${up.length - MOST_SHOWN}</li>`}
        ${up.slice(-MOST_SHOWN).map((card) => html`<li key=${card}><${Chip} card=${card} /></li>`)}</ol>`)}</div>
  </li>`;
}

/** Show a card as rank and suit on a small card. @param {{card: string}} props */
function Chip({ card }) {
  if (!card) return html`<span class="chip none"></span>`;
  return html`<span class=${`chip suit-${card[1]}`}><span aria-hidden="true">${cardSign(card)}</span>
    <span class="aloud">${cardWords(card)}</span></span>`;
}

/** Return a sign for the state of a contestant at the table, and its meaning; both empty while they
 * play.
 * @param {RoomState} state @param {CommonTable} table @param {TableSeat} board @returns {[string, string]} */
function seatState(state, table, { seat, resigned, present, stuck }) {
  if (table.over?.out === seat) return ["⚑", _("out")];
  if (resigned) return ["✗", _("has left")];
  const member = state.members.find((each) => each.seat === seat);
  if (!present || (member && !member.here)) return ["⟳", _("reconnecting")];
  return stuck ? ["✋", _("stuck")] : ["", ""];
}
