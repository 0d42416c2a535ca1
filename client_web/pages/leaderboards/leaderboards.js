// The page /boards: the list of leaderboards, or one leaderboard with live changes.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { useObservable } from "../../state/observable.js";
import { storedGameOptions } from "../../state/preferences.js";
import { useCatalogue, useSubscription } from "../../net/server_queries.js";
import { MEASURE_NAMES, EMPTY_TEXT, RATING_TITLES, boardTitle, rowName, rowResult } from "../../messages/leaderboards.js";
import { reduceLeaderboard, newRows, rowKey } from "../../state/leaderboard_state.js";
import { shiftPeriod } from "../../state/periods.js";
import { DIFFICULTIES } from "../../messages/races.js";
import { optionName, valueWords, titleOf } from "../../messages/games.js";
import { gameOf, racedGames } from "../../state/game_catalogue.js";
import { capitalise } from "../../messages/formatting.js";
import { NoGame } from "../../components/no_game.js";
import { Title } from "../../components/page_frame.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../state/catalogue").Catalogue} Catalogue */
/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../../net/protocol").Board} Board */
/** @typedef {import("../../net/protocol").FollowBoard} FollowBoard */
/** @typedef {Omit<FollowBoard, "id">} Wanted the request for the rows of a leaderboard that are
 *   shown */

const COUNT = 50;
const NEW_MS = 5_000;
const MOST_SAID = 3;
const NEEDS_ACCOUNT = _("Who you are, and who your friends are, an account says:");

/** @param {{params: string[]}} props */
export default function Boards({ params: [slug = ""] }) {
  const catalogue = useCatalogue();
  const game = gameOf(catalogue, slug);
  const rated = Object.hasOwn(RATING_TITLES, slug);
  if (catalogue && slug && !game && !rated) return html`<${NoGame} name=${slug} under="/boards" />`;
  // The heading is drawn before the catalogue is loaded, because the focus goes to it.
  const title = slug ? (RATING_TITLES[slug] ?? titleOf(catalogue, slug)) : _("Leaderboards");
  return html`<${Title} text=${title} short=${slug ? _("{title}, leaderboards", { title }) : title} />
    ${catalogue && !slug && html`<${List} games=${racedGames(catalogue)} />`}
    ${game && !game.choice && html`<p>${_("The cards decide this game, so it has no leaderboard.")}</p>`}
    ${game?.choice && html`<${OfGame} catalogue=${catalogue} game=${game} />`}
    ${catalogue && rated && html`<${Ratings} catalogue=${catalogue} family=${slug} />`}`;
}

/** Show links to all leaderboards. @param {{games: Game[]}} props */
function List({ games }) {
  return html`<p>${_(
    "Who is best, fastest, and on a run, of today and of all time. Accounts stand on them, by races the " +
    "server has dealt and checked.",
  )} <a href="/rivals">${_("Rivals")}</a> ${_("are what two people have done against each other.")}</p>
    <p><a href="/live">${_("Live leaderboards for a screen, a frame or a stream")}</a></p>
    <h2>${_("Games")}</h2>
    <ul class="card-list">${games.filter((game) => game.choice).map((game) => html`<li key=${game.slug}>
      <a href=${`/boards/${game.slug}`}><strong>${game.title}</strong></a></li>`)}</ul>
    <h2>${_("Ratings")}</h2>
    <ul class="card-list">${Object.entries(RATING_TITLES).map(([family, title]) => html`<li key=${family}>
      <a href=${`/boards/${family}`}><strong>${title}</strong></a></li>`)}</ul>`;
}

/** Show the ratings of one family of games.
 * @param {{catalogue: Catalogue, family: string}} props */
function Ratings({ catalogue, family }) {
  const [part, look] = useState(/** @type {Partial<Wanted>} */ ({}));
  /** @type {Wanted} */
  const wanted = { type: "follow_board", game: family, measure: "rating", count: COUNT, ...part };
  return html`<div class="filters"><${Parts} wanted=${wanted} look=${look} /></div>
    <${Live} catalogue=${catalogue} wanted=${wanted} look=${look} />`;
}

/** Show the leaderboards of one game, with lists to choose among them.
 * @param {{catalogue: Catalogue, game: Game}} props */
function OfGame({ catalogue, game }) {
  const app = useApp();
  const [asked, ask] = useState(/** @type {Wanted} */ ({
    type: "follow_board", game: game.slug, measure: "best", period: "all", side: "people", part: "all",
    count: COUNT, options: storedGameOptions(app.storage, game),
  }));
  // Another leaderboard is shown from its first row. Unless the change names a period, the current
  // one is shown.
  const look = (/** @type {Partial<Wanted>} */ change) => ask({
    ...asked, offset: 0, ...(change.which === undefined && { which: null }), ...change,
  });
  const rated = asked.measure === "rating";
  /** @type {Wanted} */
  const wanted = rated ? { ...asked, period: "all", side: "people", which: null, winnable: false, difficulty: null } : asked;
  return html`<div class="filters">
      <${Pick} label=${_("Ranked by")} value=${asked.measure} ways=${MEASURE_NAMES}
        pick=${(/** @type {Wanted["measure"]} */ measure) => look({ measure })} />
      ${!rated && html`<${Pick} label=${_("Of")} value=${asked.period} ways=${PERIODS}
        pick=${(/** @type {Wanted["period"]} */ period) => look({ period })} />
      <${Pick} label=${_("Among")} value=${asked.side} ways=${SIDES}
        pick=${(/** @type {Wanted["side"]} */ side) => look({ side })} />`}
      <${Parts} wanted=${wanted} look=${look} />
      ${!rated && game["winnable"] && html`<${Pick} label=${_("Deals")} value=${asked.winnable ? String(asked.difficulty ?? "winnable") : "any"}
        ways=${dealsOf(game)} pick=${(/** @type {string} */ deals) => look({
          winnable: deals !== "any",
          difficulty: game["difficulties"].find((each) => String(each) === deals) ?? null,
        })} />`}
      ${!rated && game.options.map((option) => html`<${Pick} key=${option.name}
        label=${capitalise(optionName(option.name))} value=${String(asked.options?.[option.name] ?? option.default)}
        ways=${Object.fromEntries(option.values.map((value) =>
          [String(value), valueWords(value)]))}
        pick=${(/** @type {string} */ text) => look({ options: { ...asked.options, [option.name]:
          option.values.find((value) => String(value) === text) ?? option.default } })} />`)}
    </div>
    <${Live} catalogue=${catalogue} wanted=${wanted} look=${look} />`;
}

const PERIODS = {
  all: _("all time"), day: _("a day"), week: _("a week"), month: _("a month"), year: _("a year"),
};
const DEALS = { any: _("left to chance"), winnable: _("that the solver has won") };

/** Return the words for the kinds of deals of a game that have boards of their own.
 * @param {Game} game @returns {Record<string, string>} */
function dealsOf(game) {
  const classes = game["difficulties"].map((each) => [String(each), _("won by the solver: {difficulty}", { difficulty: DIFFICULTIES[each] })]);
  return { ...DEALS, ...Object.fromEntries(classes) };
}

const SIDES = { people: _("people"), bots: _("bots") };
const PARTS = { all: _("everybody"), around_me: _("around you"), friends: _("you and your friends") };

/** Show a list of values to choose from. `ways`: the label of each value.
 * @param {{label: string, value: string | undefined, ways: Record<string, string>, pick: (value: string) => void}} props */
function Pick({ label, value, ways, pick }) {
  const id = `pick-${label.replaceAll(" ", "-").toLowerCase()}`;
  return html`<div class="pick"><label for=${id}>${label}</label>
    <select id=${id} value=${value}
      onChange=${(/** @type {FieldEvent} */ event) => pick(event.currentTarget.value)}>
      ${Object.entries(ways).map(([way, words]) => html`<option key=${way} value=${way}>${words}</option>`)}
    </select></div>`;
}

/** Show the choice of the rows to show: everybody's, those around the player, or those of friends.
 * @param {{wanted: Wanted, look: (change: Partial<Wanted>) => void}} props */
function Parts({ wanted, look }) {
  const me = useObservable(useApp().me);
  return html`<${Pick} label=${_("Whose")} value=${wanted.part ?? "all"} ways=${me ? PARTS : { all: PARTS.all }}
    pick=${(/** @type {Wanted["part"]} */ part) => look({ part })} />`;
}

/** Show a part of a leaderboard, with live changes. `look` changes the request.
 * @param {{catalogue: Catalogue, wanted: Wanted, look: (change: Partial<Wanted>) => void}} props */
function Live({ catalogue, wanted, look }) {
  const me = useObservable(useApp().me);
  const { state: board, refusal } = useSubscription(wanted, reduceLeaderboard, { type: "unfollow" });
  const news = useNew(catalogue, board);
  if (refusal) return html`<p class="problem" role="alert">${refusal.message}</p>`;
  if (board === undefined) return html`<p class="quiet" role="status">${_("Asking…")}</p>`;
  return html`
    <${Turning} board=${board} look=${look} />
    <${Rows} catalogue=${catalogue} board=${board} news=${news}
      none=${EMPTY_TEXT[(board.total ? wanted.part : "all") ?? "all"]} />
    <${Pages} board=${board} wanted=${wanted} look=${look} />
    ${!me && html`<p class="quiet">${NEEDS_ACCOUNT} <a href="/me">${_("claim your name")}</a>.</p>`}`;
}

const BEFORE = {
  day: _("the day before"), week: _("the week before"), month: _("the month before"), year: _("the year before"),
};
const AFTER = {
  day: _("the day after"), week: _("the week after"), month: _("the month after"), year: _("the year after"),
};

/** Show the buttons for earlier and later periods.
 * @param {{board: Board, look: (change: Partial<Wanted>) => void}} props */
function Turning({ board, look }) {
  const { period, which } = board;
  if (which === null || period === "all") return null;
  const to = (/** @type {number} */ step) => () => look({ which: shiftPeriod(period, which, step) });
  return html`<div class="turning">
    <button onClick=${to(-1)} aria-label=${BEFORE[period]}>‹</button>
    <strong>${which}</strong>
    <button onClick=${to(1)} aria-label=${AFTER[period]}>›</button>
    <button onClick=${() => look({ which: null })}>${_("now")}</button></div>`;
}

/** Show the rows. `news`: the keys of rows that are new; `none`: the text if there are no rows.
 * @param {{catalogue: Catalogue, board: Board, news: Set<string>, none?: string}} props */
function Rows({ catalogue, board, news, none }) {
  const me = useObservable(useApp().me);
  if (!board.places.length) {
    return html`<h2>${boardTitle(catalogue, board)}</h2><p>${none}</p>`;
  }
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${_("The board")}><table class="board">
    <caption>${boardTitle(catalogue, board)}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col">${_("What for")}</th></tr></thead>
    <tbody>${board.places.map((row) => html`<tr key=${rowKey(row)}
      class=${`${me && row.name === me.name ? "me" : ""} ${news.has(rowKey(row)) ? "new" : ""}`}>
      <td class="number">${row.place}</td><th scope="row">${rowName(row)}
        ${me && row.name === me.name && html` <small>${_("you")}</small>`}</th>
      <td>${rowResult(catalogue, board, row)}
        ${news.has(rowKey(row)) && html` <small class="mark">${_("new")}</small>`}</td></tr>`)}</tbody>
  </table></div>`;
}

/** Show the buttons for earlier and further places.
 * @param {{board: Board, wanted: Wanted, look: (change: Partial<Wanted>) => void}} props */
function Pages({ board, wanted, look }) {
  const { offset, places, total, which } = board;
  const more = (wanted.part ?? "all") === "all" && offset + places.length < total;
  if (!more && !offset) return null;
  const to = (/** @type {number} */ offset) => () => look({ offset, which: wanted.which ?? null });
  return html`<div class="buttons" data-which=${which}>
    ${offset > 0 && html`<button onClick=${to(Math.max(0, offset - COUNT))}>${_("Earlier places")}</button>`}
    ${more && html`<button onClick=${to(offset + COUNT)}>${_("Further places")}</button>`}</div>`;
}

/** Return for some seconds the keys of rows that have just changed, and announce the first of these
 * rows once.
 * @param {Catalogue | undefined} catalogue @param {Board | undefined} board @returns {Set<string>} */
function useNew(catalogue, board) {
  const app = useApp();
  const before = useRef(/** @type {Board | undefined} */ (undefined));
  const [news, set] = useState(/** @type {Set<string>} */ (new Set()));
  useEffect(() => {
    const [old, rows] = [before.current, newRows(before.current, board)];
    before.current = board;
    if (old === undefined || board === undefined || !rows.length) return undefined;
    const said = rows.slice(0, MOST_SAID)
      .map((row) => `${row.place}. ${rowName(row)}: ${rowResult(catalogue, board, row)}`);
    app.announce(said.join("; "));
    const keys = rows.map(rowKey);
    set((known) => new Set([...known, ...keys]));
    setTimeout(() => set((known) => new Set([...known].filter((key) => !keys.includes(key)))), NEW_MS);
    return undefined;
  }, [board]);
  return news;
}
