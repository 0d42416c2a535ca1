// The page /live: one or several leaderboards that fill the screen and change as results come. If
// its address names no leaderboard, it shows a form that makes such an address. /embed/live/… is
// the same page for a frame on another site and for streaming programs: without an account and
// links.

import { html, useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import * as tournaments from "../../state/tournament_state.js";
import { reduceLeaderboard, newRows, rowKey } from "../../state/leaderboard_state.js";
import { MOST_BOARDS, readBoards, readManner } from "../../state/live_boards.js";
import { boardTitle, rowName, rowResult, EMPTY_TEXT } from "../../messages/leaderboards.js";
import { currentStep } from "../../messages/tournaments.js";
import { clockLeft } from "../../messages/formatting.js";
import { useCatalogue, useGames, useSubscription } from "../../net/server_queries.js";
import { useTournament } from "../../net/tournament_client.js";
import { OwnConnection } from "../../net/own_connection.js";
import { LiveBoardForm } from "../../components/leaderboards/live_board_form.js";
import { NotFound, Title } from "../../components/page_frame.js";
import { useSlidingRows } from "../../components/sliding_rows.js";
import { playSound } from "../../components/sounds.js";
import { useAwake, useComment, useReturning } from "../../components/unattended.js";
import { useDelayed } from "../../components/leaderboards/use_delayed.js";
import { useNow } from "../../components/use_now.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/live_boards.js").Manner} Manner */
/** @typedef {import("../../state/live_boards.js").Wanted} Wanted */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */
/** @typedef {import("../../net/protocol").Board} Board */
/** @typedef {{key: string, place: number | string, name: string, value: string, share?: number}} LiveRow
 *   `share`: how full the bar of somebody who is racing is, from 0 to 1 */

/** @param {{params: string[]}} props */
export default function Live({ params: [named = ""] }) {
  if (!named) {
    return html`<${Title} text=${_("Live leaderboards")} /><${LiveBoardForm} />`;
  }
  return html`<${Screen} named=${named} />`;
}

/** Show the boards that an address names. @param {{named: string}} props */
function Screen({ named }) {
  const boards = readBoards(named);
  const manner = readManner(location.search);
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.wall = "yes";
    if (manner.clear) root.dataset.clear = "yes";
    return () => {
      delete root.dataset.wall;
      delete root.dataset.clear;
    };
  }, [manner.clear]);
  useAwake();
  if (boards === null) return html`<${NotFound} />`;
  return html`<div class="live" data-boards=${Math.min(boards.length, MOST_BOARDS)}>
    <h1 class="aloud">${_("Live leaderboards")}</h1>
    ${boards.map((board, n) => html`<${OwnConnection} key=${n}>${"code" in board
      ? html`<${TournamentBoard} code=${board.code} manner=${manner} />`
      : html`<${Leaderboard} wanted=${board.wanted} manner=${manner} />`}<//>`)}</div>`;
}

/** Show a leaderboard. @param {{wanted: Wanted, manner: Manner}} props */
function Leaderboard({ wanted, manner }) {
  const catalogue = useCatalogue();
  useReturning();
  const { state, refusal } = useSubscription(wanted, reduceLeaderboard, null);
  const board = useDelayed(state, manner.delay * 1000);
  const before = useRef(/** @type {Board | undefined} */ (undefined));
  const fresh = newRows(before.current, board).map(rowKey).join();
  useEffect(() => {
    before.current = board;
    if (fresh && manner.sound) playSound("snap", "medium");
  }, [board]);
  if (refusal) return html`<section class="live-board"><p>${refusal.message}</p></section>`;
  if (!board || !catalogue) return html`<section class="live-board"><p>${_("Asking the server…")}</p></section>`;
  const rows = board.places.map((row) => ({
    // The key is the name, so that a row keeps its key, and slides, when its result changes.
    key: row.name ?? rowKey(row), place: row.place, name: rowName(row), value: rowResult(catalogue, board, row),
  }));
  return html`<${Panel} title=${boardTitle(catalogue, board)} rows=${rows} none=${EMPTY_TEXT[wanted.part ?? "all"]} />`;
}

/** Show the table of a tournament, with the progress of those who race.
 * @param {{code: string, manner: Manner}} props */
function TournamentBoard({ code, manner }) {
  const games = useGames();
  useReturning();
  const { known, refusal } = useTournament(code);
  const late = useDelayed(known, manner.delay * 1000);
  if (refusal) return html`<section class="live-board"><p>${refusal.message}</p></section>`;
  if (!late || !games) return html`<section class="live-board"><p>${_("Asking the server…")}</p></section>`;
  // Times left count from the moment at which the state is shown.
  const shown = { ...late, at: late.at + manner.delay * 1000 };
  return html`<${TournamentRows} known=${shown} games=${games} sound=${manner.sound} />`;
}

/** @param {{known: import("../../state/tournament_state.js").TournamentState, games: Games, sound: boolean}} props */
function TournamentRows({ known, games, sound }) {
  const t = known.tournament;
  const comment = useComment(t, games);
  useEffect(() => void (comment && sound && playSound("snap", "medium")), [comment]);
  const now = useNow(t.status !== "finished");
  const { words, left } = currentStep(known, now, games.title);
  const names = tournaments.entrantNames(t);
  const bars = new Map(tournaments.latestBars(t, games.goal).map((bar) => [bar.entrant, bar]));
  const rows = t.table.map((row) => ({
    key: String(row.entrant), place: row.place, name: names.get(row.entrant) ?? `#${row.entrant}`, value: row.total,
    share: bars.get(row.entrant)?.share,
  }));
  return html`<${Panel} title=${tournaments.titleOf(t)} rows=${rows} comment=${comment}
    note=${left === null ? words : `${words} ${clockLeft(left)}`} none=${_("Nobody is there yet.")} />`;
}

/** Show a title and rows that slide to their places. @param {{title: string, rows: LiveRow[], none?: string,
 *   note?: string, comment?: string}} props */
function Panel({ title, rows, none, note, comment }) {
  const app = useApp();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useSlidingRows(list, rows.map((row) => row.key), "");
  useEffect(() => {
    document.title = _("{title} · Crown Patience", { title });
  }, [title]);
  useEffect(() => app.announce(comment ?? ""), [comment]);
  return html`<section class="live-board" aria-label=${title}><h2>${title}</h2>
    ${note && html`<p class="note">${note}</p>`}
    ${comment !== undefined && html`<p class="comment">${comment}</p>`}
    ${rows.length ? html`<ol ref=${list}>${rows.map((row) => html`<li key=${row.key} class=${row.place === 1 ? "first" : ""}>
      <span class="lead">${row.place}</span> <span class="name">${row.name}</span> <span class="value">${row.value}</span>
      ${row.share !== undefined && html`<span class="bar" aria-hidden="true"><span
        style=${{ transform: `scaleX(${row.share})` }} /></span>`}</li>`)}</ol>` : html`<p>${none}</p>`}</section>`;
}
