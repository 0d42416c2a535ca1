// The replay of one contestant, or of two on one clock: boards, controls, chart.

import { html, useMemo } from "../vendor/preact.js";
import { Table } from "../table/table.js";
import { moveSentence } from "../table/spoken_moves.js";
import { ProgressChart } from "./charts.js";
import { endOf, stepBy, goToStep, goToTime, toggleRunning, SPEEDS, stepAt, useReplayClock } from "./replay_clock.js";
import { firstDifference, useReplays } from "../net/replays.js";
import { barShares } from "../state/ranking.js";
import { progressWords } from "../messages/results.js";
import { clockTime } from "../messages/formatting.js";

/** @typedef {import("./events").FieldEvent} FieldEvent */
/** @typedef {import("../net/replays.js").ReplayedGame} ReplayedGame */
/** @typedef {import("./replay_clock.js").ReplayClock} ReplayClock */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

const PAGE_MS = 10_000;

/** @param {{race: string, seats: number[], games: Games}} props */
export function ReplayPlayer({ race, seats, games }) {
  const { ways, refusal } = useReplays(race, seats);
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (!ways) return html`<p class="quiet">Asking the server for the moves…</p>`;
  return html`<${Played} key=${seats.join()} ways=${ways} games=${games} />`;
}

/** @param {{ways: ReplayedGame[], games: Games}} props */
function Played({ ways, games }) {
  const times = useMemo(() => [...new Set(ways.flatMap((way) => way.times))].sort((a, b) => a - b), [ways]);
  const [reel, set] = useReplayClock(times);
  const [one, other] = ways;
  const parting = useMemo(() => (one && other ? firstDifference(one, other) : null), [ways]);
  if (!one) return null;
  const game = games.of(one.game);
  const share = barShares(game, ways.flatMap((way) => way.points.map((points) => ({ points }))));
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const change = keyed(event, parting?.ms ?? null);
    if (!change) return;
    event.preventDefault();
    set(change);
  };
  return html`<section class="player" aria-label="Replay" onKeyDown=${keys}>
    <${Controls} reel=${reel} set=${set} parting=${parting} two=${ways.length > 1} />
    <div class=${ways.length > 1 ? "boards two" : "boards"}>
      ${ways.map((way) => html`<${Side} key=${way.seat} way=${way} ms=${reel.ms} game=${game}
        share=${share} />`)}</div>
    <${ProgressChart} ways=${ways} goal=${games.goal(one.game)} byPoints=${games.byPoints(one.game)}
      ms=${reel.ms} parting=${parting?.ms ?? null} />
  </section>`;
}

/** The change a key makes to the clock.
 * @param {KeyboardEvent} event @param {number | null} parting
 * @returns {((reel: ReplayClock) => ReplayClock) | null} */
function keyed(event, parting) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLSelectElement;
  const onRange = event.target instanceof HTMLInputElement;
  if (event.key === " " && !onButton) return toggleRunning;
  if (event.key === "d" && parting !== null) return (reel) => goToTime(reel, parting);
  if (event.key === "ArrowRight") return (reel) => stepBy(reel, 1);
  if (event.key === "ArrowLeft") return (reel) => stepBy(reel, -1);
  if (event.key === "PageDown") return (reel) => goToTime(reel, reel.ms + PAGE_MS);
  if (event.key === "PageUp") return (reel) => goToTime(reel, reel.ms - PAGE_MS);
  if (event.key === "Home" && !onRange) return (reel) => goToStep(reel, 0);
  if (event.key === "End" && !onRange) return (reel) => goToTime(reel, endOf(reel));
  return null;
}

/** @param {{reel: ReplayClock, set: (change: (reel: ReplayClock) => ReplayClock) => void,
 *   parting: {number: number, ms: number} | null, two: boolean}} props */
function Controls({ reel, set, parting, two }) {
  const button = (/** @type {string} */ sign, /** @type {string} */ name,
    /** @type {(reel: ReplayClock) => ReplayClock} */ change, off = false) =>
    html`<button type="button" aria-label=${name} title=${name} disabled=${off}
      onClick=${() => set(change)}>${sign}</button>`;
  const scrub = (/** @type {FieldEvent} */ event) => {
    const ms = Number(event.currentTarget.value);
    set((now) => goToTime(now, ms));
  };
  return html`<div class="controls">
    <div class="buttons">
      ${button("|‹", "To the deal", (now) => goToStep(now, 0), reel.ms <= 0)}
      ${button("‹", "One move back", (now) => stepBy(now, -1), reel.ms <= 0)}
      <button type="button" class="first play" onClick=${() => set(toggleRunning)}>
        ${reel.runs ? "Pause" : "Play"}</button>
      ${button("›", "One move on", (now) => stepBy(now, 1), reel.ms >= endOf(reel))}
      ${button("›|", "To the end", (now) => goToTime(now, endOf(now)), reel.ms >= endOf(reel))}
      <label class="speed"><span class="aloud">Speed</span>
        <select value=${reel.speed} onChange=${(/** @type {FieldEvent} */ event) => {
          const speed = Number(event.currentTarget.value);
          set((now) => ({ ...now, speed }));
        }}>${SPEEDS.map((times, n) => html`<option key=${times} value=${n}>${times}×</option>`)}</select>
      </label>
      ${two && (parting
        ? html`<button type="button" onClick=${() => set((now) => goToTime(now, parting.ms))}>
            First different move, ${clockTime(parting.ms)}</button>`
        : html`<span class="quiet">Both made the same moves.</span>`)}
    </div>
    <div class="scrubber"><span class="clock" data-at=${reel.ms}>${clockTime(reel.ms)}</span>
      <input type="range" min="0" max=${endOf(reel)} step="1" value=${reel.ms} aria-label="Moment"
        aria-valuetext=${`${clockTime(reel.ms)} of ${clockTime(endOf(reel))}`} onInput=${scrub} />
      <span class="clock quiet">${clockTime(endOf(reel))}</span></div></div>`;
}

/** One contestant's board at a time.
 * @param {{way: ReplayedGame, ms: number, game: any, share: ReturnType<typeof barShares>}} props */
function Side({ way, ms, game, share }) {
  const ply = stepAt(way.times, ms);
  const view = way.views[ply];
  const before = way.views[ply - 1];
  const progress = way.progress[ply] ?? 0;
  const points = way.points[ply] ?? null;
  const line = ply && before && view && game ? moveSentence(game, before, view) : "The deal.";
  return html`<article class="side" aria-label=${way.name}>
    <header><strong>${way.name}</strong>
      <span class="bar" aria-hidden="true"><span
        style=${{ transform: `scaleX(${share({ best: progress, points })})` }} /></span>
      <span class="quiet">${progressWords(game, { progress, points })}, move ${ply} of ${way.moves.length}</span></header>
    ${game && view && html`<${Table} game=${game} view=${view} legal=${null}
      marks=${[]} label=${`${way.name}'s table`} />`}
    <p class="did">${way.times[ply] === 0 ? "" : clockTime(way.times[ply] ?? 0)} ${line}</p></article>`;
}
