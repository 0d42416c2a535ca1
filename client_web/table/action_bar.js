// The row of buttons under a table (deal, take back, give up, tilt, keys), and the questions that
// are asked before a move. For left hands the row is mirrored (styles/action_bar.css).

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("./types").TableInput} TableInput */
/**
 * @typedef {Object} ActionBarProps
 * @property {TableInput} input
 * @property {boolean} tilts whether players of this game tilt many cards
 * @property {"none" | "until_card" | "free" | "practice"} [takeBack] the take-back rule of the race's
 *   terms
 * @property {(() => void) | null} [finish] plays the game to its end; null while something is left to decide
 * @property {(() => void) | null} [redo] makes the move again that was taken back last; null if there is none
 * @property {(() => void) | null} [hint] asks for a hint; null if the game gives none
 * @property {boolean} [busy] whether a move is pending
 * @property {Error | null} [problem] why the last move was refused
 * @property {boolean} [over] whether the game is over; the bar is then hidden
 * @property {() => void} [help] opens the page of keys
 * @property {Child} [children] more buttons from the page
 */

/** Show the buttons. @param {ActionBarProps} props */
export function ActionBar({ input, tilts, takeBack = "none", finish = null, redo = null, hint = null, busy = false, problem = null, over = false, help, children }) {
  const [givesUp, giveUp] = useState(false);
  useEffect(() => {
    if (over) giveUp(false);
  }, [over]);
  if (over) return null;
  const shifts = input.order !== null && input.picked?.startsWith("fan#");
  return html`<div class="hand">
    <${Questions} input=${input} />
    <p class=${problem ? "prompt problem" : "prompt"} aria-hidden="true">${problem ? problem.message : input.prompt}</p>
    <div class="actions" role="group" aria-label=${_("Moves")}>
      ${!shifts && html`
        <button class="tool" onClick=${() => giveUp(true)}><${Icon} name="flag" /><span>${_("Give up")}</span></button>
        <button class="tool keys" onClick=${help}><${Icon} name="keys" /><span>${_("Keys")}</span></button>`}
      ${(tilts || input.tilting) && html`<button class="tool" aria-pressed=${input.tilting} onClick=${input.beginTilt}>
        <${Icon} name="tilt" /><span>${_("Tilt")}</span></button>`}
      ${children}
      ${shifts && html`<${ShiftButtons} input=${input} />`}
      ${takeBack !== "none" && html`<button class="tool" disabled=${!input.plays} onClick=${() => input.make({ kind: "undo" })}>
        <${Icon} name="back" /><span>${_("Take back")}</span></button>`}
      ${redo && html`<button class="tool" disabled=${busy} onClick=${redo}>
        <${Icon} name="redo" /><span>${_("Redo")}</span></button>`}
      ${hint && html`<button class="tool" disabled=${busy} onClick=${hint}>
        <${Icon} name="hint" /><span>${_("Hint")}</span></button>`}
      ${finish && html`<button class="first finish" disabled=${busy || !input.plays} onClick=${finish}>${_("Finish")}</button>`}
      ${input.dealWord && html`<${PointerUpButton} class="first deal" disabled=${!input.deals} act=${input.deal}>
        ${input.dealWord}<//>`}
    </div>
    ${givesUp && html`<${AskToResign} question=${_("Give up?")} about=${_("Give this game up? What you have reached stands.")}
      words=${_("Give up")} resign=${() => input.make({ kind: "resign" })} close=${() => giveUp(false)} />`}
  </div>`;
}

/** Ask whether the player really resigns. `question` is the short form, `about` the whole sentence,
 * `words` the label of the button that does.
 * @param {{question: string, about: string, words: string, resign: () => void, close: () => void}} props */
export function AskToResign({ question, about, words, resign, close }) {
  return html`<div class="asks" role="alertdialog" aria-label=${question}>
    <p>${about}</p>
    <div class="buttons">
      <button class="first" onClick=${() => (close(), resign())}>${words}</button>
      <button ref=${focus} onClick=${close}>${_("Play on")}</button>
    </div></div>`;
}

/** Show a button that acts on pointer up, because the browser's click event comes a frame later.
 * @param {{class: string, disabled: boolean, act: () => void, children?: Child}} props */
export function PointerUpButton({ class: looks, disabled, act, children }) {
  const state = useRef({ down: false, done: false });
  const down = (/** @type {PointerEvent} */ event) => {
    state.current = { down: event.isPrimary && event.button === 0, done: false };
  };
  const up = () => {
    if (!state.current.down) return;
    state.current = { down: false, done: true };
    act();
  };
  const click = () => {
    if (!state.current.done) act();
    state.current.done = false;
  };
  return html`<button class=${looks} disabled=${disabled} onPointerDown=${down} onPointerUp=${up}
    onClick=${click}>${children}</button>`;
}

/** Show the question that the player must answer before a move: whether to deal although a card
 * could be played, or which of several moves to make.
 * @param {{input: TableInput}} props */
export function Questions({ input }) {
  if (input.asked) {
    return html`<div class="asks" role="group" aria-label=${_("Deal?")}>
      <p>${_("A card could still be played.")}</p>
      <div class="buttons"><button class="first" onClick=${input.deal}>${_("Deal all the same")}</button>
        <button onClick=${input.cancel}>${_("Not yet")}</button></div></div>`;
  }
  if (!input.choices) return null;
  return html`<div class="asks" role="group" aria-label=${_("Which one?")}>
    <ol class="choices">${input.choices.map(({ move, words }, i) => html`<li key=${words}>
      <button data-move=${JSON.stringify(move)} onClick=${() => input.choose(move)}>${i < 9 && html`<kbd>${i + 1}</kbd>`} ${words}</button></li>`)}
    </ol></div>`;
}

/** Show the buttons that shift the picked-up card of the fan. @param {{input: TableInput}} props */
function ShiftButtons({ input }) {
  return html`<button aria-label=${_("Shift the card to the far end")} onClick=${() => input.shift(-1)}>◀</button>
    <button aria-label=${_("Shift the card to the near end")} onClick=${() => input.shift(1)}>▶</button>`;
}

/** @type {Record<string, string>} */
const ICONS = {
  flag: "M5 21V4h12l-2.5 4.5L17 13H6.5",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  tilt: "M9.5 3.5l9 5.2-6.5 11.3-9-5.2z",
  back: "M9 5L4 10l5 5M4 10h10a5 5 0 010 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 000 10h3",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 117 0v1h-7z",
};

/** Show an icon. @param {{name: string}} props */
export function Icon({ name }) {
  return html`<svg class="line" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d=${ICONS[name]} /></svg>`;
}

/** Focus an element. Meant for `ref`, which is called before the element is in the page.
 * @param {HTMLElement | null} element */
function focus(element) {
  queueMicrotask(() => element?.focus()); // the element is in the page by then
}
