// The websocket connection to the server. After a loss it tries to reconnect until it succeeds, at
// once when the page wakes or the network returns. After each reconnect it resumes the page's seat
// and subscriptions.

import { _ } from "../messages/texts.js";
import { Observable } from "../state/observable.js";

/** @typedef {import("./requests").Request} Request */
/** @typedef {import("./requests").ServerMessage} ServerMessage */
/**
 * The state of the connection. "away": it was lost and is tried again. The states after "away" are
 * final: the seat is played on another connection ("elsewhere"), the host has sent the seat away,
 * the server speaks another version of the protocol, the server has banned or refused this client,
 * or the page no longer needs the connection ("closed").
 * @typedef {"connecting" | "up" | "away" | "elsewhere" | "sent-away" | "other-version" | "banned" |
 *   "refused" | "closed"} ConnectionState
 */

const SUBPROTOCOL = "crown-patience.v1";
const VERSION = 1;
const CLIENT = "browser";
const PAUSES_MS = [0, 250, 500, 1_000, 1_500];
const GIVE_UP_CONNECTING_MS = 5_000;
const PING_EVERY_MS = 10_000;
const PONG_WITHIN_MS = 4_000;
const PROBE_WITHIN_MS = 900;
/** The close codes after which the page reconnects only when the player asks for it, and the
 * state of the connection after each. */
const FINAL = new Map([
  [1008, "refused"],
  [4000, "elsewhere"],
  [4002, "other-version"],
  [4003, "sent-away"],
  [4004, "banned"],
]);

/** @typedef {import("./protocol").RequestFault} RequestFault */

/** The server refused a request. `code` is for programs, the message is a sentence for people.
 * `ply` is the number of moves the server has made on the board, if it refused a move. `faults`
 * are all mistakes in the plan of a tournament, if it refused one. `overtaken` says what took the
 * place of a claim at a common table that came too late. */
export class Refusal extends Error {
  /** @param {string} code @param {string} sentence @param {number | null} [ply]
   * @param {RequestFault[]} [faults] @param {import("./protocol").OvertakenClaim | null} [overtaken] */
  constructor(code, sentence, ply = null, faults = [], overtaken = null) {
    super(sentence);
    this.code = code;
    this.ply = ply;
    this.faults = faults;
    this.overtaken = overtaken;
  }
}

/** The connection was lost before the answer came, or there was none. The request may or may not
 * have been carried out. */
export class ConnectionLost extends Error {}

export class Connection {
  /** @param {string} address a websocket address */
  constructor(address) {
    this.address = address;
    /** @type {Observable<ConnectionState>} */
    this.state = new Observable(/** @type {ConnectionState} */ ("connecting"));
    /** @type {WebSocket | null} */
    this.socket = null;
    this.nextId = 1;
    this.tries = 0;
    /** The requests without an answer, by their `id`.
     * @type {Map<number, {resolve: (said: ServerMessage) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** @type {Set<(said: ServerMessage) => void>} called with every message */
    this.listeners = new Set();
    /** @type {Set<() => Promise<void>>} run after every reconnect; see `keep` */
    this.subscriptions = new Set();
    /** @type {(() => Promise<void>) | null} logs in; runs after `hello` and before subscriptions
     *   are taken up again */
    this.authenticate = null;
    /** @type {Set<() => void>} resolve the promises of `whenUp` */
    this.whenUpResolvers = new Set();
    this.timers = { again: 0, ping: 0, pong: 0, opening: 0 };
    /** How many times the connection has been established. */
    this.generation = 0;
    /** Why the server banned this client, if it said so. */
    this.banReason = "";
  }

  /** Connect, and watch for events that make a check of the connection worthwhile. */
  open() {
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.probe());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    this.connect();
  }

  /** Send a request and resolve to its answer. Wait for the connection first if there is none.
   * Reject with Refusal, or with ConnectionLost if the connection is lost before the answer.
   * @template {Request} R
   * @param {R} request
   * @returns {Promise<import("./requests").Answer<R>>} */
  async ask(request) {
    await this.whenUp();
    return this.send(request);
  }

  /** Like `ask`, but send the request again after each lost connection, until there is an answer.
   * Only for requests that may be carried out twice. Reject with Refusal.
   * @template {Request} R
   * @param {R} request
   * @returns {Promise<import("./requests").Answer<R>>} */
  async askUntilAnswered(request) {
    for (;;) {
      try {
        return await this.ask(request);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    }
  }

  /** Call `listener` with every message of the server, answers included. Return the function that
   * ends this.
   * @param {(said: ServerMessage) => void} listener @returns {() => void} */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Run `takeUp`, which subscribes to something, after every reconnect, and now if the connection
   * is up. The returned function ends that. `takeUp` uses `send` and handles refusals itself.
   * @param {() => Promise<void>} takeUp @returns {() => void} */
  keep(takeUp) {
    this.subscriptions.add(takeUp);
    if (this.state.value === "up") void ignoringLoss(takeUp);
    return () => this.subscriptions.delete(takeUp);
  }

  /** Close this connection and open another, also in a final state. */
  reconnect() {
    this.tries = 0;
    this.state.set("connecting");
    this.connect();
  }

  /** Close this connection for good. */
  close() {
    this.endFor("closed");
  }

  /** Check the connection at once, because the page may have slept or the network may have changed.
   * If it is not up, connect without waiting. Does nothing in a final state. */
  wake() {
    if (FINAL_STATES.has(this.state.value)) return;
    if (this.state.value === "up") this.probe();
    else {
      this.tries = 0;
      this.connect();
    }
  }

  /** Ping the server, and reconnect if it does not answer in time. */
  probe() {
    if (this.state.value === "up") this.ping(PROBE_WITHIN_MS);
  }

  /** Send a request on the current connection and resolve to its answer. Reject with Refusal, or
   * with ConnectionLost if the connection is lost or there is none.
   * @template {Request} R
   * @param {R} request
   * @returns {Promise<import("./requests").Answer<R>>} */
  send(request) {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost("no connection"));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      // The compiler cannot know it, but the server answers each request with its type of `Answer`.
      this.waiting.set(id, { resolve: /** @type {(said: ServerMessage) => void} */ (resolve), reject });
      socket.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Resolve when the connection is up. @returns {Promise<void>} */
  whenUp() {
    if (this.state.value === "up") return Promise.resolve();
    return new Promise((resolve) => this.whenUpResolvers.add(resolve));
  }

  /** Open a new socket in place of the current one. */
  connect() {
    clearTimeout(this.timers.again);
    this.dropSocket();
    const socket = new WebSocket(this.address, SUBPROTOCOL);
    this.socket = socket;
    this.timers.opening = setTimeout(() => this.closed(socket, 1006), GIVE_UP_CONNECTING_MS);
    socket.onopen = () => void this.handshake(socket);
    socket.onmessage = (event) => this.received(socket, event.data);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  /** Say hello, log in, and take subscriptions up again. @param {WebSocket} socket */
  async handshake(socket) {
    try {
      await this.send({ type: "hello", protocol: [VERSION], client: CLIENT });
      await this.authenticate?.();
    } catch (error) {
      if (error instanceof Refusal && error.code === "version") this.endFor("other-version");
      return;
    }
    if (socket !== this.socket) return;
    clearTimeout(this.timers.opening);
    this.tries = 0;
    this.generation += 1;
    this.state.set("up");
    for (const takeUp of [...this.subscriptions]) void ignoringLoss(takeUp);
    for (const resolve of this.whenUpResolvers) resolve();
    this.whenUpResolvers.clear();
    this.schedulePing();
  }

  /** Give a message to all listeners and, if it is an answer, to the request that waits for it.
   * @param {WebSocket} socket @param {string} text */
  received(socket, text) {
    if (socket !== this.socket) return;
    clearTimeout(this.timers.pong);
    this.timers.pong = 0;
    const said = /** @type {ServerMessage} */ (JSON.parse(text));
    if (said.type === "notice" && said.code === "banned") this.banReason = _(said.text);
    if (said.type === "refused" && said.code === "banned") this.banReason = _(said.error);
    const id = "id" in said ? said.id : null;
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (id !== null) this.waiting.delete(id);
    // Listeners run before the answer resolves, so code that awaits the answer finds the state up
    // to date.
    for (const listener of [...this.listeners]) listener(said);
    if (said.type === "refused") {
      const faults = (said.faults ?? []).map(({ path, error }) => ({ path, error: _(error) }));
      waiting?.reject(new Refusal(said.code, _(said.error), said.ply ?? null, faults, said.overtaken ?? null));
    } else waiting?.resolve(said);
  }

  /** React to a closed socket: enter a final state, or connect again after a pause.
   * @param {WebSocket} socket @param {number} code */
  closed(socket, code) {
    if (socket !== this.socket) return;
    this.dropSocket();
    const end = FINAL.get(code);
    if (end !== undefined) return this.endFor(/** @type {ConnectionState} */ (end));
    if (this.state.value === "up") this.state.set("away");
    const pause = PAUSES_MS[Math.min(this.tries++, PAUSES_MS.length - 1)] ?? 0;
    this.timers.again = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Enter a final state. @param {ConnectionState} state */
  endFor(state) {
    this.dropSocket();
    this.state.set(state);
  }

  /** Close the socket and its timers. Requests without an answer reject with ConnectionLost. */
  dropSocket() {
    const socket = this.socket;
    this.socket = null;
    for (const timer of /** @type {const} */ (["again", "ping", "pong", "opening"])) {
      clearTimeout(this.timers[timer]);
      this.timers[timer] = 0;
    }
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    for (const { reject } of this.waiting.values()) reject(new ConnectionLost("connection lost"));
    this.waiting.clear();
  }

  /** Ping the server in PING_EVERY_MS. */
  schedulePing() {
    clearTimeout(this.timers.ping);
    this.timers.ping = setTimeout(() => this.ping(PONG_WITHIN_MS), PING_EVERY_MS);
  }

  /** Ping the server. If nothing arrives within so many milliseconds, treat the socket as closed.
   * @param {number} within */
  ping(within) {
    const socket = this.socket;
    if (socket === null) return;
    clearTimeout(this.timers.ping);
    clearTimeout(this.timers.pong);
    // Any message clears this timer, not only the pong.
    this.timers.pong = setTimeout(() => this.closed(socket, 1006), within);
    this.send({ type: "ping" }).then(
      () => this.schedulePing(),
      () => undefined,
    );
  }
}

/** @type {Set<ConnectionState>} */
const FINAL_STATES = new Set(
  /** @type {ConnectionState[]} */ (["elsewhere", "sent-away", "other-version", "banned", "refused", "closed"]),
);

/** Run `work` and ignore a lost connection: `work` runs again after the next reconnect.
 * @param {() => Promise<void>} work */
async function ignoringLoss(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

/** Return the websocket address of the server from which the page was loaded. @returns {string} */
export function serverAddress() {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}
