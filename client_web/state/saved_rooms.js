// Saves data about rooms in this browser: tokens of seats, the last visit to each room, the chat.
// Also the commitments that were received before a deal.

import { parseCode } from "./room_codes.js";

/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Room} Room */
/** @typedef {import("../net/protocol").Said} Said */
/** @typedef {Pick<Room, "code" | "seat" | "race" | "settings" | "members">} RoomSummary */
/** @typedef {{code: string, at: number, game: string, name: string, over?: boolean, alone?: boolean}} SavedRoom
 *   `at`: when the player was last in the room, in milliseconds since 1970; `name`: the player's name
 *   in the room */

const [SEAT, ROOM, CHAT] = /** @type {const} */ (["seat/", "room/", "talk/"]);
const TOKEN = /^[A-Za-z0-9_-]{22,64}$/;
/** Milliseconds after the last visit for which the home page offers a room: RECENT_MS if its race
 * is unfinished, REMATCH_MS if its race is over. */
const RECENT_MS = 24 * 3_600_000;
const REMATCH_MS = 3_600_000;

/** Save that the player was in a room just now, and the commitments to its next deal and to the
 * series of that deal. Does nothing without a seat.
 * @param {LocalStorage} storage @param {RoomSummary} room */
export function saveRoom(storage, room) {
  const name = room.members.find((member) => member.seat === room.seat)?.name;
  if (name === undefined) return; // the player has no seat
  const { id, game, status, commitment, series } = room.race;
  if (status === "lobby" || status === "countdown") {
    saveCommitment(storage, id, commitment);
    const whole = series?.commitment;
    if (whole) saveCommitment(storage, whole.name, whole.commitment);
  }
  const alone = room.settings.locked && room.members.length === 1;
  storage.set(`${ROOM}${room.code}`, { at: Date.now(), game, name, over: status === "over", alone });
}

/** Delete what is saved about a seat that no longer exists.
 * @param {LocalStorage} storage @param {string} code */
export function forgetSeat(storage, code) {
  storage.remove(`${SEAT}${code}`);
  storage.remove(`${ROOM}${code}`);
  storage.remove(`${CHAT}${code}`);
}

/** Save the chat of a room until the tab is closed, because the page may be reloaded and the server
 * does not store it.
 * @param {LocalStorage} storage @param {string} code @param {Said[]} chat */
export function saveChat(storage, code, chat) {
  storage.set(`${CHAT}${code}`, chat, { tabOnly: true });
}

/** Return the chat of a room as saved in this tab, oldest first.
 * @param {LocalStorage} storage @param {string} code @returns {Said[]} */
export function savedChat(storage, code) {
  const chat = storage.get(`${CHAT}${code}`);
  return Array.isArray(chat) ? chat : [];
}

/** Return the rooms in which the player has a seat, latest first.
 * @param {LocalStorage} storage @returns {SavedRoom[]} */
export function savedRooms(storage) {
  return storage
    .names(ROOM)
    .flatMap((code) => {
      const room = storage.get(`${ROOM}${code}`);
      return room === null || storage.get(`${SEAT}${code}`) === null ? [] : [{ code, ...room }];
    })
    .sort((one, other) => other.at - one.at);
}

/** Return the rooms that the player may want to go back to, latest first: unfinished races, and
 * races with others that ended within the last hour.
 * @param {LocalStorage} storage */
export function recentRooms(storage) {
  return savedRooms(storage).filter(({ at, over, alone }) => {
    const ago = Date.now() - at;
    return over ? !alone && ago < REMATCH_MS : ago < RECENT_MS;
  });
}

/** Return the slugs of the games that the player plays alone and has not finished, the one left
 * last first.
 * @param {LocalStorage} storage */
export function unfinishedAlone(storage) {
  return savedRooms(storage)
    .filter(({ code, game, over }) => !over && storage.get(`alone/${game}`) === code)
    .map(({ game }) => game);
}

/** Return all saved seats in the form in which an account claims them.
 * @param {LocalStorage} storage */
export function savedSeats(storage) {
  return storage
    .names(SEAT)
    .map((code) => ({ code, token: String(storage.get(`${SEAT}${code}`)) }))
    .filter(({ code, token }) => parseCode(code) === code && TOKEN.test(token));
}

// Commitments to deals, saved before the start. When a record is shown later, its commitment is
// compared with the saved one.

const COMMITMENTS = "commitments";
/** The maximum number of saved commitments. The oldest are deleted. */
const MOST = 200;

/** Save the commitment of a race or session, unless one is saved under its name already.
 * @param {LocalStorage} storage @param {string} name
 * @param {string} commitment */
export function saveCommitment(storage, name, commitment) {
  /** @type {Record<string, string>} */
  const kept = storage.get(COMMITMENTS) ?? {};
  if (kept[name] !== undefined) return;
  const latest = [...Object.entries(kept), [name, commitment]].slice(-MOST);
  storage.set(COMMITMENTS, Object.fromEntries(latest));
}

/** Return the saved commitment of a race or session, or null.
 * @param {LocalStorage} storage @param {string} name @returns {string | null} */
export function savedCommitment(storage, name) {
  return storage.get(COMMITMENTS)?.[name] ?? null;
}
