// Runs message vectors in the browser's client, under Node. Reads `{catalogue, vectors}` from standard
// input and writes a list: of each vector what is said and known, or the texts by topic.

import { readFileSync } from "node:fs";
import { answeredSentence, callHeadline, whenWords } from "../../client_web/messages/calls.js";
import { checkedCounts } from "../../client_web/messages/counts.js";
import { commentary } from "../../client_web/messages/commentary.js";
import * as crowns from "../../client_web/messages/crowns.js";
import { ago } from "../../client_web/messages/formatting.js";
import { boardTitle, rowName, rowResult } from "../../client_web/messages/leaderboards.js";
import { newsSentence } from "../../client_web/messages/leisure_news.js";
import { nameOf } from "../../client_web/messages/races.js";
import { activity, challenged, declined, withdrawn } from "../../client_web/messages/presence.js";
import { reminderText } from "../../client_web/messages/reminders.js";
import { dailyLines, runWords, tallyWords } from "../../client_web/messages/rivals.js";
import { eventSentences, missedSentences } from "../../client_web/messages/room_events.js";
import * as words from "../../client_web/messages/tournaments.js";
import { gameOf, gamesOf } from "../../client_web/state/game_catalogue.js";
import { reduceLeaderboard } from "../../client_web/state/leaderboard_state.js";
import { ranking } from "../../client_web/state/ranking.js";
import {
  callEndsIn, enterRoom, raceTime, reduceMessage, startsIn,
} from "../../client_web/state/room_state.js";
import { countOf, onlyOneNotStuck, topOf } from "../../client_web/state/common_table.js";
import { hintSentence } from "../../client_web/table/moves/move_labels.js";
import { entrantName, reduceTournament } from "../../client_web/state/tournament_state.js";

const NOW = 1_000_000;
const FLAGS = ["here", "ready", "racing", "aside", "silent", "covered", "bot", "claimed", "left"];
const STANDING = ["result", "reason", "best", "points", "ended_ms", "moves", "clean"];

const { catalogue, vectors } = JSON.parse(readFileSync(0, "utf8"));
const games = gamesOf(catalogue);
process.stdout.write(JSON.stringify(vectors.map((each) => (each.room ? play(each) : tell(each)))));

function play({ messages, after_ms }) {
  let state = null;
  const said = messages.map((message) => {
    const before = state;
    state = message.type === "room" ? enterRoom(before, message, NOW) : reduceMessage(before, message, NOW);
    const game = gameOf(catalogue, state.room.race.game);
    const missed = message.type === "room" ? missedSentences(state, state.missed, game) : [];
    const happened = state === before ? [] : state.happened;
    return [...missed, ...happened.flatMap((each) => eventSentences(before, state, each, game))];
  });
  return { said, state: summary(state, NOW + after_ms) };
}

function summary(state, now) {
  const { room, clock, table } = state;
  const watched = [...state.watched.values()].at(-1) ?? null;
  const { race } = room;
  const name = (seat) => nameOf(state, seat);
  const hasBegun = race.status === "running" || race.status === "over";
  return {
    code: room.code,
    seat: room.seat,
    host: room.host,
    race: race.n,
    status: race.status,
    members: Object.fromEntries(state.members.map((m) => [m.name, FLAGS.filter((flag) => m[flag]).join(" ")])),
    standings: Object.fromEntries([...state.standings.values()].map((each) => [name(each.seat), picked(each, STANDING)])),
    ranking: ranking(state, gameOf(catalogue, race.game)).map(({ place, standing }) => `${place} ${name(standing.seat)}`),
    settings: room.settings,
    votes: (race.votes ?? []).map((vote) => `${name(vote.seat)} ${vote.game}`),
    score: (room.wins ?? []).map((one) => `${one.name} ${one.wins}`),
    watchers: room.watchers,
    clock_ms: hasBegun ? raceTime(clock, now) : null,
    starts_in_ms: startsIn(clock, now),
    call_in_ms: callEndsIn(clock, now),
    behind: state.behind,
    board: table && {
      ...picked(table, ["ply", "progress", "points"]),
      over: table.over && `${table.over.result} ${table.over.reason}`,
    },
    watched: watched && picked(watched, ["seat", "ply", "progress", "points"]),
    common: state.common && commonTable(state, name),
    legal: state.common?.legal?.length ?? null,
  };
}

function commonTable({ common, commonBehind }, name) {
  const each = (of) => Object.fromEntries(common.seats.map((board) => [name(board.seat), of(board)]));
  return {
    number: common.number,
    behind: commonBehind,
    foundations: common.foundations.map((one) => `${topOf(one)} ${one.owners.join(" ")}`),
    shifts: common.shifts,
    over: common.over && `${common.over.reason} ${common.over.out}`,
    demons: each((board) => countOf(board, "reserve")),
    points: each((board) => board.points),
    stuck: common.seats.filter((board) => board.stuck).map((board) => name(board.seat)),
    only_one_not_stuck: common.seats.filter((board) => onlyOneNotStuck(common, board)).map((board) => name(board.seat)),
  };
}

/** The counts by the number of the heap, as the player keeps them. */
function own(counts) {
  return new Map(Object.entries(counts).map(([number, many]) => [Number(number), many]));
}

function picked(whole, names) {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

function tell({ messages, after_ms, me, counts }) {
  const first = messages[0];
  const last = messages.at(-1);
  const now = NOW + after_ms;
  switch (first.type) {
    case "tournament": {
      const hear = (state, said) => reduceTournament(state, said, NOW);
      const before = messages.slice(0, Math.max(1, messages.length - 1)).reduce(hear, undefined);
      const known = messages.reduce(hear, undefined);
      const t = known.tournament;
      return {
        headline: words.tournamentHeadline(t),
        now: words.nowLines(known, now, games.title),
        rounds: t.rounds.map((round) => words.roundName(t, round)),
        place: words.placeWords(t) ?? "",
        bars: t.bars.map(words.barWords),
        tables: t.rounds.map((round) => round.heats.map((_heat, at) => words.roundTableLine(t, round, at))),
        entrants: t.entrants.map((one) => `${entrantName(one)}: ${words.entrantState(one)}`),
        commentary: commentary(before.tournament, t, games),
      };
    }
    case "room": {
      const { room, table } = messages.slice(1)
        .reduce((state, said) => reduceMessage(state, said, NOW), enterRoom(null, first, NOW));
      return { hint: hintSentence(gameOf(catalogue, room.race.game), table.view, table.legal, table.hint, own(counts)) };
    }
    case "deal_counts":
      return { counts: checkedCounts(first.counts, own(counts)) };
    case "tournaments":
      return { entries: first.tournaments.map(words.entryWords) };
    case "tournament_reminder":
      return { news: reminderText(first) };
    case "crown": {
      const told = { crown: last, at: NOW };
      return {
        after: crowns.afterWords(last),
        now: crowns.nowWords(told, now),
        total: crowns.totalWords(told, now),
        breaks: last.breaks.map(crowns.breakWords),
        ended: crowns.endedWords(told, now),
        left_ms: crowns.leftMs(told, now),
        change: crowns.changeWords(first, last),
      };
    }
    case "crown_won":
      return { news: crowns.crownWonSentence(first, me) };
    case "ringing":
    case "rang":
      return { headline: callHeadline(first.call, games.title), when: whenWords(first.call) };
    case "calls":
      return { headline: callHeadline(first.calls[0], games.title), when: whenWords(first.calls[0]) };
    case "call_answered":
      return { news: answeredSentence(first) };
    case "friends_online":
      return { rows: first.friends.map(activity) };
    case "leisure_news":
      return { news: newsSentence(first) };
    case "challenged":
      return { news: challenged(catalogue, first) };
    case "challenge_declined":
      return { news: declined(first) };
    case "challenge_withdrawn":
      return { news: withdrawn(first) };
    case "board": {
      const board = messages.reduce(reduceLeaderboard, undefined);
      return {
        title: boardTitle(catalogue, board),
        rows: board.places.map((row) => `${row.place}. ${rowName(row)}: ${rowResult(catalogue, board, row)}`),
      };
    }
    case "rivals":
      return {
        rows: first.rivals.map(({ name, tally, ago_ms }) =>
          `${tallyWords(tally)}${runWords("you", name ?? "they", tally)}; ${ago(ago_ms)}`),
      };
    case "streaks":
      return { rows: dailyLines(first.daily) };
  }
  return {}; // accounts: the pages show them as forms and lists
}
