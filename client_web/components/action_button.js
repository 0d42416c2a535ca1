// Hooks and parts for buttons that make a request: disabled while it runs, the refusal shown beside
// it, and a button that asks for confirmation first.

import { html, useState } from "../vendor/preact.js";
import { ConnectionLost, Refusal } from "../net/connection.js";
import { _ } from "../messages/texts.js";

/**
 * @typedef {Object} Action
 * @property {boolean} busy
 * @property {string} problem the server's sentence, or ""
 * @property {string} code the code of that refusal, or ""
 * @property {(work: () => Promise<unknown>) => Promise<boolean>} act whether it succeeded
 */

/** @returns {Action} */
export function useAction() {
  const [busy, set] = useState(false);
  const [problem, tell] = useState("");
  const [code, note] = useState("");
  const act = async (/** @type {() => Promise<unknown>} */ work) => {
    set(true);
    tell("");
    note("");
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof ConnectionLost) tell(_("The line went down before the answer came. Try again."));
      else if (error instanceof Refusal) {
        tell(error.message);
        note(error.code);
      } else throw error;
      return false;
    } finally {
      set(false);
    }
  };
  return { busy, problem, code, act };
}

/** The refusal of the last action. @param {{action: Action}} props */
export function Problem({ action }) {
  return action.problem ? html`<p class="problem" role="alert">${action.problem}</p>` : null;
}

/** For `ref`: focus the element when it is in the page, which it is not yet.
 * @param {HTMLElement | null} element */
export function focusOnMount(element) {
  queueMicrotask(() => element?.focus());
}

/** A button for an action that cannot be undone: the first press asks, the second acts.
 * @param {{words: string, question: string, sure?: string, disabled?: boolean,
 *   onSure: () => void}} props */
export function ConfirmButton({ words, question, sure, disabled, onSure }) {
  const [asking, ask] = useState(false);
  if (!asking) {
    return html`<button type="button" disabled=${disabled} onClick=${() => ask(true)}>${words}</button>`;
  }
  const yes = () => {
    ask(false);
    onSure();
  };
  return html`<span class="asked" role="group" aria-label=${question}>
    <span>${question}</span>
    <button type="button" class="first" disabled=${disabled} onClick=${yes}
      ref=${focusOnMount}>${sure ?? words}</button>
    <button type="button" onClick=${() => ask(false)}>${_("No")}</button>
  </span>`;
}
