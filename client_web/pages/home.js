// The home page: forms to join a race or play alone, the way back to rooms, and links to everything
// else.

import { html, useEffect } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { useObservable } from "../state/observable.js";
import { recentRooms, unfinishedAlone } from "../state/saved_rooms.js";
import { useLeisureNews } from "../net/leisure_client.js";
import { loadCatalogue, useAnswer, useCatalogue } from "../net/server_queries.js";
import { useNow } from "../components/use_now.js";
import { AcesPicture } from "../components/aces_picture.js";
import { Problem, useAction } from "../components/action_button.js";
import { Form, LONGEST_NAME, nameProblem, onlyProblems } from "../components/form.js";
import { FriendsOnline } from "../components/friends_online.js";
import { GameCard } from "../components/game_card.js";
import { LeisureRows } from "../components/leisure_rows.js";
import { titleOf } from "../messages/games.js";
import { FIRST_GAME, gameOf } from "../state/game_catalogue.js";
import { savePreference } from "../state/preferences.js";
import { joinNames, waitTime } from "../messages/formatting.js";
import { parseCode, displayCode } from "../state/room_codes.js";
import { _, ngettext } from "../messages/texts.js";

/** @typedef {import("../net/protocol").DailyInfo} DailyInfo */
/** @typedef {import("../net/protocol").Friend} Friend */
/** @typedef {import("../net/protocol").LeisureEntry} LeisureEntry */
/** @typedef {import("../net/protocol").OpenRoom} OpenRoom */
/** @typedef {import("../components/form.js").Values} Values */

const NO_CODE = _("A code has six letters and digits, such as KQ7-4TX. A whole link does as well.");
const FORGETS = _(
  "This browser keeps nothing for this page: your name and your seats are forgotten when you close it. Allow " +
  "it to store data for this site, or claim a name.",
);
const WATCH = _("Only watch");
const MOST_ROOMS = 3;

/** Whether this page has been shown since the client was loaded. */
let wasShown = false;

export default function Home() {
  const app = useApp();
  const { quiet } = useObservable(app.preferences);
  const me = useObservable(app.me);
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
      <${YourTurn} />
      <${Reminders} />
      <${PageLinks} />`;
  }
  return html`
    <div class="welcome">
      <section class="hero">
        <h1>${_("Crown Patience")}</h1>
        <p>${_("Race your friends at patience: the same deal for everybody, at the same moment.")}</p>
        <${Alone} />
        <${AcesPicture} />
      </section>
      <${Friends} />
    </div>
    ${me && html`<${FriendsOnline} key=${me.name} name=${me.name} />`}
    ${!app.storage.isLasting && html`<p class="notice">${FORGETS}</p>`}
    <${RecentRooms} />
    <${Reminders} />
    <div class="entrances now">
      <${TodaysDeals} />
      <${YourTurn} />
      <${LiveRooms} />
    </div>
    <${GreatGames} />
    <${QuickGames} />
    <${PageLinks} />
    <p><${QuietSwitch} /></p>`;
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
  return html`<${Games} id="great" title=${_("The five great games")} games=${games} />`;
}

/** Show the games that take a few minutes, the first game first. */
function QuickGames() {
  const catalogue = useCatalogue();
  const games = (catalogue?.games ?? []).filter((game) => game.family === "sprint");
  games.sort((a, b) => Number(b.slug === FIRST_GAME) - Number(a.slug === FIRST_GAME));
  return html`<${Games} id="quick" title=${_("A few minutes each")} games=${games} />`;
}

/** Show a row of games; nothing until they are known.
 * @param {{id: string, title: string, games: import("../state/catalogue").Game[]}} props */
function Games({ id, title, games }) {
  if (!games.length) return null;
  return html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2>
    <ul class="card-list game-cards in-row">${games.map((game) => html`<li key=${game.slug}>
      <${GameCard} game=${game} to=${`/play/${game.slug}`} /></li>`)}</ul></section>`;
}

/** Show today's two deals, and how long they can still be tried. */
function TodaysDeals() {
  const catalogue = useCatalogue();
  const { answer } = useAnswer({ type: "list_dailies" });
  const today = /** @type {DailyInfo[]} */ (answer?.today ?? []);
  if (!today.length) return null;
  return html`<section class="panel" aria-labelledby="today"><h2 id="today">${_("Today's deals")}</h2>
    <p class="quiet">${_("The same for everybody; one try an account.")}</p>
    <ul class="rows">${today.map((deal) => html`<li key=${deal.name}><a href="/daily">
      <strong>${titleOf(catalogue, deal.game)}</strong>
      <span>${deal.slot === "sprint" ? _("The sprint") : _("The long game")}</span>
      <span>${deal.done ? _("You have had your try.") : _("Closes in {time}.", { time: waitTime(deal.closes_in_ms) })}</span></a></li>`)}
    </ul></section>`;
}

/** Show the leisure races in which it is the player's turn, and those that were told since the player looked. */
function YourTurn() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const { answer, again } = useAnswer(me === null ? null : { type: "list_leisure_races" }, me?.name);
  useLeisureNews(again);
  const listed = /** @type {LeisureEntry[]} */ (me === null ? [] : (answer?.races ?? []));
  const races = listed.filter((race) => race.your_turn || race.is_news);
  if (!races.length) return null;
  return html`<section class="panel" aria-labelledby="your-turn"><h2 id="your-turn">${_("Leisure races")}</h2>
    <${LeisureRows} races=${races} catalogue=${catalogue} /></section>`;
}

/** Show up to three public rooms: those that race can be watched, the others joined. Nothing is shown if
 * there are none. */
function LiveRooms() {
  const app = useApp();
  const catalogue = useCatalogue();
  const { answer } = useAnswer({ type: "rooms" });
  const rooms = /** @type {OpenRoom[]} */ (answer?.rooms ?? []);
  if (!rooms.length || app.preferences.value.streamer) return null;
  const isLive = (/** @type {OpenRoom} */ room) => room.status === "running";
  const first = [...rooms].sort((a, b) => Number(isLive(b)) - Number(isLive(a))).slice(0, MOST_ROOMS);
  return html`<section class="panel" aria-labelledby="live-rooms"><h2 id="live-rooms">${_("Races now")}</h2>
    <ul class="rows">${first.map((room) => html`<li key=${room.code}><a href=${`/${isLive(room) ? "w" : "j"}/${room.code}`}>
      <strong>${titleOf(catalogue, room.game)}</strong>
      <span>${ngettext("{n} player", "{n} players", room.here)}</span>
      <span>${isLive(room) ? _("racing: watch") : _("waiting: join")}</span></a></li>`)}
    </ul><p><a href="/rooms">${_("All open races")}</a></p></section>`;
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
    <p class="quiet">${_("Open a race, and pass its link on.")}</p>
    <${OpenRace} />
    <hr />
    <${Form} id="join" fields=${fields} first=${false} verb=${_("Join")} other=${WATCH} check=${check} act=${act} />
    <${AgainstComputer} />
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
    const { openUsualRace } = await import("../net/quick_races.js"); // not needed to show this page
    const game = gameOf(await loadCatalogue(app), FIRST_GAME);
    if (!game) return;
    const code = await openUsualRace(app, game, typed);
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

/** Show the way to a race against the computer. A player who has a name is in the race after one tap,
 * against the same computer players as last time. */
function AgainstComputer() {
  const app = useApp();
  const me = useObservable(app.me);
  const action = useAction();
  const name = me?.name ?? String(app.storage.get("name") ?? "");
  if (nameProblem(name)) {
    return html`<p class="buttons"><a class="button" href="/against">${_("Play against the computer")}</a></p>`;
  }
  const race = () =>
    action.act(async () => {
      const { raceTheComputer, lastOpponents } = await import("../net/quick_races.js");
      const catalogue = await loadCatalogue(app);
      const { game, ...opponents } = lastOpponents(app.storage, catalogue);
      if (game) app.go(`/j/${await raceTheComputer(app, catalogue, game, opponents, name)}`);
    });
  return html`<p class="buttons">
      <button type="button" disabled=${action.busy} onClick=${race}>${_("Play against the computer")}</button></p>
    <p><a href="/against">${_("Another game, or other strengths")}</a></p>
    <${Problem} action=${action} />`;
}

/** Show the button that deals the first game. */
function Alone() {
  const catalogue = useCatalogue();
  return html`<div class="buttons">
      <a class="button first" href=${`/play/${FIRST_GAME}`}>${_("Play {title}", { title: titleOf(catalogue, FIRST_GAME) })}</a>
      <a class="button" href="/play">${_("All games")}</a>
    </div>
    <p class="newcomer"><strong>${_("New to patience?")}</strong> <a href=${`/rules/${FIRST_GAME}`}>${_("Read how it goes")}</a>${_(
      ": one rule, four piles, and the next four cards when nothing is left to do.",
    )}</p>`;
}

function PageLinks() {
  const app = useApp();
  const me = useObservable(app.me);
  const waiting = useWaiting(me?.name ?? null);
  const missed = useMissed(me?.name ?? null);
  /** @type {[to: string, name: string, hint: string][]} */
  const links = [
    ["/rooms", _("Watch"), _("open races, live")],
    ["/leisure", _("Leisure races"), _("the same deal for friends, within days")],
    ["/calls", _("Telephone"), missed || _("who rings for a crown")],
    ["/history", _("History"), _("your races, to look at again")],
    ["/rivals", _("Rivals"), _("what you have won and lost against each")],
    ["/me", _("Friends"), waiting || _("who they are, and who asks")],
    ["/options", _("Options"), _("look, movement, sounds, games")],
    ["/rules", _("Rules"), _("as the books have them")],
  ];
  return html`<nav aria-label=${_("All there is")}><ul class="card-list doors">
    ${links.map(([to, name, hint]) => html`<li key=${name}>
      <a href=${to}><strong>${name}</strong> ${hint}</a></li>`)}
  </ul></nav>`;
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

const LINK = /\/([jwrtl])\/([^/?#\s]+)(\/[^/?#\s]+)?/;

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
  if (["r", "t", "l"].includes(kind)) return `/${kind}/${code}${rest}`;
  return parseCode(code) && `/${way}/${parseCode(code)}${rest}`;
}
