// Keeps the screen of a phone or tablet on during a race, where the browser allows it.

import { useEffect, useState } from "../vendor/preact.js";
import { _ } from "../messages/texts.js";

/** What the page says on a touch screen that it cannot keep on. Browsers allow it to pages over https
 * only. */
export const MAY_SLEEP = _("This browser may let the screen sleep. Your seat and your board are kept; the clock runs on.");

/** Keep the screen on while the component is shown and `wanted` is true. Return whether the player is
 * to be told that it may sleep: it is a touch screen, and the browser does not keep it on.
 * @param {boolean} wanted @returns {boolean} */
export function useWakeLock(wanted) {
  const [fails, set] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let held = /** @type {WakeLockSentinel | null} */ (null);
    let ended = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return; // the browser refuses it, and ends a lock
      try {
        const lock = await navigator.wakeLock.request("screen");
        if (ended) return void lock.release();
        held = lock;
        set(false);
      } catch {
        if (!ended) set(true); // there is no such lock here, or the battery is low
      }
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      ended = true;
      document.removeEventListener("visibilitychange", hold);
      void held?.release();
    };
  }, [wanted]);
  return wanted && fails && matchMedia("(pointer: coarse)").matches;
}
