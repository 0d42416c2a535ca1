// The page /daily: today's daily deals, the player's one try at each, and everybody's results; past daily
// deals, which everybody may play for practice.

import { html, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { ConnectionLost, Refusal } from "../net/connection.js";
import { newToken } from "../net/tokens.js";
import { useObservable } from "../state/observable.js";
import { useAnswer, useCatalogue } from "../net/server_queries.js";
import { useNow } from "../components/use_now.js";
import { Title } from "../components/page_frame.js";
import { gameOf } from "../state/game_catalogue.js";
import { titleOf } from "../messages/games.js";
import { resultWords } from "../messages/results.js";
import { waitTime, clockTime } from "../messages/formatting.js";
import { askForSeat } from "../net/room_client.js";
import { displayCode } from "../state/room_codes.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../net/protocol").DailyInfo} DailyInfo */
/** @typedef {import("../net/protocol").DailyResult} DailyResult */

const LOST = _("The line went down before the answer came; look whether your try has begun.");

export default function Daily() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const { answer, refusal, again } = useAnswer({ type: "list_dailies" }, me?.name);
  const [asked] = useState(() => ({ at: performance.now(), of: answer }));
  if (asked.of !== answer) Object.assign(asked, { at: performance.now(), of: answer });
  const since = useNow(answer !== undefined, 1_000) - asked.at;
  return html`<${Title} text=${_("Today's deals")} />
    <p>${_(
      "A sprint and a long game a day, the same for everybody; one try an account. A day begins at midnight " +
      "UTC.",
    )}</p>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${!me && html`<p class="notice">${_("A daily deal needs an account:")} ${" "}
      <a href="/me">${_("claim your name")}</a> ${_("first.")}</p>`}
    <div class="entrances">${(answer?.today ?? []).map((/** @type {DailyInfo} */ deal) => html`
      <${Deal} key=${deal.name} catalogue=${catalogue} deal=${deal} since=${since} again=${again} />`)}
    </div>
    ${answer && html`<${PastDeals} catalogue=${catalogue} deals=${answer.today} />`}
    ${answer && html`<${Tomorrow} catalogue=${catalogue} deals=${answer.tomorrow} />`}`;
}

/** Show one daily deal. `since` is the number of milliseconds since the server's answer arrived;
 * the times in `deal` are counted from then.
 * @param {{catalogue: Catalogue, deal: DailyInfo, since: number, again: () => void}} props */
function Deal({ catalogue, deal, since, again }) {
  const left = (/** @type {number} */ ms) => Math.max(0, ms - since);
  const state = deal.done ? _("You have had your try.") : deal.code === null ? "" : _("Your try has begun.");
  const until = deal.done ? _("Opened to all in {time}.", { time: waitTime(left(deal.told_in_ms)) })
    : _("Closes in {time}.", { time: waitTime(left(deal.closes_in_ms)) });
  return html`<section class="panel entrance" aria-labelledby=${deal.name}>
    <h2 id=${deal.name}>${deal.slot === "sprint" ? _("The sprint") : _("The long game")}:
      ${" "}${titleOf(catalogue, deal.game)}</h2>
    ${deal.winnable && html`<p>${_("The solver has won this deal.")}</p>`}
    <p>${_("Time limit {time}. {until} {state}", { time: clockTime(deal.bell_ms), until, state })}</p>
    <${Try} deal=${deal} closed=${left(deal.closes_in_ms) === 0} again=${again} />
    ${deal.done && html`<${Board} catalogue=${catalogue} deal=${deal} />`}
    <p><a href=${`/rules/${deal.game}`}>${_("Rules")}</a></p>
  </section>`;
}

/** Show the button that begins the try, or the way back to it.
 * @param {{deal: DailyInfo, closed: boolean, again: () => void}} props */
function Try({ deal, closed, again }) {
  const app = useApp();
  const me = useObservable(app.me);
  const [busy, setBusy] = useState(false);
  const [problem, tell] = useState("");
  if (deal.done) return null;
  if (deal.code !== null) {
    return html`<p><a class="button first" href=${`/j/${deal.code}`}>${_("Go on: {code}", {
      code: displayCode(deal.code),
    })}</a></p>`;
  }
  const begin = async () => {
    setBusy(true);
    tell("");
    try {
      const token = newToken();
      const request = /** @type {const} */ ({ type: "try_daily", name: deal.name, token, legal: true });
      const room = await askForSeat(app, request);
      app.storage.set(`seat/${room.code}`, token);
      app.go(`/j/${room.code}`);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionLost)) throw error;
      tell(error instanceof Refusal ? error.message : LOST);
      setBusy(false);
      again();
    }
  };
  if (!me) {
    return html`<p>${_(
      "The one try is an account's:",
    )} <a class="button" href="/me">${_("Claim your name")}</a></p>`;
  }
  return html`<p><button class="first" disabled=${busy || closed} onClick=${begin}>
      ${busy ? _("One moment…") : _("Begin your one try")}</button></p>
    ${closed && html`<p class="quiet">${_("This deal has closed;")} <button onClick=${again}>${_("look again")}</button>.</p>`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

/** Show the results of a deal, which a player may see after their own try.
 * @param {{catalogue: Catalogue, deal: DailyInfo}} props */
function Board({ catalogue, deal }) {
  const { answer, refusal } = useAnswer({ type: "get_daily_board", name: deal.name });
  if (refusal) return html`<p class="problem">${refusal.message}</p>`;
  if (answer === undefined) return null;
  const nobody = answer.closed ? _("Nobody has finished this deal.") : _("Nobody has finished it yet.");
  return html`
    ${answer.results.length ? html`<${Places} catalogue=${catalogue} deal=${deal} caption=${_("How everybody did")}
      rows=${answer.results} opened=${answer.closed} />` : html`<p>${nobody}</p>`}
    ${answer.bots.length > 0 && html`<${Places} catalogue=${catalogue} deal=${deal}
      caption=${_("Bots, among themselves")} rows=${answer.bots} opened=${answer.closed} />`}
    ${answer.closed && html`<p><a href=${`/deals/${deal.name}`}>${_("Everybody on this deal")}</a></p>`}
    ${answer.opened && html`<p><small>${_("Opened:")} <code>${answer.opened.secret}</code></small></p>`}`;
}

/** Show a table of results. `opened`: the deal is published, so there are records.
 * @param {{catalogue: Catalogue, deal: DailyInfo, caption: string, rows: DailyResult[], opened: boolean}} props */
function Places({ catalogue, deal, caption, rows, opened }) {
  const me = useObservable(useApp().me);
  const game = gameOf(catalogue, deal.game);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table>
    <caption>${caption}</caption>
    <tbody>${rows.map((row) => html`<tr key=${row.code} class=${row.name === me?.name ? "me" : ""}>
      <td class="number">${row.place}</td><th scope="row">${row.name}</th>
      <td>${resultWords(game, row.standing)}</td>
      ${opened && html`<td><a href=${`/r/${row.code}`}>${_("record")}</a></td>`}</tr>`)}</tbody>
  </table></div>`;
}

/** How many days back daily deals are offered. */
const PAST_DAYS = 3;

/** Return the name of the daily deal that had the slot of `name` so many days before.
 * @param {string} name such as `daily-2026-11-21-sprint` @param {number} days */
export function nameBefore(name, days) {
  return name.replace(/\d{4}-\d{2}-\d{2}/, (day) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10));
}

/** Show the daily deals of the last days whose tries have all ended. Everybody, guests too, may play them for practice,
 * beside the progress of the best try.
 * @param {{catalogue: Catalogue, deals: DailyInfo[]}} props `deals` are those of today */
function PastDeals({ catalogue, deals }) {
  const names = Array.from({ length: PAST_DAYS }, (_, n) => deals.map((deal) => nameBefore(deal.name, n + 1))).flat();
  return html`<section class="past-deals"><h2>${_("Past deals")}</h2>
    <p>${_("Play one for practice, with no account: the same cards, and the best try's progress beside yours.")}</p>
    <ul class="card-list">${names.map((name) => html`<${PastDeal} key=${name} catalogue=${catalogue} name=${name} />`)}</ul></section>`;
}

/** Show a past daily deal with its best try; nothing while tries may still be under way, or if nobody played it.
 * @param {{catalogue: Catalogue, name: string}} props */
function PastDeal({ catalogue, name }) {
  const { answer: board } = useAnswer({ type: "get_daily_board", name });
  const best = board?.closed ? board.results[0] : undefined;
  const { answer: ghost } = useAnswer(best ? { type: "get_ghost", race: best.code, seat: 0 } : null);
  if (!best || !ghost) return null;
  const day = new Date(name.slice(6, 16)).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const result = resultWords(gameOf(catalogue, ghost.game), best.standing);
  return html`<li><strong>${titleOf(catalogue, ghost.game)}</strong> ${_("{day}. {name}: {result}.", { day, name: best.name, result })}
    ${" "}<a class="button" href=${`/g/${best.code}/0`}>${_("Play it")}</a>
    ${" "}<a class="button" href=${`/deals/${name}`}>${_("Everybody on this deal")}</a></li>`;
}

/** Show the commitments to tomorrow's deals.
 * @param {{catalogue: Catalogue, deals: DailyInfo[]}} props */
function Tomorrow({ catalogue, deals }) {
  if (!deals.length) return null;
  return html`<section><h2>${_("Tomorrow, sealed")}</h2>
    <p>${_(
      "The deals are drawn already, and nobody can change them: these fingerprints say so, and their secrets " +
      "are told when the last try has ended.",
    )} <code>patience verify</code> ${_("compares them.")}</p>
    <dl class="sealed">${deals.map((deal) => html`<div key=${deal.name}>
      <dt>${titleOf(catalogue, deal.game)}</dt><dd><code>${deal.commitment}</code></dd></div>`)}</dl>
  </section>`;
}
