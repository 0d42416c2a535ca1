// Form fields for the options of a game.

import { html } from "../vendor/preact.js";
import { optionName, valueWords } from "../messages/games.js";
import { capitalise } from "../messages/formatting.js";

/** @typedef {import("./events").FieldEvent} FieldEvent */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {Record<string, boolean | number | string>} Chosen */

/** @param {{game: Game, chosen: Chosen, choose: (chosen: Chosen) => void}} props */
export function GameOptions({ game, chosen, choose }) {
  return game["options"].map((option) => {
    const value = chosen[option.name] ?? option.default;
    const set = (/** @type {FieldEvent} */ event) => {
      const picked = option.values[event.target.selectedIndex];
      const others = Object.fromEntries(Object.entries(chosen).filter(([name]) => name !== option.name));
      choose(picked === option.default ? others : { ...others, [option.name]: picked });
    };
    const id = `option-${game.slug}-${option.name}`;
    return html`<div class="field" key=${option.name}>
      <label for=${id}>${capitalise(optionName(option.name))}</label>
      <select id=${id} onChange=${set} aria-describedby=${`${id}-hint`}>
        ${option.values.map((/** @type {any} */ each) => html`<option key=${String(each)}
          selected=${each === value}>${valueWords(each)}${each === option.default ? " (usual)" : ""}</option>`)}
      </select><small id=${`${id}-hint`}>${capitalise(option.meaning)}.</small></div>`;
  });
}
