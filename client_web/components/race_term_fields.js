// Form fields for the terms of a race.

import { html } from "../vendor/preact.js";
import { Choice, TextField, Tick } from "./fields.js";
import { clockTime } from "../messages/formatting.js";
import { DIFFICULTIES, FORMATS, TAKE_BACKS } from "../messages/races.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../net/protocol").AskedTerms} AskedTerms */
/** @typedef {import("../net/protocol").SearchTerms} SearchTerms */
/** @typedef {import("./events").FieldEvent} FieldEvent */

const MINUTE_MS = 60_000;
const BELLS = [2, 5, 10, 15, 20, 30, 60, 90];

/** Return the class of difficulty that terms ask for; undefined for any. The plan of a tournament that the server has sent
 * has it in `winnable`. @param {AskedTerms} terms */
function difficultyOf({ winnable, difficulty }) {
  const searched = /** @type {SearchTerms | boolean | null | undefined} */ (winnable);
  return difficulty ?? (typeof searched === "object" ? searched?.difficulty : undefined);
}

/** Return the class of difficulty with the value of an option of the form; null for any. @param {string} value */
function difficulty(value) {
  return value ? /** @type {NonNullable<AskedTerms["difficulty"]>} */ (Number(value)) : null;
}

/** Show the choices of format, call time, winners, take-backs, safe play, a winnable deal and its difficulty. `usual` are the
 * terms that hold where `terms` says nothing. The ids of the fields are the names of the terms after `id`. `alone`: each
 * contestant plays in a room of their own, so there are no formats and no winnable deals to choose.
 * @param {{id: string, game: Game, terms: AskedTerms, usual: AskedTerms, alone?: boolean,
 *   agree: (terms: AskedTerms) => void}} props */
export function RaceTerms({ id, game, terms, usual, alone = false, agree }) {
  const format = /** @type {AskedTerms["format"]} */ (terms.format ?? usual.format ?? game["format"]);
  const called = format === "caller" && !alone;
  const grids = terms.show_grids ?? usual.show_grids ?? "end";
  const seconds = (terms.call_ms ?? game.call_ms ?? 0) / 1000;
  const call = (/** @type {string} */ text) =>
    agree({ ...terms, format, call_ms: text ? Math.round(Number(text) * 1000) : null });
  return html`
    ${!alone && html`<${Choice} id=${`${id}format`} label=${_("Format of the race")} value=${format}
      ways=${game["formats"].map((each) => [each, FORMATS[each] ?? each])}
      choose=${(/** @type {AskedTerms["format"]} */ value) => agree({ take_back: called || value === "caller" ? null : terms.take_back, safe_play: terms.safe_play, winnable: terms.winnable, difficulty: terms.difficulty, format: value })} />`}
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
    ${!alone && html`<${WinnableDeal} id=${id} game=${game} terms=${terms} agree=${agree} />`}`;
}

/** Show the choice of a winnable deal and its difficulty; nothing if the game has no winnable deals.
 * @param {{id: string, game: Game, terms: AskedTerms, agree: (terms: AskedTerms) => void}} props */
export function WinnableDeal({ id, game, terms, agree }) {
  if (!game["winnable"]) return null;
  return html`<${Tick} id=${`${id}winnable`} on=${Boolean(terms.winnable)}
      words=${_("A deal that the solver has won")}
      set=${(/** @type {boolean} */ winnable) => agree({ ...terms, winnable, difficulty: null })} />
    ${Boolean(terms.winnable) && game["difficulties"].length > 0 && html`<${Choice} id=${`${id}difficulty`} label=${_("Difficulty")}
      value=${difficultyOf(terms) ?? ""} ways=${[["", _("any")], ...game["difficulties"].map((each) => [each, DIFFICULTIES[each]])]}
      choose=${(/** @type {string} */ value) => agree({ ...terms, winnable: true, difficulty: difficulty(value) })} />`}`;
}

/** Show the choice of the bell. `bell`: milliseconds; 0 for the usual. `called`: cards are called.
 * @param {{game: Game, bell: number, ring: (ms: number) => void, called: boolean}} props */
export function BellChoice({ game, bell, ring, called }) {
  const usual = called ? _("as long as the calls take") : clockTime(game["bell_ms"]);
  const other = bell !== 0 && !BELLS.includes(bell / MINUTE_MS); // of a race that another client opened
  return html`<div class="field"><label for="bell">${_("Time limit")}</label>
    <select id="bell" onChange=${(/** @type {FieldEvent} */ e) => ring(Number(e.target.value))}>
      <option value="0" selected=${bell === 0}>${_("{value} (default)", { value: usual })}</option>
      ${BELLS.map((minutes) => html`<option key=${minutes} value=${minutes * MINUTE_MS}
        selected=${bell === minutes * MINUTE_MS}>${_("{n} minutes", { n: minutes })}</option>`)}
      ${other && html`<option value=${bell} selected>${clockTime(bell)}</option>`}</select></div>`;
}
