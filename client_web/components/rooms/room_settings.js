// The settings of a room, which the host changes, and the buttons about a member: the host can
// silence the member or send them away, everybody can mute them.

import { html, useState } from "../../vendor/preact.js";
import { ConfirmButton } from "../action_button.js";
import { BOARDS } from "../../messages/races.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Settings} Settings */
/** @typedef {import("../../net/protocol").Member} Member */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("./chat.js").Muted} Muted */

/** @type {[keyof Settings, string][]} */
const SWITCHES = [
  ["locked", _("Locked: nobody new comes in")],
  ["invite_only", _("By invitation: only who has the link with its word comes in")],
  ["late", _("Newcomers may join a race that runs (then nobody sees boards)")],
  ["bots", _("Bots may come in")],
  ["listed", _("On the public list of open rooms")],
];
const [FEWEST, MOST, LONGEST_S] = [2, 500, 3600];

/** Show the fields of a room's settings.
 * @param {{settings: Settings, change: (changed: Partial<Settings>) => void,
 *   begun?: boolean, without?: (keyof Settings)[]}} props `change` gets the settings that
 *   differ; `begun`: who sees boards can no longer be changed; `without`: settings not to show */
export function SettingsFields({ settings, change, begun = false, without = [] }) {
  const number = (/** @type {Event} */ event) => Number(/** @type {HTMLInputElement} */ (event.target).value);
  return html`
    ${SWITCHES.filter(([name]) => !without.includes(name)).map(([name, words]) => html`<label class="tick" key=${name}>
      <input type="checkbox" checked=${settings[name]}
        onChange=${() => change({ [name]: !settings[name] })} /> ${words}</label>`)}
    <label>${_("Who sees boards while a race runs")}
      <select disabled=${begun || settings.late} value=${settings.boards}
        onChange=${(/** @type {FieldEvent} */ e) => change({ boards: /** @type {Settings["boards"]} */ (e.target.value) })}>
        ${Object.entries(BOARDS).map(([value, words]) => html`<option key=${value} value=${value}
          selected=${value === settings.boards}>${words}</option>`)}</select></label>
    <div class="pair"><label>${_("Seats")}
      <input type="number" min=${FEWEST} max=${MOST} value=${settings.size} onChange=${(/** @type {Event} */ e) =>
        change({ size: Math.min(MOST, Math.max(FEWEST, number(e) || MOST)) })} /></label>
    <label>${_("Seconds later for spectators")}
      <input type="number" min="0" max=${LONGEST_S} value=${settings.delay_ms / 1000} disabled=${begun}
        onChange=${(/** @type {Event} */ e) =>
          change({ delay_ms: 1000 * Math.min(LONGEST_S, Math.max(0, Math.round(number(e) || 0))) })} /></label></div>`;
}

/** Show the settings of a room to its host.
 * @param {{client: RoomClient, state: import("../../state/room_state.js").RoomState}} props */
export function HostSettings({ client, state }) {
  const { settings, race } = state.room;
  const begun = race.status === "running" || race.status === "countdown";
  const change = (/** @type {Partial<Settings>} */ changed) =>
    client.ask({ type: "change_settings", settings: { ...settings, ...changed } });
  return html`<details class="panel host"><summary>${_("How the room is kept")}</summary>
    <${SettingsFields} settings=${settings} change=${change} begun=${begun} /></details>`;
}

/** Show the host's buttons about a member: silence, send away.
 * @param {{client: RoomClient, member: Member}} props */
export function HostActions({ client, member }) {
  const silence = () => client.ask({ type: "silence", seat: member.seat, silent: !member.silent });
  return html`<button onClick=${silence}>${member.silent ? _("Let speak") : _("Silence")}</button>
    <${ConfirmButton} words=${_("Send away")} question=${_("Send {name} away for good?", { name: member.name })}
      onSure=${() => client.ask({ type: "kick", seat: member.seat })} />`;
}

/** Show the button that hides what a member says, for this player only.
 * @param {{member: Member, muted: Muted, mute: () => void}} props */
export function MuteButton({ member, muted, mute }) {
  const is = muted.has(member.seat);
  return html`<button aria-pressed=${is} onClick=${mute}>${is ? _("Hear again") : _("Mute")}</button>`;
}

/** Show the button in a member's row that opens the other buttons.
 * @param {{client: RoomClient, member: Member, isHost: boolean, muted: Muted, mute: (seat: number) => void}} props */
export function MemberActions({ client, member, isHost, muted, mute }) {
  const [open, set] = useState(false);
  const words = _("What to do about {name}", { name: member.name });
  return html`<button class="about" aria-expanded=${open} aria-label=${words} title=${words}
      onClick=${() => set(!open)}>⋯</button>
    ${open && html`<div class="buttons">
      <${MuteButton} member=${member} muted=${muted} mute=${() => mute(member.seat)} />
      ${isHost && html`<${HostActions} client=${client} member=${member} />`}</div>`}`;
}
