// `TypedInput`, which reads labels of piles and cells that are typed at a table, one character at a
// time.

import { cellLabel, cellPlace, labels, readPlace } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../moves/legal_routes.js").LegalRoutes} LegalRoutes */
/** @typedef {import("./selection.js").Selection} Selection */
/** The result of a typed character: a place, the index of one of the choices, or nothing yet.
 * `twice`: play the card at the place at once; `count`: this number of cards; `back`: first put
 * down the cards that a shorter label has picked up; `rest`: a character that must be read after
 * that; `say`: a sentence to announce.
 * @typedef {{place?: string, twice?: boolean, count?: number | null, back?: boolean, choice?: number,
 *   rest?: string, say?: string}} Typed
 */

/** The character that ends a label that could be continued. */
export const END = "\n";

export class TypedInput {
  constructor() {
    this.text = "";
    /** @type {number | null} */
    this.count = null;
    /** Whether the text so far is a complete label that was reported already, but could go on. */
    this.taken = false;
  }

  /** The typed text that was not used yet. */
  get shown() {
    return `${this.count ?? ""}${this.taken ? "" : this.text}`;
  }

  /** Forget what was typed. */
  clear() {
    this.text = "";
    this.count = null;
    this.taken = false;
  }

  /** Read a character. Return null if it is not a key of the table. `anyPlace`: accept every pile,
   * not only those of legal moves.
   * @param {LegalRoutes} legalRoutes @param {Selection} held @param {string} char @param {boolean} [anyPlace]
   * @returns {Typed | null} */
  read(legalRoutes, held, char, anyPlace = false) {
    if (char === END) return this.end(legalRoutes);
    if (held.choices && /\d/.test(char)) return { choice: Number(char) - 1 };
    const upper = char !== char.toLowerCase();
    const text = this.text + char.toLowerCase();
    const all = known(legalRoutes);
    const meant = anyPlace ? all : likely(legalRoutes, held, all);
    const place = all.get(text);
    const goesOn = (/** @type {Map<string, string>} */ labels) =>
      [...labels.keys()].some((label) => label !== text && label.startsWith(text));
    if (place !== undefined && (upper || !goesOn(meant.has(text) ? meant : all))) {
      return this.finishLabel({ place, twice: upper, count: this.count, back: this.taken });
    }
    if (place !== undefined && held.picked === null && meant.has(text)) {
      this.text = text;
      this.taken = true;
      return { place, count: this.count };
    }
    if (goesOn(all)) {
      this.text = text;
      return {};
    }
    return this.text ? this.restart(all, char) : this.counted(legalRoutes, held, char);
  }

  /** Read a character that continues no label: end the label typed so far, and read the character
   * as the beginning of the next.
   * @param {Map<string, string>} all @param {string} char @returns {Typed} */
  restart(all, char) {
    const { text, taken, count } = this;
    const place = all.get(text);
    this.text = "";
    this.taken = false;
    if (taken) return { rest: char };
    if (place !== undefined) return { place, count, rest: char };
    return { say: _("There is no {place} on the table.", { place: text + char }) };
  }

  /** Read the end of a label. @param {LegalRoutes} legalRoutes @returns {Typed | null} */
  end(legalRoutes) {
    const place = this.taken ? undefined : known(legalRoutes).get(this.text);
    const count = this.count;
    this.clear();
    return place === undefined ? null : { place, count };
  }

  /** Return a result after which a new label begins. @param {Typed} typed */
  finishLabel(typed) {
    this.clear();
    return typed;
  }

  /** Read a digit of a number of cards.
   * @param {LegalRoutes} legalRoutes @param {Selection} held @param {string} char @returns {Typed | null} */
  counted(legalRoutes, held, char) {
    if (!/\d/.test(char) || legalRoutes.isGrid || held.picked !== null) return null;
    if (char === "0" && this.count === null) return null;
    this.count = ((this.count ?? 0) * 10 + Number(char)) % 100;
    return { say: _("{n} cards", { n: this.count }) };
  }
}

/** Return the names of all places by their labels.
 * @param {LegalRoutes} legalRoutes @returns {Map<string, string>} */
function known(legalRoutes) {
  if (legalRoutes.isGrid) {
    const cells = legalRoutes.legal.flatMap((move) => (move.cell ? [move.cell] : []));
    return new Map(cells.map((cell) => [cellLabel(legalRoutes.game, cell), cellPlace(cell)]));
  }
  return new Map([...labels(legalRoutes.game, legalRoutes.view)].map(([name, label]) => [label, name]));
}

/** Return the places of `all`, by label, that a legal move can use now.
 * @param {LegalRoutes} legalRoutes @param {Selection} held
 * @param {Map<string, string>} all */
function likely(legalRoutes, held, all) {
  const picked = held.picked;
  const steps = picked ? legalRoutes.continuing(picked).map((w) => w.steps[picked.steps.length] ?? "") : [];
  const next = steps.length ? steps : legalRoutes.routes.map((w) => w.source);
  const piles = new Set([...next, picked?.key ?? ""].map((key) => readPlace(key).pile));
  return new Map([...all].filter(([, name]) => legalRoutes.isGrid || piles.has(name)));
}
