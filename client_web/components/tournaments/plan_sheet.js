// The fields of the form for a plan. Each is bound to a value of the plan by its path; its limits and
// its default come from the catalogue.

import { createContext, html, useContext } from "../../vendor/preact.js";
import { Choice, TextField, Tick, useNotes } from "../fields.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/**
 * @typedef {Object} Sheet
 * @property {Catalogue} catalogue
 * @property {(path: string) => any} value return the plan's value at a path; undefined if it has none
 * @property {(path: string, value: unknown) => void} set undefined takes the value out of the plan
 */

export const SheetContext = createContext(/** @type {Sheet} */ (/** @type {unknown} */ (null)));

/** Return the sheet to which the fields belong. @returns {Sheet} */
export function useSheet() {
  return useContext(SheetContext);
}

/** Return the id of the field at a path. @param {string} path */
export function idOf(path) {
  return `plan-${path.replaceAll(".", "-")}`;
}

/** Return the value at a path, the function that sets it, and what the catalogue knows of it.
 * @param {string} path */
function useValue(path) {
  const { catalogue, value, set } = useSheet();
  const known = catalogue.tournaments.fields[path.replace(/\.\d+/g, ".*")] ?? {};
  return { known, now: value(path) ?? known.usual, set: (/** @type {unknown} */ to) => set(path, to) };
}

/** Show a choice. `ways` are the values with their words; by default the catalogue's, with `words`.
 * @param {{path: string, label: string, words: Record<string, string>, note?: string, none?: string}} props
 *   `none`: the words of a first choice, which is to have no value */
export function PlanChoice({ path, label, words, note, none }) {
  const { known, now, set } = useValue(path);
  const values = known.values ?? Object.keys(words);
  const ways = values.map((value) => /** @type {const} */ ([value, words[value] ?? String(value)]));
  const choose = (/** @type {string} */ text) => set(values.find((value) => String(value) === text));
  return html`<${Choice} id=${idOf(path)} label=${label} value=${now ?? ""} choose=${choose} note=${note}
    ways=${none === undefined ? ways : [["", none], ...ways]} />`;
}

/** Show a checkbox. @param {{path: string, words: string, note?: string}} props */
export function PlanTick({ path, words, note }) {
  const { now, set } = useValue(path);
  return html`<${Tick} id=${idOf(path)} on=${now === true} words=${words} set=${set} note=${note} />`;
}

/** Show a field for a number. Left empty, the value is the usual one.
 * @param {{path: string, label: string, unit?: number, usual?: number | string, most?: number, note?: string,
 *   name?: string}} props `name`: as of a choice; `unit`: what one of the numbers typed is in the plan, such as 60,000 ms; `usual` and `most`, in that unit,
 *   where the catalogue does not know them */
export function PlanNumber({ path, label, unit = 1, usual, most, note, name }) {
  const { known, set } = useValue(path);
  const now = useSheet().value(path);
  const read = (/** @type {string} */ text) => set(text.trim() ? Math.round(Number(text) * unit) : undefined);
  const more = {
    type: "number", "aria-label": name, min: known.least === undefined ? 1 : known.least / unit, step: unit === 1 ? 1 : "any",
    max: most ?? (known.most === undefined ? undefined : known.most / unit),
    placeholder: String(usual ?? (typeof known.usual === "number" ? known.usual / unit : "")),
  };
  return html`<${TextField} id=${idOf(path)} label=${label} value=${now == null ? "" : String(now / unit)} set=${read}
    note=${note} more=${more} />`;
}

/** Show a field for several numbers, which are typed with commas. Left empty, they are the usual ones.
 * @param {{path: string, label: string, unit?: number, usual: number[], note?: string}} props */
export function PlanNumbers({ path, label, unit = 1, usual, note }) {
  const { value, set } = useSheet();
  const now = /** @type {number[]} */ (value(path) ?? []);
  const read = (/** @type {string} */ text) =>
    set(path, text.trim() ? listed(text).map((each) => Math.round(Number(each) * unit)) : undefined);
  return html`<${TextField} id=${idOf(path)} label=${label} value=${now.map((each) => each / unit).join(", ")} set=${read}
    note=${note} more=${{ inputmode: "decimal", placeholder: usual.map((each) => each / unit).join(", ") }} />`;
}

/** Show a field for names, which are typed with commas or one a line.
 * @param {{path: string, label: string, lines?: number}} props */
export function PlanNames({ path, label, lines }) {
  const { now, set } = useValue(path);
  return html`<${TextField} id=${idOf(path)} label=${label} value=${(now ?? []).join(", ")} lines=${lines}
    set=${(/** @type {string} */ text) => set(listed(text))} />`;
}

/** Return the parts of a text, which are separated by commas or line breaks. @param {string} text */
export function listed(text) {
  return text.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
}

/** Show a list of words in an order: a choice for each, and one more while there are others.
 * @param {{path: string, label: string, usual: string[], possible: string[], words: Record<string, string>}} props */
export function PlanOrder({ path, label, usual, possible, words }) {
  const { value, set } = useSheet();
  const { attributes, notes } = useNotes(idOf(path));
  const chosen = /** @type {string[]} */ (value(path) ?? usual);
  const choose = (/** @type {number} */ at, /** @type {string} */ word) =>
    set(path, [...chosen.slice(0, at), ...(word ? [word] : []), ...chosen.slice(at + 1)]);
  const places = chosen.length < possible.length ? [...chosen, ""] : chosen;
  return html`<fieldset class="field order" id=${attributes.id} aria-describedby=${attributes["aria-describedby"]}><legend>${label}</legend><ol>${places.map((word, at) => html`
    <li key=${at}><select aria-label=${_("{label}: {n}", { label, n: at + 1 })}
      onChange=${(/** @type {FieldEvent} */ e) => choose(at, e.target.value)}>
      <option value="" selected=${!word}>${_("nothing more")}</option>
      ${possible.filter((each) => each === word || !chosen.includes(each)).map((each) => html`<option key=${each} value=${each}
        selected=${each === word}>${words[each] ?? each}</option>`)}</select></li>`)}</ol>${notes}</fieldset>`;
}
