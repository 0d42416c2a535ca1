// The state of a tournament, computed from the server's messages by a reducer, and queries on it.
// Pure. The server sends clocks as the time left, so the state has the time at which it was
// received.

import { displayCode } from "./room_codes.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../net/protocol").RoundInfo} RoundInfo */
/** @typedef {import("../net/protocol").HeatInfo} HeatInfo */
/** @typedef {import("../net/protocol").Entrant} Entrant */
/** @typedef {import("../net/protocol").EntrantProgress} EntrantProgress */
/** A contestant's bar as it is drawn. `far` is the points if they are known, otherwise the
 * progress. `share`, from 0 to 1, is how full the bar is: by the most points in its round, or by
 * the goal.
 * @typedef {EntrantProgress & {far: number, share: number}} DrawnBar */
/** @typedef {import("../net/requests").ServerMessage} ServerMessage */
/** @typedef {import("../net/protocol").TournamentChanged} TournamentChanged */
/** @typedef {{tournament: Tournament, at: number}} TournamentState `at`: when it was received, by
 *   `performance.now()` */

const REPLACED_WHOLE = /** @type {const} */ ([
  "status", "why", "organiser", "plan", "clocks", "table", "teams", "news", "opened", "next", "hall", "helpers",
]);
const UNDER_WAY = ["pairing", "lobby", "racing", "table"];

/** Return the state after a message: the same object if the message does not concern it, undefined
 * if an earlier message was missed. `now` is `performance.now()`.
 * @param {TournamentState | undefined} known @param {ServerMessage} said @param {number} now
 * @returns {TournamentState | undefined} */
export function reduceTournament(known, said, now) {
  if (said.type === "tournament") {
    if (known && said.code !== known.tournament.code) return known;
    return { tournament: said, at: now };
  }
  if (!known || said.type !== "tournament_changed") return known;
  const old = known.tournament;
  if (said.code !== old.code || said.seq <= old.seq) return known;
  if (said.seq !== old.seq + 1) return undefined;
  return { tournament: applyChange(advanceClocks(old, now - known.at), said), at: now };
}

/** Return the tournament with the changes in a message. Bars of rounds that are no longer raced are
 * dropped.
 * @param {Tournament} old @param {TournamentChanged} said @returns {Tournament} */
function applyChange(old, said) {
  const whole = Object.fromEntries(
    REPLACED_WHOLE.filter((name) => said[name] != null).map((name) => [name, said[name]]),
  );
  const rounds = merge(old.rounds, said.rounds, (r) => r.number);
  const racing = new Set(rounds.filter((r) => r.state === "racing").map((r) => r.number));
  const bars = merge(old.bars, said.bars, (b) => b.round * 10_000 + b.entrant);
  return {
    ...old,
    ...whole,
    seq: said.seq,
    rounds,
    entrants: merge(old.entrants, said.entrants, (one) => one.number),
    bars: said.rounds || said.bars ? bars.filter((b) => racing.has(b.round)) : bars,
  };
}

/** Return the elements of both lists, sorted by key. An element of `fresh` replaces the element of
 * `old` with the same key.
 * @template T @param {T[]} old @param {T[] | null | undefined} fresh
 * @param {(each: T) => number} key @returns {T[]} */
function merge(old, fresh, key) {
  if (!fresh) return old;
  const both = new Map([...old, ...fresh].map((each) => [key(each), each]));
  return [...both.entries()].sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** Return the tournament with all times left shortened by `ms`. A pause stops the clocks of
 * lobbies, tables and windows.
 * @param {Tournament} t @param {number} ms @returns {Tournament} */
function advanceClocks(t, ms) {
  const still = t.status === "paused" ? 0 : ms;
  const clocks = {
    starts_in_ms: minus(t.clocks.starts_in_ms, ms),
    opens_in_ms: minus(t.clocks.opens_in_ms, still),
    closes_in_ms: minus(t.clocks.closes_in_ms, still),
  };
  const rounds = t.rounds.map((r) =>
    r.ends_in_ms === null && r.starts_in_ms === null
      ? r
      : {
          ...r,
          ends_in_ms: minus(r.ends_in_ms, clockPauses(r) ? still : ms),
          starts_in_ms: minus(r.starts_in_ms, ms),
        },
  );
  const news = t.news.map((n) => ({ ...n, ago_ms: n.ago_ms + Math.max(0, ms) }));
  return { ...t, clocks, rounds, news };
}

/** Return the time left after `ms`, at least 0; null if there is no such time.
 * @param {number | null | undefined} left @param {number} ms */
function minus(left, ms) {
  return left == null ? null : Math.max(0, left - ms);
}

/** Return whether a pause stops the clock of a round. It does not stop a race, which is played to
 * its end.
 * @param {RoundInfo} round */
function clockPauses(round) {
  return round.state === "lobby" || round.state === "table";
}

/** Return the time that is left now, if `ms` milliseconds were left when the state was received.
 * @param {TournamentState} known
 * @param {number | null | undefined} ms @param {number} now @returns {number | null} */
export function timeLeft(known, ms, now) {
  return minus(ms, now - known.at);
}

/** Return the maximum milliseconds until the lobby, race or table of a round ends; null if that is
 * not known.
 * @param {TournamentState} known @param {RoundInfo} round @param {number} now */
export function roundLeft(known, round, now) {
  const paused = known.tournament.status === "paused" && clockPauses(round);
  return paused ? round.ends_in_ms : timeLeft(known, round.ends_in_ms, now);
}

/** Return the time left until the window of deals opens or closes, if `ms` milliseconds were left
 * when the state was received.
 * @param {TournamentState} known @param {number | null | undefined} ms
 * @param {number} now */
export function windowLeft(known, ms, now) {
  return known.tournament.status === "paused" ? (ms ?? null) : timeLeft(known, ms, now);
}

// Queries. --------------------------------------------------------------------------------------

/** Return the plan, which the server has made from the organiser's file of rounds.
 * @param {Tournament} t */
export function planOf(t) {
  return t.plan;
}

/** Return the title of a tournament; its code if it has none.
 * @param {Tournament} t @returns {string} */
export function titleOf(t) {
  return t.plan.title ?? displayCode(t.code);
}

/** Return whether everybody plays the deals at their own pace. @param {Tournament} t */
export function isOwnPace(t) {
  return t.plan.format === "arena" || t.plan.format === "crowns";
}

/** Return the number of rounds; null if the plan does not determine it.
 * @param {Tournament} t
 * @returns {number | null} */
export function plannedRounds(t) {
  const { format, rounds, turns } = planOf(t);
  if (format === "series" || format === "crowns") return rounds.length;
  return format === "swiss" ? (turns ?? null) : null;
}

/** Return whether the tournament is still open for entries. Whether it is full or by invitation is
 * not considered.
 * @param {Tournament} t */
export function isOpenToLatecomers(t) {
  if (t.status === "open") return true;
  if (t.status !== "running" && t.status !== "paused") return false;
  if (t.plan.format === "knockout" || t.plan.format === "round_robin") return false;
  const begun = t.rounds.filter((r) => r.state !== "voided").map((r) => r.turn);
  const next = isOwnPace(t) ? 1 : Math.max(0, ...begun) + 1;
  const rounds = plannedRounds(t);
  return (t.plan.late == null || next <= t.plan.late) && (rounds === null || next <= rounds);
}

/** Return the current round; null if there is none or if everybody plays at their own pace.
 * @param {Tournament} t
 * @returns {RoundInfo | null} */
export function currentRound(t) {
  if (isOwnPace(t)) return null;
  return t.rounds.filter((r) => UNDER_WAY.includes(r.state)).at(-1) ?? null;
}

/** Return which round the organiser can start at once: the number of the round whose lobby or table
 * is shown, 0 for the start of the tournament, null for none.
 * @param {Tournament} t @returns {number | null} */
export function awaitedRound(t) {
  if (t.status === "draft" || t.status === "open") return 0;
  const round = currentRound(t);
  return round && clockPauses(round) ? round.number : null;
}

/** Return the player's own entrant, or null. @param {Tournament} t @returns {Entrant | null} */
export function ownEntrant(t) {
  return t.entrants.find((one) => one.number === t.mine) ?? null;
}

/** Return whether the player takes part. @param {Tournament} t */
export function takesPart(t) {
  const mine = ownEntrant(t);
  return mine !== null && mine.gone === null;
}

/** Return the name of an entrant; for a deleted account, a text in place of the name.
 * @param {Entrant} one */
export function entrantName(one) {
  const name = one.name ?? _("(nobody any more)");
  if (one.guest && !one.bot) return _("{name} (guest)", { name });
  return one.bot ? _("{name} (bot)", { name }) : name;
}

/** Return the names of all entrants by their numbers.
 * @param {Tournament} t @returns {Map<number, string>} */
export function entrantNames(t) {
  return new Map(t.entrants.map((one) => [one.number, entrantName(one)]));
}

/** Return the heat in which the player races now or next, and its round; null without one.
 * @param {Tournament} t
 * @returns {{heat: HeatInfo, round: RoundInfo} | null} */
export function seatToTake(t) {
  if (t.mine === null) return null;
  for (const round of [...t.rounds].reverse()) {
    if (round.state !== "lobby" && round.state !== "racing") continue;
    for (const heat of round.heats) {
      if (heat.entrants.includes(t.mine) && !heat.over) return { heat, round };
    }
  }
  return null;
}

/** Return one bar for each contestant, which shows the progress in the deal that they play,
 * furthest first.
 * @param {Tournament} t @param {(slug: string) => number} goal
 * @returns {DrawnBar[]} */
export function latestBars(t, goal) {
  const bars = currentBars(t, goal);
  /** @type {Map<number, number>} the most points in each round; contestants can be in different rounds if
   *   they play at their own pace */
  const most = new Map();
  for (const bar of bars) most.set(bar.round, Math.max(1, most.get(bar.round) ?? 1, bar.points ?? 1));
  return bars.map((bar) => drawnBar(bar, most.get(bar.round) ?? 1)).sort(compareBars);
}

/** Return a bar with its length. `most`: the most points in its round.
 * @param {EntrantProgress} bar @param {number} most @returns {DrawnBar} */
function drawnBar(bar, most) {
  const far = bar.points ?? bar.best;
  const share = Math.min(1, Math.max(0, far / Math.max(1, bar.points === null ? bar.goal : most)));
  return { ...bar, far, share };
}

/** Return the bars received, and bars at zero for contestants who have not moved.
 * @param {Tournament} t
 * @param {(slug: string) => number} goal @returns {EntrantProgress[]} */
function currentBars(t, goal) {
  const round = currentRound(t);
  if (round === null) {
    const last = new Map([...t.bars].sort((a, b) => a.round - b.round).map((b) => [b.entrant, b]));
    return [...last.values()];
  }
  const gone = new Set(t.entrants.filter((one) => one.gone !== null).map((one) => one.number));
  const known = new Map(t.bars.filter((b) => b.round === round.number).map((b) => [b.entrant, b]));
  if (round.state === "racing") {
    for (const entrant of round.heats.flatMap((heat) => heat.entrants)) {
      if (!known.has(entrant) && !gone.has(entrant)) known.set(entrant, zeroBar(round, entrant, goal));
    }
  }
  return [...known.values()];
}

/** Return the bar of a contestant who has not moved.
 * @param {RoundInfo} round @param {number} entrant @param {(slug: string) => number} goal
 * @returns {EntrantProgress} */
function zeroBar(round, entrant, goal) {
  const none = { progress: 0, best: 0, result: null, ended_ms: null, points: null };
  return { entrant, round: round.number, goal: goal(round.game), ...none };
}

/** Compare two bars for sorting: winners come first, the quickest winner before the others; then
 * all other contestants, furthest first.
 * @param {DrawnBar} a @param {DrawnBar} b */
function compareBars(a, b) {
  const [aOut, bOut] = [a.result === "won", b.result === "won"];
  if (aOut !== bOut) return aOut ? -1 : 1;
  if (aOut) return (a.ended_ms ?? 0) - (b.ended_ms ?? 0) || a.entrant - b.entrant;
  return b.far - a.far || a.entrant - b.entrant;
}
