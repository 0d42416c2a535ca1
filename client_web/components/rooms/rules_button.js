// The button that opens the rules of a game beside its table, and closes them.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { _ } from "../../messages/texts.js";

/** @param {{game: import("../../state/catalogue").Game}} props */
export function RulesButton({ game }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const [isOpen, open] = useState(false);
  const [Panel, found] = useState(/** @type {typeof import("./rules_panel.js").default | null} */ (null));
  useEffect(() => {
    if (isOpen) import("./rules_panel.js").then((module) => found(() => module.default), () => open(false));
  }, [isOpen]);
  const close = () => {
    open(false);
    button.current?.focus();
  };
  return html`<button ref=${button} class="rules-button" aria-expanded=${isOpen ? "true" : "false"}
      onClick=${() => open(!isOpen)}>${_("Rules")}</button>
    ${isOpen && Panel && html`<${Panel} game=${game} close=${close} />`}`;
}
