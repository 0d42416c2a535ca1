// The home page: forms to join a race or play alone, the way back to rooms, and links to everything
// else.

import { html, useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { recentRooms, unfinishedAlone } from "../state/saved_rooms.js";
import { loadCatalogue, useAnswer, useCatalogue } from "../net/server_queries.js";
import { useNow } from "../components/use_now.js";
import { AcesPicture } from "../components/aces_picture.js";
import { Form, LONGEST_NAME, nameProblem, onlyProblems } from "../components/form.js";
import { gameSummary, titleOf } from "../messages/games.js";
import { FIRST_GAME, gameOf } from "../state/game_catalogue.js";
import { savePreference, storedGameOptions } from "../state/preferences.js";
import { joinNames, waitTime } from "../messages/formatting.js";
import { parseCode, displayCode } from "../state/room_codes.js";
import { _, ngettext } from "../messages/texts.js";

/** @typedef {import("../net/protocol").DailyInfo} DailyInfo */
/** @typedef {import("../net/protocol").Friend} Friend */
/** @typedef {import("../components/form.js").Values} Values */

const NO_CODE = _("A code has six letters and digits, such as KQ7-4TX. A whole link does as well.");
const FORGETS = _(
  "This browser keeps nothing for this page: your name and your seats are forgotten when you close it. Allow " +
  "it to store data for this site, or claim a name.",
);
const WATCH = _("Only watch");

/** Whether this page has been shown since the client was loaded. */
let wasShown = false;

export default function Home() {
  const app = useApp();
  const { quiet } = useObservable(app.preferences);
  useEffect(() => {
    document.title = _("Crown Patience");
    const left = quiet && !wasShown ? unfinishedAlone(app.storage)[0] : undefined;
    wasShown = true;
    if (left) app.go(`/play/${left}`);
  }, []);
  if (quiet) {
    return html`<h1>${_("Crown Patience")}</h1>
      <${RecentRooms} />
      <${GreatGames} />
      <p class="buttons"><a class="button" href="/play">${_("All games")}</a> <${QuietSwitch} /></p>
      <${Reminders} />
      <${PageLinks} />`;
  }
  return html`
    <section class="hero">
      <h1>${_("Crown Patience")}</h1>
      <p>${_("Race your friends at patience: the same deal for everybody, at the same moment.")}</p>
      <${AcesPicture} />
    </section>
    ${!app.storage.isLasting && html`<p class="notice">${FORGETS}</p>`}
    <${RecentRooms} />
    <${Reminders} />
    <div class="entrances">
      <${Friends} />
      <${Alone} />
    </div>
    <${GreatGames} />
    <p><${QuietSwitch} /></p>
    <${PageLinks} />`;
}

/** Show the switch between the usual look and the large and quiet one. */
function QuietSwitch() {
  const app = useApp();
  const { quiet } = useObservable(app.preferences);
  return html`<button aria-pressed=${quiet} onClick=${() => savePreference(app, "quiet", !quiet)}>
    ${_("Large and quiet")}</button>`;
}

/** Show the five great games, in the order of their book. */
function GreatGames() {
  const catalogue = useCatalogue();
  const games = (catalogue?.great_games ?? []).flatMap((slug) => gameOf(catalogue, slug) ?? []);
  if (!games.length) return null;
  return html`<section aria-labelledby="great"><h2 id="great">${_("The five great games")}</h2>
    <ul class="card-list">${games.map((game) => html`<li key=${game.slug}>
      <a href=${`/play/${game.slug}`}><strong>${game.title}</strong> ${gameSummary(game)}</a></li>`)}</ul></section>`;
}

/** Show up to three rooms that the player may want to go back to. */
function RecentRooms() {
  const app = useApp();
  const catalogue = useCatalogue();
  const rooms = recentRooms(app.storage).slice(0, 3);
  if (!rooms.length) return null;
  return html`<section aria-label=${_("The way back")}><ul class="card-list">
    ${rooms.map(({ code, game, name }) => html`<li key=${code}>
      ${app.storage.get(`alone/${game}`) === code
        ? html`<a class="back" href=${`/play/${game}`}><strong>${_("Go on")}</strong> ${_("{title}, alone", {
          title: titleOf(catalogue, game),
        })}</a>`
        : html`<a class="back" href=${`/j/${code}`}><strong>${_("Back to {code}", {
          code: displayCode(code),
        })}</strong>
          ${_("{title}, as {name}", { title: titleOf(catalogue, game), name })}</a>`}</li>`)}
  </ul></section>`;
}

/** Show the tournaments that start soon and that the player has entered. */
function Reminders() {
  const app = useApp();
  const reminders = useObservable(app.reminders);
  const now = useNow(reminders.length > 0, 1_000);
  return reminders.map(({ code, title, startsAt }) => html`<p key=${code} class="notice">
    <strong>${title}</strong>
    ${" "}${startsAt > now ? _("starts in {time}.", { time: waitTime(startsAt - now) }) : _("has begun.")}
    ${" "}<a href=${`/t/${code}`}>${_("Go there")}</a></p>`);
}

function Friends() {
  const app = useApp();
  const check = (/** @type {Values} */ { code = "", verb }) =>
    onlyProblems({ code: codeProblem(code, verb === WATCH) });
  const act = async (/** @type {Values} */ { code = "", verb }) => {
    app.go(addressOf(code, verb === WATCH) ?? "/");
  };
  const fields = [{
    name: "code", label: _("The code or the link you were given"), placeholder: "KQ7-4TX", plain: true,
    most: 200,
  }];
  return html`<section class="panel entrance" aria-labelledby="race-friends">
    <h2 id="race-friends">${_("Race friends")}</h2>
    <${Form} id="join" fields=${fields} verb=${_("Join")} other=${WATCH} check=${check} act=${act} />
    <hr />
    <p>${_("Or open a race yourself: you get a link to pass on.")}</p>
    <${OpenRace} />
  </section>`;
}

/** Show the button that opens a race of the first game with its usual terms. A player who has a
 * name needs only one tap. */
function OpenRace() {
  const app = useApp();
  const catalogue = useCatalogue();
  const me = useObservable(app.me);
  const name = me?.name ?? String(app.storage.get("name") ?? "");
  const act = async (/** @type {Values} */ { name: typed = name }) => {
    const { openRoom } = await import("../net/room_client.js"); // not needed to show this page
    const game = gameOf(await loadCatalogue(app), FIRST_GAME);
    if (!game) return;
    const code = await openRoom(app, (token) => ({
      type: "create", game: game.slug, options: storedGameOptions(app.storage, game), terms: {}, bell_ms: game["bell_ms"],
      name: typed, token, legal: true,
    }));
    if (!me) app.storage.set("name", typed);
    app.go(`/j/${code}`);
  };
  const fields = me ? [] : [{ name: "name", label: _("Your name"), value: name, complete: "nickname", most: LONGEST_NAME }];
  const check = (/** @type {Values} */ values) => onlyProblems({ name: me ? "" : nameProblem(values.name ?? "") });
  return html`
    <${Form} key=${name} id="open" fields=${fields} first=${false} check=${check} act=${act}
      verb=${_("Open a race of {title}", { title: titleOf(catalogue, FIRST_GAME) })} />
    <p><a href="/host">${_("Another game, or other terms")}</a></p>`;
}

function Alone() {
  const catalogue = useCatalogue();
  return html`<section class="panel entrance" aria-labelledby="play-alone">
    <h2 id="play-alone">${_("Play alone")}</h2>
    <p>${_(
      "A game in front of you at once. {title} takes about four minutes, and its rules fit on half a page.",
      { title: titleOf(catalogue, FIRST_GAME) },
    )}</p>
    <div class="buttons">
      <a class="button first" href=${`/play/${FIRST_GAME}`}>${_("Play {title}", {
        title: titleOf(catalogue, FIRST_GAME),
      })}</a>
      <a class="button" href="/play">${_("All games")}</a>
    </div>
    <p>${_("Or at one table with others, all at once on the same foundations:")}</p>
    <div class="buttons"><a class="button" href="/against">${_("Play against the computer")}</a></div>
    <hr />
    <p><strong>${_("New to patience?")}</strong> <a href=${`/rules/${FIRST_GAME}`}>${_("Read how it goes")}</a>${_(
      ": one rule, four piles, and the next four cards when nothing is left to do.",
    )}</p>
  </section>`;
}

function PageLinks() {
  const app = useApp();
  const me = useObservable(app.me);
  const today = useToday();
  const waiting = useWaiting(me?.name ?? null);
  const missed = useMissed(me?.name ?? null);
  /** @type {[to: string, name: string, hint: string][]} */
  const links = [
    ["/daily", _("Today's deals"), today || _("a sprint and a long game, one try")],
    ["/tournaments", _("Tournaments"), _("several deals, one table")],
    ["/crowns", _("Crowns"), _("three or five great games in a row")],
    ["/rooms", _("Watch"), _("open races, live")],
    ["/boards", _("Leaderboards"), _("who is best, fastest, and on a run")],
    ["/calls", _("Telephone"), missed || _("who rings for a crown")],
    ["/history", _("History"), _("your races, to look at again")],
    ["/rivals", _("Rivals"), _("what you have won and lost against each")],
    ["/me", _("Friends"), waiting || _("who they are, and who asks")],
    ["/me", _("Your name"), me?.name || app.storage.get("name") || _("your name and your account")],
    ["/options", _("Options"), _("look, movement, sounds, games")],
    ["/rules", _("Rules"), _("as the books have them")],
  ];
  return html`<nav aria-label=${_("All there is")}><ul class="card-list doors">
    ${links.map(([to, name, hint]) => html`<li key=${name}>
      <a href=${to}><strong>${name}</strong> ${hint}</a></li>`)}
  </ul></nav>`;
}

/** Return the names of today's two games; empty until they are known. */
function useToday() {
  const catalogue = useCatalogue();
  const { answer } = useAnswer({ type: "list_dailies" });
  const games = (answer?.today ?? []).map((/** @type {DailyInfo} */ deal) => titleOf(catalogue, deal.game));
  return games.length ? joinNames(games) : "";
}

/** Return the sentence about who asks to be a friend; empty if nobody does. `name` is the name of
 * the player's account, null for a guest.
 * @param {string | null} name whose friends */
function useWaiting(name) {
  const { answer } = useAnswer(name === null ? null : { type: "get_friends" }, name);
  const asking = name === null ? [] : (answer?.friends ?? [])
    .filter((/** @type {Friend} */ friend) => friend.state === "asks")
    .map((/** @type {Friend} */ friend) => friend.name);
  if (!asking.length) return "";
  const values = { names: joinNames(asking) };
  return ngettext("{names} asks to be your friend", "{names} ask to be your friend", asking.length, values);
}

/** Return the number of missed calls, as text; empty if there are none. `name` is the name of the
 * player's account, null for a guest.
 * @param {string | null} name whose */
function useMissed(name) {
  const { answer } = useAnswer(name === null ? null : { type: "get_calls", count: 1 }, name);
  return name !== null && answer?.missed ? ngettext("{n} missed call", "{n} missed calls", answer.missed) : "";
}

const LINK = /\/([jwrt])\/([^/?#\s]+)(\/[^/?#\s]+)?/;

/** Return why a typed code or link cannot be used, as a sentence; "" if it can. A link to another
 * server cannot, because on this server its code names another room, or none.
 * @param {string} text @param {boolean} watch */
function codeProblem(text, watch) {
  const host = hostOf(text);
  if (host !== "" && host !== location.host) {
    return _("This link leads to another server, {host}. Open it there.", { host });
  }
  return addressOf(text, watch) ? "" : NO_CODE;
}

/** Return the host of a link, with its port unless it is the default; empty if the text names none.
 * @param {string} text */
function hostOf(text) {
  const link = text.split(/\s+/).find((word) => LINK.test(word)) ?? "";
  const whole = /^[a-z]+:\/\//i.test(link) ? link : `${location.protocol}//${link}`;
  try {
    const named = new URL(whole).host;
    return /[.:]|^localhost$/.test(named) ? named : "";
  } catch {
    return ""; // not a URL
  }
}

/** Return the client's address for a typed code or link; null if it is neither. `watch`: to watch a
 * room instead of joining it.
 * @param {string} text @param {boolean} watch */
function addressOf(text, watch) {
  const way = watch ? "w" : "j";
  const link = LINK.exec(text);
  if (link === null) {
    const code = parseCode(text);
    return code && `/${way}/${code}`;
  }
  const [, kind = "", code = "", rest = ""] = link;
  if (kind === "r" || kind === "t") return `/${kind}/${code}${rest}`;
  return parseCode(code) && `/${way}/${parseCode(code)}${rest}`;
}
