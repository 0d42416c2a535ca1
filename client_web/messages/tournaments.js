// Sentences about tournaments: status, rounds, clocks, entrants, bars.

import { plural, clockTime } from "./formatting.js";
import { displayCode } from "../state/room_codes.js";
import * as tournaments from "../state/tournament_state.js";

/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../net/protocol").RoundInfo} RoundInfo */
/** @typedef {(slug: string) => string} Titles */

/** @type {Record<string, string>} */
export const FORMATS = {
  series: "series",
  knockout: "knockout",
  swiss: "Swiss",
  round_robin: "all play all",
  arena: "arena",
  crowns: "crown tournament",
};
/** @type {Record<string, string>} each format explained for newcomers */
export const FORMAT_TEXTS = {
  series: "Every round is one deal for the whole field. What you reach counts against everybody.",
  knockout: "Small heats on the same deal: the best of each go on, until one has won.",
  swiss: "Pairs in every round, each against somebody who stands about as high.",
  round_robin: "Everybody meets everybody once.",
  arena: "Deal after deal at your own pace, the same in the same order for all, until time is up.",
  crowns: "The five great games, each once, at your own pace.",
};
/** @type {Record<string, string>} */
export const STATUS = {
  draft: "a draft",
  open: "open",
  running: "under way",
  paused: "a pause",
  finished: "over",
};
/** @type {Record<string, string>} */
export const WHY = {
  played: "all is played",
  stopped: "the organiser has ended it",
  too_few: "too few were there",
  untended: "nobody has looked after it",
};
/** @type {Record<string, string>} */
export const STATES = {
  pairing: "is being drawn",
  lobby: "begins soon",
  racing: "is raced",
  table: "is over",
  closed: "is over",
  voided: "counts for nothing",
};
/** @type {Record<string, string>} the unit of a table's total, where it has a name */
export const UNITS = {
  matchpoints: "matchpoints",
  place: "points",
  points: "points",
  arena: "points",
  matches: "points",
};
const DAY_MS = 86_400_000;

/** `4:10`, or `6 days` from two days on. @param {number} ms */
export function durationWords(ms) {
  const days = Math.floor(ms / DAY_MS);
  return days < 2 ? clockTime(ms) : `${days} days`;
}

/** `series, under way, round 2 of 5, 12 of 500 have entered`
 * @param {import("../net/protocol").TournamentEntry} entry */
export function entryWords(entry) {
  const told = [FORMATS[entry.format] ?? entry.format, STATUS[entry.status]];
  if (entry.round && ["running", "paused"].includes(entry.status)) {
    told.push(`round ${entry.round}${entry.of ? ` of ${entry.of}` : ""}`);
  }
  if (entry.starts_in_ms !== null) told.push(`starts in ${durationWords(entry.starts_in_ms)}`);
  if (entry.ended_ago_ms !== null) told.push(`ended ${durationWords(entry.ended_ago_ms)} ago`);
  told.push(`${entry.entrants} of ${entry.most} have entered`);
  if (entry.invited) told.push("by invitation");
  return told.join(", ");
}

/** `Series, open, organised by Anna; 12 have entered, 7 checked in.` @param {Tournament} t */
export function tournamentHeadline(t) {
  const there = t.entrants.filter((one) => one.gone === null);
  const checked = there.filter((one) => one.checked_in).length;
  const format = FORMATS[String(t.plan["format"])] ?? "";
  const words = [`${format.charAt(0).toUpperCase()}${format.slice(1)}`];
  words.push(`${STATUS[t.status]}${t.why === null ? "" : ` (${WHY[t.why]})`}`);
  if (t.plan["invited"] != null) words.push("by invitation");
  if (t.organiser) words.push(`organised by ${t.organiser}`);
  const have = there.length === 1 ? "has" : "have";
  return `${words.join(", ")}; ${there.length} ${have} entered, ${checked} checked in.`;
}

/** `Round 2 of 5`, `Round 4, round 2 again`, `Round 2, a sprint for the ties of round 1`
 * @param {Tournament} t @param {RoundInfo} round */
export function roundName(t, round) {
  const of = tournaments.plannedRounds(t);
  const told = `Round ${round.number}`;
  if (round.decides !== null) return `${told}, a sprint for the ties of round ${round.decides}`;
  const first = t.rounds.find((r) => r.turn === round.turn)?.number ?? round.number;
  if (first !== round.number) return `${told}, round ${first} again`;
  return of !== null && round.number === round.turn ? `${told} of ${of}` : told;
}

/** What is going on and what is awaited, as sentences.
 * @param {TournamentState} known @param {number} now
 * @param {Titles} titles @returns {string[]} */
export function nowLines(known, now, titles) {
  const t = known.tournament;
  if (t.status === "open") {
    const left = tournaments.timeLeft(known, t.clocks.starts_in_ms, now);
    if (left === null) return ["It starts when the organiser starts it."];
    return [left ? `It starts in ${durationWords(left)}.` : "It starts at any moment."];
  }
  const told = t.status === "paused" ? ["The organiser has called a pause: nothing begins."] : [];
  if (t.status !== "running" && t.status !== "paused") return told;
  const round = tournaments.currentRound(t);
  if (round) told.push(`${roundName(t, round)}, ${titles(round.game)}${roundStep(known, round, now)}.`);
  return [...told, ...windowLines(known, now)];
}

/** @param {TournamentState} known @param {number} now */
function windowLines(known, now) {
  const { opens_in_ms, closes_in_ms } = known.tournament.clocks;
  const opens = tournaments.windowLeft(known, opens_in_ms, now);
  const closes = tournaments.windowLeft(known, closes_in_ms, now);
  if (opens) return [`Deals begin in ${clockTime(opens)}.`];
  if (closes === 0) {
    return ["No deal begins any more; it is over when those have ended who play."];
  }
  return closes === null ? [] : [`Deals begin for another ${clockTime(closes)}.`];
}

/** @param {TournamentState} known @param {RoundInfo} round @param {number} now */
function roundStep(known, round, now) {
  const begins = tournaments.timeLeft(known, round.starts_in_ms, now);
  const left = tournaments.roundLeft(known, round, now);
  const paused =
    known.tournament.status === "paused" && ["lobby", "table"].includes(round.state);
  if (begins) return `: begins in ${clockTime(begins)}`;
  if (paused && round.state === "lobby") return ": begins after the pause";
  if (left === null || paused) return `, ${STATES[round.state]}`;
  if (round.state === "lobby") return `: begins in ${clockTime(left)}`;
  if (round.state === "racing") return `: the race goes on, ${clockTime(left)} to the bell`;
  if (round.state === "table") return `: over; ${clockTime(left)} at the table`;
  return `, ${STATES[round.state]}`;
}

/** The headline of the wall, and the time left that belongs to it.
 * @param {TournamentState} known
 * @param {number} now @param {Titles} titles @returns {{words: string, left: number | null}} */
export function currentStep(known, now, titles) {
  const t = known.tournament;
  if (t.status === "finished") return { words: "The final table", left: null };
  if (t.status === "draft") return { words: "Not open yet", left: null };
  if (t.status === "open") {
    const left = tournaments.timeLeft(known, t.clocks.starts_in_ms, now);
    if (left !== null && left >= 2 * DAY_MS) return { words: `Starts in ${durationWords(left)}`, left: null };
    return { words: left === null ? "Check in" : "Starts in", left };
  }
  if (t.status === "paused") return { words: "A pause", left: null };
  const round = tournaments.currentRound(t);
  if (round === null) return windowOf(known, now);
  const begins = tournaments.timeLeft(known, round.starts_in_ms, now);
  const last = round.number === tournaments.plannedRounds(t);
  const after = last ? "over" : "over, next in";
  const what = begins
    ? "begins in"
    : { lobby: "begins in", racing: "to the bell", table: after }[String(round.state)];
  const words = `${roundName(t, round)} · ${titles(round.game)}${what ? ` · ${what}` : ""}`;
  return { words, left: begins || tournaments.roundLeft(known, round, now) };
}

/** @param {TournamentState} known @param {number} now */
function windowOf(known, now) {
  const { opens_in_ms, closes_in_ms } = known.tournament.clocks;
  const opens = tournaments.windowLeft(known, opens_in_ms, now);
  if (opens) return { words: "Deals begin in", left: opens };
  const closes = tournaments.windowLeft(known, closes_in_ms, now);
  return closes ? { words: "Deals begin for", left: closes } : { words: "The last deals", left: null };
}

/** `You are 2nd of 20 with 87.50.`, once a deal is over. @param {Tournament} t */
export function placeWords(t) {
  const row = t.table.find((each) => each.entrant === t.mine);
  const counted = t.rounds.some((r) => r.state === "table" || r.state === "closed");
  if (!row || !(counted || tournaments.isOwnPace(t))) return null;
  return `You are ${ordinal(row.place)} of ${t.table.length} with ${row.total}.`;
}

/** @param {number} n */
export function ordinal(n) {
  const teen = n % 100 >= 10 && n % 100 <= 20;
  const ends = /** @type {Record<number, string>} */ ({ 1: "st", 2: "nd", 3: "rd" });
  return `${n}${(teen ? null : ends[n % 10]) ?? "th"}`;
}

/** `out in 4:10`, `31 of 48`, `12 points, done` @param {import("../state/tournament_state.js").DrawnBar} bar */
export function barWords(bar) {
  if (bar.result === "won") return `out in ${clockTime(bar.ended_ms ?? 0)}`;
  const reached = bar.points === null ? `${bar.best} of ${bar.goal}` : plural(bar.points, "point");
  return `${reached}${bar.result === null ? "" : ", done"}`;
}

/** Whether, and until which round, latecomers can still take part. @param {number | null} late */
export function lateWords(late) {
  if (late === 0) return "Nobody comes in once it has begun.";
  if (late === null) return "Who comes late plays from the next round on.";
  return `Who comes late plays from the next round on, the last time from round ${late}.`;
}

/** @param {import("../net/protocol").Entrant} one */
export function entrantState(one) {
  if (one.gone !== null) return one.gone === "removed" ? "removed" : "has left";
  return one.checked_in ? "checked in" : "entered";
}

/** `Friday starts in 15:00.` @param {{title: string, code: string, starts_in_ms: number}} said */
export function reminderText(said) {
  return `${said.title} (${displayCode(said.code)}) starts in ${durationWords(said.starts_in_ms)}.`;
}

/** An exact number such as `1475/19`, as a decimal. @param {string | null} exact */
export function decimal(exact) {
  if (exact === null) return "";
  const [over, under = "1"] = exact.split("/");
  const value = Number(over) / Number(under);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
