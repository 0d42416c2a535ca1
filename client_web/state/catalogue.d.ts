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
}

export interface Game {
  slug: string;
  title: string;
  other_names: string[];
  packs: number;
  /** How long a game takes, as the book says: `60 to 90`. */
  minutes: string | null;
  /** How often a game is won, as the book says. */
  prospects: string | null;
  character: string;
  ranked_by: "progress" | "points";
  /** The progress of a won game. */
  goal: number;
  /** The fields of each kind of move. */
  moves: Record<string, string[]>;
  piles: PileInfo[];
  options: GameOption[];
  /** The piles where an option changes them. */
  layouts: { option: string; value: OptionValue; piles: PileInfo[] }[];
  /** The time of a race, unless the host chooses another. */
  bell_ms: number;
  format: string;
  formats: string[];
  family: string;
  /** Whether it is one of the great games, which crowns are won with. */
  crown: boolean;
  /** The side of a square of cards. */
  grid: number | null;
}

export interface Catalogue {
  games: Game[];
  phrases: Record<string, string>;
  answers: Record<string, string>;
  terms: { winners: string[]; take_back: string[]; call_ms: number };
  limits: Record<string, number>;
  /** By refusal code: when a client repeats a request, and of which types (null: all). */
  retries: Record<string, { after_ms: number; requests: string[] | null }>;
}
