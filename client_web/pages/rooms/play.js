// The page /play: play alone. The server deals and checks every move, as in any race.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { Refusal } from "../../net/connection.js";
import { newNonce } from "../../net/tokens.js";
import { useObservable } from "../../state/observable.js";
import { storedGameOptions } from "../../state/preferences.js";
import { openRoom, RoomClient } from "../../net/room_client.js";
import { useCatalogue } from "../../net/server_queries.js";
import { Problem, useAction } from "../../components/action_button.js";
import { GameOptions } from "../../components/game_option_fields.js";
import { Room } from "../../components/rooms/room.js";
import { NoGame } from "../../components/no_game.js";
import { Title } from "../../components/page_frame.js";
import { gameSummary } from "../../messages/games.js";
import { gameOf } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../components/game_option_fields.js").Chosen} Chosen */

/** The name of the seat if the player has no name, or one that belongs to somebody else's
 * account. */
const NOBODY = _("Alone");
const OF_THE_NAME = new Set(["bad_name", "name_claimed"]);
const FAMILIES = [
  ["sprint", _("Sprints"), _("A few minutes each.")],
  ["great", _("The five great games"), _("Twenty minutes to an hour and more: the games of the crowns.")],
  ["long", _("Long games"), _("Old patiences that ask for some time.")],
  ["score", _("For points"), _("You always come to the end; the points tell how well.")],
  ["no_choice", _("Without choice"), _("The cards decide: for company, not for a contest.")],
];

/** Show a game played alone, or the list of games. @param {{params: string[]}} props */
export default function Play({ params: [text = ""] }) {
  const catalogue = useCatalogue();
  if (catalogue === undefined) return html`<${Title} text=${_("Play alone")} />`;
  if (!text) return html`<${List} games=${catalogue.games} />`;
  const game = gameOf(catalogue, text);
  return game ? html`<${SoloGame} game=${game} longest=${catalogue.limits.longest_bell_ms} />` : html`<${NoGame} name=${text} under="/play" />`;
}

/** Show the list of games, and which of them the player has begun.
 * @param {{games: Game[]}} props */
function List({ games }) {
  const app = useApp();
  const begun = (/** @type {Game} */ game) => app.storage.get(`alone/${game.slug}`) !== null;
  return html`<${Title} text=${_("Play alone")} />
    <p>${_("A fresh deal of any game, without a bell. Moves may be taken back.")}</p>
    ${FAMILIES.map(([family, title, hint]) => html`<section key=${family}>
      <h2>${title}</h2><p class="quiet">${hint}</p>
      <ul class="card-list">${games.filter((game) => game["family"] === family).map((game) => html`
        <li key=${game.slug}><a href=${`/play/${game.slug.replaceAll("_", "-")}`}><strong>${game.title}</strong>
          ${gameSummary(game)}${begun(game) ? html`<br /><b>${_("unfinished: go on")}</b>` : ""}</a></li>`)}</ul>
    </section>`)}`;
}

/** Show the unfinished deal of a game, or make a new one. `longest`: the bell in milliseconds.
 * @param {{game: Game, longest: number}} props */
function SoloGame({ game, longest }) {
  const app = useApp();
  const action = useAction();
  const [options, choose] = useState(() => storedGameOptions(app.storage, game));
  const [client, sit] = useState(/** @type {RoomClient | null} */ (null));
  const kept = /** @type {const} */ (`alone/${game.slug}`);
  const deal = (/** @type {Chosen} */ chosen) => action.act(async () => {
    const asked = (/** @type {string} */ name) => openRoom(app, (token) => ({
      type: "play_alone", game: game.slug, options: chosen, terms: { take_back: "practice" }, bell_ms: longest, name, token,
      nonce: newNonce(), legal: true,
    }));
    const name = app.me.value?.name ?? app.storage.get("name");
    const code = await asked(name ?? NOBODY).catch((error) => {
      if (!(error instanceof Refusal && OF_THE_NAME.has(error.code))) throw error;
      return asked(NOBODY);
    });
    app.storage.set(kept, code);
    choose(chosen);
    sit(new RoomClient(app, code));
  });
  useEffect(() => {
    const code = app.storage.get(kept);
    if (typeof code === "string" && app.storage.get(`seat/${code}`) !== null) sit(new RoomClient(app, code));
    else void deal(options);
  }, []);
  useEffect(() => {
    if (client === null) return undefined;
    void client.resume();
    return () => client.close();
  }, [client]);
  if (client === null) {
    return html`<${Title} text=${game.title} /><${Problem} action=${action} />
      ${action.problem && html`<p class="buttons"><button class="first" onClick=${() => deal(options)}>${_("Try again")}</button></p>`}`;
  }
  const again = async (/** @type {Chosen} */ chosen) => {
    await client.leave();
    app.storage.remove(kept);
    await deal(chosen);
  };
  return html`<${DealtGame} key=${client.code} client=${client} game=${game} kept=${kept} options=${options} again=${again} />
    <${Problem} action=${action} />`;
}

/** Show one deal. `kept` is the storage name of its room's code; `again` gives it up and makes a
 * new deal with other options.
 * @param {{client: RoomClient, game: Game, kept: `alone/${string}`, options: Chosen, again: (chosen: Chosen) => void}} props */
function DealtGame({ client, game, kept, options, again }) {
  const app = useApp();
  const state = useObservable(client.state);
  const shut = useObservable(client.refusal);
  useEffect(() => void Promise.all([app.loadStyles("race"), app.loadStyles("pages")]).catch(() => undefined), []);
  const status = state?.room.race.status;
  useEffect(() => {
    if (status === "over" || shut) app.storage.remove(kept);
  }, [status, shut]);
  if (shut) {
    return html`<${Title} text=${game.title} /><p>${_("{message} This deal is gone.", { message: shut.message })}</p>
      <p class="buttons"><button class="first" onClick=${() => again(options)}>${_("New deal")}</button>
        <a class="button" href="/play">${_("Another game")}</a></p>`;
  }
  const chosen = /** @type {Chosen} */ (state?.room.race.options ?? options);
  return html`<${Room} client=${client} bell=${false} again=${() => again(chosen)} />
    ${status === "running" && html`<${Deals} game=${game} chosen=${chosen} again=${again} />`}`;
}

/** Show the form that gives this deal up and makes another, with the same or other options.
 * @param {{game: Game, chosen: Chosen, again: (chosen: Chosen) => void}} props */
function Deals({ game, chosen, again }) {
  const [wished, wish] = useState(chosen);
  const other = game["options"].some(({ name, default: usual }) =>
    (wished[name] ?? usual) !== (chosen[name] ?? usual));
  return html`<details class="panel deals"><summary>${_("New deal, options")}</summary>
    <${GameOptions} game=${game} chosen=${wished} choose=${wish} />
    <p class="redeal" role="status">${other ? _("Changing this causes redeal.") : ""}</p>
    <p>${_("A new deal gives this one up.")}</p>
    <div class="buttons"><button class="first" onClick=${() => again(wished)}>${_("New deal")}</button>
      <a class="button" href=${`/rules/${game.slug}`}>${_("Rules")}</a></div></details>`;
}
