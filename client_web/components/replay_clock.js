// The clock of a replay: step, jump, or run at a speed. Pure, except for the hook that runs it.

import { useEffect, useState } from "../vendor/preact.js";

export const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
const USUAL_SPEED = 2;
/** The longest real time between two moves of a running replay. */
const LONGEST_WAIT_MS = 2_000;

/**
 * @typedef {Object} ReplayClock the times of a game's moves in milliseconds since its start, ascending
 * @property {number[]} times
 * @property {number} ms the current time
 * @property {number} speed an index of SPEEDS
 * @property {boolean} runs
 */

/** @param {number[]} times @returns {ReplayClock} */
export function newClock(times) {
  return { times, ms: times[0] ?? 0, speed: USUAL_SPEED, runs: false };
}

/** @param {ReplayClock} clock */
export function endOf(clock) {
  return clock.times.at(-1) ?? 0;
}

/** The number of ascending `times` up to `ms`, less one; at least 0.
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

/** Go to a step and stop there. @param {ReplayClock} clock @param {number} step @returns {ReplayClock} */
export function goToStep(clock, step) {
  const at = Math.min(Math.max(0, step), clock.times.length - 1);
  return { ...clock, ms: clock.times[at] ?? 0, runs: false };
}

/** Move by a number of steps. Between two steps, back goes to the earlier one.
 * @param {ReplayClock} clock @param {number} by */
export function stepBy(clock, by) {
  const step = stepAt(clock.times, clock.ms);
  const between = by < 0 && clock.ms > (clock.times[step] ?? 0);
  return goToStep(clock, step + by + Number(between));
}

/** Go to the last step up to a time. @param {ReplayClock} clock @param {number} ms */
export function goToTime(clock, ms) {
  return goToStep(clock, stepAt(clock.times, ms));
}

/** Start, from the beginning if the end was reached; or stop. @param {ReplayClock} clock */
export function toggleRunning(clock) {
  if (clock.runs) return { ...clock, runs: false };
  return { ...clock, runs: true, ms: clock.ms >= endOf(clock) ? (clock.times[0] ?? 0) : clock.ms };
}

/** @param {ReplayClock} clock @param {number} passed real time in milliseconds @returns {ReplayClock} */
export function advance(clock, passed) {
  const speed = SPEEDS[clock.speed] ?? 1;
  let ms = Math.min(endOf(clock), clock.ms + passed * speed);
  const next = clock.times[stepAt(clock.times, clock.ms) + 1];
  if (next !== undefined) ms = Math.max(ms, Math.min(next, next - LONGEST_WAIT_MS * speed));
  return { ...clock, ms, runs: ms < endOf(clock) };
}

/** A replay clock that advances with the page's frames.
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
