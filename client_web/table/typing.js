// Letters and digits at the table: labels of piles and cells, typed one character after the other.

import { cellLabel, cellPlace, labels } from "./places.js";

/** @typedef {import("./moves.js").Ways} Ways */
/** @typedef {import("./picking.js").Held} Held */
/**
 * What a character came to: a place (`twice`: play it at once; `count`: so many cards), one of the
 * choices, or nothing yet.
 * @typedef {{place?: string, twice?: boolean, count?: number | null, choice?: number, say?: string}} Typed
 */

export class Typing {
  constructor() {
    this.text = "";
    /** @type {number | null} */
    this.count = null;
  }

  /** What has been typed and may go on. */
  get shown() {
    return `${this.count ?? ""}${this.text}`;
  }

  clear() {
    this.text = "";
    this.count = null;
  }

  /** @param {Ways} ways @param {Held} held @param {string} char @returns {Typed | null} null: no key of
   *   the table */
  read(ways, held, char) {
    const digit = /\d/.test(char);
    if (held.choices && digit) return { choice: Number(char) - 1 };
    const known = this.known(ways);
    const text = this.text + char.toLowerCase();
    const longer = [...known.keys()].some((label) => label.startsWith(text) && label !== text);
    const place = known.get(text);
    if (place !== undefined && (!longer || char !== char.toLowerCase())) {
      return this.whole({ place, twice: char !== char.toLowerCase(), count: this.count });
    }
    if (longer) {
      this.text = text;
      return {};
    }
    if (this.text) {
      // A whole label that might have gone on, and does not.
      const begun = known.get(this.text);
      this.text = "";
      return begun ? { place: begun, count: this.count } : { say: `There is no ${text} on the table.` };
    }
    if (digit && !ways.isGrid && held.picked === null) return this.counted(Number(char));
    return null;
  }

  /** @param {Typed} typed */
  whole(typed) {
    this.clear();
    return typed;
  }

  /** @param {number} digit @returns {Typed | null} */
  counted(digit) {
    if (digit === 0 && this.count === null) return null;
    this.count = ((this.count ?? 0) * 10 + digit) % 100;
    return { say: `${this.count} cards` };
  }

  /** @param {Ways} ways @returns {Map<string, string>} the places by their labels */
  known(ways) {
    if (ways.isGrid) {
      const cells = ways.legal.filter((m) => "cell" in m).map((m) => m["cell"]);
      return new Map(cells.map((cell) => [cellLabel(ways.game, cell), cellPlace(cell)]));
    }
    return new Map([...labels(ways.game, ways.view)].map(([name, label]) => [label, name]));
  }
}

