// Plans: where the piles of each game lie, in columns and bands. `table_layout.js` turns a plan
// into pixels.

import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../../state/catalogue").Drawing} Drawing */
/** @typedef {import("../../state/catalogue").Game} Game */
/** A pile on the table: `at` columns from the left (fractions are allowed), `drop` card heights
 * below the top of its band. `fan`: all cards of the pile are visible, one below the other
 * ("down") or side by side ("side"), or this number of the top cards; without `fan` only the top
 * card is. `hint` is the text in its empty place, `name` the text above it. `counted`: the number
 * of its cards is shown, divided by `every`; with "backs" the number of its face-down cards. `to`: the
 * last column a fan may take. `over`: the pile that lies on this pile and covers it, so that this pile is not drawn. `closed`: it lies face
 * down as a whole.
 * @typedef {{pile: string, at: number, drop?: number, fan?: "down" | "side" | number,
 *   hint?: string, name?: string, counted?: boolean | "backs", every?: number, over?: string,
 *   closed?: boolean, to?: number}} Spot
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
 * `tall`: a folded plan that is not used where the space is wider than high. `low`: a plan for a space
 * of little height, which has no room for letters above piles. `grid`: the side of the square of cells;
 * `frame`: the same if its cells are known from the start. `aside`: the piles lie at the left of
 * the square.
 * @typedef {{across: number, bands: Band[], rows: number, steps: number, line?: string,
 *   tall?: boolean, low?: boolean, grid?: number, frame?: number, aside?: boolean, widest?: number}} Plan
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

/** Return the number of columns side by side: all, or half of them on a narrow table.
 * @param {boolean} narrow @param {number} count */
function half(narrow, count) {
  return narrow ? Math.ceil(count / 2) : count;
}

/** Return the number of piles with a prefix in a view. @param {View} view @param {string} prefix */
function counted(view, prefix) {
  return Object.keys(view.piles).filter((name) => name.startsWith(`${prefix}.`)).length;
}

const STOCK = { pile: "stock", hint: "○", name: _("stock"), counted: true };
const DOWN = /** @type {const} */ ("down");
const SIDE = /** @type {const} */ ("side");

/** Return the plan of a game with four columns, a stock and a discard. `widest` is the maximum
 * width of a card on a table that is not narrow.
 * @param {boolean} narrow @param {number} widest @returns {Plan} */
function fourColumns(narrow, widest) {
  const tops = (/** @type {number} */ end) =>
    [{ ...STOCK, at: 0 }, { pile: "discard", at: end, name: _("discard"), counted: true }];
  if (narrow) {
    const bands = [{ spots: tops(3) }, { spots: row("tab", 4, { fan: DOWN }) }];
    return { across: 4, bands, rows: 2, steps: 7, widest: 76 };
  }
  const spots = [...tops(6.5), ...row("tab", 4, { fan: DOWN }, 1.75)];
  return { across: 7.5, bands: [{ spots }], rows: 1, steps: 7, widest };
}

/** Return the pile in whose place a finished pile lies: another pile, or itself if it lies face
 * down in its own place. Return null if the pile is not finished.
 * @param {Drawing} drawing @param {View} view @param {string} pile */
function finishedPlace({ finished }, view, pile) {
  const [prefix, index] = pile.split(".");
  if (!finished || prefix !== finished.prefix) return null;
  if ((view.piles[pile]?.up.length ?? 0) < finished.cards) return null;
  return `${finished.laid_on ?? prefix}.${index}`;
}

/** The function that makes the plan of each game. `narrow`: fold it.
 * @type {Record<string, (narrow: boolean, view: View, drawing: Drawing) => Plan>} */
const PLANS = {
  uncle_remus: ofBooks,
  aces_up: (narrow) => fourColumns(narrow, 148),
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
  seven_and_sixes(narrow, _view, { across }) {
    const bands = [{ spots: [{ ...STOCK, at: 0 }] }, ...banks(13, true)];
    return { across, bands, rows: 3, steps: narrow ? 17 : 14, widest: 80 };
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
  senior_wrangler(_narrow, view, drawing) {
    const next = Number(view["session"] ?? 0) - 1;
    const columns = row("col", 8, { fan: DOWN });
    const marked = columns.map((spot, i) => (i === next ? { ...spot, name: _("next") } : spot));
    const piles = row("pile", 8);
    const ended = piles.map(({ pile }) => finishedPlace(drawing, view, pile) !== null);
    const keys = row("key", 8).map((spot, i) => (ended[i] ? { ...spot, over: `pile.${i}` } : spot));
    const bands = [
      { spots: marked },
      { spots: [...keys, ...piles.filter((_pile, i) => ended[i])], caption: _("keys") },
      { spots: piles.filter((_pile, i) => !ended[i]), left: _("piles") },
    ];
    return { across: 8, bands, rows: 3, steps: 16, widest: 88 };
  },
  as_you_like_it(_narrow, view, drawing) {
    const foundations = row("foundation", 8, { counted: true }).map((spot) =>
      (finishedPlace(drawing, view, spot.pile) === null ? spot : { ...spot, closed: true }));
    const bands = [
      { spots: foundations, caption: _("foundations") },
      { spots: row("index", 8), caption: _("index") },
      { spots: row("tab", 8, { counted: true }) },
    ];
    return { across: 8, bands, rows: 3.3, steps: 0, widest: 116 };
  },
  kings(narrow, _view, { across }) {
    // On a wide table heaps are fanned to the side: four rows of columns would not fit its height.
    const wide = narrow ? 1 : 4;
    const last = 1 + wide * across;
    const bands = SUITS.map((s, nth) => {
      const kings = (/** @type {string} */ way, /** @type {number} */ at, /** @type {string} */ name) =>
        ({ pile: `${way}.${s}`, at, counted: true, ...(nth ? {} : { name }) });
      const heaps = range(across).map((i) => {
        const [number, at] = [1 + nth * across + i, 1 + wide * i];
        return { pile: `heap.${number}`, at, fan: narrow ? DOWN : SIDE, to: at + wide - 1,
          name: `${number}`, hint: RANK[number] ?? `${number}` };
      });
      return { spots: [kings("down", 0, _("down")), ...heaps, kings("up", last, _("up"))] };
    });
    const corner = { pile: "corner", at: last, name: _("corner"), counted: true };
    const fan = { pile: "fan", at: 0, fan: SIDE, to: last - 1, name: _("fan") };
    return { across: last + 1, bands: [...bands, { spots: [fan, corner] }], rows: 5, steps: 8, widest: 88 };
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
  auntie_allis(_narrow, _view, { row_titles: titles }) {
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
  racing_demon(narrow, view) {
    if (!("reserve" in view.piles)) return { across: 1, bands: [], rows: 0, steps: 0 };
    const columns = counted(view, "tab");
    const demon = { pile: "reserve", name: narrow ? "" : _("demon"), counted: true };
    const stock = { ...STOCK, name: narrow ? "" : _("stock") };
    const waste = { pile: "waste", name: narrow ? "" : _("waste"), counted: true };
    if (narrow) {
      // The three piles lie one below the other, where the columns grow beside them.
      const at = columns;
      const side = [{ ...demon, at }, { ...waste, at, drop: 1.06 }, { ...stock, at, drop: 2.12 }];
      return { across: columns + 1, bands: [{ spots: [...row("tab", columns, { fan: DOWN, hint: "○" }), ...side] }], rows: 3.4, steps: 0, tall: true, widest: 84 };
    }
    const end = columns + 1.7;
    const spots = [
      { ...demon, at: 0 }, ...row("tab", columns, { fan: DOWN, hint: "○" }, 1.35),
      { ...waste, at: end }, { ...stock, at: end + 1 },
    ];
    return { across: columns + 3.7, bands: [{ spots }], rows: 1, steps: 7, widest: 104 };
  },
  clock(narrow, view, { places }) {
    return picture(places, narrow, (pile) => {
      const hour = pile.replace("hour.", "");
      const next = hour === String(view["at"]) && view.piles[pile]?.down;
      return { name: next ? _("{hour}, next", { hour }) : hour, counted: /** @type {const} */ ("backs") };
    });
  },
  captive_queens(narrow, _view, { places }) {
    /** @type {Record<string, string>} */
    const names = { stock: _("stock"), waste: _("waste"), queens: _("queens") };
    return picture(places, narrow, (pile) => {
      const [row = "", suit] = pile.split(".");
      if (!suit) return { name: names[row] ?? "", hint: "○", counted: true };
      return { hint: `${row === "down" ? "5" : "6"}${suit}`, counted: true };
    });
  },
  grandfathers_clock(narrow, _view, { places }) {
    const hours = placed(places, narrow, (pile) => ({ name: pile.replace("hour.", "") }));
    const columns = row("tab", 8, { fan: DOWN }, narrow ? 0 : 7.6);
    if (narrow) {
      const face = hours.map((spot) => ({ ...spot, at: spot.at + 0.5 }));
      const bands = [{ spots: face }, { spots: columns }];
      return { across: 8, bands, rows: 7.25, steps: 7, widest: 64 };
    }
    return { across: 15.6, bands: [{ spots: [...hours, ...columns] }], rows: 5.75, steps: 0, widest: 88 };
  },
  perpetual_motion: (narrow) => fourColumns(narrow, 104), // long columns show no index of wider cards
  rosamunds_bower(narrow, _view, { places }) {
    /** @type {Record<string, string>} */
    const names = {
      stock: _("stock"), turned: _("turned"), foundation: _("foundation"), king: _("king"),
      queen: _("queen"), guard: _("guard"),
    };
    return picture(places, narrow, (pile) => ({ name: names[pile] ?? "", counted: true }));
  },
  cribbage_patience: (narrow) => square(narrow, 4, [{ pile: "turn_up", at: 3.2, name: _("turn-up") }]),
  poker_patience: (narrow) => square(narrow, 5, []),
  spider: ofBooks,
  fourteens(narrow) {
    const across = half(narrow, 12);
    const discard = { pile: "discard", at: across - 1, name: _("discard"), counted: true };
    const bands = [{ spots: [discard] }, ...banks(12, narrow)];
    return { across, bands, rows: narrow ? 3 : 2, steps: narrow ? 8 : 5, widest: 96 };
  },
  crossword(narrow) {
    const last = range(4).map((n) => ({ pile: `last.${n}`, at: 3.4 + 1.1 * n }));
    return { ...square(narrow, 7, last), frame: 7 };
  },
};

/** @type {Record<number, string>} */
const RANK = { 1: "A", 11: "J", 12: "Q" };

/** Return the plan of columns in which books are built. @param {boolean} narrow
 * @param {View} view @returns {Plan} */
function ofBooks(narrow, view) {
  const count = counted(view, "tab");
  const across = half(narrow, count);
  const books = {
    pile: "books", at: across - 1, hint: "K–A", name: _("books"), counted: true, every: 13,
  };
  const bands = [{ spots: [{ ...STOCK, at: 0 }, books] }, ...banks(count, narrow)];
  return { across, bands, rows: narrow ? 3 : 2, steps: narrow ? 14 : 12, widest: 88 };
}

/** Return the plan of a grid. On a narrow table the next card lies above the middle of the grid, otherwise
 * the piles lie at its left, two side by side.
 * @param {boolean} narrow @param {number} size @param {Spot[]} more @returns {Plan} */
function square(narrow, size, more) {
  if (!narrow) {
    const piles = [STOCK, { pile: "next", name: _("next card") }, ...more];
    const spots = piles.map((spot, n) => ({ ...spot, at: n % 2 ? 1.15 : 0, drop: 1.1 * Math.floor(n / 2) }));
    return { across: size + 5, bands: [{ spots }], rows: size + 1.3, steps: 0, grid: size, aside: true };
  }
  const at = size / 2;
  const spots = [{ ...STOCK, at: at - 1.2 }, { pile: "next", at, name: _("next card") }, ...more];
  return { across: size + 1, bands: [{ spots }], rows: size + 2.6, steps: 0, grid: size, widest: 92 };
}

/** Return spots for piles whose places the game itself gives (`places`), so that they form a
 * picture. `more` returns further properties of the spot of a pile.
 * @param {Drawing["places"]} places @param {boolean} narrow @param {(pile: string) => Partial<Spot>} more
 * @returns {(Spot & {drop: number})[]} */
function placed(places, narrow, more) {
  const height = narrow ? 1.25 : 1; // a narrow table leaves no room for captions by itself
  return Object.entries(places).map(([pile, [at, row]]) =>
    ({ pile, at, drop: height * row, ...more(pile) }));
}

/** Return the plan of a table on which the game itself gives the place of each pile.
 * @param {Drawing["places"]} places @param {boolean} narrow @param {(pile: string) => Partial<Spot>} more
 * @returns {Plan} */
function picture(places, narrow, more) {
  const spots = placed(places, narrow, more);
  const across = 1 + Math.max(...spots.map((spot) => spot.at));
  const rows = (narrow ? 1.25 : 1.15) * (1 + Math.max(...Object.values(places).map(([, row]) => row)));
  return { across, bands: [{ spots }], rows, steps: 0, widest: 92 };
}

/** Return the plan of a game's table, folded for a narrow space or spread out. Piles of an unknown
 * game lie in reading order.
 * @param {Pick<Game, "slug" | "drawing">} game @param {View} view @param {boolean} folded
 * @returns {Plan} */
export function planOf({ slug, drawing }, view, folded) {
  const plan = PLANS[slug];
  return plan ? plan(folded, view, drawing) : unknown(view);
}

/** Return the plan of a game for a space that is wide but low, such as that of a phone lying down;
 * null if the game has none.
 * @param {Pick<Game, "slug" | "drawing">} game @returns {Plan | null} */
export function lowPlanOf({ slug, drawing }) {
  if (slug !== "auntie_allis") return null;
  // The rubbish lies beside the rows, and begins beside the second of them.
  const beside = 8.4;
  const rows = range(3).map((i) => ({
    spots: row(`op.${i}`, 8, { hint: `${i + 2}`, counted: true }), caption: drawing.row_titles[`op.${i}`] ?? "",
  }));
  const tops = [{ ...STOCK, at: beside }, { pile: "aces", at: beside + 7, hint: "A", name: _("aces"), counted: true }];
  rows[0]?.spots.push(...tops);
  rows[2]?.spots.push(...row("rub", 8, { fan: DOWN, drop: -1 }).map((spot) => ({ ...spot, at: spot.at + beside })));
  return { across: beside + 8, bands: rows, rows: 3, steps: 0, low: true, widest: 80 };
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
 * sequence, of one suit, one colour, alternating colours or any suits as `runs` says. A test compares
 * this with the rules.
 * @param {Drawing["runs"]} runs @param {string} lower
 * @param {string} upper */
export function isJoined(runs, lower, upper) {
  if (runs === null || rankOf(lower) !== rankOf(upper) + 1) return false;
  if (runs === "suit") return lower[1] === upper[1];
  return runs === "any" || (isRed(lower) === isRed(upper)) === (runs === "colour");
}

/** Return whether the card `lower` is one rank higher than the card `upper` on it, and of another
 * suit.
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
