// The view and the description of a common table as they are drawn: the player's own piles and the
// foundations that all contestants share. Pure.

import { NEW_FOUNDATION, foundationPile, placeAtTable, playerView } from "../state/common_table.js";
import { nameOf } from "../messages/races.js";
import { placeOf, sizeOf } from "./places.js";

/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../state/common_table.js").PendingCommand} PendingCommand */
/** @typedef {import("../state/common_table.js").TableSeat} TableSeat */
/** @typedef {import("../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../state/common_table.js").TableMove} TableMove */
/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").View} View */

/** Return the game as `table.js` draws it at this table: its piles are those of a board and all
 * foundations that can be begun, which have numbers as labels.
 * @param {Game} game @param {Record<string, unknown>} options @param {number} seats @returns {Game} */
export function drawnGame(game, options, seats) {
  const own = game.layouts.find(({ option, value }) => options[option] === value)?.piles ?? game.piles;
  const shared = { role: "foundation", faces: "up", vanishes: true, tilts: /** @type {const} */ ("cards") };
  const foundations = Array.from({ length: 4 * seats }, (_, index) =>
    ({ ...shared, name: foundationPile({ index }), label: String(index + 1) }));
  return { ...game, layouts: [], piles: [...own, ...foundations, { ...shared, name: NEW_FOUNDATION, label: "n" }] };
}

/** Return what `table.js` draws for the player with this board; for somebody who only watches
 * (`board` null) the foundations alone.
 * @param {RoomState} state @param {CommonTable} table @param {TableSeat | null} board
 * @param {readonly PendingCommand[]} pending @returns {View} */
export function drawnView(state, table, board, pending) {
  const view = playerView(table, board ?? NO_BOARD, pending);
  const landed = board && pending.length ? playerView(table, board, []) : view;
  const owners = table.foundations.flatMap((each) => {
    const pile = foundationPile(each);
    const seat = sizeOf(view, pile) > each.height ? board?.seat : each.owners.at(-1);
    return seat === undefined ? [] : [[pile, { place: placeAtTable(table, seat), name: nameOf(state, seat) }]];
  });
  if (board && sizeOf(view, NEW_FOUNDATION)) {
    owners.push([NEW_FOUNDATION, { place: placeAtTable(table, board.seat), name: nameOf(state, board.seat) }]);
  }
  const flying = Object.keys(view.piles).flatMap((pile) => {
    const [size, before] = [sizeOf(view, pile), sizeOf(landed, pile)];
    return Array.from({ length: Math.max(0, size - before) }, (_, i) => placeOf(pile, before + i));
  });
  return { ...view, seats: table.seats.length, begun: table.foundations.length, owners: Object.fromEntries(owners), flying };
}

/** Return moves at a common table as the table of any game takes them.
 * @param {readonly TableMove[]} moves @returns {Move[]} */
export function drawnMoves(moves) {
  return moves.map((move) => ({ ...move }));
}

/** Return a move that the table of any game has chosen among `drawnMoves`, as a move at a common table.
 * @param {Move} move */
export function tableMove(move) {
  return /** @type {TableMove} */ (/** @type {unknown} */ (move));
}

/** @type {TableSeat} */
const NO_BOARD = {
  seat: -1, view: { piles: {} }, progress: 0, points: 0, present: false, resigned: false, stuck: false,
};
