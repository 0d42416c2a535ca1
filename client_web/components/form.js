// A form that shows each problem beside the field it concerns, whether the page or the server has
// found it. Also the checks of names and passwords.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { ConnectionLost, Refusal } from "../net/connection.js";
import { _ } from "../messages/texts.js";

/**
 * @typedef {Object} Field
 * @property {string} name
 * @property {string} label
 * @property {"text" | "password" | "checkbox"} [type]
 * @property {string} [value] the initial value; of a checkbox "yes" or ""
 * @property {string} [complete] the `autocomplete` attribute: what the browser may fill in
 * @property {string} [hint]
 * @property {number} [most] the greatest number of characters
 * @property {string} [placeholder]
 * @property {boolean} [plain] switch off automatic capitals and the spelling check
 */
/** @typedef {Record<string, string>} Values texts by field name; the value of a checkbox is
 *   "yes" or "" */

const LOST = _("The line went down before the answer came. Look whether it is done, then try again.");

/** Show a form.
 * @param {Object} props
 * @param {string} props.id unique on its page
 * @param {Field[]} props.fields
 * @param {string} props.verb the label of the button
 * @param {string} [props.other] the label of a second button; `values.verb` is the label of the button that
 *   was pressed
 * @param {(values: Values) => Values} [props.check] return problems as sentences by field; the key
 *   "" is for the whole form. If there are any, the form is not sent
 * @param {(values: Values) => Promise<string | void>} props.act send the form; resolves to the
 *   sentence to show. A Refusal or ConnectionLost is shown as a problem
 * @param {Record<string, string>} [props.places] the field that a refusal concerns, by its code
 * @param {boolean} [props.first] whether the form is the main thing on the page */
export function Form({ id, fields, verb, other, check, act, places = {}, first = true }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [problems, tell] = useState(/** @type {Values} */ ({}));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState("");
  useEffect(() => {
    const wrong = fields.find((field) => problems[field.name]);
    const input = wrong && form.current?.elements.namedItem(wrong.name);
    if (input instanceof HTMLElement) input.focus();
  }, [problems]);

  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    if (busy || form.current === null) return;
    const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : verb;
    const values = { ...valuesOf(form.current, fields), verb: pressed };
    const found = check?.(values) ?? {};
    tell(found);
    setDone("");
    if (Object.keys(found).length) return;
    setBusy(true);
    try {
      const message = await act(values);
      setDone(message ?? "");
      if (form.current) forget(form.current);
    } catch (error) {
      tell(problemOf(error, places, fields));
    } finally {
      setBusy(false);
    }
  };
  return html`<form ref=${form} class="form" id=${id} onSubmit=${submit} noValidate aria-busy=${busy}>
    ${fields.map((field) => html`<${FieldOf} key=${field.name} field=${field} form=${id}
      problem=${problems[field.name]} />`)}
    ${problems[""] && html`<p class="problem" role="alert">${problems[""]}</p>`}
    <div class="buttons"><button class=${first ? "first" : ""} value=${verb} disabled=${busy}>
      ${busy ? _("One moment…") : verb}</button>
      ${other && html`<button value=${other} disabled=${busy}>${other}</button>`}</div>
    <p class="good" role="status">${done}</p>
  </form>`;
}

/** Show one field with its label, hint and problem.
 * @param {{field: Field, form: string, problem?: string}} props */
function FieldOf({ field, form, problem }) {
  const id = `${form}-${field.name}`;
  const about = [field.hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const common = {
    id,
    name: field.name,
    "aria-describedby": about || undefined,
    "aria-invalid": problem ? "true" : undefined,
  };
  const notes = html`
    ${field.hint && html`<small id=${`${id}-hint`}>${field.hint}</small>`}
    ${problem && html`<p class="problem" id=${`${id}-problem`}>${problem}</p>`}`;
  if (field.type === "checkbox") {
    return html`<div class="field"><label class="tick" for=${id}>
      <input type="checkbox" ...${common} defaultChecked=${field.value === "yes"} />
      ${field.label}</label>${notes}</div>`;
  }
  const plain = field.plain || field.type === "password";
  return html`<div class="field"><label for=${id}>${field.label}</label>
    <input type=${field.type ?? "text"} ...${common} defaultValue=${field.value ?? ""}
      autocomplete=${field.complete ?? "off"} maxLength=${field.most} placeholder=${field.placeholder}
      autocapitalize=${plain ? "none" : undefined} spellcheck=${plain ? "false" : undefined} />
    ${notes}</div>`;
}

/** Return the values of the form's fields, without spaces at the ends except in passwords.
 * @param {HTMLFormElement} form @param {Field[]} fields @returns {Values} */
function valuesOf(form, fields) {
  const read = (/** @type {Field} */ field) => {
    const input = form.elements.namedItem(field.name);
    if (!(input instanceof HTMLInputElement)) return "";
    if (field.type === "checkbox") return input.checked ? "yes" : "";
    return field.type === "password" ? input.value : input.value.trim();
  };
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]));
}

/** Clear the password fields. @param {HTMLFormElement} form */
function forget(form) {
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "password") input.value = "";
  }
}

/** Return the sentence about a refusal or a lost connection, by the name of the field it concerns
 * ("" for the whole form). Throw any other error.
 * @param {unknown} error @param {Record<string, string>} places @param {Field[]} fields */
function problemOf(error, places, fields) {
  if (error instanceof ConnectionLost) return { "": LOST };
  if (!(error instanceof Refusal)) throw error;
  const place = places[error.code] ?? "";
  const known = fields.some((field) => field.name === place);
  return { [known ? place : ""]: error.message };
}

/** The greatest length of a name in characters, as in the server (`protocol/names.py`). */
export const LONGEST_NAME = 24;
const SHORTEST_PASSWORD = 8;

/** Return why a name is not allowed, as a sentence; "" if it is. @param {string} text */
export function nameProblem(text) {
  if (!text.trim()) return _("Say who you are.");
  const long = [...text.trim().replace(/\s+/g, " ")].length > LONGEST_NAME;
  return long || /\p{C}/u.test(text) ? _("A name has 1 to 24 printable characters.") : "";
}

/** Return the sentence to show if no password was typed to log in; "" otherwise.
 * @param {string} text */
export function passwordProblem(text) {
  return text ? "" : _("No password was typed.");
}

/** Return why a new password is not allowed, as a sentence; "" if it is. @param {string} text */
export function newPasswordProblem(text) {
  if (!text) return _("No password was typed.");
  const short = text.length < SHORTEST_PASSWORD;
  return short ? _("A password has at least {least} characters.", { least: SHORTEST_PASSWORD }) : "";
}

/** Return only the fields that have a problem. @param {Values} problems @returns {Values} */
export function onlyProblems(problems) {
  return Object.fromEntries(Object.entries(problems).filter(([, sentence]) => sentence));
}
