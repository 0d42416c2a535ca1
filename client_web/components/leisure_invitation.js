// The part of the page of a leisure race in which its organiser invites further friends.

import { html, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useAnswer } from "../net/server_queries.js";
import { useObservable } from "../state/observable.js";
import { Problem, useAction } from "./action_button.js";
import { Tick } from "./fields.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../net/protocol").Friend} Friend */
/** @typedef {{race: import("../net/protocol").LeisureRace, again: () => void}} Props */

/** Show the form if the player has made the race and it has not closed. @param {Props} props */
export function InviteFriends({ race, again }) {
  const me = useObservable(useApp().me);
  const isOpen = race.status === "planned" || race.status === "open";
  return isOpen && me !== null && me.name === race.organiser && html`<${Invitation} race=${race} again=${again} />`;
}

/** Show the friends who do not take part yet, each with a box to tick. @param {Props} props */
function Invitation({ race, again }) {
  const app = useApp();
  const action = useAction();
  const { answer } = useAnswer({ type: "get_friends" });
  const [invited, invite] = useState(/** @type {string[]} */ ([]));
  const there = new Set(race.contestants.filter((each) => !each.is_guest).map((each) => each.name));
  const friends = /** @type {Friend[]} */ (answer?.friends ?? []).filter(
    (each) => each.state === "friend" && !each.bot && !there.has(each.name),
  );
  if (!friends.length) return null;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return action.act(async () => {
      await app.connection.ask({ type: "invite_to_leisure_race", code: race.code, invited });
      invite([]);
      again();
    });
  };
  return html`<form class="panel" onSubmit=${submit} noValidate aria-busy=${action.busy}>
    <fieldset><legend>${_("Invite friends")}</legend>
      ${friends.map(({ name }, n) => html`<${Tick} key=${name} id=${`invite-${n}`} words=${name}
        on=${invited.includes(name)} set=${(/** @type {boolean} */ on) =>
          invite(on ? [...invited, name] : invited.filter((each) => each !== name))} />`)}</fieldset>
    <div class="buttons"><button disabled=${action.busy || !invited.length}>${_("Invite")}</button></div>
    <${Problem} action=${action} /></form>`;
}
