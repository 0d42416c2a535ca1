// Translates the texts that players read. Both clients share one catalogue (protocol/texts).
//
// The code has each text in English, as an argument of `_` or `ngettext`. `make texts` collects
// these texts. A text without a translation is shown in English.

/** A translation as in gettext. `texts` has the translated forms of each English text (one, or one
 * for each grammatical number); `form` returns the index of the form for a number.
 * @typedef {{ texts: Readonly<Record<string, readonly string[]>>, form: (n: number) => number }} Translation */

/** @type {Translation} */
let translation = { texts: {}, form: (n) => (n === 1 ? 0 : 1) };

/** Set the language of all texts. Call it before the modules that hold texts are imported.
 * @param {Translation} chosen */
export function useTranslation(chosen) {
  translation = chosen;
}

/** Return a text in the player's language. `{name}` in it is replaced by the value of that name. A
 * text without values is returned as it is.
 * @param {string} source @param {Readonly<Record<string, string | number>>} [values] */
export function _(source, values) {
  const found = translation.texts[source]?.[0] ?? source;
  return values ? filled(found, values) : found;
}

/** Return the form of a text that fits the number `n`, in the player's language. `{n}` in it is
 * replaced by the number.
 * @param {string} one @param {string} many @param {number} n
 * @param {Readonly<Record<string, string | number>>} [values] */
export function ngettext(one, many, n, values) {
  const found = translation.texts[one]?.[translation.form(n)] ?? (n === 1 ? one : many);
  return filled(found, { n, ...values });
}

/** Replace the placeholders of a text by their values.
 * @param {string} found @param {Readonly<Record<string, string | number>>} values */
function filled(found, values) {
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
