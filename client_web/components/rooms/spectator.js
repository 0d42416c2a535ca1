// A running race for those who watch it, with or without a seat: the standings, and the board of
// the leader or of a chosen seat, or on a wide screen all boards that fit.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { ConnectionLost, Refusal } from "../../net/connection.js";
import { loadRetryDelay } from "../../net/retries.js";
import { ranking } from "../../state/ranking.js";
import { useObservable } from "../../state/observable.js";
import { Table } from "../../table/table.js";
import { useShrunkFrame } from "./shrunk_frame.js";
import { gameWords, ownMember, nameOf } from "../../messages/races.js";
import { CalledCard, Grids } from "./grids.js";
import { Title } from "../page_frame.js";
import { Clocks, RaceStandings } from "./race_standings.js";
import { boardWords } from "../../messages/results.js";
import { SideBySide, seatsIn, useGrid } from "./side_by_side.js";
import { displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../state/catalogue").Game} Game */

/** Show the race.
 * @param {{client: RoomClient, state: RoomState, game?: Game, children?: Child}} props */
export function Spectator({ client, state, game, children }) {
  const { room } = state;
  const [chosen, choose] = useState(/** @type {number | null} */ (null));
  const all = ranking(state);
  const others = all.filter((p) => p.standing.seat !== room.seat);
  const seats = others.map((p) => p.standing.seat);
  const wished = chosen !== null && seats.includes(chosen) ? chosen : seats[0] ?? null;
  const [alone, watchAlone] = useState(false);
  const [oneOnly, knowsOne] = useState(false);
  const grid = useGrid(seats.length);
  const together = grid && !alone && !oneOnly ? seatsIn(seats, grid) : null;
  const asked = together ?? (wished === null ? [] : [wished]);
  const why = useWatchedBoards(client, room.race.n, asked, Boolean(state.table?.over), () => knowsOne(true));
  const board = wished === null ? null : state.watched.get(wished) ?? null;
  // Whoever is still thinking holds the called card.
  const holding = asked.map((seat) => state.watched.get(seat)?.view).find((view) => view?.["next"]);
  const follows = chosen === null || wished !== chosen;
  const watchOne = (/** @type {number | null} */ seat) => {
    choose(seat);
    watchAlone(true);
  };
  // If the player leads, the best of the others is followed, who is not the leader.
  const isFirst = all[0]?.place === others[0]?.place;
  useShrunkFrame();
  useDigitKeys((n) => (n === 0 ? watchOne(null) : seats[n - 1] !== undefined && watchOne(seats[n - 1] ?? null)));
  return html`<div class="onlook">
    <${Title} text=${gameWords(game, room.race)} short=${_("{code} watch", { code: displayCode(room.code) })} />
    <p class="strip">${displayCode(room.code)} <${Clocks} state=${state} />
      ${game && html`<${CalledCard} state=${state} game=${game} view=${holding} />`}</p>
    ${children}
    <div class="beside">
      <aside>${game && html`<${Grids} state=${state} game=${game} />`}
        <${RaceStandings} state=${state} game=${game} chosen=${why || together ? null : wished}
        choose=${why ? null : watchOne} />
        ${!why && wished !== null && html`<p><button aria-pressed=${follows && !together} onClick=${() => watchOne(null)}>
          ${isFirst ? _("Follow the leader") : _("Follow the best of the others")}</button></p>`}
        ${!why && grid && !oneOnly && html`<p><button aria-pressed=${together !== null} onClick=${() => watchAlone(false)}>
          ${_("All boards")}</button></p>`}
        <${JoinLate} client=${client} state=${state} /></aside>
      ${why ? html`<p class="why-not">${why}</p>`
        : grid && together ? html`<${SideBySide} state=${state} seats=${together} grid=${grid} game=${game} choose=${watchOne} />`
        : wished !== null && html`<${Watched} state=${state} board=${board} wished=${wished} game=${game}
            lead=${follows ? (isFirst ? _("Leading:") : _("Best of the others:")) : ""} />`}
    </div></div>`;
}

/** Show the watched board. `wished` is its seat; `lead` is a word in front of the name, or empty.
 * @param {{state: RoomState, board: import("../../net/protocol").WatchedTable | null, wished: number, game?: Game,
 *   lead: string}} props */
function Watched({ state, board, wished, game, lead }) {
  const name = nameOf(state, wished);
  return html`<section class="seen" aria-label=${_("{name}'s board", { name })}>
    <p><strong>${lead && `${lead} `}${name}</strong>${boardWords(game, board)}</p>
    ${board?.view && game
      ? html`<${Table} key=${wished} game=${game} view=${board.view} legal=${null} marks=${[]}
          over=${board.over !== null} label=${_("{name}'s table", { name })} />`
      : html`<p class="quiet">${_("Nothing is to be seen yet.")}</p>`}</section>`;
}

/** Offer a member without a board to join the race late, if the room allows it.
 * @param {{client: RoomClient, state: RoomState}} props */
function JoinLate({ client, state }) {
  const { race, settings } = state.room;
  const me = ownMember(state);
  if (!me || me.racing || !settings.late || race.status !== "running" || race.terms.call_ms !== null) {
    return null;
  }
  return html`<p><button class="first" onClick=${() => client.ask({ type: "join_race", race: race.n })}>
    ${_("Join the race")}</button></p>`;
}

/** Follow the boards of these seats. If the server does not show them, return its sentence about
 * why; otherwise an empty text. Call `knowsOne` if the server can only send one board at a time.
 * @param {RoomClient} client @param {number} race @param {number[]} seats
 * @param {boolean} done whether the player's own board is finished; a change repeats the request
 * @param {() => void} knowsOne */
function useWatchedBoards(client, race, seats, done, knowsOne) {
  const app = useApp();
  const line = useObservable(app.connection.state);
  const status = client.state.value?.room.race.status;
  const [why, tell] = useState("");
  useEffect(() => {
    const [seat] = seats;
    if (seat === undefined || line !== "up" || (status !== "running" && status !== "over")) {
      return undefined;
    }
    let wanted = true;
    const ask = async () => {
      try {
        if (seats.length > 1) {
          await app.connection.send({ type: "watch_boards", seats });
          if (wanted) tell("");
          return;
        }
        const { view } = await app.connection.send({ type: "watch_board", seat });
        if (!wanted) return;
        tell("");
        // Right at the start there may be no cards yet, and the server sends nothing before the
        // board changes, so ask again.
        if (view === null) setTimeout(() => void (wanted && ask()), 1_000);
      } catch (error) {
        if (error instanceof ConnectionLost) return;
        if (!(error instanceof Refusal)) throw error;
        if (!wanted) return;
        if (error.code === "bad_message") {
          knowsOne();
          return;
        }
        tell(error.message);
        const afterMs = await loadRetryDelay(app, error, seats.length > 1 ? "watch_boards" : "watch_board");
        if (afterMs !== null) setTimeout(() => void (wanted && ask()), afterMs);
      }
    };
    void ask();
    return () => void (wanted = false);
  }, [race, seats.join(), line, status, done]);
  useEffect(() => () => void app.connection.send({ type: "unwatch" }).catch(() => undefined), []);
  return why;
}

/** Call `chosen` with each digit that is typed. 0 stands for the leader, 1 for the first seat in
 * the list, and so on.
 * @param {(n: number) => void} chosen */
function useDigitKeys(chosen) {
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
      if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
      if (/^[0-9]$/.test(event.key)) chosen(Number(event.key));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
