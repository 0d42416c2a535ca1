// Hooks of pages that are shown for hours without anybody at the keyboard.

import { useEffect, useRef, useState } from "../vendor/preact.js";
import { EMBEDDED, useApp } from "../app.js";
import { commentary, crownCommentary } from "../messages/commentary.js";
import { currentRound } from "../state/tournament_state.js";

/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

/** How often a page tries to come back that the server has closed the connection of. */
const BACK_MS = 60_000;
/** For how long a sentence is shown at least, if another waits, and at most. */
const SENTENCE_MS = { least: 3_000, most: 20_000 };
/** How many sentences wait at most. The oldest are dropped: what comes late is no news. */
const MOST_WAITING = 2;

/** Keep the screen awake where the browser can: on pages from `https:` and from this machine. A page
 * inside a frame may not. */
export function useAwake() {
  useEffect(() => {
    if (EMBEDDED) return undefined;
    let gone = false;
    /** @type {{release: () => Promise<void>} | null} */
    let lock = null;
    // The browser drops the lock when the page is hidden, so it is asked for again.
    const wake = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (gone) await lock.release();
      } catch {
        // On battery the operating system may refuse. The page goes on without it.
      }
    };
    void wake();
    document.addEventListener("visibilitychange", wake);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", wake);
      lock?.release().catch(() => undefined);
    };
  }, []);
}

/** Come back if the server has ended the connection, for which other pages show a button. */
export function useReturning() {
  const app = useApp();
  useEffect(() => {
    const timer = setInterval(() => {
      const state = app.connection.state.value;
      if (state === "other-version") location.reload();
      else if (state === "refused" || state === "elsewhere") app.connection.reconnect();
    }, BACK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Return the sentence of the commentary that is shown now, or "". Sentences that come at once are
 * shown one after the other. With the next stage of the tournament, what was said of the one before
 * goes. `crowned` is called when a sentence is about a crown.
 * @param {Tournament} t @param {Games} games @param {() => void} [crowned] @returns {string} */
export function useComment(t, games, crowned) {
  const app = useApp();
  const before = useRef(t);
  const [waiting, set] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const old = before.current;
    if (old === t) return;
    before.current = t;
    const said = commentary(old, t, games);
    const isNext = stage(old) !== stage(t);
    if (isNext) set(said.slice(-1 - MOST_WAITING));
    else if (said.length) set(([shown, ...rest]) => [...(shown ? [shown] : []), ...[...rest, ...said].slice(-MOST_WAITING)]);
  }, [t]);
  const latest = useRef(crowned);
  latest.current = crowned;
  useEffect(() => app.connection.listen((said) => {
    const sentence = said.type === "crown_won" ? crownCommentary(before.current, said) : "";
    if (!sentence) return;
    set((now) => [...now.slice(0, 1), sentence]);
    latest.current?.();
  }), []);
  const isLast = waiting.length === 1;
  useEffect(() => {
    if (!waiting.length) return undefined;
    const timer = setTimeout(() => set(([, ...rest]) => rest), isLast ? SENTENCE_MS.most : SENTENCE_MS.least);
    return () => clearTimeout(timer);
  }, [waiting[0], isLast]);
  return waiting[0] ?? "";
}

/** Return what changes with each stage of a tournament. @param {Tournament} t */
function stage(t) {
  const round = currentRound(t);
  return [t.status, round?.number, round?.state].join();
}
