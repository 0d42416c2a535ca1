// Types the table modules share: view, move, game, places, table input.

export interface Pile { down: number; up: string[] }
export interface View { piles: Record<string, Pile>; [fact: string]: any }
export interface Move { kind: string; [field: string]: any }
export interface Tilt { pile: string; index: number | null; tilt: number }

/** A game as `catalogue.json` tells of it. */
export interface Game {
  slug: string;
  title: string;
  goal: number;
  piles: { name: string; role: string; faces: string }[];
  [more: string]: any;
}

/**
 * What may be touched: a pile (`index` null: its empty place, or all of it), a card of one (`index`
 * from the bottom, face-down cards counted), a cell of a grid. Written on its element as
 * `data-place`: `tab.3`, `tab.3#5`, `cell:0,-2`.
 */
export type PlaceName = string;

/** What the hand knows, for the table to draw; made by `table_input.js`, drawn by `table.js`. */
export interface TableInput {
  /** The place that is picked up, or null. */
  picked: PlaceName | null;
  /** All cards that are picked up: the card and those on it where they go together. */
  lifted: Set<PlaceName>;
  /** Places that are legal targets of what is picked; where nothing is, empty. */
  targets: Set<PlaceName>;
  /** Places a legal move begins at: worth touching. */
  sources: Set<PlaceName>;
  /** Several moves fit: the player chooses, or goes on touching; null otherwise. */
  choices: { move: Move; words: string }[] | null;
  /** One line: what is picked, what to do next. */
  prompt: string;
  tap(place: PlaceName): void;
  doubleTap(place: PlaceName): void;
  tilt(place: PlaceName): void;
  /** Begin dragging: false where nothing may be lifted. */
  lift(place: PlaceName): boolean;
  /** End dragging on a place, or nowhere. */
  drop(place: PlaceName | null): void;
  choose(move: Move): void;
  cancel(): void;

  /** The fan as its player has it: the indices of its cards, drawn in this order from the bottom;
   * null where there is none. Places go on naming cards by their index in the pile. */
  order: number[] | null;
  /** Shift the picked card of the fan: 1 towards its near end, -1 towards the far one. */
  shift(step: number): void;
  /** What Space and the first button do, in a word; empty where a game has no such thing. */
  dealWord: string;
  /** Whether they can do it now. */
  deals: boolean;
  /** Deal, turn, put back; asks once where a card could still be played. */
  deal(): void;
  /** The deal that was asked for and waits to be meant, or null. */
  asked: Move | null;
  /** A move that is in no list: taking back, giving up. */
  make(move: Move): void;
  /** A letter or a digit was typed; whether it means something here. */
  type(char: string): boolean;
  /** What was typed and may go on, such as `b` of `b1`. */
  typed: string;
  /** The next place that is touched or typed is tilted. */
  tilting: boolean;
  /** Tilt what is picked, or else what is named next. */
  beginTilt(): void;
  /** A tap could do something: it is one's own table, and the game goes on. */
  plays: boolean;
  /** Letters are keys here; who dictates, or has keys stick, switches that off. */
  letters: boolean;
  useLetters(on: boolean): void;
  /** The label of a pile or cell, such as `a`. */
  labelOf(place: PlaceName): string;
}

/** The table of any game. `legal` null: only to look at. `busy`: a move is under way. */
export interface TableProps {
  game: Game;
  view: View;
  legal: Move[] | null;
  marks: Tilt[];
  busy?: boolean;
  over?: boolean;
  /** One's own: what happens on it is said, one's last move too, and while one waits. */
  own?: boolean;
  play?: (move: Move) => void;
  tilt?: (mark: Tilt) => void;
  /** What this table is called by screen readers: "Your table", "Anna's table". */
  label: string;
  /** The hand of whoever has more to draw of it than the table (`playable_table.js`); else it has its own. */
  input?: TableInput;
  /** What else keys do: `playable_table.js` has it. */
  deeds?: { takeBack?: (() => void) | null; help?: (() => void) | null };
}
