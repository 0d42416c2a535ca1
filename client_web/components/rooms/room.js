// The content of a room's page for its members: lobby, countdown, race or results. It also
// announces the events of the room.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { Countdown, Lobby } from "./lobby.js";
import { missedSentences, eventSentences, leadSentence } from "../../messages/room_events.js";
import { ownMember, nameOf } from "../../messages/races.js";
import { playIfEnabled } from "../sounds.js";
import { Chat, isMuted } from "./chat.js";
import { useNow } from "../use_now.js";
import { withGhost } from "../../state/ghost.js";
import { leaderOf } from "../../state/ranking.js";
import { displayCode } from "../../state/room_codes.js";
import { awaitsCall } from "../../state/room_state.js";
import { drawnWith, gameOf, isTableGame } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {typeof import("./race.js") & typeof import("./spectator.js") & typeof import("./common_race.js") &
 *   typeof import("./results.js")} Tables */
/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("./chat.js").Muted} Muted */
/** @typedef {import("./chat.js").Mutable} Mutable */

const NO_NEWS = { text: "", of: "", said: "" };
const GO_MS = 200;

/** Return the sound of the player's own move. @param {import("../../net/protocol").Moved} moved */
function toneOf(moved) {
  if (moved.over?.result === "won") return "win";
  return moved.changed["piles"]?.stock ? "shuffle" : "snap";
}
/** Milliseconds for which "Go!" is shown. */
const GONE_MS = 4_000;
/** Milliseconds between two updates of the standing of a ghost. */
const GHOST_MS = 500;

/** Show the room.
 * @param {{client: RoomClient, again?: (() => void) | null, bell?: boolean, counts?: boolean}} props `again` makes
 *   a new deal for a player who plays alone; `bell`: show the clock; `counts`: the result is one of those that the
 *   browser keeps of games alone */
export function Room({ client, again = null, bell = true, counts = false }) {
  const state = useWithGhost(useObservable(client.state));
  useLeadNews(state);
  const catalogue = useCatalogue();
  const [muted, mute] = useMuted();
  const game = state ? drawnWith(gameOf(catalogue, state.room.race.game), state.room.race.options) : undefined;
  const [line, said] = useNews(client, game, muted);
  const tables = useTables();
  const [lastSeen, see] = useState(""); // the race of which the player wants to see the results
  const played = useRef(""); // the race that ran while the page was open
  if (state?.room.race.status === "running") played.current = state.room.race.id;
  if (state === null) return html`<div class="countdown"><h1>${_("Dealing…")}</h1></div>`;
  const props = { client, state, game };
  const talk = html`<${Chat} client=${client} state=${state} muted=${muted} mute=${mute} />`;
  const news = html`<p class="news" aria-hidden="true">${line}</p>`;
  // Where the chat is folded away, its latest message is shown in place of the latest event.
  const folded = html`<p class="news" aria-hidden="true">${said || line}</p>`;
  return html`<div class="room" data-status=${state.room.race.status}>
    ${state.notice && html`<p class="told" role="status">${_(state.notice)}</p>`}
    <${HostAway} client=${client} state=${state} />
    <${ProblemNotice} client=${client} />
    ${inside()}
  </div>`;

  function inside() {
    const known = /** @type {RoomState} */ (state);
    const { status } = known.room.race;
    if (status === "lobby") {
      // The lobby is drawn with the game's title and options from the start, so that its buttons stay.
      if (catalogue === undefined) return html`<h1 class="quiet">${displayCode(known.room.code)}</h1>`;
      return html`<${Lobby} ...${props} muted=${muted} mute=${mute} />${news}${talk}`;
    }
    if (status === "countdown") return html`<${Countdown} state=${state} />`;
    if (tables === null) return html`<div class="countdown"><h1>${_("Dealing…")}</h1></div>`;
    const { id } = known.room.race;
    const over = known.table?.over;
    const endsHere = again && played.current === id && over && over.reason !== "resigned" && lastSeen !== id;
    if (status === "over" && !endsHere) {
      const isOfOne = known.standings.size < 2 || known.room.race.ghost;
      const final = isOfOne && html`<${tables.Final} state=${state} game=${game} />`;
      return html`<${tables.Results} ...${props} again=${again} counts=${counts}>${final}<//>${!again && talk}`;
    }
    return html`<${Running} ...${props} tables=${tables} bell=${bell} end=${again && (() => see(id))} news=${news}
      folded=${folded} talk=${again ? null : talk} />`;
  }
}

/** Show a running race: the player's own table (or the cover of a break), or the boards of others.
 * `end` shows the results of a game played alone, whose last board stays until then.
 * @param {{client: RoomClient, state: RoomState, game?: Game, tables: Tables, bell: boolean,
 *   end: (() => void) | null, news: Child, folded: Child, talk: Child}} props */
function Running({ tables, bell, end, news, folded, talk, ...props }) {
  const { state } = props;
  const [looks, look] = useState(false);
  const me = ownMember(state);
  if (isTableGame(props.game)) return html`<${tables.CommonRace} ...${props} talk=${talk} news=${news} />`;
  if (me?.covered) return html`<${tables.Cover} ...${props} />`;
  if (me?.racing && !looks) {
    return html`<${tables.Race} ...${props} bell=${bell} end=${end} look=${() => look(true)} talk=${talk}
      news=${news} folded=${folded} />`;
  }
  return html`<${tables.Spectator} ...${props}>
    ${state.table && html`<p><button onClick=${() => look(false)}>${_("Your table")}</button></p>`}<//>${news}${talk}`;
}

/** Announce to screen readers who leads a race against a ghost, whenever that changes.
 * @param {RoomState | null} state the state with the ghost in it */
function useLeadNews(state) {
  const app = useApp();
  const announced = useRef(/** @type {number | null} */ (null));
  useEffect(() => {
    if (!state?.room.race.ghost || state.room.race.status !== "running") return;
    const leader = leaderOf(state);
    if (leader === null || leader === announced.current) return;
    announced.current = leader;
    app.announce(leadSentence(state, leader));
  }, [state]);
}

/** Return the state of the room. If the player races against a ghost, the ghost is added to it as
 * one more contestant. @param {RoomState | null} state */
function useWithGhost(state) {
  const race = state?.room.race;
  const against = race?.ghost ? { type: /** @type {const} */ ("get_ghost"), race: race.ghost.race, seat: race.ghost.seat } : null;
  const { answer: ghost } = useAnswer(against);
  const now = useNow(Boolean(ghost) && race?.status === "running", GHOST_MS);
  return state && ghost ? withGhost(state, ghost, now) : state;
}

/** Return the modules that show tables, or null until they and their style sheets are loaded. They
 * are not needed before the countdown.
 * @returns {Tables | null} */
function useTables() {
  const app = useApp();
  const [tables, found] = useState(/** @type {Tables | null} */ (null));
  const [failure, fail] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const sheets = [app.loadStyles("table"), app.loadStyles("action_bar"), app.loadStyles("fonts")];
    Promise.all([import("./race.js"), import("./spectator.js"), import("./common_race.js"), import("./results.js"), ...sheets]).then(
      ([race, spectator, common, results]) => wanted && found({ ...race, ...spectator, ...common, ...results }),
      (error) => wanted && fail(error),
    );
    return () => void (wanted = false);
  }, []);
  if (failure) throw failure;
  return tables;
}

/** Return the seats and phrases that the player has muted, and the function that mutes a seat or
 * all set phrases, or shows them again.
 * @returns {[Muted, (what: Mutable) => void]} */
function useMuted() {
  const [muted, set] = useState(/** @type {Muted} */ (new Set()));
  const mute = (/** @type {Mutable} */ what) => {
    const other = new Set(muted);
    if (!other.delete(what)) other.add(what);
    set(other);
  };
  return [muted, mute];
}

/** Announce events to screen readers, and play sounds and vibrations. Return the latest event as a
 * sentence, and the latest chat message if no event has come since then.
 * @param {RoomClient} client @param {Game | undefined} game @param {Muted} muted
 * @returns {[line: string, said: string]} */
function useNews(client, game, muted) {
  const app = useApp();
  const [line, show] = useState(NO_NEWS);
  const now = useRef({ game, muted });
  now.current = { game, muted };
  useEffect(() => {
    let before = client.state.value;
    const announce = (/** @type {RoomState | null} */ after) => {
      if (after === null) return;
      const known = now.current;
      const lines = after.missed.length ? missedSentences(after, after.missed, known.game) : [];
      for (const said of after.happened) {
        if (said.type === "said" && isMuted(known.muted, said)) continue;
        lines.push(...eventSentences(before ?? after, after, said, known.game));
        if (said.type === "started" && ownMember(after)?.racing) {
          navigator.vibrate?.(GO_MS);
          playIfEnabled(app, "go");
        } else if (said.type === "table_changed") {
          if (said.over) playIfEnabled(app, "go");
          else if (said.commands.some((command) => command.seat === after.room.seat && command.events.length)) playIfEnabled(app, "snap");
        } else if (said.type === "moved") playIfEnabled(app, toneOf(said));
      }
      before = after;
      for (const text of lines) app.announce(text, text === "Go!");
      const text = lines.join(" ");
      const of = after.happened.at(-1)?.type ?? "";
      if (text && of === "said") show((shown) => ({ ...shown, said: text }));
      else if (text) show({ text, of, said: "" });
      else if (awaitsCall(after)) show((shown) => (shown.of === "called" ? NO_NEWS : shown));
    };
    if (before?.missed.length) announce(before);
    return client.state.listen(announce);
  }, [client]);
  useEffect(() => {
    if (line.of !== "started") return undefined;
    const timer = setTimeout(() => show((shown) => ({ ...NO_NEWS, said: shown.said })), GONE_MS);
    return () => clearTimeout(timer);
  }, [line]);
  return [line.text, line.said];
}

/** Show why the last request was refused, except during a race, whose table shows it.
 * @param {{client: RoomClient}} props */
function ProblemNotice({ client }) {
  const problem = useObservable(client.problem);
  const racing = client.state.value?.room.race.status === "running";
  return problem && !racing ? html`<p class="problem" role="alert">${problem.message}</p>` : null;
}

/** Offer to take over as host while the host is away.
 * @param {{client: RoomClient, state: RoomState}} props */
function HostAway({ client, state }) {
  const { host, race } = state.room;
  const member = host === null ? null : state.members.find((m) => m.seat === host);
  if (!member || member.here || ownMember(state) === null || race.status === "running") return null;
  return html`<p class="told">${_("The host, {name}, is away.", { name: nameOf(state, member.seat) })}
    ${" "}<button onClick=${() => client.ask({ type: "take_host" })}>${_("Take over")}</button>
    ${" "}<small>${_("After a minute anybody may.")}</small></p>`;
}
