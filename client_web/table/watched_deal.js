// A deal that the player watches before the play begins (Kings). The cards of each frame are laid
// one after the other; the next frame is requested when the player goes on. Meanwhile the player can
// count cards on the heaps, and tilt them.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { cardWords } from "../messages/card_names.js";
import { checkedCounts, countsSentence } from "../messages/counts.js";
import { Icon } from "./action_bar.js";
import { labels } from "./places.js";
import { useTableInput } from "./input/table_input.js";
import { Table } from "./table.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("./types").TableProps} TableProps */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Pile} Pile */
/** @typedef {import("../state/room_state.js").Frame} Frame */
/** @typedef {import("../messages/counts.js").OwnCounts} OwnCounts */

/** Milliseconds from one laid card to the next. */
const STEP_MS = 240;

/** @type {OwnCounts} */
const NONE = new Map();

/** Show the current frame of the deal.
 * @param {TableProps & import("./playable_table.js").PlayableProps} props */
export function WatchedDeal(props) {
  const frame = /** @type {Frame} */ (props.frame);
  const app = useApp();
  const before = useRef(/** @type {View | null} */ (null));
  const steps = useMemo(() => stepsOf(before.current, frame), [frame]);
  const [at, go] = useState({ frame, step: 0 });
  const still = !app.preferences.value.movement || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const step = still ? steps.length - 1 : at.frame === frame ? at.step : 0;
  const done = step >= steps.length - 1;
  useEffect(() => {
    app.announce(frameWords(frame));
    go({ frame, step: 0 });
    return () => void (before.current = /** @type {View} */ (frame.view));
  }, [frame]);
  useEffect(() => {
    if (done) return undefined;
    const timer = setTimeout(() => go({ frame, step: step + 1 }), STEP_MS);
    return () => clearTimeout(timer);
  }, [frame, step, done]);
  const onward = () => (done ? props.next?.() : go({ frame, step: steps.length - 1 }));
  useKey(onward);
  const last = frame.frame === frame.of;
  const view = steps[Math.min(step, steps.length - 1)] ?? /** @type {View} */ (frame.view);
  const { counts = NONE, count, check = null } = props;
  // During the deal a tap counts, unless the button to tilt was pressed before.
  const own = useTableInput({ ...props, view, legal: null });
  const tap = (/** @type {string} */ place) => {
    const heap = heapOf(place);
    if (heap === null || own.tilting) return own.tap(place);
    count?.(heap, 1);
    return undefined;
  };
  const input = { ...own, tap };
  useLetters(props.game, view, (heap, step) => count?.(heap, step));
  const first = frame.frame === 1 ? _("Touch a heap to count one on it.") : "";
  const told = frame.counts ? checkedCounts(frame.counts, counts) : countsSentence(counts) || first;
  useEffect(() => app.announce(told), [told]);
  const round = _("Round {n} of {all}.", { n: frame.frame, all: frame.of });
  return html`<div class="board watched-deal">
    <${Table} ...${props} view=${view} legal=${null} input=${input} />
    <div class="hand">
      <p class="prompt">${round} ${done ? corner(frame) : ""} ${told}</p>
      <div class="actions" role="group" aria-label=${_("The deal")}>
        ${props.children}
        ${[...counts.keys()].sort((a, b) => a - b).map((heap) => html`<button key=${heap} class="tool less"
          onClick=${() => count?.(heap, -1)}>${_("{heap}: one less", { heap })}</button>`)}
        ${check && html`<button class="tool" disabled=${!done || Boolean(frame.counts)} onClick=${check}>
          <${Icon} name="hint" /><span>${_("Check the counts")}</span></button>`}
        <button class="first deal" disabled=${props.busy} onClick=${onward}>
          ${!done ? _("Lay them all") : last ? _("Begin") : _("Next round")}</button>
      </div>
    </div>
  </div>`;
}

/** Return the number of the heap of a place; null if it is no heap. @param {string} place */
function heapOf(place) {
  const number = /^heap\.(\d+)/.exec(place)?.[1];
  return number === undefined ? null : Number(number);
}

/** Let the player count with the letter of a heap: one card more, or one less with the capital
 * letter. Has no effect if letters are switched off as keys.
 * @param {import("../state/catalogue").Game} game @param {View} view
 * @param {(heap: number, step: 1 | -1) => void} count */
function useLetters(game, view, count) {
  const { storage } = useApp();
  const now = useRef(count);
  now.current = count;
  useEffect(() => {
    const byLetter = new Map([...labels(game, view)].map(([place, label]) => [label, place]));
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || storage.get("letters") === false) return;
      if (document.activeElement?.closest("input, textarea, dialog")) return;
      const heap = heapOf(byLetter.get(event.key.toLowerCase()) ?? "");
      if (heap === null) return;
      event.preventDefault();
      now.current(heap, event.key === event.key.toLowerCase() ? 1 : -1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [game, view]);
}

/** Call `onward` when Space is pressed, unless a button or field has the focus.
 * @param {() => void} onward */
function useKey(onward) {
  const now = useRef(onward);
  now.current = onward;
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const on = document.activeElement;
      if (event.key !== " " || event.repeat || on?.closest("button, a, input, textarea, dialog")) return;
      event.preventDefault();
      now.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Return the views from the last frame to this one, each with one card more. `before` is the view
 * of the last frame, null if it is not known.
 * @param {View | null} before @param {Frame} frame @returns {View[]} */
export function stepsOf(before, frame) {
  const whole = /** @type {View} */ (frame.view);
  const start = frame.frame === 1 ? withoutHeaps(whole) : before;
  if (start === null) return [whole];
  /** @type {View[]} */
  const steps = [];
  for (const [heap, card] of inOrder(frame)) {
    const { piles } = steps.at(-1) ?? start;
    const name = heap === 0 ? "corner" : `heap.${heap}`;
    const lying = onTop(piles[name], heap === 0 ? null : card);
    steps.push({ ...whole, piles: { ...piles, [name]: lying } });
  }
  return [...steps, whole];
}

/** Return the cards of a frame in the order in which they were laid, each with the number of its
 * heap. A card that fell on the heap of its own rank goes to the corner, which has number 0.
 * @param {Frame} frame @returns {[number, string][]} */
function inOrder({ laid, matches }) {
  /** @type {[number, string][]} */
  const found = [];
  const rest = [...matches];
  for (const [heap, card] of laid) {
    while (rest.length && (rest[0]?.[0] ?? 0) <= heap) found.push([0, rest.shift()?.[1] ?? ""]);
    found.push([heap, card]);
  }
  return [...found, ...rest.map((match) => /** @type {[number, string]} */ ([0, match[1]]))];
}

/** Return a pile with one more card; `card` is null if it lies face down.
 * @param {Pile | undefined} pile @param {string | null} card @returns {Pile} */
function onTop(pile, card) {
  const lying = pile ? pile.down + pile.up.length : 0;
  return card === null ? { down: lying + 1, up: [] } : { down: lying, up: [card] };
}

/** Return a view in which heaps and corner are empty. @param {View} view @returns {View} */
function withoutHeaps(view) {
  const empty = (/** @type {[string, Pile]} */ [name, pile]) =>
    [name, /^heap\.|^corner$/.test(name) ? { down: 0, up: [] } : pile];
  return { ...view, piles: Object.fromEntries(Object.entries(view.piles).map(empty)) };
}

/** Return the sentence that says which cards went to the corner in this frame.
 * @param {Frame} frame */
function corner({ matches, blank }) {
  if (!matches.length) return blank ? _("To the corner: one unseen.") : "";
  const fell = matches.map(([heap, card]) => _("{card} on {heap}", { card: cardWords(card), heap })).join(", ");
  return blank ? _("To the corner: {cards}, one unseen.", {
    cards: fell,
  }) : _("To the corner: {cards}.", { cards: fell });
}

/** Return the cards of a frame as a sentence for screen readers. @param {Frame} frame */
function frameWords(frame) {
  const laid = frame.laid.map(([heap, card]) => `${heap} ${cardWords(card)}`).join(", ");
  return _("Round {n} of {all}: {laid}. {corner}", { n: frame.frame, all: frame.of, laid, corner: corner(frame) });
}
