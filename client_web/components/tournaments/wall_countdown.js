// The countdown of the last seconds before a race and before its bell, shown and sounded on the
// wall page of a tournament.

import { html, useEffect, useRef } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import * as tournaments from "../../state/tournament_state.js";
import { playIfEnabled } from "../sounds.js";

/** @typedef {import("../../state/tournament_state.js").TournamentState} TournamentState */

/** How many seconds are counted down. */
const COUNTED = 10;

/** Return the seconds to the start of a race (`begins`; null if no countdown is shown), and whether
 * the last seconds before the start or the bell are running (`last`). A sound is played at each of
 * these seconds and at their end.
 * @param {TournamentState} known @param {number} now
 * @returns {{begins: number | null, last: boolean}} */
export function useCountdown(known, now) {
  const app = useApp();
  const round = tournaments.currentRound(known.tournament);
  const begins = seconds(round && tournaments.timeLeft(known, round.starts_in_ms, now));
  const ends = seconds(round?.state === "racing" ? tournaments.timeLeft(known, round.ends_in_ms, now) : null);
  const before = useRef({ begins, ends });
  useEffect(() => {
    const old = before.current;
    before.current = { begins, ends };
    const [left, was] = begins || old.begins ? [begins, old.begins] : [ends, old.ends];
    if (left === was || was === null) return;
    if (left) playIfEnabled(app, "tick");
    else if (was === 1) playIfEnabled(app, old.begins ? "go" : "ring");
  }, [begins, ends]);
  return { begins: begins || null, last: !begins && Boolean(ends) };
}

/** Return milliseconds as seconds, rounded up; null if they are more than COUNTED.
 * @param {number | null} left */
function seconds(left) {
  const whole = left === null ? null : Math.ceil(left / 1000);
  return whole !== null && whole <= COUNTED ? whole : null;
}

/** Show the seconds to the start over the whole wall. @param {{begins: number | null}} props */
export function Countdown({ begins }) {
  return begins && html`<p class="countdown" aria-hidden="true"><span key=${begins}>${begins}</span></p>`;
}
