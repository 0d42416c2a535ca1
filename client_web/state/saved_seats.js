// Seats saved in this browser: their tokens, when the room was last open, what was said there, and
// commitments seen before a deal.

import { parseCode } from "./room_codes.js";

/** @typedef {import("./local_storage.js").LocalStorage} LocalStorage */
/** @typedef {import("../net/protocol").Room} Room */
/** @typedef {import("../net/protocol").Said} Said */
/** @typedef {Pick<Room, "code" | "seat" | "race" | "settings" | "members">} Seen */
/** @typedef {{code: string, at: number, game: string, name: string, over?: boolean, alone?: boolean}} Noted */

const [SEAT, ROOM, TALK] = ["seat/", "room/", "talk/"];
const TOKEN = /^[A-Za-z0-9_-]{22,64}$/;
/** So long after one was there last, home offers the way back. */
const LATELY_MS = 24 * 3_600_000;
const REMATCH_MS = 3_600_000;

/** Note that one is in a room. @param {LocalStorage} memory @param {Seen} room */
export function saveRoom(memory, room) {
  const name = room.members.find((member) => member.seat === room.seat)?.name;
  if (name === undefined) return; // only watched
  const { id, game, status, commitment } = room.race;
  if (status === "lobby" || status === "countdown") saveCommitment(memory, id, commitment);
  const alone = room.settings.locked && room.members.length === 1;
  memory.set(ROOM + room.code, { at: Date.now(), game, name, over: status === "over", alone });
}

/** A seat that is no more. @param {LocalStorage} memory @param {string} code */
export function forgetSeat(memory, code) {
  memory.remove(SEAT + code);
  memory.remove(ROOM + code);
  memory.remove(TALK + code);
}

/** Keep what was said in a room for as long as the tab is open: the server forgets it at once, and a
 * page may be loaded again. @param {LocalStorage} memory @param {string} code @param {Said[]} talk */
export function saveChat(memory, code, talk) {
  memory.set(TALK + code, talk, { tabOnly: true });
}

/** What was said before this page was loaded, in the same tab.
 * @param {LocalStorage} memory @param {string} code @returns {Said[]} */
export function savedChat(memory, code) {
  const talk = memory.get(TALK + code);
  return Array.isArray(talk) ? talk : [];
}

/** The rooms one was in, the latest first. @param {LocalStorage} memory @returns {Noted[]} */
export function savedRooms(memory) {
  return memory
    .names(ROOM)
    .map((code) => ({ code, ...memory.get(ROOM + code) }))
    .filter((room) => memory.get(SEAT + room.code) !== null)
    .sort((one, other) => other.at - one.at);
}

/** Those worth going back to: not a game alone that is over, nor friends who have long gone home.
 * @param {LocalStorage} memory */
export function recentRooms(memory) {
  return savedRooms(memory).filter(({ at, over, alone }) => {
    const ago = Date.now() - at;
    return over ? !alone && ago < REMATCH_MS : ago < LATELY_MS;
  });
}

/** All seats, as they are claimed. @param {LocalStorage} memory */
export function savedSeats(memory) {
  return memory
    .names(SEAT)
    .map((code) => ({ code, token: String(memory.get(SEAT + code)) }))
    .filter(({ code, token }) => parseCode(code) === code && TOKEN.test(token));
}

// What deals were committed to before their start, as this browser was told then: a record that comes
// later is held against it.

const PROMISES = "commitments";
/** So many are kept, the latest. */
const MOST = 200;

/** The first promise stays. @param {LocalStorage} memory @param {string} name of a race or a session
 * @param {string} commitment */
export function saveCommitment(memory, name, commitment) {
  /** @type {Record<string, string>} */
  const kept = memory.get(PROMISES) ?? {};
  if (kept[name] !== undefined) return;
  const latest = [...Object.entries(kept), [name, commitment]].slice(-MOST);
  memory.set(PROMISES, Object.fromEntries(latest));
}

/** @param {LocalStorage} memory @param {string} name @returns {string | null} */
export function savedCommitment(memory, name) {
  return memory.get(PROMISES)?.[name] ?? null;
}
