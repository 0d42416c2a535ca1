// Form fields for the options of a game.

import { html } from "../vendor/preact.js";
import { useNotes } from "./fields.js";
import { optionName, valueWords } from "../messages/games.js";
import { capitalise } from "../messages/formatting.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("./events").FieldEvent} FieldEvent */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("../state/catalogue").GameOption} GameOption */
/** @typedef {import("../state/catalogue").OptionValue} OptionValue */
/** @typedef {Record<string, boolean | number | string>} Chosen the values by option; options
 *   with their default value are left out */

/** Return a value of an option as text, marked if it is the default.
 * @param {GameOption} option @param {OptionValue} value */
export function optionWords(option, value) {
  const words = valueWords(value);
  return value === option.default ? _("{value} (default)", { value: words }) : words;
}

/** Show a field for each option of a game.
 * @param {{game: Game, chosen: Chosen, choose: (chosen: Chosen) => void, id?: string}} props `id`: before
 *   the names of the options in the ids of the fields */
export function GameOptions({ game, chosen, choose, id = `option-${game.slug}-` }) {
  return game["options"].map((option) => html`<${OptionField} key=${option.name} id=${`${id}${option.name}`}
    option=${option} chosen=${chosen} choose=${choose} />`);
}

/** Show the field for one option.
 * @param {{id: string, option: GameOption, chosen: Chosen, choose: (chosen: Chosen) => void}} props */
function OptionField({ id, option, chosen, choose }) {
  const value = chosen[option.name] ?? option.default;
  const set = (/** @type {FieldEvent} */ event) => {
    const picked = option.values[event.target.selectedIndex];
    const others = Object.fromEntries(Object.entries(chosen).filter(([name]) => name !== option.name));
    choose(picked === option.default ? others : { ...others, [option.name]: picked });
  };
  const { attributes, notes } = useNotes(id, `${capitalise(option.meaning)}.`);
  return html`<div class="field">
    <label for=${id}>${capitalise(optionName(option.name))}</label>
    <select onChange=${set} ...${attributes}>
      ${option.values.map((each) => html`<option key=${String(each)}
        selected=${each === value}>${optionWords(option, each)}</option>`)}
    </select>${notes}</div>`;
}
