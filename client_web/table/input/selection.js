// Computes the result of a tap, a key or a drop, given the cards that are picked up: another
// selection, or one of the legal moves. Pure.

import { readPlace, sizeOf } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").PlaceName} PlaceName */
/** @typedef {import("../moves/legal_routes.js").LegalRoutes} LegalRoutes */
/** @typedef {import("../moves/legal_routes.js").Route} Route */
/** The cards that are picked up: `key` is their place, `n` their number (null: as many as can
 * go), and `steps` are the places touched since. `strict`: exactly `n` cards, because the player
 * has typed the number.
 * @typedef {{key: string, n: number | null, strict: boolean, steps: string[]}} Picked
 */
/** The selection at a table. `choices`: moves of which the player must choose one; `asked`: a deal
 * that waits for confirmation, since a card could still be played.
 * @typedef {{picked: Picked | null, choices: Move[] | null, asked: Move | null}} Selection */
/** The result of an action: the new selection, the move to make or null, and a sentence or "".
 * @typedef {{held: Selection, move: Move | null, say: string}} ActionResult */

/** @type {Selection} */
export const NOTHING_SELECTED = { picked: null, choices: null, asked: null };
/** Moves that are made so rarely that they may be confirmed first. */
const SELDOM = new Set(["deal", "redeal", "end_session"]);

/** Return the result of a tap on a place: its cards are picked up or, if cards are picked up, the
 * place is their next step.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @param {PlaceName} place @returns {ActionResult} */
export function tap(legalRoutes, held, place) {
  const touched = legalRoutes.touched(place);
  const picked = held.picked;
  if (picked === null) return take(legalRoutes, touched);
  if (picked.key === touched.key && !picked.steps.length) {
    const other = touched.n !== null && touched.n !== picked.n && legalRoutes.sizes(touched.key).has(touched.n);
    return other && legalRoutes.sizes(touched.key).size > 1 ? take(legalRoutes, touched) : nothing();
  }
  const found = legalRoutes.continuing(picked).filter((w) => w.steps[picked.steps.length] === touched.key);
  if (found.length) return settle(picked, found);
  if (picked.steps.length) return stay(held, _("That card cannot fill the place."));
  if (legalRoutes.starts(touched.key) || legalRoutes.isStock(touched.key)) return take(legalRoutes, touched);
  return stay(held, _("It cannot go there."));
}

/** Return the result of a double tap on a place: the card there is played.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @param {PlaceName} place @returns {ActionResult} */
export function tapTwice(legalRoutes, held, place) {
  if (held.picked?.steps.length) return tap(legalRoutes, held, place);
  const taken = take(legalRoutes, legalRoutes.touched(place));
  return taken.held.picked ? playSelected(legalRoutes, taken.held) : taken;
}

/** Return the result of a tap that plays at once, if nothing is picked up: the card goes to a foundation
 * if it fits there, else to the only pile on which it fits, else to the first empty place. If it fits on
 * several piles it is picked up. The player has chosen this, or haste counts at the table.
 * @param {LegalRoutes} legalRoutes @param {PlaceName} place @returns {ActionResult} */
export function tapAtOnce(legalRoutes, place) {
  const taken = take(legalRoutes, legalRoutes.touched(place));
  const { picked } = taken.held;
  if (picked === null) return taken;
  const all = legalRoutes.continuing(picked);
  const exact = all.filter((w) => picked.n !== null && (w.n ?? 1) === picked.n);
  const found = exact.length ? exact : all;
  const home = found.find((w) => legalRoutes.isHome(w.steps[0] ?? ""));
  if (home) return made(home.move);
  const goals = [...grouped(found, picked).values()];
  const onCards = goals.filter(([w]) => sizeOf(legalRoutes.view, readPlace(w?.steps[0] ?? "").pile) > 0);
  const [only, another] = onCards.length ? onCards : goals.slice(0, 1);
  return only && !another ? settle(picked, only) : taken;
}

/** Return the result of playing the picked-up cards: the move to their only target; if there are
 * several targets, the move to the only foundation or discard among them; otherwise a choice of
 * moves.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @returns {ActionResult} */
export function playSelected(legalRoutes, held) {
  const picked = held.picked;
  if (picked === null) return stay(held, "");
  const all = legalRoutes.continuing(picked);
  const exact = all.filter((w) => picked.n !== null && w.n === picked.n);
  const found = exact.length ? exact : all;
  const goals = grouped(found, picked);
  const homes = [...goals.values()].filter((g) => legalRoutes.isHome(g[0]?.steps[0] ?? ""));
  const best = goals.size === 1 ? [...goals.values()] : homes;
  if (best.length === 1 && best[0]) return settle(picked, best[0]);
  if (goals.size === 0) return nothing(_("There is no place for it to go."));
  const moves = [...goals.values()].map((g) => most(g)[0]?.move).filter((m) => m !== undefined);
  return { held: { picked, choices: moves, asked: null }, move: null, say: "" };
}

/** Return the result of choosing one of `choices`.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @param {Move} move @returns {ActionResult} */
export function choose(legalRoutes, held, move) {
  const picked = held.picked;
  if (!held.choices?.includes(move)) return stay(held, "");
  if (picked === null || picked.steps.length) return made(move);
  const on = legalRoutes.continuing(picked);
  const own = on.find((w) => w.move === move);
  const alike = on.filter((w) => own && goalOf(w, picked) === goalOf(own, picked));
  return new Set(alike.map((w) => w.steps.join())).size > 1 ? settle(picked, alike) : made(move);
}

/** Return the result of dragging a card from one place to another. In a move that names several
 * places, a card that fills a gap can be dragged there.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @param {PlaceName} from @param {PlaceName} to
 * @returns {ActionResult} */
export function drop(legalRoutes, held, from, to) {
  if (held.picked?.steps.length) return tap(legalRoutes, held, from);
  const taken = take(legalRoutes, legalRoutes.touched(from));
  if (taken.held.picked === null) return nothing(taken.say);
  if (legalRoutes.touched(to).key === taken.held.picked.key) return nothing();
  const act = tap(legalRoutes, taken.held, to);
  const comes = act.move || act.held.choices || act.held.picked?.steps.length;
  return comes ? act : nothing(_("It cannot go there."));
}

/** Return the result of dealing, turning, or another move without a card. `asks`: ask for
 * confirmation first if a card could still be played; `putBack`: putting the fan back counts.
 * @param {LegalRoutes} legalRoutes @param {Selection} held @param {boolean} asks @param {boolean} [putBack]
 * @returns {ActionResult} */
export function deal(legalRoutes, held, asks, putBack = true) {
  const found = legalRoutes.deals(putBack);
  const move = found[0];
  if (move === undefined) return stay(held, noDeal(legalRoutes));
  if (found.length > 1) return { held: { ...NOTHING_SELECTED, choices: found }, move: null, say: "" };
  if (asks && held.asked !== move && SELDOM.has(move.kind) && legalRoutes.remains) {
    return { held: { ...NOTHING_SELECTED, asked: move }, move: null, say: _("A card could still be played.") };
  }
  return made(move);
}

/** Return the result of a touch when nothing is picked up.
 * @param {LegalRoutes} legalRoutes @param {import("../moves/legal_routes.js").Touched} touched @returns {ActionResult} */
function take(legalRoutes, touched) {
  const { key } = touched;
  if (legalRoutes.isGrid) return lay(legalRoutes, key);
  if (legalRoutes.starts(key)) {
    const n = touched.n !== null && legalRoutes.sizes(key).has(touched.n) ? touched.n : null;
    return { held: { ...NOTHING_SELECTED, picked: { key, n, strict: false, steps: [] } }, move: null, say: "" };
  }
  if (legalRoutes.isStock(key)) return deal(legalRoutes, NOTHING_SELECTED, false, false);
  if (legalRoutes.isGapOfFan(key) && legalRoutes.putBack) return made(legalRoutes.putBack);
  if (!sizeOf(legalRoutes.view, readPlace(key).pile)) return nothing(_("There is no card there to pick up."));
  return nothing(_("Nothing can be played from there."));
}

/** Return the result of a touch in a game with a grid: the next card is picked up for dragging, or
 * laid in the touched cell.
 * @param {LegalRoutes} legalRoutes @param {string} key @returns {ActionResult} */
function lay(legalRoutes, key) {
  const { routes, legal } = legalRoutes;
  const found = routes.find((w) => w.steps[0] === key) ?? (legal.length === 1 ? routes[0] : null);
  if (key === "next" && legalRoutes.legal.length) {
    return { held: { ...NOTHING_SELECTED, picked: { key, n: null, strict: false, steps: [] } }, move: null, say: "" };
  }
  return found ? made(found.move) : nothing(legalRoutes.legal.length ? _("It cannot be laid there.") : "");
}

/** Return the result if the player means one of the routes `found`: the move if only one is left,
 * otherwise a selection with the steps that all of them share.
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

/** Return the routes with the most cards. @param {Route[]} routes */
function most(routes) {
  const n = Math.max(...routes.map((w) => w.n ?? 1));
  return routes.filter((w) => (w.n ?? 1) === n);
}

/** Return the longest list of steps with which all of `lists` begin.
 * @param {string[][]} lists */
function shared(lists) {
  const [first = [], ...others] = lists;
  const end = first.findIndex((step, i) => others.some((other) => other[i] !== step));
  return end < 0 ? first.slice(0, Math.min(...lists.map((l) => l.length))) : first.slice(0, end);
}

/** Return a key of a route's kind of move and next place.
 * @param {Route} w @param {Picked} picked */
function goalOf(w, picked) {
  return `${w.move.kind} ${w.steps[picked.steps.length]}`;
}

/** Return routes grouped by their kind of move and next place.
 * @param {Route[]} found @param {Picked} picked */
function grouped(found, picked) {
  const goals = new Map(/** @type {[string, Route[]][]} */ ([]));
  for (const w of found) goals.set(goalOf(w, picked), [...(goals.get(goalOf(w, picked)) ?? []), w]);
  return goals;
}

/** Return the sentence that says why the player cannot deal now; empty if there is nothing to say.
 * @param {LegalRoutes} legalRoutes */
function noDeal(legalRoutes) {
  if (legalRoutes.legal.length === 0) return "";
  if (legalRoutes.isGrid) return _("Touch the cell you want it in.");
  return _("That cannot be done now.");
}

/** Return the result that makes a move. @param {Move | null} move @returns {ActionResult} */
function made(move) {
  return { held: NOTHING_SELECTED, move, say: "" };
}

/** Return the result that puts down the picked-up cards.
 * @param {string} [say] @returns {ActionResult} */
function nothing(say = "") {
  return { held: NOTHING_SELECTED, move: null, say };
}

/** Return the result that keeps the selection and announces `say`.
 * @param {Selection} held @param {string} say @returns {ActionResult} */
function stay(held, say) {
  return { held, move: null, say };
}
