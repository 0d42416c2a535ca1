// Hooks of pages that are shown for hours without anybody at the keyboard.

import { useEffect, useRef, useState } from "../vendor/preact.js";
import { EMBEDDED, useApp } from "../app.js";
import { commentary, crownCommentary } from "../messages/commentary.js";
import { currentRound } from "../state/tournament_state.js";

/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

/** Milliseconds between two tries to connect again after the server has closed the connection. */
const BACK_MS = 60_000;
/** Milliseconds for which a sentence is shown: at least, if another one waits; and at most. */
const SENTENCE_MS = { least: 3_000, most: 20_000 };
/** The maximum number of sentences that wait. The oldest are dropped, because they come too
 * late. */
const MOST_WAITING = 2;

/** Keep the screen on if the browser allows it: on pages over `https:` or from this computer, but
 * not in a frame. */
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

/** Connect again every BACK_MS if the server has ended the connection. Other pages show a button
 * for that, but nobody would press it here. */
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

/** Return the sentence of the commentary that is shown now, or "". Sentences that come at the same
 * time are shown one after the other. When the tournament comes to its next stage, older sentences
 * are dropped. `crowned` is called when a sentence is about a crown.
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

/** Return a text that is different in each stage of a tournament. @param {Tournament} t */
function stage(t) {
  const round = currentRound(t);
  return [t.status, round?.number, round?.state].join();
}
