// Plans: where the piles of each game lie, in columns and bands. `table_layout.js` turns a plan
// into pixels.

import { _ } from "../messages/texts.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("../state/catalogue").Drawing} Drawing */
/** @typedef {import("../state/catalogue").Game} Game */
/**
 * A pile on the table: `at` columns from the left (fractions are allowed), `drop` card heights
 * below the top of its band. `fan`: all its cards are visible, one below the other or side by
 * side, or so many of the top cards; without it only the top card is. `hint` is the text in its
 * empty place, `name` the text above it. `counted`: the number of its cards is shown, divided by
 * `every`.
 * @typedef {{pile: string, at: number, drop?: number, fan?: "down" | "side" | number,
 *   hint?: string, name?: string, counted?: boolean, every?: number}} Spot
 */
/**
 * Piles side by side. `caption` is written at their left, or above them if there is no room;
 * `left` only if there is room at their left.
 * @typedef {{spots: Spot[], left?: string, caption?: string}} Band
 */
/**
 * The plan of a table: its width in columns, and its bands from the top. The card size is chosen
 * so that `rows` card heights and `steps` strips of covered cards fit; `widest` is the greatest
 * width of a card in pixels. `line`: piles with this prefix follow each other like words and wrap.
 * `side`: piles at the sides of the first `beside` bands. `grid`: the side of the square of cells.
 * @typedef {{across: number, bands: Band[], rows: number, steps: number, line?: string,
 *   side?: Spot[], beside?: number, grid?: number, widest?: number}} Plan
 */

const SUITS = [..."SHDC"];

/** Return spots for `count` piles with the same prefix, side by side from column `from` on. Their
 * numbers begin with `first`.
 * @param {string} prefix @param {number} count @param {Partial<Spot>} [more] @param {number} [from]
 * @param {number} [first] @returns {Spot[]} */
function row(prefix, count, more = {}, from = 0, first = 0) {
  return range(count).map((i) => ({ pile: `${prefix}.${first + i}`, at: from + i, ...more }));
}

/** Return spots for the four foundations from column `from` on. `base` is the rank they begin with,
 * for the hint.
 * @param {number} from @param {string} [base] @returns {Spot[]} */
function homes(from, base = "") {
  return SUITS.map((s, i) => ({ pile: `foundation.${s}`, at: from + i, hint: `${base}${s}` }));
}

/** Return the numbers from 0 to `count` - 1. @param {number} count */
function range(count) {
  return [...Array(count).keys()];
}

/** Return one band of columns, or two on a narrow table.
 * @param {number} count @param {boolean} narrow @param {Partial<Spot>} [more] @returns {Band[]} */
function banks(count, narrow, more = {}) {
  const spots = { fan: /** @type {const} */ ("down"), ...more };
  if (!narrow) return [{ spots: row("tab", count, spots) }];
  const first = Math.ceil(count / 2);
  return [
    { spots: row("tab", first, spots) },
    { spots: row("tab", count - first, spots, (2 * first - count) / 2, first) },
  ];
}

/** Return how many columns are side by side: all, or half of them on a narrow table.
 * @param {boolean} narrow @param {number} count */
function half(narrow, count) {
  return narrow ? Math.ceil(count / 2) : count;
}

/** Return the number of piles with a prefix in a view. @param {View} view @param {string} prefix */
function counted(view, prefix) {
  return Object.keys(view.piles).filter((name) => name.startsWith(`${prefix}.`)).length;
}

/** Return the spot of the books of Uncle Remus. @param {number} at @returns {Spot} */
function books(at) {
  return { pile: "books", at, hint: "K–A", name: _("books"), counted: true, every: 13 };
}

const STOCK = { pile: "stock", hint: "○", name: _("stock"), counted: true };
const DOWN = /** @type {const} */ ("down");

/** The function that makes the plan of each game. `narrow`: fold it; `titles`: the captions of
 * rows.
 * @type {Record<string, (narrow: boolean, view: View, titles: Drawing["row_titles"]) => Plan>} */
const PLANS = {
  uncle_remus(narrow, view) {
    const count = counted(view, "tab");
    const across = half(narrow, count);
    const top = [{ ...STOCK, at: 0 }, books(across - 1)];
    const bands = [{ spots: top }, ...banks(count, narrow)];
    const rows = narrow ? 3 : 2;
    return { across, bands, rows, steps: narrow ? 14 : 12, widest: 88 };
  },
  aces_up(narrow) {
    const tops = (/** @type {number} */ end) =>
      [{ ...STOCK, at: 0 }, { pile: "discard", at: end, name: _("discard"), counted: true }];
    if (narrow) {
      const bands = [{ spots: tops(3) }, { spots: row("tab", 4, { fan: DOWN }) }];
      return { across: 4, bands, rows: 2, steps: 7, widest: 76 };
    }
    const spots = [...tops(6.5), ...row("tab", 4, { fan: DOWN }, 1.75)];
    return { across: 7.5, bands: [{ spots }], rows: 1, steps: 7, widest: 148 };
  },
  baroness(narrow) {
    const tops = (/** @type {number} */ end, /** @type {number} */ last) => [
      { ...STOCK, at: 0 },
      ...row("tab", 2, {}, last, 5),
      { pile: "discard", at: end, name: _("discard"), counted: true },
    ];
    const bands = [{ spots: tops(4, 1.5) }, { spots: row("tab", 5, { fan: DOWN }) }];
    return { across: 5, bands, rows: 2, steps: narrow ? 7 : 6, widest: narrow ? 64 : 124 };
  },
  usk(narrow) {
    const across = half(narrow, 10);
    const bands = [{ spots: homes((across - 4) / 2) }, ...banks(10, narrow)];
    const rows = narrow ? 3 : 2;
    return { across, bands, rows, steps: narrow ? 18 : 12, widest: 88 };
  },
  seven_and_sixes(narrow) {
    const across = half(narrow, 13);
    const bands = [{ spots: [{ ...STOCK, at: 0 }] }, ...banks(13, narrow)];
    const rows = narrow ? 3 : 2;
    const steps = narrow ? 17 : 14;
    return { across, bands, rows, steps, widest: 80 };
  },
  bakers_dozen(narrow) {
    const across = half(narrow, 13);
    const bands = [{ spots: homes((across - 4) / 2) }, ...banks(13, narrow)];
    return { across, bands, rows: narrow ? 3 : 2, steps: narrow ? 15 : 11, widest: 84 };
  },
  good_measure(narrow) {
    const across = half(narrow, 10);
    const bands = [{ spots: homes((across - 4) / 2) }, ...banks(10, narrow)];
    return { across, bands, rows: narrow ? 3 : 2, steps: narrow ? 17 : 12, widest: 88 };
  },
  senior_wrangler(_narrow, view) {
    const next = Number(view["session"] ?? 0) - 1;
    const columns = row("col", 8, { fan: DOWN });
    const marked = columns.map((spot, i) => (i === next ? { ...spot, name: _("next") } : spot));
    const bands = [
      { spots: row("key", 8), caption: _("keys") },
      { spots: row("pile", 8), left: _("piles") },
      { spots: marked },
    ];
    return { across: 8, bands, rows: 3, steps: 16, widest: 88 };
  },
  as_you_like_it() {
    const bands = [
      { spots: row("foundation", 8, { counted: true }), caption: _("foundations") },
      { spots: row("index", 8), caption: _("index") },
      { spots: row("tab", 8, { counted: true }) },
    ];
    return { across: 8, bands, rows: 3.3, steps: 0, widest: 116 };
  },
  kings() {
    const kings = (/** @type {string} */ way, /** @type {string} */ name, /** @type {number} */ at) =>
      SUITS.map((s, i) => ({ pile: `${way}.${s}`, at, drop: i, counted: true, ...(i ? {} : { name }) }));
    const heaps = (/** @type {number} */ first) => range(6).map((i) => ({
      pile: `heap.${first + i}`, at: 1 + i, fan: DOWN, name: `${first + i}`,
      hint: RANK[first + i] ?? `${first + i}`,
    }));
    const fan = { pile: "fan", at: 1, fan: /** @type {const} */ ("side"), name: _("fan") };
    const corner = { pile: "corner", at: 0, name: _("corner"), counted: true };
    return {
      across: 8,
      bands: [{ spots: heaps(1) }, { spots: heaps(7) }, { spots: [corner, fan] }],
      side: [...kings("down", _("down"), 0), ...kings("up", _("up"), 7)],
      beside: 2,
      rows: 3,
      steps: 15,
      widest: 88,
    };
  },
  accordion(narrow) {
    const bands = [{ spots: [{ ...STOCK, at: 0 }] }];
    const across = narrow ? 7 : 13;
    return { across, bands, rows: narrow ? 5 : 4.5, steps: 0, line: "line", widest: 80 };
  },
  klondike(narrow) {
    const homesAt = homes(3);
    const top = [{ ...STOCK, at: 0 }, { pile: "waste", at: 1, name: _("waste"), counted: true }];
    const bands = [{ spots: [...top, ...homesAt] }, { spots: row("tab", 7, { fan: DOWN }) }];
    return { across: 7, bands, rows: 2, steps: narrow ? 14 : 11, widest: 96 };
  },
  auntie_allis(_narrow, _view, titles) {
    const ops = range(3).map((i) => ({
      spots: row(`op.${i}`, 8, { hint: `${i + 2}`, counted: true }), caption: titles[`op.${i}`] ?? "",
    }));
    const aces = { pile: "aces", at: 7, hint: "A", name: _("aces"), counted: true };
    const rubbish = { spots: row("rub", 8, { fan: DOWN }), left: _("rubbish") };
    const bands = [{ spots: [{ ...STOCK, at: 0 }, aces] }, ...ops, rubbish];
    return { across: 8, bands, rows: 5, steps: 8, widest: 80 };
  },
  demon(narrow, view) {
    const base = String(view["base"] ?? "");
    const stock = { ...STOCK, at: 0 };
    const waste = { pile: "waste", at: 0, drop: 1.28, fan: 2, name: _("waste"), counted: true };
    const reserve = { pile: "reserve", at: 0, name: _("reserve"), counted: true };
    if (narrow) {
      const bands = [
        { spots: [reserve, ...homes(1, base)] },
        { spots: [stock, waste, ...row("tab", 4, { fan: DOWN }, 1)] },
      ];
      return { across: 5, bands, rows: 3.4, steps: 4, widest: 64 };
    }
    const bands = [
      { spots: [reserve, ...homes(1.5, base), { ...STOCK, at: 6 }] },
      { spots: [...row("tab", 4, { fan: DOWN }, 1.5), { ...waste, at: 6, drop: 0 }] },
    ];
    return { across: 7, bands, rows: 2.2, steps: 9, widest: 104 };
  },
  grandfathers_clock(narrow) {
    const columns = row("tab", 8, { fan: DOWN }, narrow ? 0 : 5.6);
    const side = clockFace(narrow ? 1.45 : 0);
    const bands = [{ spots: columns }];
    if (narrow) return { across: 8, bands, side, beside: 0, rows: 6, steps: 7, widest: 64 };
    return { across: 13.6, bands, side, beside: 1, rows: 5, steps: 0, widest: 88 };
  },
  cribbage_patience: () => square(4, [{ pile: "turn_up", at: 3.2, name: _("turn-up") }]),
  poker_patience: () => square(5, []),
};

/** The places of the hours from one to twelve on a clock face: columns from its left edge, and card
 * heights from its top. */
const FACE = /** @type {[number, number][]} */ ([
  [3.05, 0.2], [4.1, 0.95], [4.1, 2], [4.1, 3.05], [3.05, 3.8], [2.05, 4],
  [1.05, 3.8], [0, 3.05], [0, 2], [0, 0.95], [1.05, 0.2], [2.05, 0],
]);

/** Return spots for the twelve hours in a ring whose left edge is at column `from`.
 * @param {number} from @returns {Spot[]} */
function clockFace(from) {
  return FACE.map(([at, drop], i) => ({ pile: `hour.${i + 1}`, at: from + at, drop }));
}

/** @type {Record<number, string>} */
const RANK = { 1: "A", 11: "J", 12: "Q" };

/** Return the plan of a grid, with the next card above its middle.
 * @param {number} size @param {Spot[]} more @returns {Plan} */
function square(size, more) {
  const at = size / 2;
  const spots = [{ ...STOCK, at: at - 1.2 }, { pile: "next", at, name: _("next card") }, ...more];
  return { across: size + 1, bands: [{ spots }], rows: size + 2.6, steps: 0, grid: size, widest: 92 };
}

/** Return the plan of a game's table, folded for a narrow space or spread out. Piles of an unknown
 * game lie in reading order.
 * @param {Pick<Game, "slug" | "drawing">} game @param {View} view @param {boolean} folded
 * @returns {Plan} */
export function planOf({ slug, drawing }, view, folded) {
  const plan = PLANS[slug];
  return plan ? plan(folded, view, drawing.row_titles) : unknown(view);
}

/** Return a plan with all piles of a view in reading order. @param {View} view @returns {Plan} */
function unknown(view) {
  const names = Object.keys(view.piles);
  const across = Math.min(8, names.length);
  const bands = range(Math.ceil(names.length / across)).map((i) => ({
    spots: names.slice(i * across, (i + 1) * across)
      .map((pile, at) => ({ pile, at, fan: DOWN, hint: pile })),
  }));
  return { across, bands, rows: bands.length, steps: 8 * bands.length };
}

/** Return whether two cards of a column that lie on each other are drawn as joined: in descending
 * sequence, of one suit or of alternating colours as `runs` says. A test compares this with the
 * rules.
 * @param {Drawing["runs"]} runs @param {string} lower
 * @param {string} upper */
export function isJoined(runs, lower, upper) {
  if (runs === null || rankOf(lower) !== rankOf(upper) + 1) return false;
  return runs === "suit" ? lower[1] === upper[1] : isRed(lower) !== isRed(upper);
}

/** Return whether `upper` lies on the next higher card, of another suit.
 * @param {string} lower
 * @param {string} upper */
export function isAslant(lower, upper) {
  return rankOf(lower) === rankOf(upper) + 1 && lower[1] !== upper[1];
}

/** Return the rank of a card, 0 for an ace to 12 for a king. @param {string} card */
function rankOf(card) {
  return "A23456789TJQK".indexOf(card[0] ?? "");
}

/** Return whether a card is red. @param {string} card */
function isRed(card) {
  return card[1] === "H" || card[1] === "D";
}
