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

/** @param {ReplayClock} reel */
export function endOf(reel) {
  return reel.times.at(-1) ?? 0;
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

/** Go to a step and stop there. @param {ReplayClock} reel @param {number} step @returns {ReplayClock} */
export function goToStep(reel, step) {
  const at = Math.min(Math.max(0, step), reel.times.length - 1);
  return { ...reel, ms: reel.times[at] ?? 0, runs: false };
}

/** Move by a number of steps. Between two steps, back goes to the earlier one.
 * @param {ReplayClock} reel @param {number} by */
export function stepBy(reel, by) {
  const step = stepAt(reel.times, reel.ms);
  const between = by < 0 && reel.ms > (reel.times[step] ?? 0);
  return goToStep(reel, step + by + Number(between));
}

/** Go to the last step up to a time. @param {ReplayClock} reel @param {number} ms */
export function goToTime(reel, ms) {
  return goToStep(reel, stepAt(reel.times, ms));
}

/** Start, from the beginning if the end was reached; or stop. @param {ReplayClock} reel */
export function toggleRunning(reel) {
  if (reel.runs) return { ...reel, runs: false };
  return { ...reel, runs: true, ms: reel.ms >= endOf(reel) ? (reel.times[0] ?? 0) : reel.ms };
}

/** @param {ReplayClock} reel @param {number} passed real time in milliseconds @returns {ReplayClock} */
export function advance(reel, passed) {
  const speed = SPEEDS[reel.speed] ?? 1;
  let ms = Math.min(endOf(reel), reel.ms + passed * speed);
  const next = reel.times[stepAt(reel.times, reel.ms) + 1];
  if (next !== undefined) ms = Math.max(ms, Math.min(next, next - LONGEST_WAIT_MS * speed));
  return { ...reel, ms, runs: ms < endOf(reel) };
}

/** A replay clock that advances with the page's frames.
 * @param {number[]} times
 * @returns {[ReplayClock, (change: (reel: ReplayClock) => ReplayClock) => void]} */
export function useReplayClock(times) {
  const [reel, set] = useState(() => newClock(times));
  useEffect(() => set((now) => ({ ...newClock(times), ms: now.ms, speed: now.speed })), [times]);
  useEffect(() => {
    if (!reel.runs) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const passed = Math.max(0, now - before);
      before = now;
      set((it) => (it.runs ? advance(it, passed) : it));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [reel.runs]);
  return [reel, set];
}
