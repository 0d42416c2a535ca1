// The rules of a game beside its table, at which the player goes on playing. On a narrow screen
// they cover the lower half of the window.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useFile } from "../../net/server_queries.js";
import { RulesSection, inlineText, parseSections } from "../rules_text.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Game} Game */

/** Show the rules. `close` is called when the player no longer wants them.
 * @param {{game: Game, close: () => void}} props */
export default function RulesPanel({ game, close }) {
  const loaded = useStyles();
  return loaded && html`<${Panel} game=${game} close=${close} />`;
}

/** Load the style sheets of the panel. Return whether they are loaded. */
function useStyles() {
  const app = useApp();
  const [loaded, set] = useState(false);
  useEffect(() => {
    const sheets = [app.loadStyles("pages"), app.loadStyles("rules_panel")];
    void Promise.allSettled(sheets).then(() => set(true));
  }, []);
  return loaded;
}

/** @param {{game: Game, close: () => void}} props */
function Panel({ game, close }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const page = /** @type {{page: string, tips: string[]} | undefined} */ (useFile(`rules/${game.slug}.json`));
  useEffect(() => {
    box.current?.show(); // not as a modal dialog: the table can be played meanwhile
    box.current?.querySelector("h2")?.focus();
  }, []);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") close();
  };
  return html`<dialog ref=${box} class="rules-panel prose" aria-label=${_("Rules")} onKeyDown=${key}>
    <div class="head"><h2 tabindex="-1">${_("{title}, rules", { title: game.title })}</h2>
      <button onClick=${close}>${_("Close")}</button></div>
    <div class="text" tabindex="0" role="region" aria-label=${_("Rules")}>
      ${page && parseSections(page.page).map((section) => html`<${RulesSection} key=${section.title} section=${section} />`)}
      ${page && page.tips.length > 0 && html`<section><h2>${_("Tips")}</h2>
        <ul>${page.tips.map((tip) => html`<li key=${tip}>${inlineText(tip)}</li>`)}</ul></section>`}
    </div></dialog>`;
}
