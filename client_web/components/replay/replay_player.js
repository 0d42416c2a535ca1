// The replay of one contestant, or of two side by side on one clock: boards, controls, chart.

import { html, useMemo } from "../../vendor/preact.js";
import { Table } from "../../table/table.js";
import { moveSentence } from "../../table/moves/spoken_moves.js";
import { WinnableStrip } from "./analysis.js";
import { ProgressChart } from "./charts.js";
import { endOf, stepBy, goToStep, goToTime, toggleRunning, SPEEDS, stepAt, useReplayClock } from "./replay_clock.js";
import { firstDifference, useReplays } from "../../net/replays.js";
import { drawnWith } from "../../state/game_catalogue.js";
import { barShares } from "../../state/ranking.js";
import { winnableAt, winnableSentence } from "../../messages/analysis.js";
import { progressWords } from "../../messages/results.js";
import { clockTime } from "../../messages/formatting.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/replays.js").ReplayedGame} ReplayedGame */
/** @typedef {import("./replay_clock.js").ReplayClock} ReplayClock */
/** @typedef {import("../../net/protocol").AnalysisDocument} AnalysisDocument */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

const PAGE_MS = 10_000;

/** Load and show the replay of one or two seats of a race. `analysis` is null if there is none.
 * @param {{race: string, seats: number[], games: Games, analysis: AnalysisDocument | null}} props */
export function ReplayPlayer({ race, seats, games, analysis }) {
  const { replays, refusal } = useReplays(race, seats);
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (!replays) return html`<p class="quiet">${_("Asking the server for the moves…")}</p>`;
  return html`<${Played} key=${seats.join()} race=${race} replays=${replays} games=${games} analysis=${analysis} />`;
}

/** Show loaded replays.
 * @param {{race: string, replays: ReplayedGame[], games: Games, analysis: AnalysisDocument | null}} props */
function Played({ race, replays, games, analysis }) {
  const times = useMemo(() => [...new Set(replays.flatMap((replay) => replay.times))].sort((a, b) => a - b), [replays]);
  const [clock, set] = useReplayClock(times);
  const [one, other] = replays;
  const parting = useMemo(() => (one && other ? firstDifference(one, other) : null), [replays]);
  if (!one) return null;
  const game = drawnWith(games.of(one.game), one.options);
  const byPoints = games.byPoints(one.game);
  const share = barShares(game, replays.flatMap((replay) => replay.points.map((points) => ({ points }))));
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const change = keyAction(event, parting?.ms ?? null);
    if (!change) return;
    event.preventDefault();
    set(change);
  };
  return html`<section class="player" aria-label=${_("Replay")} onKeyDown=${keys}>
    <${Controls} clock=${clock} set=${set} parting=${parting} two=${replays.length > 1} />
    ${analysis && !byPoints && html`<${WinnableStrip} replays=${replays} analysis=${analysis} end=${endOf(clock)} />`}
    <div class=${replays.length > 1 ? "boards two" : "boards"}>
      ${replays.map((replay) => html`<${ReplayBoard} key=${replay.seat} replay=${replay} ms=${clock.ms} game=${game}
        share=${share} told=${byPoints ? undefined : analysis?.contestants.find((each) => each.seat === replay.seat)} />`)}</div>
    <div class="buttons">${replays.map((replay) => html`<a key=${replay.seat} class="button"
      href=${`/o/${race}/${replay.seat}/${stepAt(replay.times, clock.ms)}`}>${replays.length > 1
        ? _("Play on from here: {name}", { name: replay.name }) : _("Play on from here")}</a>`)}</div>
    <${ProgressChart} replays=${replays} goal=${games.goal(one.game)} byPoints=${byPoints}
      ms=${clock.ms} parting=${parting?.ms ?? null} />
  </section>`;
}

/** Return the change that a key makes to the clock; null if it makes none. `parting` is the race
 * time at which the two contestants first moved differently, or null.
 * @param {KeyboardEvent} event @param {number | null} parting
 * @returns {((clock: ReplayClock) => ReplayClock) | null} */
export function keyAction(event, parting) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLSelectElement;
  const onRange = event.target instanceof HTMLInputElement;
  if (event.key === " " && !onButton) return toggleRunning;
  if (event.key === "d" && parting !== null) return (clock) => goToTime(clock, parting);
  if (event.key === "ArrowRight") return (clock) => stepBy(clock, 1);
  if (event.key === "ArrowLeft") return (clock) => stepBy(clock, -1);
  if (event.key === "PageDown") return (clock) => goToTime(clock, clock.ms + PAGE_MS);
  if (event.key === "PageUp") return (clock) => goToTime(clock, clock.ms - PAGE_MS);
  if (event.key === "Home" && !onRange) return (clock) => goToStep(clock, 0);
  if (event.key === "End" && !onRange) return (clock) => goToTime(clock, endOf(clock));
  return null;
}

/** Show the buttons and the slider. `two`: two contestants are compared; `parting` is the first
 * move that they made differently, or null.
 * @param {{clock: ReplayClock, set: (change: (clock: ReplayClock) => ReplayClock) => void,
 *   parting: {number: number, ms: number} | null, two: boolean}} props */
export function Controls({ clock, set, parting, two }) {
  const button = (/** @type {string} */ sign, /** @type {string} */ name,
    /** @type {(clock: ReplayClock) => ReplayClock} */ change, off = false) =>
    html`<button type="button" aria-label=${name} title=${name} disabled=${off}
      onClick=${() => set(change)}>${sign}</button>`;
  const scrub = (/** @type {FieldEvent} */ event) => {
    const ms = Number(event.currentTarget.value);
    set((now) => goToTime(now, ms));
  };
  return html`<div class="controls">
    <div class="buttons">
      ${button("|‹", _("To the deal"), (now) => goToStep(now, 0), clock.ms <= 0)}
      ${button("‹", _("One move back"), (now) => stepBy(now, -1), clock.ms <= 0)}
      <button type="button" class="first play" onClick=${() => set(toggleRunning)}>
        ${clock.runs ? _("Pause") : _("Play")}</button>
      ${button("›", _("One move on"), (now) => stepBy(now, 1), clock.ms >= endOf(clock))}
      ${button("›|", _("To the end"), (now) => goToTime(now, endOf(now)), clock.ms >= endOf(clock))}
      <label class="speed"><span class="aloud">${_("Speed")}</span>
        <select value=${clock.speed} onChange=${(/** @type {FieldEvent} */ event) => {
          const speed = Number(event.currentTarget.value);
          set((now) => ({ ...now, speed }));
        }}>${SPEEDS.map((times, n) => html`<option key=${times} value=${n}>${times}×</option>`)}</select>
      </label>
      ${two && (parting
        ? html`<button type="button" onClick=${() => set((now) => goToTime(now, parting.ms))}>
            ${_("First different move, {time}", { time: clockTime(parting.ms) })}</button>`
        : html`<span class="quiet">${_("Both made the same moves.")}</span>`)}
    </div>
    <div class="scrubber"><span class="clock" data-at=${clock.ms}>${clockTime(clock.ms)}</span>
      <input type="range" min="0" max=${endOf(clock)} step="1" value=${clock.ms} aria-label=${_("Moment")}
        aria-valuetext=${_("{time} of {end}", {
          time: clockTime(clock.ms), end: clockTime(endOf(clock)),
        })} onInput=${scrub} />
      <span class="clock quiet">${clockTime(endOf(clock))}</span></div></div>`;
}

/** Show one contestant's board at the race time `ms`. `share` returns how full the bar of progress
 * is, from 0 to 1. `told` is what the analysis of the race says about the contestant.
 * @param {{replay: ReplayedGame, ms: number, game: import("../../state/catalogue").Game | null, share: ReturnType<typeof barShares>,
 *   told: import("../../net/protocol").AnalysedContestant | undefined}} props */
function ReplayBoard({ replay, ms, game, share, told }) {
  const ply = stepAt(replay.times, ms);
  const view = replay.views[ply];
  const before = replay.views[ply - 1];
  const progress = replay.progress[ply] ?? 0;
  const points = replay.points[ply] ?? null;
  const line = ply && before && view && game ? moveSentence(game, before, view) : _("The deal.");
  return html`<article class="side" aria-label=${replay.name}>
    <header><strong>${replay.name}</strong>
      <span class="bar" aria-hidden="true"><span
        style=${{ transform: `scaleX(${share({ best: progress, points })})` }} /></span>
      <span class="quiet">${_("{progress}, move {ply} of {n}", {
        progress: progressWords(game, { progress, points }), ply, n: replay.moves.length,
      })}</span></header>
    ${game && view && html`<${Table} game=${game} view=${view} legal=${null}
      marks=${[]} label=${_("{name}'s table", { name: replay.name })} />`}
    ${told && html`<p class="quiet can-win">${winnableSentence(winnableAt(told, ply))}</p>`}
    <p class="did">${replay.times[ply] === 0 ? "" : clockTime(replay.times[ply] ?? 0)} ${line}</p></article>`;
}
