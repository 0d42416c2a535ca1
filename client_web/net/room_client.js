// `RoomClient`, through which a page takes a seat in one room or watches it, plays, and comes back
// after a lost connection. `state/room_state.js` computes the state of the room.

import { ConnectionLost, Refusal } from "./connection.js";
import { loadRetryDelay } from "./retries.js";
import { newNonce, newToken } from "./tokens.js";
import { reduceConnectionLost, enterRoom, ownVote, reduceMessage } from "../state/room_state.js";
import { boardOf, cardsMoved, playerView } from "../state/common_table.js";
import { forgetSeat, saveChat, saveRoom, savedChat } from "../state/saved_rooms.js";
import { Observable } from "../state/observable.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("./requests").ServerMessage} ServerMessage */
/** @typedef {import("./requests").Request} Request */
/** @typedef {import("./requests").EntryRequest} EntryRequest */
/** @template {Request} R @typedef {import("./requests").Answer<R>} Answer */
/** @typedef {import("./protocol").Move} Move */
/** @typedef {import("../state/common_table.js").PendingCommand} PendingCommand */

/** A move that was sent, with the race and the ply for which it was sent.
 * @typedef {{move: Move, race: number, ply: number}} PendingMove */

/** Milliseconds without an answer to a move after which the connection is checked. */
const SLOW_MS = 2_000;

export class RoomClient {
  /** @param {App} app @param {string} code @param {string | null} invite */
  constructor(app, code, invite = null) {
    this.app = app;
    this.code = code;
    this.invite = readInvite(invite);
    /** @type {Observable<RoomState | null>} null before the room is entered and after it was
     * left */
    this.state = new Observable(/** @type {RoomState | null} */ (null));
    /** @type {Observable<Refusal | null>} why the room was not entered, or was left */
    this.refusal = new Observable(/** @type {Refusal | null} */ (null));
    /** @type {Observable<Refusal | null>} why the last request was refused */
    this.problem = new Observable(/** @type {Refusal | null} */ (null));
    /** @type {Observable<PendingMove | null>} the move without an answer yet; there is never more than
     * one */
    this.pendingMove = new Observable(/** @type {PendingMove | null} */ (null));
    /** @type {Observable<readonly PendingCommand[]>} the commands at a common table without an answer
     * yet, in the order in which they were given */
    this.pendingCommands = new Observable(/** @type {readonly PendingCommand[]} */ ([]));
    this.looking = false;
    this.reloading = false;
    /** Whether the player, as the host, is opening a rematch. */
    this.isOpening = false;
    /** Whether the moves of `finish` are being made. */
    this.finishing = false;
    /** The `generation` of the connection on which the room was entered. On the same connection
     * it need not be entered again. */
    this.enteredGeneration = 0;
    /** @type {(() => EntryRequest) | null} makes the request with which the room is entered
     * again after a reconnect; null if it is not */
    this.entryRequest = null;
    this.stopListening = app.connection.listen((said) => this.received(said));
    this.stopWatchingConnection = app.connection.state.listen((line) => {
      const state = this.state.value;
      if (line !== "up" && state !== null) this.state.set(reduceConnectionLost(state, performance.now()));
    });
    this.release = () => {};
  }

  get token() {
    return this.app.storage.get(`seat/${this.code}`);
  }

  /** Leave the page of the room. A seat is kept, and others see that the player is away. */
  close() {
    this.release();
    this.stopListening();
    this.stopWatchingConnection();
    const state = this.state.value;
    if (state === null) return;
    if (state.room.seat === null) this.app.connection.send({ type: "leave" }).catch(() => undefined);
    else this.app.connection.reconnect(); // only closing a connection ends its presence in the room
  }

  /** Come back to the saved seat, now and after every reconnect. Resolves when the room is entered
   * or entry is refused. */
  resume() {
    return this.enterAndKeep(() => ({ type: "resume", code: this.code, token: /** @type {string} */ (this.token), legal: true }));
  }

  /** Follow the room without a seat, now and after every reconnect. Resolves when the room is
   * entered or entry is refused. */
  watch() {
    return this.enterAndKeep(() => ({ type: "watch", code: this.code, invite: this.invite }));
  }

  /** Take a new seat, and come back to it after every reconnect. Rejects with Refusal; the room is
   * then watched as before.
   * @param {string} name */
  async join(name) {
    const { app, code, invite } = this;
    const known = this.token;
    const token = known ?? newToken();
    // The token is saved before the request, since the page may be closed before the answer.
    app.storage.set(`seat/${code}`, token);
    this.release();
    try {
      if (this.state.value?.room.seat === null) await this.stopWatching();
      this.enter(await askForSeat(app, { type: "join", code, invite, name, token, legal: true }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "already_joined") {
        if (known === null) app.storage.remove(`seat/${code}`);
        await this.watch(); // so that the form to join shows the current state
        throw error;
      }
    }
    await this.resume();
  }

  /** End watching, because a connection that watches a room cannot take a seat in it. */
  async stopWatching() {
    this.enteredGeneration = -1;
    try {
      await this.app.connection.ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "no_room")) throw error;
    }
  }

  /** Give up the seat for good, and forget it in this browser. */
  async leave() {
    this.release();
    try {
      await this.app.connection.ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionLost)) throw error;
    }
    forgetSeat(this.app.storage, this.code);
    this.state.set(null);
  }

  /** Enter the room by a request, now and after every reconnect. Resolves when the room is entered
   * or entry is refused.
   * @param {() => EntryRequest} request @returns {Promise<void>} */
  enterAndKeep(request) {
    this.release();
    this.entryRequest = request;
    return new Promise((resolve) => {
      const takeUp = async () => {
        const isIn = this.enteredGeneration === this.app.connection.generation && this.state.value !== null;
        if (!isIn) await this.enterBy(request());
        resolve();
      };
      this.release = this.app.connection.keep(takeUp);
    });
  }

  /** Enter the room by a request. If the request is refused, repeat it after a while or give up, as
   * `retries.js` decides.
   * @param {EntryRequest} request */
  async enterBy(request) {
    try {
      this.enter(await this.app.connection.send(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // This connection has another seat. The room is entered on the next connection.
      if (error.code === "already_seated") return this.app.connection.reconnect();
      const asked = this.entryRequest;
      const afterMs = await loadRetryDelay(this.app, error, request.type);
      if (this.entryRequest !== asked) return; // another request to enter was made meanwhile
      if (afterMs === null) this.refuse(error);
      else setTimeout(() => void this.reload(), afterMs);
    }
  }

  /** Stop trying to be in the room, and publish the reason. @param {Refusal} why */
  refuse(why) {
    this.release();
    this.release = () => {};
    this.entryRequest = null;
    this.refusal.set(why);
  }

  /** Take over the whole room as the server sends it on entry, and send a pending move again.
   * @param {import("./protocol").Room} room */
  enter(room) {
    this.enteredGeneration = this.app.connection.generation;
    this.refusal.set(null);
    saveRoom(this.app.storage, room);
    const before = this.state.value;
    const next = enterRoom(before, room, performance.now());
    this.state.set(before === null ? { ...next, talk: savedChat(this.app.storage, this.code) } : next);
    const waiting = this.pendingMove.value;
    this.pendingMove.set(null);
    if (waiting !== null && room.table !== null) void this.resendMove(waiting);
    else this.playSafely();
    this.resendCommands(next);
  }

  /** Apply a message of the server to the state. @param {ServerMessage} said */
  received(said) {
    const state = this.state.value;
    if (state === null) return;
    const next = reduceMessage(state, said, performance.now());
    this.state.set(next);
    if (said.type === "table") this.playSafely();
    if (said.type === "said") saveChat(this.app.storage, this.code, next.talk);
    if (said.type === "over" || said.type === "next_race") {
      saveRoom(this.app.storage, { ...next.room, members: next.members });
    }
    // A player who has voted for this game wants to race it.
    const asked = said.type === "next_race" && (this.isOpening || said.race.game === ownVote(state));
    if (asked && !state.members.find((member) => member.seat === state.room.seat)?.aside) void this.ready();
    if (next.behind || lacksInvite(next)) void this.reload();
    else if (next.commonBehind) void this.look();
    if (said.type === "left" && said.seat === state.room.seat) this.seatLost(said.kicked);
  }

  /** Forget the seat, which no longer exists. @param {boolean} kicked */
  seatLost(kicked) {
    forgetSeat(this.app.storage, this.code);
    this.refuse(
      kicked
        ? new Refusal("kicked", _("The host has sent you away from this room."))
        : new Refusal("unknown_seat", _("You have left this room.")),
    );
  }

  /** Request the whole room again, because a message was missed or entry was refused for a
   * while. */
  async reload() {
    if (this.reloading || this.entryRequest === null) return;
    this.reloading = true;
    try {
      await this.enterBy(this.entryRequest());
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error; // the next connection enters the room
    } finally {
      this.reloading = false;
    }
  }

  /** Send a request about the room and resolve to its answer; null after a refusal, which becomes
   * `problem`, and after a lost connection.
   * @template {Request} R
   * @param {R} request @returns {Promise<Answer<R> | null>} */
  async ask(request) {
    try {
      const said = await this.app.connection.ask(request);
      this.problem.set(null);
      return said;
    } catch (error) {
      if (error instanceof Refusal) this.problem.set(error);
      else if (!(error instanceof ConnectionLost)) throw error;
      return null;
    }
  }

  /** Say that the player is ready, with a fresh nonce. */
  ready() {
    return this.ask({ type: "ready", nonce: newNonce() });
  }

  /** Vote for the game of the next race. If the room decides on this game, the player is ready for
   * the race at once. @param {string} game */
  vote(game) {
    const race = this.state.value?.room.race.n ?? 1;
    return this.ask({ type: "vote", race, game });
  }

  /** As the host, open `race`, or else a race like the last, and be ready for it unless the host stands aside.
   * @param {import("./protocol").ChosenRace} [race] */
  async rematch(race) {
    this.isOpening = true;
    await this.ask({ type: "rematch", race });
    this.isOpening = false;
  }

  /** Make a move. While another move waits for its answer, the move is dropped, because it was
   * meant for another position.
   * @param {Move} move */
  async play(move) {
    const table = this.state.value?.table;
    if (!table || this.pendingMove.value !== null) return;
    this.problem.set(null);
    await this.sendMove({ move, race: table.race, ply: table.ply });
  }

  /** Play a won game to its end: make the move that the server names as its finish, and then the
   * move that each answer names. Stop when a move is not answered. */
  async finish() {
    this.finishing = true;
    try {
      for (;;) {
        const table = this.state.value?.table;
        if (!table?.finish || table.over) return;
        await this.play(table.finish);
        if (this.pendingMove.value !== null || this.problem.value !== null) return;
        if (this.state.value?.table?.ply === table.ply) return;
      }
    } finally {
      this.finishing = false;
    }
  }

  /** Make the moves of a list that are not made yet, one after the other. Stop when one is not
   * answered, or the game is over. @param {string[]} moves */
  async playAll(moves) {
    for (;;) {
      const table = this.state.value?.table;
      if (!table || table.over) return;
      const move = moves[table.ply];
      if (move === undefined) return;
      await this.play(/** @type {Move} */ (/** @type {unknown} */ (move)));
      if (this.pendingMove.value !== null || this.problem.value !== null) return;
      if (this.state.value?.table?.ply === table.ply) return;
    }
  }

  /** Make the move that the server names for safe auto-play, if there is one. The answer to it names
   * the next. */
  playSafely() {
    const table = this.state.value?.table;
    if (table?.safe && !table.over && !this.finishing) void this.play(table.safe);
  }

  /** Send a move and wait for the answer. If the connection is lost, the move stays pending.
   * @param {PendingMove} pending */
  async sendMove(pending) {
    const { move, race, ply } = pending;
    this.pendingMove.set(pending);
    const slow = setTimeout(() => this.app.connection.probe(), SLOW_MS);
    try {
      await this.app.connection.send({ type: "play", race, ply, move });
      this.pendingMove.set(null);
      this.problem.set(null);
      this.playSafely();
    } catch (error) {
      if (error instanceof ConnectionLost) return; // `enter` sends the pending move again
      this.pendingMove.set(null);
      if (!(error instanceof Refusal)) throw error;
      this.problem.set(error);
      if (error.ply !== null && error.ply !== this.state.value?.table?.ply) void this.reload();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Send a pending move again after a reconnect, for the same ply, unless the server has already
   * made it.
   * @param {PendingMove} pending */
  async resendMove(pending) {
    const table = this.state.value?.table;
    if (!table || table.over || table.race !== pending.race || table.ply !== pending.ply) return;
    await this.sendMove(pending);
  }

  /** Give a command at the common table. It may be given while others wait for their answers.
   * @param {import("../state/common_table.js").TableMove} move */
  playAtTable(move) {
    const state = this.state.value;
    const board = state?.common && boardOf(state.common, state.room.seat);
    if (!state?.common || !board) return;
    const pending = this.pendingCommands.value;
    const cards = cardsMoved(playerView(state.common, board, pending), move);
    const command = { key: newKey(), race: state.common.race, move, cards };
    this.pendingCommands.set([...pending, command]);
    void this.sendCommand(command);
  }

  /** Send a command and wait for the answer. If the connection is lost, the command stays pending.
   * @param {PendingCommand} command */
  async sendCommand(command) {
    const { key, race, move } = command;
    const slow = setTimeout(() => this.app.connection.probe(), SLOW_MS);
    try {
      await this.app.connection.send({ type: "play_table", race, key, move });
      this.problem.set(null);
    } catch (error) {
      if (error instanceof ConnectionLost) return; // `enter` sends the command again
      if (!(error instanceof Refusal)) throw error;
      this.problem.set(error);
    } finally {
      clearTimeout(slow);
    }
    this.pendingCommands.set(this.pendingCommands.value.filter((each) => each.key !== key));
  }

  /** Send the pending commands of the present race again after a reconnect, with the same keys, so
   * that none is carried out twice. Drop those of an earlier race.
   * @param {RoomState} state */
  resendCommands(state) {
    const { race } = state.room;
    const pending = this.pendingCommands.value.filter((each) => race.status === "running" && each.race === race.n);
    if (pending.length !== this.pendingCommands.value.length) this.pendingCommands.set(pending);
    for (const command of pending) void this.sendCommand(command);
  }

  /** Request the common table, because commands were missed. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    try {
      await this.app.connection.send({ type: "look" });
    } catch (error) {
      if (error instanceof Refusal) void this.reload();
      else if (!(error instanceof ConnectionLost)) throw error; // the next connection enters the room
    } finally {
      this.looking = false;
    }
  }

  /** Set the tilt mark of a card or pile on the player's own table, and hide the hint that is
   * shown. The server stores marks with the seat.
   * @param {import("./protocol").Tilt} mark */
  async tilt(mark) {
    const state = this.state.value;
    if (!state?.table) return;
    const others = state.table.marks.filter((m) => m.pile !== mark.pile || m.index !== mark.index);
    const marks = mark.tilt ? [...others, mark] : others;
    this.state.set({ ...state, table: { ...state.table, marks, hint: null }, happened: [], missed: [] });
    await this.ask({ type: "mark", race: state.table.race, ...mark });
  }

  /** Ask the server for the right counts of the cards shown so far in a watched deal. The request
   * is a hint, so it marks the result. */
  async checkCounts() {
    const frame = this.state.value?.frame;
    if (frame) await this.ask({ type: "play", race: frame.race, ply: frame.ply ?? 0, move: "hint" });
  }

  /** Show the next frame of a watched deal; after the last frame, the table. */
  async nextFrame() {
    const state = this.state.value;
    const frame = state?.frame;
    if (!state || !frame) return;
    if (frame.frame === frame.of) this.state.set({ ...state, frame: null, happened: [], missed: [] });
    else await this.ask({ type: "next_frame", race: frame.race, frame: frame.frame + 1 });
  }
}

let lastKey = 0;

/** Return a number that no other command of the seat has, also if the page was loaded again. */
function newKey() {
  lastKey = Math.max(Date.now() * 1000, lastKey + 1);
  return lastKey;
}

/** Return whether the player has become host of an invitation-only room and does not know its
 * invitation yet.
 * @param {RoomState} state */
function lacksInvite({ room }) {
  return room.seat !== null && room.host === room.seat && room.settings.invite_only && !room.invite;
}

/** Send a request that gives a seat, and resolve to the room. The request is repeated after a lost
 * connection. If the connection has another seat, reconnect first; that seat is kept. Rejects with
 * Refusal.
 * @param {App} app @param {EntryRequest} request @returns {Promise<import("./protocol").Room>} */
export async function askForSeat(app, request) {
  for (let renewed = false; ; ) {
    try {
      return await app.connection.ask(request);
    } catch (error) {
      if (error instanceof ConnectionLost) continue;
      const elsewhere = error instanceof Refusal && error.code === "already_seated";
      if (!elsewhere || renewed) throw error;
      renewed = true;
      app.connection.reconnect();
    }
  }
}

/** Open a room by a request made with a fresh token, save the seat, and resolve to the room's code.
 * Rejects with Refusal.
 * @param {App} app @param {(token: string) => EntryRequest} request
 * @returns {Promise<string>} */
export async function openRoom(app, request) {
  const token = newToken();
  const room = await askForSeat(app, request(token));
  app.storage.set(`seat/${room.code}`, token);
  saveRoom(app.storage, room);
  return room.code;
}

/** Return the code of an invitation in the form the server expects; null if it is no such code.
 * @param {string | null} text */
function readInvite(text) {
  const word = text?.trim().toUpperCase() ?? "";
  return /^[0-9A-Z]{8}$/.test(word) ? word : null;
}
