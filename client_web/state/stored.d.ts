// Types of the values that the browser stores, by their names.

import type { Me } from "../app.js";
import type { AloneResults } from "./alone_results.js";
import type { GuestEntry, Said } from "../net/protocol";
import type { Opponents } from "../net/quick_races.js";
import type { CheckIn } from "../net/tournament_client.js";
import type { Preferences } from "./default_preferences.js";
import type { StoredPreferences } from "./preferences.js";
import type { SavedRoom } from "./saved_rooms.js";

export interface Stored {
  /** Who is logged in. */
  session: Me;
  /** The name of a guest, or the last name that was logged in. */
  name: string;
  /** The token of this browser, for logging in. */
  device: string;
  choices: Partial<Preferences>;
  preferences: StoredPreferences;
  /** By the name of a race or session. */
  commitments: Record<string, string>;
  /** The code of the tournament the player is checked in to in this tab. */
  evening: string;
  /** Whether letters are keys at a table. */
  letters: boolean;
  /** The code of the last crown race. */
  "crown-race": string;
  /** The slug of the game of the last challenge to a friend. */
  challenge: string;
  /** The game and the opponents of the last race against the computer. */
  against: Opponents & { slug: string };
  /** The token of a seat, by the code of its room. */
  [seat: `seat/${string}`]: string;
  /** The address that a room leads back to, by its code. */
  [back: `back/${string}`]: string;
  [room: `room/${string}`]: Omit<SavedRoom, "code">;
  /** The chat of a room, by its code. */
  [talk: `talk/${string}`]: Said[];
  /** What the player has reached alone, by the game's slug. */
  [results: `results/${string}`]: AloneResults;
  /** The code of the room of an unfinished game played alone, by the game's slug. */
  [alone: `alone/${string}`]: string;
  /** The code of the room of an unfinished race against a ghost, by the ghost's race and seat. */
  [ghost: `ghost/${string}`]: string;
  /** The code of the room of unfinished practice from a position of a race, by race, seat and moves. */
  [on: `on/${string}`]: string;
  /** The check-in of a tournament, by its code. */
  [tournament: `tournament/${string}`]: CheckIn;
  /** The entry as a guest of a tournament, by its code. */
  [guest: `guest/${string}`]: GuestEntry;
  /** The entry as a guest of a leisure race, by its code. */
  [leisure: `leisure-guest/${string}`]: GuestEntry;
}
