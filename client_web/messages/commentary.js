// Sentences for onlookers about a change of a tournament: names, places and numbers only. A card
// is never named, because everybody in a round plays the same deal.

import * as tournaments from "../state/tournament_state.js";
import { clockTime, pointsWords } from "./formatting.js";
import { crownWonSentence } from "./crowns.js";
import { roundName } from "./tournaments.js";
import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../state/tournament_state.js").DrawnBar} DrawnBar */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

/** Return sentences about what has happened between two states of a tournament, the most important
 * sentence last.
 * @param {Tournament} before @param {Tournament} after @param {Games} games @returns {string[]} */
export function commentary(before, after, games) {
  return [...aboutBars(before, after, games), ...aboutRounds(before, after, games), ...aboutTable(before, after)];
}

/** Return the sentence that an entrant of the tournament has won a crown; "" if somebody else has
 * won it, or if it was withdrawn. Guests have no crowns.
 * @param {Tournament} t @param {import("../net/protocol").CrownWon} won @returns {string} */
export function crownCommentary(t, won) {
  const takesPart = t.entrants.some((one) => one.name === won.name && one.gone === null && !one.guest);
  return takesPart && !won.withdrawn ? crownWonSentence(won, null) : "";
}

/** Return sentences about who has ended a race, who is out, and who takes the lead.
 * @param {Tournament} before @param {Tournament} after @param {Games} games @returns {string[]} */
function aboutBars(before, after, games) {
  const names = tournaments.entrantNames(after);
  const name = (/** @type {DrawnBar} */ bar) => names.get(bar.entrant) ?? `#${bar.entrant}`;
  const [old, bars] = [tournaments.latestBars(before, games.goal), tournaments.latestBars(after, games.goal)];
  const earlier = new Map(old.map((bar) => [`${bar.round} ${bar.entrant}`, bar]));
  const ended = bars.filter((bar) =>
    bar.result !== null && earlier.get(`${bar.round} ${bar.entrant}`)?.result === null);
  const out = ended.filter((bar) => bar.result === "won");
  const lead = newLeader(before, after, old, bars);
  return [
    ...ended.filter((bar) => bar.result !== "won").map((bar) =>
      _("{name} ends with {score}.", { name: name(bar), score: scoreWords(bar) })),
    ...(lead ? [_("{name} takes the lead with {score}.", { name: name(lead), score: scoreWords(lead) })] : []),
    ...out.reverse().map((bar) =>
      _("{name} has solved it after {time}.", { name: name(bar), time: clockTime(bar.ended_ms ?? 0) })),
  ];
}

/** Return the bar of the contestant who has just taken the lead in a race of all entrants; null if
 * nobody has. Somebody who is out is left out, because that has a sentence of its own.
 * @param {Tournament} before @param {Tournament} after @param {DrawnBar[]} old @param {DrawnBar[]} bars */
function newLeader(before, after, old, bars) {
  const round = tournaments.currentRound(after);
  if (round?.state !== "racing" || round.heats.length !== 1) return null;
  if (tournaments.currentRound(before)?.number !== round.number) return null;
  const [first, second] = bars;
  if (!first || !second || first.result === "won" || first.far <= second.far) return null;
  const [led, followed] = old;
  const hadLed = led?.entrant === first.entrant && led.far > (followed?.far ?? 0);
  return hadLed ? null : first;
}

/** Return `31 of 48` or `12 points`. @param {DrawnBar} bar */
function scoreWords(bar) {
  const { best, goal, points } = bar;
  return points === null ? _("{best} of {goal}", { best, goal }) : pointsWords(points);
}

/** Return sentences about the rounds that have begun or ended.
 * @param {Tournament} before @param {Tournament} after @param {Games} games @returns {string[]} */
function aboutRounds(before, after, games) {
  const states = new Map(before.rounds.map((round) => [round.number, round.state]));
  return after.rounds.flatMap((round) => {
    const was = states.get(round.number);
    const named = { round: roundName(after, round), game: games.title(round.game) };
    if (tournaments.isOwnPace(after) || was === round.state) return [];
    if (round.state === "racing") return [_("{round}, {game}: the race begins.", named)];
    return was === "racing" && round.state === "table" ? [_("{round}, {game}, is over.", named)] : [];
  });
}

/** Return the sentence about who now stands alone at the top of the table; at the end, about who
 * has won.
 * @param {Tournament} before @param {Tournament} after @returns {string[]} */
function aboutTable(before, after) {
  const names = tournaments.entrantNames(after);
  const first = after.table.filter((row) => row.place === 1);
  const named = first.map((row) => names.get(row.entrant) ?? `#${row.entrant}`);
  if (after.status === "finished" && before.status !== "finished" && first.length) {
    const values = { names: named.join(", "), title: tournaments.titleOf(after) };
    return [first.length === 1 ? _("{names} wins {title}.", values) : _("{names} share the first place.", values)];
  }
  const led = before.table.filter((row) => row.place === 1);
  const [row] = first;
  if (!row || first.length > 1 || (led.length === 1 && led[0]?.entrant === row.entrant)) return [];
  return [_("{name} leads the table with {total}.", { name: String(named[0]), total: row.total })];
}
