// The page /history: the races of the account, latest first, and the rooms in which this browser
// has had a seat.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { savedRooms } from "../../state/saved_rooms.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { Streaks } from "../../components/leaderboards/rivals.js";
import { Title } from "../../components/page_frame.js";
import { titleOf } from "../../messages/games.js";
import { ago } from "../../messages/formatting.js";
import { displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../net/protocol").PastRace} PastRace */

const COUNT = 20;

export default function History() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  return html`<${Title} text=${_("History")} />
    ${me ? html`<${Races} catalogue=${catalogue} />
      <${Streaks} catalogue=${catalogue} name=${null} mine=${true} />`
      : html`<p class="notice">${_("A history is an account's:")} <a href="/me">${_("claim your name")}</a>${_(
        ", and what you raced here as a guest comes along.",
      )}</p>`}
    <${Rooms} catalogue=${catalogue} />`;
}

/** Show the races of the account, page by page. @param {{catalogue: Catalogue}} props */
function Races({ catalogue }) {
  const me = useObservable(useApp().me);
  const [offset, turn] = useState(0);
  const request = /** @type {const} */ ({ type: "get_my_races", offset, count: COUNT });
  const { answer, refusal } = useAnswer(request, `${me?.name} ${offset}`);
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (answer === undefined) return html`<p class="quiet">${_("Asking…")}</p>`;
  if (!answer.total) return html`<p>${_("There is no race yet.")} <a href="/">${_("Race friends")}</a>${_(", or play alone.")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${_("Your races")}><table>
      <caption>${_("Your races: {total}", { total: answer.total })}</caption>
      <thead><tr><th scope="col">${_("When")}</th><th scope="col">${_("Game")}</th><th scope="col" class="number">${_("Place")}</th>
        <th scope="col">${_("Record")}</th></tr></thead>
      <tbody>${answer.races.map((/** @type {PastRace} */ race) => html`<tr key=${race.race}>
        <td>${ago(race.ago_ms)}</td>
        <th scope="row">${titleOf(catalogue, race.game)} <small>${kindOf(race)}</small></th>
        <td class="number">${race.place}</td>
        <td><a href=${`/r/${race.race}`}>${recordName(race.race)}</a></td></tr>`)}</tbody>
    </table></div>
    <${Pages} offset=${offset} shown=${answer.races.length} total=${answer.total} turn=${turn} />`;
}

/** What a deal belonged to, by the first word of its name. @type {Record<string, string>} */
const KINDS = { daily: _("daily deal"), crown: _("crown race"), leisure: _("leisure race"), tournament: _("tournament") };

/** Return the text that says what a race belonged to, such as a tournament, and whether it is void;
 * often empty. @param {PastRace} race */
function kindOf(race) {
  const kind = KINDS[race.daily?.split("-")[0] ?? ""] ?? "";
  return [kind, race.voided ? _("counts for nothing") : ""].filter(Boolean).join(", ");
}

/** Return `KQ7-4TX-1` for `KQ74TX-1`; other race ids unchanged. @param {string} race */
function recordName(race) {
  const [code = "", n] = race.split("-");
  return code.length === 6 ? [displayCode(code), n].filter(Boolean).join("-") : race;
}

/** Show the buttons to earlier and later rows. `turn` gets the new offset.
 * @param {{offset: number, shown: number, total: number, turn: (offset: number) => void}} props */
export function Pages({ offset, shown, total, turn }) {
  const more = offset + shown < total;
  if (!more && !offset) return null;
  return html`<div class="buttons">
    ${offset > 0 && html`<button onClick=${() => turn(Math.max(0, offset - COUNT))}>${_("Later ones")}</button>`}
    ${more && html`<button onClick=${() => turn(offset + COUNT)}>${_("Earlier ones")}</button>`}</div>`;
}

/** Show the rooms of this browser. @param {{catalogue: Catalogue}} props */
function Rooms({ catalogue }) {
  const app = useApp();
  const found = savedRooms(app.storage);
  if (!found.length) return null;
  return html`<section><h2>${_("Rooms of this browser")}</h2>
    <ul class="card-list">${found.slice(0, 30).map(({ code, game, name, at }) => html`<li key=${code}>
      <a href=${`/j/${code}`}><strong>${displayCode(code)}</strong>
        ${_("{title}, as {name}; {ago}", {
          title: titleOf(catalogue, game), name, ago: ago(Date.now() - at),
        })}</a></li>`)}</ul>
  </section>`;
}
