// The row of buttons under a table, where thumbs are: deal, take back, give up, keys; and what the
// hand has to ask. For left hands it is mirrored (look/hand.css).

import { html, useEffect, useState } from "../vendor/preact.js";

/** @typedef {import("./types").Hand} Hand */
/** @typedef {import("./types").Move} Move */
/**
 * @typedef {Object} ActionsProps
 * @property {Hand} hand
 * @property {"none" | "until_card" | "free"} [takeBack] as the race's terms have it
 * @property {boolean} [busy]
 * @property {Error | null} [trouble] why the last move was not made
 * @property {(move: Move) => void} [play]
 * @property {() => void} [help] shows the keys
 * @property {any} [children] other buttons of the page
 */

/** @param {ActionsProps} props */
export function Actions({ hand, takeBack = "none", busy = false, trouble = null, play, help, children }) {
  const [givesUp, giveUp] = useState(false);
  useEffect(() => {
    if (!hand.plays) giveUp(false);
  }, [hand.plays]);
  if (!hand.plays) return null;
  return html`<div class="hand">
    <${Asks} hand=${hand} />
    <p class="prompt" aria-hidden="true">${trouble ? trouble.message : hand.prompt}</p>
    <div class="actions" role="group" aria-label="Moves">
      ${hand.dealWord && html`<button class="first deal" disabled=${busy} onClick=${hand.deal}>
        ${hand.dealWord}</button>`}
      ${takeBack !== "none" && html`<button class="take-back" disabled=${busy}
        onClick=${() => play?.({ kind: "undo" })}>Take back</button>`}
      ${hand.order && hand.picked?.startsWith("fan#") && html`<${Shift} hand=${hand} />`}
      ${(hand.picked || hand.tilting) && html`<button onClick=${hand.cancel}>Put down</button>`}
      <button class="tilt" aria-pressed=${hand.tilting} onClick=${hand.beginTilt}>Tilt</button>
      ${children}
      <button class="keys" onClick=${help}>Keys</button>
      <button class="give-up" onClick=${() => giveUp(true)}>Give up</button>
    </div>
    ${givesUp && html`<div class="asks" role="alertdialog" aria-label="Give up?">
      <p>Give this game up? What you have reached stands.</p>
      <div class="buttons">
        <button class="first" onClick=${() => (giveUp(false), play?.({ kind: "resign" }))}>Give up</button>
        <button ref=${focus} onClick=${() => giveUp(false)}>Play on</button>
      </div></div>`}
  </div>`;
}

/** What the hand has to ask: whether to deal all the same, or which of several moves.
 * @param {{hand: Hand}} props */
function Asks({ hand }) {
  if (hand.asked) {
    return html`<div class="asks" role="group" aria-label="Deal?">
      <p>A card could still be played.</p>
      <div class="buttons"><button class="first" onClick=${hand.deal}>Deal all the same</button>
        <button onClick=${hand.cancel}>Not yet</button></div></div>`;
  }
  if (!hand.choices) return null;
  return html`<div class="asks" role="group" aria-label="Which one?">
    <ol class="choices">${hand.choices.map(({ move, words }, i) => html`<li key=${words}>
      <button onClick=${() => hand.choose(move)}>${i < 9 && html`<kbd>${i + 1}</kbd>`} ${words}</button></li>`)}
    </ol></div>`;
}

/** @param {{hand: Hand}} props */
function Shift({ hand }) {
  return html`<button aria-label="Shift the card to the far end" onClick=${() => hand.shift(-1)}>◀</button>
    <button aria-label="Shift the card to the near end" onClick=${() => hand.shift(1)}>▶</button>`;
}

/** @param {HTMLElement | null} element */
function focus(element) {
  element?.focus();
}
