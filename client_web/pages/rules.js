// The page /rules: the list of games, the rules of one game, or a page on patience in general, such
// as /rules/terms.

import { html } from "../vendor/preact.js";
import { Table } from "../table/table.js";
import { useCatalogue, useFile } from "../net/server_queries.js";
import { RulesSection, inlineText, parseSections } from "../components/rules_text.js";
import { gameSummary, optionName, valueWords, titleOf } from "../messages/games.js";
import { gameOf, isTableGame, racedGames } from "../state/game_catalogue.js";
import { capitalise } from "../messages/formatting.js";
import { NoGame } from "../components/no_game.js";
import { Title } from "../components/page_frame.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../table/types").View} View */
/** @typedef {{page: string, origin: string, tips: string[], layout: {deal: number, view: View}}} RulesPage the
 *   content of `rules/GAME.json`; `layout` is a deal before the first move */
/** @typedef {{title: string, entries: {heading: string, text: string}[]}} ReadingMatter the content of
 *   `reading/PAGE.json` */

/** The titles of the pages on patience in general, by the last part of their addresses. */
const READING = new Map([["terms", _("Terms of patience")], ["history", _("A history of patience")]]);

/** @param {{params: string[]}} props */
export default function Rules({ params: [slug = ""] }) {
  const catalogue = useCatalogue();
  const game = gameOf(catalogue, slug);
  const reading = READING.get(slug);
  if (reading) return html`<${Title} text=${reading} /><${Reading} name=${slug} />`;
  if (catalogue && slug && !game) return html`<${NoGame} name=${slug} under="/rules" />`;
  // The heading is drawn before the catalogue is loaded, because the focus goes to it.
  const title = slug ? titleOf(catalogue, slug) : _("Rules");
  return html`<${Title} text=${title} short=${slug ? _("{title}, rules", { title }) : title} />
    ${catalogue && !slug && html`<${List} games=${racedGames(catalogue)} />`}
    ${game && html`<${Page} game=${game} />`}`;
}

const FAMILIES = [
  ["table", _("One table, many hands"), _("All play at once on the same foundations.")],
  ["sprint", _("Sprints"), _("A few minutes each: made for racing.")],
  ["great", _("The five great games"), _("The games of the crowns: twenty minutes to an hour and more.")],
  ["long", _("Long games"), _("Old patiences that ask for some time.")],
  ["score", _("For points"), _("Everybody comes to the end; who has most points has won.")],
  ["no_choice", _("Without choice"), _("The cards decide: for company, not for a contest.")],
];

/** Show the list of games. @param {{games: Game[]}} props */
function List({ games }) {
  return html`<p>${_("Every game as its book has it, in our own words, to be played here or with real cards.")}</p>
    <div class="buttons">${[...READING].map(([name, title]) => html`
      <a key=${name} class="button" href=${`/rules/${name}`}>${title}</a>`)}</div>
    ${FAMILIES.map(([family, title, hint]) => html`<section key=${family}>
      <h2>${title}</h2>
      <p class="quiet">${hint}</p>
      <ul class="card-list">${games.filter((game) => game.family === family).map((game) => html`
        <li key=${game.slug}><a href=${`/rules/${game.slug}`}><strong>${game.title}</strong>
          ${gameSummary(game)}</a></li>`)}</ul>
    </section>`)}`;
}

/** Show a page on patience in general. @param {{name: string}} props */
function Reading({ name }) {
  const page = /** @type {ReadingMatter | undefined} */ (useFile(`reading/${name}.json`));
  return html`<article class="prose"><dl class="choices">${page?.entries.map((entry) => html`
      <div key=${entry.heading}><dt>${_(entry.heading)}</dt><dd>${_(entry.text)}</dd></div>`)}</dl>
    <div class="buttons"><a class="button" href="/rules">${_("All rules")}</a></div></article>`;
}

/** Show the rules of a game. @param {{game: Game}} props */
function Page({ game }) {
  const page = /** @type {RulesPage | undefined} */ (useFile(`rules/${game.slug}.json`));
  return html`<div class="rules">
    <article class="prose">
      ${page && parseSections(page.page).map((section) => html`
        <${RulesSection} key=${section.title} section=${section} />`)}
    </article>
    <div class="prose beside">
      ${page && html`<${Beside} page=${page} />`}
      <${GameOptionsList} game=${game} />
      <div class="buttons">
        ${isTableGame(game)
          ? html`<a class="button first" href=${`/against?game=${game.slug}`}>${_("Play against the computer")}</a>
            <a class="button" href=${`/host?game=${game.slug}`}>${_("Host a race")}</a>`
          : html`<a class="button first" href=${`/play/${game.slug}`}>${_("Play {title} alone", { title: game.title })}</a>`}
        ${game.choice && !isTableGame(game) && html`<a class="button" href=${`/boards/${game.slug}`}>${_("Leaderboards")}</a>`}
        <a class="button" href="/rules">${_("All rules")}</a>
      </div>
    </div>
    ${page && html`<section class="just-dealt"><h2>${_("The table just dealt")}</h2>
      <${Table} game=${game} view=${page.layout.view} legal=${null} marks=${[]} over=${true}
        label=${_("{title}, deal {number}", { title: game.title, number: page.layout.deal })} /></section>`}
  </div>`;
}

/** Show the tips and the origin of a game. @param {{page: RulesPage}} props */
function Beside({ page }) {
  return html`
    ${page.tips.length > 0 && html`<section><h2>${_("Tips")}</h2>
      <ul>${page.tips.map((tip) => html`<li key=${tip}>${inlineText(tip)}</li>`)}</ul></section>`}
    ${page.origin && html`<section><h2>${_("Where it comes from")}</h2><p>${page.origin}</p></section>`}`;
}

/** Return `one or other`. @param {string} one @param {string} other */
function eitherOr(one, other) {
  return _("{one} or {other}", { one, other });
}

/** Show the options of a game and their values. @param {{game: Game}} props */
function GameOptionsList({ game }) {
  if (!game.options.length) return null;
  return html`<section><h2>${_("What can be chosen")}</h2>
    <dl class="choices">${game.options.map((option) => html`<div key=${option.name}>
      <dt>${capitalise(optionName(option.name))}: ${option.values.map(valueWords).reduce(eitherOr)}</dt>
      <dd>${_("{meaning}. Default: {value}.", {
        meaning: capitalise(option.meaning), value: valueWords(option.default),
      })}</dd></div>`)}</dl>
    <p><a href="/options">${_("Options")}</a> ${_("keeps how you always play it.")}</p>
  </section>`;
}
