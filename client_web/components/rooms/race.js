// A running race for a contestant: their own table, and the standings beside it.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { PlayableTable } from "../../table/playable_table.js";
import { Table } from "../../table/table.js";
import { useWakeLock } from "./wake_lock.js";
import { useDealCounter } from "../../table/input/deal_counter.js";
import { hintSentence, withSuggested } from "../../table/moves/move_labels.js";
import { useShrunkFrame } from "./shrunk_frame.js";
import { STOPPED } from "../../messages/room_events.js";
import { gameWords, isForPoints, pointsEnd } from "../../messages/races.js";
import { Title } from "../page_frame.js";
import { CalledCard, Grids } from "./grids.js";
import { RulesButton } from "./rules_button.js";
import { SoundButton } from "./sound_button.js";
import { Clocks, StandingsLine, RaceStandings } from "./race_standings.js";
import { progressWords, endWords } from "../../messages/results.js";
import { displayCode } from "../../state/room_codes.js";
import { awaitsCall } from "../../state/room_state.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../table/types").Move} Move */
/** @typedef {import("../../table/types").Tilt} Tilt */

/**
 * Show the race: the player's table, the buttons, and the standings.
 * @param {{client: RoomClient, state: RoomState, game?: Game, bell?: boolean, look?: () => void,
 *   end?: (() => void) | null, talk?: Child, news?: Child, folded?: Child}} props
 *   `bell`: show the clock; `end` shows the results of a game played alone; `look` shows other boards after the player has finished; `talk` is the chat;
 *   `news` is the latest event, shown beside the chat; `folded` is shown in place of `news` where the chat
 *   is folded away, as on narrow screens */
export function Race({ client, state, game, bell = true, end = null, look, talk, news, folded }) {
  const { room, table, frame } = state;
  const underWay = useObservable(client.pendingMove);
  const problem = useObservable(client.problem);
  const app = useApp();
  const line = useObservable(app.connection.state);
  const me = useObservable(app.me); // breaks are for accounts only, since only accounts have crown runs
  const alone = state.standings.size < 2;
  const [counts, count] = useDealCounter(room.race.id);
  const { quiet } = useObservable(app.preferences);
  const bare = alone || quiet; // nothing but the player's own cards
  const wide = useWide();
  useShrunkFrame();
  useEffect(() => app.announce(problem?.message ?? ""), [problem]);
  useWakeLock(room.race.status === "running" && !table?.over);
  const isStuck = room.race.terms.take_back === "practice" && !table?.over && table?.legal?.length === 0;
  useEffect(() => app.announce(isStuck ? STUCK : ""), [isStuck]);
  const hint = game && table?.legal ? hintSentence(game, table.view, table.legal, table.hint, counts) : "";
  useEffect(() => app.announce(hint), [hint]);
  const wasWatched = useRef(false); // a deal that was shown step by step is not shown again
  if (frame) wasWatched.current = true;
  const view = frame?.view ?? table?.view;
  if (!game || !view) return html`<div class="countdown"><h1>${_("Dealing…")}</h1></div>`;
  const over = table?.over ?? null;
  const waits = awaitsCall(state);
  const moving = underWay && table && underWay.race === table.race && underWay.ply === table.ply ? underWay.move : null;
  const legal = over || waits || ENDED.has(line) ? null : table?.legal ?? null;
  return html`<div class=${bare ? "race alone" : "race"} data-ply=${table?.ply ?? 0}>
    <div class="strip">
      <${Title} text=${gameWords(game, room.race)} short=${`${displayCode(room.code)} ${game.title}`} />
      ${bell && html`<${Clocks} state=${state} />`}
      <${Progress} state=${state} game=${game} />
      <${RulesButton} game=${game} /><${SoundButton} />
      <${CalledCard} state=${state} game=${game} view=${view} />
      ${me && !over && html`<button class="break" onClick=${() => client.ask({ type: "begin_break" })}>
        ${_("Break")}</button>`}
      ${!bare && html`<${StandingsLine} state=${state} />`}
    </div>
    ${waits && html`<p class="aloud">${WAITS}</p>`}
    ${(table ?? frame)?.stopped_counting && html`<p class="told">${STOPPED}</p>`}
    ${over && !end && room.race.status === "running" && html`<p class="told" role="status">
      ${doneWords(state)} ${alone ? "" : `${_("Waiting for the others.")} `}
      ${look && !alone && html`<button onClick=${look}>${_("Watch them")}</button>`}</p>`}
    <div class="beside">
      <div class="own"><${PlayableTable} game=${game} view=${view} legal=${legal} marks=${withSuggested(table?.marks ?? [], table?.hint)}
        busy=${underWay !== null} moving=${moving} over=${over !== null} isDealt=${table?.ply === 0 && !wasWatched.current} isWon=${over?.result === "won"} label=${_("Your table")}
        play=${(/** @type {Move} */ move) => client.play(move)} tilt=${(/** @type {Tilt} */ mark) => client.tilt(mark)}
        takeBack=${room.race.terms.take_back} finish=${table?.finish ? () => client.finish() : null} problem=${problem} waits=${waits ? WAITS : isStuck ? STUCK : hint}
        redo=${table?.redo ?? null} advises=${room.race.terms.take_back === "practice" && !room.race.ghost && game?.call_ms == null && !isStuck}
        frame=${frame} next=${() => client.nextFrame()} counts=${counts} count=${count}
        check=${room.race.terms.take_back === "practice" && !room.race.ghost ? () => client.checkCounts() : null} />
        ${over && end && html`<div class="hand">
          <p class="prompt" role="status">${doneWords(state)}</p>
          <div class="actions"><button class="first" onClick=${end}>${_("Results")}</button></div></div>`}</div>
      ${!bare && html`<aside class="panel-side" aria-label=${_("The race")}>
        <${Grids} state=${state} game=${game} />
        ${!wide && folded}
        <details class="more" open=${wide}><summary>${talk ? _("Standings and talk") : _("Standings")}</summary>
          <${RaceStandings} state=${state} game=${game} />${wide && news}${talk}</details></aside>`}
    </div></div>`;
}

const STUCK = _("No move is left. Take one back, or give up.");
const WAITS = _("Waiting until all have laid theirs.");
const ENDED = new Set(["elsewhere", "sent-away", "other-version", "banned", "refused"]);

/** Return whether the standings fit beside the table. The width is the one in styles/race.css. */
function useWide() {
  const [query] = useState(() => matchMedia("(min-width: 60rem)"));
  const [wide, set] = useState(query.matches);
  useEffect(() => {
    const changed = () => set(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [query]);
  return wide;
}

/** Return the sentence that says how the player's own game ended. @param {RoomState} state */
function doneWords({ room, table }) {
  const over = table?.over ?? { result: null, reason: null };
  if (over.result === "won") return _("Solved!");
  if (isForPoints(room.race)) return pointsEnd({ ...over, points: table?.points ?? null });
  const words = endWords(over);
  return words ? _("Your game is over: {words}.", { words }) : _("Your game is over.");
}

/** Show the player's progress or points. @param {{state: RoomState, game: Game}} props */
function Progress({ state: { table }, game }) {
  if (!table) return null;
  return html`<span class="progress"><span class="aloud">${_("Your progress:")} </span>${progressWords(game, table)}</span>`;
}

/** Show the player's own table after the race, without any actions.
 * @param {{state: RoomState, game?: Game}} props */
export function Final({ state: { table }, game }) {
  if (!table || !game) return null;
  return html`<${Table} game=${game} view=${table.view} legal=${null} marks=${table.marks} over=${true}
    label=${_("Your table")} />`;
}

/** Show the page that covers the board while the player is on a declared break.
 * @param {{client: RoomClient, state: RoomState}} props */
export function Cover({ client, state }) {
  const [busy, set] = useState(false);
  const back = async () => {
    set(true);
    await client.ask({ type: "end_break" });
    set(false);
  };
  useShrunkFrame();
  return html`<div class="cover"><div>
    <${Title} text=${_("Your board is covered")} />
    <p>${_("Your clock runs on.")} <${Clocks} state=${state} /></p>
    <button class="first" disabled=${busy} onClick=${back}>${_("Play on")}</button></div></div>`;
}
