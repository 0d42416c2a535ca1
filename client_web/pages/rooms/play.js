// The page /play: play alone. The server deals and checks every move, as in any race.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { newNonce } from "../../net/tokens.js";
import { useObservable } from "../../state/observable.js";
import { storedGameOptions } from "../../state/preferences.js";
import { useCatalogue } from "../../net/server_queries.js";
import { Problem } from "../../components/action_button.js";
import { unfinished, useAloneSeat } from "../../components/rooms/alone_seat.js";
import { recordNote } from "../../components/rooms/alone_record.js";
import { GameOptions } from "../../components/game_option_fields.js";
import { Room } from "../../components/rooms/room.js";
import { WinnableDeal } from "../../components/race_term_fields.js";
import { NoGame } from "../../components/no_game.js";
import { Title } from "../../components/page_frame.js";
import { GameCard } from "../../components/game_card.js";
import { aloneResults } from "../../state/alone_results.js";
import { gameOf, isTableGame } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../components/game_option_fields.js").Chosen} Chosen */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {import("../../net/protocol").AskedTerms} AskedTerms */
/** @typedef {(chosen: Chosen, wanted: AskedTerms) => void} Again */

const FAMILIES = [
  ["great", _("The five great games"), _("Twenty minutes to an hour and more: the games of the crowns.")],
  ["sprint", _("Sprints"), _("A few minutes each.")],
  ["long", _("Long games"), _("Old patiences that ask for some time.")],
  ["score", _("For points"), _("You always come to the end; the points tell how well.")],
  ["no_choice", _("Without choice"), _("The cards decide: for company, not for a contest.")],
];

/** Show a game played alone, or the list of games. @param {{params: string[]}} props */
export default function Play({ params: [text = ""] }) {
  const catalogue = useCatalogue();
  if (catalogue === undefined) return html`<${Title} text=${_("Play alone")} />`;
  if (!text) return html`<${List} games=${catalogue.games} great=${catalogue.great_games} />`;
  const game = gameOf(catalogue, text);
  if (game && isTableGame(game)) return html`<${AtTable} game=${game} />`;
  return game ? html`<${SoloGame} game=${game} longest=${catalogue.limits.longest_bell_ms} />` : html`<${NoGame} name=${text} under="/play" />`;
}

/** Go to the page on which a game that needs rivals is played against the computer.
 * @param {{game: Game}} props */
function AtTable({ game }) {
  const app = useApp();
  const path = `/against?game=${game.slug}`;
  useEffect(() => app.go(path, { replace: true }), []);
  return html`<${Title} text=${game.title} /><p><a class="button" href=${path}>${_("Play against the computer")}</a></p>`;
}

/** Show the list of games, and which of them the player has begun. `great` are the slugs of the five
 * great games in the order of their book.
 * @param {{games: Game[], great: string[]}} props */
function List({ games, great }) {
  const app = useApp();
  const inOrder = [...games].sort((a, b) => great.indexOf(a.slug) - great.indexOf(b.slug));
  const begun = (/** @type {Game} */ game) => app.storage.get(`alone/${game.slug}`) !== null;
  return html`<${Title} text=${_("Play alone")} />
    <p>${_("A fresh deal of any game, without a time limit. Moves may be taken back.")}</p>
    ${FAMILIES.map(([family, title, hint]) => html`<section key=${family}>
      <h2>${title}</h2><p class="quiet">${hint}</p>
      <ul class="card-list game-cards">${inOrder.filter((game) => game["family"] === family).map((game) => html`
        <li key=${game.slug}><${GameCard} game=${game} to=${`/play/${game.slug.replaceAll("_", "-")}`}
          note=${begun(game) ? _("unfinished: go on") : recordNote(aloneResults(app.storage, game.slug))} /></li>`)}</ul>
    </section>`)}`;
}

/** Show the unfinished deal of a game, or make a new one. `longest`: the bell in milliseconds.
 * @param {{game: Game, longest: number}} props */
function SoloGame({ game, longest }) {
  const app = useApp();
  const [options, choose] = useState(() => storedGameOptions(app.storage, game));
  const kept = /** @type {const} */ (`alone/${game.slug}`);
  const { client, action, begin, giveUp } = useAloneSeat(kept);
  const deal = async (/** @type {Chosen} */ chosen, /** @type {AskedTerms} */ wanted = {}) => {
    choose(chosen);
    await begin((name, token) => ({
      type: "play_alone", game: game.slug, options: chosen, terms: { ...wanted, take_back: "practice" }, bell_ms: longest,
      name, token, nonce: newNonce(), legal: true,
    }));
  };
  useEffect(() => {
    if (unfinished(app.storage, kept) === null) void deal(options);
  }, []);
  if (client === null) {
    return html`<${Title} text=${game.title} /><${Problem} action=${action} />
      ${action.problem && html`<p class="buttons"><button class="first" onClick=${() => deal(options)}>${_("Try again")}</button></p>`}`;
  }
  const again = async (/** @type {Chosen} */ chosen, /** @type {AskedTerms} */ wanted) => {
    await giveUp();
    await deal(chosen, wanted);
  };
  return html`<${DealtGame} key=${client.code} client=${client} game=${game} options=${options} again=${again} />
    <${Problem} action=${action} />`;
}

/** Show one deal. `again` gives the deal up and makes a new one with the given options and terms.
 * @param {{client: RoomClient, game: Game, options: Chosen, again: Again}} props */
function DealtGame({ client, game, options, again }) {
  const state = useObservable(client.state);
  const shut = useObservable(client.refusal);
  const status = state?.room.race.status;
  if (shut) {
    return html`<${Title} text=${game.title} /><p>${_("{message} This deal is gone.", { message: shut.message })}</p>
      <p class="buttons"><button class="first" onClick=${() => again(options, {})}>${_("New deal")}</button>
        <a class="button" href="/play">${_("Another game")}</a></p>`;
  }
  const chosen = /** @type {Chosen} */ (state?.room.race.options ?? options);
  const winnable = state?.room.race.terms.winnable;
  const wanted = winnable ? { winnable: true, difficulty: winnable.difficulty } : {};
  return html`<${Room} client=${client} bell=${false} again=${() => again(chosen, wanted)} counts=${true} />
    ${status === "running" && html`<${Deals} game=${game} chosen=${chosen} terms=${wanted} again=${again} />`}`;
}

/** Show the form that gives this deal up and makes another, with the same or other options and terms.
 * @param {{game: Game, chosen: Chosen, terms: AskedTerms, again: Again}} props */
function Deals({ game, chosen, terms, again }) {
  const [wished, wish] = useState(chosen);
  const [wanted, want] = useState(terms);
  const other = game["options"].some(({ name, default: usual }) =>
    (wished[name] ?? usual) !== (chosen[name] ?? usual));
  return html`<details class="panel deals"><summary>${_("New deal, options")}</summary>
    <${GameOptions} game=${game} chosen=${wished} choose=${wish} />
    <${WinnableDeal} id="next-" game=${game} terms=${wanted} agree=${want} />
    <p class="redeal" role="status">${other ? _("Changing this causes redeal.") : ""}</p>
    <p>${_("A new deal gives this one up.")}</p>
    <div class="buttons"><button class="first" onClick=${() => again(wished, wanted)}>${_("New deal")}</button></div></details>`;
}
