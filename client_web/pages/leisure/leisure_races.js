// The page /leisure: the player's leisure races, those in which it is their turn first, and the way to
// make one.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useLeisureNews } from "../../net/leisure_client.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { useObservable } from "../../state/observable.js";
import { Title } from "../../components/page_frame.js";
import { LeisureRows } from "../../components/leisure_rows.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").LeisureEntry} LeisureEntry */

export default function LeisureRaces() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const { answer, refusal, again } = useAnswer(me === null ? null : { type: "list_leisure_races" }, me?.name);
  useLeisureNews(again);
  const races = /** @type {LeisureEntry[]} */ (me === null ? [] : (answer?.races ?? []));
  const order = (/** @type {LeisureEntry} */ each) => (each.your_turn ? 0 : each.is_news ? 1 : 2);
  const sorted = [...races].sort((a, b) => order(a) - order(b));
  const guest = app.storage.names("leisure-guest/");
  return html`<${Title} text=${_("Leisure races")} />
    <p>${_(
      "The same deals for a circle of friends, within hours or days. Each plays them alone, when they like, and once. " +
      "Nothing is told of the others until all have played or the time is over; then there is a table.",
    )}</p>
    ${me === null
      ? html`<p class="panel">${_("To make one,")} ${" "}<a href="/me">${_("choose your name")}</a> ${_(
        "first. To take part, a link is enough.",
      )}</p>`
      : html`<div class="buttons"><a class="button first" href="/leisure/new">${_("Make one")}</a></div>`}
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${me !== null && answer && !races.length && html`<p class="quiet">${_("You take part in none.")}</p>`}
    <${LeisureRows} races=${sorted} catalogue=${catalogue} />
    ${me === null && guest.length > 0 && html`<section aria-labelledby="as-guest"><h2 id="as-guest">${_(
      "Where you take part as a guest",
    )}</h2><ul class="rows">${guest.map((code) => html`<li key=${code}><a href=${`/l/${code}`}>
      <strong>${`${code.slice(0, 3)}-${code.slice(3)}`}</strong></a></li>`)}</ul></section>`}`;
}
