// The list of friends, friend requests and blocked people, with buttons for each.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { ConnectionLost, Refusal } from "../../net/connection.js";
import { useAnswer } from "../../net/server_queries.js";
import { Form, LONGEST_NAME, nameProblem, onlyProblems } from "../form.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Friend} Friend */
/** @typedef {"accept" | "remove" | "block" | "unblock"} Verb */

const ORDER = ["asks", "friend", "asked", "blocked"];
/** @type {Record<Friend["state"], string>} */
const STATES = {
  friend: _("friend"), asked: _("asked, no answer yet"), asks: _("asks to be your friend"), blocked: _("blocked"),
};
/** @type {Record<Friend["state"], [Verb, string][]>} */
const VERBS = {
  asks: [["accept", _("Accept")], ["remove", _("Decline")], ["block", _("Block")]],
  friend: [["remove", _("Remove")], ["block", _("Block")]],
  asked: [["remove", _("Take back")], ["block", _("Block")]],
  blocked: [["unblock", _("Unblock")]],
};
const PLACES = {
  unknown_name: "name", yourself: "name", not_asked: "name", blocked: "name", too_many: "name",
};

export function Friends() {
  const app = useApp();
  const me = useObservable(app.me);
  const { answer, refusal } = useAnswer({ type: "get_friends" }, me?.name);
  const [later, set] = useState(/** @type {Friend[] | null} */ (null));
  const [problem, tell] = useState("");
  /** @type {Friend[]} */
  const friends = [...(later ?? answer?.friends ?? [])].sort(byState);
  const befriend = async (/** @type {string} */ name, /** @type {Verb | "add"} */ what) => {
    const done = await app.connection.ask({ type: "befriend", name, what });
    set(done.friends);
  };
  const act = async (/** @type {string} */ name, /** @type {Verb} */ what) => {
    tell("");
    try {
      await befriend(name, what);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionLost)) throw error;
      tell(error instanceof Refusal ? error.message : _("The line went down; try again."));
    }
  };
  const fields = [{ name: "name", label: _("Ask somebody to be your friend"), plain: true, most: LONGEST_NAME }];
  return html`<section><h2>${_("Friends")}</h2>
    ${(refusal || problem) && html`<p class="problem" role="alert">${problem || refusal?.message}</p>`}
    ${answer && !friends.length && html`<p class="quiet">${_("Nobody yet.")}</p>`}
    <ul class="people">${friends.map((friend) => html`<li key=${friend.name}>
      <span><strong>${friend.name}</strong>${friend.bot && ` ${_("(bot)")}`}
        <small> ${STATES[friend.state]}</small></span>
      <span class="buttons">${VERBS[friend.state].map(([verb, label]) => html`<button key=${verb}
        class=${verb === "accept" ? "first" : ""} aria-label=${`${label} ${friend.name}`}
        onClick=${() => act(friend.name, verb)}>${label}</button>`)}</span></li>`)}</ul>
    <${Form} id="befriend" fields=${fields} verb=${_("Ask")} first=${false} places=${PLACES}
      check=${(/** @type {Record<string, string>} */ v) => onlyProblems({ name: nameProblem(v.name ?? "") })}
      act=${async (/** @type {Record<string, string>} */ { name = "" }) => {
        await befriend(name, "add");
        return _("{name} is asked.", { name });
      }} />
  </section>`;
}

/** Compare two friends: requests to be answered come first, then friends, requests made, blocked
 * people.
 * @param {Friend} one @param {Friend} other */
function byState(one, other) {
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.name.localeCompare(other.name);
}
