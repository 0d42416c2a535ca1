// Types of `catalogue.json`, which the server generates from the engine: the games, set phrases, limits.

export type OptionValue = boolean | number | string;

export interface GameOption {
  name: string;
  values: OptionValue[];
  default: OptionValue;
  /** What the option does, to go on with a sentence. */
  meaning: string;
}

export interface PileInfo {
  name: string;
  role: string;
  faces: string;
  /** Whether a view can lack the pile. */
  vanishes: boolean;
  /** What a player marks by tilting: cards, covered cards (which a tap tilts too), or the whole pile. */
  tilts: "cards" | "covered" | "pile";
  /** Its label, of a common foundation; others are named by letters in reading order. */
  label?: string;
}

/** How a game's table is drawn. */
export interface Drawing {
  /** Whether four suit colours read best. */
  suits_matter: boolean;
  /** Which cards of a column are drawn as joined. */
  runs: "suit" | "colour" | "colours" | "any" | null;
  /** Whether joined cards move only as a set. Sets are drawn aside from each other. */
  sets: boolean;
  /** Whether players tilt many cards. */
  tilts: boolean;
  /** The cards of a column after which there is a half-gap; 0 for none. */
  gap_after: number;
  /** Whether a card on its senior of another suit is drawn aslant. */
  turned: boolean;
  /** Titles of rows of piles by prefix. */
  row_titles: Record<string, string>;
  /** The columns or heaps side by side before a further row of them begins; 0 for all side by side. */
  across: number;
  /** Prefixes of the groups that stand in a column at the left and at the right of the heaps. */
  sides: string[];
  /** Prefixes of groups that lie nearer to the player than the columns. */
  near: string[];
  /** A pile of this prefix with so many cards is finished: it lies on the pile of the prefix
   * `laid_on` with its own index, or face down if that is null. */
  finished: { prefix: string; cards: number; laid_on: string | null } | null;
  /** The pile on which each card is built; empty if the roles of the piles say it. */
  homes: Record<string, string>;
  /** Where the piles of a picture lie, in columns from the left and rows from the top. */
  places: Record<string, [number, number]>;
  /** The pile whose top card is laid by a move that names only where it goes. */
  hand: string;
}

export interface Game {
  slug: string;
  title: string;
  other_names: string[];
  /** The names by which addresses may name the game, in small letters with hyphens. */
  typed_names: string[];
  packs: number;
  /** How long a game takes, as the book says: `60 to 90`. */
  minutes: string | null;
  /** How often a game is won, as the book says. */
  prospects: string | null;
  character: string;
  ranked_by: "progress" | "tie_break" | "points" | "reach" | "round";
  /** Whether the player decides anything. */
  choice: boolean;
  /** What the tie-break prefers, in a sentence; empty if the game has none. */
  tie_break_rule: string;
  /** The progress of a won game. */
  goal: number;
  /** The fields of each kind of move. */
  moves: Record<string, string[]>;
  piles: PileInfo[];
  drawing: Drawing;
  options: GameOption[];
  /** The piles where an option changes them. */
  layouts: { option: string; value: OptionValue; piles: PileInfo[] }[];
  /** How it is drawn where an option changes that. */
  drawings: { option: string; value: OptionValue; drawing: Drawing }[];
  /** The time of a race, unless the host chooses another. */
  bell_ms: number;
  format: string;
  formats: string[];
  /** The terms in which the usual race of two or more differs from the defaults. */
  room_terms: import("../net/protocol").AskedTerms;
  /** The usual format of a race in each format of tournaments. */
  tournament_formats: Record<string, string>;
  family: string;
  /** Whether the game has a rule for safe auto-play. */
  safe_play: boolean;
  /** Whether the game has winnable deals, at least with some options. */
  winnable: boolean;
  /** The classes of difficulty that a host can choose for a winnable deal, the easiest first. */
  difficulties: (1 | 2 | 3 | 4 | 5)[];
  /** Whether it is one of the great games, which crowns are won with. */
  crown: boolean;
  /** The usual time to place a called card; null if cards cannot be called. */
  call_ms: number | null;
  /** The side of a square of cards. */
  grid: number | null;
  /** The least row and column of a cell; labels count from it. */
  grid_from: number | null;
}

/** A game whose contestants share a table. Packs and piles are those of one seat. */
export interface TableGame extends Game {
  most_seats: number;
  /** The options that a form for a new room offers first. */
  host_options: Record<string, OptionValue>;
}

/** A plan for a usual evening. `about` says what it is; the plan has no title. */
export interface TournamentTemplate {
  name: string;
  about: string;
  plan: Record<string, unknown>;
}

/** What is known about a value of a plan. `longest`: of a text in characters, of a list in items.
 * Without `usual` the value is filled in from the rest of the plan, or has to be given. */
export interface PlanField {
  least?: number;
  most?: number;
  longest?: number;
  values?: (string | number)[];
  usual?: unknown;
}

export interface Catalogue {
  games: Game[];
  /** The games whose contestants share a table. */
  tables: TableGame[];
  /** The five great games in the book's order, and by the time they take. */
  great_games: string[];
  quickest_first: string[];
  phrases: Record<string, string>;
  answers: Record<string, string>;
  tournaments: {
    /** The ways to score each format allows, the default first. */
    ways: Record<string, string[]>;
    templates: TournamentTemplate[];
    /** Every value of a plan by its path: `rounds.*.bell_ms`. */
    fields: Record<string, PlanField>;
    most_rounds: number;
    /** How many may enter at most, by format. */
    most_entrants: Record<string, number>;
    /** How long deals begin where nothing else is said, by format. */
    window_ms: Record<string, number>;
    /** By the way deals are scored. `usual` are the other values of the scoring; `tie_breaks` and
     * `missed` are all it allows. */
    scoring: Record<string, { usual: import("../net/protocol").Scoring; tie_breaks: string[]; missed: string[] }>;
    team_tie_breaks: string[];
    /** How many members of a team count. */
    team_best: number;
  };
  terms: { winners: string[]; take_back: string[] };
  limits: Record<string, number>;
  /** By refusal code: when a client repeats a request, and of which types (null: all). */
  retries: Record<string, { after_ms: number; requests: string[] | null }>;
}
