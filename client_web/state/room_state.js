// The state of a room, computed from the server's messages by a reducer. Pure; it knows no rules of
// games.

import { keepUnchanged, applyChanges, isUnmoved } from "./board_state.js";
import { tableAfter } from "./common_table.js";

/** @typedef {import("../net/protocol").Room} Room */
/** @typedef {import("../net/protocol").Table} Table */
/** @typedef {Table & {hint?: import("../net/protocol").Hint | null}} OwnTable */
/** @typedef {import("../net/protocol").Frame & {counts?: number[], stopped_counting?: boolean}} Frame a
 *   frame of a watched deal, with the right counts if the player has asked for them */
/** @typedef {import("../net/protocol").WatchedTable} WatchedTable */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("../net/protocol").Member} Member */
/** @typedef {import("../net/protocol").RaceInfo} RaceInfo */
/** @typedef {import("../net/protocol").Ballot} Ballot */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */
/** @typedef {Extract<ServerMessage, {seq: number}>} Numbered a numbered event of a room, or the room itself */
/** @typedef {Exclude<Numbered, Room>} RoomEvent */
/**
 * @typedef {Object} Clock The clock of a race. Race time was `ms` at the time `at` of
 *   `performance.now()`, and goes on from there if `runs` is true. `bellMs` and `callDueMs`, at which the
 *   bell rings and the called card must be laid, are race times. `startsAt` is a time of
 *   `performance.now()`. If `heldAt` is not null, the clock has stood still since that time, until the
 *   server sends the race time.
 * @property {number} ms
 * @property {number} at
 * @property {boolean} runs
 * @property {number} bellMs
 * @property {number | null} startsAt
 * @property {number | null} callDueMs
 * @property {number | null} heldAt
 */
/** @typedef {{progress: number, points: number | null}} StartNumbers progress and points before the
 *   first move, which are not always 0: some deals put cards on the foundations */
/**
 * @typedef {Object} RoomState
 * @property {Omit<Room, "type" | "id" | "table" | "common_table" | "grids" | "frame" | "unread" | "standings" | "members">} room
 * @property {Member[]} members in order of seat
 * @property {Map<number, SeatStanding>} standings by seat
 * @property {StartNumbers} begins the progress and points of every seat that has not moved in this race
 * @property {OwnTable | null} table the player's own board, with the hint that was the last move, if it was one
 * @property {import("../net/protocol").CommonTable | null} common the common table of a race whose contestants
 *   share one
 * @property {boolean} commonBehind whether commands at the common table were missed, so that it must be
 *   requested again
 * @property {Frame | null} frame the current frame of a watched deal, shown before the table
 * @property {ReadonlyMap<number, WatchedTable>} watched the last board that came of each seat that the page
 *   has followed
 * @property {import("../net/protocol").Grids | null} grids everybody's grids as far as all have placed the
 *   called cards; null if they are not shown
 * @property {Clock} clock
 * @property {readonly ServerMessage[]} happened the messages that turned the previous state into this one,
 *   answers to the player's moves included
 * @property {readonly ServerMessage[]} missed the events since the connection was lost, sent when the
 *   room was entered again
 * @property {string | null} notice a sentence from the server about its state, such as an outage
 * @property {boolean} behind whether a message was missed, so that the room must be requested again
 * @property {import("../net/protocol").Said[]} talk the chat, oldest first, at most fifty messages
 */

const MOST_TALK = 50;
/** @type {StartNumbers} the start numbers until a board of this deal was received */
const UNKNOWN = { progress: 0, points: null };

/** Return the state after a `room` message, which has the whole room. The chat so far is kept.
 * `before` is null on the first entry; `now` is `performance.now()`.
 * @param {RoomState | null} before @param {Room} said @param {number} now
 * @returns {RoomState} */
export function enterRoom(before, said, now) {
  const { table, common_table: common, frame, grids, unread, standings, members, ...room } = said;
  const same = before?.room.code === room.code && before.room.race.id === room.race.id;
  const begins = startNumbers(table) ?? (same && before ? before.begins : UNKNOWN);
  return {
    room,
    members,
    standings: standingsOf(members, standings, begins),
    begins,
    table: keepUnchanged(same && before ? before.table : null, table),
    common: common ?? null,
    commonBehind: false,
    frame: frame !== null && (table === null || table.ply === (frame.ply ?? 0)) ? frame : null,
    watched: same && before ? before.watched : new Map(),
    grids: grids ?? null,
    clock: clockOf(room.race, now),
    happened: [],
    missed: before?.room.code === room.code ? unread.filter((said) => said.seq > before.room.seq) : unread,
    notice: null,
    behind: false,
    talk: before?.room.code === room.code ? before.talk : [],
  };
}

/** Return the standing of every racing seat. A seat for which the server has sent none has not
 * moved yet.
 * @param {Member[]} members @param {SeatStanding[]} standings @param {StartNumbers} begins */
function standingsOf(members, standings, begins) {
  const all = new Map(members.filter((m) => m.racing).map((m) => [m.seat, startStanding(m.seat, begins)]));
  for (const standing of standings) all.set(standing.seat, standing);
  return all;
}

/** Return the state after a message; the same object if the message does not concern the room.
 * @param {RoomState} state @param {ServerMessage} said @param {number} now
 * @returns {RoomState} */
export function reduceMessage(state, said, now) {
  if (isEvent(said)) {
    if (said.seq <= state.room.seq) return state;
    if (said.seq !== state.room.seq + 1) return { ...state, behind: true };
    const next = reduceEvent(state, said, now);
    return { ...next, room: { ...next.room, seq: said.seq }, happened: [said], missed: [] };
  }
  const next = reduceUnnumbered(state, said, now);
  return next === state ? state : { ...next, happened: [said], missed: [] };
}

/** The types of the numbered events of a room. */
const EVENTS = new Set(
  ("joined left presence covered ready_changed countdown started called held over next_race " +
    "settings_changed host_passed silenced stood_aside race_joined skip").split(" "),
);

/** Return whether a message is a numbered event of the room. `seq` alone does not say so, because
 * leaderboards and tournaments number their messages too.
 * @param {ServerMessage} said @returns {said is RoomEvent} */
function isEvent(said) {
  return EVENTS.has(said.type);
}

/** Return the state after an event of the room, without its number.
 * @param {RoomState} state @param {RoomEvent} said @param {number} now @returns {RoomState} */
function reduceEvent(state, said, now) {
  switch (said.type) {
    case "joined":
      return { ...state, members: [...state.members, newMember(said)].sort((a, b) => a.seat - b.seat) };
    case "left":
      return reduceLeft(state, said);
    case "presence":
      return withMember(state, said.seat, { here: said.here });
    case "covered":
      return withMember(state, said.seat, { covered: said.covered });
    case "ready_changed":
      return withMember(state, said.seat, { ready: said.ready });
    case "silenced":
      return withMember(state, said.seat, { silent: said.silent });
    case "stood_aside":
      return withMember(state, said.seat, { aside: said.aside });
    case "host_passed":
      return { ...state, room: { ...state.room, host: said.host } };
    case "settings_changed":
        return withSettings(state, said.settings);
    case "race_joined": {
      const standings = new Map(state.standings).set(said.seat, startStanding(said.seat, state.begins));
      return { ...withMember(state, said.seat, { racing: true }), standings };
    }
    default:
      return reduceRaceEvent(state, said, now);
  }
}

/** Return the state after an event of the race.
 * @param {RoomState} state @param {RoomEvent} said @param {number} now @returns {RoomState} */
function reduceRaceEvent(state, said, now) {
  switch (said.type) {
    case "countdown": {
      const members = state.members.map((m) => ({ ...m, racing: said.racing.includes(m.seat) }));
      const clock = { ...state.clock, ms: 0, at: now, runs: false, startsAt: now + said.starts_in_ms };
      const standings = new Map(said.racing.map((seat) => [seat, startStanding(seat, state.begins)]));
      return withRace({ ...state, members, clock, standings }, { status: "countdown" });
    }
    case "started": {
      const clock = { ...state.clock, ms: 0, at: now, runs: true, startsAt: null };
      return withRace({ ...state, clock }, { status: "running" });
    }
    case "called": {
      const clock = { ...state.clock, callDueMs: raceTime(state.clock, now) + said.call_ms };
      return withRace({ ...state, clock }, { call: said.call });
    }
    case "held":
      return { ...state, clock: clockAfterHold(state.clock, said, now) };
    case "over": {
      const clock = { ...state.clock, ms: said.ended_ms, at: now, runs: false, callDueMs: null };
      const standings = new Map(said.results.map(({ standing }) => [standing.seat, standing]));
      const members = state.members.map((m) => ({ ...m, covered: false }));
      // What the bell has ended at a common table, the whole table says.
      const commonBehind = state.commonBehind || Boolean(state.common && !state.common.over);
      const ended = { ...state, clock, standings, members, commonBehind, frame: null };
      const over = withRace(ended, { status: "over", clock_ms: said.ended_ms });
      const series = said.series ?? null;
      const room = series ? { ...over.room, race: { ...over.room.race, series } } : over.room;
      return { ...over, room: { ...room, results: said.results, opened: said.opened, wins: said.wins ?? [] } };
    }
    case "skip":
      return said.vote ? withRace(state, { votes: votesAfter(state.room.race.votes ?? [], said.vote) }) : state;
    case "next_race": {
      const room = { ...state.room, race: said.race, results: null, opened: null };
      const members = state.members
        .filter((m) => !m.left)
        .map((m) => ({ ...m, ready: false, racing: false, covered: false }));
      const none = { table: null, common: null, commonBehind: false, frame: null, watched: new Map(), grids: null, standings: new Map(), begins: UNKNOWN };
      return { ...state, ...none, room, members, clock: clockOf(said.race, now) };
    }
  }
  return state;
}

/** Return the votes for the next game after one more vote, which replaces an earlier vote of the
 * seat.
 * @param {Ballot[]} votes @param {Ballot} vote */
function votesAfter(votes, vote) {
  return [...votes.filter((each) => each.seat !== vote.seat), vote];
}

/** Return the game that the player has voted for; null if none.
 * @param {RoomState} state */
export function ownVote({ room }) {
  return room.race.votes?.find((each) => each.seat === room.seat)?.game ?? null;
}

/** Return the state after a message that is no numbered event: a board, a move, standings, chat, or
 * a notice.
 * @param {RoomState} state @param {ServerMessage} said @param {number} now @returns {RoomState} */
function reduceUnnumbered(state, said, now) {
  switch (said.type) {
    case "table":
      if (said.race !== state.room.race.n) return state;
      return withStartNumbers(
        { ...state, table: keepUnchanged(state.table, said), clock: syncedClock(state.clock, said, now) },
        said,
      );
    case "frame":
      if (said.race !== state.room.race.n) return state;
      return {
        ...state,
        frame: { ...said, stopped_counting: state.frame?.stopped_counting ?? false },
        clock: syncedClock(state.clock, said, now),
      };
    case "deal_counts": {
      if (!state.frame || said.race !== state.frame.race) return state;
      const { ply, counts, stopped_counting } = said;
      return { ...state, frame: { ...state.frame, ply, counts, stopped_counting } };
    }
    case "moved":
      return reduceMove(state, said, now);
    case "common_table":
      if (said.race !== state.room.race.n) return state;
      return { ...state, common: said, commonBehind: false, clock: syncedClock(state.clock, said, now) };
    case "table_changed":
      return reduceTableChanged(state, said, now);
    case "table_legal":
      if (state.common === null || said.race !== state.room.race.n || state.common.over) return state;
      return { ...state, common: { ...state.common, legal: said.legal } };
    case "watched_table":
      if (said.race !== state.room.race.n) return state;
      return withStartNumbers({ ...state, watched: new Map(state.watched).set(said.seat, said) }, said);
    case "grids":
      return said.race === state.room.race.n ? { ...state, grids: said } : state;
    case "progress": {
      if (said.race !== state.room.race.n || state.room.results !== null) return state;
      const standings = new Map(state.standings);
      for (const one of said.standings) standings.set(one.seat, one);
      return { ...state, standings, clock: syncedClock(state.clock, said, now) };
    }
    case "said":
      return { ...state, talk: [...state.talk, said].slice(-MOST_TALK) };
    case "watchers":
      return { ...state, room: { ...state.room, watchers: said.watchers } };
    case "notice":
      return reduceNotice(state, said, now);
  }
  return state;
}

/** Return the state after the answer to a move of the player.
 * @param {RoomState} state @param {import("../net/protocol").Moved} said @param {number} now
 * @returns {RoomState} */
function reduceMove(state, said, now) {
  const table = state.table;
  if (table === null || said.race !== table.race || said.ply !== table.ply + 1) {
    // The answer to a move that is already on the board changes nothing. If the answer is more than
    // one move ahead, a message was missed.
    const ahead = table !== null && said.race === table.race && said.ply > table.ply + 1;
    return ahead ? { ...state, behind: true } : state;
  }
  const { type: _, id: __, ms: ___, changed, ...rest } = said;
  const after = { ...table, ...rest, view: applyChanges(table.view, changed) };
  // Drop the marks of cards that have moved.
  const marks = after.marks.filter((m) => isUnmoved(table.view, after.view, m));
  const clock = syncedClock(state.clock, { clock_ms: said.ms }, now);
  return updateOwnStanding({ ...state, clock, table: /** @type {OwnTable} */ ({ ...after, marks }) }, said);
}

/** Return the state after further commands at the common table.
 * @param {RoomState} state @param {import("../net/protocol").TableChanged} said @param {number} now
 * @returns {RoomState} */
function reduceTableChanged(state, said, now) {
  if (state.common === null || said.race !== state.room.race.n) return state;
  const common = tableAfter(state.common, said);
  if (common === null) return { ...state, commonBehind: true };
  if (common === state.common) return state;
  // Spectators see the table late, so its race time is not that of the race.
  const clock = common.delay_ms ? state.clock : syncedClock(state.clock, { clock_ms: said.ms }, now);
  return { ...state, common, clock };
}

/** Return the state with the player's own standing as it is after a move, without waiting for the
 * server's next `progress`. The tie-break, and whether moves were taken back, come with that
 * message.
 * @param {RoomState} state @param {import("../net/protocol").Moved} said @returns {RoomState} */
function updateOwnStanding(state, said) {
  const { seat } = state.room;
  const before = seat === null ? undefined : state.standings.get(seat);
  if (seat === null || before === undefined) return state;
  const { ms, ply, progress, points, over } = said;
  const further = progress > before.best ? { best: progress, reached_ms: ms } : {};
  const ended = over ? { ...over, ended_ms: ms } : {};
  const standing = { ...before, ...further, ...ended, progress, points, moves: ply };
  return { ...state, standings: new Map(state.standings).set(seat, standing) };
}

/** Return the clock of a race as the server describes it.
 * @param {RaceInfo} info @param {number} now @returns {Clock} */
function clockOf(info, now) {
  return {
    ms: info.clock_ms ?? 0,
    at: now,
    runs: info.status === "running",
    bellMs: info.bell_ms,
    startsAt: info.starts_in_ms === null ? null : now + info.starts_in_ms,
    callDueMs: info.call_ms === null ? null : (info.clock_ms ?? 0) + info.call_ms,
    heldAt: null,
  };
}

/** Return a running clock set to the race time in a message; another clock unchanged.
 * @param {Clock} clock @param {{clock_ms: number}} said @param {number} now @returns {Clock} */
function syncedClock(clock, said, now) {
  return clock.runs ? { ...clock, ms: said.clock_ms, at: now } : clock;
}

/** Return the clock after an outage, for which race time stood still.
 * @param {Clock} clock @param {import("../net/protocol").Held} said @param {number} now
 * @returns {Clock} */
function clockAfterHold(clock, said, now) {
  const startsAt = said.starts_in_ms === null ? null : now + said.starts_in_ms;
  return said.clock_ms === null
    ? { ...clock, startsAt, heldAt: null }
    : { ...clock, startsAt, heldAt: null, ms: said.clock_ms, at: now };
}

/** Return the state after a notice about the server. While the store is away, the clock stands
 * still.
 * @param {RoomState} state @param {import("../net/protocol").Notice} said @param {number} now
 * @returns {RoomState} */
function reduceNotice(state, said, now) {
  if (said.code === "storage_back") return { ...state, clock: { ...state.clock, heldAt: null }, notice: null };
  const known = { ...state, notice: said.text };
  return said.code === "storage_away" ? { ...known, clock: stoppedClock(state.clock, now) } : known;
}

/** Return the clock standing still at its current time.
 * @param {Clock} clock @param {number} now @returns {Clock} */
function stoppedClock(clock, now) {
  return { ...clock, heldAt: clock.heldAt ?? now };
}

/** Return the state without a connection. The clock stands still until the room is received again,
 * because the page cannot know whether race time goes on.
 * @param {RoomState} state @param {number} now
 * @returns {RoomState} */
export function reduceConnectionLost(state, now) {
  return { ...state, clock: stoppedClock(state.clock, now), happened: [], missed: [] };
}

/** Return the race time now, in milliseconds. @param {Clock} clock @param {number} now */
export function raceTime(clock, now) {
  return clock.runs ? clock.ms + ((clock.heldAt ?? now) - clock.at) : clock.ms;
}

/** Return the milliseconds until the start; null if no start is set.
 * @param {Clock} clock @param {number} now */
export function startsIn({ startsAt, heldAt }, now) {
  return startsAt === null ? null : Math.max(0, startsAt - (heldAt ?? now));
}

/** Return the milliseconds until the server lays the called card itself; null if no card is called.
 * @param {Clock} clock @param {number} now */
export function callEndsIn(clock, now) {
  return clock.callDueMs === null ? null : Math.max(0, clock.callDueMs - raceTime(clock, now));
}

/** Return the state with changes to its race.
 * @param {RoomState} state @param {Partial<RaceInfo>} changed @returns {RoomState} */
function withRace(state, changed) {
  return { ...state, room: { ...state.room, race: { ...state.room.race, ...changed } } };
}

/** Return the state with changes to a member.
 * @param {RoomState} state @param {number} seat @param {Partial<Member>} changed
 * @returns {RoomState} */
function withMember(state, seat, changed) {
  const members = state.members.map((m) => (m.seat === seat ? { ...m, ...changed } : m));
  return { ...state, members };
}

/** Return the state after a member has left.
 * @param {RoomState} state @param {import("../net/protocol").Left} said @returns {RoomState} */
function reduceLeft(state, said) {
  // A member who leaves before the start is no contestant and is removed. A contestant stays in the
  // list until the next race, because the standings need the name.
  const isRacing =
    state.room.race.status !== "countdown" && state.members.some((m) => m.seat === said.seat && m.racing);
  const after = isRacing
    ? withMember(state, said.seat, { left: true, here: false, covered: false })
    : { ...state, members: state.members.filter((m) => m.seat !== said.seat) };
  if (!isRacing && state.standings.has(said.seat)) {
    after.standings = new Map(state.standings);
    after.standings.delete(said.seat);
  }
  return { ...after, room: { ...after.room, host: said.host } };
}

/** Return the member who has joined.
 * @param {import("../net/protocol").Joined} said @returns {Member} */
function newMember(said) {
  return {
    seat: said.seat,
    name: said.name,
    here: true,
    ready: false,
    racing: false,
    aside: false,
    silent: false,
    covered: false,
    bot: said.bot,
    claimed: said.claimed,
    left: false,
    player: said.player ?? null,
  };
}

/** Return the standing of a seat that has not moved. Its tie-break is 0 in every deal.
 * @param {number} seat @param {StartNumbers} begins @returns {SeatStanding} */
function startStanding(seat, { progress, points }) {
  const none = { result: null, reason: null, ended_ms: null, clean: true };
  return { seat, ...none, progress, best: progress, points, tie_break: 0, reached_ms: 0, moves: 0 };
}

/** Return the start numbers of a deal, read from a board on which no move was made; null if `board`
 * is another board.
 * @param {Table | WatchedTable | null} board @returns {StartNumbers | null} */
function startNumbers(board) {
  if (board === null || board.view === null || board.ply > 0) return null;
  return { progress: board.progress, points: board.points };
}

/** Return the state in which every seat that has not moved has the start numbers of `board`. All
 * seats have the same start numbers, because all have the same deal.
 * @param {RoomState} state @param {Table | WatchedTable} board @returns {RoomState} */
function withStartNumbers(state, board) {
  const begins = startNumbers(board);
  if (begins === null) return state;
  const standings = new Map(state.standings);
  for (const { seat, moves, result } of state.standings.values()) {
    if (!moves && result === null) standings.set(seat, startStanding(seat, begins));
  }
  return { ...state, begins, standings };
}

/** Return the state with other settings of the room.
 * @param {RoomState} state @param {import("../net/protocol").Settings} settings @returns {RoomState} */
function withSettings(state, settings) {
  const invite = settings.invite_only ? state.room.invite : null;
  return { ...state, room: { ...state.room, settings, invite } };
}

/** Return whether cards are called and the player has laid the current one.
 * @param {RoomState} state */
export function awaitsCall({ room, table }) {
  return room.race.terms.call_ms !== null && table !== null && !table.over && table.view["next"] === null;
}
