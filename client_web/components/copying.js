// Copies a text to the clipboard.

/** Copy a text to the clipboard. Browsers give the clipboard API only to pages over HTTPS; on other
 * pages the text is selected in a field and copied from it. Resolves to whether it was copied.
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
