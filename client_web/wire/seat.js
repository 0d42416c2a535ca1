// One room as a page is in it: it sits, watches, plays and comes back. The fold is `room.js`.

import { Lost, Refusal } from "./link.js";
import { newNonce, newToken } from "./memory.js";
import { entered, heard } from "./room.js";
import { note } from "./seats.js";
import { Store } from "./store.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./room.js").RoomState} RoomState */
/** @typedef {import("./asking").Said} Said */
/** @typedef {import("./asking").Request} Request */
/** @typedef {Record<string, any> & {kind: string}} Move */

export class Seat {
  /** @param {App} app @param {string} code @param {string | null} invite */
  constructor(app, code, invite = null) {
    this.app = app;
    this.code = code;
    this.invite = invite;
    /** @type {Store<RoomState | null>} null until one is in */
    this.state = new Store(/** @type {RoomState | null} */ (null));
    /** @type {Store<Refusal | null>} why one is not in, or why a move was not made */
    this.trouble = new Store(/** @type {Refusal | null} */ (null));
    /** @type {Move | null} the move that is on its way; a second one waits for it */
    this.underWay = null;
    this.catchingUp = false;
    this.watching = false;
    /** @type {(() => void)[]} */
    this.ends = [app.link.hear((said) => this.hear(said))];
  }

  get token() {
    return this.app.memory.get(`seat/${this.code}`);
  }

  /** End what this page has to do with the room; the seat stays. */
  close() {
    for (const end of this.ends) end();
    this.ends = [];
  }

  /** Come back to the seat one has here, now and whenever the line is back. */
  resume() {
    return this.stay(() => ({ type: "resume", code: this.code, token: this.token, legal: true }));
  }

  /** Follow the room without a seat. */
  watch() {
    this.watching = true;
    return this.stay(() => ({ type: "watch", code: this.code, invite: this.invite }));
  }

  /** Take a new seat; from then on it is resumed. @param {string} name */
  async sit(name) {
    const token = this.token ?? newToken();
    this.app.memory.set(`seat/${this.code}`, token);
    const request = { type: "join", code: this.code, invite: this.invite, name, token, legal: true };
    await this.seated(request);
  }

  /** Take a seat by any request that is answered by `room`.
   * @param {Request} request */
  async seated(request) {
    try {
      this.enter(await this.app.link.ask(request));
    } catch (error) {
      // Who has it already, or was answered into a broken line, comes back to it.
      const lost = error instanceof Lost;
      if (!lost && !(error instanceof Refusal && error.code === "already_joined")) throw error;
    }
    await this.resume();
  }

  /** @param {() => Request} request @returns {Promise<void>} when one is in, or refused */
  stay(request) {
    for (const end of this.ends.splice(1)) end();
    const first = this.state.value === null;
    return new Promise((resolve) => {
      let skip = !first;
      const takeUp = async () => {
        // Just entered on this line: the answer told everything.
        if (skip) skip = false;
        else await this.enterBy(request());
        this.again = request;
        resolve();
      };
      this.ends.push(this.app.link.hold(takeUp));
    });
  }

  /** @param {Request} request */
  async enterBy(request) {
    try {
      this.enter(await this.app.link.send(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble.set(error);
    }
  }

  /** @param {import("./protocol").Room} room */
  enter(room) {
    this.trouble.set(null);
    note(this.app.memory, room);
    this.state.set(entered(this.state.value, room, performance.now()));
    const waiting = this.underWay;
    this.underWay = null;
    if (waiting !== null && room.table !== null) void this.replay(waiting);
  }

  /** @param {Said} said */
  hear(said) {
    const state = this.state.value;
    if (state === null) return;
    const next = heard(state, said, performance.now());
    this.state.set(next);
    if (next.behind && !this.catchingUp) void this.catchUp();
  }

  async catchUp() {
    this.catchingUp = true;
    try {
      if (this.again !== undefined) await this.enterBy(this.again());
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
    if (!table || this.underWay !== null) return;
    this.underWay = move;
    await this.send(move, table.race, table.ply);
  }

  /** @param {Move} move @param {number} race @param {number} ply */
  async send(move, race, ply) {
    this.sentFor = { race, ply };
    try {
      await this.app.link.ask({ type: "play", race, ply, move });
      this.underWay = null;
      this.trouble.set(null);
    } catch (error) {
      if (error instanceof Lost) return; // it stays under way: `enter` sends it again
      this.underWay = null;
      if (!(error instanceof Refusal)) throw error;
      this.trouble.set(error);
      if (error.ply !== null && error.ply !== this.state.value?.table?.ply) void this.catchUp();
    }
  }

  /** A move whose answer was lost, once one is back: the same ply again, unless it was made.
   * @param {Move} move */
  async replay(move) {
    const table = this.state.value?.table;
    const sent = this.sentFor;
    if (!table || table.over || !sent || table.race !== sent.race || table.ply !== sent.ply) return;
    this.underWay = move;
    await this.send(move, sent.race, sent.ply);
  }

  /** Tilt a card or a pile of one's own table; kept with the seat.
   * @param {{pile: string, index: number | null, tilt: number}} mark */
  async tilt(mark) {
    const state = this.state.value;
    if (!state?.table) return;
    const others = state.table.marks.filter((m) => m.pile !== mark.pile || m.index !== mark.index);
    const marks = mark.tilt ? [...others, /** @type {any} */ (mark)] : others;
    this.state.set({ ...state, table: { ...state.table, marks }, happened: [] });
    await this.ask({ type: "mark", race: state.table.race, ...mark });
  }

  /** The next frame of a deal that is watched; after the last one the table lies open. */
  async nextFrame() {
    const state = this.state.value;
    const frame = state?.frame;
    if (!state || !frame) return;
    if (frame.frame === frame.of) this.state.set({ ...state, frame: null, happened: [] });
    else await this.ask({ type: "next_frame", race: frame.race, frame: frame.frame + 1 });
  }
}
