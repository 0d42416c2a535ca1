// The page /w/CODE: watch a room without a seat. It shows who is here, the standings, and boards if
// the room lets spectators see them.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useCatalogue } from "../../net/server_queries.js";
import { Countdown, Lobby } from "../../components/rooms/lobby.js";
import { CommonRace } from "../../components/rooms/common_race.js";
import { Spectator } from "../../components/rooms/spectator.js";
import { nameOf } from "../../messages/races.js";
import { Results } from "../../components/rooms/results.js";
import { Title } from "../../components/page_frame.js";
import { drawnWith, gameOf, isTableGame } from "../../state/game_catalogue.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { RoomClient } from "../../net/room_client.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/room_state.js").RoomState} RoomState */

const NOBODY = /** @type {import("../../components/rooms/chat.js").Muted} */ (new Set());

/** @param {{params: string[]}} props */
export default function Watch({ params: [text = "", invite = ""] }) {
  const app = useApp();
  const code = parseCode(text);
  const [client] = useState(() => (code === null ? null : new RoomClient(app, code, invite || null)));
  useEffect(() => {
    void client?.watch();
    return () => client?.close();
  }, []);
  return client === null ? html`<${NoCode} />` : html`<${Watched} client=${client} />`;
}

/** Show the room. @param {{client: RoomClient}} props */
function Watched({ client }) {
  const state = useObservable(client.state);
  const shut = useObservable(client.refusal);
  const catalogue = useCatalogue();
  if (shut) {
    return html`<div class="shut"><${Title} text=${_("Nothing to watch")} />
      <p class="code">${displayCode(client.code)}</p><p>${shut.message}</p>
      <p class="buttons"><a class="button first" href="/">${_("Home")}</a>
        <a class="button" href="/rooms">${_("Open rooms")}</a></p></div>`;
  }
  if (state === null) return html`<h1 class="quiet">${displayCode(client.code)}</h1>`;
  const game = drawnWith(gameOf(catalogue, state.room.race.game), state.room.race.options);
  const props = { client, state, game };
  const { status } = state.room.race;
  return html`<div class="room watching" data-status=${status}>
    ${state.notice && html`<p class="told" role="status">${_(state.notice)}</p>`}
    ${status === "lobby" && html`<${Lobby} ...${props} muted=${NOBODY} mute=${() => undefined} />`}
    ${status === "countdown" && html`<${Countdown} state=${state} />`}
    ${status === "running" && html`<${isTableGame(game) ? CommonRace : Spectator} ...${props} />`}
    ${status === "over" && html`<${Results} ...${props} />`}
    <${ChatLog} state=${state} />
    <p class="buttons"><a class="button" href=${`/j/${client.code}${client.invite ? `/${client.invite}` : ""}`}>${_("Take a seat")}</a></p>
  </div>`;
}

/** Show the chat without a field to write in it. @param {{state: RoomState}} props */
function ChatLog({ state }) {
  if (!state.talk.length) return null;
  return html`<section class="talk" aria-label=${_("Talk")}><ul class="said" tabindex="0" aria-label=${_("What was said")}>
    ${state.talk.map((said, i) => html`<li key=${i}><b>${nameOf(state, said.seat)}:</b> ${said.text}</li>`)}
  </ul></section>`;
}

function NoCode() {
  return html`<div class="shut"><${Title} text=${_("That is no code")} />
    <p>${_("A code has six letters and digits, such as KQ7-4TX. Was the link cut short?")}</p>
    <p class="buttons"><a class="button first" href="/rooms">${_("Type a code")}</a></p></div>`;
}
