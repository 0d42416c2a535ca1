// The form in which the host of a room chooses the game and the terms of the next race, after a race.

import { html, useState } from "../../vendor/preact.js";
import { useCatalogue } from "../../net/server_queries.js";
import { gameOf, racedGames, tableGameOf } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";
import { useAction } from "../action_button.js";
import { RaceForm } from "./race_form.js";

/** @typedef {import("../../net/protocol").AskedTerms} AskedTerms */
/** @typedef {import("../../net/protocol").ChosenRace} ChosenRace */
/** @typedef {import("../../net/protocol").RaceInfo} RaceInfo */
/** @typedef {import("../../net/protocol").Terms} Terms */

/** Show the form. It begins with the choices of `last`, the last race; another game begins with its usual
 * ones. The page of the room shows why the server refuses a race.
 * @param {{client: import("../../net/room_client.js").RoomClient, last: RaceInfo}} props */
export function NextRaceForm({ client, last }) {
  const catalogue = useCatalogue();
  const [slug, pick] = useState(last.game);
  const action = useAction();
  const game = catalogue && gameOf(catalogue, slug);
  if (!catalogue || !game) return null;
  const first = slug === last.game
    ? { options: last.options, terms: askedTerms(last.terms), bell_ms: last.bell_ms }
    : { options: tableGameOf(catalogue, slug)?.host_options ?? {} };
  return html`<${RaceForm} key=${slug} game=${game} games=${racedGames(catalogue)} pick=${pick} first=${first}
    submit=${(/** @type {ChosenRace} */ race) => action.act(() => client.rematch(race))}
    words=${_("Open the race")} busy=${action.busy} />`;
}

/** Return the terms of a race as a host asks for them.
 * @param {Terms} terms @returns {AskedTerms} */
function askedTerms({ winnable, ...terms }) {
  return { ...terms, winnable: Boolean(winnable), difficulty: winnable?.difficulty ?? null };
}
