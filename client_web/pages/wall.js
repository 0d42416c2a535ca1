// A tournament on the wall: large, live, for a whole room to see; nothing to press, and no account.
// What has no room on the screen comes part after part.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { useApp } from "../wire/app.js";
import * as fold from "../wire/tournament.js";
import { useNow } from "../parts/asking.js";
import { goingOn } from "../parts/evening.js";
import { useGames } from "../parts/games.js";
import { Title } from "../parts/shell.js";
import { useTournament } from "../parts/tournament.js";
import { Bars, Pairs, People, Places } from "../parts/wall_rows.js";
import { clockLeft, readCode, spokenCode } from "../parts/words.js";

/** @typedef {import("../wire/tournament.js").Known} Known */
/** @typedef {import("../wire/protocol").Tournament} Tournament */
/** @typedef {import("../parts/games.js").Games} Games */
/** @typedef {{width: number, height: number, row: number}} Room */

/** So long each part of a long table is shown. */
const TURN_MS = 8_000;
/** Lines from which on a table is shown in columns of cells, each with its own bar. */
const CELL_REM = 23;

/** @param {{params: string[]}} props */
export default function Wall({ params: [typed = ""] }) {
  const code = readCode(typed);
  const { known, refusal } = useTournament(code);
  const games = useGames();
  useWide();
  if (code === null || (refusal && !known)) {
    return html`<${Title} text="No such tournament" />
      <p>${refusal?.message ?? "A code has six letters and digits, such as KQ7-4TX."}</p>
      <a class="button first" href="/tournaments">All tournaments</a>`;
  }
  if (!known || !games) {
    return html`<${Title} text=${spokenCode(code)} /><p class="quiet">Asking the server…</p>`;
  }
  return html`<${Hung} known=${known} games=${games} />`;
}

/** The wall has the whole screen, without the frame of other pages. */
function useWide() {
  useLayoutEffect(() => {
    document.documentElement.dataset.wall = "yes";
    return () => void delete document.documentElement.dataset.wall;
  }, []);
}

/** @param {{known: Known, games: Games}} props */
function Hung({ known, games }) {
  const t = known.tournament;
  return html`<div class="wall">
    <header><${Title} text=${fold.title(t)} short=${`${fold.title(t)}, the wall`} />
      <span class="code">${spokenCode(t.code)}</span></header>
    <${Now} known=${known} games=${games} />
    <${News} t=${t} />
    <${Body} known=${known} games=${games} />
    <footer>${t.status === "open" && html`Take part: <strong>${location.host}/t/${t.code}</strong>`}
      <a href=${`/t/${t.code}`}>the page of the tournament</a></footer>
  </div>`;
}

/** @param {{known: Known, games: Games}} props */
function Now({ known, games }) {
  const app = useApp();
  const now = useNow(known.tournament.status !== "finished");
  const { words, left } = goingOn(known, now, games.title);
  useEffect(() => app.say(words), [words]);
  return html`<p class="going-on"><span>${words}</span>
    ${left !== null && html`<time class="clock">${clockLeft(left)}</time>`}</p>`;
}

/** @param {{t: Tournament}} props */
function News({ t }) {
  const latest = t.news.at(-1);
  return latest ? html`<p class="announced">${t.organiser ?? "The organiser"}: ${latest.text}</p>` : null;
}

/** @param {{known: Known, games: Games}} props */
function Body({ known, games }) {
  const t = known.tournament;
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const room = useRoom(body);
  return html`<div class="wall-body" ref=${body}>
    ${room && html`<${Filled} t=${t} games=${games} room=${room} />`}</div>`;
}

/** @param {{t: Tournament, games: Games, room: Room}} props */
function Filled({ t, games, room }) {
  const rows = Math.max(1, Math.floor(room.height / room.row));
  const wide = room.width >= 60 * rem();
  const across = (/** @type {number} */ width) => Math.max(1, Math.floor(width / (CELL_REM * rem())));
  if (!t.table.length || t.status === "draft" || t.status === "open") {
    return html`<${People} t=${t} rows=${rows} columns=${across(room.width)} turn=${TURN_MS} />`;
  }
  const round = fold.current(t);
  if (round && (round.state === "pairing" || round.state === "lobby") && round.heats.length > 1) {
    return html`<${Halves} room=${room}
      left=${html`<${Places} t=${t} bars=${null} rows=${rows} columns=${wide ? across(room.width / 2) : 1}
        turn=${TURN_MS} />`}
      right=${wide && html`<${Pairs} t=${t} round=${round} rows=${rows} columns=${across(room.width / 2)}
        turn=${TURN_MS} />`} />`;
  }
  const bars = fold.latestBars(t, games.goal);
  const both = bars.length > 0 && wide;
  // A field too long for half the screen has a bar in each cell, and the furthest beside it.
  const long = t.table.length > rows * (both ? across(room.width / 2) : across(room.width));
  if (!both) {
    return html`<${Places} t=${t} bars=${bars.length ? bars : null} rows=${rows}
      columns=${across(room.width)} turn=${TURN_MS} />`;
  }
  const part = long ? 0.72 : 0.5;
  return html`<${Halves} room=${room} part=${part}
    left=${html`<${Places} t=${t} bars=${long ? bars : null} rows=${rows}
      columns=${across(room.width * part)} turn=${TURN_MS} />`}
    right=${html`<${Bars} t=${t} bars=${long ? bars.slice(0, rows) : bars} rows=${rows}
      columns=${across(room.width * (1 - part))} turn=${TURN_MS} />`} />`;
}

/** @param {{room: Room, part?: number, left: any, right: any}} props */
function Halves({ room, part = 0.5, left, right }) {
  if (!right) return left;
  const [one, other] = [Math.floor(room.width * part), Math.floor(room.width * (1 - part))];
  return html`<div class="halves">
    <section style=${{ width: `${one}px` }} aria-label="The table">${left}</section>
    <section style=${{ width: `${other}px` }} aria-label="This round">${right}</section></div>`;
}

/** What room there is, measured: a row is as high as the type makes it.
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
