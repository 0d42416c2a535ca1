// A page's client of one room: sit, watch, play, come back after a lost connection. The room's state
// is in `state/room_state.js`.

import { Lost, Refusal } from "./connection.js";
import { repeatAfterMs } from "./retries.js";
import { newNonce, newToken } from "./tokens.js";
import { cutOff, entered, heard } from "../state/room_state.js";
import { forget, keepSaid, note, saidBefore } from "../state/saved_seats.js";
import { Store } from "../state/observable.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../state/room_state.js").RoomState} RoomState */
/** @typedef {import("./requests").Said} Said */
/** @typedef {import("./requests").Request} Request */
/** @typedef {Record<string, any> & {kind: string}} Move */

/** A move that is not answered by then makes us ask whether the line still stands. */
const SLOW_MS = 2_000;

export class Seat {
  /** @param {App} app @param {string} code @param {string | null} invite */
  constructor(app, code, invite = null) {
    this.app = app;
    this.code = code;
    this.invite = readInvite(invite);
    /** @type {Store<RoomState | null>} null until one is in */
    this.state = new Store(/** @type {RoomState | null} */ (null));
    /** @type {Store<Refusal | null>} why one is not in, or not any more */
    this.shut = new Store(/** @type {Refusal | null} */ (null));
    /** @type {Store<Refusal | null>} why the last thing one asked for was not done */
    this.trouble = new Store(/** @type {Refusal | null} */ (null));
    /** @type {Store<Move | null>} the move that is on its way; none is made beside it */
    this.underWay = new Store(/** @type {Move | null} */ (null));
    /** @type {{race: number, ply: number} | null} what that move was sent for */
    this.sentFor = null;
    this.catchingUp = false;
    /** The life of the line in which one has come in: what it told needs no asking again. */
    this.enteredIn = 0;
    /** @type {(() => Request) | null} what brings one in again */
    this.again = null;
    this.unhear = app.link.hear((said) => this.hear(said));
    this.unlisten = app.link.state.listen((line) => {
      const state = this.state.value;
      if (line !== "up" && state !== null) this.state.set(cutOff(state, performance.now()));
    });
    this.release = () => {};
  }

  get token() {
    return this.app.memory.get(`seat/${this.code}`);
  }

  /** End what this page has to do with the room. The seat stays, and others see that one is away. */
  close() {
    this.release();
    this.unhear();
    this.unlisten();
    const state = this.state.value;
    if (state === null) return;
    if (state.room.seat === null) this.app.link.send({ type: "leave" }).catch(() => undefined);
    else this.app.link.comeBack(); // a line sits on one seat for as long as it lives
  }

  /** Come back to the seat one has here, now and whenever the line is back. */
  resume() {
    return this.stay(() => ({ type: "resume", code: this.code, token: this.token, legal: true }));
  }

  /** Follow the room without a seat. */
  watch() {
    return this.stay(() => ({ type: "watch", code: this.code, invite: this.invite }));
  }

  /** Take a new seat; from then on it is resumed. Raises Refusal. @param {string} name */
  async sit(name) {
    const { app, code, invite } = this;
    const known = this.token;
    const token = known ?? newToken();
    app.memory.set(`seat/${code}`, token); // before it is asked for: the page may be gone by then
    this.release();
    try {
      if (this.state.value?.room.seat === null) await this.stopWatching();
      this.enter(await seated(app, { type: "join", code, invite, name, token, legal: true }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "already_joined") {
        if (known === null) app.memory.drop(`seat/${code}`);
        await this.watch(); // as before: the next try finds the room as it is by then
        throw error;
      }
    }
    await this.resume();
  }

  /** A line that watches a room can take no seat there. */
  async stopWatching() {
    this.enteredIn = -1;
    try {
      await this.app.link.ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "no_room")) throw error;
    }
  }

  /** Give the seat up for good, and forget it. */
  async leave() {
    this.release();
    try {
      await this.app.link.ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Lost)) throw error;
    }
    forget(this.app.memory, this.code);
    this.state.set(null);
  }

  /** @param {() => Request} request @returns {Promise<void>} when one is in, or refused */
  stay(request) {
    this.release();
    this.again = request;
    return new Promise((resolve) => {
      const takeUp = async () => {
        const isIn = this.enteredIn === this.app.link.lives && this.state.value !== null;
        if (!isIn) await this.enterBy(request());
        resolve();
      };
      this.release = this.app.link.hold(takeUp);
    });
  }

  /** @param {Request} request */
  async enterBy(request) {
    try {
      this.enter(await this.app.link.send(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "already_seated") return this.app.link.comeBack(); // it is taken up then
      const asked = this.again;
      const afterMs = await repeatAfterMs(this.app, error, request.type);
      if (this.again !== asked) return; // something else was asked for meanwhile
      if (afterMs === null) this.shutOut(error);
      else setTimeout(() => void this.catchUp(), afterMs);
    }
  }

  /** @param {Refusal} why */
  shutOut(why) {
    this.release();
    this.release = () => {};
    this.again = null;
    this.shut.set(why);
  }

  /** @param {import("./protocol").Room} room */
  enter(room) {
    this.enteredIn = this.app.link.lives;
    this.shut.set(null);
    note(this.app.memory, room);
    const before = this.state.value;
    const next = entered(before, room, performance.now());
    this.state.set(before === null ? { ...next, talk: saidBefore(this.app.memory, this.code) } : next);
    const waiting = this.underWay.value;
    this.underWay.set(null);
    if (waiting !== null && room.table !== null) void this.replay(waiting);
  }

  /** @param {Said} said */
  hear(said) {
    const state = this.state.value;
    if (state === null) return;
    const next = heard(state, said, performance.now());
    this.state.set(next);
    if (said.type === "said") keepSaid(this.app.memory, this.code, next.talk);
    if (said.type === "over" || said.type === "next_race") {
      note(this.app.memory, { ...next.room, members: next.members });
    }
    if (next.behind || wordless(next)) void this.catchUp();
    if (said.type === "left" && said.seat === state.room.seat) this.left(said.kicked);
  }

  /** The seat is no more. @param {boolean} kicked */
  left(kicked) {
    forget(this.app.memory, this.code);
    this.shutOut(
      kicked
        ? new Refusal("kicked", "The host has sent you away from this room.")
        : new Refusal("unknown_seat", "You have left this room."),
    );
  }

  /** The room again, whole: a message was missed, or the answer was a passing refusal. */
  async catchUp() {
    if (this.catchingUp || this.again === null) return;
    this.catchingUp = true;
    try {
      await this.enterBy(this.again());
    } catch (error) {
      if (!(error instanceof Lost)) throw error; // then it is taken up with the next line
    } finally {
      this.catchingUp = false;
    }
  }

  /** Ask something of the room; a refusal is shown as trouble and null is the answer.
   * @param {Request} request @returns {Promise<any>} */
  async ask(request) {
    try {
      const said = await this.app.link.ask(request);
      this.trouble.set(null);
      return said;
    } catch (error) {
      if (error instanceof Refusal) this.trouble.set(error);
      else if (!(error instanceof Lost)) throw error;
      return null;
    }
  }

  ready() {
    return this.ask({ type: "ready", nonce: newNonce() });
  }

  /** Make a move. One at a time: what comes while one is under way is dropped, for it was meant
   * for another table. @param {Move} move */
  async play(move) {
    const table = this.state.value?.table;
    if (!table || this.underWay.value !== null) return;
    this.underWay.set(move);
    await this.send(move, table.race, table.ply);
  }

  /** @param {Move} move @param {number} race @param {number} ply */
  async send(move, race, ply) {
    this.sentFor = { race, ply };
    const slow = setTimeout(() => this.app.link.probe(), SLOW_MS);
    try {
      await this.app.link.send({ type: "play", race, ply, move });
      this.underWay.set(null);
      this.trouble.set(null);
    } catch (error) {
      if (error instanceof Lost) return; // it stays under way: `enter` sends it again
      this.underWay.set(null);
      if (!(error instanceof Refusal)) throw error;
      this.trouble.set(error);
      if (error.ply !== null && error.ply !== this.state.value?.table?.ply) void this.catchUp();
    } finally {
      clearTimeout(slow);
    }
  }

  /** A move whose answer was lost, once one is back: the same ply again, unless it was made.
   * @param {Move} move */
  async replay(move) {
    const table = this.state.value?.table;
    const sent = this.sentFor;
    if (!table || table.over || !sent || table.race !== sent.race || table.ply !== sent.ply) return;
    this.underWay.set(move);
    await this.send(move, sent.race, sent.ply);
  }

  /** Tilt a card or a pile of one's own table; kept with the seat.
   * @param {{pile: string, index: number | null, tilt: number}} mark */
  async tilt(mark) {
    const state = this.state.value;
    if (!state?.table) return;
    const others = state.table.marks.filter((m) => m.pile !== mark.pile || m.index !== mark.index);
    const marks = mark.tilt ? [...others, /** @type {any} */ (mark)] : others;
    this.state.set({ ...state, table: { ...state.table, marks }, happened: [], missed: [] });
    await this.ask({ type: "mark", race: state.table.race, ...mark });
  }

  /** The next frame of a deal that is watched; after the last one the table lies open. */
  async nextFrame() {
    const state = this.state.value;
    const frame = state?.frame;
    if (!state || !frame) return;
    if (frame.frame === frame.of) this.state.set({ ...state, frame: null, happened: [], missed: [] });
    else await this.ask({ type: "next_frame", race: frame.race, frame: frame.frame + 1 });
  }
}

/** Whether one has become the host of a room by invitation, and has not been told its word.
 * @param {RoomState} state */
function wordless({ room }) {
  return room.seat !== null && room.host === room.seat && room.settings.invite_only && !room.invite;
}

/** Ask for a seat by what may be asked twice; a line that sits elsewhere is made anew first, which
 * leaves that seat where it is. Raises Refusal.
 * @param {App} app @param {Request} request @returns {Promise<import("./protocol").Room>} */
export async function seated(app, request) {
  for (let renewed = false; ; ) {
    try {
      return /** @type {any} */ (await app.link.ask(request));
    } catch (error) {
      if (error instanceof Lost) continue;
      const elsewhere = error instanceof Refusal && error.code === "already_seated";
      if (!elsewhere || renewed) throw error;
      renewed = true;
      app.link.comeBack();
    }
  }
}

/** Open a room of one's own, by a request that is answered by it, and remember the seat. Raises
 * Refusal. @param {App} app @param {(token: string) => Request} request
 * @returns {Promise<string>} the code */
export async function opened(app, request) {
  const token = newToken();
  const room = await seated(app, request(token));
  app.memory.set(`seat/${room.code}`, token);
  note(app.memory, room);
  return room.code;
}

/** The word of an invitation as it is meant, or null: part of one is none.
 * @param {string | null} text */
function readInvite(text) {
  const word = text?.trim().toUpperCase() ?? "";
  return /^[0-9A-Z]{8}$/.test(word) ? word : null;
}
