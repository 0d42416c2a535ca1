// The analysis of a finished race: the section of the record page, and the strip below the clock of
// a replay that shows how long each contestant could have won.

import { html, useEffect } from "../../vendor/preact.js";
import { useAnswer } from "../../net/server_queries.js";
import { contestantSentence, dealSentence, DIFFICULTIES, winnableAt } from "../../messages/analysis.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").AnalysisDocument} AnalysisDocument */
/** @typedef {import("../../net/protocol").RaceRecord} RaceRecord */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

const AGAIN_MS = 5_000;

/** Return the analysis of a race, null if there is none. While the server has still to make it, the
 * server is asked again every few seconds.
 * @param {string} race
 * @returns {{analysis: AnalysisDocument | null, waiting: boolean}} */
export function useAnalysis(race) {
  const { answer, again } = useAnswer({ type: "get_analysis", race });
  useEffect(() => {
    if (answer?.status !== "waiting") return undefined;
    const timer = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  return { analysis: answer?.analysis ?? null, waiting: answer?.status === "waiting" };
}

/** Show whether the deal could be won, and where each contestant lost it; nothing if there is no
 * analysis.
 * @param {{record: Pick<RaceRecord, "game" | "seats" | "results">, analysis: AnalysisDocument | null,
 *   waiting: boolean, games: Games}} props */
export function AnalysisSection({ record, analysis, waiting, games }) {
  if (!analysis) {
    return html`<section class="analysis">${waiting && html`<h2>${_("Could it be won?")}</h2>
      <p class="quiet" role="status">${_("The server is still finding out…")}</p>`}</section>`;
  }
  const byPoints = games.byPoints(record.game);
  const told = new Map(analysis.contestants.map((one) => [one.seat, one]));
  const seats = new Map(record.seats.map((seat) => [seat.seat, seat]));
  const isAboutPlayers = !byPoints && analysis.verdict !== "lost"; // a deal that cannot be won was lost by nobody
  return html`<section class="analysis"><h2>${_("Could it be won?")}</h2>
    <${Line} sentence=${dealSentence(analysis, games.goal(record.game), byPoints)} line=${analysis.line} />
    ${analysis.difficulty && html`<p>${DIFFICULTIES[analysis.difficulty]}</p>`}
    ${isAboutPlayers && record.results.map(({ seat: number }) => {
      const [seat, one] = [seats.get(number), told.get(number)];
      return seat && one && html`<${Line} key=${number} line=${one.line}
        sentence=${contestantSentence(seat.name, movesPlayed(seat.moves), one)} />`;
    })}</section>`;
}

/** Show a sentence, and the moves that it announces when it is opened.
 * @param {{sentence: string, line: string[] | null}} props */
function Line({ sentence, line }) {
  if (!line?.length) return html`<p>${sentence}</p>`;
  return html`<details class="line"><summary>${sentence}</summary>
    <ol>${line.map((move, n) => html`<li key=${n}><code>${move}</code></li>`)}</ol></details>`;
}

/** Return the number of moves without a resignation. @param {RaceRecord["seats"][0]["moves"]} moves */
function movesPlayed(moves) {
  return moves.length - (moves.at(-1)?.[1] === "resign" ? 1 : 0);
}

/** Show, along the clock of a replay, how long each contestant could have won. The boards say the
 * same in words, so the strip is not read aloud. `end` is the time at the right end.
 * @param {{replays: import("../../net/replays.js").ReplayedGame[], analysis: AnalysisDocument, end: number}} props */
export function WinnableStrip({ replays, analysis, end }) {
  return html`<div class="winnable" aria-hidden="true">${replays.map((replay) => {
    const told = analysis.contestants.find((one) => one.seat === replay.seat);
    return told && html`<div key=${replay.seat} data-seat=${replay.seat}>
      ${partsOf(told, replay.times, end).map(({ known, share }) => html`<span key=${known} class=${`part-${known}`}
        style=${{ width: `${100 * share}%` }} />`)}</div>`;
  })}</div>`;
}

/** Return the parts of the time in which a contestant could win, in which this is not known, and in
 * which they could not, each with its share of the time until `end`. `times` has the race time after
 * each number of moves.
 * @param {import("../../net/protocol").AnalysedContestant} told @param {number[]} times @param {number} end
 * @returns {{known: "winnable" | "unknown" | "lost", share: number}[]} */
export function partsOf(told, times, end) {
  const length = { winnable: 0, unknown: 0, lost: 0 };
  times.forEach((ms, ply) => {
    length[winnableAt(told, ply)] += Math.max(0, (times[ply + 1] ?? end) - ms);
  });
  const parts = /** @type {const} */ (["winnable", "unknown", "lost"]);
  return parts.map((known) => ({ known, share: length[known] / Math.max(1, end) })).filter(({ share }) => share > 0);
}
