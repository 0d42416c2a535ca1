// Where legal moves start and lead: the source place, the target places, how many cards. It reads
// the fields of moves and knows no rules of play.

import { NEXT, cardAt, cellPlace, pilesOf, placeOf, readCell, readPlace, sizeOf } from "./places.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").PlaceName} PlaceName */

/**
 * One way to name a move: from `source` through each of `steps`, taking `n` cards (null: as many as the
 * move takes by itself). Sources and steps are piles, cells, or cards inside a pile.
 * @typedef {{move: Move, source: string, steps: string[], n: number | null}} Route
 */
/** What was touched: a source or step, and for a card of a pile how many cards it means.
 * @typedef {{key: string, n: number | null}} Touched */

/** Roles of piles that cards go to and rarely leave. */
const HOMES = new Set(["foundation", "discard"]);

export class MoveTargets {
  /** @param {Game} game @param {View} view @param {Move[]} legal */
  constructor(game, view, legal) {
    this.game = game;
    this.view = view;
    this.legal = legal;
    this.roles = new Map(pilesOf(game, view).map((p) => [p.name, p.role]));
    /** @type {Route[]} */
    this.routes = legal.flatMap((move) => this.routesOf(move));
    /** Moves without a card: deal, turn and the like. */
    this.plain = legal.filter((move) => isPlain(move));
    /** The move that puts the fan back, or null. @type {Move | null} */
    this.putBack = legal.find((move) => "order" in move) ?? null;
    this.isGrid = Array.isArray(view["grid"]);
  }

  /** @param {Move} move @returns {Route[]} */
  routesOf(move) {
    if (move.cell) return [{ move, source: NEXT, steps: [cellPlace(move.cell)], n: null }];
    if (move.slots) return turns(move.slots).map((s) => way(move, s[0] ?? "", s.slice(1)));
    const { src, dst: target, fills = [], n } = move;
    if (src === undefined) return [];
    const source = this.inside(src) ?? src;
    if (move.kind === "pair" && target !== undefined) {
      // Two cards that leave together can be named in either order.
      return [way(move, source, [target]), way(move, target, [source])];
    }
    const dst = target ?? this.homeOf(source);
    return dst === null ? [] : [way(move, source, [dst, ...fills], n)];
  }

  /** The place of a card inside a pile as moves write it: `fan.3`, `waste.1`. @param {string} src */
  inside(src) {
    if (src in this.view.piles) return null;
    const [pile = "", at] = [src.slice(0, src.lastIndexOf(".")), Number(src.split(".").at(-1))];
    const role = this.roles.get(pile);
    if (role === "fan") return placeOf(pile, at);
    // In a packet, cards are counted from its top.
    return role === undefined ? null : placeOf(pile, sizeOf(this.view, pile) - 1 - at);
  }

  /** The destination of a card whose move names none. @param {string} source @returns {string | null} */
  homeOf(source) {
    const discard = this.pileOfRole("discard");
    if (discard) return discard;
    const card = cardAt(this.view, source);
    const own = card && `foundation.${card[1]}`;
    return own && own in this.view.piles ? own : null;
  }

  /** @param {string} role @returns {string | null} the only pile with this role */
  pileOfRole(role) {
    const found = [...this.roles].filter(([, r]) => r === role);
    return found.length === 1 ? found[0]?.[0] ?? null : null;
  }

  /** @param {string} key */
  isHome(key) {
    return HOMES.has(this.roles.get(readPlace(key).pile) ?? "");
  }

  /** What a touched place means. @param {PlaceName} place @returns {Touched} */
  touched(place) {
    if (readCell(place)) return { key: place, n: null };
    if (this.isGrid) return { key: NEXT, n: null };
    const { pile, index } = readPlace(place);
    if (this.routes.some((w) => w.source === place)) return { key: place, n: null };
    const found = this.view.piles[pile];
    const n = found && index !== null && index >= found.down ? sizeOf(this.view, pile) - index : null;
    return { key: pile, n };
  }

  /** The routes that continue what is picked. @param {import("./selection.js").Picked} picked */
  on({ key, n, strict, steps }) {
    return this.routes.filter(
      (w) =>
        w.source === key &&
        (!strict || n === null || (w.n ?? 1) === n) &&
        w.steps.length > steps.length &&
        steps.every((step, i) => w.steps[i] === step),
    );
  }

  /** Whether a card can be played from there. @param {string} key */
  starts(key) {
    return this.routes.some((w) => w.source === key);
  }

  /** Whether a card can still be played. */
  get remains() {
    return this.routes.length > 0;
  }

  /** Moves that can be made without naming a card: deal, put back, and the last free cell of a square.
   * @param {boolean} [putBack] */
  deals(putBack = true) {
    if (this.isGrid) return this.legal.length === 1 ? this.legal : [];
    return putBack && this.putBack ? [...this.plain, this.putBack] : this.plain;
  }

  /** Whether touching this pile deals. @param {string} key */
  isStock(key) {
    const role = this.roles.get(key);
    return role === "stock" || role === "corner";
  }

  /** Whether the fan is put back there. @param {string} key */
  isGapOfFan(key) {
    return this.putBack !== null && key === `heap.${this.view["fan_of"]}` && !sizeOf(this.view, key);
  }

  /** How many cards can be taken from a source. @param {string} key */
  sizes(key) {
    return new Set(this.routes.filter((w) => w.source === key).map((w) => w.n ?? 1));
  }

  /** Places where a legal move begins. @returns {Set<PlaceName>} */
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

  /** The cards that are taken along from a source. @param {string} key @param {number | null} n */
  cards(key, n) {
    const { pile, index } = readPlace(key);
    if (index !== null) return [key];
    const size = sizeOf(this.view, pile);
    const up = this.view.piles[pile]?.up.length ?? 0;
    const many = Math.min(n ?? this.together(pile), up);
    return Array.from({ length: many }, (_, i) => placeOf(pile, size - many + i));
  }

  /** How many cards of a pile move together if the move does not say: a whole set where sets move as one,
   * otherwise one card.
   * @param {string} pile */
  together(pile) {
    const up = this.view.piles[pile]?.up ?? [];
    if (!this.game.drawing.sets) return 1;
    let n = 1;
    while (n < up.length && joined(up[up.length - n - 1] ?? "", up[up.length - n] ?? "")) n += 1;
    return n;
  }

  /** The uppermost card, or the pile if no card is visible. @param {string} key */
  top(key) {
    const lying = this.view.piles[key];
    return lying?.up.length ? placeOf(key, lying.down + lying.up.length - 1) : key;
  }
}

/** @param {Move} move */
export function isPlain(move) {
  return Object.keys(move).length === 1 && move.kind !== "resign" && move.kind !== "undo";
}

/** @param {Move} move @param {string} source @param {string[]} steps @param {number} [n] @returns {Route} */
function way(move, source, steps, n) {
  return { move, source, steps, n: n ?? null };
}

/** The rotations of a ring: it can be named starting at any of its places. @param {string[]} ring */
function turns(ring) {
  return ring.map((_, i) => [...ring.slice(i), ...ring.slice(0, i)]);
}

const RANKS = "A23456789TJQK";

/** Whether a card lies on the next higher card of the other colour.
 * @param {string} senior @param {string} card */
function joined(senior, card) {
  const red = (/** @type {string} */ c) => c[1] === "H" || c[1] === "D";
  return RANKS.indexOf(senior[0] ?? "") === RANKS.indexOf(card[0] ?? "") + 1 && red(senior) !== red(card);
}
