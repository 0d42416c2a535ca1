// Hooks and parts for buttons that make a request: disabled while it runs, the refusal shown beside
// it, and a button that asks for confirmation first.

import { html, useState } from "../vendor/preact.js";
import { ConnectionLost, Refusal } from "../net/connection.js";

/**
 * @typedef {Object} Action
 * @property {boolean} busy
 * @property {string} problem what the server said, or nothing
 * @property {string} code of that refusal, or nothing
 * @property {(work: () => Promise<unknown>) => Promise<boolean>} act whether it was done
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
      if (error instanceof ConnectionLost) tell("The line went down before the answer came. Try again.");
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

/** The refusal of what was done last. @param {{doing: Action}} props */
export function Problem({ doing }) {
  return doing.problem ? html`<p class="problem" role="alert">${doing.problem}</p>` : null;
}

/** For `ref`: it has the focus as soon as it stands in the page, which it does not yet.
 * @param {HTMLElement | null} element */
export function focusOnMount(element) {
  queueMicrotask(() => element?.focus());
}

/** A button that asks first: what cannot be undone is said, and done by a second press.
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
    <button type="button" onClick=${() => ask(false)}>No</button>
  </span>`;
}
