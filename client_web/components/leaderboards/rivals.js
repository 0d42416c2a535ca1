// A table of two people's races against each other, and a table of a person's streaks.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useAnswer } from "../../net/server_queries.js";
import { useObservable } from "../../state/observable.js";
import { dailyLines, runWords, tallyWords } from "../../messages/rivals.js";
import { titleOf } from "../../messages/games.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../net/protocol").GameTally} GameTally */
/** @typedef {import("../../net/protocol").GameStreak} GameStreak */

/** Show how often each of two people did better, game by game. `one` and `other` are their names;
 * `one` is null for the player, and `mine` is the name of the player's account.
 * @param {{catalogue: Catalogue, one: string | null, other: string, mine: string}} props */
export function HeadToHead({ catalogue, one, other, mine }) {
  const { answer, refusal } = useAnswer({ type: "get_versus", one, other });
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (answer === undefined) return html`<p class="quiet">${_("Asking…")}</p>`;
  const you = answer.one === mine;
  const [first, within] = you ? [_("You"), _("you")] : [answer.one, answer.one];
  const { other: second, tally } = answer;
  if (!answer.games.length) {
    return html`<p>${_("{first} and {other} have not raced each other.", { first, other: second })}</p>`;
  }
  const { wins, losses, ties } = tally;
  const values = { first, wins, other: second, losses, ties, run: runWords(within, second, tally) };
  return html`<p>${ties
      ? _("{first} won {wins}, {other} {losses}, {ties} tied{run}.", values)
      : _("{first} won {wins}, {other} {losses}{run}.", values)}</p>
    <div class="scroll"><table><thead><tr><th scope="col">${_("Game")}</th><th scope="col">${_("Won and lost")}</th></tr></thead>
      <tbody>${answer.games.map((/** @type {GameTally} */ each) => html`<tr key=${each.game}>
        <th scope="row">${titleOf(catalogue, each.game)}</th>
        <td>${tallyWords(each.tally)}${runWords(within, second, each.tally)}</td></tr>`)}</tbody>
    </table></div>`;
}

/** Show how many games in a row a person has got out, for each game, and their daily streaks.
 * `name` is null for the player. `mine`: they are the player's; then nothing is shown if the player
 * hides streaks.
 * @param {{catalogue: Catalogue, name: string | null, mine: boolean}} props */
export function Streaks({ catalogue, name, mine }) {
  const { streaks } = useObservable(useApp().preferences);
  const hidden = mine && !streaks;
  const { answer, refusal } = useAnswer(hidden ? null : { type: "get_streaks", name });
  if (hidden || (answer === undefined && !refusal)) return null;
  return html`<section><h2>${mine ? _("Your games solved in a row") : _("{name}, games solved in a row", {
    name: answer?.name ?? name ?? "",
  })}</h2>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${answer && !answer.streaks.length && html`<p>${_("No game solved yet.")}</p>`}
    ${answer && answer.streaks.length > 0 && html`<div class="scroll"><table>
      <thead><tr><th scope="col">${_("Game")}</th><th scope="col" class="number">${_("In a row")}</th>
        <th scope="col" class="number">${_("At most")}</th></tr></thead>
      <tbody>${answer.streaks.map((/** @type {GameStreak} */ each) => html`<tr key=${each.game}>
        <th scope="row">${titleOf(catalogue, each.game)}</th><td class="number">${each.streak}</td>
        <td class="number">${each.longest}</td></tr>`)}</tbody></table></div>`}
    ${dailyLines(answer?.daily).map((line) => html`<p key=${line}>${line}</p>`)}
  </section>`;
}
