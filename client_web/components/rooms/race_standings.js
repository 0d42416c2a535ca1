// The standings of a race: place, bar, gap to the leader and state of each seat. Also the clocks of
// a race.

import { html, useRef } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useSlidingRows } from "../sliding_rows.js";
import { useNow } from "../use_now.js";
import { pointsOrProgress, nameOf } from "../../messages/races.js";
import { barShares, ranking } from "../../state/ranking.js";
import { clockLeft } from "../../messages/formatting.js";
import { awaitsCall, callEndsIn, raceTime } from "../../state/room_state.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/protocol").SeatStanding} SeatStanding */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {{place: number, standing: SeatStanding}} Placed */

/** The clock of the bell, or of a called card, is emphasised when this many milliseconds, or fewer,
 * are left. */
const [SOON_MS, CALL_SOON_MS] = [60_000, 5_000];
/** At most this many rows are drawn: the first ones, and the player's row with its neighbours. */
const MOST_ROWS = 60;

/** Return a sign for the state of a seat, and its meaning as text; both empty while the seat plays.
 * @param {RoomState} state @param {SeatStanding} standing @returns {[string, string]} */
export function seatSign(state, standing) {
  if (standing.result === "won") return ["⚑", _("solved")];
  if (standing.result === "complete") return ["✓", _("complete")];
  if (standing.result !== null) {
    return ["✗", standing.reason === "resigned" ? _("gave up") : _("finished")];
  }
  const member = state.members.find((m) => m.seat === standing.seat);
  if (member?.left) return ["✗", _("has left")];
  if (member?.covered) return ["☏", _("on a break")];
  return member && !member.here ? ["⟳", _("reconnecting")] : ["", ""];
}

/** Show the standings; rows slide to their new places. With `choose`, each row except the player's own is a button that selects the
 * board to watch; `chosen` is the selected seat.
 * @param {{state: RoomState, game?: Game, chosen?: number | null,
 *   choose?: ((seat: number) => void) | null}} props */
export function RaceStandings({ state, game, chosen = null, choose = null }) {
  const all = ranking(state);
  const rows = fitting(all, state.room.seat);
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  useSlidingRows(list, [...rows.map(({ standing }) => String(standing.seat)), "more"], String(state.room.race.n));
  if (!all[0]) return null;
  const lead = pointsOrProgress(state.room.race, all[0].standing) ?? 0;
  const share = barShares(game, all.map((placed) => placed.standing));
  return html`<ol class="standings" ref=${list} aria-label=${_("Standings")}>
    ${rows.map((placed) => {
      const { standing } = placed;
      const row = html`<${Row} state=${state} placed=${placed} lead=${lead}
        share=${share(standing)} />`;
      const own = standing.seat === state.room.seat;
      return html`<li key=${standing.seat} class=${own ? "me" : ""} data-seat=${standing.seat}>
        ${choose && !own
          ? html`<button class="row" aria-pressed=${chosen === standing.seat}
              onClick=${() => choose(standing.seat)}>${row}</button>`
          : html`<div class="row">${row}</div>`}</li>`;
    })}
    ${all.length > rows.length && html`<li class="quiet">${_("and {n} more", { n: all.length - rows.length })}</li>`}
  </ol>`;
}

/** Show one row. `lead` is the leader's points or progress; `share` is how full the bar is, from 0
 * to 1.
 * @param {{state: RoomState, placed: Placed, lead: number, share: number}} props */
function Row({ state, placed: { place, standing }, lead, share }) {
  const own = standing.seat === state.room.seat;
  const value = pointsOrProgress(state.room.race, standing);
  const gap = value !== null && value < lead ? `−${lead - value}` : "";
  const [glyph, word] = seatSign(state, standing);
  return html`<span class="place">${place}</span>
    <span class="name">${own ? _("you") : nameOf(state, standing.seat)}</span>
    ${glyph && html`<span class="sign" title=${word}><span aria-hidden="true">${glyph}</span>
      <span class="aloud">${word}</span></span>`}
    ${!standing.clean && html`<small title=${_("with help")}>u</small>`}
    <span class="value">${value ?? ""}</span><span class="gap quiet">${gap}</span>
    <${Bar} share=${share} />`;
}

/** Show a bar filled by `share`, from 0 to 1. It is hidden from screen readers, because the number
 * stands beside it.
 * @param {{share: number}} props */
export function Bar({ share }) {
  return html`<span class="bar" aria-hidden="true">
    <span style=${{ transform: `scaleX(${share})` }}></span></span>`;
}

/** Return the first rows, and the row of `seat` with its neighbours.
 * @param {Placed[]} all @param {number | null} seat */
function fitting(all, seat) {
  if (all.length <= MOST_ROWS) return all;
  const own = all.findIndex((p) => p.standing.seat === seat);
  return all.filter((_, i) => i < MOST_ROWS - 3 || (own >= 0 && Math.abs(i - own) <= 1));
}

/** Show the leader, the player's place and both neighbours in one line, for narrow screens: `1. Eve
 * 52  3. you 31  ▲ Ann 41  ▼ Bob 27`; `=` in place of an arrow means that the places are equal. The
 * leader is not shown a second time as a neighbour.
 * @param {{state: RoomState}} props */
export function StandingsLine({ state }) {
  const all = ranking(state);
  const at = all.findIndex((p) => p.standing.seat === state.room.seat);
  const entry = (/** @type {Placed | undefined} */ placed, /** @type {string} */ lead, /** @type {string} */ how) => {
    if (!placed) return null;
    const { standing } = placed;
    const own = standing.seat === state.room.seat;
    const [glyph, word] = seatSign(state, standing);
    return html`<span key=${standing.seat} class=${own ? "own" : ""}>
      <span aria-hidden=${lead.endsWith(".") ? undefined : "true"}>${lead}</span>
      ${how && html`<span class="aloud">${how}</span>`}
      ${" "}<span class="name">${own ? _("you") : nameOf(state, standing.seat)}</span>
      ${" "}<b>${pointsOrProgress(state.room.race, standing) ?? ""}</b>
      ${glyph && html` <span class="sign" title=${word}>${glyph}<span class="aloud">${word}</span></span>`}</span>`;
  };
  const beside = (/** @type {Placed | undefined} */ placed) => {
    const below = (placed?.place ?? 0) - (all[at]?.place ?? 0);
    if (!below) return entry(placed, "=", _("level with"));
    return below < 0 ? entry(placed, "▲", _("ahead")) : entry(placed, "▼", _("behind"));
  };
  if (at < 0) return html`<p class="one-line">${entry(all[0], "1.", "")}</p>`;
  const leads = at > 1 && all[0]?.place !== all[at]?.place;
  return html`<p class="one-line">${leads && entry(all[0], "1.", "")} ${entry(all[at], `${all[at]?.place}.`, "")}
    ${beside(all[at - 1])} ${beside(all[at + 1])}</p>`;
}

/** Show the time until the bell and, if cards are called, the time left for the called card.
 * @param {{state: RoomState}} props */
export function Clocks({ state }) {
  const { clock, room } = state;
  const { timer, quiet } = useObservable(useApp().preferences);
  const isHeld = clock.heldAt !== null;
  const now = useNow(clock.runs && !isHeld, 250);
  const time = raceTime(clock, now);
  const bell = Math.max(0, clock.bellMs - time);
  const call = callEndsIn(clock, now);
  return html`${timer && !quiet && html`<span class=${bell < SOON_MS && clock.runs ? "clock soon" : "clock"}
      role="timer">
      ${_("{time} left", { time: `${clockLeft(bell)}${isHeld && clock.runs ? "?" : ""}` })}</span>`}
    ${call !== null && room.race.call !== null && html`<span role="timer" aria-label=${_("Time for this card")}
      class=${awaitsCall(state) ? "clock rests" : call < CALL_SOON_MS ? "clock soon" : "clock"}>
      ${_("card {n}: {time}", { n: room.race.call, time: clockLeft(call) })}</span>`}`;
}

