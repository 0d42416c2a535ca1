// The form for a telephone call about a crown that was won: to everybody or to chosen people, with
// a line of text.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { CROWNS } from "../../messages/crowns.js";
import { Problem, useAction } from "../action_button.js";
import { useCatalogue } from "../../net/server_queries.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Call} Call */
/** @typedef {import("../../net/protocol").Honour} Honour */

const ROLL_AT_ONCE = 100;
const CALLS_AT_ONCE = 100;

/** Show the form if the player has a crown about which they have made no call yet. `calls` are the
 * calls loaded so far; `onCalled` is called after a call was made.
 * @param {{calls: Call[], onCalled: () => void}} props */
export function CallForm({ calls, onCalled }) {
  const app = useApp();
  const [about, set] = useState(/** @type {Honour | null} */ (null));
  const count = calls.filter((call) => call.mine).length;
  useEffect(() => {
    let wanted = true;
    latestWithoutCall(app).then(
      (found) => wanted && set(found),
      () => undefined,
    );
    return () => void (wanted = false);
  }, [count]);
  return about && html`<${Compose} about=${about} onCalled=${onCalled} key=${about.award} />`;
}

/** Show the form of the call about one crown.
 * @param {{about: Honour, onCalled: () => void}} props */
function Compose({ about, onCalled }) {
  const app = useApp();
  const action = useAction();
  const limits = useCatalogue()?.limits;
  const [line, type] = useState("");
  const [to, address] = useState(/** @type {string[] | null} */ (null));
  const said = line.trim().replace(/\s+/g, " ");
  const ring = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const award = about.award ?? "";
    if (await action.act(() => app.connection.ask({ type: "ring", award, line: said, to }))) {
      app.announce(_("It rings."));
      onCalled();
    }
  };
  return html`<form class="panel ring-for" onSubmit=${ring}>
    <h2>${_("☎ Ring for your {crown}", { crown: CROWNS[about.crown] })}</h2>
    <p class="field"><label for="line">${_("Your line")}</label>
      <input id="line" value=${line} maxlength=${limits?.longest_text ?? 200} autocomplete="off"
        onInput=${(/** @type {FieldEvent} */ event) => type(event.currentTarget.value)} /></p>
    <${Whom} to=${to} address=${address} most=${limits?.most_rung ?? 50} />
    <p class="quiet">${_("Who plays hears it after the game, who is away when they are back. It is told once.")}</p>
    <div class="buttons"><button class="first" disabled=${action.busy || !said || to?.length === 0}>
      ${to === null ? _("Ring everybody") : _("Ring {n} chosen", { n: to.length })}</button></div>
    <${Problem} action=${action} />
  </form>`;
}

/** Show the choice of the people who are called. `to`: null for everybody, otherwise their names,
 * at most `most`.
 * @param {{to: string[] | null, address: (to: string[] | null) => void, most: number}} props */
function Whom({ to, address, most }) {
  const app = useApp();
  const [people, set] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    void acquaintances(app).then(set, () => undefined);
  }, []);
  const tick = (/** @type {string} */ name) => {
    const now = to ?? [];
    if (now.includes(name)) address(now.filter((each) => each !== name));
    else if (now.length < most) address([...now, name]);
  };
  return html`<fieldset><legend>${_("Whom shall it ring for?")}</legend>
    <label><input type="radio" name="whom" checked=${to === null} onChange=${() => address(null)} />
      ${_("Everybody")}</label>
    <label><input type="radio" name="whom" checked=${to !== null} disabled=${!people.length}
      onChange=${() => address([])} />${_("Chosen people")}</label>
    ${to !== null && html`<ul class="ticks">${people.map((name) => html`<li key=${name}><label>
      <input type="checkbox" checked=${to.includes(name)} onChange=${() => tick(name)} />${name}</label>
      </li>`)}</ul>`}</fieldset>`;
}

/** Return the names of people to choose from: friends first, then the opponents raced last.
 * @param {import("../../app.js").App} app */
async function acquaintances(app) {
  const { friends } = await app.connection.askUntilAnswered({ type: "get_friends" });
  const { rivals } = await app.connection.askUntilAnswered({ type: "get_rivals", count: 100 });
  const mine = friends.filter((one) => one.state === "friend" && !one.bot).map((one) => one.name);
  const raced = rivals.flatMap((one) => (one.name === null || one.bot ? [] : [one.name]));
  return [...new Set([...mine, ...raced])];
}

/** Return the player's latest crown about which they have made no call yet, or null.
 * @param {import("../../app.js").App} app
 * @returns {Promise<Honour | null>} */
async function latestWithoutCall(app) {
  const me = app.me.value?.name;
  const called = await awardsWithCall(app);
  const { total } = await app.connection.askUntilAnswered({ type: "get_roll", offset: 0, count: 1 });
  for (let end = total; end > 0; ) {
    const offset = Math.max(0, end - ROLL_AT_ONCE);
    const { honours } = await app.connection.askUntilAnswered({
      type: "get_roll", offset, count: Math.max(1, end - offset),
    });
    const found = [...honours]
      .reverse()
      .find((each) => each.award !== null && each.name === me && !called.has(each.award));
    if (found) return found;
    end = offset;
  }
  return null;
}

/** Return the ids of the crowns about which the player has made a call.
 * @param {import("../../app.js").App} app */
async function awardsWithCall(app) {
  const found = new Set();
  for (let at = 0; ; ) {
    const { calls } = await app.connection.askUntilAnswered({
      type: "get_calls", offset: at, count: CALLS_AT_ONCE,
    });
    if (!calls.length) return found;
    for (const call of calls) if (call.mine) found.add(call.award);
    at += calls.length;
  }
}
