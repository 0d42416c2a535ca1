// Shows the rules of a game: finds headings, lists and tables in the plain text of its rules page.
// All of it is inserted as text, never as markup.

import { html } from "../vendor/preact.js";
import { capitalise } from "../messages/formatting.js";

/**
 * @typedef {{kind: "text", text: string} | {kind: "list", items: string[]}
 *   | {kind: "table", rows: string[][]}} Part
 */
/** @typedef {{title: string, parts: Part[]}} Section the first section has no title */

const HEADING = /^([A-Z][A-Za-z' ]{1,20})([.:])(?:\s+|$)/;
/** A paragraph that begins with one of these words begins a section. */
const HEADINGS = new Set([
  "Aim", "The deal", "The play", "The score", "The end", "Option", "Options", "Progress", "Source",
  "Tips", "Best known", "Origin", "Out", "A stuck table",
]);

/** Return the sections of a rules page.
 * @param {string} page the page's first line is its title, which is left out
 * @returns {Section[]} */
export function parseSections(page) {
  /** @type {Section[]} */
  const found = [];
  for (const block of page.split(/\n\s*\n/).slice(1)) {
    const match = HEADING.exec(block);
    const title = match && HEADINGS.has(match[1] ?? "") ? (match[1] ?? "") : "";
    const rest = title ? capitalise(block.slice(match?.[0].length)) : block;
    const last = found.at(-1);
    if (title || last === undefined) found.push({ title, parts: parts(rest) });
    else last.parts.push(...parts(rest));
  }
  return found;
}

/** Return the parts of a paragraph: a table if all lines are indented by four spaces, otherwise
 * text, then the list if lines begin with a hyphen.
 * @param {string} block @returns {Part[]} */
function parts(block) {
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("    "))) {
    return [{ kind: "table", rows: lines.map((line) => line.trim().split(/\s{2,}/)) }];
  }
  const first = lines.findIndex((line) => line.startsWith("- "));
  const text = (first < 0 ? lines : lines.slice(0, first)).map((line) => line.trim()).join(" ");
  /** @type {Part[]} */
  const found = text.trim() ? [{ kind: "text", text }] : [];
  if (first < 0) return found;
  /** @type {string[]} */
  const items = [];
  for (const line of lines.slice(first)) {
    if (line.startsWith("- ")) items.push(line.slice(2));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return [...found, { kind: "list", items }];
}

/** Show a section. @param {{section: Section}} props */
export function RulesSection({ section }) {
  return html`<section>
    ${section.title && html`<h2>${section.title}</h2>`}
    ${section.parts.map((part, at) => html`<${PartOf} key=${at} part=${part} />`)}
  </section>`;
}

/** Show a part of a section. @param {{part: Part}} props */
function PartOf({ part }) {
  if (part.kind === "text") return html`<p>${inlineText(part.text)}</p>`;
  if (part.kind === "list") {
    return html`<ul>${part.items.map((item, at) => html`<li key=${at}>${inlineText(item)}</li>`)}</ul>`;
  }
  const [head = [], ...rows] = part.rows;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${capitalise(head[0] ?? "")}>
    <table class="narrow">
    <thead><tr>${head.map((cell, at) => html`<th key=${at} scope="col"
      class=${at ? "number" : ""}>${capitalise(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map(([name = "", ...cells]) => html`<tr key=${name}>
      <th scope="row">${name}</th>
      ${cells.map((cell, at) => html`<td key=${at} class="number">${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** Return a text in which names between backticks are marked as code. @param {string} text */
export function inlineText(text) {
  return text.split("`").map((piece, at) => (at % 2 ? html`<code>${piece}</code>` : piece));
}
