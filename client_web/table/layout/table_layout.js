// Lays out a table in pixels: the size of the cards and the position of each. Pure: the same input
// gives the same layout.

import { extraFanHeight, layOutFan } from "./fan_layout.js";
import { isAslant, isJoined } from "./game_layouts.js";
import { visibleStrips, MOST_GAP } from "./overlap.js";
import { lastCard, placeOf } from "../places.js";
import { INDEX_WIDE, isNamed, NAME_HIGH, NARROW, SHAPE, fittingSize } from "./card_sizes.js";
import { layOutGrid } from "./grid_layout.js";
import { layOutMiddle, middleSize } from "./foundations_layout.js";

/** @typedef {import("./game_layouts.js").Plan} Plan */
/** @typedef {import("./game_layouts.js").Band} Band */
/** @typedef {import("./game_layouts.js").Spot} Spot */
/** @typedef {import("../types").View} View */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../types").Pile} Pile */
/**
 * A card, a back, an empty place, or the sign for cards that are pushed together (`squash`), at
 * its position. `at` is its index in the pile from the bottom, null for a pile as a whole.
 * `shows`: how much of its height is visible. `joined`: it is in sequence with the card under it;
 * `aslant`: it lies on the next higher card of another suit. `tight`: there is no room to draw it
 * tilted. `covered`: it cannot be touched, because it lies under the top card or is a cell that no card can be
 * laid in yet. `sideways`: it lies in a
 * fan. `hidden`: the cards pushed together. `count`: the number of cards to show on it, `backs` that
 * of face-down cards; 0 shows none. `scale`: its size relative to the other cards of the table.
 * @typedef {{kind: "card" | "back" | "empty" | "squash", pile: string, at: number | null,
 *   card: string, x: number, y: number, shows: number, text: string, count: number, backs: number,
 *   joined: boolean, aslant: boolean, tilt: number, tight: boolean, covered?: boolean,
 *   sideways?: boolean, scale?: number, cell?: [number, number], hidden?: string[]}} Lying
 */
/** Words on the table; `y` is their top, `size` the height of letters.
 * @typedef {{x: number, y: number, wide: number, text: string,
 *   pile: string, role: "name" | "left" | "over" | "score", size: number}} Written */
/**
 * A layout; `w`, `h` and `index` are the width and height of a card and the height of its index.
 * @typedef {{width: number, height: number, w: number, h: number, index: number,
 *   lying: Lying[], written: Written[]}} LaidTable
 */
/**
 * The input of a layout. `width` and `height`: the space in pixels; `text`: the reader's text size
 * relative to the usual one; `leastWide`: the least width of a card, even if the table is then
 * higher than the space; `squash`: cards of long columns may be pushed together, except in the
 * columns `opened`; `order`: the player's order of the fan; `free`: the cells in which a card can
 * be laid, or could be before the last move; `waits`: the player waits for the next card; `tilts`:
 * by place; `letters`: by pile; `cardSize`: the preference.
 * @typedef {{game: Pick<Game, "slug" | "drawing">, view: View, width: number, height: number,
 *   text: number, leastWide: number, squash: boolean, opened: ReadonlySet<string>, order: number[] | null, free: [number, number][],
 *   waits: boolean, cardSize: import("../../state/default_preferences.js").Preferences["cardSize"],
 *   tilts: ReadonlyMap<string, number>, letters: ReadonlyMap<string, string>}} LayoutInput
 */

/** The pixels of a covered card that are visible if there is room: enough for a thumb to touch. */
const STRIP = 24;
/** The text on a column of Seven and Sixes that is closed. */
export const CLOSED = "✓";
/** The heights of letters on the table, by role, at the usual text size. They grow with the text
 * size as far as the words fit. */
const LETTERS = { name: 12, left: 14.4, over: 12, score: 16 };
/** The approximate width of a letter divided by its height. */
const LETTER_WIDE = 0.58;
const EMPTY = { down: 0, up: /** @type {string[]} */ ([]) };

/** Return the layout of a table. @param {LayoutInput} wanted @returns {LaidTable} */
export function layOutTable(wanted) {
  return new TableLayout(wanted).laid();
}

export class TableLayout {
  /** @param {LayoutInput} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    const [plan, size] = fittingSize(wanted);
    this.plan = plan;
    this.drawing = wanted.game.drawing;
    this.narrow = wanted.width < NARROW;
    this.margin = size.margin;
    this.nameHigh = Math.round(NAME_HIGH * wanted.text);
    this.half = 9 * wanted.text; // the height of a line of words beside cards
    this.gap = this.narrow || plan.low ? 6 : 12;
    this.middle = middleSize(wanted.view, wanted.width, wanted.height);
    this.w = size.w;
    this.h = Math.round(size.w * SHAPE);
    this.index = size.index;
    this.least = size.least;
    this.fanStep = this.least + 14;
    this.step = Math.max(this.least + 2, STRIP, Math.round(this.h * 0.25));
    this.pitch = size.pitch;
    this.left = size.left;
    const jink = this.drawing.sets ? Math.min(size.w * 0.12, (size.pitch - size.w) / 2 - 1) : 0;
    this.jink = jink < 3 ? 0 : jink;
    /** @type {Lying[]} */
    this.lying = [];
    /** @type {Written[]} */
    this.written = [];
  }

  /** Return a pile of the view; an empty one if the view has none of this name.
   * @param {string} name @returns {Pile} */
  pile(name) {
    if (name === "next") {
      const next = this.wanted.view["next"];
      return typeof next === "string" ? { down: 0, up: [next] } : EMPTY;
    }
    const one = lastCard(this.wanted.view, name);
    return one === null ? this.wanted.view.piles[name] ?? EMPTY : { down: 0, up: [one] };
  }

  /** Return whether the view has this pile. The next card of a grid also counts while it is
   * awaited.
   * @param {Spot} spot */
  isThere(spot) {
    const isNext = spot.pile === "next" && (this.pile("next").up.length > 0 || this.wanted.waits);
    return isNext || lastCard(this.wanted.view, spot.pile) !== null || spot.pile in this.wanted.view.piles;
  }

  /** Lay out everything and return the layout. @returns {LaidTable} */
  laid() {
    const { plan, wanted } = this;
    const limits = this.limits();
    let y = 2;
    if (this.middle) y = layOutMiddle(this, this.middle, y) + this.gap;
    plan.bands.forEach((band, i) => {
      const end = this.band(band, y, limits[i] ?? 0);
      this.tell(band, y);
      y = end + this.gap;
    });
    if (plan.line) y = this.line(plan.line, y) + this.gap;
    if (plan.grid) y = Math.max(y, layOutGrid(this, plan.aside ? 2 + this.nameHigh : y) + this.gap);
    const height = Math.ceil(y - this.gap + 2);
    const { w, h, index, lying, written } = this;
    return { width: wanted.width, height, w, h, index, lying, written };
  }

  /** Return, for each band, the number of pixels by which its columns may extend beyond one card.
   * It is as many as they need; if there is not enough space, an equal share of the space, plus the
   * space that bands with shorter columns do not need.
   * @returns {number[]} */
  limits() {
    const { bands } = this.plan;
    const likes = bands.map((band) => Math.max(0, ...band.spots.filter((s) => s.fan === "down")
      .map((spot) => this.fannedHeight(this.pile(spot.pile), this.step) - this.above(spot))));
    const high = (/** @type {Band} */ band) =>
      this.gap + this.h + (isNamed(band, this.narrow) ? this.nameHigh : 0) + extraFanHeight(this, band);
    const fixed = bands.reduce((sum, band) => sum + high(band), this.middle?.height ?? 0);
    const free = Math.max(this.wanted.height - fixed, this.least * 4);
    const limits = likes.map(() => 0);
    const order = [...likes.keys()].filter((i) => (likes[i] ?? 0) > 0)
      .sort((a, b) => (likes[a] ?? 0) - (likes[b] ?? 0));
    order.reduce((left, i, nth) => {
      const limit = Math.min(likes[i] ?? 0, left / (order.length - nth));
      limits[i] = limit;
      return left - limit;
    }, free);
    return limits;
  }

  /** Return the number of pixels by which a column extends beyond one card if each covered card
   * shows `step` pixels.
   * @param {Pile} pile @param {number} step */
  fannedHeight(pile, step) {
    const { gap_after: gapAfter } = this.drawing;
    const gaps = gapAfter ? Math.floor((pile.up.length - 1) / gapAfter) : 0;
    const backs = pile.down && pile.up.length ? this.least : 0;
    return Math.max(0, pile.up.length - 1) * step + backs + gaps * Math.min(MOST_GAP, step / 2);
  }

  /** Return the number of pixels by which a pile begins below the top of its band.
   * @param {Spot} spot */
  below({ drop = 0 }) {
    return drop * (this.h + (this.narrow ? 4 : this.nameHigh) + (this.plan.low ? this.gap : 0));
  }

  /** Return the number of pixels by which a pile begins above the top of its band, which it may
   * extend further than other piles. @param {Spot} spot */
  above(spot) {
    return Math.max(0, -this.below(spot));
  }

  /** Lay out a band below `y0`. Return the y coordinate below it. `limit` is the result of `limits`
   * for this band.
   * @param {Band} band @param {number} y0 @param {number} limit */
  band(band, y0, limit) {
    const y = y0 + (isNamed(band, this.narrow) ? this.nameHigh : 0);
    let end = y + this.h;
    for (const spot of band.spots) end = Math.max(end, this.spot(spot, y, limit));
    return end;
  }

  /** Lay out one pile with its name. Return the y coordinate below it.
   * @param {Spot} spot @param {number} y @param {number} limit
   * @returns {number} */
  spot(spot, y, limit) {
    if (!this.isThere(spot) || spot.over) return y;
    const x = this.left + spot.at * this.pitch;
    const top = y + this.below(spot);
    const letter = this.narrow || this.plan.low ? "" : this.wanted.letters.get(spot.pile) ?? "";
    const name = [letter, spot.name].filter(Boolean).join(" ");
    if (name) this.write(name, "name", x, top - this.nameHigh, this.w, spot.pile);
    const pile = this.pile(spot.pile);
    if (spot.closed) {
      this.put("back", spot.pile, null, "", x, top, { text: `${pile.up.length}` });
      return top + this.h;
    }
    if (spot.fan === "down" && pile.up.length) return this.column(spot, pile, x, top, limit + this.above(spot));
    if (spot.fan === "side" && pile.up.length) return layOutFan(this, spot, pile, x, top);
    return this.square(spot, pile, x, top, typeof spot.fan === "number" ? spot.fan : 1);
  }

  /** Lay out a pile of which only the `most` top cards are visible. The card under them is laid
   * too, to be there when the top card is dragged away. Return the y coordinate below it.
   * @param {Spot} spot @param {Pile} pile @param {number} x @param {number} y
   * @param {number} most */
  square(spot, pile, x, y, most) {
    const { down, up } = pile;
    const count = spot.counted ? Math.floor((down + up.length) / (spot.every ?? 1)) : 0;
    if (!up.length) {
      const text = this.isClosed(spot.pile) ? CLOSED : down ? `${down}` : spot.hint ?? "";
      this.put(down ? "back" : "empty", spot.pile, null, "", x, y, { text });
    } else {
      if (down && up.length < most + 1) {
        this.put("back", spot.pile, null, "", x, y, { covered: true });
      }
      const first = Math.max(0, up.length - most);
      if (first) this.card(spot.pile, pile, first - 1, x, y, { covered: true });
      up.slice(first).forEach((_, i, all) => {
        const last = i === all.length - 1;
        const more = last ? (spot.counted === "backs" ? { backs: down } : { count }) : { shows: this.least };
        this.card(spot.pile, pile, first + i, x, y + i * this.least, more);
      });
      return y + this.h + (up.length - first - 1) * this.least;
    }
    return y + this.h;
  }

  /** Lay out a column. Return the y coordinate below it.
   * @param {Spot} spot @param {Pile} pile @param {number} x @param {number} y0
   * @param {number} limit */
  column(spot, pile, x, y0, limit) {
    const { runs, gap_after: gapAfter, turned: isTurned } = this.drawing;
    const { up, down } = pile;
    const closed = down ? this.least : 0;
    let y = y0;
    if (down) {
      this.put("back", spot.pile, null, "", x, y, { text: `${down}`, shows: closed });
      y += closed;
    }
    const joined = (/** @type {number} */ i) =>
      i > 0 && isJoined(runs, up[i - 1] ?? "", up[i] ?? "");
    const room = Math.max(this.least * 2, limit - closed);
    const strips = Math.max(1, up.length - 1);
    const gaps = gapAfter ? Math.floor((up.length - 1) / gapAfter) : 0;
    const [tall, turned] = this.turned(spot.pile, pile);
    const roomy = strips * this.least + turned * (tall - this.least) <= room;
    const spare = roomy ? turned * (tall - this.least) : 0;
    const step = Math.max(this.least, Math.min(this.step, (room - spare) / (strips + gaps * 0.4)));
    const squash = this.wanted.squash && !this.wanted.opened.has(spot.pile);
    const most = squash ? 1 + Math.max(2, Math.floor(room / this.least)) : up.length;
    for (const line of visibleStrips(up.length, most, joined)) {
      const aside = (line.set % 2 ? 1 : -1) * this.jink * (line.set ? 1 : 0);
      if (line.hidden) {
        const hidden = up.slice(line.at, line.at + line.hidden);
        const more = { shows: this.least, hidden };
        this.put("squash", spot.pile, down + line.at, "", x + aside, y, more);
        y += this.least;
        continue;
      }
      const last = line.at === up.length - 1;
      const tilt = this.tilt(spot.pile, down + line.at);
      const shows = last ? this.h : tilt && roomy ? Math.max(step, tall) : step;
      if (gapAfter && line.at && line.at % gapAfter === 0) y += Math.min(MOST_GAP, step * 0.4);
      this.card(spot.pile, pile, line.at, x + aside, y, {
        shows,
        tight: !last && !roomy,
        joined: joined(line.at),
        aslant: isTurned && isAslant(up[line.at - 1] ?? "", up[line.at] ?? ""),
      });
      y += shows;
    }
    return y;
  }

  /** Return the number of pixels of a covered tilted card that must be visible, and the number of
   * such cards in a pile.
   * @param {string} name @param {Pile} pile @returns {[number, number]} */
  turned(name, { down, up }) {
    const covered = up.slice(0, -1).filter((_, i) => this.tilt(name, down + i));
    return [Math.ceil(this.index * INDEX_WIDE) + 4, covered.length];
  }

  /** Return the tilt of the card at an index. @param {string} pile @param {number} at */
  tilt(pile, at) {
    return this.wanted.tilts.get(placeOf(pile, at)) ?? 0;
  }

  /** Lay out piles that follow each other like words and wrap. Return the y coordinate below them.
   * @param {string} prefix @param {number} y0 */
  line(prefix, y0) {
    const { view } = this.wanted;
    const names = Object.keys(view.piles).filter((name) => name.startsWith(`${prefix}.`))
      .sort((a, b) => Number(a.split(".")[1]) - Number(b.split(".")[1]));
    const inRow = this.plan.across;
    names.forEach((pile, i) => {
      const spot = { pile, at: i % inRow, counted: true };
      const y = y0 + Math.floor(i / inRow) * (this.h + this.gap);
      this.square(spot, this.pile(pile), this.left + spot.at * this.pitch, y, 1);
    });
    return y0 + Math.max(1, Math.ceil(names.length / inRow)) * (this.h + this.gap) - this.gap;
  }

  /** Write the caption of a band: at its left if there is room, otherwise above it.
   * @param {Band} band
   * @param {number} y */
  tell(band, y) {
    const text = band.caption ?? band.left;
    if (text === undefined) return;
    const room = this.left - 2 * this.margin;
    const middle = y + (isNamed(band, this.narrow) ? this.nameHigh : 0) + this.h / 2 - this.half;
    if (room > 64) this.write(text, "left", this.margin, middle, room, "");
    else if (band.caption) this.write(text, "over", this.left + 1, y, this.wanted.width / 2, "");
  }

  /** Write words on the table, in letters as large as the text size and the width allow.
   * @param {string} text @param {Written["role"]} role @param {number} x @param {number} y
   * @param {number} wide @param {string} pile */
  write(text, role, x, y, wide, pile) {
    const usual = LETTERS[role];
    const fits = Math.max(usual, wide / (LETTER_WIDE * text.length));
    const size = Math.min(usual * this.wanted.text, fits);
    const over = role === "name" || role === "over"; // words above cards keep the same distance to them
    const down = over ? this.nameHigh - (size * NAME_HIGH) / LETTERS.name : 0;
    this.written.push({ x, y: y + down, wide, text, role, pile, size });
  }

  /** Lay the face-up card `i` of a pile, counted from its lowest face-up card.
   * @param {string} name @param {Pile} pile @param {number} i @param {number} x @param {number} y
   * @param {Partial<Lying>} more */
  card(name, pile, i, x, y, more) {
    this.put("card", name, pile.down + i, pile.up[i] ?? "", x, y, more);
  }

  /** Return whether a card is the top of its pile, or a pile as a whole is face down. A pile that
   * is tilted as a whole shows its tilt there.
   * @param {string} name @param {number | null} at */
  isTop(name, at) {
    const { down, up } = this.pile(name);
    return at === null ? down > 0 && !up.length : at === down + up.length - 1;
  }

  /** Add a card, a back, an empty place or a sign for pushed-together cards to the layout.
   * @param {Lying["kind"]} kind @param {string} pile @param {number | null} at
   * @param {string} card @param {number} x @param {number} y
   * @param {Partial<Lying>} more */
  put(kind, pile, at, card, x, y, more) {
    this.lying.push({
      kind, pile, at, card, x: Math.round(x), y: Math.round(y), shows: this.h, text: "", count: 0, backs: 0,
      joined: false, aslant: false, tight: false, ...more, tilt: pile ? this.tiltOf(pile, at) : 0,
    });
  }

  /** Return whether a column is closed, which happens in Seven and Sixes. @param {string} pile */
  isClosed(pile) {
    const closed = /** @type {number[]} */ (this.wanted.view["closed"] ?? []);
    return closed.some((i) => pile === `tab.${i}`);
  }

  /** Return the tilt to draw a card with: its own, or that of the pile if it is the top.
   * @param {string} pile @param {number | null} at */
  tiltOf(pile, at) {
    const { tilts } = this.wanted;
    if (!tilts.size) return 0;
    const own = at === null ? 0 : this.tilt(pile, at);
    return own || (this.isTop(pile, at) ? tilts.get(pile) ?? 0 : 0);
  }
}
