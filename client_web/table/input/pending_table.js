// `PendingTable`, the table as a player sees it while the server has not answered a move: with the
// cards of that move where they go, and with the moves that the player has made since. These wait
// for the answer, and are made one after the other.

import {
  placeNow, placesReached, possibleMoves, shiftOf, viewAfterMove, viewAfterShift,
} from "../moves/pending.js";
import { isUnmoved } from "../../state/board_state.js";
import { LegalRoutes } from "../moves/legal_routes.js";
import { cardAt } from "../places.js";

/** @typedef {import("../types").TableProps} TableProps */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").PlaceName} PlaceName */
/** Something that the player has done while a move was pending. `place` is what was touched, and
 * `card` the card that lay there. `act` does it, given where that card lies then; `at` is when it
 * was touched. `shift` are cards that the player has moved to another pile, `to` the place where
 * they were put, and `onto` the card there.
 * @typedef {{place: PlaceName, card: string | null, act: (place: PlaceName) => void, at: number, shift?: undefined}} WaitingTouch
 * @typedef {{place: PlaceName, card: string | null, to: PlaceName, onto: string | null,
 *   shift: import("../moves/pending.js").Shift}} WaitingShift
 */

/** The maximum number of touches and moves that wait. Further ones are dropped. */
const MOST_WAITING = 4;
/** A touch that has waited longer than this is dropped. Moved cards wait for as long as it takes,
 * because the player sees them at their new place. */
const WAITS_MS = 3_000;

export class PendingTable {
  /** @param {TableProps} props */
  constructor(props) {
    this.props = props;
    /** @type {readonly (WaitingTouch | WaitingShift)[]} what waits for the answer, in order */
    this.waiting = [];
    /** The legal moves that the server has listed. */
    this.listed = new LegalRoutes(props.game, props.view, props.legal ?? []);
    /** The moves that the player can make on the table as it is drawn: those that the server has
     * listed or, while a move is pending, all that can be named. */
    this.routes = this.listed;
    /** @type {Set<PlaceName>} the places of cards whose move is pending or waits */
    this.reached = new Set();
    this.arrange();
  }

  /** Take over the table as the server has sent it. What waits goes on waiting. @param {TableProps} props */
  take(props) {
    const { view, legal } = this.props;
    this.props = props;
    if (view !== props.view || legal !== props.legal) this.listed = new LegalRoutes(props.game, props.view, props.legal ?? []);
    this.arrange();
  }

  /** Whether a move is pending, or something waits for it. */
  get isAhead() {
    return Boolean(this.props.busy) || this.waiting.length > 0;
  }

  /** Return what to draw instead of the view and the marks that the server has sent; null if they
   * are to be drawn. */
  get drawn() {
    const { view, marks } = this.props;
    const { view: drawn } = this.routes;
    return drawn === view ? null : { view: drawn, marks: marks.filter((mark) => isUnmoved(view, drawn, mark)) };
  }

  /** Compute the table as it is drawn. */
  arrange() {
    const { game, view, moving = null } = this.props;
    let drawn = moving ? viewAfterMove(this.listed, moving) : view;
    for (const { shift } of this.waiting) if (shift) drawn = viewAfterShift(drawn, shift);
    this.reached = drawn === view ? new Set() : placesReached(view, drawn);
    const possible = this.isAhead ? possibleMoves(new LegalRoutes(game, drawn, [])) : [];
    this.routes = this.isAhead ? new LegalRoutes(game, drawn, possible) : this.listed;
  }

  /** Return the places where a move begins. While a move is pending, these are the places that the
   * server has listed and whose cards have not moved, and the places of the cards that have.
   * @returns {Set<PlaceName>} */
  sources() {
    const listed = this.listed.sources();
    if (!this.isAhead) return listed;
    const [told, drawn] = [this.props.view, this.routes.view];
    return new Set([...[...listed].filter((place) => cardAt(drawn, place) === cardAt(told, place)), ...this.reached]);
  }

  /** Let a touch of a place wait. @param {PlaceName} place @param {(place: PlaceName) => void} act */
  wait(place, act) {
    this.add({ place, card: cardAt(this.routes.view, place), act, at: performance.now() });
  }

  /** Let a move of `possibleMoves` wait. Its cards are drawn where they go. @param {Move} move */
  waitWith(move) {
    const { routes } = this;
    const shift = shiftOf(routes, move);
    const place = routes.cards(shift.src, shift.cards.length)[0] ?? shift.src;
    const to = routes.top(shift.dst);
    this.add({ place, card: cardAt(routes.view, place), to, onto: cardAt(routes.view, to), shift });
  }

  /** @param {WaitingTouch | WaitingShift} waits */
  add(waits) {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting = [...this.waiting, waits];
    this.arrange();
  }

  /** Drop what waits: everything, or only touches that have moved no cards yet.
   * @param {{touches: boolean}} [only] */
  drop(only) {
    this.waiting = only?.touches ? this.waiting.filter(({ shift }) => shift) : [];
    this.arrange();
  }

  /** Take the first of what waits out of the queue, and let the player play on the table as the
   * server has sent it. Return the place, or the two places of a move, where its cards lie now: null
   * if they are not found or the touch is too old. */
  next() {
    const [waited, ...rest] = this.waiting;
    this.waiting = rest;
    this.routes = this.listed;
    if (waited === undefined) return null;
    const { view } = this.listed;
    const place = placeNow(view, waited.place, waited.card);
    const to = waited.shift ? placeNow(view, waited.to, waited.onto) : place;
    const late = !waited.shift && performance.now() - waited.at >= WAITS_MS;
    return { waited, ends: place === null || to === null || late ? null : { place, to } };
  }
}
