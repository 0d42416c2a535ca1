// Opens races with one tap: a race with the usual terms, and a race against the computer.

import { openRoom } from "./room_client.js";
import { newNonce } from "./tokens.js";
import { storedGameOptions } from "../state/preferences.js";
import { racedGames, tableGameOf } from "../state/game_catalogue.js";
import { USUAL_SETTINGS } from "../messages/races.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./protocol").AskedTerms} AskedTerms */
/** @typedef {import("./protocol").ComputerPlayer} ComputerPlayer */
/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {{rivals: number, player: ComputerPlayer}} Opponents how many computer players, and how
 *   all of them play */

/** @type {Opponents & {slug?: string}} */
const USUAL_OPPONENTS = { rivals: 3, player: { strength: "tips", pace: "steady" } };

/** The last race against the computer, in the storage of this browser. */
const LAST = "against";

/** Return the games that can be raced against the computer: those in which the player decides
 * something.
 * @param {Catalogue | undefined} catalogue @returns {Game[]} */
export const gamesAgainst = (catalogue) => racedGames(catalogue).filter((game) => game.choice);

/** Return the game and the opponents of the last race against the computer, or the usual ones. The
 * game is undefined until the catalogue is loaded.
 * @param {import("../state/local_storage.js").LocalStorage} storage
 * @param {Catalogue | undefined} catalogue @returns {Opponents & {game: Game | undefined}} */
export function lastOpponents(storage, catalogue) {
  const { slug = "", ...opponents } = storage.get(LAST) ?? USUAL_OPPONENTS;
  const games = gamesAgainst(catalogue);
  return { ...opponents, game: games.find((game) => game.slug === slug) ?? games[0] };
}

/** Open a room for a race of `game` with the usual terms, and take a seat there. Resolves to the code
 * of the room. Rejects with Refusal or ConnectionLost.
 * @param {App} app @param {Game} game @param {string} name of the player @returns {Promise<string>} */
export function openUsualRace(app, game, name) {
  return openRoom(app, (token) => ({
    type: "create", game: game.slug, options: storedGameOptions(app.storage, game), terms: {}, bell_ms: game.bell_ms,
    name, token, legal: true,
  }));
}

/** Open a room for a race of `game` against computer players, seat them and start. Resolves to the
 * code of the room. Rejects with Refusal or ConnectionLost.
 * @param {App} app @param {Catalogue | undefined} catalogue @param {Game} game @param {Opponents} opponents
 * @param {string} name of the player @returns {Promise<string>} */
export async function raceTheComputer(app, catalogue, game, { rivals, player }, name) {
  app.storage.set(LAST, { slug: game.slug, rivals, player });
  const table = tableGameOf(catalogue, game.slug);
  const code = await openRoom(app, (token) => ({
    type: "create", game: game.slug, options: { ...table?.host_options, ...storedGameOptions(app.storage, game) },
    terms: /** @type {AskedTerms} */ (game.room_terms), bell_ms: game.bell_ms,
    settings: { ...USUAL_SETTINGS, size: rivals + 1 }, name, token, legal: true,
  }));
  for (let i = 0; i < rivals; i++) await app.connection.ask({ type: "seat_bot", ...player });
  await app.connection.ask({ type: "ready", nonce: newNonce() });
  return code;
}
