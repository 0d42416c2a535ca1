// The chat of a room. Set phrases can be sent at any time, free text only when it disturbs nobody's
// race. Messages of muted seats are not shown, and set phrases are not shown if they are muted.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useCatalogue } from "../../net/server_queries.js";
import { ownMember, nameOf } from "../../messages/races.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */

/** The element of `Muted` that stands for all set phrases. The other elements are numbers of
 * seats. */
export const PHRASES = "phrases";

/** @typedef {number | typeof PHRASES} Mutable */
/** @typedef {Set<Mutable>} Muted */

/** Return whether the player has muted the seat, or the set phrase, of a chat message.
 * @param {Muted} muted @param {import("../../net/protocol").Said} said */
export function isMuted(muted, said) {
  const phrase = said.set_phrase ?? said.phrase;
  return muted.has(said.seat) || (phrase !== null && muted.has(PHRASES));
}

/** Return whether the server would refuse free text: while the player races, or, if the room lets
 * newcomers join late, while the race runs.
 * @param {RoomState} state */
export function onlyPhrases(state) {
  if (state.room.race.status !== "running" || state.room.seat === null) return false;
  const done = state.table !== null && state.table.over !== null;
  return state.room.settings.late || (ownMember(state)?.racing === true && !done);
}

/** Show the chat, and the fields to write in it. Show nothing if the player wants it quiet, or
 * streams their screen: everybody who watches the stream would read what others write.
 * @param {{client: RoomClient, state: RoomState, muted: Muted, mute: (what: Mutable) => void}} props */
export function Chat({ client, state, muted, mute }) {
  const { streamer, quiet } = useObservable(useApp().preferences);
  const phrases = /** @type {Record<string, string>} */ (useCatalogue()?.phrases ?? {});
  const [text, type] = useState("");
  const lines = state.talk.filter((said) => !isMuted(muted, said));
  const deaf = muted.has(PHRASES);
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => end.current?.scrollTo(0, end.current.scrollHeight), [lines.length]);
  if (state.room.seat === null || streamer || quiet) return null;
  const free = !onlyPhrases(state);

  /** @param {SubmitEvent} event */
  const say = async (event) => {
    event.preventDefault();
    const words = text.trim();
    if (words && (await client.ask({ type: "say", text: words }))) type("");
  };
  const phrase = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) void client.ask({ type: "phrase", phrase: /** @type {import("../../net/protocol").SayPhrase["phrase"]} */ (select.value) });
    select.value = "";
  };
  return html`<section class="talk" aria-label=${_("Talk")}>
    ${lines.length > 0 && html`<ul class="said" ref=${end} tabindex="0" aria-label=${_("What was said")}>
      ${lines.map((said, i) => html`<li key=${i}><b>${nameOf(state, said.seat)}:</b> ${said.text}</li>`)}
    </ul>`}
    <div class="say">
      <select aria-label=${_("Say one of the set phrases")} onChange=${phrase}>
        <option value="">${_("Say…")}</option>
        ${Object.entries(phrases).map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}
      </select>
      ${free && html`<form onSubmit=${say}>
        <input aria-label=${_("Say something")} value=${text} maxlength="200" autocomplete="off" enterkeyhint="send"
          placeholder=${_("or write")} onInput=${(/** @type {FieldEvent} */ e) => type(e.target.value)} />
        <button disabled=${!text.trim()}>${_("Say")}</button></form>`}
      <button type="button" aria-pressed=${deaf} onClick=${() => mute(PHRASES)}>${deaf ? _("Hear phrases again") : _("Mute phrases")}</button>
    </div>
  </section>`;
}
