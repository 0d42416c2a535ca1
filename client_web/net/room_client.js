// A page's client of one room: sit, watch, play, come back after a lost connection. The room's state
// is in `state/room_state.js`.

import { ConnectionLost, Refusal } from "./connection.js";
import { repeatAfterMs } from "./retries.js";
import { newNonce, newToken } from "./tokens.js";
import { reduceConnectionLost, enterRoom, reduceMessage } from "../state/room_state.js";
import { forgetSeat, saveChat, saveRoom, savedChat } from "../state/saved_seats.js";
import { Observable } from "../state/observable.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("./requests").ServerMessage} ServerMessage */
/** @typedef {import("./requests").Request} Request */
/** @typedef {import("./requests").EntryRequest} EntryRequest */
/** @template {Request} R @typedef {import("./requests").Answer<R>} Answer */
/** @typedef {import("./protocol").Move} Move */

/** If a move has no answer after this time, check the connection. */
const SLOW_MS = 2_000;

export class RoomClient {
  /** @param {App} app @param {string} code @param {string | null} invite */
  constructor(app, code, invite = null) {
    this.app = app;
    this.code = code;
    this.invite = readInvite(invite);
    /** @type {Observable<RoomState | null>} null before the room is entered */
    this.state = new Observable(/** @type {RoomState | null} */ (null));
    /** @type {Observable<Refusal | null>} why the room was not entered, or was left */
    this.refusal = new Observable(/** @type {Refusal | null} */ (null));
    /** @type {Observable<Refusal | null>} why the last request was refused */
    this.problem = new Observable(/** @type {Refusal | null} */ (null));
    /** @type {Observable<Move | null>} the move without an answer yet; there is never more than one */
    this.pendingMove = new Observable(/** @type {Move | null} */ (null));
    /** @type {{race: number, ply: number} | null} the race and ply this move was sent for */
    this.pendingPosition = null;
    this.reloading = false;
    /** The connection's generation in which the room was entered. In the same generation it need not be
     * entered again. */
    this.enteredGeneration = 0;
    /** @type {(() => EntryRequest) | null} makes the request that enters the room again */
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

  /** Disconnect the page from the room. The seat stays, and others see that the player is away. */
  close() {
    this.release();
    this.stopListening();
    this.stopWatchingConnection();
    const state = this.state.value;
    if (state === null) return;
    if (state.room.seat === null) this.app.connection.send({ type: "leave" }).catch(() => undefined);
    else this.app.connection.reconnect(); // a connection keeps its seat until it is closed
  }

  /** Resume the saved seat, now and after every reconnect. */
  resume() {
    return this.enterAndKeep(() => ({ type: "resume", code: this.code, token: /** @type {string} */ (this.token), legal: true }));
  }

  /** Follow the room without a seat. */
  watch() {
    return this.enterAndKeep(() => ({ type: "watch", code: this.code, invite: this.invite }));
  }

  /** Take a new seat and then keep resuming it. Raises Refusal. @param {string} name */
  async join(name) {
    const { app, code, invite } = this;
    const known = this.token;
    const token = known ?? newToken();
    // Saved before the request, since the page may be closed before the answer.
    app.storage.set(`seat/${code}`, token);
    this.release();
    try {
      if (this.state.value?.room.seat === null) await this.stopWatching();
      this.enter(await askForSeat(app, { type: "join", code, invite, name, token, legal: true }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "already_joined") {
        if (known === null) app.storage.remove(`seat/${code}`);
        await this.watch(); // watch as before, so that the next try has the current state
        throw error;
      }
    }
    await this.resume();
  }

  /** End watching. A connection that watches a room cannot take a seat in it. */
  async stopWatching() {
    this.enteredGeneration = -1;
    try {
      await this.app.connection.ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "no_room")) throw error;
    }
  }

  /** Give up the seat for good, and forget it. */
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

  /** @param {() => EntryRequest} request @returns {Promise<void>} resolves when the room is entered or entry
   *   is refused */
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

  /** @param {EntryRequest} request */
  async enterBy(request) {
    try {
      this.enter(await this.app.connection.send(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The room is entered after the reconnect.
      if (error.code === "already_seated") return this.app.connection.reconnect();
      const asked = this.entryRequest;
      const afterMs = await repeatAfterMs(this.app, error, request.type);
      if (this.entryRequest !== asked) return; // another request to enter was made meanwhile
      if (afterMs === null) this.refuse(error);
      else setTimeout(() => void this.reload(), afterMs);
    }
  }

  /** @param {Refusal} why */
  refuse(why) {
    this.release();
    this.release = () => {};
    this.entryRequest = null;
    this.refusal.set(why);
  }

  /** @param {import("./protocol").Room} room */
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
  }

  /** @param {ServerMessage} said */
  received(said) {
    const state = this.state.value;
    if (state === null) return;
    const next = reduceMessage(state, said, performance.now());
    this.state.set(next);
    if (said.type === "said") saveChat(this.app.storage, this.code, next.talk);
    if (said.type === "over" || said.type === "next_race") {
      saveRoom(this.app.storage, { ...next.room, members: next.members });
    }
    if (next.behind || lacksInvite(next)) void this.reload();
    if (said.type === "left" && said.seat === state.room.seat) this.seatLost(said.kicked);
  }

  /** The seat no longer exists. @param {boolean} kicked */
  seatLost(kicked) {
    forgetSeat(this.app.storage, this.code);
    this.refuse(
      kicked
        ? new Refusal("kicked", _("The host has sent you away from this room."))
        : new Refusal("unknown_seat", _("You have left this room.")),
    );
  }

  /** Request the whole room again: a message was missed, or entry was refused for now. */
  async reload() {
    if (this.reloading || this.entryRequest === null) return;
    this.reloading = true;
    try {
      await this.enterBy(this.entryRequest());
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error; // otherwise the next reconnect enters the room
    } finally {
      this.reloading = false;
    }
  }

  /** Send a request about the room. A refusal becomes `problem`; the answer is then null, as it is after
   * a lost connection.
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

  ready() {
    return this.ask({ type: "ready", nonce: newNonce() });
  }

  /** Make a move, one at a time. A move made while another is pending is dropped, since it was meant for
   * a different position.
   * @param {Move} move */
  async play(move) {
    const table = this.state.value?.table;
    if (!table || this.pendingMove.value !== null) return;
    this.pendingMove.set(move);
    await this.sendMove(move, table.race, table.ply);
  }

  /** @param {Move} move @param {number} race @param {number} ply */
  async sendMove(move, race, ply) {
    this.pendingPosition = { race, ply };
    const slow = setTimeout(() => this.app.connection.probe(), SLOW_MS);
    try {
      await this.app.connection.send({ type: "play", race, ply, move });
      this.pendingMove.set(null);
      this.problem.set(null);
    } catch (error) {
      if (error instanceof ConnectionLost) return; // the move stays pending: `enter` sends it again
      this.pendingMove.set(null);
      if (!(error instanceof Refusal)) throw error;
      this.problem.set(error);
      if (error.ply !== null && error.ply !== this.state.value?.table?.ply) void this.reload();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Send a pending move again after a reconnect, for the same ply, unless it was carried out.
   * @param {Move} move */
  async resendMove(move) {
    const table = this.state.value?.table;
    const sent = this.pendingPosition;
    if (!table || table.over || !sent || table.race !== sent.race || table.ply !== sent.ply) return;
    this.pendingMove.set(move);
    await this.sendMove(move, sent.race, sent.ply);
  }

  /** Tilt a card or a pile of the player's own table. Marks are stored with the seat.
   * @param {import("./protocol").Tilt} mark */
  async tilt(mark) {
    const state = this.state.value;
    if (!state?.table) return;
    const others = state.table.marks.filter((m) => m.pile !== mark.pile || m.index !== mark.index);
    const marks = mark.tilt ? [...others, mark] : others;
    this.state.set({ ...state, table: { ...state.table, marks }, happened: [], missed: [] });
    await this.ask({ type: "mark", race: state.table.race, ...mark });
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

/** Whether the player became host of an invitation-only room and does not know the invitation yet.
 * @param {RoomState} state */
function lacksInvite({ room }) {
  return room.seat !== null && room.host === room.seat && room.settings.invite_only && !room.invite;
}

/** Send a request that gives a seat and may be sent twice. If the connection holds another seat,
 * reconnect first; that seat is kept. Raises Refusal.
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

/** Open a room with a request that is answered by the room, and save the seat. Raises Refusal.
 * @param {App} app @param {(token: string) => EntryRequest} request
 * @returns {Promise<string>} the room code */
export async function openRoom(app, request) {
  const token = newToken();
  const room = await askForSeat(app, request(token));
  app.storage.set(`seat/${room.code}`, token);
  saveRoom(app.storage, room);
  return room.code;
}

/** The code of an invitation, or null if it is incomplete. @param {string | null} text */
function readInvite(text) {
  const word = text?.trim().toUpperCase() ?? "";
  return /^[0-9A-Z]{8}$/.test(word) ? word : null;
}
