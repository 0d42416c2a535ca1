// Seats saved in this browser: their tokens, when the room was last open, what was said there, and
// commitments seen before a deal.

import { parseCode } from "./room_codes.js";

/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Room} Room */
/** @typedef {import("../net/protocol").Said} Said */
/** @typedef {Pick<Room, "code" | "seat" | "race" | "settings" | "members">} RoomSummary */
/** @typedef {{code: string, at: number, game: string, name: string, over?: boolean, alone?: boolean}} SavedRoom */

const [SEAT, ROOM, TALK] = /** @type {const} */ (["seat/", "room/", "talk/"]);
const TOKEN = /^[A-Za-z0-9_-]{22,64}$/;
/** How long the home page offers a way back to a room after the last visit. */
const RECENT_MS = 24 * 3_600_000;
const REMATCH_MS = 3_600_000;

/** Save that the player was in a room just now. @param {LocalStorage} memory @param {RoomSummary} room */
export function saveRoom(memory, room) {
  const name = room.members.find((member) => member.seat === room.seat)?.name;
  if (name === undefined) return; // watched only
  const { id, game, status, commitment } = room.race;
  if (status === "lobby" || status === "countdown") saveCommitment(memory, id, commitment);
  const alone = room.settings.locked && room.members.length === 1;
  memory.set(`${ROOM}${room.code}`, { at: Date.now(), game, name, over: status === "over", alone });
}

/** Forget a seat that no longer exists. @param {LocalStorage} memory @param {string} code */
export function forgetSeat(memory, code) {
  memory.remove(`${SEAT}${code}`);
  memory.remove(`${ROOM}${code}`);
  memory.remove(`${TALK}${code}`);
}

/** Save the chat of a room until the tab is closed. The server does not store it, and the page may be
 * reloaded.
 * @param {LocalStorage} memory @param {string} code @param {Said[]} talk */
export function saveChat(memory, code, talk) {
  memory.set(`${TALK}${code}`, talk, { tabOnly: true });
}

/** The chat saved in this tab. @param {LocalStorage} memory @param {string} code @returns {Said[]} */
export function savedChat(memory, code) {
  const talk = memory.get(`${TALK}${code}`);
  return Array.isArray(talk) ? talk : [];
}

/** The rooms the player was in, latest first. @param {LocalStorage} memory @returns {SavedRoom[]} */
export function savedRooms(memory) {
  return memory
    .names(ROOM)
    .flatMap((code) => {
      const room = memory.get(`${ROOM}${code}`);
      return room === null || memory.get(`${SEAT}${code}`) === null ? [] : [{ code, ...room }];
    })
    .sort((one, other) => other.at - one.at);
}

/** The rooms worth going back to. Left out are finished games played alone, and races that ended long
 * ago.
 * @param {LocalStorage} memory */
export function recentRooms(memory) {
  return savedRooms(memory).filter(({ at, over, alone }) => {
    const ago = Date.now() - at;
    return over ? !alone && ago < REMATCH_MS : ago < RECENT_MS;
  });
}

/** All saved seats, in the form in which an account claims them. @param {LocalStorage} memory */
export function savedSeats(memory) {
  return memory
    .names(SEAT)
    .map((code) => ({ code, token: String(memory.get(`${SEAT}${code}`)) }))
    .filter(({ code, token }) => parseCode(code) === code && TOKEN.test(token));
}

// Commitments to deals, as received before their start. A record that arrives later is checked against
// them.

const COMMITMENTS = "commitments";
/** How many commitments are kept, the latest ones. */
const MOST = 200;

/** Save a commitment. If one is saved under this name already, that one stays.
 * @param {LocalStorage} memory @param {string} name of a race or a session
 * @param {string} commitment */
export function saveCommitment(memory, name, commitment) {
  /** @type {Record<string, string>} */
  const kept = memory.get(COMMITMENTS) ?? {};
  if (kept[name] !== undefined) return;
  const latest = [...Object.entries(kept), [name, commitment]].slice(-MOST);
  memory.set(COMMITMENTS, Object.fromEntries(latest));
}

/** @param {LocalStorage} memory @param {string} name @returns {string | null} */
export function savedCommitment(memory, name) {
  return memory.get(COMMITMENTS)?.[name] ?? null;
}
