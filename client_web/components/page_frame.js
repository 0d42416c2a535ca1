// The frame around every page: the link to the home page, the state of the connection,
// announcements for screen readers. Also page titles and error pages.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Refusal } from "../net/connection.js";
import { useObservable } from "../state/observable.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../vendor/preact.js").Child} Child */

/** Milliseconds after which notifications are loaded. By then even a slow connection has loaded
 * the page itself. */
const LATER_MS = 3_000;
const AWAY = _("The server is out of reach. Trying again; nothing is lost.");
/** The sentence that is announced when the connection is up again, by the state it had before.
 * @type {Record<string, string>} */
const BACK = { away: _("The server is there again."), elsewhere: _("You play here again.") };
/** @type {Record<string, [string, string]>} */
const ENDED = {
  elsewhere: [_("Your seat is played on another device."), _("Play here")],
  "sent-away": [_("The host has sent this seat away."), ""],
  banned: [_("You may not use this server any more, or not yet again."), ""],
  "other-version": [_("The server speaks another version than this page. Load the page again."), _("Load again")],
  refused: [_("The server has closed this line: too much was asked. Wait a minute, then go on."), _("Go on")],
};

/** Show the frame around a page. @param {{children?: Child}} props */
export function PageFrame({ children }) {
  const app = useApp();
  const preferences = useObservable(app.preferences);
  const theme = useTheme(preferences.theme);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    // On phones the browser's own bars have the colour of the page's head.
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", getComputedStyle(root).getPropertyValue("--sunken"));
    root.toggleAttribute("data-quiet", preferences.quiet);
    root.dataset.movement = preferences.movement ? "yes" : "no";
    root.dataset.hand = preferences.hand;
    root.dataset.felt = preferences.felt;
    root.dataset.back = preferences.back;
  }, [preferences, theme]);
  return html`
    <a class="skip" href="#main">${_("Skip to the page")}</a>
    <header class="top">
      <a class="home" href="/"><${Crown} /> ${_("Crown Patience")}</a>
      <nav aria-label=${_("Places")}><${Places} /></nav>
      <${Menu} />
    </header>
    <${ConnectionStatus} />
    <${WayBack} />
    <${LazyFormerNameNotice} />
    <main id="main" tabindex="-1">${children}</main>
    <${Announcements} />
    <${LazyNotifications} />
  `;
}

/** Return the theme to draw: `chosen`, or for `system` the one that fits the operating system's setting,
 * also when that changes.
 * @param {import("../state/default_preferences.js").Preferences["theme"]} chosen */
function useTheme(chosen) {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: light)"));
  const [isLight, set] = useState(query.matches);
  useEffect(() => {
    const changed = () => set(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [query]);
  if (chosen !== "system") return chosen;
  return isLight ? "light" : "baize";
}

/** Show the crown of the client's sign. */
export function Crown() {
  return html`<svg class="crown" viewBox="0 0 24 18" aria-hidden="true">
    <path d="M2 16h20l2-13-7 5-5-8-5 8-7-5z" /></svg>`;
}

/** Show the links to what there is to do. */
function Places() {
  const places = [
    ["/play", _("Play")],
    ["/host", _("Race")],
    ["/tournaments", _("Tournaments")],
    ["/crowns", _("Crowns")],
    ["/boards", _("Leaderboards")],
  ];
  return html`<${Links} places=${places} />`;
}

/** Show the button that opens the menu of the player's own pages. The browser closes the menu at a touch
 * elsewhere and at Escape. */
function Menu() {
  const me = useObservable(useApp().me);
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  const places = [
    ["/me", me ? me.name : _("Your name")],
    ["/daily", _("Today's deals")],
    ["/history", _("History")],
    ["/rivals", _("Rivals")],
    ["/calls", _("Telephone")],
    ["/rules", _("Rules")],
    ["/options", _("Options")],
  ];
  return html`<button class="menu-button" popovertarget="menu">${me ? me.name : _("Menu")}</button>
    <nav id="menu" popover="auto" ref=${menu} aria-label=${_("Menu")} onClick=${() => menu.current?.hidePopover?.()}>
      <${Links} places=${places} /></nav>`;
}

/** Show links to pages of the client; the present page is marked. @param {{places: string[][]}} props */
function Links({ places }) {
  const path = useObservable(useApp().path);
  return html`<ul>${places.map(([to = "", name]) => html`<li key=${to}>
    <a href=${to} aria-current=${path.startsWith(to) ? "page" : undefined}>${name}</a></li>`)}</ul>`;
}

function ConnectionStatus() {
  const app = useApp();
  const state = useObservable(app.connection.state);
  const before = useRef(state);
  useEffect(() => {
    if (state === "connecting") return; // the result of the attempt comes next
    if (state === "up") app.announce(BACK[before.current] ?? "");
    before.current = state;
  }, [state]);
  const ended = ENDED[state];
  // The element stays in the page while it is empty, because some screen readers ignore a status
  // that appears together with its text.
  if (ended === undefined) {
    return html`<div role="status">${state === "away" && html`<p class="line-state">${AWAY}</p>`}</div>`;
  }
  const [text, verb] = ended;
  const act = () => (state === "other-version" ? location.reload() : app.connection.reconnect());
  return html`<p class="line-state ended" role="alert">${(state === "banned" && app.connection.banReason) || text}
    ${verb && html`<button onClick=${act}>${verb}</button>`}</p>`;
}

/** Show the link from a room back to its tournament, leisure race, crown race or crown run. */
function WayBack() {
  const app = useApp();
  const room = /^\/j\/(\w+)$/.exec(useObservable(app.path))?.[1];
  const back = room === undefined ? null : app.storage.get(`back/${room}`);
  if (typeof back !== "string" || !back.startsWith("/")) return null;
  const words = back.startsWith("/t/")
    ? _("Back to the tournament")
    : back.startsWith("/l/") ? _("Back to the leisure race") : _("Back to the crowns");
  return html`<p class="way-back"><a href=${back}>‹ ${words}</a></p>`;
}

/** Show the notice that the account was renamed. Its module is loaded only if the account was. */
function LazyFormerNameNotice() {
  const app = useApp();
  const former = useObservable(app.formerName);
  const [Notice, show] = useState(/** @type {typeof import("./accounts/former_name_notice.js").FormerNameNotice | null} */ (null));
  useEffect(() => {
    if (former === null) return;
    import("./accounts/former_name_notice.js").then((part) => show(() => part.FormerNameNotice)).catch(() => undefined);
  }, [former]);
  return former !== null && Notice && html`<${Notice} former=${former} />`;
}

/** Show notifications, whose module is loaded some time after the page itself. It is given the messages
 * of the server that came before. */
function LazyNotifications() {
  const app = useApp();
  const me = useObservable(app.me);
  useEffect(() => {
    const appear = async () => {
      try {
        await app.connection.send({ type: "go_online" });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error; // an older server does not know the request
      }
    };
    return me ? app.connection.keep(appear) : undefined;
  }, [me?.name]);
  const [early] = useState(() => /** @type {import("../net/requests").ServerMessage[]} */ ([]));
  const [Notifications, show] = useState(/** @type {typeof import("./notifications.js").Notifications | null} */ (null));
  useEffect(() => {
    if (Notifications) return undefined; // it listens itself
    const unhear = app.connection.listen((said) => void early.push(said));
    const load = () => import("./notifications.js").then((module) => show(() => module.Notifications)).catch(unhear);
    const timer = setTimeout(load, LATER_MS);
    return () => {
      clearTimeout(timer);
      unhear();
    };
  }, [Notifications]);
  return Notifications && html`<${Notifications} early=${early} />`;
}

function Announcements() {
  const lines = useObservable(useApp().announcements);
  const drawn = (/** @type {boolean} */ urgent) =>
    lines.filter((line) => line.urgent === urgent).map(({ id, text }) => html`<p key=${id}>${text}</p>`);
  return html`
    <div class="aloud" role="log" aria-live="polite">${drawn(false)}</div>
    <div class="aloud" role="log" aria-live="assertive">${drawn(true)}</div>`;
}

/** Show an error page in place of a page that failed to load or to render.
 * @param {{error: Error}} props */
export function PageFailed({ error }) {
  const gone = /import|module|load|fetch|\.css/i.test(error.message);
  return html`<h1>${gone ? _("This page could not be loaded") : _("Something went wrong here")}</h1>
    <p>${gone
      ? _("The server may have been renewed since you came, or the network is away.")
      : _("Your seat and your games are on the server; nothing of them is lost.")}
      ${" "}${_("Load the page again to go on.")}</p>
    <p><button class="first" onClick=${() => location.reload()}>${_("Load again")}</button></p>`;
}

/** Show the page for an unknown address. */
export function NotFound() {
  return html`<${Title} text=${_("There is nothing here")} />
    <p>${_("No page of Crown Patience has this address. Was the link cut short?")}</p>
    <p><a class="button first" href="/">${_("Home")}</a></p>`;
}

/** Show the heading of a page, and set its title in the browser to `short`, by default `text`.
 * @param {{text: string, short?: string}} props */
export function Title({ text, short }) {
  useEffect(() => {
    document.title = _("{title} · Crown Patience", { title: short ?? text });
  }, [text, short]);
  return html`<h1>${text}</h1>`;
}
