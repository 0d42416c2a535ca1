// A running race at a common table, for its contestants and for those who watch: the others, the
// foundations in the middle, and the player's own piles.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { boardOf, movesLeft, onlyOneNotStuck, placeAtTable } from "../../state/common_table.js";
import { claimableLine, claimsLine, claimsOf, overtakenSentence, ownMovesLine, roundEnd } from "../../messages/common_table.js";
import { gameWords } from "../../messages/races.js";
import { pointsWords } from "../../messages/formatting.js";
import { displayCode } from "../../state/room_codes.js";
import { drawnGame, drawnMoves, drawnView, tableMove } from "../../table/common_view.js";
import { AskToResign, Icon, PointerUpButton, Questions } from "../../table/action_bar.js";
import { glide } from "../../table/drawing/animation.js";
import { isAnimated } from "../../table/drawing/movement.js";
import { useTableInput } from "../../table/input/table_input.js";
import { KeyHelp } from "../../table/key_help.js";
import { Table } from "../../table/table.js";
import { Title } from "../page_frame.js";
import { Clocks } from "./race_standings.js";
import { RulesButton } from "./rules_button.js";
import { SoundButton } from "./sound_button.js";
import { SeriesTable } from "./series_table.js";
import { TableSeats } from "./table_seats.js";
import { useShrunkFrame } from "./shrunk_frame.js";
import { useWakeLock } from "./wake_lock.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../net/protocol").CommonTable} CommonTable */
/** @typedef {import("../../messages/common_table.js").Claimed} Claimed */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../state/common_table.js").TableMove} TableMove */
/** @typedef {import("../../table/types").Move} Move */

/** Cards that others lay on foundations are announced together, once in so many milliseconds. */
const MERGED_MS = 2_000;
const OVERTAKEN_MS = 60;
/** Milliseconds for which it is shown why a command was refused. */
const PROBLEM_MS = 5_000;
const ENDED = new Set(["elsewhere", "sent-away", "other-version", "banned", "refused"]);
/** The kinds of moves that have buttons of their own. */
const CALLS = new Set(["out", "stuck"]);
const OTHERS_STUCK = _("All the others are stuck. Say so if you are stuck too.");

/** Show the race. `talk` is the chat, `news` the latest event.
 * @param {{client: RoomClient, state: RoomState, game?: Game, talk?: Child, news?: Child}} props */
export function CommonRace({ client, state, game, talk, news }) {
  const { room, common } = state;
  const mine = common && boardOf(common, room.seat);
  useShrunkFrame();
  useWakeLock(room.race.status === "running" && Boolean(mine));
  const app = useApp();
  const loaded = useStyles(app);
  if (!game || !common || !loaded) return html`<div class="countdown"><h1>${_("Dealing…")}</h1></div>`;
  const { series } = room.race;
  return html`<div class=${mine ? "race common" : "race common watched"} data-number=${common.number}>
    <div class="strip">
      <${Title} text=${gameWords(game, room.race)} short=${`${displayCode(room.code)} ${game.title}`} />
      <${Clocks} state=${state} />
      ${mine && html`<span class=${`progress seat-${placeAtTable(common, mine.seat)}`}>
        <span class="own-back" aria-hidden="true"></span> ${pointsWords(mine.points)}</span>`}
      ${series && html`<span class="quiet">${series.target
        ? _("round {n}, to {target} points", { n: series.round, target: series.target })
        : _("one round")}</span>`}
      <${RulesButton} game=${game} /><${SoundButton} />
      ${common.delay_ms > 0 && html`<span class="quiet">${_("as it was {seconds} s ago", { seconds: common.delay_ms / 1000 })}</span>`}
    </div>
    <div class="around">
      <${TableSeats} state=${state} table=${common} game=${game} own=${mine ? mine.seat : null} />
      <${Middle} client=${client} state=${state} game=${game} common=${common} news=${news} />
    </div>
    <details class="more"><summary>${talk ? _("Series and talk") : _("Series")}</summary>
      ${series && html`<${SeriesTable} state=${state} series=${series} />`}${talk}</details>
  </div>`;
}

/** Load the style sheet of common tables. Return whether it is loaded.
 * @param {import("../../app.js").App} app */
function useStyles(app) {
  const [loaded, set] = useState(false);
  useEffect(() => void app.loadStyles("common_table").then(() => set(true), () => set(true)), []);
  return loaded;
}

/** Show the foundations and the player's own piles, with the buttons.
 * @param {{client: RoomClient, state: RoomState, game: Game, common: CommonTable, news?: Child}} props */
function Middle({ client, state, game: plain, common, news }) {
  const app = useApp();
  const { seat, race } = state.room;
  const mine = boardOf(common, seat);
  const pending = useObservable(client.pendingCommands);
  const line = useObservable(app.connection.state);
  const preferences = useObservable(app.preferences);
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const game = useMemo(() => drawnGame(plain, race.options, common.seats.length), [plain, race.options, common.seats.length]);
  const view = useMemo(() => drawnView(state, common, mine, pending), [common.foundations, mine, pending, state.members]);
  const over = common.over !== null;
  const all = over || mine === null || mine.resigned || ENDED.has(line) ? null : common.legal;
  const left = useMemo(() => all && movesLeft(all, pending), [all, pending]);
  const legal = useMemo(() => left && drawnMoves(left.filter((move) => !CALLS.has(move.kind))), [left]);
  const under = new Set(pending.map(({ move }) => move.kind));
  const calls = new Set(left?.map((move) => move.kind).filter((kind) => !under.has(kind)));
  const play = (/** @type {TableMove} */ move) => client.playAtTable(move);
  const props = {
    game, view, legal, marks: [], over, play: (/** @type {Move} */ move) => play(tableMove(move)), common: true,
    label: mine ? _("The table: the middle and your piles") : _("The middle of the table"),
  };
  const input = useTableInput(props);
  const [help, showHelp] = useState(false);
  const [leaves, leave] = useState(false);
  const claimable = () => app.announce(claimableLine(view, left ?? []));
  const actions = {
    hint: claimable,
    help: () => showHelp(true),
    keys: {
      m: claimable,
      ...(calls.has("stuck") ? { k: () => play({ kind: "stuck" }) } : {}),
      ...(calls.has("out") ? { o: () => play({ kind: "out" }) } : {}),
    },
  };
  const prompt = usePrompt(client, state);
  const waited = calls.has("stuck") && mine !== null && onlyOneNotStuck(common, mine) ? OTHERS_STUCK : "";
  useEffect(() => app.announce(waited), [waited]);
  useClaims(client, root, preferences.movement);
  if (mine === null) return html`<div ref=${root} class="board"><${Table} ...${props} />${news}</div>`;
  return html`<div ref=${root} class="board">
    <${Table} ...${props} input=${input} actions=${actions} />
    ${over || mine.resigned ? html`<p class="told" role="status">${common.over
        ? roundEnd(state, common.over)
        : _("You have left the table.")}</p>` : html`<div class="hand">
      <${Questions} input=${input} />
      ${prompt || input.prompt || waited
        ? html`<p class=${prompt ? "prompt problem" : "prompt"} aria-hidden="true">${prompt || input.prompt || waited}</p>`
        : news}
      <div class="actions" role="group" aria-label=${_("Moves")}>
        <button class="tool" onClick=${() => leave(true)}><${Icon} name="flag" /><span>${_("Leave the table")}</span></button>
        <button class="tool keys" onClick=${() => showHelp(true)}><${Icon} name="keys" /><span>${_("Keys")}</span></button>
        <button class="tool claimable" onClick=${claimable}><${Icon} name="hint" /><span>${_("What goes to the middle?")}</span></button>
        <button disabled=${!calls.has("stuck")} onClick=${() => play({ kind: "stuck" })}>${_("Stuck")}</button>
        ${calls.has("out") && html`<button class="first out" onClick=${() => play({ kind: "out" })}>${_("Out!")}</button>`}
        <${PointerUpButton} class="first deal" disabled=${!input.deals} act=${input.deal}>${input.dealWord}<//>
      </div>
      ${leaves && html`<${AskToResign} question=${_("Leave the table?")}
        about=${_("Leave the table? Your cards in the middle count, and you may play the next round.")}
        words=${_("Leave the table")} resign=${() => play({ kind: "resign" })} close=${() => leave(false)} />`}</div>`}
    ${help && html`<${KeyHelp} game=${game} input=${input} common=${true} close=${() => showHelp(false)} />`}
  </div>`;
}

/** Return the sentence about the last refused command for a while; empty if none was refused. It is
 * announced too.
 * @param {RoomClient} client @param {RoomState} state */
function usePrompt(client, state) {
  const app = useApp();
  const problem = useObservable(client.problem);
  const words = problem?.overtaken ? overtakenSentence(state, problem.overtaken) : problem?.message ?? "";
  useEffect(() => {
    if (problem === null) return undefined;
    if (problem.overtaken) navigator.vibrate?.(OVERTAKEN_MS);
    app.announce(words, true);
    const timer = setTimeout(() => client.problem.value === problem && client.problem.set(null), PROBLEM_MS);
    return () => clearTimeout(timer);
  }, [problem]);
  return words;
}

/** Let the cards that others lay on foundations glide there from their boards, announce them
 * together, and announce the player's own moves.
 * @param {RoomClient} client @param {{current: HTMLElement | null}} root
 * @param {boolean} chosen whether the player has chosen movement */
function useClaims(client, root, chosen) {
  const app = useApp();
  const landed = useRef(/** @type {Claimed[]} */ ([]));
  useEffect(() => {
    /** @type {Claimed[]} */
    let unsaid = [];
    let timer = 0;
    const say = () => {
      timer = 0;
      const state = client.state.value;
      if (state) app.announce(claimsLine(state, unsaid));
      unsaid = [];
    };
    const stop = client.state.listen((state) => {
      for (const said of state?.happened ?? []) {
        if (state === null || said.type !== "table_changed") continue;
        const claims = claimsOf(said.commands).filter((each) => each.seat !== state.room.seat);
        landed.current.push(...claims);
        unsaid.push(...claims);
        if (claims.length && !timer) timer = setTimeout(say, MERGED_MS);
        app.announce(ownMovesLine(state, said.commands));
      }
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  useLayoutEffect(() => {
    const claims = landed.current.splice(0);
    if (isAnimated(chosen) && root.current) glide(claims.flatMap((each) => flight(/** @type {HTMLElement} */ (root.current), each)));
  });
}

/** Return the way of a card from the board of its owner to the foundation on which it lies on top.
 * @param {HTMLElement} root @param {Claimed} claim */
function flight(root, { seat, card, foundation }) {
  const element = root.querySelector(`[data-place^="foundation.${foundation}#"][data-card="${card}"]`);
  const board = document.querySelector(`.table-seat[data-seat="${seat}"]`);
  const cloth = root.querySelector(".cloth");
  if (!(element instanceof HTMLElement) || !board || !cloth) return [];
  const [home, ground] = [board.getBoundingClientRect(), cloth.getBoundingClientRect()];
  const from = { x: home.left + home.width / 2 - element.offsetWidth / 2 - ground.left, y: home.bottom - element.offsetHeight - ground.top, back: false };
  return [{ element, from, x: element.offsetLeft, y: element.offsetTop }];
}
