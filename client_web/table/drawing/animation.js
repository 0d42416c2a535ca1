// Animates the deal and moves: cards glide from their old positions to the new ones, and turn over
// there.

import { useLayoutEffect, useRef } from "../../vendor/preact.js";
import { cardOrigins } from "../moves/card_origins.js";
import { drawnKey } from "./pile_view.js";
import { readPlace } from "../places.js";
import { isAnimated } from "./movement.js";
import { lastDrop } from "../input/pointer_input.js";

/** @typedef {import("../../vendor/preact.js").Ref<HTMLDivElement | null>} Root */
/** @typedef {import("../types").View} View */
/** @typedef {import("../layout/table_layout.js").LaidTable} LaidTable */
/** @typedef {import("../moves/card_origins.js").Origin} Origin */
/** @typedef {{view: View, laid: LaidTable}} Shown */

/** A dragged card is animated from where it was dropped if the server's answer comes within this
 * number of milliseconds. */
const LET_GO_MS = 1_500;

/** Animate cards from their last positions to the new ones whenever the layout changes. `root` is
 * the element of the table; `chosen`: the player has chosen movement; `isDealt`: no move has been made
 * yet, so the table is dealt when it is drawn first.
 * @param {Root} root @param {View} view
 * @param {LaidTable} laid @param {boolean} chosen @param {boolean} isDealt */
export function useAnimation(root, view, laid, chosen, isDealt) {
  const last = useRef(/** @type {Shown | null} */ (null));
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { view, laid };
    const cloth = root.current;
    if (cloth === null || before === null || !isAnimated(chosen)) return undefined;
    if (isDealt && !before.laid.width && laid.width) return dealOut(cloth, laid);
    if (before.laid.width !== laid.width || before.laid === laid) return undefined;
    glide(gliding(cloth, before, { view, laid }));
    return undefined;
  }, [laid]);
}

/** How long a deal takes, and each card of it. */
const [DEAL_MS, DEALT_MS] = [600, 220];

/** Animate the deal: the cards fly to their places from the stock or, in a game without one, from below the
 * table, row by row. A touch or a key ends it. Return a function that stops waiting for them.
 * @param {HTMLElement} cloth @param {LaidTable} laid */
function dealOut(cloth, { lying, width, height, w }) {
  const stock = lying.find(({ kind, pile }) => kind === "back" && pile === "stock");
  const from = stock ?? { x: (width - w) / 2, y: height };
  const dealt = lying
    .filter((one) => (one.kind === "card" || one.kind === "back") && one !== stock)
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const animations = dealt.flatMap((one, i) => {
    const flown = `translate(${from.x - one.x}px, ${from.y - one.y}px)`;
    const card = cloth.querySelector(`[data-key="${drawnKey(one)}"]`);
    return card === null ? [] : [card.animate(
      [{ transform: flown, opacity: 0 }, { opacity: 1, offset: 0.1 }, { transform: "none", opacity: 1 }],
      { duration: DEALT_MS, delay: (i * (DEAL_MS - DEALT_MS)) / dealt.length, easing: EASE, fill: "backwards" },
    )];
  });
  const skip = () => animations.forEach((animation) => animation.finish());
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, skip, { once: true });
  return () => {
    for (const type of ["pointerdown", "keydown"]) document.removeEventListener(type, skip);
  };
}

/** Return the elements whose cards have moved, with the old and the new position of each.
 * @param {HTMLElement} cloth @param {Shown} before @param {Shown} now */
function gliding(cloth, before, { view, laid }) {
  const was = new Map(before.laid.lying.map((lying) => [drawnKey(lying), lying]));
  const spots = new Map(before.laid.lying.map((lying) => [lying.pile, lying]));
  const came = before.view === view ? new Map() : cardOrigins(before.view, view);
  const dropped = droppedOn(cloth);
  const moved = laid.lying.flatMap((lying) => {
    const { x, y } = lying;
    const key = drawnKey(lying);
    const origin = came.get(key);
    const back = origin?.pile !== undefined;
    const earlier = origin?.key ?? key;
    const from = back
      ? was.get(`pile ${origin.pile}`) ?? spots.get(origin.pile)
      : dropped.get(earlier) ?? was.get(earlier) ?? spots.get(readPlace(earlier).pile);
    if (!from || (from.x === x && from.y === y && !back)) return [];
    return [{ key, from: { x: from.x, y: from.y, back }, x, y }];
  });
  return moved.flatMap(({ key, ...way }) => {
    const element = cloth.querySelector(`[data-key="${key}"]`);
    return element instanceof HTMLElement ? [{ element, ...way }] : [];
  });
}

/** Return where the cards dragged last were dropped, by place, relative to the table.
 * @param {HTMLElement} cloth @returns {Map<string, {x: number, y: number}>} */
function droppedOn(cloth) {
  if (performance.now() - lastDrop.at > LET_GO_MS) return new Map();
  const box = cloth.getBoundingClientRect();
  const found = [...lastDrop.rects].map(([place, rect]) =>
    /** @type {[string, {x: number, y: number}]} */ (
      [place, { x: rect.left - box.left, y: rect.top - box.top }]
    ));
  lastDrop.at = -Infinity;
  return new Map(found);
}

/** A card glides for GLIDE_MS, and longer the farther it goes: it crosses a wide table in MOST_GLIDE_MS. */
const [GLIDE_MS, MOST_GLIDE_MS, MS_PER_PIXEL] = [140, 240, 0.12];

const LATER_MS = 14;

const MOST_LATE_MS = 160;

/** The running animations of each element. They are kept here because asking the browser for them
 * forces a layout.
 * @type {WeakMap<Element, Animation[]>} */
const running = new WeakMap();

const EASE = "cubic-bezier(.25,.7,.3,1)";

/** Animate elements from their old positions to those at which they are drawn. Cards that turn up
 * start one after the other, in the order given.
 * @param {{element: HTMLElement, from: Origin, x: number, y: number}[]} gliding */
export function glide(gliding) {
  if (!gliding.length) return;
  const pause = Math.min(LATER_MS, MOST_LATE_MS / gliding.length);
  let turning = 0;
  const animations = gliding.map(({ element, from, x, y }) => {
    for (const old of running.get(element) ?? []) old.cancel();
    element.classList.add("gliding");
    const delay = from.back ? pause * turning++ : 0;
    const fill = /** @type {const} */ ("backwards");
    const far = Math.hypot(from.x - x, from.y - y);
    const timing = { duration: Math.min(MOST_GLIDE_MS, GLIDE_MS + MS_PER_PIXEL * far), delay, easing: EASE, fill };
    const glided = element.animate(
      [{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, { transform: "none" }],
      timing,
    );
    running.set(element, [glided, ...(from.back ? turnOver(element, timing) : [])]);
    return glided;
  });
  void whenLanded(gliding.map(({ element }) => element), animations);
}

/** Clean up once, after the last animation has ended, because a cleanup for each would take a
 * frame's work.
 * @param {HTMLElement[]} elements @param {Animation[]} animations */
async function whenLanded(elements, animations) {
  await Promise.allSettled(animations.map((animation) => animation.finished));
  elements.forEach((element, i) => {
    if (running.get(element)?.[0] !== animations[i]) return;
    running.delete(element);
    element.classList.remove("gliding");
  });
}

/** Animate a card that is turned up: first its edge is shown, then its face.
 * @param {HTMLElement} element @param {{duration: number, delay: number}} timing
 * @returns {Animation[]} */
function turnOver(element, timing) {
  const paper = element.querySelector(".paper");
  if (!(paper instanceof SVGElement)) return [];
  const upright = paper.style.transform || "none";
  const edge = `${upright === "none" ? "" : upright} scaleX(0.02)`;
  const face = upright === "none" ? "scaleX(1)" : upright;
  return [paper.animate(
    [{ transform: edge }, { transform: edge, offset: 0.4 }, { transform: face }],
    { ...timing, fill: "backwards" },
  )];
}
