// The page /calls: telephone calls received and made, missed calls first, with their answers; and
// the form to call after a crown was won.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { ANSWERS, callHeadline, isMissed, whenWords } from "../../messages/calls.js";
import { AnswerButtons } from "../../components/crowns/answer_buttons.js";
import { Problem, useAction } from "../../components/action_button.js";
import { useGames } from "../../net/server_queries.js";
import { CallForm } from "../../components/crowns/call_form.js";
import { Title } from "../../components/page_frame.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/protocol").Call} Call */
/** @typedef {import("../../net/protocol").Calls} CallsPage */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

const AT_ONCE = 20;

export default function Calls() {
  const me = useObservable(useApp().me);
  return html`
    <${Title} text=${_("Telephone")} />
    <p>${_("Whoever wins a crown may ring once for it, with a line: everybody, or chosen people.")}</p>
    ${me === null
      ? html`<p class="panel">${_("Whoever has an account has a telephone:")}
          ${" "}<a href="/me">${_("choose your name")}</a> ${_("first.")}</p>`
      : html`<${Listed} key=${me.name} />`}
    <p><a href="/crowns">${_("What crowns are, and your own run")}</a></p>`;
}

function Listed() {
  const app = useApp();
  const games = useGames();
  const action = useAction();
  const { page, calls, more, mark, muted, failure } = useCalls();
  const mute = (/** @type {boolean} */ on) =>
    action.act(async () => {
      await app.connection.ask({ type: "mute_calls", muted: on });
      mark({ muted: on });
    });
  if (failure) return html`<p class="problem" role="alert">${failure}</p>`;
  if (!page || !games) return html`<p class="quiet">${_("Asking the server…")}</p>`;
  const missed = calls.filter(isMissed);
  const others = calls.filter((call) => !isMissed(call));
  return html`
    <${CallForm} calls=${calls} onCalled=${more.anew} />
    <label class="mute"><input type="checkbox" checked=${!muted} disabled=${action.busy}
      onChange=${(/** @type {FieldEvent} */ event) => mute(!event.currentTarget.checked)} />
      ${_("It rings on this account's devices")}</label>
    <${Problem} action=${action} />
    ${!calls.length && html`<p>${_("Nobody has rung yet.")}</p>`}
    <ul class="calls">${[...missed, ...others].map((call) => html`<${OneCall} key=${call.call}
      call=${call} games=${games} mark=${mark} />`)}</ul>
    ${calls.length < page.total && html`<div class="buttons"><button type="button"
      onClick=${more.next}>${_("Earlier ones")}</button></div>`}`;
}

/** Show a call with its answers. `mark` replaces the call in the list.
 * @param {{call: Call, games: Games, mark: (change: {answered: Call}) => void}} props */
function OneCall({ call, games, mark }) {
  const last = call.games.at(-1);
  return html`<li class=${`panel${isMissed(call) ? " missed" : ""}`}>
    <p><strong>${callHeadline(call, games.title)}</strong>${" "}
      <span class="quiet">${whenWords(call)}</span></p>
    ${call.line && html`<p class="quoted">“${call.line}”</p>`}
    ${call.answers.map((each) => html`<p key=${each.name}>
      ${call.mine ? each.name : _("You")}: ${ANSWERS[each.answer]}</p>`)}
    ${!call.mine && html`<${AnswerButtons} call=${call} answered=${(/** @type {import("../../messages/calls.js").Answer} */ answer) =>
      mark({ answered: { ...call, answers: [{ name: "", answer }] } })} />`}
    ${last && html`<p><a href=${`/r/${last.race}`}>${call.mine
      ? _("The last race of it")
      : _("Show me the last race of it")}</a></p>`}
  </li>`;
}

/** Load the calls page by page. Once all missed calls are loaded, report them to the server as
 * heard; in the list they stay marked as missed while the page is open. */
function useCalls() {
  const app = useApp();
  const [page, set] = useState(/** @type {CallsPage | null} */ (null));
  const [calls, list] = useState(/** @type {Call[]} */ ([]));
  const [muted, setMuted] = useState(false);
  const [failure, fail] = useState("");
  const [round, next] = useState(0);

  /** Load the next calls after those in `before`. @param {Call[]} before */
  const load = async (before) => {
    const offset = before.length;
    const said = await app.connection.askUntilAnswered({ type: "get_calls", offset, count: AT_ONCE });
    const known = new Set(before.map((call) => call.call));
    const all = [...before, ...said.calls.filter((call) => !known.has(call.call))];
    set(said);
    list(all);
    setMuted(said.muted);
    // Load further pages until all missed calls are shown, and only then report them as heard.
    if (said.missed > all.filter((call) => call.missed).length && said.calls.length) {
      await load(all);
    } else if (!offset && said.missed && all.length) {
      const newest = Math.max(...all.map((call) => call.call));
      await app.connection.askUntilAnswered({ type: "hear_calls", up_to: newest });
    }
  };
  const tell = (/** @type {unknown} */ error) =>
    fail(error instanceof Error ? error.message : String(error));
  useEffect(() => void load([]).catch(tell), [round]);
  useEffect(
    () =>
      app.connection.listen((said) => {
        if (said.type === "ringing") list((now) => [said.call, ...now]);
        else if (said.type === "call_answered") {
          list((now) => now.map((call) => (call.call === said.call ? answered(call, said.answered) : call)));
        }
      }),
    [],
  );
  /** Apply a change that the player made here.
   * @param {{muted?: boolean, answered?: Call}} change */
  const mark = (change) => {
    if (change.muted !== undefined) setMuted(change.muted);
    const fresh = change.answered;
    if (fresh) list((now) => now.map((call) => (call.call === fresh.call ? fresh : call)));
  };
  const more = {
    next: () => void load(calls).catch(tell),
    anew: () => next((n) => n + 1),
  };
  return { page, calls, more, mark, muted, failure };
}

/** Return a call with an answer, in place of that person's earlier answer.
 * @param {Call} call @param {import("../../net/protocol").Answered} by @returns {Call} */
function answered(call, by) {
  return { ...call, answers: [...call.answers.filter((each) => each.name !== by.name), by] };
}
