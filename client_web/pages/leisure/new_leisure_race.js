// The page /leisure/new: make a leisure race.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useAnswer, useCatalogue } from "../../net/server_queries.js";
import { storedGameOptions } from "../../state/preferences.js";
import { FIRST_GAME, gameOf } from "../../state/game_catalogue.js";
import { useObservable } from "../../state/observable.js";
import { Problem, useAction } from "../../components/action_button.js";
import { Choice, TextField, Tick } from "../../components/fields.js";
import { GameOptions } from "../../components/game_option_fields.js";
import { Title } from "../../components/page_frame.js";
import { BellChoice, RaceTerms } from "../../components/race_term_fields.js";
import { longTime } from "../../messages/leisure_races.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").AskedTerms} AskedTerms */
/** @typedef {import("../../net/protocol").ChosenRace} ChosenRace */
/** @typedef {import("../../net/protocol").Friend} Friend */
/** @typedef {import("../../state/catalogue").Game} Game */

const HOUR_MS = 3_600_000;
const LASTS = [3, 12, 24, 48, 72, 168, 336];
const OPENS = [12, 24, 72, 168];
const MOST_DEALS = 10;
const LONGEST_TITLE = 60;
const BY_CODE = [0, 1, 2, 3, 4, 6, 8, 12, 20, 50];

export default function NewLeisureRace() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const [slug, pick] = useState(FIRST_GAME);
  const games = (catalogue?.games ?? []).filter((game) => game.choice);
  const game = gameOf(catalogue, slug);
  if (me === null) {
    return html`<${Title} text=${_("Make a leisure race")} />
      <p class="panel">${_("To make one,")} ${" "}<a href="/me">${_("choose your name")}</a> ${_("first.")}</p>`;
  }
  if (!game) return html`<${Title} text=${_("Make a leisure race")} />`;
  return html`<${Title} text=${_("Make a leisure race")} />
    <${Plan} key=${slug} game=${game} games=${games} pick=${pick} />`;
}

/** Return a race of a game with its usual time limit and terms, and the options that the player usually has.
 * @param {import("../../app.js").App} app @param {Game} game @returns {ChosenRace} */
function asUsual(app, game) {
  return { game: game.slug, options: storedGameOptions(app.storage, game), bell_ms: game["bell_ms"] };
}

/** Show the form. Another game gets a new form, with its own options and terms.
 * @param {{game: Game, games: Game[], pick: (slug: string) => void}} props */
function Plan({ game, games, pick }) {
  const app = useApp();
  const action = useAction();
  const { answer } = useAnswer({ type: "get_friends" });
  const friends = /** @type {Friend[]} */ (answer?.friends ?? []).filter((each) => each.state === "friend" && !each.bot);
  const [title, call] = useState("");
  const [deals, count] = useState(1);
  const [lasts, last] = useState(72);
  const [opens, open] = useState(0);
  const [byCode, let_] = useState(4);
  const [invited, invite] = useState(/** @type {string[]} */ ([]));
  const [bell, ring] = useState(0);
  const [differ, vary] = useState(false);
  const [others, change] = useState(/** @type {(string | undefined)[]} */ ([])); // the games of the deals, from the second
  const [options, choose] = useState(() => storedGameOptions(app.storage, game));
  const [terms, agree] = useState(/** @type {AskedTerms} */ ({}));
  const gameOfDeal = (/** @type {number} */ n) => games.find((each) => each.slug === others[n]) ?? game;
  const later = Array.from({ length: deals - 1 }, (_each, n) => n);
  const mixed = differ && later.some((n) => gameOfDeal(n) !== game);
  const titles = [game, ...(mixed ? later.map(gameOfDeal) : [])].map((each) => each.title);
  const named = [...new Set(titles)].join(", ");
  const usual = named.length <= LONGEST_TITLE ? named : _("Leisure race");
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return action.act(async () => {
      const first = { game: game.slug, options, terms, bell_ms: bell || game["bell_ms"] };
      const rest = later.map((n) => (gameOfDeal(n) === game ? first : asUsual(app, gameOfDeal(n))));
      const rounds = mixed ? { rounds: [first, ...rest] } : {};
      const race = await app.connection.ask({
        type: "new_leisure_race", title: title.trim() || usual, ...first, ...rounds, deals, invited, by_code: byCode,
        opens_in_ms: opens * HOUR_MS, lasts_ms: lasts * HOUR_MS,
      });
      app.go(`/l/${race.code}`);
    });
  };
  const hours = (/** @type {number} */ n) => /** @type {const} */ ([n, longTime(n * HOUR_MS)]);
  return html`<form class="host-form" onSubmit=${submit} noValidate aria-busy=${action.busy}>
    <${TextField} id="title" label=${_("Title")} value=${title} set=${call} more=${{ maxlength: LONGEST_TITLE, placeholder: usual }} />
    <${Choice} id="game" label=${_("Game")} value=${game.slug} ways=${games.map((each) => [each.slug, each.title])}
      choose=${pick} />
    <${Choice} id="deals" label=${_("Deals")} value=${deals} choose=${(/** @type {string} */ n) => count(Number(n))}
      ways=${Array.from({ length: MOST_DEALS }, (_each, n) => [n + 1, String(n + 1)])}
      note=${_("Each is played once, in any order.")} />
    ${deals > 1 && html`<${Tick} id="differ" words=${_("Each deal has a game of its own")} on=${differ} set=${vary} />`}
    ${differ && later.map((n) => html`<${Choice} key=${n} id=${`game-${n + 2}`} label=${_("Deal {n}", { n: n + 2 })}
      name=${_("Game of deal {n}", { n: n + 2 })} value=${gameOfDeal(n).slug}
      ways=${games.map((each) => [each.slug, each.title])}
      choose=${(/** @type {string} */ slug) => change(Object.assign([...others], { [n]: slug }))} />`)}
    <${Choice} id="lasts" label=${_("Open for")} value=${lasts} ways=${LASTS.map(hours)}
      choose=${(/** @type {string} */ n) => last(Number(n))} />
    ${friends.length > 0 && html`<fieldset><legend>${_("Friends who take part")}</legend>
      ${friends.map(({ name }, n) => html`<${Tick} key=${name} id=${`friend-${n}`} words=${name}
        on=${invited.includes(name)} set=${(/** @type {boolean} */ on) =>
          invite(on ? [...invited, name] : invited.filter((each) => each !== name))} />`)}</fieldset>`}
    <${Choice} id="by-code" label=${_("How many more may come by the link")} value=${byCode}
      ways=${BY_CODE.map((n) => [n, String(n)])} choose=${(/** @type {string} */ n) => let_(Number(n))}
      note=${_("They need no account.")} />
    <div class="buttons"><button class="first" disabled=${action.busy}>
      ${action.busy ? _("One moment…") : _("Make it")}</button></div>
    <${Problem} action=${action} />
    <details class="panel"><summary>${_("The game and its terms")}</summary>
      <${BellChoice} game=${game} bell=${bell} ring=${ring} called=${false} />
      <${Choice} id="opens" label=${_("Opens")} value=${opens} choose=${(/** @type {string} */ n) => open(Number(n))}
        ways=${[[0, _("at once")], ...OPENS.map((n) => [n, _("in {time}", { time: longTime(n * HOUR_MS) })])]} />
      <${RaceTerms} id="terms-" game=${game} terms=${terms} usual=${{}} alone=${true} agree=${agree} />
      <${GameOptions} game=${game} chosen=${options} choose=${choose} /></details>
  </form>`;
}
