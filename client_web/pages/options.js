// The page /options, on which a player sets preferences: theme, colours, movement, sounds, and the
// options with which the player always plays each game.

import { html, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { savePreference, saveGameOption, storedGameOptions } from "../state/preferences.js";
import { useCatalogue } from "../net/server_queries.js";
import { CardSample } from "../components/card_sample.js";
import { playSound } from "../components/sounds.js";
import { optionWords } from "../components/game_option_fields.js";
import { optionName } from "../messages/games.js";
import { FIRST_GAME, gameOf, racedGames } from "../state/game_catalogue.js";
import { capitalise } from "../messages/formatting.js";
import { Title } from "../components/page_frame.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../state/catalogue").GameOption} GameOption */
/** @typedef {import("../state/catalogue").OptionValue} OptionValue */
/** @typedef {import("../state/default_preferences.js").Preferences} Preferences */
/** @typedef {keyof Preferences} PreferenceKey */
/** @typedef {{preference: PreferenceKey, label: string, hint: string, ways: [value: Preferences[PreferenceKey], label: string][]}} Row a preference and its values */

const [ON, OFF] = [true, false];
/** @type {[title: string, rows: Row[]][]} */
const ROWS = [
  [_("How it looks"), [
    {
      preference: "theme", label: _("Ground"), hint: _("What the cards lie on."),
      ways: [["baize", _("Green baize")], ["light", _("Light")], ["night", _("Dark night")], ["contrast", _("Highest contrast")], ["system", _("As the system")]],
    },
    {
      preference: "felt", label: _("Cloth"), hint: _("The colour of the table on green baize and in light."),
      ways: [["green", _("Green")], ["blue", _("Blue")], ["wine", _("Wine red")], ["grey", _("Grey")]],
    },
    {
      preference: "back", label: _("Backs"), hint: _("The pattern on the backs of cards."),
      ways: [["lattice", _("Lattice")], ["waves", _("Waves")], ["dots", _("Dots")], ["plain", _("Plain")]],
    },
    {
      preference: "cardSize", label: _("Size of cards"), hint: _("On wide screens; a phone always uses the room there is."),
      ways: [["fitting", _("As large as fits")], ["medium", _("Medium")], ["small", _("Small")]],
    },
    {
      preference: "largePrint", label: _("Print on cards"), hint: _("Rank and suit in both corners, and the letters of piles."),
      ways: [[OFF, _("Default")], [ON, _("Large")]],
    },
    {
      preference: "colours", label: _("Colours of suits"),
      hint: _("The default has two where colour matters, and four where suit does."),
      ways: [["usual", _("Default")], ["two", _("Two")], ["four", _("Four")], ["blind", _("For colour blindness")]],
    },
    {
      preference: "movement", label: _("Movement"),
      hint: _("Cards that move and turn are shown moving, so that the eye can follow."),
      ways: [[ON, _("On")], [OFF, _("Off")]],
    },
    {
      preference: "squash", label: _("Long columns"), hint: _("Squashed, so that nothing is cut off."),
      ways: [[ON, _("Squashed")], [OFF, _("As they are")]],
    },
    {
      preference: "quiet", label: _("Large and quiet"),
      hint: _("Large cards and text; no timer, no rivals and no talk; opens at the game you left."),
      ways: [[OFF, _("Off")], [ON, _("On")]],
    },
  ]],
  [_("How it is played"), [
    {
      preference: "hand", label: _("Hand"), hint: _("On which side the buttons to deal and to take back are."),
      ways: [["right", _("Right")], ["left", _("Left")]],
    },
    {
      preference: "oneTap", label: _("Touching a card"),
      hint: _("Plays it at once if it fits on a foundation or on one pile only; or picks it up, and you touch where it goes."),
      ways: [[OFF, _("Picks it up")], [ON, _("Plays it")]],
    },
    {
      preference: "askToDeal", label: _("Dealing"), hint: _("Whether it is asked once while a move remains."),
      ways: [[ON, _("Asks first")], [OFF, _("Deals at once")]],
    },
    {
      preference: "sounds", label: _("Sounds"), hint: _("A snap, a shuffle, a ring: silent until you say so."),
      ways: [[OFF, _("Off")], [ON, _("On")]],
    },
    {
      preference: "volume", label: _("Volume"), hint: _("Of the sounds; the button beside the rules changes it during a game."),
      ways: [["quiet", _("Quiet")], ["medium", _("Medium")], ["loud", _("Loud")]],
    },
    {
      preference: "timer", label: _("Timer"), hint: _("The time that is left in a race."),
      ways: [[ON, _("Shown")], [OFF, _("Hidden")]],
    },
    {
      preference: "streamer", label: _("Streaming"),
      hint: _("Hides codes, links, invitations and talk on your screen. The address line of the browser stays."),
      ways: [[OFF, _("Show all")], [ON, _("Hide")]],
    },
    {
      preference: "streaks", label: _("Streaks"), hint: _("In your history, how many games and daily deals in a row."),
      ways: [[ON, _("Shown")], [OFF, _("Hidden")]],
    },
    {
      preference: "presence", label: _("On line"),
      hint: _("Your friends see that you are on line, and can challenge you. Nobody else does."),
      ways: [[ON, _("Shown to friends")], [OFF, _("Hidden")]],
    },
    {
      preference: "watching", label: _("Watching"), hint: _("Your friends see in which room you race, and can watch."),
      ways: [[OFF, _("Nobody is told")], [ON, _("Friends may watch")]],
    },
  ]],
];
const REDEAL = _("Changing this causes redeal: it holds from the next game on.");

export default function Options() {
  const app = useApp();
  const me = useObservable(app.me);
  const [problem, showProblem] = useState("");
  const where = me ? _("Kept in this browser, and with your account, {name}, for all your devices.", {
    name: me.name,
  })
    : _("Kept in this browser. With an account they come along to all your devices.");
  return html`<${Title} text=${_("Options")} />
    <p class="quiet">${where}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="options">
      ${ROWS.map(([title, rows]) => html`<section key=${title}>
        <h2>${title}</h2>
        ${rows.map((row) => html`<${RowOf} key=${row.preference} row=${row} showProblem=${showProblem} />`)}
      </section>`)}
      <${Games} showProblem=${showProblem} />
    </div>`;
}

/** Show one preference. `showProblem` shows why it could not be stored with the account.
 * @param {{row: Row, showProblem: (problem: string) => void}} props */
function RowOf({ row, showProblem }) {
  const app = useApp();
  const preferences = useObservable(app.preferences);
  const choose = (/** @type {Preferences[PreferenceKey]} */ value) => {
    savePreference(app, row.preference, value).then(showProblem);
    if ((row.preference === "sounds" && value) || row.preference === "volume") playSound("snap", app.preferences.value.volume);
  };
  return html`<${Segments} name=${row.preference} label=${row.label} hint=${row.hint} ways=${row.ways}
    value=${preferences[row.preference]} choose=${choose}>
    ${row.preference === "colours" && html`<${Suits} colours=${preferences.colours} />`}
    ${row.preference === "back" && html`<div class="suits"><${CardSample} suits=${preferences.colours === "usual" ? "two" : preferences.colours}
      caption="" back=${true} /></div>`}
    ${row.preference === "sounds" && preferences.sounds && html`<${Tones} />`}
  <//>`;
}

/** Show a choice between few values, all of them visible.
 * @param {{name: string, label: string, hint: string, ways: [OptionValue, string][], value: OptionValue,
 *   choose: (value: OptionValue) => void, children?: Child}} props */
function Segments({ name, label, hint, ways, value, choose, children }) {
  return html`<fieldset class="ways" aria-describedby=${`${name}-hint`}>
    <legend>${label}</legend>
    <div class="segments">${ways.map(([way, words]) => html`<label key=${words}>
      <input type="radio" name=${name} checked=${way === value} onChange=${() => choose(way)} />
      <span>${words}</span></label>`)}</div>
    <small id=${`${name}-hint`}>${hint}</small>
    ${children}
  </fieldset>`;
}

/** Show sample cards in the chosen colours. @param {{colours: Preferences["colours"]}} props */
function Suits({ colours }) {
  const shown = colours === "usual"
    ? [["two", _("where colour matters")], ["four", _("where suit matters")]] : [[colours, ""]];
  return html`<div class="suits">${shown.map(([suits = "", caption]) => html`
    <${CardSample} key=${suits} suits=${suits} caption=${caption} />`)}</div>`;
}

function Tones() {
  const { volume } = useObservable(useApp().preferences);
  /** @type {[Parameters<typeof playSound>[0], string][]} */
  const tones = [
    ["snap", _("Hear a snap")], ["shuffle", _("Hear a shuffle")], ["ring", _("Hear a ring")], ["go", _("Hear a go")],
    ["win", _("Hear a win")],
  ];
  return html`<div class="buttons">${tones.map(([tone, words]) => html`<button key=${tone} type="button"
    onClick=${() => playSound(tone, volume)}>${words}</button>`)}</div>`;
}

/** Show the choice of a game, and the options with which the player always plays it.
 * @param {{showProblem: (problem: string) => void}} props */
function Games({ showProblem }) {
  const catalogue = useCatalogue();
  const [slug, pick] = useState(FIRST_GAME);
  const game = gameOf(catalogue, slug);
  const games = racedGames(catalogue).filter((/** @type {Game} */ each) => each.options.length)
    .sort((/** @type {Game} */ one, /** @type {Game} */ other) => one.title.localeCompare(other.title));
  return html`<section><h2>${_("How you always play a game")}</h2>
    <p class="quiet">${_(
      "Taken when you play alone or open a race; there you may still choose otherwise. The options of a race " +
      "that is made are frozen.",
    )}</p>
    <div class="field"><label for="game">${_("Game")}</label>
      <select id="game" value=${slug}
        onChange=${(/** @type {FieldEvent} */ event) => pick(event.currentTarget.value)}>
        ${games.map((/** @type {Game} */ each) => html`<option key=${each.slug} value=${each.slug}>
          ${each.title}</option>`)}</select></div>
    ${game && html`<${OfGame} key=${slug} game=${game} showProblem=${showProblem} />`}
  </section>`;
}

/** Show the options with which the player always plays a game.
 * @param {{game: Game, showProblem: (problem: string) => void}} props */
function OfGame({ game, showProblem }) {
  const app = useApp();
  useObservable(app.preferences); // redraw when the account's preferences arrive, which include the options
  const [changed, change] = useState("");
  const usual = storedGameOptions(app.storage, game);
  const choose = (/** @type {GameOption} */ option, /** @type {OptionValue} */ value) => {
    // The default is stored as null, which means that the player has no preference.
    const to = value === option.default ? null : value;
    saveGameOption(app, game.slug, option.name, to).then(showProblem);
    change(option.name);
  };
  return html`${game.options.map((option) => {
    return html`<${Segments} key=${option.name} name=${`${game.slug}-${option.name}`}
      label=${capitalise(optionName(option.name))} hint=${`${capitalise(option.meaning)}.`}
      ways=${option.values.map((value) => [value, optionWords(option, value)])}
      value=${usual[option.name] ?? option.default}
      choose=${(/** @type {OptionValue} */ value) => choose(option, value)}>
      <p class="redeal" role="status">${changed === option.name ? REDEAL : ""}</p>
    <//>`;
  })}`;
}

