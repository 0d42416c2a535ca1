// The page /host: open a room for a race, with the game, its options, the terms and the room's
// settings.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { storedGameOptions } from "../../state/preferences.js";
import { openRoom } from "../../net/room_client.js";
import { useCatalogue } from "../../net/server_queries.js";
import { LogIn } from "../../components/accounts/account_forms.js";
import { Problem, useAction } from "../../components/action_button.js";
import { LONGEST_NAME, nameProblem } from "../../components/form.js";
import { USUAL_SETTINGS } from "../../messages/races.js";
import { RaceForm } from "../../components/rooms/race_form.js";
import { SettingsFields } from "../../components/rooms/room_settings.js";
import { Title } from "../../components/page_frame.js";
import { FIRST_GAME, gameOf, racedGames, tableGameOf } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../state/catalogue").TableGame} TableGame */
/** @typedef {import("../../net/protocol").ChosenRace} ChosenRace */
/** @typedef {import("../../net/protocol").Settings} Settings */

export default function Host() {
  const catalogue = useCatalogue();
  const asked = new URLSearchParams(location.search).get("game") ?? FIRST_GAME;
  const [slug, pick] = useState(asked);
  const app = useApp();
  const [name, type] = useState(() => String(app.storage.get("name") ?? ""));
  const [settings, keep] = useState(/** @type {Settings} */ (USUAL_SETTINGS));
  const [aside, stand] = useState(false);
  if (catalogue === undefined) return html`<${Title} text=${_("Host a race")} />`;
  const known = gameOf(catalogue, slug);
  const game = known ?? gameOf(catalogue, FIRST_GAME);
  const table = game ? tableGameOf(catalogue, game.slug) : null;
  return html`<${Title} text=${_("Host a race")} />
    ${!known && html`<p class="problem" role="alert">${_("There is no game “{slug}” here; choose one.", {
      slug,
    })}</p>`}
    <${Plan} key=${game?.slug} game=${game} table=${table} games=${racedGames(catalogue)} pick=${pick}
      room=${{ name, type, settings, keep, aside, stand }} />`;
}

/**
 * The choices that stay when another game is chosen, each with the function that changes it.
 * @typedef {Object} Around
 * @property {string} name
 * @property {(name: string) => void} type
 * @property {Settings} settings
 * @property {(settings: Settings) => void} keep
 * @property {boolean} aside
 * @property {(aside: boolean) => void} stand
 */

/** Show the form. Another game gets a new form, with its own options and terms.
 * @param {{game: Game, table: TableGame | null, games: Game[], pick: (slug: string) => void, room: Around}} props
 *   `table`: the game, if its contestants share a table */
function Plan({ game, table, games, pick, room: { name, type, settings, keep, aside, stand } }) {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const [wrong, tell] = useState("");
  const [asked, ask] = useState(""); // the name in the last request

  const submit = (/** @type {ChosenRace} */ race) => {
    const plain = me ? me.name : name.trim().replace(/\s+/g, " ");
    const problem = nameProblem(plain);
    tell(problem);
    if (problem) return document.getElementById("name")?.focus();
    ask(plain);
    return action.act(async () => {
      const code = await openRoom(app, (token) => ({
        ...race, type: "create", aside,
        settings: table ? { ...settings, size: Math.min(settings.size, table.most_seats) } : settings,
        name: plain, token, legal: true,
      }));
      if (!me) app.storage.set("name", plain);
      app.go(`/j/${code}`);
    });
  };
  const nameField = !me && html`<div class="field"><label for="name">${_("Your name")}</label>
      <input id="name" name="name" value=${name} maxlength=${LONGEST_NAME} autocomplete="nickname"
        aria-invalid=${wrong ? "true" : undefined} aria-describedby="name-problem"
        onInput=${(/** @type {FieldEvent} */ e) => type(e.target.value)} />
      <p class="problem" id="name-problem" role="alert">${wrong}</p></div>`;
  const first = { options: { ...table?.host_options, ...storedGameOptions(app.storage, game) } };
  return html`<${RaceForm} game=${game} games=${games} pick=${pick} first=${first} submit=${submit} words=${_("Open the room")}
      busy=${action.busy} problem=${!(me && action.code === "name_claimed") && html`<${Problem} action=${action} />`} above=${nameField}>
    <details class="panel"><summary>${_("How the room is kept")}</summary>
      <${SettingsFields} settings=${settings} change=${(/** @type {Partial<Settings>} */ changed) =>
        keep({ ...settings, ...changed })} without=${["locked"]} />
      <label class="tick"><input type="checkbox" checked=${aside} onChange=${() => stand(!aside)} />
        ${_("I host without racing")}</label></details>
  <//>
  ${!me && action.code === "name_claimed" && html`<${LogIn} key=${asked} name=${asked} />`}`;
}
