// The state of a common table, at which all contestants of a race play, computed from the server's
// messages. Pure; it knows no rules of games.

import { layOnPile } from "./board_state.js";

/** @typedef {import("../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../net/protocol").TableChanged} TableChanged */
/** @typedef {import("../net/protocol").TableSeat} TableSeat */
/** @typedef {import("../net/protocol").CommonFoundation} CommonFoundation */
/** A move at a common table. @typedef {import("../net/protocol").RacingDemonAnyMove} TableMove */
/** @typedef {import("../net/protocol").View} View */
/** @typedef {import("../net/protocol").PileView} PileView */
/** A command that the player has given and that the server has not answered. `cards` are the cards
 * that it moves; empty if they are not known, as when the stock is turned.
 * @typedef {{key: number, race: number, move: TableMove, cards: string[]}} PendingCommand */

/** The score of a contestant in a round: the cards in the middle, the kings among them, the cards left
 * in the demon, whether the contestant is out, and the points.
 * @typedef {{cards: number, kings: number, left: number, out: boolean, points: number}} RoundScore */

const KING = 13;

/** The pile on which a new foundation is begun. */
export const NEW_FOUNDATION = "foundation.new";

/** Return the name of the pile of a foundation. @param {Pick<CommonFoundation, "index">} foundation */
export function foundationPile({ index }) {
  return `foundation.${index}`;
}

/** Return the table after a message with further commands; the same object if all of them are known;
 * null if commands before them were missed.
 * @param {CommonTable} table @param {TableChanged} said @returns {CommonTable | null} */
export function tableAfter(table, said) {
  const numbers = said.commands.map((command) => command.number);
  const first = Math.min(...numbers);
  const last = Math.max(...numbers);
  if (last <= table.number) return table;
  return first === table.number + 1 ? { ...withChanges(table, said), number: last } : null;
}

/** Return a table after what a message says has changed at it, with the number of its last command as
 * before.
 * @param {CommonTable} table @param {TableChanged} said @returns {CommonTable} */
export function withChanges(table, said) {
  const changed = new Map(said.seats.map((each) => [each.seat, each]));
  const seats = table.seats.map((seat) => {
    const news = changed.get(seat.seat);
    if (news === undefined) return seat;
    const { changed: piles, ...rest } = news;
    return { ...rest, view: { piles: { ...seat.view.piles, ...piles.piles } } };
  });
  const foundations = said.foundations.length ? withFoundations(table.foundations, said.foundations) : table.foundations;
  const { shifts, emptied, over, ms } = said;
  return { ...table, clock_ms: ms, seats, foundations, shifts, emptied, over, legal: over ? null : table.legal };
}

/** Return the foundations after some have changed or were begun, in order of index.
 * @param {CommonFoundation[]} before @param {CommonFoundation[]} changed @returns {CommonFoundation[]} */
function withFoundations(before, changed) {
  const built = new Map([...before, ...changed].map((each) => [each.index, each]));
  return [...built.values()].sort((a, b) => a.index - b.index);
}

/** Return the card on top of a foundation. @param {CommonFoundation} foundation */
export function topOf({ suit, height }) {
  return `${"A23456789TJQK"[height - 1]}${suit}`;
}

/** Return the place of a seat at the table, from 0; its cards have the back of this place.
 * @param {CommonTable} table @param {number} seat */
export function placeAtTable(table, seat) {
  return table.seats.findIndex((each) => each.seat === seat);
}

/** Return the score of a contestant in the round so far. @param {CommonTable} table @param {TableSeat} board
 * @returns {RoundScore} */
export function scoreOf({ foundations, over }, board) {
  const { seat, points } = board;
  return {
    cards: foundations.reduce((sum, { owners }) => sum + owners.filter((owner) => owner === seat).length, 0),
    kings: foundations.filter(({ owners }) => owners[KING - 1] === seat).length,
    left: countOf(board, "reserve"),
    out: over?.out === seat,
    points,
  };
}

/** Return the part of the table that belongs to a seat; null if it has none.
 * @param {CommonTable} table @param {number | null} seat @returns {TableSeat | null} */
export function boardOf(table, seat) {
  return table.seats.find((each) => each.seat === seat) ?? null;
}

/** Return the number of cards in a pile of a board.
 * @param {TableSeat} board @param {import("../net/protocol").RacingDemonPile} pile */
export function countOf({ view }, pile) {
  const found = view.piles[pile];
  return found === undefined ? 0 : found.down + found.up.length;
}

/** Return the view of a player's table: the piles of the own board and the open foundations. Each
 * foundation has all its cards face up; a place for the next one is there too. The commands that
 * wait for an answer are shown as if they had been carried out, as far as their cards still lie
 * where they lay.
 * @param {CommonTable} table @param {TableSeat} board @param {readonly PendingCommand[]} pending
 * @returns {View} */
export function playerView(table, board, pending) {
  /** @type {Record<string, PileView>} */
  const piles = { ...board.view.piles };
  for (const each of table.foundations) {
    if (each.closed) continue;
    const up = Array.from({ length: each.height }, (_, i) => topOf({ ...each, height: i + 1 }));
    piles[foundationPile(each)] = { down: 0, up };
  }
  piles[NEW_FOUNDATION] = { down: 0, up: [] };
  for (const { move, cards } of pending) carryOut(piles, move, cards);
  return { ...board.view, piles };
}

/** Move the cards of a pending command, if they still lie on top of the pile they come from and the
 * foundation they go to has not grown meanwhile.
 * @param {Record<string, PileView>} piles @param {TableMove} move @param {string[]} cards */
function carryOut(piles, move, cards) {
  if (!("src" in move)) return;
  if (move.kind === "claim" && piles[move.dst]?.up.length !== move.height) return;
  layOnPile(piles, move.src, move.dst, cards);
}

/** Return the cards that a move takes from a view; none if the move takes none, or hidden ones.
 * @param {View} view @param {TableMove} move */
export function cardsMoved(view, move) {
  if (!("src" in move)) return [];
  return view.piles[move.src]?.up.slice(move.kind === "move" ? -move.n : -1) ?? [];
}

/** Return the legal moves that do not meet a pending command: those of other piles than it uses. Moves
 * that name no pile are kept.
 * @param {readonly TableMove[]} legal @param {readonly PendingCommand[]} pending */
export function movesLeft(legal, pending) {
  const named = pending.flatMap(({ move }) => ("src" in move ? [move.src, move.dst] : []));
  /** @type {Set<string>} */
  const used = new Set(named.filter((pile) => pile !== NEW_FOUNDATION));
  return legal.filter((move) => !("src" in move) || (!used.has(move.src) && !used.has(move.dst)));
}

/** Return whether all others who play on say that they are stuck, and the contestant at `own` does
 * not. @param {CommonTable} table @param {TableSeat} own */
export function onlyOneNotStuck(table, own) {
  const others = table.seats.filter((each) => each !== own && !each.resigned && each.present);
  return !own.stuck && others.length > 0 && others.every((each) => each.stuck);
}
