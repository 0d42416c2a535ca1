// Texts about tournaments: status, rounds, clocks, entrants, bars.

import { clockTime, durationWords, pointsWords } from "./formatting.js";
import { _, ngettext } from "./texts.js";
import * as tournaments from "../state/tournament_state.js";

/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../net/protocol").RoundInfo} RoundInfo */
/** @typedef {(slug: string) => string} Titles */

/** @type {Record<string, string>} */
export const FORMATS = {
  series: _("series"),
  knockout: _("knockout"),
  swiss: _("Swiss"),
  round_robin: _("all play all"),
  arena: _("arena"),
  crowns: _("crown tournament"),
};
/** @type {Record<string, string>} each format explained for newcomers */
export const FORMAT_TEXTS = {
  series: _("Every round is one deal for the whole field. What you reach counts against everybody."),
  knockout: _("Small heats on the same deal: the best of each go on, until one has won."),
  swiss: _("Pairs in every round, each against somebody who stands about as high."),
  round_robin: _("Everybody meets everybody once."),
  arena: _("Deal after deal at your own pace, the same in the same order for all, until time is up."),
  crowns: _("The five great games, each once, at your own pace."),
};
/** @type {Record<string, string>} */
export const STATUS = {
  draft: _("a draft"),
  open: _("open"),
  running: _("under way"),
  paused: _("a pause"),
  finished: _("over"),
};
/** @type {Record<string, string>} */
export const WHY = {
  played: _("all is played"),
  stopped: _("the organiser has ended it"),
  too_few: _("too few were there"),
  untended: _("nobody has looked after it"),
};
/** @type {Record<string, string>} */
export const STATES = {
  pairing: _("is being drawn"),
  lobby: _("begins soon"),
  racing: _("is raced"),
  table: _("is over"),
  closed: _("is over"),
  voided: _("counts for nothing"),
};
/** @type {Record<string, string>} the ways to score a deal */
export const WAYS = {
  matchpoints: _("matchpoints: by how many of the others you leave behind"),
  place: _("by place: 10, 8, 6, 5, 4, 3, 2, 1"),
  progress: _("by progress, as a percentage"),
  points: _("by the points of the games"),
  arena: _("by progress, with a bonus for every game that is solved"),
  matches: _("by matches won and drawn"),
  knockout: _("by who goes on"),
};
/** @type {Record<string, string>} the unit of a table's total, where it has a name */
export const UNITS = {
  matchpoints: _("matchpoints"),
  place: _("points"),
  points: _("points"),
  arena: _("points"),
  matches: _("points"),
};

/** Return a line of the list of tournaments: `series, under way, round 2 of 5, 12 of 500 have
 * entered`.
 * @param {import("../net/protocol").TournamentEntry} entry */
export function entryWords(entry) {
  const told = [FORMATS[entry.format] ?? entry.format, STATUS[entry.status]];
  if (entry.round && ["running", "paused"].includes(entry.status)) {
    const { round, of: rounds } = entry;
    told.push(rounds ? _("round {round} of {rounds}", { round, rounds }) : _("round {round}", { round }));
  }
  if (entry.starts_in_ms !== null) told.push(_("starts in {time}", { time: durationWords(entry.starts_in_ms) }));
  if (entry.ended_ago_ms !== null) told.push(_("ended {time} ago", { time: durationWords(entry.ended_ago_ms) }));
  told.push(_("{n} of {most} have entered", { n: entry.entrants, most: entry.most }));
  if (entry.invited) told.push(_("by invitation"));
  return told.join(", ");
}

/** Return `Series, open, organised by Anna; 12 have entered, 7 checked in.`
 * @param {Tournament} t */
export function tournamentHeadline(t) {
  const there = t.entrants.filter((one) => one.gone === null);
  const checked = there.filter((one) => one.checked_in).length;
  const format = FORMATS[t.plan.format] ?? "";
  const words = [`${format.charAt(0).toUpperCase()}${format.slice(1)}`];
  words.push(`${STATUS[t.status]}${t.why === null ? "" : ` (${WHY[t.why]})`}`);
  if (t.plan.invited != null) words.push(_("by invitation"));
  if (t.organiser) words.push(_("organised by {name}", { name: [t.organiser, ...(t.helpers ?? [])].join(", ") }));
  return ngettext(
    "{tournament}; {n} has entered, {checked} checked in.",
    "{tournament}; {n} have entered, {checked} checked in.",
    there.length,
    { tournament: words.join(", "), checked },
  );
}

/** Return `Round 2 of 5`, `Round 4, round 2 again` or `Round 2, a sprint for the ties of round 1`.
 * @param {Tournament} t @param {RoundInfo} round */
export function roundName(t, round) {
  const [rounds, number] = [tournaments.plannedRounds(t), round.number];
  if (round.decides !== null) {
    return _("Round {round}, a sprint for the ties of round {tied}", { round: number, tied: round.decides });
  }
  const first = t.rounds.find((r) => r.turn === round.turn)?.number ?? number;
  if (first !== number) return _("Round {round}, round {first} again", { round: number, first });
  return rounds !== null && number === round.turn
    ? _("Round {round} of {rounds}", { round: number, rounds })
    : _("Round {round}", { round: number });
}

/** Return what is going on and what is awaited, as sentences.
 * @param {TournamentState} known @param {number} now
 * @param {Titles} titles @returns {string[]} */
export function nowLines(known, now, titles) {
  const t = known.tournament;
  if (t.status === "open") {
    const left = tournaments.timeLeft(known, t.clocks.starts_in_ms, now);
    if (left === null) return [_("It starts when the organiser starts it.")];
    return [left ? _("It starts in {time}.", { time: durationWords(left) }) : _("It starts at any moment.")];
  }
  const told = t.status === "paused" ? [_("The organiser has called a pause: nothing begins.")] : [];
  if (t.status !== "running" && t.status !== "paused") return told;
  const round = tournaments.currentRound(t);
  if (round) told.push(roundSentence(known, round, `${roundName(t, round)}, ${titles(round.game)}`, now));
  return [...told, ...lateLines(t), ...windowLines(known, now)];
}

/** Return a sentence for a player who checked in after the start and does not play in the current round:
 * from which round on they play, if there is one. The list is empty for everybody else.
 * @param {Tournament} t */
function lateLines(t) {
  const since = tournaments.ownEntrant(t)?.since ?? null;
  const round = tournaments.currentRound(t);
  if (since === null || !round || since <= round.turn) return [];
  if (since > (tournaments.plannedRounds(t) ?? since)) {
    return [_("You checked in after the start, and there is no further round to play in.")];
  }
  return [_("You checked in after the start: you play from round {round} on.", { round: since })];
}

/** Return the sentences about when deals can begin, or for how long they still can, in a tournament
 * in which everybody plays at their own pace.
 * @param {TournamentState} known @param {number} now */
function windowLines(known, now) {
  const { opens_in_ms, closes_in_ms } = known.tournament.clocks;
  const opens = tournaments.windowLeft(known, opens_in_ms, now);
  const closes = tournaments.windowLeft(known, closes_in_ms, now);
  if (opens) return [_("Deals begin in {time}.", { time: clockTime(opens) })];
  if (closes === 0) {
    return [_("No deal begins any more; it is over when those have ended who play.")];
  }
  return closes === null ? [] : [_("Deals begin for another {time}.", { time: clockTime(closes) })];
}

/** Return the sentence about the state of a round and the time left in it. `named` is the text for
 * the round and its game.
 * @param {TournamentState} known @param {RoundInfo} round @param {string} named @param {number} now */
function roundSentence(known, round, named, now) {
  const begins = tournaments.timeLeft(known, round.starts_in_ms, now);
  const left = tournaments.roundLeft(known, round, now);
  const paused =
    known.tournament.status === "paused" && ["lobby", "table"].includes(round.state);
  if (begins) return _("{round}: begins in {time}.", { round: named, time: clockTime(begins) });
  if (paused && round.state === "lobby") return _("{round}: begins after the pause.", { round: named });
  if (left !== null && !paused) {
    const values = { round: named, time: clockTime(left) };
    if (round.state === "lobby") return _("{round}: begins in {time}.", values);
    if (round.state === "racing") return _("{round}: the race goes on, {time} left.", values);
    if (round.state === "table") return _("{round}: over; {time} to look at the results.", values);
  }
  return `${named}, ${STATES[round.state]}.`;
}

const DAY_MS = 86_400_000;

/** Return the headline of the wall, and the milliseconds left that are shown beside it, or null.
 * @param {TournamentState} known
 * @param {number} now @param {Titles} titles @returns {{words: string, left: number | null}} */
export function currentStep(known, now, titles) {
  const t = known.tournament;
  if (t.status === "finished") return { words: _("The final table"), left: null };
  if (t.status === "draft") return { words: _("Not open yet"), left: null };
  if (t.status === "open") {
    const left = tournaments.timeLeft(known, t.clocks.starts_in_ms, now);
    if (left !== null && left >= 2 * DAY_MS) {
      return { words: _("Starts in {time}", { time: durationWords(left) }), left: null };
    }
    return { words: left === null ? _("Check in") : _("Starts in"), left };
  }
  if (t.status === "paused") return { words: _("A pause"), left: null };
  const round = tournaments.currentRound(t);
  if (round === null) return windowOf(known, now);
  const begins = tournaments.timeLeft(known, round.starts_in_ms, now);
  const last = round.number === tournaments.plannedRounds(t);
  const after = last ? _("over") : _("over, next in");
  const what = begins
    ? _("begins in")
    : { lobby: _("begins in"), racing: _("left"), table: after }[String(round.state)];
  const words = `${roundName(t, round)} · ${titles(round.game)}${what ? ` · ${what}` : ""}`;
  return { words, left: begins || tournaments.roundLeft(known, round, now) };
}

/** Return the headline of the wall for a tournament in which everybody plays at their own pace.
 * @param {TournamentState} known @param {number} now */
function windowOf(known, now) {
  const { opens_in_ms, closes_in_ms } = known.tournament.clocks;
  const opens = tournaments.windowLeft(known, opens_in_ms, now);
  if (opens) return { words: _("Deals begin in"), left: opens };
  const closes = tournaments.windowLeft(known, closes_in_ms, now);
  return closes ? { words: _("Deals begin for"), left: closes } : { words: _("The last deals"), left: null };
}

/** Return `You are 2nd of 20 with 87.50.`; null before the first deal is over, or for somebody who
 * takes no part.
 * @param {Tournament} t */
export function placeWords(t) {
  const row = t.table.find((each) => each.entrant === t.mine);
  const counted = t.rounds.some((r) => r.state === "table" || r.state === "closed");
  if (!row || !(counted || tournaments.isOwnPace(t))) return null;
  const [place, n] = [ordinal(row.place), t.table.length];
  return _("You are {place} of {n} with {total}.", { place, n, total: row.total });
}

/** Return `1st`, `2nd`, `3rd`, `4th`. @param {number} n */
export function ordinal(n) {
  const number = { number: n };
  const endings = /** @type {Record<number, string>} */ ({
    1: _("{number}st", number),
    2: _("{number}nd", number),
    3: _("{number}rd", number),
  });
  const isTeen = n % 100 >= 10 && n % 100 <= 20;
  return (isTeen ? null : endings[n % 10]) ?? _("{number}th", number);
}

/** Return the progress of a bar: `solved in 4:10`, `31 of 48` or `12 points, done`.
 * @param {import("../state/tournament_state.js").DrawnBar} bar */
export function barWords(bar) {
  if (bar.result === "won") return _("solved in {time}", { time: clockTime(bar.ended_ms ?? 0) });
  const { best, goal } = bar;
  const score = bar.points === null ? _("{best} of {goal}", { best, goal }) : pointsWords(bar.points);
  return bar.result === null ? score : _("{score}, done", { score });
}

/** Return the sentence about whether latecomers can take part. `late` is the last round with which
 * they can begin; 0: none, null: any.
 * @param {number | null} late */
export function lateWords(late) {
  if (late === 0) return _("Nobody comes in once it has begun.");
  if (late === null) return _("Who comes late plays from the next round on.");
  return _("Who comes late plays from the next round on, the last time from round {round}.", { round: late });
}

/** Return `removed`, `has left`, `checked in` or `entered`.
 * @param {import("../net/protocol").Entrant} one */
export function entrantState(one) {
  if (one.gone !== null) return one.gone === "removed" ? _("removed") : _("has left");
  return one.checked_in ? _("checked in") : _("entered");
}

/** Return an exact number such as `1475/19` as a decimal with two places; "" for null.
 * @param {string | null} exact */
export function decimal(exact) {
  if (exact === null) return "";
  const [over, under = "1"] = exact.split("/");
  const value = Number(over) / Number(under);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** @type {Record<string, string>} what a deal scores for who missed it */
export const MISSED = {
  zero: _("nothing"),
  average: _("the average of the deals played, if these are half of all"),
};
/** @type {Record<string, string>} how a knockout's bracket is seeded */
export const SEEDS = {
  drawn: _("drawn"),
  entered: _("by the order of entry"),
};
/** @type {Record<string, string>} the order of an arena's games */
export const QUEUES = {
  in_order: _("in the order of the list"),
  drawn: _("drawn, anew each time all have been played"),
};
/** @type {Record<string, string>} how often a tournament is held */
export const REPEATS = {
  daily: _("every day"),
  weekly: _("every week"),
  fortnightly: _("every second week"),
  monthly: _("every month"),
};
/** @type {Record<string, string>} what the first of two teams with equal totals has */
export const TEAM_TIE_BREAKS = {
  best_member: _("the better best member"),
  next_member: _("the better member of those who do not count"),
};

/** Return who sits at a common table of a round, the most points first: `Table 2: Ben (you), 26 points –
 * Ann, 1 point`. `at` is the index of the table.
 * @param {Tournament} t @param {RoundInfo} round @param {number} at */
export function roundTableLine(t, round, at) {
  const entrants = round.heats[at]?.entrants ?? [];
  const known = tournaments.entrantNames(t);
  const points = new Map(t.bars.filter((bar) => bar.round === round.number).map((bar) => [bar.entrant, bar.points]));
  const rank = (/** @type {number} */ one) => points.get(one) ?? -Infinity;
  const ordered = [...entrants].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  const names = ordered.map((one) => {
    const plain = known.get(one) ?? `#${one}`;
    const name = one === t.mine ? _("{name} (you)", { name: plain }) : plain;
    const made = points.get(one);
    return made == null ? name : _("{name}, {points}", { name, points: pointsWords(made) });
  });
  return _("Table {n}: {names}", { n: at + 1, names: names.join(" – ") });
}
