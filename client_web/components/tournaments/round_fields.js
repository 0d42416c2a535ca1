// The rounds in the form for a plan: the game and the bell of each, and in its details the options of
// the game and the terms of the race.

import { html, useState } from "../../vendor/preact.js";
import { FIRST_GAME, gameOf, racedGames } from "../../state/game_catalogue.js";
import { minutesWords } from "../../messages/games.js";
import { Choice } from "../fields.js";
import { GameOptions } from "../game_option_fields.js";
import { GamePicture } from "../game_picture.js";
import { RaceTerms } from "../race_term_fields.js";
import { PlanNumber, idOf, useSheet } from "./plan_sheet.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/plan_draft.js").Plan} Plan */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {(round: Plan, at?: number) => void} Add add a round after the one at `at`, by default the last */

const MINUTE_MS = 60_000;

/** Show the rounds, with buttons to add, move and remove them. If `fixed`, the games are given, and only their
 * order can be changed.
 * @param {{order: number[], arrange: (order: number[]) => void, add: Add, fixed: boolean}} props */
export function Rounds({ order, arrange, add, fixed }) {
  const { catalogue, value } = useSheet();
  const full = order.length >= catalogue.tournaments.most_rounds;
  const last = value(`rounds.${order.at(-1)}.game`) ?? FIRST_GAME;
  const earlier = (/** @type {number} */ at) =>
    arrange(order.map((number, n) => (n === at - 1 ? order[at] : n === at ? order[at - 1] : number) ?? number));
  return html`<fieldset class="rounds"><legend>${_("Rounds")}</legend>
    <ol>${order.map((number, at) => html`<li key=${number}>
      <${Round} path=${`rounds.${number}`} name=${_("round {n}", { n: at + 1 })} fixed=${fixed} />
      <span class="buttons">
        ${at > 0 && html`<button type="button" aria-label=${_("Round {n}: earlier", { n: at + 1 })} onClick=${() => earlier(at)}>↑</button>`}
        ${!fixed && html`<button type="button" disabled=${full} aria-label=${_("Round {n}: once more", { n: at + 1 })}
          onClick=${() => add(value(`rounds.${number}`), at)}>+</button>`}
        ${!fixed && order.length > 1 && html`<button type="button" aria-label=${_("Round {n}: leave out", { n: at + 1 })}
          onClick=${() => arrange(order.filter((each) => each !== number))}>×</button>`}</span></li>`)}</ol>
    ${!fixed && html`<div class="buttons"><button type="button" disabled=${full}
      onClick=${() => add({ game: last })}>${_("One more round")}</button></div>
      <${ByPicture} full=${full} add=${add} />`}</fieldset>`;
}

/** Return the games of which a tournament of a format may have rounds.
 * @param {import("../../state/catalogue").Catalogue} catalogue @param {unknown} format the format; undefined for the usual one */
function playedIn(catalogue, format) {
  return racedGames(catalogue).filter((each) => each.choice && Object.hasOwn(each.tournament_formats, String(format ?? "series")));
}

/** Show all games as pictures; each is a button that adds a round of it. The pictures are not loaded before they
 * are wanted. @param {{full: boolean, add: Add}} props */
function ByPicture({ full, add }) {
  const { catalogue, value } = useSheet();
  const [open, set] = useState(false);
  return html`<details onToggle=${(/** @type {FieldEvent} */ e) => set(e.currentTarget.open)}>
    <summary>${_("Add a round by its picture")}</summary>
    ${open && html`<ul class="pictures">${playedIn(catalogue, value("format")).map((each) => html`<li key=${each.slug}>
      <button type="button" disabled=${full} onClick=${() => add({ game: each.slug })}><${GamePicture} game=${each} />
        <span>${each.title}</span> <small>${minutesWords(each)}</small></button></li>`)}</ul>`}</details>`;
}

/** Show a round. Another game has its own options, terms and bell. `name`: what it is called in labels.
 * @param {{path: string, name: string, fixed?: boolean}} props */
export function Round({ path, name, fixed = false }) {
  const { catalogue, value, set } = useSheet();
  const slug = String(value(`${path}.game`) ?? "");
  const game = gameOf(catalogue, slug);
  const games = fixed ? catalogue.games.filter((each) => each.slug === slug) : playedIn(catalogue, value("format"));
  return html`<div class="round">
    ${game && html`<${GamePicture} key=${slug} game=${game} />`}
    <${Choice} id=${idOf(`${path}.game`)} label=${_("Game")} name=${_("Game of {round}", { round: name })} value=${game?.slug}
      ways=${games.map((each) => [each.slug, each.title])} choose=${(/** @type {string} */ to) => set(path, { game: to })} />
    <${PlanNumber} key=${slug} path=${`${path}.bell_ms`} unit=${MINUTE_MS} label=${_("Minutes")}
      name=${_("Time limit of {round} in minutes", { round: name })} usual=${Math.round((game?.bell_ms ?? 0) / MINUTE_MS)} />
    ${game && html`<details><summary>${_("More about {round}", { round: name })}</summary>
      <${Details} key=${slug} path=${path} game=${game} /></details>`}</div>`;
}

/** Show the terms and the options of a round. @param {{path: string, game: Game}} props */
function Details({ path, game }) {
  const { value, set } = useSheet();
  const usual = { format: game["tournament_formats"][value("format") ?? "series"] };
  return html`
    <${RaceTerms} id=${`${idOf(`${path}.terms`)}-`} game=${game} terms=${value(`${path}.terms`) ?? {}} usual=${usual}
      agree=${(/** @type {Plan} */ terms) => set(`${path}.terms`, terms)} />
    <${GameOptions} id=${`${idOf(`${path}.options`)}-`} game=${game} chosen=${value(`${path}.options`) ?? {}}
      choose=${(/** @type {Plan} */ options) => set(`${path}.options`, options)} />`;
}
