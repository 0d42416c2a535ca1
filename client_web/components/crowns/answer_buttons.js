// The buttons that answer a telephone call.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { ANSWERS } from "../../messages/calls.js";
import { Problem, useAction } from "../action_button.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Call} Call */
/** @typedef {import("../../messages/calls.js").Answer} Answer */

/** Show the buttons that answer a call. `answered` is called after the server has accepted the
 * answer.
 * @param {{call: Call, answered: (answer: Answer) => void}} props */
export function AnswerButtons({ call, answered }) {
  const app = useApp();
  const action = useAction();
  const mine = call.answers[0]?.answer ?? null;
  const send = (/** @type {Answer} */ answer) =>
    action.act(async () => {
      await app.connection.ask({ type: "answer_call", call: call.call, answer });
      answered(answer);
    });
  return html`<div class="buttons" role="group" aria-label=${_("Answer")}>
      ${/** @type {[Answer, string][]} */ (Object.entries(ANSWERS)).map(([answer, text]) => html`<button
        type="button" key=${answer} aria-pressed=${mine === answer ? "true" : "false"}
        disabled=${action.busy} onClick=${() => send(answer)}>${text}</button>`)}</div>
    <${Problem} action=${action} />`;
}
