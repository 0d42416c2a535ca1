// A list of the player's leisure races, each with a link to its page.

import { html } from "../vendor/preact.js";
import { titleOf } from "../messages/games.js";
import { leisureStatus, progressInRace } from "../messages/leisure_races.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../net/protocol").LeisureEntry} LeisureEntry */
/** @typedef {import("../state/catalogue").Catalogue} Catalogue */

/** Show leisure races in the given order; nothing if there are none.
 * @param {{races: LeisureEntry[], catalogue: Catalogue | undefined}} props */
export function LeisureRows({ races, catalogue }) {
  if (!races.length) return null;
  return html`<ul class="rows">${races.map((race) => html`<li key=${race.code}><a href=${`/l/${race.code}`}>
    <strong>${race.title}</strong>
    <span>${gameNames(catalogue, race)}, ${leisureStatus(race)}</span>
    <span>${wordOf(race)}</span></a></li>`)}</ul>`;
}

/** Return the names of the games of a leisure race. @param {Catalogue | undefined} catalogue @param {LeisureEntry} race */
function gameNames(catalogue, race) {
  return [...new Set(race.games ?? [race.game])].map((slug) => titleOf(catalogue, slug)).join(", ");
}

/** Return what the player can do in a leisure race, or how far they are. @param {LeisureEntry} race */
function wordOf(race) {
  if (race.your_turn) return _("it is your turn");
  return race.is_news ? _("new: see the table") : progressInRace(race);
}
