// The form in which you choose leaderboards and get the address of a page that shows them live.

import { html, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { MOST_BOARDS, MOST_DELAY, readBoards, writeBoards, writeManner } from "../../state/live_boards.js";
import { FIRST_GAME, racedGames } from "../../state/game_catalogue.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { MEASURE_NAMES, RATING_TITLES } from "../../messages/leaderboards.js";
import { useCatalogue } from "../../net/server_queries.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/live_boards.js").LiveBoard} LiveBoard */

const PERIODS = {
  day: _("today"), week: _("this week"), month: _("this month"), year: _("this year"), all: _("all time"),
};
const WHOSE = { all: _("everybody"), friends: _("you and your friends") };

/** Show the form. */
export function LiveBoardForm() {
  const app = useApp();
  const me = useObservable(app.me);
  const catalogue = useCatalogue();
  const [boards, set] = useState(/** @type {LiveBoard[]} */ ([]));
  const [one, choose] = useState({ game: FIRST_GAME, measure: "best", period: "day", part: "all" });
  const [typed, type] = useState("");
  const [manner, behave] = useState({ delay: 0, clear: false, sound: false });
  if (!catalogue) return html`<p class="quiet" role="status">${_("Asking…")}</p>`;
  const games = { ...Object.fromEntries(racedGames(catalogue).filter((game) => game.choice).map((game) =>
    [game.slug, game.title])), ...RATING_TITLES };
  const isFamily = Object.hasOwn(RATING_TITLES, one.game);
  const measure = isFamily ? "rating" : one.measure;
  const isRated = measure === "rating";
  const code = parseCode(typed);
  const add = (/** @type {string} */ text) => set([...boards, ...(readBoards(text) ?? [])].slice(0, MOST_BOARDS));
  const pick = (/** @type {string} */ label, /** @type {keyof typeof one} */ name, /** @type {Record<string, string>} */ ways) =>
    html`<div class="pick"><label for=${`live-${name}`}>${label}</label><select id=${`live-${name}`} value=${one[name]}
      onChange=${(/** @type {FieldEvent} */ event) => choose({ ...one, [name]: event.currentTarget.value })}>
      ${Object.entries(ways).map(([way, words]) => html`<option key=${way} value=${way}>${words}</option>`)}</select></div>`;
  const check = (/** @type {string} */ label, /** @type {"clear" | "sound"} */ name) => html`<label class="check">
    <input type="checkbox" checked=${manner[name]} onChange=${() => behave({ ...manner, [name]: !manner[name] })} /> ${label}</label>`;
  const path = `${writeBoards(boards)}${writeManner(manner)}`;
  const frame = `<iframe src="${location.origin}/embed/live/${path}" width="480" height="640" title="Crown Patience"></iframe>`; // not a text: HTML
  return html`<p>${_("Boards that fill a screen and change as results come: for a wall, a frame in another page, or a stream.")}</p>
    <div class="filters">${pick(_("Board"), "game", games)}
      ${!isFamily && pick(_("Ranked by"), "measure", MEASURE_NAMES)}
      ${!isRated && pick(_("Of"), "period", PERIODS)}
      ${me && pick(_("Whose"), "part", WHOSE)}
      <button disabled=${boards.length >= MOST_BOARDS} onClick=${() => add(
        [one.game, measure, isRated ? "all" : one.period, one.part].join("."))}>${_("Add this board")}</button></div>
    <div class="filters"><div class="pick"><label for="live-code">${_("A tournament, by its code")}</label>
      <input id="live-code" value=${typed} autocomplete="off"
        onInput=${(/** @type {FieldEvent} */ event) => type(event.currentTarget.value)} /></div>
      <button disabled=${code === null || boards.length >= MOST_BOARDS}
        onClick=${() => { add(code ?? ""); type(""); }}>${_("Add this tournament")}</button></div>
    ${boards.length > 0 && html`<h2>${_("On the screen")}</h2>
      <ul class="card-list live-chosen">${boards.map((board, n) => html`<li key=${n}>${named(board, games)}
        <button aria-label=${_("Take away {board}", { board: named(board, games) })}
          onClick=${() => set(boards.filter((_each, i) => i !== n))}>${_("Take away")}</button></li>`)}</ul>
      <div class="filters"><div class="pick"><label for="live-delay">${_("Seconds later than it happens")}</label>
        <input id="live-delay" type="number" min="0" max=${MOST_DELAY} value=${manner.delay}
          onInput=${(/** @type {FieldEvent} */ event) => behave({ ...manner, delay: Math.max(0, Math.min(MOST_DELAY, Math.floor(Number(event.currentTarget.value)) || 0)) })} /></div>
        ${check(_("without a background"), "clear")} ${check(_("a quiet sound with each change"), "sound")}</div>
      <p><a class="button first" href=${`/live/${path}`}>${_("Show it")}</a></p>
      <p><label for="live-frame">${_("For a frame in another page; a streaming program takes the address in it")}</label>
        <textarea id="live-frame" readonly rows="3">${frame}</textarea></p>
      ${boards.some((board) => "wanted" in board && board.wanted.part === "friends") &&
        html`<p class="quiet">${_("A frame does not know who you are, so it cannot show the board of your friends.")}</p>`}`}`;
}

/** Return the name of a chosen leaderboard or tournament: `Aces Up, best results, today`.
 * @param {LiveBoard} board @param {Record<string, string>} games */
function named(board, games) {
  if ("code" in board) return displayCode(board.code);
  const { game, measure = "best", period = "all", part = "all" } = board.wanted;
  const words = [games[game], MEASURE_NAMES[measure], measure === "rating" ? "" : PERIODS[period],
    part === "friends" ? WHOSE.friends : ""];
  return words.filter(Boolean).join(", ");
}
