// The lobby before a race: the code and link to share, who is here, who is ready. Also the countdown.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { sleepNotice } from "./wake_lock.js";
import { useReachableOrigin } from "../../net/reach.js";
import { useNow } from "../use_now.js";
import { LinkPanel } from "../link_panel.js";
import { ConfirmButton } from "../action_button.js";
import { gameWords, ownMember, nameOf, playerWords, settingsChangeSentences, termsWords, USUAL_SETTINGS } from "../../messages/races.js";
import { scoreSentence } from "../../messages/next_race.js";
import { Title } from "../page_frame.js";
import { joinNames } from "../../messages/formatting.js";
import { displayCode } from "../../state/room_codes.js";
import { useObservable } from "../../state/observable.js";
import { startsIn } from "../../state/room_state.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("./chat.js").Muted} Muted */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {{client: RoomClient, state: RoomState, game?: Game}} Props */
/** @typedef {typeof import("./room_settings.js") & typeof import("./computer_players.js") &
 *   typeof import("../friends_online.js")} Tools */

/** How many hexadecimal digits of the commitment are shown: enough to compare by eye. */
const SHORT = 16;
const MOST_ROWS = 100;

/** Show the lobby. `muted` are the seats the player has muted; `mute` mutes a seat or hears it
 * again.
 * @param {Props & {muted: Muted, mute: (seat: number) => void}} props */
export function Lobby({ client, state, game, muted, mute }) {
  const { room } = state;
  const me = useObservable(useApp().me);
  const tools = useTools(room.seat !== null);
  const here = state.members.filter((member) => !member.left).map((member) => member.name);
  const sleeps = sleepNotice();
  const origin = useReachableOrigin();
  // Drawn when all is known that decides its height: the buttons must not move under a finger.
  if (origin === null) return html`<h1 class="quiet">${displayCode(room.code)}</h1>`;
  const score = scoreSentence(room.wins);
  const unusual = settingsChangeSentences(USUAL_SETTINGS, room.settings).join(" ");
  return html`<div class="lobby">
    <${Title} text=${gameWords(game, room.race)} short=${`${displayCode(room.code)} ${game?.title ?? ""}`} />
    <p>${room.race.n > 1 && `${_("Race {n}:", { n: room.race.n })} `}${capitalise(termsWords(room.race, game))}.
      ${" "}<a href=${`/rules/${room.race.game}`}>${_("Rules")}</a></p>
    ${unusual && html`<p class="quiet">${unusual}</p>`}
    ${score && html`<p class="room-score">${score}</p>`}
    <div class="halves">
      <${Invitation} state=${state} origin=${origin} />
      <section class="panel" aria-labelledby="here"><h2 id="here">${_("Who is here")}</h2>
        <${People} client=${client} state=${state} tools=${tools} muted=${muted} mute=${mute} /></section>
    </div>
    <${Readiness} client=${client} state=${state} />
    ${tools && me && html`<${tools.ChallengeFriends} here=${here} />`}
    ${tools && room.host === room.seat && html`<${tools.SeatPlayer} client=${client} />
      <${tools.HostSettings} client=${client} state=${state} />`}
    ${sleeps && room.seat !== null && html`<p class="quiet">${sleeps}</p>`}
    <p class="quiet sealed">${_("The deal is fixed and sealed: commitment")}
      ${" "}<code>${room.race.commitment.slice(0, SHORT)}…</code></p>
  </div>`;
}

/** Return the parts of the lobby that only members of the room use; null for others, and until they are
 * loaded. If they cannot be loaded, the lobby does without them.
 * @param {boolean} isMember @returns {Tools | null} */
function useTools(isMember) {
  const [tools, found] = useState(/** @type {Tools | null} */ (null));
  useEffect(() => {
    if (!isMember) return;
    const parts = [import("./room_settings.js"), import("./computer_players.js"), import("../friends_online.js")];
    Promise.all(parts).then((modules) => found(Object.assign({}, ...modules)), () => undefined);
  }, [isMember]);
  return tools;
}

/** Show the room code, and the link as text and as a QR code if others can reach the server. `origin`
 * is the address of the server for them, or "".
 * @param {{state: RoomState, origin: string}} props */
function Invitation({ state: { room }, origin }) {
  const link = origin && `${origin}/j/${room.code}${room.invite ? `/${room.invite}` : ""}`;
  return html`<${LinkPanel} code=${room.code} link=${link} title=${_("Race me at patience")} />`;
}

/** Show the members of the room with their state and the actions on them.
 * @param {Props & {tools: Tools | null, muted: Muted, mute: (seat: number) => void}} props */
function People({ client, state, tools, muted, mute }) {
  const { room } = state;
  const members = state.members.filter((m) => !m.left);
  const isHost = room.host !== null && room.host === room.seat;
  const more = members.length - MOST_ROWS;
  return html`<ul class="people">
    ${members.slice(0, MOST_ROWS).map((member) => {
      const own = member.seat === room.seat;
      const notes = [own && _("you"), member.seat === room.host && _("host"), member.player ? playerWords(member.player) : member.bot && _("bot"),
        member.claimed && !member.bot && _("claimed"), member.silent && _("silenced"), !member.here && _("⟳ away")];
      const stands = member.aside ? _("aside") : member.ready ? _("ready") : _("not yet");
      return html`<li key=${member.seat} class=${member.ready ? "is-ready" : ""}>
        <span class="tick-box" aria-hidden="true">${member.ready ? "✓" : ""}</span>
        <span class=${own ? "name own" : "name"}>${member.name}
          <small>${notes.filter(Boolean).join(", ")}</small></span>
        <span class="stands">${stands}</span>
        ${tools && !own && html`<${tools.MemberActions} client=${client} member=${member} isHost=${isHost}
          muted=${muted} mute=${mute} />`}</li>`;
    })}
    ${more > 0 && html`<li class="quiet">${_("and {n} more", { n: more })}</li>`}
    ${room.watchers > 0 && html`<li class="quiet">${_("{n} watching", { n: room.watchers })}</li>`}</ul>`;
}

/** Show whom the race waits for, and the player's buttons: ready, start, stand aside, leave.
 * @param {{client: RoomClient, state: RoomState}} props */
function Readiness({ client, state }) {
  const app = useApp();
  const { room } = state;
  const me = ownMember(state);
  if (me === null) return html`<p class="waiting-for">${waitingText(state)}</p>`;
  const isHost = room.host === room.seat;
  const leave = async () => {
    await client.leave();
    app.go("/");
  };
  return html`<div class="ready-bar">
    <p class="waiting-for">${waitingText(state)}</p>
    <div class="buttons">
      ${me.ready
        ? html`<button class="is-ready" onClick=${() => client.ask({ type: "unready" })}>${_("Not ready after all")}</button>`
        : !me.aside && html`<button class="first" onClick=${() => client.ready()}>${_("Ready")}</button>`}
      ${isHost && state.members.some((m) => m.ready) && html`<button
        onClick=${() => client.ask({ type: "start" })}>${_("Start with those who are ready")}</button>`}
      <button aria-pressed=${me.aside} onClick=${() => client.ask({ type: "stand_aside", aside: !me.aside })}>
        ${me.aside ? _("Take part") : _("Stand aside")}</button>
      <${ConfirmButton} words=${_("Leave")} question=${_("Give your seat up?")} onSure=${leave} />
    </div></div>`;
}

/** Return a sentence about whom the race waits for. @param {RoomState} state */
function waitingText(state) {
  const present = state.members.filter((m) => m.here && !m.aside && !m.left);
  const missing = present.filter((m) => !m.ready);
  const ready = state.members.filter((m) => m.ready).length;
  if (state.members.filter((m) => !m.left && !m.aside).length < 2) {
    return _("Nobody else is here yet. Pass the link on.");
  }
  if (missing.some((m) => m.seat === state.room.seat)) {
    return ready ? ngettext("One is ready.", "{n} are ready.", ready) : _("Say when you are ready.");
  }
  if (!missing.length) return ready < 2 ? _("Waiting for a second who is ready.") : _("All are ready.");
  return _("Waiting for {names}.", { names: joinNames(missing.map((m) => m.name)) });
}

/** Show the seconds until the race starts. No client has any cards before that.
 * @param {{state: RoomState}} props */
export function Countdown({ state }) {
  const now = useNow(true, 100);
  const left = Math.ceil((startsIn(state.clock, now) ?? 0) / 1000);
  const racing = state.members.filter((m) => m.racing).map((m) => nameOf(state, m.seat));
  return html`<div class="countdown" role="timer" aria-label=${_("The race starts")}>
    <h1>${left > 0 ? _("Get ready") : _("Dealing…")}</h1>
    ${left > 0 && html`<p class="digit" key=${left}>${left}</p>`}
    <p>${racing.slice(0, MOST_ROWS).join(" · ")}</p></div>`;
}

/** Return a text with a capital first letter. @param {string} text */
function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
