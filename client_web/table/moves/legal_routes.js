// `LegalRoutes`, which finds for each legal move its source place, its target places and the number
// of its cards. It reads the fields of moves and knows no rules of games.

import { NEXT, cardAt, cellPlace, pilesOf, placeOf, readCell, readPlace, sizeOf } from "../places.js";

/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").PlaceName} PlaceName */

/**
 * One way to enter a move: the player touches `source`, then each of `steps`. It takes `n` cards;
 * null if the move does not say. Source and steps are names of piles, cells, or cards inside a
 * pile. Some moves have several routes.
 * @typedef {{move: Move, source: string, steps: string[], n: number | null}} Route
 */
/** A place that the player has touched, as the source or a step of a route. `n` is the number of
 * touched cards, counted from the top; null if the touch does not give a number.
 * @typedef {{key: string, n: number | null}} Touched */

/** The roles of piles that cards go to and rarely leave. */
const HOMES = new Set(["foundation", "discard"]);

export class LegalRoutes {
  /** @param {Game} game @param {View} view @param {Move[]} legal */
  constructor(game, view, legal) {
    this.game = game;
    this.view = view;
    this.legal = legal;
    this.roles = new Map(pilesOf(game, view).map((p) => [p.name, p.role]));
    /** @type {Route[]} */
    this.routes = legal.flatMap((move) => this.routesOf(move));
    /** Legal moves without a card: deal, turn and the like. */
    this.plain = legal.filter((move) => isPlain(move));
    /** The legal move that puts the fan back, or null. @type {Move | null} */
    this.putBack = legal.find((move) => "order" in move) ?? null;
    this.isGrid = Array.isArray(view["grid"]);
  }

  /** Return the routes of a move. @param {Move} move @returns {Route[]} */
  routesOf(move) {
    if (move.cell) return [{ move, source: NEXT, steps: [cellPlace(move.cell)], n: null }];
    if (move.kind === "choose") return [way(move, `last.${move.n}`, [`last.${move.n}`])];
    if (move.slots) return turns(move.slots).map((s) => way(move, s[0] ?? "", s.slice(1)));
    const { src, dst: target, fills = [], n } = move;
    const { hand } = this.game.drawing;
    if (src === undefined) return hand && target !== undefined ? [way(move, hand, [target])] : [];
    const source = this.inside(src) ?? src;
    if (move.kind === "pair" && target !== undefined) {
      // Two cards that leave together can be touched in either order.
      return [way(move, source, [target]), way(move, target, [source])];
    }
    const dst = target ?? this.homeOf(source);
    return dst === null ? [] : [way(move, source, [dst, ...fills], n)];
  }

  /** Return the place of a card inside a pile from the form that moves have: `fan.3`, `waste.1`.
   * Null if `src` names a pile.
   * @param {string} src */
  inside(src) {
    if (src in this.view.piles) return null;
    const [pile = "", at] = [src.slice(0, src.lastIndexOf(".")), Number(src.split(".").at(-1))];
    const role = this.roles.get(pile);
    if (role === "fan") return placeOf(pile, at);
    // In the waste such an index counts from the top.
    return role === undefined ? null : placeOf(pile, sizeOf(this.view, pile) - 1 - at);
  }

  /** Return the pile to which a card goes if its move names none: the discard, the only foundation,
   * the pile that the game names for this card, or the foundation of its suit.
   * @param {string} source @returns {string | null} */
  homeOf(source) {
    const only = this.pileOfRole("discard") ?? this.pileOfRole("foundation");
    if (only) return only;
    const card = cardAt(this.view, source);
    const own = card && (this.game.drawing.homes[card] ?? `foundation.${card[1]}`);
    return own && own in this.view.piles ? own : null;
  }

  /** Return the only pile with a role; null if there is none or several.
   * @param {string} role @returns {string | null} the only pile with this role */
  pileOfRole(role) {
    const found = [...this.roles].filter(([, r]) => r === role);
    return found.length === 1 ? found[0]?.[0] ?? null : null;
  }

  /** Return whether a pile is a foundation or a discard. @param {string} key */
  isHome(key) {
    return HOMES.has(this.roles.get(readPlace(key).pile) ?? "");
  }

  /** Return the pile, cell or card inside a pile that a touch of a place means, and the number of
   * touched cards. @param {PlaceName} place @returns {Touched} */
  touched(place) {
    if (readCell(place)) return { key: place, n: null };
    const { pile, index } = readPlace(place);
    if (this.isGrid) return { key: pile.startsWith("last.") ? pile : NEXT, n: null };
    if (this.routes.some((w) => w.source === place)) return { key: place, n: null };
    const found = this.view.piles[pile];
    const n = found && index !== null && index >= found.down ? sizeOf(this.view, pile) - index : null;
    return { key: pile, n };
  }

  /** Return the routes that begin with the picked-up cards and the places touched since.
   * @param {import("../input/selection.js").Picked} picked */
  continuing({ key, n, strict, steps }) {
    return this.routes.filter(
      (w) =>
        w.source === key &&
        (!strict || n === null || (w.n ?? 1) === n) &&
        w.steps.length > steps.length &&
        steps.every((step, i) => w.steps[i] === step),
    );
  }

  /** Return whether a route begins at a place or pile. @param {string} key */
  starts(key) {
    return this.routes.some((w) => w.source === key);
  }

  /** Whether a card can still be played. */
  get remains() {
    return this.routes.length > 0;
  }

  /** Return the moves that can be made without touching a card: deals and turns, putting the fan
   * back if `putBack`, and the move into the last free cell of a grid.
   * @param {boolean} [putBack] */
  deals(putBack = true) {
    if (this.isGrid) return this.legal.length === 1 ? this.legal : [];
    return putBack && this.putBack ? [...this.plain, this.putBack] : this.plain;
  }

  /** Return whether touching a pile deals or turns. @param {string} key */
  isStock(key) {
    const role = this.roles.get(key);
    return role === "stock" || role === "corner";
  }

  /** Return whether the fan can be put back on this pile: it is the empty heap from which the fan
   * was taken.
   * @param {string} key */
  isGapOfFan(key) {
    return this.putBack !== null && key === `heap.${this.view["fan_of"]}` && !sizeOf(this.view, key);
  }

  /** Return the numbers of cards that can be taken from a source. @param {string} key */
  sizes(key) {
    return new Set(this.routes.filter((w) => w.source === key).map((w) => w.n ?? 1));
  }

  /** Return the places where a legal move begins. @returns {Set<PlaceName>} */
  sources() {
    const found = new Set(/** @type {string[]} */ ([]));
    for (const w of this.routes) {
      if (w.source === NEXT) for (const step of w.steps) found.add(step);
      found.add(this.cards(w.source, w.n)[0] ?? w.source);
    }
    const stocks = this.plain.length ? [...this.roles.keys()].filter((name) => this.isStock(name)) : [];
    for (const name of stocks) found.add(this.top(name));
    return found;
  }

  /** Return the places of the `n` cards that move from a source. If `n` is null, as many cards move
   * as the game moves together (see `together`).
   * @param {string} key @param {number | null} n */
  cards(key, n) {
    const { pile, index } = readPlace(key);
    if (index !== null) return [key];
    const size = sizeOf(this.view, pile);
    const up = this.view.piles[pile]?.up.length ?? 0;
    const many = Math.min(n ?? this.together(pile), up);
    return Array.from({ length: many }, (_, i) => placeOf(pile, size - many + i));
  }

  /** Return the number of cards of a pile that move together if the move does not give it: a whole
   * sequence in games in which sequences move as one, otherwise one card.
   * @param {string} pile */
  together(pile) {
    const up = this.view.piles[pile]?.up ?? [];
    if (!this.game.drawing.sets) return 1;
    let n = 1;
    while (n < up.length && joined(up[up.length - n - 1] ?? "", up[up.length - n] ?? "")) n += 1;
    return n;
  }

  /** Return the place of a pile's top card; the pile if no card is face up. @param {string} key */
  top(key) {
    const lying = this.view.piles[key];
    return lying?.up.length ? placeOf(key, lying.down + lying.up.length - 1) : key;
  }
}

/** Return whether a move names no card: it has no field besides its kind. Resigning and undoing do
 * not count.
 * @param {Move} move */
export function isPlain(move) {
  return Object.keys(move).length === 1 && move.kind !== "resign" && move.kind !== "undo";
}

/** Return a route.
 * @param {Move} move @param {string} source @param {string[]} steps @param {number} [n] @returns {Route} */
function way(move, source, steps, n) {
  return { move, source, steps, n: n ?? null };
}

/** Return all rotations of a list of places, because an exchange can begin at any of them.
 * @param {string[]} ring */
function turns(ring) {
  return ring.map((_, i) => [...ring.slice(i), ...ring.slice(0, i)]);
}

const RANKS = "A23456789TJQK";

/** Return whether `card` is one lower than `senior` and of the other colour.
 * @param {string} senior @param {string} card */
function joined(senior, card) {
  const red = (/** @type {string} */ c) => c[1] === "H" || c[1] === "D";
  return RANKS.indexOf(senior[0] ?? "") === RANKS.indexOf(card[0] ?? "") + 1 && red(senior) !== red(card);
}
