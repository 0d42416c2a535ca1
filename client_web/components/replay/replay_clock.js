// The clock of a replay. It steps from move to move, jumps, or runs at a speed. The functions are
// pure, except for the hook.

import { useEffect, useState } from "../../vendor/preact.js";

export const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
const USUAL_SPEED = 2;
/** A running replay waits at most this long, in real milliseconds, for the next move. */
const LONGEST_WAIT_MS = 2_000;

/**
 * @typedef {Object} ReplayClock
 * @property {number[]} times the times of the deal and of all moves shown, in milliseconds of race time,
 *   ascending; the index is the step
 * @property {number} ms the current race time
 * @property {number} speed an index of SPEEDS
 * @property {boolean} runs
 */

/** Return a stopped clock at the first time. @param {number[]} times @returns {ReplayClock} */
export function newClock(times) {
  return { times, ms: times[0] ?? 0, speed: USUAL_SPEED, runs: false };
}

/** Return the last time of a clock. @param {ReplayClock} clock */
export function endOf(clock) {
  return clock.times.at(-1) ?? 0;
}

/** Return the index of the last of ascending `times` that is not later than `ms`; 0 if all are
 * later.
 * @param {number[]} times @param {number} ms */
export function stepAt(times, ms) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Return the clock stopped at a step; the first or last step if there is no such step.
 * @param {ReplayClock} clock @param {number} step @returns {ReplayClock} */
export function goToStep(clock, step) {
  const at = Math.min(Math.max(0, step), clock.times.length - 1);
  return { ...clock, ms: clock.times[at] ?? 0, runs: false };
}

/** Return the clock moved by a number of steps and stopped. Between two steps, a step back goes to
 * the earlier one.
 * @param {ReplayClock} clock @param {number} by */
export function stepBy(clock, by) {
  const step = stepAt(clock.times, clock.ms);
  const between = by < 0 && clock.ms > (clock.times[step] ?? 0);
  return goToStep(clock, step + by + Number(between));
}

/** Return the clock stopped at the last step that is not later than `ms`.
 * @param {ReplayClock} clock @param {number} ms */
export function goToTime(clock, ms) {
  return goToStep(clock, stepAt(clock.times, ms));
}

/** Return the clock stopped if it runs; otherwise running, from the beginning if it was at its end.
 * @param {ReplayClock} clock */
export function toggleRunning(clock) {
  if (clock.runs) return { ...clock, runs: false };
  return { ...clock, runs: true, ms: clock.ms >= endOf(clock) ? (clock.times[0] ?? 0) : clock.ms };
}

/** Return a running clock after `passed` real milliseconds; it stops at its end.
 * @param {ReplayClock} clock @param {number} passed real time in milliseconds @returns {ReplayClock} */
export function advance(clock, passed) {
  const speed = SPEEDS[clock.speed] ?? 1;
  let ms = Math.min(endOf(clock), clock.ms + passed * speed);
  const next = clock.times[stepAt(clock.times, clock.ms) + 1];
  if (next !== undefined) ms = Math.max(ms, Math.min(next, next - LONGEST_WAIT_MS * speed));
  return { ...clock, ms, runs: ms < endOf(clock) };
}

/** Return a clock that advances with each animation frame while it runs, and the function that
 * changes it.
 * @param {number[]} times
 * @returns {[ReplayClock, (change: (clock: ReplayClock) => ReplayClock) => void]} */
export function useReplayClock(times) {
  const [clock, set] = useState(() => newClock(times));
  useEffect(() => set((now) => ({ ...newClock(times), ms: now.ms, speed: now.speed })), [times]);
  useEffect(() => {
    if (!clock.runs) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const passed = Math.max(0, now - before);
      before = now;
      set((it) => (it.runs ? advance(it, passed) : it));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [clock.runs]);
  return [clock, set];
}
