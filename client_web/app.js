// `App`, the one object that every page uses. It has the connection, the stored data, who is logged
// in, the current address, and the lines to be announced to screen readers.

import { createContext, useContext } from "./vendor/preact.js";
import { DEFAULT_PREFERENCES } from "./state/default_preferences.js";
import { Connection, serverAddress } from "./net/connection.js";
import { translatedCatalogue } from "./state/game_catalogue.js";
import { hideCodes } from "./state/room_codes.js";
import { LocalStorage } from "./state/local_storage.js";
import { Observable } from "./state/observable.js";
import { _ } from "./messages/texts.js";

/** @typedef {import("./state/default_preferences.js").Preferences} Preferences */
/** @typedef {{name: string, session: string, bot: boolean}} Me the account that is logged in; `session` is
 *   the secret that proves it to the server */
/** @typedef {{id: number, text: string, urgent: boolean}} Announcement a line for screen readers;
 *   `urgent`: a screen reader interrupts what it reads */
/** @typedef {{code: string, title: string, startsAt: number}} Reminder a tournament that
 *   starts soon; `startsAt` is a time of `performance.now()` */

/** The address of the client's files in this version, without a slash at the end:
 * `/static/<hash>`. */
export const ROOT = new URL(".", import.meta.url).pathname.replace(/\/$/, "");

/** The number of latest announcements that stay in the page. If only one did, it could be replaced
 * before a screen reader has read it. */
const MOST_ANNOUNCED = 8;

/** Whether the page has an address that other sites may put into a frame. On such a page nobody is
 * logged in, and every link loads a document outside the frame. So no page on which a visitor can
 * do something is ever inside a frame. */
export const EMBEDDED = location.pathname.startsWith("/embed/");

export class App {
  constructor() {
    this.storage = new LocalStorage();
    this.connection = new Connection(serverAddress());
    /** @type {Observable<Me | null>} */
    this.me = new Observable(EMBEDDED ? null : this.storage.get("session"));
    /** @type {Observable<Preferences>} */
    this.preferences = new Observable({ ...DEFAULT_PREFERENCES, ...this.storage.get("choices") });
    hideCodes(this.preferences.value.streamer);
    /** @type {Observable<string>} */
    this.path = new Observable(location.pathname);
    /** @type {Observable<Announcement[]>} lines for screen readers, oldest first */
    this.announcements = new Observable(/** @type {Announcement[]} */ ([]));
    /** @type {Observable<Reminder[]>} tournaments the player has entered that start soon */
    this.reminders = new Observable(/** @type {Reminder[]} */ ([]));
    /** @type {Observable<string | null>} the name that the account had
     * before the server renamed it; null if it was not renamed */
    this.formerName = new Observable(/** @type {string | null} */ (null));
    /** @type {Map<string, Promise<unknown>>} the generated files requested so far, by name */
    this.loadedJson = new Map();
    this.connection.authenticate = () => this.authenticate();
  }

  open() {
    addEventListener("popstate", () => this.path.set(location.pathname));
    document.addEventListener("click", (event) => this.onClick(event));
    this.connection.listen((said) => {
      if (said.type === "tournament_reminder") this.addReminder(said);
      // The session was ended elsewhere, for example by "log out everywhere".
      if (said.type === "refused" && said.code === "not_signed_in") void this.authenticate().catch(() => undefined);
    });
    this.connection.open();
  }

  /** Keep a reminder, in place of an earlier one for the same tournament, and announce it.
   * @param {import("./net/protocol").TournamentReminder} said */
  addReminder({ code, title, starts_in_ms: ms }) {
    const others = this.reminders.value.filter((reminder) => reminder.code !== code);
    this.reminders.set([...others, { code, title, startsAt: performance.now() + ms }]);
    this.announce(_("{title} starts soon.", { title }));
  }

  /** Show another page of the client without loading a document. `replace`: the new page replaces
   * the present one in the browser's history.
   * @param {string} path @param {{replace?: boolean}} [how] */
  go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.path.set(location.pathname);
    scrollTo(0, 0);
  }

  /** Announce a line to screen readers; an empty line does nothing. @param {string} text */
  announce(text, urgent = false) {
    if (!text) return;
    const before = this.announcements.value;
    const id = (before.at(-1)?.id ?? 0) + 1;
    this.announcements.set([...before.slice(1 - MOST_ANNOUNCED), { id, text, urgent }]);
  }

  /** Load the style sheet `styles/NAME.css` unless it was requested before. Resolves when it is
   * loaded; at once if it was requested before.
   * @param {string} name @returns {Promise<void>} */
  loadStyles(name) {
    const href = `${ROOT}/styles/${name}.css`;
    if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    return new Promise((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => reject(new Error(`cannot load ${href}`));
      document.head.append(link);
    });
  }

  /** Load a generated JSON file, once: `catalogue.json` or, for example, `rules/aces_up.json`.
   * After a failure the next call tries again.
   * @param {string} name @returns {Promise<unknown>} */
  loadJson(name) {
    let file = this.loadedJson.get(name);
    if (file === undefined) {
      file = fetch(`${ROOT}/${name}`).then(async (answer) => {
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        const content = await answer.json();
        return name === "catalogue.json" ? translatedCatalogue(content) : content;
      });
      file.catch(() => this.loadedJson.delete(name));
      this.loadedJson.set(name, file);
    }
    return file;
  }

  /** Apply preferences and store them in this browser. @param {Partial<Preferences>} changed */
  setPreferences(changed) {
    const preferences = { ...this.preferences.value, ...changed };
    hideCodes(preferences.streamer);
    this.preferences.set(preferences);
    this.storage.set("choices", this.preferences.value);
  }

  /** Store the account that is logged in. `remember`: it stays logged in after this tab is closed.
   * @param {Me} me @param {boolean} remember */
  logIn(me, remember) {
    this.storage.set("session", me, { tabOnly: !remember });
    this.me.set(me);
  }

  logOut() {
    this.storage.remove("session");
    this.me.set(null);
    this.formerName.set(null);
  }

  /** Ask whether the server has renamed the account. The caller does not wait for the answer. */
  async loadFormerName() {
    try {
      this.formerName.set((await this.connection.send({ type: "get_former_name" })).name);
    } catch {
      // The request is refused by an older server, which never renames accounts. If the connection
      // was lost, the next connection asks again.
    }
  }

  async authenticate() {
    const me = this.me.value;
    if (me === null) return;
    try {
      const { account } = await this.connection.send({ type: "authenticate", session: me.session });
      // The account may have been renamed on another device or by the server.
      if (account.name !== me.name) {
        this.logIn({ ...me, name: account.name }, !this.storage.isOfTab("session"));
      }
      void this.applyPreferences(account.preferences);
      void this.loadFormerName();
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "session_ended") this.logOut();
      else throw error;
    }
  }

  /** Apply preferences set on other devices. The caller does not wait for this.
   * @param {import("./net/protocol").Preference[]} preferences */
  async applyPreferences(preferences) {
    try {
      const { mergePreferences: merge } = await import("./state/preferences.js");
      await merge(this, preferences);
    } catch {
      // The module could not be loaded, for example after an upgrade of the server. The
      // preferences are applied when the page is loaded again.
    }
  }

  /** Follow a click on a link to one of the client's own pages without loading a document.
   * @param {MouseEvent} event */
  onClick(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (EMBEDDED || link.pathname.startsWith("/embed/")) return;
    if (event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

/** @type {import("./vendor/preact.js").Context<App>} */
export const AppContext = createContext(/** @type {App} */ (/** @type {unknown} */ (null)));

/** @returns {App} */
export function useApp() {
  return useContext(AppContext);
}
