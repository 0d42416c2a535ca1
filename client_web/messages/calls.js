// What is told of telephone calls, and how one answers.

import { html } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { CROWNS } from "./crowns.js";
import { useDoing, Problem } from "../components/action_button.js";
import { ago } from "./games.js";
import { clock } from "./formatting.js";

/** @typedef {import("../net/protocol").Call} Call */
/** @typedef {import("../net/protocol").AnswerCall["answer"]} Answer */
/** @typedef {(slug: string) => string} Titles */

export const SIGN = "☎";
/** @type {Record<Answer, string>} */
export const ANSWERS = {
  congratulations: "Congratulations!",
  rotten_luck: "Rotten luck for the cards.",
  show_me: "Show me!",
};

/** `Ann has the Triple Crown: Auntie Allis 18:02, Kings 21:40.` @param {Call} call
 * @param {Titles} titles */
export function headline(call, titles) {
  const games = call.games.map((won) => `${titles(won.game)} ${clock(won.took_ms)}`).join(", ");
  return `${crownWords(call)}: ${games}.`;
}

/** `Ann has the Triple Crown` @param {Call} call */
export function crownWords(call) {
  const who = call.mine ? "You" : (call.name ?? "Nobody any more");
  if (call.withdrawn) return `${who} had the ${CROWNS[call.crown]}, withdrawn since`;
  return `${who} ${call.mine ? "have" : "has"} the ${CROWNS[call.crown]}`;
}

/** Whether it is news; what was answered is not. @param {Call} call */
export function isMissed(call) {
  return call.missed && !call.answers.length;
}

/** `2 hours ago, missed` @param {Call} call */
export function whenWords(call) {
  const alone = call.everybody ? "" : call.mine ? ", to chosen people" : ", to you by name";
  return `${ago(call.ago_ms)}${alone}${isMissed(call) ? ", missed" : ""}`;
}

/** One tap answers; *show me* leads to the record of the last game.
 * @param {{call: Call, answered: (answer: Answer) => void}} props */
export function AnswerButtons({ call, answered }) {
  const app = useApp();
  const doing = useDoing();
  const mine = call.answers[0]?.answer ?? null;
  const send = (/** @type {Answer} */ answer) =>
    doing.act(async () => {
      await app.link.ask({ type: "answer_call", call: call.call, answer });
      answered(answer);
    });
  return html`<div class="buttons" role="group" aria-label="Answer">
      ${/** @type {[Answer, string][]} */ (Object.entries(ANSWERS)).map(([answer, text]) => html`<button
        type="button" key=${answer} aria-pressed=${mine === answer ? "true" : "false"}
        disabled=${doing.busy} onClick=${() => send(answer)}>${text}</button>`)}</div>
    <${Problem} doing=${doing} />`;
}
