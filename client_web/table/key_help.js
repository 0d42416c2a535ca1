// The page that explains the keys and touches with which a game is played.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../components/events").FieldEvent} FieldEvent */
/** @typedef {import("./types").TableInput} TableInput */
/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {[string, string][]} Pairs */

/** @type {Pairs} */
const PILES = [
  ["a c", _("from pile a to pile c")],
  [_("a a or A"), _("play the card of pile a to its only place; several are numbered")],
];
/** @type {Pairs} */
const COUNTS = [["3 a c", _("exactly three cards")]];
/** @type {Pairs} */
const SQUARE = [["d 4", _("lay the card at column d, row 4")]];
/** @type {Pairs} */
const FAN = [
  ["[ ]", _("shift the picked card of the fan, as Shift and an arrow do")],
];
/** @type {Pairs} */
const HAND = [
  [_("Space"), _("deal, turn, or what the first button says, while no card has the focus")],
  [".", _("the same, wherever the focus is")],
  [_("Arrows"), _("walk over the table")],
  [_("Enter"), _("pick or put what the focus is on; so does Space")],
  [_("Esc"), _("put down what is picked up")],
  [_("t or -"), _("tilt what is picked, or what is named next")],
  [_("u, ⌫ or Ctrl Z"), _("take a move back, where that is allowed")],
  [_("y or Ctrl Y"), _("make the move again that was taken back last")],
  ["!", _("a hint, where you play alone")],
  [_("f or *"), _("play a won game to its end, when nothing is left to decide")],
  ["?", _("this page")],
];
/** @type {Pairs} */
const COMMON = [
  ["a", _("play the top card of pile a: to the middle, or to its only place")],
  ["a c", _("from pile a to pile c, where there are several")],
  [_("Space"), _("turn the stock, while no card has the focus")],
  [".", _("the same, wherever the focus is")],
  [_("m or !"), _("say what can go to the middle now")],
  ["k", _("say that you are stuck")],
  ["o", _("call out, when your demon is used up")],
  [_("Arrows"), _("walk over the table")],
  [_("Enter"), _("play or put what the focus is on; so does Space")],
  [_("Esc"), _("put down what is picked up")],
  ["?", _("this page")],
];
/** @type {Pairs} */
const COMMON_FINGERS = [
  [_("Tap"), _("a card: it goes to the middle, or to its only place; else tap where it goes")],
  [_("Drag"), _("a card to where it goes")],
];
/** @type {Pairs} */
const FINGERS = [
  [_("Tap"), _("a card, and then where it goes")],
  [_("Tap twice"), _("play it to its only place, or home")],
  [_("Drag"), _("a card to where it goes")],
  [_("Hold"), _("tilts a card; so does the right button")],
];

/** Show the page as a dialog. `common`: the table is a common one.
 * @param {{game: Game, input: TableInput, common?: boolean, close: () => void}} props */
export function KeyHelp({ game, input, common = false, close }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    box.current?.showModal();
    box.current?.querySelector("h2")?.focus(); // and not the checkbox, which the dialog would focus
  }, []);
  const fields = Object.values(/** @type {Record<string, string[]>} */ (game["moves"] ?? {})).flat();
  const moves = fields.includes("cell") ? SQUARE : [...PILES, ...(fields.includes("n") ? COUNTS : [])];
  const fan = game.piles.some((p) => p.role === "fan") ? FAN : [];
  return html`<dialog ref=${box} class="keys-page" aria-label=${_("Keys")} onClose=${close}>
    <h2 tabindex="-1">${_("Fingers")}</h2><${List} pairs=${common ? COMMON_FINGERS : FINGERS} />
    <h2>${_("Keys")}</h2><${List} pairs=${common ? COMMON : [...moves, ...fan, ...HAND]} />
    <p class="quiet">${_(
      "Piles are named by letters, from the first place on: each tells its own when it has the focus.",
    )} <code>s</code> ${_("is the stock,")} <code>w</code> ${_("the waste.")}</p>
    <p><label><input type="checkbox" checked=${input.letters}
      onChange=${(/** @type {FieldEvent} */ event) => input.useLetters(event.target.checked)} />${_("Letters are keys")}</label></p>
    <form method="dialog" class="buttons"><button class="first">${_("Play on")}</button>
      ${!common && input.plays && !game.drawing.tilts && html`<button onClick=${input.beginTilt}>${_("Tilt a card")}</button>`}</form>
  </dialog>`;
}

/** Show keys with their meanings. @param {{pairs: Pairs}} props */
function List({ pairs }) {
  return html`<dl>${pairs.map(([key, what]) => html`<div key=${key}><dt>${key}</dt><dd>${what}</dd></div>`)}</dl>`;
}
