// The form with which a host seats computer players.

import { html, useState } from "../../vendor/preact.js";
import { Choice } from "../fields.js";
import { Problem, useAction } from "../action_button.js";
import { PACES, STRENGTHS } from "../../messages/races.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").ComputerPlayer} ComputerPlayer */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */

/** Show the choices of strength and pace of a computer player.
 * @param {{id: string, player: ComputerPlayer, choose: (player: ComputerPlayer) => void}} props */
export function PlayerFields({ id, player, choose }) {
  return html`<div class="pair">
    <${Choice} id=${`${id}strength`} label=${_("Strength")} value=${player.strength} ways=${Object.entries(STRENGTHS)}
      choose=${(/** @type {ComputerPlayer["strength"]} */ strength) => choose({ ...player, strength })} />
    <${Choice} id=${`${id}pace`} label=${_("Pace")} value=${player.pace} ways=${Object.entries(PACES)}
      choose=${(/** @type {ComputerPlayer["pace"]} */ pace) => choose({ ...player, pace })} /></div>`;
}

/** @type {ComputerPlayer} */
export const USUAL_PLAYER = { strength: "tips", pace: "steady" };

/** Show the form with which the host seats a computer player. @param {{client: RoomClient}} props */
export function SeatPlayer({ client }) {
  const [player, choose] = useState(USUAL_PLAYER);
  const action = useAction();
  const seat = () => action.act(() => client.app.connection.ask({ type: "seat_bot", ...player }));
  return html`<details class="panel seat-player"><summary>${_("Play with the computer")}</summary>
    <${PlayerFields} id="seat-" player=${player} choose=${choose} />
    <div class="buttons"><button disabled=${action.busy} onClick=${seat}>${_("Seat a computer player")}</button></div>
    <p class="quiet">${_("It counts for no rating and stands on no leaderboard of people.")}</p>
    <${Problem} action=${action} /></details>`;
}
