// The page /rivals: everybody the player has raced, and the races of any two people against each
// other.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { Form, LONGEST_NAME, nameProblem, onlyProblems } from "../../components/form.js";
import { Streaks, HeadToHead } from "../../components/leaderboards/rivals.js";
import { RacedTogether } from "../../components/leaderboards/together.js";
import { runWords, tallyWords } from "../../messages/rivals.js";
import { Title } from "../../components/page_frame.js";
import { ago } from "../../messages/formatting.js";
import { Pages } from "./history.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Rival} Rival */
/** @typedef {{one: string | null, other: string}} Pair two people;
 *   `one` is null for the player */

const COUNT = 20;

export default function Rivals() {
  const app = useApp();
  const me = useObservable(app.me);
  const [pair, open] = useState(/** @type {Pair | null} */ (null));
  return html`<${Title} text=${_("Rivals")} />
    <p>${_("Won and lost against each, and how the latest went.")}</p>
    ${pair && html`<${HeadToHeadPanel} pair=${pair} close=${() => open(null)} />`}
    ${me ? html`<${List} open=${(/** @type {string} */ other) => open({ one: null, other })} />`
      : html`<p class="notice">${_("Rivals know each other by their accounts:")} ${" "}
        <a href="/me">${_("claim your name")}</a> ${_("first.")}</p>`}
    ${me && html`<${WithThese} />`}
    <${AnyTwo} me=${me?.name ?? ""} open=${open} />`;
}

/** Show the races of two people against each other, and the streaks of the second.
 * @param {{pair: Pair, close: () => void}} props */
function HeadToHeadPanel({ pair, close }) {
  const me = useObservable(useApp().me);
  const catalogue = useCatalogue();
  const one = pair.one ?? _("You");
  return html`<section class="panel" aria-labelledby="book">
    <h2 id="book">${_("{one} and {other}", { one, other: pair.other })}</h2>
    <${HeadToHead} catalogue=${catalogue} one=${pair.one} other=${pair.other} mine=${me?.name ?? ""} />
    <${Streaks} key=${pair.other} catalogue=${catalogue} name=${pair.other} mine=${false} />
    <div class="buttons"><button onClick=${close}>${_("Close the book")}</button></div>
  </section>`;
}

/** Show the player's rivals, page by page. @param {{open: (name: string) => void}} props */
function List({ open }) {
  const me = useObservable(useApp().me);
  const [offset, turn] = useState(0);
  const request = /** @type {const} */ ({ type: "get_rivals", offset, count: COUNT });
  const { answer, refusal } = useAnswer(request, `${me?.name} ${offset}`);
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (answer === undefined) return html`<p class="quiet">${_("Asking…")}</p>`;
  if (!answer.total) return html`<p>${_("You have raced nobody who has an account.")}</p>`;
  return html`<ul class="people">${answer.rivals.map((/** @type {Rival} */ rival, /** @type {number} */ at) => html`
      <li key=${rival.name ?? at}><${RivalOf} rival=${rival} open=${open} /></li>`)}</ul>
    <${Pages} offset=${offset} shown=${answer.rivals.length} total=${answer.total} turn=${turn} />`;
}

/** Show one rival. @param {{rival: Rival, open: (name: string) => void}} props */
function RivalOf({ rival, open }) {
  const { name, tally } = rival;
  const words = `${tallyWords(tally)}${runWords(_("you"), name ?? _("they"), tally)}; ${ago(rival.ago_ms)}`;
  return html`<span><strong>${name ?? _("(nobody any more)")}</strong>${rival.bot && ` ${_("(bot)")}`}
      <small> ${words}</small></span>
    ${name !== null && html`<span class="buttons"><button aria-label=${_("Game by game against {name}", { name })}
      onClick=${() => { open(name); scrollTo(0, 0); }}>${_("Game by game")}</button></span>`}`;
}

/** Show the form that asks for several names, and then what the player has raced together with them. */
function WithThese() {
  const catalogue = useCatalogue();
  const [names, open] = useState(/** @type {string[]} */ ([]));
  const fields = [{ name: "names", label: _("Their names, with commas"), plain: true }];
  const check = (/** @type {Record<string, string>} */ { names: typed = "" }) =>
    onlyProblems({ names: namesIn(typed).map(nameProblem).find(Boolean) ?? "" });
  const act = async (/** @type {Record<string, string>} */ { names: typed = "" }) => open(namesIn(typed));
  return html`<section><h2>${_("With these people")}</h2>
    <${Form} id="together" fields=${fields} verb=${_("Show our races")} first=${false} check=${check} act=${act} />
    ${names.length > 0 && html`<div role="status"><${RacedTogether} key=${names.join()} catalogue=${catalogue} names=${names} /></div>`}
  </section>`;
}

/** @param {string} typed */
function namesIn(typed) {
  return typed.split(",").map((name) => name.trim());
}

/** Show the form that asks for two names. `me` is the name of the player's account, or empty.
 * @param {{me: string, open: (pair: Pair) => void}} props */
function AnyTwo({ me, open }) {
  const fields = [
    { name: "one", label: _("One of them"), value: me, plain: true, most: LONGEST_NAME },
    { name: "other", label: _("The other"), plain: true, most: LONGEST_NAME },
  ];
  const check = (/** @type {Record<string, string>} */ { one = "", other = "" }) =>
    onlyProblems({ one: nameProblem(one), other: nameProblem(other) });
  const act = async (/** @type {Record<string, string>} */ { one = "", other = "" }) => {
    open({ one: one === me ? null : one, other });
    scrollTo(0, 0);
  };
  return html`<section><h2>${_("Any two")}</h2>
    <${Form} id="versus" fields=${fields} verb=${_("Open their book")} first=${false} check=${check} act=${act} />
  </section>`;
}
