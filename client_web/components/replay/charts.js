// A chart of progress over time for the replay page: one curve for each contestant, and a line at
// the current moment.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { stepAt } from "./replay_clock.js";
import { clockTime } from "../../messages/formatting.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/replays.js").ReplayedGame} ReplayedGame */
/** What a chart shows of a game. @typedef {Pick<ReplayedGame, "seat" | "name" | "times" | "endedMs" | "progress" | "points">} Curve */

const [HIGH, LEFT, RIGHT, TOP, BOTTOM] = [200, 34, 10, 10, 22];
const NARROW = "(max-width: 40rem)";

/** Show progress over time. `goal` is the top of the scale, unless `byPoints`; `ms` is the current
 * race time of the replay; `parting` is the race time at which the two contestants first moved
 * differently, or null.
 * @param {{replays: Curve[], goal: number, byPoints: boolean, ms: number, parting: number | null}} props */
export function ProgressChart({ replays, goal, byPoints, ms, parting }) {
  const wide = useNarrow() ? 340 : 640;
  const end = Math.max(1, ...replays.map((replay) => replay.endedMs));
  const heights = replays.map((replay) => heightsOf(replay, byPoints));
  const top = byPoints ? Math.max(1, ...heights.flat()) : goal;
  const x = (/** @type {number} */ at) => LEFT + (Math.min(at, end) / end) * (wide - LEFT - RIGHT);
  const low = byPoints ? Math.min(0, ...heights.flat()) : 0;
  const y = (/** @type {number} */ of) => HIGH - BOTTOM - ((Math.min(of, top) - low) / (top - low)) * (HIGH - TOP - BOTTOM);
  const ends = replays.map(({ name }, n) => {
    const last = heights[n]?.at(-1) ?? 0;
    return byPoints
      ? _("{name}: {points} points at the end", { name, points: last })
      : _("{name}: {progress} of {goal} at the end", { name, progress: last, goal });
  });
  const list = ends.join(". ");
  const label = byPoints
    ? _("Points against time. {list}.", { list })
    : _("Progress against time. {list}.", { list });
  return html`<figure class="curves">
    <svg viewBox=${`0 0 ${wide} ${HIGH}`} role="img" aria-label=${label}>
      <path class="axes" d=${`M${LEFT} ${TOP}V${HIGH - BOTTOM}H${wide - RIGHT}`} />
      <text x=${LEFT - 5} y=${TOP + 10} text-anchor="end">${top}</text>
      <text x=${LEFT - 5} y=${HIGH - BOTTOM} text-anchor="end">${low}</text>
      <text x=${LEFT} y=${HIGH - 5}>0:00</text>
      <text x=${wide - RIGHT} y=${HIGH - 5} text-anchor="end">${clockTime(end)}</text>
      ${parting !== null && html`<path class="parting" d=${`M${x(parting)} ${TOP}V${HIGH - BOTTOM}`} />`}
      ${replays.map((replay, n) => html`<path key=${replay.seat} class=${`curve curve-${n}`}
        d=${stairs(replay.times, heights[n] ?? [], end, x, y)} />`)}
      <path class="now" d=${`M${x(ms)} ${TOP}V${HIGH - BOTTOM}`} />
      ${replays.map((replay, n) => html`<circle key=${replay.seat} class=${`dot dot-${n}`} r="4" cx=${x(ms)}
        cy=${y(heights[n]?.[stepAt(replay.times, ms)] ?? 0)} />`)}
    </svg>
    <figcaption>${ends.map((words, n) => html`<span key=${words}>
      <i class=${`key key-${n}`} aria-hidden="true" />${words}</span>`)}</figcaption></figure>`;
}

/** Return whether the window is narrow. The chart is then drawn in fewer units, so that its text is
 * not scaled down. */
export function useNarrow() {
  const [narrow, set] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const changed = () => set(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return narrow;
}

/** Return the value of a contestant's curve after the deal and after each move.
 * @param {Curve} replay @param {boolean} byPoints @returns {number[]} */
function heightsOf(replay, byPoints) {
  return byPoints ? replay.points.map((points) => points ?? 0) : replay.progress;
}

/** Return the SVG path of a curve that has the value `heights[n]` from `times[n]` on. `x` and `y`
 * map a time and a value to coordinates; the curve ends at the time `end`.
 * @param {number[]} times @param {number[]} heights @param {number} end
 * @param {(at: number) => number} x @param {(of: number) => number} y */
function stairs(times, heights, end, x, y) {
  let path = `M${x(0)} ${y(heights[0] ?? 0).toFixed(1)}`;
  times.forEach((at, n) => {
    if (n && heights[n] !== heights[n - 1]) {
      path += `H${x(at).toFixed(1)}V${y(heights[n] ?? 0).toFixed(1)}`;
    }
  });
  return `${path}H${x(end)}`;
}
