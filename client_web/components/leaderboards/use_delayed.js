// A hook that shows a state later than it arrives.

import { useEffect, useRef, useState } from "../../vendor/preact.js";

/** Return the value that `state` had `ms` milliseconds ago; undefined if it had none then.
 * @template T
 * @param {T | undefined} state @param {number} ms @returns {T | undefined} */
export function useDelayed(state, ms) {
  const [shown, show] = useState(/** @type {{state: T} | undefined} */ (undefined));
  const timers = useRef(/** @type {Set<number>} */ (new Set()));
  useEffect(() => {
    if (!ms || state === undefined) return;
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      show({ state });
    }, ms);
    timers.current.add(timer);
  }, [state, ms]);
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  return ms ? shown?.state : state;
}
