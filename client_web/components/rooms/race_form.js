// The form for a race in a room: its game, its time limit, its terms and its options. The host fills it in
// for a new room and, after a race, for the next race of the room.

import { html, useState } from "../../vendor/preact.js";
import { GameOptions } from "../game_option_fields.js";
import { BellChoice, RaceTerms } from "../race_term_fields.js";
import { minutesWords, NO_CHOICE } from "../../messages/games.js";
import { isTableGame } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../net/protocol").AskedTerms} AskedTerms */
/** @typedef {import("../../net/protocol").ChosenRace} ChosenRace */

/** Milliseconds from the end of the time for all called cards together to the bell. */
const SLACK_MS = 30_000;

/** Show the form. Another game needs a new form, with a `key` of its own, because it has its own options
 * and terms.
 * @param {{game: Game, games: Game[], pick: (slug: string) => void, first: Partial<ChosenRace>, submit: (race: ChosenRace) => unknown,
 *   words: string, busy: boolean, problem?: Child, above?: Child, children?: Child}} props
 *   `first` is what the form begins with; `words` are on the button that calls `submit`; `above` and the
 *   children are fields of the caller, above and below */
export function RaceForm({ game, games, pick, first, submit, words, busy, problem, above, children }) {
  const [options, choose] = useState(first.options ?? {});
  const [terms, agree] = useState(/** @type {AskedTerms} */ (first.terms ?? {}));
  const chosen = withUsual(game, terms);
  const [bell, ring] = useState(first.bell_ms && first.bell_ms !== usualBell(game, chosen) ? first.bell_ms : 0);
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return submit({ game: game.slug, options, terms: chosen, bell_ms: bell || usualBell(game, chosen) });
  };
  return html`<form class="host-form" onSubmit=${send} noValidate aria-busy=${busy}>
    ${above}
    <div class="field"><label for="game">${_("Game")}</label>
      <select id="game" value=${game.slug} onChange=${(/** @type {FieldEvent} */ e) => pick(e.target.value)}>
        ${games.map((each) => html`<option key=${each.slug} value=${each.slug}
          selected=${each.slug === game.slug}>${each.title}</option>`)}</select>
      <small>${summarySentence(game)} <a href=${`/rules/${game.slug}`}>${_("Rules")}</a></small></div>
    <${BellChoice} game=${game} bell=${bell} ring=${ring} called=${chosen.format === "caller"} />
    <div class="buttons"><button class="first" disabled=${busy}>
      ${busy ? _("One moment…") : words}</button></div>
    ${problem}
    <details class="panel"><summary>${_("The game and its terms")}</summary>
      ${!isTableGame(game) && html`<${RaceTerms} id="terms-" game=${game} terms=${terms} usual=${chosen} agree=${agree} />`}
      <${GameOptions} game=${game} chosen=${options} choose=${choose} /></details>
    ${children}
  </form>`;
}

/** Return the usual bell of a race with these terms. In caller mode it rings late enough for every call.
 * @param {Game} game @param {AskedTerms} terms */
function usualBell(game, terms) {
  const calls = terms.format === "caller" ? game.goal * (terms.call_ms ?? game.call_ms ?? 0) + SLACK_MS : 0;
  return Math.max(game["bell_ms"], calls);
}

/** Return the chosen terms. Terms that were not chosen are the usual ones of a race of several
 * contestants in the game.
 * @param {Game} game @param {AskedTerms} terms @returns {AskedTerms} */
function withUsual(game, terms) {
  const usual = /** @type {AskedTerms} */ (game["room_terms"]);
  const format = terms.format ?? usual.format;
  const grids = format === "caller" ? { show_grids: terms.show_grids ?? usual.show_grids } : {};
  return format ? { ...terms, format, ...grids } : terms;
}

/** Return `One pack, 4 minutes; prospects: 1 in 8.` @param {Game} game */
function summarySentence(game) {
  if (isTableGame(game)) return _("One table for two to eight, a pack for each; all play at once.");
  const packs = game["packs"] === 1 ? _("One pack") : _("Two packs");
  const minutes = minutesWords(game);
  const prospects = game["prospects"] ? `; ${_("prospects: {prospects}", { prospects: game["prospects"] })}` : "";
  const mark = game.choice ? "" : `; ${NO_CHOICE}`;
  return `${packs}${minutes && `, ${minutes}`}${prospects}${mark}.`;
}
