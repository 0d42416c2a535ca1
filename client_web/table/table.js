// Draws the table of any game, laid out for the screen and animated. `layout/` computes where piles
// and cards lie, `drawing/` draws and animates them, `input/` turns touches and keys into moves,
// and `moves/` finds the places that a move names and describes it in words.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { drawCourts } from "./drawing/court_cards.js";
import { isAnimated } from "./drawing/movement.js";
import { factsOf } from "./status_line.js";
import { useKeyboard } from "./input/keyboard_input.js";
import { layOutTable } from "./layout/table_layout.js";
import { useAnimation } from "./drawing/animation.js";
import { drawPiles } from "./drawing/pile_view.js";
import { labels, pilesOf, placeOf } from "./places.js";
import { usePointer } from "./input/pointer_input.js";
import { useTableSpace } from "./layout/table_space.js";

/** @typedef {import("./types").TableProps} TableProps */
/** @typedef {import("./types").TableInput} TableInput */
/** @typedef {import("../state/catalogue").Game} Game */

const NOTHING = new Set();
/** How much larger indices and letters are in large print. */
const LARGER = 1.5;
/** @type {ReadonlyMap<string, string>} */
const NO_LETTERS = new Map();

/** The input of a table at which nobody can play. @type {TableInput} */
const IDLE = {
  picked: null, lifted: new Set(), targets: new Set(), goals: new Set(), sources: new Set(),
  drawn: null, pending: new Set(), choices: null,
  prompt: "", tap: nothing, doubleTap: nothing, tilt: nothing, lift: () => false, drop: nothing,
  choose: nothing, cancel: nothing, order: null, shift: nothing, dealWord: "", deals: false,
  deal: nothing, asked: null, type: () => false, typed: "", tilting: false,
  beginTilt: nothing, plays: false, labelOf: () => "",
  letters: true, useLetters: nothing, make: nothing,
};

function nothing() {}

/** Show a table. Without `input` nobody can play at it; `playable_table.js` passes the input.
 * @param {TableProps} props */
export function Table({ game, view, legal, marks, label, over, isDealt = false, isWon = false, input = IDLE, actions }) {
  const preferences = useObservable(useApp().preferences);
  const { squash, cardSize, largePrint } = preferences;
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, height, text, leastWide, taken] = useTableSpace(root);
  const [free, waits] = useFree({ view, legal, over });
  const [opened, open] = useState(/** @type {ReadonlySet<string>} */ (NOTHING));
  const letters = useMemo(() => labels(game, view), [pilesOf(game, view)]);
  const keyed = useKeyed();
  const order = input.order;
  const tilts = useMemo(
    () => new Map(marks.map((mark) => [placeOf(mark.pile, mark.index), mark.tilt])),
    [marks],
  );
  const laid = useMemo(() => layOutTable({
    game, view, width, height, text: largePrint ? text * LARGER : text, leastWide, free, waits, squash,
    opened, order, letters: keyed ? letters : NO_LETTERS, tilts, cardSize,
  }), [game, view, free, waits, width, height, text, leastWide, squash, opened, order, letters, keyed, tilts, cardSize, largePrint]);
  useEffect(drawCourts, []);
  useAnimation(root, view, laid, preferences.movement, isDealt);
  useVictory(root, view, laid, isWon && isAnimated(preferences.movement));
  usePointer(root, input);
  useKeyboard(root, input, actions);
  const suits = suitColours(game, preferences.colours);
  const facts = factsOf(view);
  const toggle = (/** @type {string} */ pile) => open((now) => new Set(now).add(pile));
  return html`<section class="table" data-game=${game.slug} data-suits=${suits} aria-label=${label}>
    ${facts && html`<p class="facts">${facts}</p>`}
    <div class="cloth" ref=${root} style=${{
      height: `${Math.max(laid.height, taken)}px`, "--card-wide": `${laid.w}px`, "--index": `${laid.index}px`,
    }}>
      ${width > 0 && laid.w > 0 && [
        ...drawPiles(laid, { game, view, letters, input, toggle }),
        ...laid.written.map((one) => html`<span key=${`${one.role} ${one.x} ${one.y}`}
          class=${`written ${one.role}`} aria-hidden="true" style=${{
            left: `${one.x}px`, top: `${one.y}px`, width: `${one.wide}px`,
            fontSize: `${one.size}px`,
          }}>${one.text}</span>`),
      ]}
    </div>
  </section>`;
}

/** Celebrate when `isWon` becomes true.
 * @param {import("../vendor/preact.js").Ref<HTMLDivElement | null>} root @param {import("./types").View} view
 * @param {import("./layout/table_layout.js").LaidTable} laid @param {boolean} isWon */
function useVictory(root, view, laid, isWon) {
  const was = useRef(isWon);
  useEffect(() => {
    const cloth = root.current;
    if (isWon && !was.current && cloth) {
      import("./drawing/victory.js").then(({ celebrate }) => celebrate(cloth, view, laid), () => undefined);
    }
    was.current = isWon;
  }, [isWon]);
}

/** Whether a key has been pressed since the client was loaded. */
let wasKeyed = false;

/** Return whether the player uses keys: the letters of piles are written on the table only then. */
function useKeyed() {
  const [keyed, set] = useState(wasKeyed);
  useEffect(() => {
    if (keyed) return undefined;
    const onKey = (/** @type {KeyboardEvent} */ { key }) => {
      if (key.length > 1 && !key.startsWith("Arrow")) return; // not a text: the arrow keys; Tab, Escape and the like name no pile
      wasKeyed = true;
      set(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [keyed]);
  return keyed;
}

/** Return the colours of the suits at a game's table: two, four or blind. `colours` is the
 * preference.
 * @param {Game} game @param {string} colours */
export function suitColours(game, colours) {
  if (colours !== "usual") return colours;
  return game.drawing.suits_matter ? "four" : "two";
}

/** Return the cells in which a card can be laid, and whether the player waits for the next card.
 * While waiting, the cells that were free before are returned, so that the grid keeps its shape.
 * @param {Pick<TableProps, "view" | "legal" | "over">} props
 * @returns {[[number, number][], boolean]} */
function useFree({ view, legal, over }) {
  const known = useRef(/** @type {[number, number][]} */ ([]));
  return useMemo(() => {
    if (legal) known.current = legal.flatMap((move) => (move.cell ? [move.cell] : []));
    else if (over) return [[], false];
    /** @type {string[]} */
    const taken = (view.grid ?? []).map((/** @type {{cell: number[]}} */ entry) => entry.cell.join());
    const free = known.current.filter((cell) => !taken.includes(cell.join()));
    if (legal && view.next) return [free, false];
    return [taken.length ? free : [], taken.length > 0 && free.length > 0];
  }, [view, legal, over]);
}
