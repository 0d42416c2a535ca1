// /options: theme, colours, movement, sounds, and the usual options of each game.

import { html, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { setPreference, setGameOption, usualOptions } from "../state/preferences.js";
import { useCatalogue } from "../net/server_queries.js";
import { CardSample } from "../components/card_sample.js";
import { playSound } from "../components/sounds.js";
import { optionName, valueWords } from "../messages/games.js";
import { gameOf } from "../state/game_catalogue.js";
import { capitalise } from "../messages/formatting.js";
import { Title } from "../components/page_frame.js";

/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../state/choices.js").Choices} Choices */
/** @typedef {keyof Choices} Choice */
/** @typedef {{choice: Choice, label: string, hint: string, ways: [value: any, told: string][]}} Row */

const [ON, OFF] = [true, false];
/** @type {[title: string, rows: Row[]][]} */
const ROWS = [
  ["How it looks", [
    {
      choice: "theme", label: "Ground", hint: "What the cards lie on.",
      ways: [["baize", "Green baize"], ["night", "Dark night"], ["contrast", "Highest contrast"]],
    },
    {
      choice: "colours", label: "Colours of suits",
      hint: "Usual has two where colour matters, and four where suit does.",
      ways: [["usual", "Usual"], ["two", "Two"], ["four", "Four"], ["blind", "For colour blindness"]],
    },
    {
      choice: "movement", label: "Movement",
      hint: "Cards that move and turn are shown moving, so that the eye can follow.",
      ways: [[ON, "On"], [OFF, "Off"]],
    },
    {
      choice: "squash", label: "Long columns", hint: "Squashed, so that nothing is cut off.",
      ways: [[ON, "Squashed"], [OFF, "As they are"]],
    },
  ]],
  ["How it is played", [
    {
      choice: "hand", label: "Hand", hint: "On which side the buttons to deal and to take back are.",
      ways: [["right", "Right"], ["left", "Left"]],
    },
    {
      choice: "askToDeal", label: "Dealing", hint: "Whether it is asked once while a move remains.",
      ways: [[ON, "Asks first"], [OFF, "Deals at once"]],
    },
    {
      choice: "sounds", label: "Sounds", hint: "A snap, a shuffle, a ring: silent until you say so.",
      ways: [[OFF, "Off"], [ON, "On"]],
    },
  ]],
];
const REDEAL = "Changing this causes redeal: it holds from the next game on.";

export default function Options() {
  const app = useApp();
  const me = useObservable(app.me);
  const [trouble, tell] = useState("");
  const told = (/** @type {string} */ failed) => tell(failed);
  const where = me ? `Kept in this browser, and with your account, ${me.name}, for all your devices.`
    : "Kept in this browser. With an account they come along to all your devices.";
  return html`<${Title} text="Options" />
    <p class="quiet">${where}</p>
    ${trouble && html`<p class="problem" role="alert">${trouble}</p>`}
    <div class="options">
      ${ROWS.map(([title, rows]) => html`<section key=${title}>
        <h2>${title}</h2>
        ${rows.map((row) => html`<${RowOf} key=${row.choice} row=${row} told=${told} />`)}
      </section>`)}
      <${Games} told=${told} />
    </div>`;
}

/** @param {{row: Row, told: (failed: string) => void}} props */
function RowOf({ row, told }) {
  const app = useApp();
  const choices = useObservable(app.choices);
  const choose = (/** @type {any} */ value) => {
    setPreference(app, row.choice, value).then(told);
    if (row.choice === "sounds" && value) playSound("snap");
  };
  return html`<${Segments} name=${row.choice} label=${row.label} hint=${row.hint} ways=${row.ways}
    value=${choices[row.choice]} choose=${choose}>
    ${row.choice === "colours" && html`<${Suits} colours=${choices.colours} />`}
    ${row.choice === "sounds" && choices.sounds && html`<${Tones} />`}
  <//>`;
}

/** A choice between few values, all visible.
 * @param {{name: string, label: string, hint: string, ways: [any, string][], value: any,
 *   choose: (value: any) => void, children?: Child}} props */
function Segments({ name, label, hint, ways, value, choose, children }) {
  return html`<fieldset class="ways" aria-describedby=${`${name}-hint`}>
    <legend>${label}</legend>
    <div class="segments">${ways.map(([way, told]) => html`<label key=${told}>
      <input type="radio" name=${name} checked=${way === value} onChange=${() => choose(way)} />
      <span>${told}</span></label>`)}</div>
    <small id=${`${name}-hint`}>${hint}</small>
    ${children}
  </fieldset>`;
}

/** How the suits look with a choice of colours. @param {{colours: Choices["colours"]}} props */
function Suits({ colours }) {
  const shown = colours === "usual"
    ? [["two", "where colour matters"], ["four", "where suit matters"]] : [[colours, ""]];
  return html`<div class="suits">${shown.map(([suits = "", told]) => html`
    <${CardSample} key=${suits} suits=${suits} told=${told} />`)}</div>`;
}

function Tones() {
  const tones = /** @type {const} */ (["snap", "shuffle", "ring", "go"]);
  return html`<div class="buttons">${tones.map((tone) => html`<button key=${tone} type="button"
    onClick=${() => playSound(tone)}>Hear a ${tone}</button>`)}</div>`;
}

/** @param {{told: (failed: string) => void}} props */
function Games({ told }) {
  const catalogue = useCatalogue();
  const [slug, pick] = useState("aces_up");
  const game = gameOf(catalogue, slug);
  const games = (catalogue?.games ?? []).filter((/** @type {Game} */ each) => each.options.length)
    .sort((/** @type {Game} */ one, /** @type {Game} */ other) => one.title.localeCompare(other.title));
  return html`<section><h2>How you always play a game</h2>
    <p class="quiet">Taken when you play alone or open a race; there you may still choose otherwise.
      The options of a race that is made are frozen.</p>
    <div class="field"><label for="game">Game</label>
      <select id="game" value=${slug}
        onChange=${(/** @type {FieldEvent} */ event) => pick(event.currentTarget.value)}>
        ${games.map((/** @type {Game} */ each) => html`<option key=${each.slug} value=${each.slug}>
          ${each.title}</option>`)}</select></div>
    ${game && html`<${OfGame} key=${slug} game=${game} told=${told} />`}
  </section>`;
}

/** @param {{game: Game, told: (failed: string) => void}} props */
function OfGame({ game, told }) {
  const app = useApp();
  useObservable(app.choices); // an account's options arrive together with its choices
  const [changed, change] = useState("");
  const usual = usualOptions(app.storage, game);
  const choose = (/** @type {any} */ option, /** @type {any} */ value) => {
    // Choosing the default removes the preference.
    const to = value === option.default ? null : value;
    setGameOption(app, game.slug, option.name, to).then(told);
    change(option.name);
  };
  return html`${game.options.map((option) => {
    const told = (/** @type {unknown} */ value) =>
      `${valueWords(value)}${value === option.default ? " (usual)" : ""}`;
    return html`<${Segments} key=${option.name} name=${`${game.slug}-${option.name}`}
      label=${capitalise(optionName(option.name))} hint=${`${capitalise(option.meaning)}.`}
      ways=${option.values.map((/** @type {unknown} */ value) => [value, told(value)])}
      value=${usual[option.name] ?? option.default}
      choose=${(/** @type {unknown} */ value) => choose(option, value)}>
      <p class="redeal" role="status">${changed === option.name ? REDEAL : ""}</p>
    <//>`;
  })}`;
}

