// Touch and mouse input at a table: tap, double tap, drag, long press. A pointer that moves only a
// little has still tapped.

import { useLayoutEffect, useRef } from "../../vendor/preact.js";
import { readPlace } from "../places.js";

/** @typedef {import("../types").TableInput} TableInput */
/** @typedef {import("../types").PlaceName} PlaceName */

/** A pressed pointer that moves further than this, in pixels, begins to drag. */
const SLIP = { mouse: 5, pen: 8, touch: 10 };
/** A pointer that was released, and never further than this from its start, in pixels, has
 * tapped. */
const SLIPPED = 28;
const DOUBLE_MS = 350;
const LONG_MS = 480;

/** Connect the pointer to the table in the element `ref`.
 * @param {{current: HTMLElement | null}} ref @param {TableInput} input */
export function usePointer(ref, input) {
  const now = useRef(input);
  now.current = input;
  // Before the table is shown: a player may touch it as soon as they see it.
  useLayoutEffect(() => {
    const table = ref.current;
    if (!table) return undefined;
    const pointer = new Pointer(table, () => now.current);
    return () => pointer.end();
  }, []);
}

/** The boxes in which the cards dragged last were dropped, by place, and the time of the drop.
 * Animations start there.
 * @type {{rects: Map<PlaceName, DOMRect>, at: number}} */
export const lastDrop = { rects: new Map(), at: 0 };

class Pointer {
  /** @param {HTMLElement} table @param {() => TableInput} input */
  constructor(table, input) {
    this.table = table;
    this.input = input;
    /** @type {{id: number, place: PlaceName, x: number, y: number, at: number, slip: number, far: number} | null} */
    this.down = null;
    /** @type {Ghost | null} */
    this.ghost = null;
    this.pressed = 0;
    this.tapped = { place: "", at: -Infinity };
    this.swallow = false;
    this.listening = new AbortController();
    const { signal } = this.listening;
    table.addEventListener("pointerdown", (event) => this.begin(event), { signal });
    table.addEventListener("click", (event) => this.click(event), { signal });
    table.addEventListener("contextmenu", (event) => this.menu(event), { signal });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.up(event), { signal });
    window.addEventListener("pointercancel", (event) => this.broken(event), { signal });
    window.addEventListener("blur", () => this.stop(), { signal });
  }

  end() {
    this.stop();
    this.listening.abort();
  }

  /** Return the place that an element belongs to, or null.
   * @param {EventTarget | null} target @returns {PlaceName | null} */
  placeAt(target) {
    const found = target instanceof Element ? target.closest("[data-place]") : null;
    return found instanceof HTMLElement && this.table.contains(found) ? found.dataset["place"] ?? null : null;
  }

  /** React to a pressed pointer. A second pointer cancels the tap or drag of the first.
   * @param {PointerEvent} event */
  begin(event) {
    if (this.down || !event.isPrimary) return this.stop();
    if (event.button !== 0) return;
    const place = this.placeAt(event.target);
    if (place === null) return void (isBackground(event.target) && this.input().picked && this.input().cancel());
    const slip = SLIP[/** @type {keyof typeof SLIP} */ (event.pointerType)] ?? SLIP.touch;
    const { pointerId: id, clientX: x, clientY: y, timeStamp: at } = event;
    const down = (this.down = { id, place, x, y, at, slip, far: 0 });
    // Wait for the next frame as well: if the page was blocked, a pointer up that came in time is
    // handled before it.
    const long = () => this.down === down && this.long();
    this.pressed = setTimeout(() => requestAnimationFrame(long), LONG_MS);
    return undefined;
  }

  /** React to a moved pointer: begin to drag, or drag on. @param {PointerEvent} event */
  move(event) {
    const down = this.down;
    if (!down || event.pointerId !== down.id) return;
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    down.far = Math.max(down.far, Math.hypot(x, y));
    if (!this.ghost && down.far > down.slip) {
      clearTimeout(this.pressed);
      if (this.input().lift(down.place)) this.ghost = new Ghost(this.table, this.input().lifted, down.place);
      else this.down = null;
    }
    this.ghost?.follow(x, y);
    if (this.ghost) event.preventDefault();
  }

  /** React to a released pointer: tap or drop. @param {PointerEvent} event */
  up(event) {
    const down = this.down;
    if (!down || event.pointerId !== down.id) return;
    clearTimeout(this.pressed);
    const ghost = this.ghost;
    this.down = this.ghost = null;
    if (!ghost) return this.tap(down.place, event.timeStamp);
    this.swallow = true;
    setTimeout(() => (this.swallow = false));
    const slipped = down.far < SLIPPED;
    const target = slipped ? null : this.under(event, ghost, down.place);
    lastDrop.rects = ghost.rects();
    lastDrop.at = performance.now();
    ghost.end();
    this.input().drop(target);
    if (slipped) this.tap(down.place, event.timeStamp);
  }

  /** Tap a place, or double tap it if it was tapped just before.
   * @param {PlaceName} place @param {number} at */
  tap(place, at) {
    const input = this.input();
    const twice = this.tapped.place === place && at - this.tapped.at < DOUBLE_MS && input.picked !== null;
    this.tapped = { place: twice ? "" : place, at };
    if (twice) input.doubleTap(place);
    else input.tap(place);
  }

  /** Tap the place of a click without a pointer, as from a screen reader or a switch device.
   * @param {MouseEvent} event */
  click(event) {
    if (event.detail !== 0 || this.swallow) return;
    const place = this.placeAt(event.target);
    if (place !== null) this.input().tap(place);
  }

  /** Tilt the card under the right mouse button instead of opening the browser's menu.
   * @param {MouseEvent} event */
  menu(event) {
    const place = this.placeAt(event.target);
    if (place === null) return;
    event.preventDefault();
    // A long press also causes this event, but it has tilted the card already.
    if (event.button === 2 && !this.down && !this.swallow) this.input().tilt(place);
  }

  /** Tilt the card of a long press. */
  long() {
    const down = this.down;
    if (!down || this.ghost) return;
    this.down = null;
    this.swallow = true;
    setTimeout(() => (this.swallow = false), 800);
    if (navigator.vibrate) navigator.vibrate(12);
    this.input().tilt(down.place);
  }

  /** React to a pointer that the browser has cancelled. @param {PointerEvent} event */
  broken(event) {
    if (this.down?.id === event.pointerId) this.stop();
  }

  /** Cancel the tap or drag that the pointer has begun, without a move. */
  stop() {
    clearTimeout(this.pressed);
    this.down = null;
    if (!this.ghost) return;
    this.ghost.end();
    this.ghost = null;
    this.input().drop(null);
  }

  /** Return the target of a drop: the place under the pointer or, if that is no target, the target
   * that the dragged card covers most; null without one.
   * @param {PointerEvent} event @param {Ghost} ghost @param {PlaceName} from
   * @returns {PlaceName | null} */
  under(event, ghost, from) {
    const { goals, order } = this.input();
    const hit = this.placeAt(document.elementFromPoint(event.clientX, event.clientY));
    const piles = new Set([...goals].map((place) => readPlace(place).pile));
    if (hit !== null && piles.has(readPlace(hit).pile)) return hit;
    if (order && from.startsWith("fan#") && hit?.startsWith("fan#")) return hit;
    let best = /** @type {{place: PlaceName, far: number} | null} */ (null);
    for (const element of this.table.querySelectorAll("[data-place]")) {
      const place = element instanceof HTMLElement ? element.dataset["place"] ?? "" : "";
      if (!goals.has(place)) continue;
      const far = distance(element.getBoundingClientRect(), ghost.lead());
      if (far < 0 && (best === null || far < best.far)) best = { place, far };
    }
    return best?.place ?? null;
  }
}

/** Copies of the dragged cards, which follow the pointer above everything else. */
class Ghost {
  /** @param {HTMLElement} table @param {Set<PlaceName>} lifted @param {PlaceName} from */
  constructor(table, lifted, from) {
    this.layer = document.createElement("div");
    this.layer.className = "ghost";
    this.layer.setAttribute("aria-hidden", "true");
    /** @type {{place: PlaceName, copy: HTMLElement, box: DOMRect}[]} */
    this.cards = [];
    this.from = from;
    this.ground = table.getBoundingClientRect();
    for (const element of table.querySelectorAll("[data-place]")) {
      if (!(element instanceof HTMLElement)) continue;
      const place = element.dataset["place"] ?? "";
      if (place !== from && !lifted.has(place)) continue;
      this.add(place, element);
    }
    table.classList.add("dragging");
    this.table = table;
    table.append(this.layer);
  }

  /** Add a copy of an element. @param {PlaceName} place @param {HTMLElement} element */
  add(place, element) {
    const box = element.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const name of ["data-place", "id", "tabindex", "aria-label"]) copy.removeAttribute(name);
    copy.style.cssText = element.style.cssText;
    Object.assign(copy.style, {
      position: "absolute", margin: "0",
      left: `${box.left - this.ground.left}px`, top: `${box.top - this.ground.top}px`,
      width: `${box.width}px`, height: `${box.height}px`, transform: "none",
    });
    this.layer.append(copy);
    this.cards.push({ place, copy, box });
  }

  /** Move the copies by so many pixels from where the cards lie.
   * @param {number} x @param {number} y */
  follow(x, y) {
    this.x = x;
    this.y = y;
    this.layer.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Return the present box of the copy of the card under the pointer. @returns {DOMRect} */
  lead() {
    const box = (this.cards.find((c) => c.place === this.from) ?? this.cards[0])?.box ?? new DOMRect();
    return new DOMRect(box.x + (this.x ?? 0), box.y + (this.y ?? 0), box.width, box.height);
  }

  /** Return the present boxes of all copies, by the place of the card.
   * @returns {Map<PlaceName, DOMRect>} */
  rects() {
    return new Map(this.cards.map((c) => [c.place, c.copy.getBoundingClientRect()]));
  }

  end() {
    this.layer.remove();
    this.table.classList.remove("dragging");
  }
}

/** Return whether a touch was on no button or link. @param {EventTarget | null} target */
function isBackground(target) {
  return !(target instanceof Element && target.closest("button, a"));
}

/** Return the distance between two boxes; negative if they overlap, the further below zero the more
 * they do.
 * @param {DOMRect} a @param {DOMRect} b */
function distance(a, b) {
  const x = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const y = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  if (x >= 0 || y >= 0) return Math.hypot(Math.max(0, x), Math.max(0, y));
  return -Math.sqrt(x * y);
}
