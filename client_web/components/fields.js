// Fields of a form that is longer than `form.js` makes one of: choices and checkboxes, each with its
// note, and with the server's sentences about it.

import { createContext, html, useContext } from "../vendor/preact.js";

/** @typedef {import("./events").FieldEvent} FieldEvent */

/** The sentences about wrong values by the ids of their fields.
 * @type {import("../vendor/preact.js").Context<ReadonlyMap<string, string>>} */
export const Faults = createContext(/** @type {ReadonlyMap<string, string>} */ (new Map()));

/** Return the attributes of a field that lead to its note and to the sentence about it, and the
 * elements that show both. @param {string} id @param {string} [note] */
export function useNotes(id, note) {
  const fault = useContext(Faults).get(id);
  const ids = [note && `${id}-note`, fault && `${id}-problem`].filter(Boolean).join(" ");
  return {
    attributes: { id, "aria-describedby": ids || undefined, "aria-invalid": fault ? "true" : undefined },
    notes: html`${note && html`<small id=${`${id}-note`}>${note}</small>`}
      ${fault && html`<p class="problem" id=${`${id}-problem`}>${fault}</p>`}`,
  };
}

/** Show a list of values to choose from.
 * @param {{id: string, label: string, value: unknown, ways: readonly (readonly [unknown, string])[],
 *   choose: (value: string) => void, note?: string, name?: string}} props `ways`: the values with their words;
 *   `name`: the whole name of the field, if the label is short because of its place */
export function Choice({ id, label, value, ways, choose, note, name }) {
  const { attributes, notes } = useNotes(id, note);
  return html`<div class="field"><label for=${id}>${label}</label>
    <select ...${attributes} aria-label=${name} onChange=${(/** @type {FieldEvent} */ e) => choose(e.target.value)}>
      ${ways.map(([way, words]) => html`<option key=${String(way)} value=${String(way)}
        selected=${way === value}>${words}</option>`)}</select>${notes}</div>`;
}

/** Show a checkbox. @param {{id: string, on: boolean, words: string, set: (on: boolean) => void, note?: string}} props */
export function Tick({ id, on, words, set, note }) {
  const { attributes, notes } = useNotes(id, note);
  return html`<div><label class="tick"><input type="checkbox" ...${attributes} checked=${on}
    onChange=${() => set(!on)} /> ${words}</label>${notes}</div>`;
}

/** Show a field for a text, or with `lines` for a long one.
 * @param {{id: string, label: string, value: string, set: (text: string) => void, note?: string, lines?: number,
 *   more?: Record<string, unknown>}} props `more`: further attributes */
export function TextField({ id, label, value, set, note, lines, more }) {
  const { attributes, notes } = useNotes(id, note);
  const all = {
    ...attributes, autocomplete: "off", ...more, defaultValue: value,
    onInput: (/** @type {FieldEvent} */ e) => set(e.target.value),
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    ${lines ? html`<textarea rows=${lines} ...${all}></textarea>` : html`<input ...${all} />`}${notes}</div>`;
}
