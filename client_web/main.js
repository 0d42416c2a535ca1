// The entry point. It maps each address to a page module, which is imported when the address is
// first opened.

import { html, render, useEffect, useErrorBoundary, useRef, useState } from "./vendor/preact.js";
import { App, AppContext, EMBEDDED } from "./app.js";
import { useObservable } from "./state/observable.js";
import { PageFailed, PageFrame } from "./components/page_frame.js";

/**
 * A page is a module whose default export is a component. Its `params` are the parts of the
 * address that the route's pattern captures, decoded.
 * @typedef {{default: (props: {params: string[]}) => Child}} PageModule
 * @typedef {[RegExp, () => Promise<PageModule>, string[]]} Route the pattern of the address, the
 *   import of the page, and the names of its style sheets
 */

/** @type {Route[]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js"), ["pages"]],
  [/^\/j\/([^/]+)(?:\/([^/]+))?$/, () => import("./pages/rooms/room.js"), []],
  [/^\/w\/([^/]+)(?:\/([^/]+))?$/, () => import("./pages/rooms/watch.js"), ["table", "race"]],
  [/^\/r\/([^/]+)$/, () => import("./pages/record.js"), ["table", "record"]],
  [/^\/deals\/([^/]+)$/, () => import("./pages/traveller.js"), ["record"]],
  [/^\/g\/([^/]+)(?:\/([^/]+))?$/, () => import("./pages/rooms/ghost.js"), ["pages"]],
  [/^\/o\/([^/]+)\/([^/]+)\/([^/]+)$/, () => import("./pages/rooms/play_on.js"), ["pages"]],
  [/^\/t\/([^/]+)$/, () => import("./pages/tournaments/tournament.js"), ["tournament"]],
  [/^\/t\/([^/]+)\/wall$/, () => import("./pages/tournaments/wall.js"), ["tournament"]],
  [/^\/tournaments\/new$/, () => import("./pages/tournaments/new_tournament.js"), ["tournament"]],
  [/^\/tournaments$/, () => import("./pages/tournaments/tournaments.js"), ["tournament"]],
  [/^\/l\/([^/]+)$/, () => import("./pages/leisure/leisure_race.js"), ["pages", "race", "leaderboards"]],
  [/^\/leisure\/new$/, () => import("./pages/leisure/new_leisure_race.js"), ["race"]],
  [/^\/leisure$/, () => import("./pages/leisure/leisure_races.js"), ["pages"]],
  [/^\/play(?:\/([^/]+))?$/, () => import("./pages/rooms/play.js"), ["pages"]],
  [/^\/host$/, () => import("./pages/rooms/host.js"), ["race"]],
  [/^\/against$/, () => import("./pages/rooms/play_computer.js"), ["race"]],
  [/^\/rooms$/, () => import("./pages/rooms/rooms.js"), []],
  [/^\/daily$/, () => import("./pages/daily.js"), ["pages", "leaderboards"]],
  [/^\/boards(?:\/([^/]+))?$/, () => import("./pages/leaderboards/leaderboards.js"), ["pages", "leaderboards"]],
  [/^\/live(?:\/([^/]+))?$/, () => import("./pages/leaderboards/live.js"), ["pages", "leaderboards", "live"]],
  [/^\/embed\/live\/([^/]+)$/, () => import("./pages/leaderboards/live.js"), ["live"]],
  [/^\/embed\/t\/([^/]+)$/, () => import("./pages/tournaments/wall.js"), ["tournament"]],
  [/^\/crowns$/, () => import("./pages/crowns/crowns.js"), ["crowns"]],
  [/^\/crowns\/roll$/, () => import("./pages/crowns/honours.js"), ["crowns"]],
  [/^\/crowns\/races(?:\/([^/]+))?$/, () => import("./pages/crowns/crown_races.js"), ["crowns"]],
  [/^\/calls$/, () => import("./pages/crowns/calls.js"), ["crowns"]],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./pages/rules.js"), ["pages", "table"]],
  [/^\/options$/, () => import("./pages/options.js"), ["pages", "table"]],
  [/^\/me$/, () => import("./pages/account.js"), ["pages"]],
  [/^\/history$/, () => import("./pages/leaderboards/history.js"), ["pages", "leaderboards"]],
  [/^\/rivals$/, () => import("./pages/leaderboards/rivals.js"), ["pages", "leaderboards"]],
];

/** @typedef {import("./vendor/preact.js").Child} Child */
/** @typedef {{Page: PageModule["default"], params: string[], path: string}} Shown */

/** Show the page of the current address. @param {{app: App}} props */
function Pages({ app }) {
  const path = useObservable(app.path);
  const [shown, show] = useState(/** @type {Shown | null} */ (null));
  const [failure, fail] = useState(/** @type {Error | null} */ (null));
  const [broken, retry] = useErrorBoundary((/** @type {unknown} */ error) => console.error(error));
  useEffect(() => {
    let wanted = true;
    fail(null);
    retry();
    load(path).then(
      (found) => wanted && show(found),
      (error) => wanted && fail(error),
    );
    return () => void (wanted = false);
  }, [path]);
  // After a link was followed, focus moves to the new page's heading.
  const first = useRef(true);
  useEffect(() => {
    if (shown === null) return;
    if (!first.current) readFromHeading();
    first.current = false;
  }, [shown?.path]);
  if (failure) return html`<${PageFailed} error=${failure} />`;
  if (broken) return html`<${PageFailed} error=${broken} />`;
  // The old page stays until the new one is loaded. Because of the key, each address gets a
  // component with a state of its own.
  return shown && html`<${shown.Page} key=${shown.path} params=${shown.params} />`;
}

/** Move the focus to the heading of the page, so that a screen reader reads on from there. */
function readFromHeading() {
  const heading = document.querySelector("main h1");
  const inside = document.activeElement?.closest("main");
  if (inside || !(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Load the page of an address with its style sheets; `NotFound` if no route matches.
 * @param {string} path @returns {Promise<Shown>} */
async function load(path) {
  for (const [pattern, page, sheets] of ROUTES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const fonts = path.startsWith("/j/") ? [] : ["fonts"]; // a room loads them after its form to join
    const [module] = await Promise.all([page(), ...[...sheets, ...fonts].map((name) => app.loadStyles(name))]);
    const params = match.slice(1).map((part) => (part === undefined ? "" : decoded(part)));
    return { Page: module.default, params, path };
  }
  const { NotFound: Nowhere } = await import("./components/page_frame.js");
  return { Page: Nowhere, params: [], path };
}

/** Return a part of an address decoded; unchanged if its percent-encoding is invalid.
 * @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const app = new App();
app.open();
const place = /** @type {HTMLElement} */ (document.getElementById("page"));
place.replaceChildren();
render(
  html`<${AppContext.Provider} value=${app}><${PageFrame}><${Pages} app=${app} /><//><//>`,
  place,
);

/** The address of the service worker. It is the only script that the Trusted Types policy of this page lets be
 * loaded by its address, and no other policy can be made. */
const WORKER = "/worker.js";
/** @typedef {{createPolicy: (name: string, rules: {createScriptURL: () => string}) => {createScriptURL: (address: string) => string}}} TrustedTypes */
const trusted = /** @type {{trustedTypes?: TrustedTypes}} */ (/** @type {unknown} */ (globalThis)).trustedTypes
  ?.createPolicy("worker", { createScriptURL: () => WORKER });
if (!EMBEDDED && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register(trusted ? trusted.createScriptURL(WORKER) : WORKER).catch(() => undefined);
  });
}
