// The page /l/CODE: one leisure race. Before it is told it shows who takes part and the player's own
// tries; then the table with the records of all tries.

import { html } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { asLeisureGuest, joinLeisureRace, useLeisureNews } from "../../net/leisure_client.js";
import { useReachableOrigin } from "../../net/reach.js";
import { askForSeat } from "../../net/room_client.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { newToken } from "../../net/tokens.js";
import { goToSeat } from "../../net/tournament_client.js";
import { gameOf } from "../../state/game_catalogue.js";
import { useObservable } from "../../state/observable.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { ConfirmButton, Problem, useAction } from "../../components/action_button.js";
import { InviteFriends } from "../../components/leisure_invitation.js";
import { Form, LONGEST_NAME, nameProblem, onlyProblems } from "../../components/form.js";
import { LinkPanel } from "../../components/link_panel.js";
import { Title } from "../../components/page_frame.js";
import { clockTime } from "../../messages/formatting.js";
import { titleOf, unusualOptions } from "../../messages/games.js";
import { contestantName, dealOf, dealWords, leisureStatus, matchpointsWords, tryWords } from "../../messages/leisure_races.js";
import { TAKE_BACKS } from "../../messages/races.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").LeisureRace} LeisureRace */
/** @typedef {import("../../net/protocol").LeisureResult} LeisureResult */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {{race: LeisureRace, catalogue: Catalogue | undefined, again: () => void}} Props */

/** Show the leisure race of the address. @param {{params: string[]}} props */
export default function LeisureRacePage({ params: [typed = ""] }) {
  const code = parseCode(typed);
  if (code !== null) return html`<${Known} code=${code} />`;
  return html`<${Title} text=${_("No such leisure race")} />
    <p>${_("{typed} is no code: one has six letters and digits, such as KQ7-4TX.", { typed })}</p>
    <a class="button first" href="/leisure">${_("Leisure races")}</a>`;
}

/** Ask for a leisure race and show it. @param {{code: string}} props */
function Known({ code }) {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const request = { type: /** @type {const} */ ("get_leisure_race"), code, ...asLeisureGuest(app, code) };
  const { answer, refusal, again } = useAnswer(request, me?.name);
  useLeisureNews(again);
  if (refusal) {
    return html`<${Title} text=${_("No such leisure race")} /><p>${refusal.message}</p>
      <a class="button first" href="/leisure">${_("Leisure races")}</a>`;
  }
  if (!answer) {
    return html`<${Title} text=${_("Leisure race {code}", { code: displayCode(code) })} />
      <p class="quiet">${_("Asking the server…")}</p>`;
  }
  const race = /** @type {LeisureRace} */ (answer);
  return html`
    <${Title} text=${race.title} />
    ${race.rounds
      ? html`<ol>${race.rounds.map((_each, n) => html`<li key=${n}><${DealTerms} race=${race} deal=${n + 1}
          catalogue=${catalogue} /></li>`)}</ol>`
      : html`<p><${DealTerms} race=${race} deal=${1} catalogue=${catalogue} /></p>`}
    <p>${ngettext("{n} deal", "{n} deals", race.deals)}, ${leisureStatus(race)}.</p>
    <${OwnPart} race=${race} catalogue=${catalogue} again=${again} />
    ${race.status === "told" ? html`<${Table} race=${race} catalogue=${catalogue} />` : html`<${Sealed} race=${race} />`}
    <${InviteFriends} race=${race} again=${again} />
    <p class="seal"><span class="quiet">${_("Committed to before the start:")} </span><code>${race.commitment}</code>
      ${race.opened && html`<br /><span class="quiet">${_("Opened now:")} </span><code>${race.opened.secret}</code>`}</p>
    <p><a href="/leisure">${_("Leisure races")}</a></p>`;
}

/** Show the game of a deal, its time limit, its rule about take-backs, and a link to the rules of the game.
 * @param {{race: LeisureRace, deal: number, catalogue: Catalogue | undefined}} props */
function DealTerms({ race, deal, catalogue }) {
  const { game: slug, options, terms, bell_ms: bell } = dealOf(race, deal);
  const game = gameOf(catalogue, slug);
  return html`${titleOf(catalogue, slug)}${game ? unusualOptions(game, options) : ""},
    ${" "}${_("time limit {time}", { time: clockTime(bell) })}, ${TAKE_BACKS[terms.take_back] ?? ""}.
    ${" "}<a href=${`/rules/${slug}`} aria-label=${_("Rules of {game}", { game: titleOf(catalogue, slug) })}>${_("Rules")}</a>`;
}

/** Show what the player can do: take part, play a deal, take part no more. @param {Props} props */
function OwnPart({ race, catalogue, again }) {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const mine = race.mine === null ? null : (race.contestants[race.mine] ?? null);
  const isOpen = race.status === "open";
  if (race.status === "told") return null;
  if (mine === null || race.has_quit) {
    if (race.status === "closed" || (mine === null && race.places_left === 0)) return null;
    if (me === null && mine === null) return html`<${JoinAsGuest} code=${race.code} again=${again} />`;
    const join = () => action.act(() => joinLeisureRace(app, race.code)).then(again);
    return html`<div class="panel"><div class="buttons"><button type="button" class="first" disabled=${action.busy}
      onClick=${join}>${_("Take part")}</button></div><${Problem} action=${action} /></div>`;
  }
  const play = (/** @type {number} */ deal) => action.act(async () => {
    const token = newToken();
    const guest = asLeisureGuest(app, race.code);
    const room = await askForSeat(app, { type: "play_leisure_deal", code: race.code, deal, token, legal: true, ...guest });
    goToSeat(app, { room: room.code, token, back: `/l/${race.code}` });
  });
  const quit = () => action
    .act(() => app.connection.ask({ type: "quit_leisure_race", code: race.code, ...asLeisureGuest(app, race.code) }))
    .then(again);
  const playing = mine.results.find((each) => each.is_playing);
  const resultOf = (/** @type {number} */ deal) => mine.results.find((each) => each.deal === deal);
  return html`<section class="panel" aria-labelledby="own"><h2 id="own">${_("Your deals")}</h2>
    ${Array.from({ length: race.deals }, (_each, n) => n + 1).map((deal) => html`<p key=${deal}>
      <${OwnDeal} deal=${deal} result=${resultOf(deal)} race=${race} catalogue=${catalogue} busy=${action.busy}
        play=${play} may=${isOpen && (!playing || playing.deal === deal)} /></p>`)}
    <${Problem} action=${action} />
    <div class="buttons"><${ConfirmButton} words=${_("Take part no more")} disabled=${action.busy}
      question=${_("Take part no more? What you have played counts.")} onSure=${quit} /></div>
  </section>`;
}

/** Show one deal of the player: how it ended, or the button that begins it or goes on with it.
 * @param {{deal: number, result: LeisureResult | undefined, race: LeisureRace, catalogue: Props["catalogue"],
 *   busy: boolean, may: boolean, play: (deal: number) => void}} props */
function OwnDeal({ deal, result, race, catalogue, busy, may, play }) {
  const { game } = dealOf(race, deal);
  const name = dealWords(catalogue, race, deal);
  if (result && !result.is_playing) return html`${name}: ${tryWords(gameOf(catalogue, game), result)}`;
  if (!may && !result) return html`<span class="quiet">${name}: ${_("not yet")}</span>`;
  const words = result ? _("Go on with deal {n}", { n: deal }) : _("Play deal {n}", { n: deal });
  return html`<button type="button" class="first" disabled=${busy} onClick=${() => play(deal)}>
    ${race.deals === 1 && !result ? _("Play it") : words}</button>
    ${" "}<small class="quiet">${race.rounds ? `${titleOf(catalogue, game)}, ` : ""}${_("once")}</small>`;
}

/** Show the form by which somebody without an account takes part. @param {{code: string, again: () => void}} props */
function JoinAsGuest({ code, again }) {
  const app = useApp();
  const fields = [{
    name: "name", label: _("Your name"), value: String(app.storage.get("name") ?? ""), complete: "nickname", most: LONGEST_NAME,
  }];
  const act = async (/** @type {Record<string, string>} */ { name = "" }) => {
    await joinLeisureRace(app, code, name);
    app.storage.set("name", name);
    again();
  };
  return html`<section class="panel" aria-label=${_("Take part")}>
    <${Form} id="join-leisure" fields=${fields} verb=${_("Take part")} act=${act}
      places=${{ name_taken: "name", name_claimed: "name", bad_name: "name" }}
      check=${(/** @type {Record<string, string>} */ v) => onlyProblems({ name: nameProblem(v.name ?? "") })} />
    <p class="quiet">${_("You need no account. This browser remembers who you are.")}</p></section>`;
}

/** Show who takes part in a race that is not told yet, for whom it waits if the player may know it, and
 * how others may come. @param {{race: LeisureRace}} props */
function Sealed({ race }) {
  const origin = useReachableOrigin();
  const names = race.contestants.map((_each, n) => contestantName(race, n));
  const waits = names.filter((_each, n) => race.contestants[n]?.has_played === false);
  const link = origin ? `${origin}/l/${race.code}` : "";
  const canCome = race.places_left > 0 && race.status !== "closed";
  return html`
    <h2>${_("Who takes part")}</h2>
    <p>${names.join(", ")}</p>
    ${waits.length > 0 && html`<p>${_("It waits for {names}.", { names: waits.join(", ") })}</p>`}
    <p class="quiet">${_("How the others play is told to nobody until all have played or the time is over.")}</p>
    ${canCome && race.mine !== null && html`<p>${ngettext(
      "{n} more may come by the link.", "{n} more may come by the link.", race.places_left,
    )}</p>`}
    ${canCome && race.mine !== null && origin !== null && html`<${LinkPanel} code=${race.code} link=${link}
      title=${_("Race me at patience")} />`}`;
}

/** Show the table of a race that was told. @param {{race: LeisureRace, catalogue: Props["catalogue"]}} props */
function Table({ race, catalogue }) {
  const deals = Array.from({ length: race.deals }, (_each, n) => n + 1);
  return html`<div class="scroll" role="region" aria-label=${_("The table")} tabindex="0"><table>
    <caption>${_("The table")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col" class="number">${_("Points")}</th>
      ${deals.map((deal) => html`<th scope="col" key=${deal}>${dealWords(catalogue, race, deal)}</th>`)}</tr></thead>
    <tbody>${race.contestants.map((one, n) => html`<tr key=${n} class=${n === race.mine ? "me" : undefined}>
      <td class="number">${one.place ?? "–"}</td><th scope="row">${contestantName(race, n)}</th>
      <td class="number">${one.points ?? 0}</td>
      ${deals.map((deal) => html`<td key=${deal}><${Cell} game=${gameOf(catalogue, dealOf(race, deal).game)} deal=${deal}
        result=${one.results.find((each) => each.deal === deal)} /></td>`)}
    </tr>`)}</tbody></table></div>
    <p class="quiet">${_(
      "A point for each other contestant with a worse result or without one, half a point for each with an equal one.",
    )}</p>`;
}

/** Show one try in the table, with its points and a link to its record.
 * @param {{game: import("../../state/catalogue").Game | undefined, deal: number, result: LeisureResult | undefined}} props */
function Cell({ game, deal, result }) {
  if (!result) return html`<span class="quiet">${_("not played")}</span>`;
  return html`${tryWords(game, result)}${result.points !== null && html`, ${matchpointsWords(result.points)}`}
    ${result.standing && html` <a href=${`/r/${result.code}`}
      aria-label=${_("Record of deal {n}", { n: deal })}>${_("record")}</a>`}`;
}
