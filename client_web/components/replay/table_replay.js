// The replay of a round at a common table: all contestants on one clock, the foundations in the
// middle, and how many cards each has got rid of, or the points, against time.

import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { Refusal } from "../../net/connection.js";
import { tableAfter, withChanges } from "../../state/common_table.js";
import { claimsLine, claimsOf, tableSentences } from "../../messages/common_table.js";
import { clockTime } from "../../messages/formatting.js";
import { drawnGame, drawnView } from "../../table/common_view.js";
import { Table } from "../../table/table.js";
import { TableSeats } from "../rooms/table_seats.js";
import { ProgressChart } from "./charts.js";
import { Controls, keyAction } from "./replay_player.js";
import { stepAt, useReplayClock } from "./replay_clock.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../../net/protocol").TableChanged} TableChanged */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */
/** @typedef {import("../../state/catalogue").Game} Game */
/** A contestant, by number of the seat in the room. @typedef {{seat: number, name: string}} Sitter */
/** A round: the table after the deal and after each step, the race times of these, and the steps: each
 * command and, unless a command ended the round, its end.
 * @typedef {{tables: CommonTable[], times: number[], steps: TableChanged[], endedMs: number}} ReplayedRound */

/** Load and show the replay of a round. `calledOff`: the organiser of a tournament has ended it before
 * its bell. `compared` are the seats whose curves are shown.
 * @param {{race: string, calledOff: boolean, sitters: Sitter[], compared: number[], game: Game, options: Record<string, unknown>}} props */
export function TableReplay({ race, calledOff, sitters, compared, game, options }) {
  const app = useApp();
  const [found, set] = useState(/** @type {{round?: ReplayedRound, refusal?: Refusal}} */ ({}));
  const [styled, style] = useState(false);
  const first = sitters[0]?.seat ?? 0;
  useEffect(() => {
    fetchRound(app, race, first).then((round) => set({ round }), (error) => {
      if (!(error instanceof Refusal)) throw error;
      set({ refusal: error });
    });
    const drawn = () => style(true);
    Promise.all([app.loadStyles("table"), app.loadStyles("common_table")]).then(drawn, drawn);
  }, [race, first]);
  if (found.refusal) return html`<p class="problem" role="alert">${found.refusal.message}</p>`;
  if (!found.round || !styled) return html`<p class="quiet">${_("Asking the server for the moves…")}</p>`;
  return html`<${Played} round=${found.round} calledOff=${calledOff} sitters=${sitters} compared=${compared} game=${game} options=${options} />`;
}

/** Show a loaded replay.
 * @param {{round: ReplayedRound, calledOff: boolean, sitters: Sitter[], compared: number[], game: Game, options: Record<string, unknown>}} props */
function Played({ round, calledOff, sitters, compared, game, options }) {
  const [clock, set] = useReplayClock(round.times);
  const [byPoints, choose] = useState(false);
  const drawn = useMemo(() => drawnGame(game, options, sitters.length), [game, options, sitters.length]);
  const at = stepAt(round.times, clock.ms);
  const table = round.tables[at];
  const curves = useMemo(() => compared.map((seat) => curveOf(round, sitters, seat)), [round, compared.join()]);
  if (table === undefined) return null;
  const state = stateOf(sitters, table);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const change = keyAction(event, null);
    if (!change) return;
    event.preventDefault();
    set(change);
  };
  return html`<section class="player" aria-label=${_("Replay")} onKeyDown=${keys}>
    <${Controls} clock=${clock} set=${set} parting=${null} two=${false} />
    <div class="race common watched replayed" data-number=${table.number}><div class="around">
      <${TableSeats} state=${state} table=${table} game=${game} own=${null} />
      <div class="board"><${Table} game=${drawn} view=${drawnView(state, table, null, [])} legal=${null} marks=${[]}
        common=${true} label=${_("The middle of the table")} /></div></div></div>
    <p class="did">${at ? `${clockTime(round.times[at] ?? 0)} ${didLine(round, calledOff, sitters, at)}` : _("The deal.")}</p>
    <div class="buttons"><label class="check"><input type="checkbox" checked=${byPoints}
      onChange=${() => choose(!byPoints)} /> ${_("Points in place of cards gone from the demon")}</label></div>
    <${ProgressChart} replays=${curves} goal=${game.goal} byPoints=${byPoints} ms=${clock.ms} parting=${null} />
  </section>`;
}

/** Request the parts of a replay, one after the other.
 * @param {import("../../app.js").App} app @param {string} race @param {number} seat @returns {Promise<ReplayedRound>} */
async function fetchRound(app, race, seat) {
  const part = await app.connection.askUntilAnswered({ type: "get_replay", race, seat });
  const moves = [...part.moves];
  let { end } = part;
  while (moves.length < part.total) {
    const more = await app.connection.askUntilAnswered({ type: "get_replay", race, seat, offset: moves.length });
    const fresh = more.moves.slice(moves.length - more.offset);
    if (!fresh.length) break;
    moves.push(...fresh);
    end = more.end;
  }
  return replayedRound(part, moves, end);
}

/** Return the round with the table after every step. `first` is the first part of the replay, `moves`
 * are those of all parts, and `end` is the end of the round, null if a command ended it.
 * @param {Pick<import("../../net/protocol").Replay, "table" | "ended_ms">} first
 * @param {import("../../net/protocol").ReplayedMove[]} moves
 * @param {TableChanged | null | undefined} end @returns {ReplayedRound} */
export function replayedRound(first, moves, end) {
  const steps = moves.flatMap((move) => move.table ?? []);
  const tables = first.table ? [first.table] : [];
  for (const said of steps) {
    const before = tables.at(-1);
    const after = before && tableAfter(before, said);
    if (after) tables.push(after);
  }
  const last = tables.at(-1);
  if (last && end) {
    steps.push(end);
    tables.push(withChanges(last, end));
  }
  return { tables, times: [0, ...steps.map(({ ms }) => ms)], steps, endedMs: first.ended_ms };
}

/** Return the curve of a seat: what it had after the deal and after each step.
 * @param {ReplayedRound} round @param {Sitter[]} sitters @param {number} seat */
function curveOf({ tables, times, endedMs }, sitters, seat) {
  const boards = tables.flatMap((table) => table.seats.find((each) => each.seat === seat) ?? []);
  return {
    seat, times, endedMs, name: sitters.find((each) => each.seat === seat)?.name ?? "",
    progress: boards.map((board) => board.progress),
    points: boards.map((board) => board.points),
  };
}

/** Return the sentence about step number `at`, from 1.
 * @param {ReplayedRound} round @param {boolean} calledOff @param {Sitter[]} sitters @param {number} at */
function didLine({ tables, steps }, calledOff, sitters, at) {
  const [before, after, said] = [tables[at - 1], tables[at], steps[at - 1]];
  if (!before || !after || !said) return "";
  if (calledOff && !said.commands.length) return _("The organiser has called the round off.");
  const state = stateOf(sitters, after);
  const told = tableSentences(stateOf(sitters, before), state, said);
  return [claimsLine(state, claimsOf(said.commands)), ...told].filter(Boolean).join(" ")
    || said.commands.map(({ seat, move }) => `${sitters.find((each) => each.seat === seat)?.name}: ${move}`).join("; ");
}

/** Return the state of a room as far as the components of a common table read it: who sits there,
 * for somebody who only watches. @param {Sitter[]} sitters @param {CommonTable} common */
function stateOf(sitters, common) {
  const members = sitters.map((each) => ({ ...each, here: true, left: false, bot: false }));
  return /** @type {RoomState} */ (/** @type {unknown} */ ({ members, common, room: { seat: null } }));
}
