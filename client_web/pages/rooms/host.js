// The page /host: open a room for a race, with the game, its options, the terms and the room's
// settings.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { storedGameOptions } from "../../state/preferences.js";
import { openRoom } from "../../net/room_client.js";
import { useCatalogue } from "../../net/server_queries.js";
import { LogIn } from "../../components/accounts/account_forms.js";
import { Problem, useAction } from "../../components/action_button.js";
import { LONGEST_NAME, nameProblem } from "../../components/form.js";
import { GameOptions } from "../../components/game_option_fields.js";
import { USUAL_SETTINGS } from "../../messages/races.js";
import { BellChoice, RaceTerms } from "../../components/race_term_fields.js";
import { SettingsFields } from "../../components/rooms/room_settings.js";
import { Title } from "../../components/page_frame.js";
import { minutesWords, NO_CHOICE } from "../../messages/games.js";
import { FIRST_GAME, gameOf, isTableGame, racedGames, tableGameOf } from "../../state/game_catalogue.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../state/catalogue").TableGame} TableGame */
/** @typedef {import("../../net/protocol").AskedTerms} AskedTerms */
/** @typedef {import("../../net/protocol").Settings} Settings */

/** Milliseconds from the end of the time for all called cards together to the bell. */
const SLACK_MS = 30_000;

export default function Host() {
  const catalogue = useCatalogue();
  const asked = new URLSearchParams(location.search).get("game") ?? FIRST_GAME;
  const [slug, pick] = useState(asked);
  const app = useApp();
  const [name, type] = useState(() => String(app.storage.get("name") ?? ""));
  const [settings, keep] = useState(/** @type {Settings} */ (USUAL_SETTINGS));
  const [aside, stand] = useState(false);
  if (catalogue === undefined) return html`<${Title} text=${_("Host a race")} />`;
  const known = gameOf(catalogue, slug);
  const game = known ?? gameOf(catalogue, FIRST_GAME);
  const table = game ? tableGameOf(catalogue, game.slug) : null;
  return html`<${Title} text=${_("Host a race")} />
    ${!known && html`<p class="problem" role="alert">${_("There is no game “{slug}” here; choose one.", {
      slug,
    })}</p>`}
    <${Plan} key=${game?.slug} game=${game} table=${table} games=${racedGames(catalogue)} pick=${pick}
      room=${{ name, type, settings, keep, aside, stand }} />`;
}

/**
 * The choices that stay when another game is chosen, each with the function that changes it.
 * @typedef {Object} Around
 * @property {string} name
 * @property {(name: string) => void} type
 * @property {Settings} settings
 * @property {(settings: Settings) => void} keep
 * @property {boolean} aside
 * @property {(aside: boolean) => void} stand
 */

/** Show the form. Another game gets a new form, with its own options and terms.
 * @param {{game: Game, table: TableGame | null, games: Game[], pick: (slug: string) => void, room: Around}} props
 *   `table`: the game, if its contestants share a table */
function Plan({ game, table, games, pick, room: { name, type, settings, keep, aside, stand } }) {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const [wrong, tell] = useState("");
  const [asked, ask] = useState(""); // the name in the last request
  const [options, choose] = useState(() => ({ ...table?.host_options, ...storedGameOptions(app.storage, game) }));
  const [terms, agree] = useState(/** @type {AskedTerms} */ ({}));
  const [bell, ring] = useState(0);
  const chosen = withUsual(game, terms);
  const called = chosen.format === "caller";

  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const plain = me ? me.name : name.trim().replace(/\s+/g, " ");
    const problem = nameProblem(plain);
    tell(problem);
    if (problem) return document.getElementById("name")?.focus();
    ask(plain);
    // In caller mode the bell rings late enough for every call.
    const calls = called ? game.goal * (terms.call_ms ?? game.call_ms ?? 0) + SLACK_MS : 0;
    const usual = Math.max(game["bell_ms"], calls);
    return action.act(async () => {
      const code = await openRoom(app, (token) => ({
        type: "create", game: game.slug, options, terms: chosen, bell_ms: bell || usual, aside,
        settings: table ? { ...settings, size: Math.min(settings.size, table.most_seats) } : settings,
        name: plain, token, legal: true,
      }));
      if (!me) app.storage.set("name", plain);
      app.go(`/j/${code}`);
    });
  };
  return html`<form class="host-form" onSubmit=${submit} noValidate aria-busy=${action.busy}>
    ${!me && html`<div class="field"><label for="name">${_("Your name")}</label>
      <input id="name" name="name" value=${name} maxlength=${LONGEST_NAME} autocomplete="nickname"
        aria-invalid=${wrong ? "true" : undefined} aria-describedby="name-problem"
        onInput=${(/** @type {FieldEvent} */ e) => type(e.target.value)} />
      <p class="problem" id="name-problem" role="alert">${wrong}</p></div>`}
    <div class="field"><label for="game">${_("Game")}</label>
      <select id="game" value=${game.slug} onChange=${(/** @type {FieldEvent} */ e) => pick(e.target.value)}>
        ${games.map((each) => html`<option key=${each.slug} value=${each.slug}
          selected=${each.slug === game.slug}>${each.title}</option>`)}</select>
      <small>${summarySentence(game)} <a href=${`/rules/${game.slug}`}>${_("Rules")}</a></small></div>
    <${BellChoice} game=${game} bell=${bell} ring=${ring} called=${called} />
    <div class="buttons"><button class="first" disabled=${action.busy}>
      ${action.busy ? _("One moment…") : _("Open the room")}</button></div>
    ${!(me && action.code === "name_claimed") && html`<${Problem} action=${action} />`}
    <details class="panel"><summary>${_("The game and its terms")}</summary>
      ${!table && html`<${RaceTerms} id="terms-" game=${game} terms=${terms} usual=${chosen} agree=${agree} />`}
      <${GameOptions} game=${game} chosen=${options} choose=${choose} /></details>
    <details class="panel"><summary>${_("How the room is kept")}</summary>
      <${SettingsFields} settings=${settings} change=${(/** @type {Partial<Settings>} */ changed) =>
        keep({ ...settings, ...changed })} without=${["locked"]} />
      <label class="tick"><input type="checkbox" checked=${aside} onChange=${() => stand(!aside)} />
        ${_("I host without racing")}</label></details>
  </form>
  ${!me && action.code === "name_claimed" && html`<${LogIn} key=${asked} name=${asked} />`}`;
}

/** Return the chosen terms. Terms that were not chosen are the usual ones of a race of several
 * contestants in the game.
 * @param {Game} game @param {AskedTerms} terms @returns {AskedTerms} */
function withUsual(game, terms) {
  const usual = /** @type {AskedTerms} */ (game["room_terms"]);
  const format = terms.format ?? usual.format;
  const grids = format === "caller" ? { show_grids: terms.show_grids ?? usual.show_grids } : {};
  return format ? { ...terms, format, ...grids } : terms;
}

/** Return `One pack, 4 minutes; prospects: 1 in 8.` @param {Game} game */
function summarySentence(game) {
  if (isTableGame(game)) return _("One table for two to eight, a pack for each; all play at once.");
  const packs = game["packs"] === 1 ? _("One pack") : _("Two packs");
  const minutes = minutesWords(game);
  const prospects = game["prospects"] ? `; ${_("prospects: {prospects}", { prospects: game["prospects"] })}` : "";
  const mark = game.choice ? "" : `; ${NO_CHOICE}`;
  return `${packs}${minutes && `, ${minutes}`}${prospects}${mark}.`;
}
