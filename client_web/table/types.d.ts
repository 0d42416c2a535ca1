// Types the table modules share: view, move, game, places, table input.

import type { Game } from "../state/catalogue";
import type { Move, PileView, View } from "../net/protocol";

export type { Move, View };
export type Pile = PileView;
/** What the view of a common table has besides the piles, for drawing it. */
export interface CommonFacts {
  /** How many contestants the table has, and how many foundations they have begun. */
  seats: number;
  begun: number;
  /** Who laid the top card of each foundation: the place at the table, from 0, and the name. */
  owners: Record<string, { place: number; name: string }>;
  /** The places of cards whose move the server has not answered. */
  flying: PlaceName[];
}
export interface Tilt { pile: string; index: number | null; tilt: number }

/**
 * The name of a place that can be touched: a pile (`index` null: its empty place, or all of it), a card
 * of a pile (`index` from the bottom, face-down cards counted), or a cell of a grid. Written to its
 * element as `data-place`: `tab.3`, `tab.3#5`, `cell:0,-2`.
 */
export type PlaceName = string;

/** The input state of a table: what to draw as picked or possible, and the actions. Made by
 * `table_input.js`, drawn by `table.js`. */
export interface TableInput {
  /** The place that is picked up, or null. */
  picked: PlaceName | null;
  /** All picked-up cards: the card, and those on it if they move together. */
  lifted: Set<PlaceName>;
  /** Legal targets of what is picked; empty if nothing is, and while a move is pending. */
  targets: Set<PlaceName>;
  /** The places where what is picked can be dropped: the targets or, while a move is pending, all
   * places that the next move can name. */
  goals: Set<PlaceName>;
  /** The table to draw while a move is pending; null if it is as the server has sent it. */
  drawn: { view: View; marks: Tilt[] } | null;
  /** The places of cards whose move the server has not answered. */
  pending: Set<PlaceName>;
  /** Places where a legal move begins. */
  sources: Set<PlaceName>;
  /** The moves to choose from if several fit; otherwise null. */
  choices: { move: Move; words: string }[] | null;
  /** One line: what is picked, what to do next. */
  prompt: string;
  tap(place: PlaceName): void;
  doubleTap(place: PlaceName): void;
  tilt(place: PlaceName): void;
  /** Start dragging; false if the card cannot be lifted. */
  lift(place: PlaceName): boolean;
  /** End dragging at a place, or nowhere. */
  drop(place: PlaceName | null): void;
  choose(move: Move): void;
  cancel(): void;

  /** The player's order of the fan: indices of its cards, in drawing order from the bottom; null if there
   * is no fan. Places still name cards by their index in the pile. */
  order: number[] | null;
  /** Move the picked card of the fan: 1 towards its near end, -1 towards the far one. */
  shift(step: number): void;
  /** The label of what Space and the first button do; empty if the game has no such move. */
  dealWord: string;
  /** Whether that move is possible now. */
  deals: boolean;
  /** Deal, turn or put back. Asks once if a card could still be played. */
  deal(): void;
  /** The deal that waits for confirmation, or null. */
  asked: Move | null;
  /** Make a move that is in no list: take back, give up. */
  make(move: Move): void;
  /** A letter or digit was typed. Returns whether it was used. */
  type(char: string): boolean;
  /** The typed text that may still go on, such as `b` of `b1`. */
  typed: string;
  /** The next place touched or typed is tilted. */
  tilting: boolean;
  /** Tilt what is picked, or the place named next. */
  beginTilt(): void;
  /** Whether a tap can do something: the table is the player's own, and the game is not over. */
  plays: boolean;
  /** Whether letters are keys. Players who dictate or use sticky keys can switch this off. */
  letters: boolean;
  useLetters(on: boolean): void;
  /** The label of a pile or cell, such as `a`. */
  labelOf(place: PlaceName): string;
}

/** Props of a table. `legal` null: it can only be looked at. `busy`: a move is pending; `moving`: that
 * move, unless `view` shows it already; `problem`: why the last move was refused. */
export interface TableProps {
  game: Game;
  view: View;
  legal: Move[] | null;
  marks: Tilt[];
  busy?: boolean;
  moving?: Move | null;
  problem?: Error | null;
  /** Others change the table too, and haste counts: a tap plays a card at once where it can. */
  common?: boolean;
  over?: boolean;
  /** The cards have been dealt and nobody has made a move: they are shown being dealt. */
  isDealt?: boolean;
  /** The player has won the game: the cards celebrate when it becomes true. */
  isWon?: boolean;
  /** The player's own table: its events are announced, including after the last move and while waiting. */
  own?: boolean;
  play?: (move: Move) => void;
  tilt?: (mark: Tilt) => void;
  /** The accessible name of the table: "Your table", "Anna's table". */
  label: string;
  /** The input, if the parent draws more of it than the table (`playable_table.js`); otherwise the table
   * has none. */
  input?: TableInput;
  /** Further actions of keys, given by `playable_table.js`. */
  actions?: { takeBack?: (() => void) | null; redo?: (() => void) | null; hint?: (() => void) | null; help?: (() => void) | null;
    keys?: Readonly<Record<string, () => void>> };
}
