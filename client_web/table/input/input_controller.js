// `InputController`, which keeps the cards that the player has picked up and the keys typed at one
// table, and turns them into moves. While the server has not answered a move, the table is drawn as
// if the move had been made, and what the player touches meanwhile waits for the answer.

import { deal, choose, drop, NOTHING_SELECTED, playSelected, tap, tapAtOnce, tapTwice } from "./selection.js";
import { updateFanOrder, shiftInFan, moveInFan } from "./fan_order.js";
import { NEXT, cardAt, cellLabel, labels, readCell, readPlace } from "../places.js";
import { TILTS, nextTilt, isTiltedByTap } from "./card_marks.js";
import { moveSentence } from "../moves/spoken_moves.js";
import { TypedInput } from "./typed_input.js";
import { moveLabel, placeLabel, promptFor } from "../moves/move_labels.js";
import { POSSIBLE } from "../moves/pending.js";
import { PendingTable } from "./pending_table.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../types").TableProps} TableProps */
/** @typedef {import("../types").TableInput} TableInput */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").View} View */
/** @typedef {import("../moves/legal_routes.js").LegalRoutes} LegalRoutes */
/** @typedef {import("../types").PlaceName} PlaceName */
/** @typedef {import("./selection.js").ActionResult} ActionResult */
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
    /** @type {PendingTable | null} the table as it is drawn */
    this.table = null;
    /** @type {number[] | null} the player's order of the fan, or null */
    this.order = null;
    this.typing = new TypedInput();
    /** @type {PlaceName | null} the place from which cards are dragged */
    this.dragged = null;
    /** @type {Move | null} the last move that was sent, until the table after it is
     * drawn */
    this.sent = null;
    /** @type {View | null} the view that was drawn last, from which the next announcement is
     * made */
    this.known = null;
  }

  /** Take over the table as the server has sent it. If its view or moves have changed, what is
   * picked up stays so only if it can still be moved from where it lies.
   * @param {TableProps} props */
  take(props) {
    const before = this.props;
    this.props = props;
    const same = before !== null && before.view === props.view && before.legal === props.legal;
    if (same && before.moving === props.moving && before.busy === props.busy) {
      this.changed ||= before.game !== props.game || before.marks !== props.marks;
      tableOf(this).props = props;
      return;
    }
    const drawn = this.table?.routes.view ?? null;
    const card = drawn && this.held.picked && cardAt(drawn, this.held.picked.key);
    if (this.table) this.table.take(props);
    else this.table = new PendingTable(props);
    this.arranged(drawn);
    if (card && this.keeps(card)) return;
    this.held = NOTHING_SELECTED;
    this.say = "";
    this.typing.clear();
  }

  /** React to a change of the table as it is drawn. `before` is the view that was drawn.
   * @param {View | null} before */
  arranged(before) {
    this.changed = true;
    this.arrangeFan(before, tableOf(this).routes.view);
  }

  /** Return whether what is picked up stays so after the table has changed: the card still lies
   * there and can still go somewhere.
   * @param {string} card */
  keeps(card) {
    const { picked, choices } = this.held;
    if (picked === null || choices !== null) return false;
    const { routes } = tableOf(this);
    if (cardAt(routes.view, picked.key) !== card) return false;
    const n = picked.n !== null && routes.sizes(picked.key).has(picked.n) ? picked.n : null;
    if (n !== picked.n) this.held = { ...this.held, picked: { ...picked, n, strict: false } };
    return routes.continuing({ ...picked, n }).length > 0;
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
    const table = tableOf(this);
    if (props.busy || !table.waiting.length) return;
    const { view } = table.routes;
    if (props.problem || !this.plays) table.drop();
    else this.carryOut(table);
    this.arranged(view);
    this.update();
  }

  /** Do the first of what has waited, on the table as the server has sent it. If cards cannot go
   * where the player has moved them, the moves that wait behind are dropped too.
   * @param {PendingTable} table */
  carryOut(table) {
    const next = table.next();
    if (next === null) return;
    const { waited, ends } = next;
    if (waited.shift) {
      const result = ends ? drop(table.routes, NOTHING_SELECTED, ends.place, ends.to) : NOT_THERE;
      if (result.move) this.play(result.move); // what is picked up meanwhile stays so
      else {
        this.act(result);
        table.drop();
      }
    } else if (ends) waited.act(ends.place);
    table.arrange();
  }

  /** Adapt the player's order of the fan to its present cards.
   * @param {View | null} before @param {View} view */
  arrangeFan(before, view) {
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
    const table = tableOf(this);
    const { routes: legalRoutes, listed } = table;
    const props = /** @type {TableProps} */ (this.props);
    const { view } = legalRoutes;
    const lit = this.lit(legalRoutes);
    const names = labels(props.game, view);
    return {
      ...lit,
      drawn: table.drawn,
      pending: table.reached,
      choices: held.choices && held.choices.map((move) => ({ move, words: moveLabel(legalRoutes, move) })),
      prompt: this.tilting ? _("Touch the card to tilt.") : this.say || (plays ? promptFor(legalRoutes, held) : ""),
      tap: (place) => this.touch(place, (at) => this.tapped(at)),
      doubleTap: (place) => this.playFrom(place),
      tilt: (place) => this.tilt(place),
      lift: (place) => this.lift(place),
      drop: (place) => this.dropped(place),
      choose: (move) => this.do(() => this.act(choose(legalRoutesOf(this), this.held, move))),
      cancel: () => this.cancel(),
      order: view.piles["fan"]?.up.length ? this.order : null,
      shift: (step) => this.shift(step),
      dealWord: this.dealWord(listed),
      deals: plays && listed.deals().length > 0,
      deal: () => this.do(() => this.deal()),
      asked: held.asked,
      make: (move) => this.do(() => this.play(move)),
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
   * move begins. `goals` are all places where the picked-up cards can be dropped; while a move is
   * pending, it is not known which of them are legal, and none is emphasised.
   * @param {LegalRoutes} legalRoutes */
  lit(legalRoutes) {
    const picked = this.held.picked;
    const goals = new Set(/** @type {string[]} */ ([]));
    const sources = this.plays ? tableOf(this).sources() : new Set(/** @type {string[]} */ ([]));
    if (picked === null) return { picked: null, lifted: new Set(/** @type {string[]} */ ([])), targets: goals, goals, sources };
    for (const w of legalRoutes.continuing(picked)) goals.add(legalRoutes.top(w.steps[picked.steps.length] ?? ""));
    const targets = tableOf(this).isAhead ? new Set(/** @type {string[]} */ ([])) : goals;
    const many = picked.n ?? Math.max(...legalRoutes.sizes(picked.key));
    const counted = legalRoutes.routes.some((w) => w.source === picked.key && w.n !== null);
    const cards = picked.key === NEXT ? [NEXT] : legalRoutes.cards(picked.key, counted ? many : null);
    const along = picked.steps.slice(1).map((step) => legalRoutes.top(step));
    return { picked: cards[0] ?? picked.key, lifted: new Set([...cards, ...along]), targets, goals, sources };
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

  /** Run `act` now or, while a move is pending, after it. `place` is what the player has touched, ""
   * if no place. Does nothing on a table at which the player cannot play.
   * @param {(place: PlaceName) => void} act @param {PlaceName} [place] */
  do(act, place = "") {
    if (!this.plays) return;
    const table = tableOf(this);
    if (table.isAhead) {
      const { view } = table.routes;
      table.wait(place, act);
      this.arranged(view);
    } else act(place);
    this.update();
  }

  /** Handle a touch of a place. While a move is pending, cards can be picked up and put down as the
   * table is drawn; any other touch waits.
   * @param {PlaceName} place @param {(place: PlaceName) => void} act */
  touch(place, act) {
    const { isAhead, routes } = tableOf(this);
    if (isAhead && (!routes.legal.length || routes.isStock(readPlace(place).pile))) return this.do(act, place);
    if (!this.plays) return;
    act(place);
    this.update();
  }

  /** Play the card at a place, wherever it may go: now or, while a move is pending, after it.
   * @param {PlaceName} place */
  playFrom(place) {
    if (tableOf(this).isAhead) this.held = NOTHING_SELECTED;
    this.do((at) => this.act(tapTwice(legalRoutesOf(this), this.held, at)), place);
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
    if (move?.kind === POSSIBLE) {
      const { view } = legalRoutesOf(this);
      tableOf(this).waitWith(move);
      this.arranged(view);
    }
    else if (move) this.play(move);
    else if (say) this.app.announce(say);
    else if (held !== before) {
      const routes = legalRoutesOf(this);
      const prompt = promptFor(routes, held);
      if (prompt && prompt !== promptFor(routes, before)) this.app.announce(prompt);
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
    const { view } = legalRoutesOf(this);
    const tilts = this.props && this.held.picked === null &&
      (isTiltedByTap({ ...this.props, view }, place) || this.isStuck(place));
    if (this.tilting || tilts) this.tilt(place);
    else if (this.playsAtOnce()) this.act(tapAtOnce(legalRoutesOf(this), place));
    else this.act(tap(legalRoutesOf(this), this.held, place));
  }

  /** Return whether a tap plays the touched card at once. */
  playsAtOnce() {
    return this.held.picked === null && (Boolean(this.props?.common) || this.app.preferences.value.oneTap);
  }

  /** Return whether a card lies at a place that no move can begin with, in a game in which players tilt many
   * cards: a tap tilts it.
   * @param {PlaceName} place */
  isStuck(place) {
    const routes = legalRoutesOf(this);
    if (!this.props?.game.drawing.tilts || cardAt(routes.view, place) === null) return false;
    const { key } = routes.touched(place);
    return !routes.starts(key) && !routes.isStock(key) && !routes.isGapOfFan(key);
  }

  /** Give the card or pile at a place its next mark. In a game in which players tilt many cards, the next card
   * that is touched is tilted too, until the button is pressed again.
   * @param {PlaceName} place */
  tilt(place) {
    this.tilting = this.tilting && Boolean(this.props?.game.drawing.tilts);
    const table = tableOf(this);
    if (table.reached.has(place)) return this.do((at) => this.tilt(at), place);
    const props = this.props;
    const mark = props && nextTilt(props, place);
    if (mark && props.tilt) {
      props.tilt(mark);
      this.app.announce(`${placeLabel(table.routes, place)} ${TILTS[mark.tilt]}`);
    }
    this.update();
  }

  beginTilt() {
    if (!this.props?.tilt) return;
    const picked = this.held.picked;
    if (picked) this.tilt(legalRoutesOf(this).cards(picked.key, picked.n)[0] ?? picked.key);
    else {
      this.tilting = !this.tilting;
      this.app.announce(this.tilting ? _("Touch or name the card to tilt.") : "");
      this.update();
    }
  }

  /** Begin to drag from a place. Return false if nothing there can be dragged.
   * @param {PlaceName} place */
  lift(place) {
    if (!this.plays || this.tilting) return false;
    const legalRoutes = legalRoutesOf(this);
    const { key } = legalRoutes.touched(place);
    const chain = this.held.picked;
    if (chain?.steps.length) {
      // In a move that names several places, only a card that can be named next can be dragged.
      if (!legalRoutes.continuing(chain).some((w) => w.steps[chain.steps.length] === key)) return false;
    } else {
      const { held } = tap(legalRoutes, NOTHING_SELECTED, place);
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
    if (from === null) return;
    const [a, b] = [readPlace(from), readPlace(place ?? "")];
    if (a.pile === "fan" && b.pile === "fan" && this.order && a.index !== null && b.index !== null) {
      this.order = moveInFan(this.order, a.index, b.index);
      this.held = NOTHING_SELECTED;
      this.update();
    } else if (place === null) this.cancel();
    else this.touch(from, () => this.act(drop(legalRoutesOf(this), this.held, from, place)));
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
    tableOf(this).drop({ touches: true });
    this.typing.clear();
    if (held) this.app.announce(_("Put down."));
    this.update();
  }

  /** Handle a typed character. Return false if it is not a key of the table.
   * @param {string} char */
  type(char) {
    if (!this.plays) return false;
    const typed = this.typing.read(legalRoutesOf(this), this.held, char, this.tilting);
    if (typed === null) return false;
    if (typed.say) this.app.announce(typed.say);
    const { place, choice, back, rest } = typed;
    if (back) this.held = NOTHING_SELECTED;
    if (choice !== undefined) {
      const move = this.held.choices?.[choice];
      if (move) this.do(() => this.act(choose(legalRoutesOf(this), this.held, move)));
    } else if (place !== undefined) this.touch(place, (at) => this.typedPlace(at, typed));
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
    if (picked && picked.key === place && !picked.steps.length) return this.playPicked();
    const atOnce = this.props?.common && picked === null && count === null;
    this.act(atOnce ? tapAtOnce(legalRoutes, place) : tap(legalRoutes, this.held, place));
    const now = this.held.picked;
    if (picked === null && now && count !== null) {
      this.held = { ...this.held, picked: { ...now, n: count, strict: true } };
    }
    if (twice && this.held.picked) this.playPicked();
  }

  /** Play the picked-up cards, wherever they may go: now or, while a move is pending, after it. */
  playPicked() {
    if (!tableOf(this).isAhead) this.act(playSelected(legalRoutesOf(this), this.held));
    else if (this.held.picked) this.playFrom(this.held.picked.key);
  }
}

/** The result of a move whose cards are no longer where they were.
 * @type {ActionResult} */
const NOT_THERE = { held: NOTHING_SELECTED, move: null, say: _("It cannot go there.") };

/** Return the table of a controller that has one. @param {InputController} controller */
function tableOf(controller) {
  return /** @type {PendingTable} */ (controller.table);
}

/** Return the moves that the player can make at the table of a controller that has one.
 * @param {InputController} controller */
function legalRoutesOf(controller) {
  return tableOf(controller).routes;
}
