// A hook and components for buttons that send a request. The button is disabled while the request
// runs, and a refusal is shown beside it. A button for an action that cannot be undone asks for
// confirmation first.

import { html, useState } from "../vendor/preact.js";
import { ConnectionLost, Refusal } from "../net/connection.js";
import { _ } from "../messages/texts.js";

/**
 * @typedef {Object} Action
 * @property {boolean} busy whether a request runs
 * @property {string} problem why the last request failed, as a sentence; "" if it did not
 * @property {string} code the code of the server's refusal, or ""
 * @property {(work: () => Promise<unknown>) => Promise<boolean>} act run
 *   `work`; resolves to whether it succeeded
 */

/** Return the state of a button's request and the function that runs it. @returns {Action} */
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

/** Show why the last request failed. @param {{action: Action}} props */
export function Problem({ action }) {
  return action.problem ? html`<p class="problem" role="alert">${action.problem}</p>` : null;
}

/** Focus an element when it is drawn. Meant for `ref`, which is called before the element is in the
 * page.
 * @param {HTMLElement | null} element */
export function focusOnMount(element) {
  queueMicrotask(() => element?.focus());
}

/** Show a button for an action that cannot be undone: the first press asks `question`, the second
 * press calls `onSure`. `sure` is the label of the second button, by default `words`.
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
