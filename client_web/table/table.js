// The table of any game: what is seen of it, laid out for the screen it is on, and its movement. What
// may be done is the hand's affair.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../wire/app.js";
import { useStore } from "../wire/store.js";
import { Card } from "./cards.js";
import { drawCourts } from "./courts.js";
import { factsOf } from "./facts.js";
import { useKeys } from "./keys.js";
import { lay } from "./laying.js";
import { cameFrom, glide, moves } from "./motion.js";
import { pileName, told } from "./naming.js";
import { cellPlace, labels, placeOf, readPlace } from "./places.js";
import { letGo, usePointer } from "./pointer.js";

/** @typedef {import("./types").TableProps} TableProps */
/** @typedef {import("./types").Hand} Hand */
/** @typedef {import("./types").Tilt} Tilt */
/** @typedef {import("./laying.js").Laid} Laid */
/** @typedef {import("./laying.js").Lying} Lying */
/** @typedef {import("../vendor/preact.js").Ref<HTMLDivElement | null>} Root */
/** @typedef {{view: import("./types").View, laid: Laid}} Shown */

/** Of the window's height a table may take so much at least, and if that means scrolling. */
const SHARE = 0.55;
/** A card that was dragged glides on from where it was let go, if the answer comes so soon. */
const LET_GO_MS = 1_500;
const NOTHING = new Set();
/** Games in which a suit matters; in all others red and black do, or ranks alone. */
const FOUR_COLOURS = new Set([
  "uncle_remus", "aces_up", "cribbage_patience", "accordion", "poker_patience", "kings",
  "bakers_dozen", "good_measure", "auntie_allis",
]);

/** The hand of somebody who only looks. @type {Hand} */
const IDLE = {
  picked: null, lifted: new Set(), targets: new Set(), sources: new Set(), choices: null, prompt: "",
  tap: nothing, doubleTap: nothing, tilt: nothing, lift: () => false, drop: nothing, choose: nothing,
  cancel: nothing, order: null, shift: nothing, dealWord: "", deals: false, deal: nothing, asked: null,
  type: () => false, typed: "", tilting: false, beginTilt: nothing, plays: false, labelOf: () => "",
};

function nothing() {}

/** Without a hand it is there to look at only; `board.js` has one. @param {TableProps} props */
export function Table({ game, view, legal, marks, label, hand = IDLE, deeds }) {
  const choices = useStore(useApp().choices);
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, height] = useRoom(root);
  const [opened, open] = useState(/** @type {ReadonlySet<string>} */ (NOTHING));
  const letters = useMemo(() => labels(game, view), [game, Object.keys(view.piles).length]);
  const order = hand.order;
  const tilts = useMemo(
    () => new Map(marks.map((mark) => [placeOf(mark.pile, mark.index), mark.tilt])),
    [marks],
  );
  const laid = useMemo(() => lay({
    slug: game.slug, view, width, height, squash: choices.squash, opened, order, letters, tilts,
    free: (legal ?? []).filter((move) => "cell" in move).map((move) => move["cell"]),
  }), [game, view, legal, width, height, choices.squash, opened, order, letters, tilts]);
  useEffect(drawCourts, []);
  useMotion(root, view, laid, choices.movement);
  usePointer(root, hand);
  useKeys(root, hand, deeds);
  const suits = choices.colours === "usual"
    ? FOUR_COLOURS.has(game.slug) ? "four" : "two"
    : choices.colours;
  const facts = factsOf(view);
  const toggle = (/** @type {string} */ pile) => open((now) => new Set(now).add(pile));
  return html`<section class="table" data-game=${game.slug} data-suits=${suits} aria-label=${label}>
    ${facts && html`<p class="facts">${facts}</p>`}
    <div class="cloth" ref=${root} style=${{ height: `${laid.height}px` }}>
      ${width > 0 && [
        ...piled(laid, { game, view, letters, hand, toggle }),
        ...laid.written.map((one) => html`<span key=${`${one.role} ${one.x} ${one.y}`}
          class=${`written ${one.role}`} aria-hidden="true"
          style=${{ left: `${one.x}px`, top: `${one.y}px`, width: `${one.wide}px` }}>${one.text}</span>`),
      ]}
    </div>
  </section>`;
}

/**
 * @typedef {{game: TableProps["game"], view: TableProps["view"], hand: Hand,
 *   letters: ReadonlyMap<string, string>, toggle: (pile: string) => void}} Drawing
 */

/** The piles, each with its cards. @param {Laid} laid @param {Drawing} drawing */
function piled(laid, drawing) {
  /** @type {Map<string, Lying[]>} */
  const piles = new Map();
  for (const lying of laid.lying) {
    const name = lying.pile || (lying.cell ? "grid" : "");
    const pile = piles.get(name);
    if (pile) pile.push(lying);
    else piles.set(name, [lying]);
  }
  return [...piles].map(([name, pile]) => html`<div key=${name} class="pile" role="group"
    aria-label=${name === "grid" ? "the grid" : pileName(name, drawing.letters)}>
    ${pile.map((lying) => drawn(laid, lying, drawing))}</div>`);
}

/** @param {Laid} laid @param {Lying} lying @param {Drawing} drawing */
function drawn({ w, h, index }, lying, { game, view, letters, hand, toggle }) {
  const { kind, pile, card, x, y, shows, tilt, tight, text, count } = lying;
  const place = placeName(lying);
  const marks = marksOf(lying, place, hand, kind === "back" && shows < h);
  const name = told(lying, game, view, letters, tilt, marks);
  const act = kind === "squash" ? () => toggle(pile) : null;
  const words = kind === "squash" ? `┆${lying.hidden?.length}` : text;
  return html`<${Card} key=${keyOf(lying)} name=${keyOf(lying)} place=${place} kind=${kind} card=${card} x=${x} y=${y}
    w=${w} h=${kind === "squash" ? shows : h} index=${index} shows=${shows} tilt=${tilt} tight=${tight}
    marks=${marks} told=${name} text=${words} count=${count} act=${act} />`;
}

/** What an element is known by from one view to the next. @param {Lying} lying */
export function keyOf({ kind, pile, at, cell }) {
  if (cell) return cellPlace(cell);
  if (kind === "squash") return `${pile}~${at}`;
  return at === null ? `pile ${pile}` : placeOf(pile, at);
}

/** What is written on the element: nothing where there is nothing to touch. @param {Lying} lying */
function placeName({ kind, pile, at, cell, buried }) {
  if (cell) return cellPlace(cell);
  if (kind === "squash" || buried) return "";
  return pile === "next" ? pile : placeOf(pile, at);
}

/** @param {Lying} lying @param {string} place @param {Hand} hand @param {boolean} strip of backs,
 *   under a card that tells it all */
function marksOf(lying, place, hand, strip) {
  const marks = [];
  if (lying.buried) marks.push("buried");
  if (lying.joined) marks.push("joined");
  if (lying.aslant) marks.push("aslant");
  if (!place || strip) return marks.join(" ");
  if (hand.lifted.has(place) || hand.picked === place) marks.push("lifted");
  else if (hand.targets.has(place)) marks.push("target");
  else if (hand.sources.has(place)) marks.push("source");
  return marks.join(" ");
}

/** How wide the cloth is, and how high it may be: what is left of the window.
 * @param {Root} root @returns {[number, number]} */
function useRoom(root) {
  const [room, set] = useState(/** @type {[number, number]} */ ([0, 0]));
  useLayoutEffect(() => {
    const cloth = root.current;
    if (cloth === null) return undefined;
    const measure = () => {
      const window = document.documentElement.clientHeight; // stays as it is when bars come and go
      const top = cloth.getBoundingClientRect().top + scrollY;
      const hand = cloth.closest(".board")?.querySelector(".hand")?.getBoundingClientRect().height ?? 0;
      const high = Math.round(Math.max(window * SHARE, window - top - hand - 8));
      set((now) => (now[0] === cloth.clientWidth && now[1] === high ? now : [cloth.clientWidth, high]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(cloth);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  return room;
}

/** Cards glide from where they were last. @param {Root} root @param {TableProps["view"]} view
 * @param {Laid} laid @param {boolean} chosen */
function useMotion(root, view, laid, chosen) {
  const last = useRef(/** @type {Shown | null} */ (null));
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { view, laid };
    const cloth = root.current;
    if (cloth === null || before === null || before.laid.width !== laid.width) return;
    if (before.laid === laid || !moves(chosen)) return;
    glide(gliding(cloth, before, { view, laid }));
  }, [laid]);
}

/** The elements whose cards lay elsewhere, and where that was.
 * @param {HTMLElement} cloth @param {Shown} before @param {Shown} now */
function gliding(cloth, before, { view, laid }) {
  const was = new Map(before.laid.lying.map((lying) => [keyOf(lying), lying]));
  const spots = new Map(before.laid.lying.map((lying) => [lying.pile, lying]));
  const came = before.view === view ? new Map() : cameFrom(before.view, view);
  const dropped = droppedOn(cloth);
  /** @type {Map<string | undefined, HTMLElement>} */
  const elements = new Map();
  for (const element of cloth.querySelectorAll("[data-key]")) {
    if (element instanceof HTMLElement) elements.set(element.dataset["key"], element);
  }
  return laid.lying.flatMap((lying) => {
    const { x, y } = lying;
    const key = keyOf(lying);
    const origin = came.get(key);
    const back = origin?.pile !== undefined;
    const earlier = origin?.key ?? key;
    const from = back
      ? was.get(`pile ${origin.pile}`) ?? spots.get(origin.pile)
      : dropped.get(earlier) ?? was.get(earlier) ?? spots.get(readPlace(earlier).pile);
    const element = elements.get(key);
    if (!from || !element || (from.x === x && from.y === y && !back)) return [];
    return [{ element, from: { x: from.x, y: from.y, back }, x, y }];
  });
}

/** Where cards were let go that have been dragged just now, on the cloth.
 * @param {HTMLElement} cloth @returns {Map<string, {x: number, y: number}>} */
function droppedOn(cloth) {
  if (performance.now() - letGo.at > LET_GO_MS) return new Map();
  const box = cloth.getBoundingClientRect();
  const found = [...letGo.rects].map(([place, rect]) =>
    /** @type {[string, {x: number, y: number}]} */ (
      [place, { x: rect.left - box.left, y: rect.top - box.top }]
    ));
  letGo.at = -Infinity;
  return new Map(found);
}
