// The page /rooms: the rooms on the public list, and a form to go to any room by its code.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { Form } from "../../components/form.js";
import { Title } from "../../components/page_frame.js";
import { titleOf } from "../../messages/games.js";
import { clockTime } from "../../messages/formatting.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").OpenRoom} OpenRoom */

const NO_CODE = _("A code has six letters and digits, such as KQ7-4TX.");

export default function Rooms() {
  const app = useApp();
  const catalogue = useCatalogue();
  const { answer, refusal, again } = useAnswer({ type: "rooms" });
  const fields = [{ name: "code", label: _("The code you were given"), placeholder: "KQ7-4TX", plain: true, most: 12 }];
  const check = (/** @type {Record<string, string>} */ { code = "" }) =>
    /** @type {Record<string, string>} */ (parseCode(code) ? {} : { code: NO_CODE });
  const rooms = /** @type {OpenRoom[]} */ (answer?.rooms ?? []);
  return html`<${Title} text=${_("Rooms")} />
    <section class="panel"><${Form} id="by-code" fields=${fields} verb=${_("Join")} check=${check}
      act=${async (/** @type {Record<string, string>} */ { code = "" }) => app.go(`/j/${parseCode(code)}`)} /></section>
    <h2>${_("Open to everybody")}</h2>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${answer && !rooms.length && html`<p class="quiet">${_("No room is on the public list just now.")}</p>`}
    <ul class="card-list">${rooms.map((room) => html`<li key=${room.code}><a href=${`/j/${room.code}`}>
      <strong>${titleOf(catalogue, room.game)}</strong>${roomWords(room)}</a></li>`)}</ul>
    <div class="buttons"><button onClick=${again}>${_("Look again")}</button>
      <a class="button" href="/host">${_("Host a race")}</a></div>`;
}

/** Return `KQ7-4TX, bell 6:00, Ann and 2 others, waiting for its race`. @param {OpenRoom} room */
function roomWords(room) {
  const host = room.host ?? _("nobody");
  const who = room.here > 1 ? ngettext("{host} and {n} other", "{host} and {n} others", room.here - 1, {
    host,
  }) : host;
  const waits = room.status === "lobby" ? _("waiting for its race") : _("between races");
  const racing = room.status === "running" || room.status === "countdown";
  const races = room.late ? _("racing, join late") : _("racing");
  const words = _("{code}, time limit {time}, {who}", {
    code: displayCode(room.code), time: clockTime(room.bell_ms), who,
  });
  return `${words}, ${racing ? races : waits}`;
}
