// `InputController`, which keeps the cards that the player has picked up and the keys typed at one
// table, and turns them into moves.

import { deal, choose, drop, NOTHING_SELECTED, playSelected, tap, tapAtOnce, tapTwice } from "./selection.js";
import { updateFanOrder, shiftInFan, moveInFan } from "./fan_order.js";
import { LegalRoutes } from "../moves/legal_routes.js";
import { NEXT, cardAt, cellLabel, labels, readCell, readPlace } from "../places.js";
import { TILTS, nextTilt, isTiltedByTap } from "./card_marks.js";
import { moveSentence } from "../moves/spoken_moves.js";
import { TypedInput } from "./typed_input.js";
import { moveLabel, placeLabel, promptFor } from "../moves/move_labels.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").TableProps} TableProps */
/** @typedef {import("../types").TableInput} TableInput */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").PlaceName} PlaceName */
/** @typedef {import("./selection.js").ActionResult} ActionResult */

/** The maximum number of touches that wait while a move is pending, to be carried out after it.
 * Further touches are dropped. */
const MOST_WAITING = 4;
const WAITS_MS = 3_000;
/** The name under which the browser stores whether letters are keys. */
const LETTERS = "letters";

export class InputController {
  /** @param {import("../../app.js").App} app @param {() => void} redraw */
  constructor(app, redraw) {
    this.app = app;
    this.redraw = redraw;
    this.held = NOTHING_SELECTED;
    this.tilting = false;
    this.changed = true;
    this.say = "";
    /** @type {TableProps | null} */
    this.props = null;
    /** @type {LegalRoutes | null} */
    this.legalRoutes = null;
    /** @type {number[] | null} the player's order of the fan, or null */
    this.order = null;
    this.typing = new TypedInput();
    /** @type {PlaceName | null} the place from which cards are dragged */
    this.dragged = null;
    /** @type {{act: () => void, at: number}[]} touches that wait for the pending move */
    this.waiting = [];
    /** @type {Move | null} the last move that was sent, until the table after it is
     * drawn */
    this.sent = null;
    /** @type {View | null} the view that was drawn last, from which the next announcement is
     * made */
    this.known = null;
  }

  /** Take over the table as it is drawn now. If its view or moves have changed, nothing is picked
   * up any more.
   * @param {TableProps} props */
  take(props) {
    const before = this.props;
    this.props = props;
    if (before && before.view === props.view && before.legal === props.legal) {
      this.changed ||= before.game !== props.game || before.marks !== props.marks;
      return;
    }
    this.changed = true;
    const card = before?.view && this.held.picked && cardAt(before.view, this.held.picked.key);
    this.legalRoutes = new LegalRoutes(props.game, props.view, props.legal ?? []);
    this.arrange(before?.view ?? null, props.view);
    if (props.common && card && this.keeps(card)) return;
    this.held = NOTHING_SELECTED;
    this.say = "";
    this.typing.clear();
  }

  /** Return whether what is picked up stays so after others have changed a common table: the card
   * still lies there and can still go somewhere.
   * @param {string} card */
  keeps(card) {
    const { picked, choices } = this.held;
    if (picked === null || choices !== null) return false;
    const routes = legalRoutesOf(this);
    return cardAt(routes.view, picked.key) === card && routes.continuing(picked).length > 0;
  }

  /** After each drawing: announce what has changed on the player's own table, and carry out the
   * next touch that waited. */
  settled() {
    const props = this.props;
    if (!props) return;
    if (props.own && this.known !== props.view) {
      if (this.known !== null) {
        const line = moveSentence(props.game, this.known, props.view, this.sent);
        if (line) this.app.announce(line);
        this.sent = null;
      }
      this.known = props.view;
    }
    if (props.busy || !this.waiting.length) return;
    const { act, at } = this.waiting.shift() ?? { act: () => undefined, at: 0 };
    if (performance.now() - at < WAITS_MS) act();
    this.update();
  }

  /** Adapt the player's order of the fan to its present cards.
   * @param {View | null} before @param {View} view */
  arrange(before, view) {
    const now = view.piles["fan"]?.up;
    if (!now) this.order = null;
    else this.order = updateFanOrder(this.order ?? [], before?.piles["fan"]?.up ?? [], now);
  }

  get plays() {
    return this.props?.legal != null && !this.props.over;
  }

  /** Return the state and the actions with which the table is drawn. @returns {TableInput} */
  input() {
    this.changed = false;
    const { held, plays } = this;
    const legalRoutes = /** @type {LegalRoutes} */ (this.legalRoutes);
    const props = /** @type {TableProps} */ (this.props);
    const lit = this.lit(legalRoutes);
    const names = labels(props.game, props.view);
    return {
      ...lit,
      choices: held.choices && held.choices.map((move) => ({ move, words: moveLabel(legalRoutes, move) })),
      prompt: this.tilting ? _("Touch the card to tilt.") : this.say || (plays ? promptFor(legalRoutes, held) : ""),
      tap: (place) => this.do(() => this.tapped(place)),
      doubleTap: (place) => this.do(() => this.act(tapTwice(legalRoutesOf(this), this.held, place))),
      tilt: (place) => this.tilt(place),
      lift: (place) => this.lift(place),
      drop: (place) => this.dropped(place),
      choose: (move) => this.do(() => this.act(choose(legalRoutesOf(this), this.held, move))),
      cancel: () => this.cancel(),
      order: props.view.piles["fan"]?.up.length ? this.order : null,
      shift: (step) => this.shift(step),
      dealWord: this.dealWord(legalRoutes),
      deals: plays && legalRoutes.deals().length > 0,
      deal: () => this.do(() => this.deal()),
      asked: held.asked,
      make: (move) => this.play(move),
      type: (char) => this.type(char),
      typed: this.typing.shown,
      tilting: this.tilting,
      beginTilt: () => this.beginTilt(),
      plays,
      letters: this.app.storage.get(LETTERS) ?? true,
      useLetters: (on) => {
        this.app.storage.set(LETTERS, on);
        this.update();
      },
      labelOf: (place) => {
        const cell = readCell(place);
        return cell ? cellLabel(props.game, cell) : names.get(readPlace(place).pile) ?? "";
      },
    };
  }

  /** Return the places to emphasise: the picked-up cards, their targets, and the places where a
   * move begins.
   * @param {LegalRoutes} legalRoutes */
  lit(legalRoutes) {
    const picked = this.held.picked;
    const targets = new Set(/** @type {string[]} */ ([]));
    const sources = this.plays ? legalRoutes.sources() : new Set(/** @type {string[]} */ ([]));
    if (picked === null) return { picked: null, lifted: new Set(/** @type {string[]} */ ([])), targets, sources };
    for (const w of legalRoutes.continuing(picked)) targets.add(legalRoutes.top(w.steps[picked.steps.length] ?? ""));
    const many = picked.n ?? Math.max(...legalRoutes.sizes(picked.key));
    const counted = legalRoutes.routes.some((w) => w.source === picked.key && w.n !== null);
    const cards = picked.key === NEXT ? [NEXT] : legalRoutes.cards(picked.key, counted ? many : null);
    const along = picked.steps.slice(1).map((step) => legalRoutes.top(step));
    return { picked: cards[0] ?? picked.key, lifted: new Set([...cards, ...along]), targets, sources };
  }

  /** Return the label of the deal button: for the move that the button makes now or, if there is
   * none now, for the move that it makes in this game; empty if the game has no such move.
   * @param {LegalRoutes} legalRoutes */
  dealWord(legalRoutes) {
    const [move] = legalRoutes.deals();
    if (move) return "cell" in move ? _("Lay it") : moveLabel(legalRoutes, move);
    const kinds = Object.entries(/** @type {Record<string, string[]>} */ (legalRoutes.game["moves"] ?? {}));
    const plain = kinds.find(([kind, fields]) => !fields.length && kind !== "resign");
    return plain ? moveLabel(legalRoutes, { kind: plain[0] }) : "";
  }

  /** Run `act` now or, while a move is pending, after it. Does nothing on a table at which the
   * player cannot play.
   * @param {() => void} act */
  do(act) {
    if (!this.plays) return;
    if (this.props?.busy || this.waiting.length) {
      if (this.waiting.length < MOST_WAITING) this.waiting.push({ act, at: performance.now() });
      return;
    }
    act();
    this.update();
  }

  update() {
    this.changed = true;
    this.redraw();
  }

  /** Take over the result of an action: its selection becomes the present one, its move is sent,
   * and its sentence is announced.
   * @param {ActionResult} act */
  act({ held, move, say }) {
    const before = this.held;
    this.held = held;
    this.say = say;
    if (move) this.play(move);
    else if (say) this.app.announce(say);
    else if (this.legalRoutes && held !== before) {
      const prompt = promptFor(this.legalRoutes, held);
      if (prompt && prompt !== promptFor(this.legalRoutes, before)) this.app.announce(prompt);
    }
  }

  /** Send a move. A move that puts the fan back is sent with the player's order of the fan.
   * @param {Move} move */
  play(move) {
    this.sent = move;
    this.typing.clear();
    this.props?.play?.("order" in move && this.order ? { ...move, order: this.order } : move);
  }

  /** Handle a tap on a place: tilt the card there, or use the place for a move.
   * @param {PlaceName} place */
  tapped(place) {
    const tilts = this.props && this.held.picked === null && isTiltedByTap(this.props, place);
    if (this.tilting || tilts) this.tilt(place);
    else if (this.props?.common && this.held.picked === null) this.act(tapAtOnce(legalRoutesOf(this), place));
    else this.act(tap(legalRoutesOf(this), this.held, place));
  }

  /** Give the card or pile at a place its next mark. @param {PlaceName} place */
  tilt(place) {
    this.tilting = false;
    const props = this.props;
    const mark = props && nextTilt(props, place);
    if (mark && props.tilt) {
      props.tilt(mark);
      if (this.legalRoutes) this.app.announce(`${placeLabel(this.legalRoutes, place)} ${TILTS[mark.tilt]}`);
    }
    this.update();
  }

  beginTilt() {
    if (!this.props?.tilt) return;
    const picked = this.held.picked;
    if (picked) this.tilt(this.legalRoutes?.cards(picked.key, picked.n)[0] ?? picked.key);
    else {
      this.tilting = !this.tilting;
      this.app.announce(this.tilting ? _("Touch or name the card to tilt.") : "");
      this.update();
    }
  }

  /** Begin to drag from a place. Return false if nothing there can be dragged.
   * @param {PlaceName} place */
  lift(place) {
    if (!this.plays || this.props?.busy || this.tilting || !this.legalRoutes) return false;
    const { key } = this.legalRoutes.touched(place);
    const chain = this.held.picked;
    if (chain?.steps.length) {
      // In a move that names several places, only a card that can be named next can be dragged.
      if (!this.legalRoutes.continuing(chain).some((w) => w.steps[chain.steps.length] === key)) return false;
    } else {
      const { held } = tap(this.legalRoutes, NOTHING_SELECTED, place);
      if (held.picked === null && readPlace(place).pile !== "fan") return false;
      this.held = held;
    }
    this.say = "";
    this.dragged = place;
    this.update();
    return true;
  }

  /** End dragging at a place, or outside all places. @param {PlaceName | null} place */
  dropped(place) {
    const from = this.dragged;
    this.dragged = null;
    if (from === null || !this.legalRoutes) return;
    const [a, b] = [readPlace(from), readPlace(place ?? "")];
    if (a.pile === "fan" && b.pile === "fan" && this.order && a.index !== null && b.index !== null) {
      this.order = moveInFan(this.order, a.index, b.index);
      this.held = NOTHING_SELECTED;
      this.update();
    } else if (place === null) this.cancel();
    else this.do(() => this.act(drop(legalRoutesOf(this), this.held, from, place)));
  }

  /** Shift the picked-up card of the fan by one position. @param {number} step */
  shift(step) {
    const { pile, index } = readPlace(this.held.picked?.key ?? "");
    if (pile !== "fan" || index === null || !this.order) return;
    this.order = shiftInFan(this.order, index, step);
    const at = this.order.length - this.order.indexOf(index);
    this.app.announce(at === 1 ? _("Nearest, on top.") : _("{at} from the near end.", { at }));
    this.update();
  }

  deal() {
    this.act(deal(legalRoutesOf(this), this.held, this.app.preferences.value.askToDeal));
  }

  cancel() {
    const held = this.held !== NOTHING_SELECTED || this.tilting || this.typing.shown;
    this.held = NOTHING_SELECTED;
    this.tilting = false;
    this.say = "";
    this.waiting = [];
    this.typing.clear();
    if (held) this.app.announce(_("Put down."));
    this.update();
  }

  /** Handle a typed character. Return false if it is not a key of the table.
   * @param {string} char */
  type(char) {
    if (!this.plays || !this.legalRoutes) return false;
    const typed = this.typing.read(this.legalRoutes, this.held, char, this.tilting);
    if (typed === null) return false;
    if (typed.say) this.app.announce(typed.say);
    const { place, choice, back, rest } = typed;
    if (back) this.held = NOTHING_SELECTED;
    if (choice !== undefined) {
      const move = this.held.choices?.[choice];
      if (move) this.do(() => this.act(choose(legalRoutesOf(this), this.held, move)));
    } else if (place !== undefined) this.do(() => this.typedPlace(place, typed));
    if (rest) this.type(rest);
    this.update();
    return true;
  }

  /** Handle a typed label of a place, as a tap on the place.
   * @param {PlaceName} place @param {import("./typed_input.js").Typed} typed */
  typedPlace(place, { twice, count = null }) {
    if (this.tilting) return this.tilt(place);
    const legalRoutes = legalRoutesOf(this);
    const picked = this.held.picked;
    if (picked && picked.key === place && !picked.steps.length) return this.act(playSelected(legalRoutes, this.held));
    const atOnce = this.props?.common && picked === null && count === null;
    this.act(atOnce ? tapAtOnce(legalRoutes, place) : tap(legalRoutes, this.held, place));
    const now = this.held.picked;
    if (picked === null && now && count !== null) {
      this.held = { ...this.held, picked: { ...now, n: count, strict: true } };
    }
    if (twice && this.held.picked) this.act(playSelected(legalRoutes, this.held));
  }
}

/** Return the legal moves of a controller that has a table. @param {InputController} controller */
function legalRoutesOf(controller) {
  return /** @type {LegalRoutes} */ (controller.legalRoutes);
}
