// The page /t/CODE/wall ("the wall"): a tournament in large type, for people who watch it together
// on a big screen. It needs no account and nobody at the keyboard. Rows that do not fit on the
// screen are shown part after part. Sizes are relative to the height of the screen, so that a
// projector shows the same at any resolution.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import * as tournaments from "../../state/tournament_state.js";
import { useNow } from "../../components/use_now.js";
import { Countdown, useCountdown } from "../../components/tournaments/wall_countdown.js";
import { Rail } from "../../components/tournaments/wall_rail.js";
import { Podium } from "../../components/tournaments/podium.js";
import { useAwake, useComment, useReturning } from "../../components/unattended.js";
import { playIfEnabled, playSound } from "../../components/sounds.js";
import { useObservable } from "../../state/observable.js";
import { currentStep } from "../../messages/tournaments.js";
import { useGames } from "../../net/server_queries.js";
import { Title } from "../../components/page_frame.js";
import { useTournament } from "../../net/tournament_client.js";
import { Bars, Pairs, People, Places, Teams } from "../../components/tournaments/wall_rows.js";
import { clockLeft } from "../../messages/formatting.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/tournament_state.js").TournamentState} TournamentState */
/** @typedef {import("../../vendor/preact.js").Child} Child */
/** @typedef {import("../../net/protocol").Tournament} Tournament */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */
/** @typedef {{width: number, height: number, row: number}} Room the space for rows in
 *   pixels; `row` is the least height of one */

/** The milliseconds for which each part of rows that do not fit on the screen is shown. */
const TURN_MS = 6_000;
/** The least height of a row: as a share of the height of the screen, and in rem. The text of a
 * row is 0.74 as high, which is 28 pixels at 1920 by 1080 and can be read at six metres. */
const LEAST_ROW = { share: 0.0356, rem: 1.6 };
/** The greatest height of a row, and the least width of a column, relative to the least height. */
const LARGEST = 2.4;
const COLUMN = 12.6;
/** The same for a column of names alone. */
const COLUMN_OF_NAMES = 9;

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
  useAwake();
  useReturning();
  const app = useApp();
  const now = useNow(t.status !== "finished");
  const countdown = useCountdown(known, now);
  const comment = useComment(t, games, () => {
    if (!countdown.begins && !countdown.last) playIfEnabled(app, "ring"); // the seconds are heard alone
  });
  return html`<div class="wall">
    <${Now} known=${known} games=${games} now=${now} last=${countdown.last} />
    <${News} t=${t} />
    <p class="comment" role="log" aria-live="off">${comment}</p>
    <div class="wall-middle">
      <div class="wall-main">
        ${t.status === "finished" && html`<${Podium} t=${t} />`}
        <${Body} known=${known} games=${games} />
      </div>
      <${Rail} t=${t} games=${games} />
    </div>
    <footer><${SoundSwitch} />
      <a class="skip" href=${`/t/${t.code}`}>${_("The page of the tournament")}</a></footer>
    <${Countdown} ...${countdown} />
  </div>`;
}

/** Show the button that switches sounds on and off. Browsers allow sounds only after the first
 * press on a page, so they are switched on by one. */
function SoundSwitch() {
  const app = useApp();
  const { sounds } = useObservable(app.preferences);
  const change = () => {
    app.setPreferences({ sounds: !sounds });
    if (!sounds) playSound("go", app.preferences.value.volume);
  };
  return html`<button class="plain" aria-pressed=${sounds} onClick=${change}>
    ${sounds ? _("Sound is on") : _("Sound is off")}</button>`;
}

/** Show the title, the present step of the tournament, and the time left in it. `last`: the last
 * seconds of this time are running.
 * @param {{known: TournamentState, games: Games, now: number, last: boolean}} props */
function Now({ known, games, now, last }) {
  const app = useApp();
  const t = known.tournament;
  const title = tournaments.titleOf(t);
  const { words, left } = currentStep(known, now, games.title);
  useEffect(() => app.announce(words), [words]);
  return html`<header><div><${Title} text=${title} short=${_("{title}, the wall", { title })} />
      <span class="code">${displayCode(t.code)}</span>
      <p class="going-on">${words}</p></div>
    ${left !== null && html`<time class=${`clock${last ? " last" : ""}`}>${clockLeft(left)}</time>`}</header>`;
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
 * the pairings, the teams, or the bars of the running round. If two lists do not fit on the screen,
 * only the table is shown, with the bars in its rows.
 * @param {{t: Tournament, games: Games, room: Room}} props */
function FittedColumns({ t, games, room }) {
  const all = t.table.length;
  if (!all || t.status === "draft" || t.status === "open") {
    return html`<${People} t=${t} ...${spaceFor(room, room.width, t.entrants.length, COLUMN_OF_NAMES)} />`;
  }
  const half = { ...room, width: room.width / 2 };
  const isWide = room.width >= 2 * COLUMN * room.row;
  /** @param {typeof Pairs} List @param {number} count @param {Record<string, unknown>} props @param {string} [name] */
  const beside = (List, count, props, name) => html`<${Halves} room=${room} name=${name}
    left=${html`<${Places} t=${t} bars=${null} ...${spaceFor(half, half.width, all)} />`}
    right=${html`<${List} t=${t} ...${props} ...${spaceFor(half, half.width, count)} />`} />`;
  const round = tournaments.currentRound(t);
  if (isWide && round?.state === "lobby" && heatCount(round) > 1) return beside(Pairs, heatCount(round), { round });
  const bars = tournaments.latestBars(t, games.goal);
  const both = isWide && fits(half, Math.max(all, bars.length));
  if (bars.length && both) return beside(/** @type {any} */ (Bars), bars.length, { bars });
  if (!bars.length && t.teams.length && isWide) {
    return beside(/** @type {any} */ (Teams), t.teams.length, {}, _("The teams"));
  }
  return html`<${Places} t=${t} bars=${bars.length ? bars : null} ...${spaceFor(room, room.width, all)} />`;
}

/** Return whether `count` cells all fit on the screen. @param {Room} room @param {number} count */
function fits(room, count) {
  const { rows, columns } = spaceFor(room, room.width, count);
  return count <= rows * columns;
}

/** Return the rows and columns for `count` cells: as few columns as can hold all of them. The rows
 * fill the height, up to LARGEST. `least`: the least width of a column, relative to the least height of a row.
 * @param {Room} room @param {number} width @param {number} count @param {number} [least]
 * @returns {import("../../components/tournaments/wall_rows.js").Space} */
function spaceFor(room, width, count, least = COLUMN) {
  const across = Math.max(1, Math.floor(width / (least * room.row)));
  let most = Math.max(1, Math.floor(room.height / room.row));
  const height = count > most * across ? room.height - room.row : room.height;
  if (height < room.height) most = Math.max(1, most - 1); // room for the number of the page
  const columns = Math.min(across, Math.max(1, Math.ceil(count / most)));
  const rows = Math.min(most, Math.max(1, Math.ceil(count / columns)));
  return { rows, columns, row: Math.floor(Math.min(LARGEST * room.row, height / rows)), turn: TURN_MS };
}

/** Return the number of heats of a round. Each bye counts as one.
 * @param {import("../../net/protocol").RoundInfo} round */
function heatCount(round) {
  return round.heats.length + round.byes.length;
}

/** Show two lists side by side. `name`: the label of the right one.
 * @param {{room: Room, left: Child, right: Child, name?: string}} props */
function Halves({ room, left, right, name = _("This round") }) {
  const style = { width: `${Math.floor(room.width / 2)}px` };
  return html`<div class="halves">
    <section style=${style} aria-label=${_("The table")}>${left}</section>
    <section style=${style} aria-label=${name}>${right}</section></div>`;
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
      const row = Math.max(LEAST_ROW.rem * rem(), LEAST_ROW.share * innerHeight);
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
