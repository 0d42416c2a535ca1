// Sentences about telephone calls, and the texts of the answers.

import { CROWNS } from "./crowns.js";
import { ago, clockTime } from "./formatting.js";
import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").Call} Call */
/** @typedef {import("../net/protocol").AnswerCall["answer"]} Answer */
/** @typedef {import("../net/protocol").CallAnswered} CallAnswered */
/** @typedef {(slug: string) => string} Titles */

export const SIGN = "☎";
/** @type {Record<Answer, string>} */
export const ANSWERS = {
  congratulations: _("Congratulations!"),
  rotten_luck: _("Rotten luck for the cards."),
  show_me: _("Show me!"),
};

/** Return `Ann has the Triple Crown: Auntie Allis 18:02, Kings 21:40.`
 * @param {Call} call
 * @param {Titles} titles */
export function callHeadline(call, titles) {
  const games = call.games.map((won) => `${titles(won.game)} ${clockTime(won.took_ms)}`).join(", ");
  return `${crownWords(call)}: ${games}.`;
}

/** Return `Ann has the Triple Crown`, or that the crown was withdrawn. @param {Call} call */
export function crownWords(call) {
  const crown = CROWNS[call.crown];
  if (call.mine) {
    return call.withdrawn ? _("You had the {crown}, withdrawn since", { crown }) : _("You have the {crown}", { crown });
  }
  const name = call.name ?? _("(nobody any more)");
  return call.withdrawn
    ? _("{name} had the {crown}, withdrawn since", { name, crown })
    : _("{name} has the {crown}", { name, crown });
}

/** Return `Ben answers your call: Congratulations!` @param {CallAnswered} said */
export function answeredSentence({ answered: { name, answer } }) {
  return _("{name} answers your call: {answer}", { name, answer: ANSWERS[answer] });
}

/** Return whether a call was neither heard nor answered by the player. @param {Call} call */
export function isMissed(call) {
  return call.missed && !call.answers.length;
}

/** Return when a call was made, to whom, and whether it was missed: `2 hours ago, missed`.
 * @param {Call} call */
export function whenWords(call) {
  const words = [ago(call.ago_ms)];
  if (!call.everybody) words.push(call.mine ? _("to chosen people") : _("to you by name"));
  if (isMissed(call)) words.push(_("missed"));
  return words.join(", ");
}
