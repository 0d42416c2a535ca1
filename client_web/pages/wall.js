// The page /t/CODE/wall: a tournament in large type, for people who watch it together on a big
// screen. It has no controls and needs no account. Rows that do not fit are shown part after part.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import * as tournaments from "../state/tournament_state.js";
import { useNow } from "../components/use_now.js";
import { currentStep } from "../messages/tournaments.js";
import { useGames } from "../net/server_queries.js";
import { Title } from "../components/page_frame.js";
import { useTournament } from "../net/tournament_client.js";
import { Bars, Pairs, People, Places, Teams } from "../components/wall_rows.js";
import { clockLeft } from "../messages/formatting.js";
import { parseCode, displayCode } from "../state/room_codes.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../vendor/preact.js").Child} Child */
/** @typedef {import("../net/protocol").Tournament} Tournament */
/** @typedef {import("../state/game_catalogue.js").Games} Games */
/** @typedef {{width: number, height: number, row: number}} Room the space for rows in
 *   pixels; `row` is the usual height of one */

/** If the rows do not fit on the screen: the factor by which they become smaller, and the
 * milliseconds for which each part of them is shown. */
const LONG = { row: 0.85, turn: 6_000 };
/** From this width on, in rem, a second list stands beside the table. */
const WIDE_REM = 60;
/** The least width of a column, in rem. */
const CELL_REM = 26;
/** The greatest height of a row, relative to the usual one. */
const LARGEST = 1.9;

/** @param {{params: string[]}} props */
export default function Wall({ params: [typed = ""] }) {
  const code = parseCode(typed);
  const { known, refusal } = useTournament(code);
  const games = useGames();
  useWide();
  if (code === null || (refusal && !known)) {
    return html`<${Title} text=${_("No such tournament")} />
      <p>${refusal?.message ?? _("A code has six letters and digits, such as KQ7-4TX.")}</p>
      <a class="button first" href="/tournaments">${_("All tournaments")}</a>`;
  }
  if (!known || !games) {
    return html`<${Title} text=${displayCode(code)} /><p class="quiet">${_("Asking the server…")}</p>`;
  }
  return html`<${WallContent} known=${known} games=${games} />`;
}

/** Hide the page frame, so that the wall fills the screen. */
function useWide() {
  useLayoutEffect(() => {
    document.documentElement.dataset.wall = "yes";
    return () => void delete document.documentElement.dataset.wall;
  }, []);
}

/** Show the wall. @param {{known: TournamentState, games: Games}} props */
function WallContent({ known, games }) {
  const t = known.tournament;
  return html`<div class="wall">
    <header><${Title} text=${tournaments.titleOf(t)} short=${_("{title}, the wall", {
      title: tournaments.titleOf(t),
    })} />
      <span class="code">${displayCode(t.code)}</span></header>
    <${Now} known=${known} games=${games} />
    <${News} t=${t} />
    <${Body} known=${known} games=${games} />
    <footer>${t.status === "open" && html`<${HowToJoin} code=${t.code} />`}
      <a class="skip" href=${`/t/${t.code}`}>${_("The page of the tournament")}</a></footer>
  </div>`;
}

/** Show how to take part: the address and its QR code. @param {{code: string}} props */
function HowToJoin({ code }) {
  const [QrCode, load] = useState(/** @type {typeof import("../components/qr_code.js").default | null} */ (null));
  useEffect(() => {
    import("../components/qr_code.js").then((module) => load(() => module.default)).catch(() => undefined);
  }, []);
  const link = `${location.origin}/t/${code}`;
  return html`<div class="way">${QrCode && html`<${QrCode} link=${link} />`}
    <p>${_("Take part:")} <strong>${location.host}/t/${code}</strong></p></div>`;
}

/** Show the headline and the time left. @param {{known: TournamentState, games: Games}} props */
function Now({ known, games }) {
  const app = useApp();
  const now = useNow(known.tournament.status !== "finished");
  const { words, left } = currentStep(known, now, games.title);
  useEffect(() => app.announce(words), [words]);
  return html`<p class="going-on"><span>${words}</span>
    ${left !== null && html`<time class="clock">${clockLeft(left)}</time>`}</p>`;
}

/** Show the organiser's latest announcement. @param {{t: Tournament}} props */
function News({ t }) {
  const latest = t.news.at(-1);
  return latest ? html`<p class="announced">${t.organiser ?? _("The organiser")}: ${latest.text}</p>` : null;
}

/** Measure the space for rows and fill it. @param {{known: TournamentState, games: Games}} props */
function Body({ known, games }) {
  const t = known.tournament;
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const room = useRoom(body);
  return html`<div class="wall-body" ref=${body}>
    ${room && html`<${FittedColumns} t=${t} games=${games} room=${room} />`}</div>`;
}

/** Show the rows for the present state: entrants before the start; then the table, and beside it
 * the pairings, the teams, or the bars of the running round.
 * @param {{t: Tournament, games: Games, room: Room}} props */
function FittedColumns({ t, games, room }) {
  const wide = room.width >= WIDE_REM * rem();
  const all = t.table.length;
  if (!all || t.status === "draft" || t.status === "open") {
    return html`<${People} t=${t} ...${spaceFor(room, room.width, t.entrants.length)} />`;
  }
  const round = tournaments.currentRound(t);
  const drawn = round?.state === "lobby" && heatCount(round) > 1;
  if (drawn && wide) {
    const half = room.width / 2;
    const left = html`<${Places} t=${t} bars=${null} ...${spaceFor(room, half, all)} />`;
    const right = html`<${Pairs} t=${t} round=${round}
      ...${spaceFor(room, half, heatCount(round))} />`;
    return html`<${Halves} room=${room} left=${left} right=${right} />`;
  }
  const bars = tournaments.latestBars(t, games.goal);
  if (!bars.length && t.teams.length && wide) {
    const half = room.width / 2;
    const left = html`<${Places} t=${t} bars=${null} ...${spaceFor(room, half, all)} />`;
    const right = html`<${Teams} t=${t} ...${spaceFor(room, half, t.teams.length)} />`;
    return html`<${Halves} room=${room} left=${left} right=${right} name=${_("The teams")} />`;
  }
  if (!bars.length || !wide) {
    const each = bars.length ? bars : null;
    return html`<${Places} t=${t} bars=${each} ...${spaceFor(room, room.width, all)} />`;
  }
  // If the table does not fit in half of the width, it gets more of it and a bar in each cell, and
  // only the bars of the furthest contestants are listed beside it.
  const half = spaceFor(room, room.width / 2, all);
  const long = all > half.rows * half.columns;
  const part = long ? 0.74 : 0.5;
  const left = html`<${Places} t=${t} bars=${long ? bars : null}
    ...${long ? spaceFor(room, room.width * part, all) : half} />`;
  const beside = spaceFor(room, room.width * (1 - part), long ? 1 : bars.length);
  const shown = long ? bars.slice(0, Math.floor(room.height / room.row)) : bars;
  const right = html`<${Bars} t=${t} bars=${shown}
    ...${long ? { ...beside, rows: shown.length, row: room.row } : beside} />`;
  return html`<${Halves} room=${room} part=${part} left=${left} right=${right} />`;
}

/** Return the rows and columns for `count` cells: few cells get large rows in one column, many get
 * several columns.
 * @param {Room} room @param {number} width @param {number} count
 * @returns {import("../components/wall_rows.js").Space} */
function spaceFor(room, width, count) {
  const most = Math.max(1, Math.floor(room.height / room.row));
  const across = Math.max(1, Math.floor(width / (CELL_REM * rem())));
  if (count > most) {
    const row = Math.floor(room.row * LONG.row);
    return { rows: Math.floor(room.height / row), columns: across, row, turn: LONG.turn };
  }
  const row = room.row * Math.min(LARGEST, room.height / (room.row * Math.max(1, count)));
  return { rows: Math.max(1, count), columns: 1, row: Math.floor(row), turn: LONG.turn };
}

/** Return the number of heats of a round. Each bye counts as one.
 * @param {import("../net/protocol").RoundInfo} round */
function heatCount(round) {
  return round.heats.length + round.byes.length;
}

/** Show two lists side by side. `part`: the share of the width for the left one; `name`: the label
 * of the right one.
 * @param {{room: Room, part?: number, left: Child, right?: Child, name?: string}} props */
function Halves({ room, part = 0.5, left, right, name = _("This round") }) {
  if (!right) return left;
  const [one, other] = [Math.floor(room.width * part), Math.floor(room.width * (1 - part))];
  return html`<div class="halves">
    <section style=${{ width: `${one}px` }} aria-label=${_("The table")}>${left}</section>
    <section style=${{ width: `${other}px` }} aria-label=${name}>${right}</section></div>`;
}

/** Return the space inside an element; null until it is measured. The height of a row depends on
 * the reader's text size.
 * @param {{current: HTMLElement | null}} body @returns {Room | null} */
function useRoom(body) {
  const [room, set] = useState(/** @type {Room | null} */ (null));
  useLayoutEffect(() => {
    const it = body.current;
    if (!it) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = it;
      const row = parseFloat(getComputedStyle(it).getPropertyValue("--row-rem")) * rem();
      set((now) =>
        now && now.width === width && now.height === height && now.row === row
          ? now
          : { width, height, row },
      );
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(it);
    return () => watch.disconnect();
  }, []);
  return room;
}

function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
