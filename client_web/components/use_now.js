// A hook that redraws a component as time passes.

import { useEffect, useState } from "../vendor/preact.js";

/** Return `performance.now()`. While `runs` is true, the component is redrawn every `ms`
 * milliseconds.
 * @param {boolean} runs @param {number} ms */
export function useNow(runs, ms = 250) {
  const [now, set] = useState(performance.now());
  useEffect(() => {
    if (!runs) return undefined;
    set(performance.now());
    const timer = setInterval(() => set(performance.now()), ms);
    return () => clearInterval(timer);
  }, [runs, ms]);
  return runs ? Math.max(now, performance.now()) : now;
}
