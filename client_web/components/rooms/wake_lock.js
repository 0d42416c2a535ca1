// Keeps the screen of a phone or tablet on during a race, where the browser allows it.

import { useEffect } from "../../vendor/preact.js";
import { _ } from "../../messages/texts.js";

/** What the lobby says on a touch screen that the page cannot keep on. Browsers allow it to pages over
 * https only. */
const MAY_SLEEP = _(
  "On a page without https the screen may sleep in a race. Your seat and your board are kept; the clock runs on.",
);

/** Return what the lobby says if the screen may sleep in a race; empty if the page keeps it on, and on
 * a computer. */
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
