// Loads replays of finished games. The server sends each move with the piles it changed, because
// the client has no rules.

import { useEffect, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Refusal } from "./connection.js";
import { applyChanges } from "../state/board_state.js";

/** @typedef {import("./protocol").Replay} Replay */
/** @typedef {import("./protocol").ReplayedMove} ReplayedMove */
/** @typedef {import("../table/types").View} View */
/**
 * @typedef {Object} ReplayedGame one contestant's game; `times` (milliseconds of race time), `views`,
 *   `progress` and `points` begin with the deal, so each has one element more than `moves`
 * @property {number} seat
 * @property {string} name
 * @property {string} game
 * @property {Record<string, boolean | number | string>} options
 * @property {number} bellMs
 * @property {number} endedMs
 * @property {ReplayedMove[]} moves
 * @property {number[]} times
 * @property {View[]} views
 * @property {number[]} progress
 * @property {(number | null)[]} points
 */

/** Load the replays of some seats of a race. `replays` is undefined while they are loading.
 * @param {string} race @param {number[]} seats
 * @returns {{replays: ReplayedGame[] | undefined, refusal: Refusal | null}} */
export function useReplays(race, seats) {
  const app = useApp();
  const key = `${race} ${seats.join()}`;
  const [found, set] = useState(
    /** @type {{key: string, replays?: ReplayedGame[], refusal: Refusal | null}} */ ({ key: "", refusal: null }),
  );
  useEffect(() => {
    let wanted = true;
    Promise.all(seats.map((seat) => replayOf(app, race, seat))).then(
      (replays) => wanted && set({ key, replays, refusal: null }),
      (error) => {
        if (!(error instanceof Refusal)) throw error;
        if (wanted) set({ key, refusal: error });
      },
    );
    return () => void (wanted = false);
  }, [key]);
  return found.key === key
    ? { replays: found.replays, refusal: found.refusal }
    : { replays: undefined, refusal: null };
}

/** @type {Map<string, Promise<ReplayedGame>>} the replays
 * requested so far; a finished game never changes */
const fetched = new Map();

/** Return the replay of a seat, which is requested once; after a failure it is requested again.
 * @param {import("../app.js").App} app @param {string} race @param {number} seat */
function replayOf(app, race, seat) {
  const name = `${race} ${seat}`;
  let replay = fetched.get(name);
  if (replay === undefined) {
    replay = fetchReplay(app, race, seat);
    replay.catch(() => fetched.delete(name));
    fetched.set(name, replay);
  }
  return replay;
}

/** Request the parts of a replay, one after the other.
 * @param {import("../app.js").App} app
 * @param {string} race @param {number} seat @returns {Promise<ReplayedGame>} */
async function fetchReplay(app, race, seat) {
  const first = await app.connection.askUntilAnswered({ type: "get_replay", race, seat });
  const moves = [...first.moves];
  while (moves.length < first.total) {
    const more = await app.connection.askUntilAnswered({
      type: "get_replay", race, seat, offset: moves.length,
    });
    const fresh = more.moves.slice(moves.length - more.offset);
    if (!fresh.length) break;
    moves.push(...fresh);
  }
  return replayedGame(first, moves);
}

/** Return the game with the board after every move. `first` is the first part; `moves` are those of
 * all parts.
 * @param {Replay} first @param {ReplayedMove[]} moves @returns {ReplayedGame} */
export function replayedGame(first, moves) {
  const views = [/** @type {View} */ (first.view)];
  for (const move of moves) {
    views.push(/** @type {View} */ (applyChanges(/** @type {View} */ (views.at(-1)), move.changed)));
  }
  return {
    seat: first.seat,
    name: first.name,
    game: first.game,
    options: first.options,
    bellMs: first.bell_ms,
    endedMs: first.ended_ms,
    moves,
    times: [0, ...moves.map((move) => move.ms)],
    views,
    progress: [first.progress, ...moves.map((move) => move.progress)],
    points: [first.points, ...moves.map((move) => move.points)],
  };
}

/** Return the first move in which two games differ: its number, counted from 1, and the race time
 * at which the faster contestant made it. Null if both games have the same moves.
 * @param {ReplayedGame} one @param {ReplayedGame} other */
export function firstDifference(one, other) {
  const most = Math.max(one.moves.length, other.moves.length);
  for (let n = 0; n < most; n++) {
    const [mine, theirs] = [one.moves[n], other.moves[n]];
    if (mine?.text !== theirs?.text) {
      const ms = Math.min(mine?.ms ?? Infinity, theirs?.ms ?? Infinity);
      return { number: n + 1, ms };
    }
  }
  return null;
}
