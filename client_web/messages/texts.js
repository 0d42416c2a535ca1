// Texts that players read, from the catalogue that both clients share (protocol/texts).
//
// The code holds each text in English, as an argument of `_` or `ngettext`. `make texts` collects
// them. A text without translation is shown in English.

/** A translation as gettext has it: the forms of each English text, and the form for a number.
 * @typedef {{ texts: Readonly<Record<string, readonly string[]>>, form: (n: number) => number }} Translation */

/** @type {Translation} */
let translation = { texts: {}, form: (n) => (n === 1 ? 0 : 1) };

/** Chooses the language of all texts. Call it before the modules that hold texts are imported.
 * @param {Translation} chosen */
export function useTranslation(chosen) {
  translation = chosen;
}

/** The text in the player's language. `{name}` in it stands for the value of that name; a text
 * without values is returned as it is.
 * @param {string} source @param {Readonly<Record<string, string | number>>} [values] */
export function _(source, values) {
  const found = translation.texts[source]?.[0] ?? source;
  return values ? filled(found, values) : found;
}

/** The form of a text that fits the number `n`, which stands for `{n}` in it.
 * @param {string} one @param {string} many @param {number} n
 * @param {Readonly<Record<string, string | number>>} [values] */
export function ngettext(one, many, n, values) {
  const found = translation.texts[one]?.[translation.form(n)] ?? (n === 1 ? one : many);
  return filled(found, { n, ...values });
}

/** @param {string} found @param {Readonly<Record<string, string | number>>} values */
function filled(found, values) {
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
