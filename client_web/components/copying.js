// Copies a text to the clipboard, or passes it on through the browser's share dialogue.

import { _ } from "../messages/texts.js";

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

/** Share a link or a text: on a touch screen through the browser's share dialogue, otherwise by
 * copying it. Return the sentence to show, or "".
 * @param {string} text @param {string} title @returns {Promise<string>} */
export async function shareText(text, title) {
  const isLink = /^https?:/.test(text);
  const data = isLink ? { title, url: text } : { title, text };
  try {
    // On a computer, people expect the text to be copied.
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(data)) {
      await navigator.share(data);
      return "";
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "";
  }
  if (await copyText(text)) return _("Copied.");
  return _("Your browser does not let us copy it: mark it and copy it yourself.");
}
