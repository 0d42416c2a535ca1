// Form fields for the terms of a race.

import { html } from "../vendor/preact.js";
import { Choice, TextField, Tick } from "./fields.js";
import { FORMATS, TAKE_BACKS } from "../messages/races.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../net/protocol").AskedTerms} AskedTerms */

/** Show the choices of format, call time, winners, take-backs, safe play and a winnable deal. `usual` are the terms that hold
 * where `terms` says nothing. The ids of the fields are the names of the terms after `id`.
 * @param {{id: string, game: Game, terms: AskedTerms, usual: AskedTerms,
 *   agree: (terms: AskedTerms) => void}} props */
export function RaceTerms({ id, game, terms, usual, agree }) {
  const format = /** @type {AskedTerms["format"]} */ (terms.format ?? usual.format ?? game["format"]);
  const called = format === "caller";
  const grids = terms.show_grids ?? usual.show_grids ?? "end";
  const seconds = (terms.call_ms ?? game.call_ms ?? 0) / 1000;
  const call = (/** @type {string} */ text) =>
    agree({ ...terms, format, call_ms: text ? Math.round(Number(text) * 1000) : null });
  return html`
    <${Choice} id=${`${id}format`} label=${_("Format of the race")} value=${format}
      ways=${game["formats"].map((each) => [each, FORMATS[each] ?? each])}
      choose=${(/** @type {AskedTerms["format"]} */ value) => agree({ take_back: terms.take_back, safe_play: terms.safe_play, winnable: terms.winnable, format: value })} />
    ${called && html`<${TextField} id=${`${id}call_ms`} label=${_("Seconds for each card")} value=${String(seconds)} set=${call}
      more=${{ type: "number", min: "0.5", max: "300", step: "any" }} />`}
    ${called && html`<${Choice} id=${`${id}show_grids`} label=${_("Grids of the others")}
      value=${grids} ways=${[["each_card", _("seen after each card")], ["end", _("seen at the end")]]}
      choose=${(/** @type {AskedTerms["show_grids"]} */ value) => agree({ ...terms, format, show_grids: value })} />`}
    ${game["ranked_by"] !== "points" && game.choice && html`<${Choice} id=${`${id}winners`} label=${_(
      "First of those who have solved it",
    )} value=${terms.winners ?? "time"}
      ways=${[["time", _("who solved it first")], ["moves", _("who needed fewest moves")]]}
      choose=${(/** @type {AskedTerms["winners"]} */ value) => agree({ ...terms, winners: value })} />`}
    ${!called && html`<${Choice} id=${`${id}take_back`} label=${_("Taking moves back")} value=${terms.take_back ?? ""}
      ways=${[["", _("default")], ...Object.entries(TAKE_BACKS)]}
      choose=${(/** @type {AskedTerms["take_back"] | ""} */ value) => agree({ ...terms, take_back: value || null })} />`}
    ${game["safe_play"] && html`<${Tick} id=${`${id}safe_play`} on=${terms.safe_play ?? false}
      words=${_("Cards that can never be wanted again go up by themselves")}
      set=${(/** @type {boolean} */ on) => agree({ ...terms, safe_play: on })} />`}
    ${game["winnable"] && html`<${Tick} id=${`${id}winnable`} on=${Boolean(terms.winnable)}
      words=${_("A deal that the solver has won")}
      set=${(/** @type {boolean} */ winnable) => agree({ ...terms, winnable })} />`}`;
}
