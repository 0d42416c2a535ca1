// What the player and some other people have raced together: wins, rows of wins, the closest finish
// and the races, as tables; and the same as a file.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useAnswer } from "../../net/server_queries.js";
import { titleOf } from "../../messages/games.js";
import { ago, joinNames } from "../../messages/formatting.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../net/protocol").Together} TogetherAnswer */
/** @typedef {import("../../net/protocol").TogetherRace} TogetherRace */

const COUNT = 20;
/** Races that one request asks for when all are wanted. */
const PAGE = 100;

/** Show the races of the player together with the people `names`.
 * @param {{catalogue: Catalogue, names: string[]}} props */
export function RacedTogether({ catalogue, names }) {
  const { answer, refusal } = useAnswer({ type: "get_together", names, count: COUNT });
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (answer === undefined) return html`<p class="quiet">${_("Asking…")}</p>`;
  const people = [_("You"), ...answer.people.slice(1).map(({ name }) => name)];
  const all = joinNames(people);
  if (!answer.total) return html`<p>${_("{names} have raced nothing together.", { names: all })}</p>`;
  const { closest } = answer;
  return html`<p>${_("{names}: {races} together.", {
      names: all, races: ngettext("{n} race", "{n} races", answer.total),
    })}</p>
    <div class="scroll"><table><thead><tr><th scope="col">${_("Name")}</th><th scope="col" class="number">${_("Won")}</th>
      <th scope="col" class="number">${_("Most in a row")}</th></tr></thead>
      <tbody>${answer.people.map((one, n) => html`<tr key=${one.name}><th scope="row">${people[n]}</th>
        <td class="number">${one.wins}</td><td class="number">${one.longest}</td></tr>`)}</tbody></table></div>
    ${closest && html`<p>${_("Closest finish: {first} {gap} s before {second}, {game}, {ago}", {
      first: closest.first, gap: (closest.gap_ms / 1000).toFixed(1), second: closest.second,
      game: titleOf(catalogue, closest.game), ago: ago(closest.ago_ms),
    })} (<a href=${`/r/${closest.race}`}>${_("record")}</a>)</p>`}
    <div class="scroll"><table><thead><tr><th scope="col">${_("Game")}</th><th scope="col" class="number">${_("Races")}</th>
      ${people.map((name) => html`<th key=${name} scope="col" class="number">${name}</th>`)}</tr></thead>
      <tbody>${answer.games.map((one) => html`<tr key=${one.game}><th scope="row">${titleOf(catalogue, one.game)}</th>
        <td class="number">${one.races}</td>
        ${one.wins.map((wins, n) => html`<td key=${n} class="number">${wins}</td>`)}</tr>`)}</tbody></table></div>
    <h3>${_("Latest races")}</h3>
    <ul>${answer.races.map((race) => html`<li key=${race.race}><a href=${`/r/${race.race}`}>${titleOf(catalogue, race.game)}</a>,
      ${" "}${ago(race.ago_ms)}: ${race.places.map((place, n) => `${people[n]} ${place}`).join(", ")}</li>`)}</ul>
    <${Export} names=${names} />`;
}

/** Show the button that gets all races, and then the link that downloads them. @param {{names: string[]}} props */
function Export({ names }) {
  const app = useApp();
  const [document, fetched] = useState(/** @type {object | null} */ (null));
  const [address, set] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!document) return undefined;
    const made = URL.createObjectURL(new Blob([JSON.stringify(document, null, 1)], { type: "application/json" }));
    set(made);
    return () => URL.revokeObjectURL(made);
  }, [document]);
  const get = async () => {
    setBusy(true);
    try {
      fetched(await everything(app.connection, names));
    } finally {
      setBusy(false);
    }
  };
  return html`<div class="buttons">${address
    ? html`<a class="button" href=${address} download="races-together.json">${_("Download all races")}</a>`
    : html`<button disabled=${isBusy} onClick=${get}>${_("Collect all races")}</button>`}</div>`;
}

/** Return what the player and the people `names` have raced together, with all races, as a document.
 * @param {import("../../net/connection.js").Connection} connection @param {string[]} names */
async function everything(connection, names) {
  const ask = (/** @type {number} */ offset) =>
    connection.askUntilAnswered(/** @type {const} */ ({ type: "get_together", names, offset, count: PAGE }));
  const { id: _id, ...told } = await ask(0);
  const races = [...told.races];
  for (let page = told; races.length < told.total && page.races.length;) {
    page = await ask(races.length);
    races.push(...page.races);
  }
  return { ...told, races, at_ms: Date.now() };
}
