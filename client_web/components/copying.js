// Copies a text to the clipboard.

/** Copy a text. Browsers give pages over plain HTTP no clipboard; there the text is copied from a field
 * of the page, as it was done before there was one. Resolves to whether it was copied.
 * @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromField(text);
  }
}

/** Copy a text by selecting it in a field that nobody sees. @param {string} text */
function copiedFromField(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard comes up
  field.className = "aloud";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
