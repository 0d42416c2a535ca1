// The page /against: play against the computer. It opens a room, seats computer players and starts.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { gamesAgainst, lastOpponents, raceTheComputer } from "../../net/quick_races.js";
import { useCatalogue } from "../../net/server_queries.js";
import { gameOf } from "../../state/game_catalogue.js";
import { useObservable } from "../../state/observable.js";
import { Problem, useAction } from "../../components/action_button.js";
import { Choice } from "../../components/fields.js";
import { LONGEST_NAME, nameProblem } from "../../components/form.js";
import { Title } from "../../components/page_frame.js";
import { PlayerFields } from "../../components/rooms/computer_players.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Game} Game */

const RIVALS = [1, 2, 3, 4, 5, 6, 7];

export default function Against() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const action = useAction();
  const last = lastOpponents(app.storage, catalogue);
  const [slug, pick] = useState(new URLSearchParams(location.search).get("game") ?? "");
  const [rivals, seat] = useState(last.rivals);
  const [player, choose] = useState(last.player);
  const [name, type] = useState(() => String(app.storage.get("name") ?? ""));
  const [wrong, tell] = useState("");
  const game = gameOf(catalogue, slug) ?? last.game;
  const deal = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const plain = me ? me.name : name.trim().replace(/\s+/g, " ");
    const problem = nameProblem(plain);
    tell(problem);
    if (problem || !game) return;
    if (!me) app.storage.set("name", plain);
    void action.act(async () => app.go(`/j/${await raceTheComputer(app, catalogue, game, { rivals, player }, plain)}`));
  };
  return html`<${Title} text=${_("Play against the computer")} />
    <p>${_("Computer players see only what a person in their place would see.")}</p>
    ${game && html`<form class="host-form" onSubmit=${deal} noValidate aria-busy=${action.busy}>
      ${!me && html`<div class="field"><label for="name">${_("Your name")}</label>
        <input id="name" value=${name} maxlength=${LONGEST_NAME} autocomplete="nickname" aria-invalid=${wrong ? "true" : undefined}
          aria-describedby="name-problem" onInput=${(/** @type {FieldEvent} */ e) => type(e.target.value)} />
        <p class="problem" id="name-problem" role="alert">${wrong}</p></div>`}
      <${Choice} id="game" label=${_("Game")} value=${game.slug} choose=${pick}
        ways=${gamesAgainst(catalogue).map((each) => [each.slug, each.title])} />
      <${Choice} id="rivals" label=${_("Computer players")} value=${rivals} choose=${(/** @type {string} */ n) => seat(Number(n))}
        ways=${RIVALS.map((n) => [n, String(n)])} />
      <${PlayerFields} id="rival-" player=${player} choose=${choose} />
      <div class="buttons"><button class="first" disabled=${action.busy}>${action.busy ? _("One moment…") : _("Deal the cards")}</button>
        <a class="button" href=${`/rules/${game.slug}`}>${_("Rules")}</a></div>
      <${Problem} action=${action} />
    </form>`}`;
}
