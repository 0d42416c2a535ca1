// A table to play at, with the action bar under it. In games with a watched deal, it first shows
// the deal.

import { html, useEffect, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { ActionBar } from "./action_bar.js";
import { WatchedDeal } from "./watched_deal.js";
import { useTableInput } from "./input/table_input.js";
import { KeyHelp } from "./key_help.js";
import { Table } from "./table.js";

/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("./types").TableProps} TableProps */
/**
 * @typedef {Object} PlayableProps
 * @property {"none" | "until_card" | "free" | "practice"} [takeBack] the take-back rule of the race's
 *   terms
 * @property {(() => void) | null} [finish] plays the game to its end; null while something is left to
 *   decide
 * @property {import("./types").Move | null} [redo] the move that was taken back last and can be made again
 * @property {boolean} [advises] whether hints are given
 * @property {import("../net/protocol").Frame | null} [frame] the current frame of a watched deal
 * @property {() => void} [next] requests the next frame
 * @property {import("../messages/counts.js").OwnCounts} [counts] the player's counts in a watched deal
 * @property {(heap: number, step: 1 | -1) => void} [count] counts one more or one less on a heap
 * @property {(() => void) | null} [check] asks for the right counts; null if the game gives no hints
 * @property {string} [waits] a sentence about what the player waits for, shown if there is no prompt
 * @property {Child} [children] more buttons from the page, in the same row
 */

/** Show the table, or the watched deal before it. @param {TableProps & PlayableProps} props */
export function PlayableTable(props) {
  const app = useApp();
  useEffect(() => void app.loadStyles("action_bar"), []);
  if (props.frame) return html`<${WatchedDeal} ...${props} />`;
  return html`<${TableInPlay} ...${props} />`;
}

/** Show the table with the action bar and, if asked for, the page of keys.
 * @param {TableProps & PlayableProps} props */
function TableInPlay(props) {
  const input = useTableInput({ ...props, own: true });
  const [help, showHelp] = useState(false);
  const { game, takeBack = "none", finish = null, redo = null, advises = false, busy, over, problem, waits = "", children } = props;
  const mayTakeBack = input.plays && takeBack !== "none";
  const actions = {
    takeBack: mayTakeBack ? () => input.make({ kind: "undo" }) : null,
    redo: input.plays && redo ? () => input.make(redo) : null,
    hint: input.plays && advises ? () => input.make({ kind: "hint" }) : null,
    finish: input.plays ? finish : null,
    help: () => showHelp(true),
  };
  return html`<div class="board">
    <${Table} ...${props} ...${input.drawn ?? {}} input=${input} actions=${actions} />
    <${ActionBar} input=${input.prompt ? input : { ...input, prompt: waits }} tilts=${game.drawing.tilts} takeBack=${takeBack} finish=${finish}
      redo=${actions.redo} hint=${actions.hint}
      busy=${busy} problem=${problem} over=${over} help=${() => showHelp(true)}>${children}<//>
    ${help && html`<${KeyHelp} game=${game} input=${input} close=${() => showHelp(false)} />`}
  </div>`;
}
