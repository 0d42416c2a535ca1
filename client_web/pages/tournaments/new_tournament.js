// The page /tournaments/new: make the draft of a tournament, from a template or an empty form.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useCatalogue } from "../../net/server_queries.js";
import { FIRST_GAME } from "../../state/game_catalogue.js";
import { PlanForm } from "../../components/tournaments/plan_form.js";
import { Title } from "../../components/page_frame.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").TournamentTemplate} TournamentTemplate */

export default function NewTournament() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const [from, take] = useState(/** @type {TournamentTemplate | null} */ (null));
  const [named, name] = useState("");
  const title = html`<${Title} text=${_("Draft a tournament")} />`;
  if (me === null) {
    return html`${title}<p>${_("Who organises a tournament has an account.")}
      ${" "}<a href="/me">${_("Claim your name")}</a></p>`;
  }
  if (catalogue === undefined) return title;
  const plan = { ...(from?.plan ?? { format: "series", rounds: [FIRST_GAME] }), title: named };
  const send = async (/** @type {import("../../net/protocol").AskedTournamentPlan} */ given) => {
    const made = await app.connection.ask({ type: "new_tournament", plan: given });
    app.go(`/t/${made.code}`);
  };
  return html`${title}
    <p>${_("Nobody sees a draft. You can change it until you open it, and then people enter.")}</p>
    <ul class="card-list templates">${catalogue.tournaments.templates.map((each) => html`<li key=${each.name}>
      <button type="button" aria-pressed=${from === each} onClick=${() => take(each)}>${each.about}</button></li>`)}</ul>
    <${PlanForm} key=${from?.name} catalogue=${catalogue} plan=${plan} words=${_("Make the draft")} send=${send} named=${name} />`;
}
