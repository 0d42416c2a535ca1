// `App`, the object every page uses: the connection, the stored data, who is logged in, the current
// address, and what screen readers are told.

import { createContext, useContext } from "./vendor/preact.js";
import { DEFAULT_CHOICES } from "./state/choices.js";
import { Connection, serverAddress } from "./net/connection.js";
import { translatedCatalogue } from "./state/game_catalogue.js";
import { LocalStorage } from "./state/local_storage.js";
import { Observable } from "./state/observable.js";
import { _ } from "./messages/texts.js";

/** @typedef {import("./state/choices.js").Choices} Choices */
/** @typedef {{name: string, session: string, bot: boolean}} Me who is logged in */
/** @typedef {{id: number, text: string, urgent: boolean}} Announcement */
/** @typedef {{code: string, title: string, startsAt: number}} Reminder `startsAt`: by `performance.now()` */

/** Where the files of this version are: `/static/<hash>`. */
export const ROOT = new URL(".", import.meta.url).pathname.replace(/\/$/, "");

/** How many announcements are kept at once, so that each can be read aloud. */
const MOST_ANNOUNCED = 8;

export class App {
  constructor() {
    this.storage = new LocalStorage();
    this.connection = new Connection(serverAddress());
    /** @type {Observable<Me | null>} */
    this.me = new Observable(this.storage.get("session"));
    /** @type {Observable<Choices>} */
    this.choices = new Observable({ ...DEFAULT_CHOICES, ...this.storage.get("choices") });
    /** @type {Observable<string>} */
    this.path = new Observable(location.pathname);
    /** @type {Observable<Announcement[]>} for screen readers: one line per event, the last few */
    this.announcements = new Observable(/** @type {Announcement[]} */ ([]));
    /** @type {Observable<Reminder[]>} tournaments the player has entered that start soon */
    this.reminders = new Observable(/** @type {Reminder[]} */ ([]));
    /** @type {Observable<string | null>} the account's name before the server changed it */
    this.formerName = new Observable(/** @type {string | null} */ (null));
    /** @type {Map<string, Promise<unknown>>} */
    this.loadedJson = new Map();
    this.connection.authenticate = () => this.authenticate();
  }

  open() {
    addEventListener("popstate", () => this.path.set(location.pathname));
    document.addEventListener("click", (event) => this.onClick(event));
    this.connection.listen((said) => void (said.type === "tournament_reminder" && this.addReminder(said)));
    this.connection.open();
  }

  /** @param {import("./net/protocol").TournamentReminder} said */
  addReminder({ code, title, starts_in_ms: ms }) {
    const others = this.reminders.value.filter((reminder) => reminder.code !== code);
    this.reminders.set([...others, { code, title, startsAt: performance.now() + ms }]);
    this.announce(_("{title} starts soon.", { title }));
  }

  /** Go to another page of the client without loading a document.
   * @param {string} path @param {{replace?: boolean}} [how] */
  go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.path.set(location.pathname);
    scrollTo(0, 0);
  }

  /** Announce a line to screen readers. @param {string} text */
  announce(text, urgent = false) {
    if (!text) return;
    const before = this.announcements.value;
    const id = (before.at(-1)?.id ?? 0) + 1;
    this.announcements.set([...before.slice(1 - MOST_ANNOUNCED), { id, text, urgent }]);
  }

  /** Load the style sheet `styles/NAME.css`, once. @param {string} name @returns {Promise<void>} */
  loadStyles(name) {
    const href = `${ROOT}/styles/${name}.css`;
    if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    return new Promise((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => reject(new Error(`styles/${name}.css`));
      document.head.append(link);
    });
  }

  /** Load a generated JSON file, once: `catalogue.json`, `rules/aces_up.json`.
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

  /** @param {Partial<Choices>} chosen */
  choose(chosen) {
    this.choices.set({ ...this.choices.value, ...chosen });
    this.storage.set("choices", this.choices.value);
  }

  /** Set who is logged in. @param {Me} me @param {boolean} remember */
  logIn(me, remember) {
    this.storage.set("session", me, { tabOnly: !remember });
    this.me.set(me);
  }

  logOut() {
    this.storage.remove("session");
    this.me.set(null);
    this.formerName.set(null);
  }

  /** Ask whether the server has renamed the account. The connection does not wait for the answer. */
  async loadFormerName() {
    try {
      this.formerName.set((await this.connection.send({ type: "get_former_name" })).name);
    } catch {
      // An older server never renames accounts. After a lost connection, the next one asks again.
    }
  }

  async authenticate() {
    const me = this.me.value;
    if (me === null) return;
    try {
      const { account } = await this.connection.send({ type: "authenticate", session: me.session });
      // The account may have been renamed on another device.
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

  /** Apply choices made on other devices. The connection does not wait for this.
   * @param {import("./net/protocol").Preference[]} preferences */
  async applyPreferences(preferences) {
    try {
      const { mergePreferences: merge } = await import("./state/preferences.js");
      await merge(this, preferences);
    } catch {
      // The server has a new version by now: the next load of the page applies them.
    }
  }

  /** Handle clicks on links to the client's own pages without loading a document.
   * @param {MouseEvent} event */
  onClick(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

/** @type {import("./vendor/preact.js").Context<App>} */
export const AppContext = createContext(/** @type {App} */ (/** @type {unknown} */ (null)));

/** @returns {App} */
export function useApp() {
  return useContext(AppContext);
}
