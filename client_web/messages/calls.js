// Sentences about telephone calls, and the texts of the answers.

import { CROWNS } from "./crowns.js";
import { ago, clockTime } from "./formatting.js";

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
export function callHeadline(call, titles) {
  const games = call.games.map((won) => `${titles(won.game)} ${clockTime(won.took_ms)}`).join(", ");
  return `${crownWords(call)}: ${games}.`;
}

/** `Ann has the Triple Crown` @param {Call} call */
export function crownWords(call) {
  const who = call.mine ? "You" : (call.name ?? "Nobody any more");
  if (call.withdrawn) return `${who} had the ${CROWNS[call.crown]}, withdrawn since`;
  return `${who} ${call.mine ? "have" : "has"} the ${CROWNS[call.crown]}`;
}

/** Whether a call is news. Answered calls are not. @param {Call} call */
export function isMissed(call) {
  return call.missed && !call.answers.length;
}

/** `2 hours ago, missed` @param {Call} call */
export function whenWords(call) {
  const alone = call.everybody ? "" : call.mine ? ", to chosen people" : ", to you by name";
  return `${ago(call.ago_ms)}${alone}${isMissed(call) ? ", missed" : ""}`;
}
