// Keeps the screen of a phone or tablet on during a race, where the browser allows it.

import { useEffect } from "../../vendor/preact.js";
import { _ } from "../../messages/texts.js";

/** The sentence of the lobby on a touch screen that the page cannot keep on. Browsers allow only
 * pages over https to keep the screen on. */
const MAY_SLEEP = _(
  "On a page without https the screen may sleep in a race. Your seat and your board are kept; the clock runs on.",
);

/** Return the lobby's sentence that the screen may sleep in a race; empty if the page can keep it
 * on, or on a computer without a touch screen. */
export function sleepNotice() {
  return "wakeLock" in navigator || !matchMedia("(pointer: coarse)").matches ? "" : MAY_SLEEP;
}

/** Keep the screen on while the component is shown and `wanted` is true. Does nothing where the browser
 * does not allow it. @param {boolean} wanted */
export function useWakeLock(wanted) {
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return undefined;
    let held = /** @type {WakeLockSentinel | null} */ (null);
    let ended = false;
    // The browser ends a lock when the page is hidden.
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      const lock = await navigator.wakeLock.request("screen").catch(() => null); // the battery may be low
      if (ended) return void lock?.release();
      held = lock;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      ended = true;
      document.removeEventListener("visibilitychange", hold);
      void held?.release();
    };
  }, [wanted]);
}
