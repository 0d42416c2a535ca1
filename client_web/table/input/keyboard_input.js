// Keyboard input at a table. Arrows move the focus in the direction on the screen, Enter and Space
// pick up and put down, letters name piles as in the terminal client.

import { useLayoutEffect, useRef } from "../../vendor/preact.js";
import { readPlace } from "../places.js";
import { END } from "./typed_input.js";

/** @typedef {import("../types").TableInput} TableInput */
/** @typedef {import("../types").PlaceName} PlaceName */
/**
 * The functions that some keys call. A key whose function is null or missing does nothing.
 * @typedef {{takeBack?: (() => void) | null, redo?: (() => void) | null, hint?: (() => void) | null,
 *   finish?: (() => void) | null, help?: (() => void) | null,
 *   keys?: Readonly<Record<string, () => void>>}} KeyActions `keys`: further letters
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The elements the focus can stop at: places, and the sign for cards that are pushed together. */
const STOPS = "[data-place], .squash";
/** A number that is added to the distance of places that are not in line with the focus. It is
 * greater than the length of any table in pixels, so that places in line come first. */
const OUT_OF_LINE = 100_000;
const WRITES = "input, textarea, select, [contenteditable], dialog, [role=dialog]";

/** Connect the keyboard to the table in the element `ref`.
 * @param {{current: HTMLElement | null}} ref @param {TableInput} input @param {KeyActions} [actions] */
export function useKeyboard(ref, input, actions = {}) {
  const keys = useRef(/** @type {Keys | null} */ (null));
  const now = useRef({ input, actions });
  now.current = { input, actions };
  // Before the table is shown: a player may press a key as soon as they see it.
  useLayoutEffect(() => {
    if (!ref.current) return undefined;
    const own = new Keys(ref.current, () => now.current);
    keys.current = own;
    return () => own.end();
  }, []);
  useLayoutEffect(() => keys.current?.rove());
}

class Keys {
  /** @param {HTMLElement} table @param {() => {input: TableInput, actions: KeyActions}} now */
  constructor(table, now) {
    this.table = table;
    this.now = now;
    /** @type {PlaceName | null} the place that has the focus or had it last */
    this.at = null;
    this.inside = false;
    /** Whether the player moved the focus by keys after the last click. */
    this.walked = false;
    this.watcher = new MutationObserver(() => this.rove());
    this.watcher.observe(table, { childList: true, subtree: true, attributeFilter: ["data-place"] });
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("pointerdown", () => void (this.walked = false), { signal });
    table.addEventListener("focusin", (event) => this.focused(event), { signal });
    table.addEventListener("focusout", (event) => this.unfocused(event), { signal });
    this.rove();
  }

  end() {
    this.watcher.disconnect();
    this.listening.abort();
  }

  /** Return the elements the focus can stop at. @returns {HTMLElement[]} */
  stops() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll(STOPS))];
  }

  /** Let Tab reach only one place (a roving tabindex), and keep the focus at its place when cards
   * move. */
  rove() {
    const stops = this.stops();
    const here = stops.find((s) => s.dataset["place"] === this.at) ?? this.nearest(stops) ?? stops[0];
    for (const stop of stops) {
      const index = stop === here ? 0 : -1;
      if (stop.tabIndex !== index) stop.tabIndex = index;
    }
    const lost = this.inside && !this.table.contains(document.activeElement);
    if (lost && here) here.focus({ preventScroll: true });
  }

  /** Return the top card of the pile that had the focus. @param {HTMLElement[]} stops */
  nearest(stops) {
    const pile = readPlace(this.at ?? "").pile;
    return this.at === null ? undefined : stops.filter((s) => readPlace(s.dataset["place"] ?? "").pile === pile).at(-1);
  }

  /** Remember the place that gets the focus. @param {FocusEvent} event */
  focused(event) {
    const place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined;
    if (place === undefined) return;
    this.at = place;
    this.inside = true;
    this.rove();
  }

  /** Note whether the focus has left the table. If it goes to no other element, its card was
   * removed, and `rove` takes it back.
   * @param {FocusEvent} event */
  unfocused(event) {
    if (event.relatedTarget !== null) this.inside = this.table.contains(/** @type {Node} */ (event.relatedTarget));
    else if (event.target instanceof Node && this.table.contains(event.target)) this.inside = !document.hasFocus();
  }

  /** React to a key, unless the player writes in a field. @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.altKey) return;
    const on = document.activeElement;
    if (event.key === "Tab") this.walked = true;
    if (on?.closest(WRITES)) return;
    if (event.ctrlKey || event.metaKey) {
      if (this.undoes(event)) event.preventDefault();
      return;
    }
    const inside = on instanceof HTMLElement && this.table.contains(on);
    const place = inside ? on.dataset["place"] : undefined;
    const free = on === null || on === document.body || on.id === "main";
    if (this.does(event, place, inside, free)) event.preventDefault();
  }

  /** Take a move back for Ctrl+Z, and make it again for Ctrl+Y or Ctrl+Shift+Z, with Command in place of Ctrl too.
   * Return whether the table used the keys.
   * @param {KeyboardEvent} event */
  undoes({ key, shiftKey }) {
    const { input, actions } = this.now();
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) return this.command("u", input, actions);
    return (letter === "y" || letter === "z") && this.command("y", input, actions);
  }

  /** Carry out a key. `place` is the focused place; `inside`: the focus is in the table; `free`: no
   * element has the focus. Return whether the table used the key.
   * @param {KeyboardEvent} event @param {PlaceName | undefined} place
   * @param {boolean} inside @param {boolean} free @returns {boolean} */
  does({ key, shiftKey, repeat }, place, inside, free) {
    const { input, actions } = this.now();
    const way = ARROWS[key];
    if (way && (inside || (free && input.plays))) {
      if (shiftKey && input.order && input.picked) input.shift(key === "ArrowLeft" ? -1 : 1);
      else this.walk(way);
      return true;
    }
    if (key === "Escape") return this.escape(input);
    if (key === "Enter" || key === " ") return this.picks(key, place, free, repeat);
    if ((key === "Home" || key === "End") && place !== undefined) return this.goto(this.stops().at(key === "Home" ? 0 : -1));
    if (key.length !== 1 || repeat) return key === "Backspace" && !repeat && this.command("u", input, actions);
    if (!input.letters) return false;
    return input.type(key) || this.command(key, input, actions);
  }

  /** Carry out Enter or Space: use the focused place, or deal. Return whether the table used the
   * key.
   * @param {string} key @param {PlaceName | undefined} place @param {boolean} free
   * @param {boolean} repeat @returns {boolean} */
  picks(key, place, free, repeat) {
    const { input } = this.now();
    if (!free && place === undefined) return false;
    if (repeat || !input.plays) return !free;
    // If the focus is at a place only because it was clicked, Space deals.
    const walked = place !== undefined && (this.walked || input.picked !== null);
    if (key === "Enter" && input.typed) input.type(END);
    else if (place !== undefined && (walked || key === "Enter")) input.tap(place);
    else if (key === " ") input.deal();
    else this.enter();
    return true;
  }

  /** Carry out the command of a letter or sign that names no pile. Return whether the table used
   * the key.
   * @param {string} key @param {TableInput} input @param {KeyActions} actions */
  command(key, input, actions) {
    if (key === "?" && actions.help) actions.help();
    else if (!input.plays) return false;
    else if (actions.keys && Object.hasOwn(actions.keys, key)) actions.keys[key]?.();
    else if (key === ".") input.deal();
    else if (key === "t" || key === "-") input.beginTilt();
    else if (key === "u" && actions.takeBack) actions.takeBack();
    else if (key === "y" && actions.redo) actions.redo();
    else if (key === "!" && actions.hint) actions.hint();
    else if ((key === "f" || key === "*") && actions.finish) actions.finish();
    else if (input.order && (key === "[" || key === "]")) input.shift(key === "[" ? -1 : 1);
    else return false;
    return true;
  }

  /** Handle Escape: put down the picked-up cards, or end a question or typing. Return false if
   * there is nothing to end. @param {TableInput} input */
  escape(input) {
    if (!input.picked && !input.choices && !input.asked && !input.tilting && !input.typed) return false;
    input.cancel();
    return true;
  }

  /** Move the focus into the table. */
  enter() {
    const stops = this.stops();
    this.goto(stops.find((s) => s.dataset["place"] === this.at) ?? stops[0]);
  }

  /** Move the focus to an element. @param {HTMLElement | undefined} stop */
  goto(stop) {
    this.walked = true;
    stop?.focus();
    return true;
  }

  /** Move the focus to the nearest place in a direction; `way` is a unit vector. Up and down stay
   * in the column as long as it goes on. Elsewhere, distance across the direction counts double.
   * @param {[number, number]} way */
  walk(way) {
    const stops = this.stops();
    const here = stops.find((s) => s === document.activeElement);
    if (!here) return this.enter();
    const from = here.getBoundingClientRect();
    let best = { far: Infinity, stop: here };
    for (const stop of stops) {
      const to = stop.getBoundingClientRect();
      const [x, y] = [to.left - from.left, to.top - from.top];
      const ahead = x * way[0] + y * way[1];
      const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      const inLine = way[1] !== 0 && aside < from.width / 2;
      const far = inLine ? ahead : OUT_OF_LINE + ahead + 2 * aside;
      if (stop !== here && ahead > 2 && far < best.far) best = { far, stop };
    }
    this.goto(best.stop);
  }
}
