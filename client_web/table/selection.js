// What is picked up, and which move a tap, key or drop on a place makes of it. Pure: the result is
// one of the legal moves, or none.

import { readPlace, sizeOf } from "./places.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").PlaceName} PlaceName */
/** @typedef {import("./move_targets.js").MoveTargets} MoveTargets */
/** @typedef {import("./move_targets.js").Route} Route */
/**
 * What is picked up: a source, the number of cards (null: as many as may go; `strict`: exactly this
 * number), and the places named after it.
 * @typedef {{key: string, n: number | null, strict: boolean, steps: string[]}} Picked
 */
/** `asked`: a deal that waits for confirmation, since a card could still be played.
 * @typedef {{picked: Picked | null, choices: Move[] | null, asked: Move | null}} Selection */
/** The result of an action. @typedef {{held: Selection, move: Move | null, say: string}} ActionResult */

/** @type {Selection} */
export const NOTHING_SELECTED = { picked: null, choices: null, asked: null };
/** Moves made so rarely that they are confirmed first. */
const SELDOM = new Set(["deal", "redeal", "end_session"]);

/** A place was tapped: the source, or the target if a source is picked.
 * @param {MoveTargets} moveTargets @param {Selection} held @param {PlaceName} place @returns {ActionResult} */
export function tap(moveTargets, held, place) {
  const touched = moveTargets.touched(place);
  const picked = held.picked;
  if (picked === null) return take(moveTargets, touched);
  if (picked.key === touched.key && !picked.steps.length) {
    const other = touched.n !== null && touched.n !== picked.n && moveTargets.sizes(touched.key).has(touched.n);
    return other && moveTargets.sizes(touched.key).size > 1 ? take(moveTargets, touched) : nothing();
  }
  const found = moveTargets.on(picked).filter((w) => w.steps[picked.steps.length] === touched.key);
  if (found.length) return settle(picked, found);
  if (picked.steps.length) return stay(held, _("That card cannot fill the place."));
  if (moveTargets.starts(touched.key) || moveTargets.isStock(touched.key)) return take(moveTargets, touched);
  return stay(held, _("It cannot go there."));
}

/** A place was tapped twice: play from it to the only possible place, or home if there are several.
 * @param {MoveTargets} moveTargets @param {Selection} held @param {PlaceName} place @returns {ActionResult} */
export function tapTwice(moveTargets, held, place) {
  if (held.picked?.steps.length) return tap(moveTargets, held, place);
  const taken = take(moveTargets, moveTargets.touched(place));
  return taken.held.picked ? playSelected(moveTargets, taken.held) : taken;
}

/** Make the only move of what is picked; offer a choice if there are several.
 * @param {MoveTargets} moveTargets @param {Selection} held @returns {ActionResult} */
export function playSelected(moveTargets, held) {
  const picked = held.picked;
  if (picked === null) return stay(held, "");
  const all = moveTargets.on(picked);
  const exact = all.filter((w) => picked.n !== null && w.n === picked.n);
  const found = exact.length ? exact : all;
  const goals = grouped(found, picked);
  const homes = [...goals.values()].filter((g) => moveTargets.isHome(g[0]?.steps[0] ?? ""));
  const best = goals.size === 1 ? [...goals.values()] : homes;
  if (best.length === 1 && best[0]) return settle(picked, best[0]);
  if (goals.size === 0) return nothing(_("There is no place for it to go."));
  const moves = [...goals.values()].map((g) => most(g)[0]?.move).filter((m) => m !== undefined);
  return { held: { picked, choices: moves, asked: null }, move: null, say: "" };
}

/** One of the offered moves was chosen.
 * @param {MoveTargets} moveTargets @param {Selection} held @param {Move} move @returns {ActionResult} */
export function choose(moveTargets, held, move) {
  const picked = held.picked;
  if (!held.choices?.includes(move)) return stay(held, "");
  if (picked === null || picked.steps.length) return made(move);
  const on = moveTargets.on(picked);
  const own = on.find((w) => w.move === move);
  const alike = on.filter((w) => own && goalOf(w, picked) === goalOf(own, picked));
  return new Set(alike.map((w) => w.steps.join())).size > 1 ? settle(picked, alike) : made(move);
}

/** A card was dragged from one place to another. A card that fills a gap can also be dragged there.
 * @param {MoveTargets} moveTargets @param {Selection} held @param {PlaceName} from @param {PlaceName} to
 * @returns {ActionResult} */
export function drop(moveTargets, held, from, to) {
  if (held.picked?.steps.length) return tap(moveTargets, held, from);
  const taken = take(moveTargets, moveTargets.touched(from));
  if (taken.held.picked === null || moveTargets.touched(to).key === taken.held.picked.key) return nothing();
  const act = tap(moveTargets, taken.held, to);
  const comes = act.move || act.held.choices || act.held.picked?.steps.length;
  return comes ? act : nothing(_("It cannot go there."));
}

/** Deal, turn, or make another move without a card. `asks`: confirm first if a card could still be
 * played.
 * @param {MoveTargets} moveTargets @param {Selection} held @param {boolean} asks @param {boolean} [putBack]
 * @returns {ActionResult} */
export function deal(moveTargets, held, asks, putBack = true) {
  const found = moveTargets.deals(putBack);
  const move = found[0];
  if (move === undefined) return stay(held, noDeal(moveTargets));
  if (found.length > 1) return { held: { ...NOTHING_SELECTED, choices: found }, move: null, say: "" };
  if (asks && held.asked !== move && SELDOM.has(move.kind) && moveTargets.remains) {
    return { held: { ...NOTHING_SELECTED, asked: move }, move: null, say: _("A card could still be played.") };
  }
  return made(move);
}

/** @param {MoveTargets} moveTargets @param {import("./move_targets.js").Touched} touched @returns {ActionResult} */
function take(moveTargets, touched) {
  const { key } = touched;
  if (moveTargets.isGrid) return lay(moveTargets, key);
  if (moveTargets.starts(key)) {
    const n = touched.n !== null && moveTargets.sizes(key).has(touched.n) ? touched.n : null;
    return { held: { ...NOTHING_SELECTED, picked: { key, n, strict: false, steps: [] } }, move: null, say: "" };
  }
  if (moveTargets.isStock(key)) return deal(moveTargets, NOTHING_SELECTED, false, false);
  if (moveTargets.isGapOfFan(key) && moveTargets.putBack) return made(moveTargets.putBack);
  if (!sizeOf(moveTargets.view, readPlace(key).pile)) return nothing(_("There is no card there to pick up."));
  return nothing(_("Nothing can be played from there."));
}

/** The next card of a square: picked up for dragging, or laid at once.
 * @param {MoveTargets} moveTargets @param {string} key @returns {ActionResult} */
function lay(moveTargets, key) {
  const { routes, legal } = moveTargets;
  const found = routes.find((w) => w.steps[0] === key) ?? (legal.length === 1 ? routes[0] : null);
  if (key === "next" && moveTargets.legal.length) {
    return { held: { ...NOTHING_SELECTED, picked: { key, n: null, strict: false, steps: [] } }, move: null, say: "" };
  }
  return found ? made(found.move) : nothing(moveTargets.legal.length ? _("It cannot be laid there.") : "");
}

/** The only move that remains; or what must still be tapped or chosen.
 * @param {Picked} picked @param {Route[]} found @returns {ActionResult} */
function settle(picked, found) {
  const exact = found.filter((w) => picked.n !== null && (w.n ?? 1) === picked.n);
  const rivals = most(exact.length ? exact : found);
  const steps = shared(rivals.map((w) => w.steps));
  const whole = rivals.filter((w) => w.steps.length === steps.length);
  const different = new Map(whole.map((w) => [`${w.move.kind} ${w.move["end"] ?? ""}`, w.move]));
  if (whole.length === rivals.length && different.size === 1) return made(rivals[0]?.move ?? null);
  const choices = different.size ? [...different.values()] : null;
  return { held: { picked: { ...picked, steps }, choices, asked: null }, move: null, say: "" };
}

/** @param {Route[]} routes those with the most cards */
function most(routes) {
  const n = Math.max(...routes.map((w) => w.n ?? 1));
  return routes.filter((w) => (w.n ?? 1) === n);
}

/** @param {string[][]} lists the steps all routes have in common */
function shared(lists) {
  const [first = [], ...others] = lists;
  const end = first.findIndex((step, i) => others.some((other) => other[i] !== step));
  return end < 0 ? first.slice(0, Math.min(...lists.map((l) => l.length))) : first.slice(0, end);
}

/** @param {Route} w @param {Picked} picked */
function goalOf(w, picked) {
  return `${w.move.kind} ${w.steps[picked.steps.length]}`;
}

/** @param {Route[]} found @param {Picked} picked */
function grouped(found, picked) {
  const goals = new Map(/** @type {[string, Route[]][]} */ ([]));
  for (const w of found) goals.set(goalOf(w, picked), [...(goals.get(goalOf(w, picked)) ?? []), w]);
  return goals;
}

/** @param {MoveTargets} moveTargets */
function noDeal(moveTargets) {
  if (moveTargets.legal.length === 0) return "";
  if (moveTargets.isGrid) return _("Touch the cell you want it in.");
  return _("That cannot be done now.");
}

/** @param {Move | null} move @returns {ActionResult} */
function made(move) {
  return { held: NOTHING_SELECTED, move, say: "" };
}

/** @param {string} [say] @returns {ActionResult} */
function nothing(say = "") {
  return { held: NOTHING_SELECTED, move: null, say };
}

/** @param {Selection} held @param {string} say @returns {ActionResult} */
function stay(held, say) {
  return { held, move: null, say };
}
