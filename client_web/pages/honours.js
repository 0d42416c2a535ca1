// /crowns/roll: the roll of honour. Every crown that was won, oldest first, and the one told of in
// the book.

import { html, useState } from "../vendor/preact.js";
import { useAnswer, useGames } from "../net/server_queries.js";
import { breakWords, CROWNS, raceWords } from "../messages/crowns.js";
import { Title } from "../components/page_frame.js";
import { plural, clockTime } from "../messages/formatting.js";

/** @typedef {import("../net/protocol").Honour} Honour */
/** @typedef {import("../state/game_catalogue.js").Games} Games */

const AT_ONCE = 50;

export default function HonoursPage() {
  const [offset, go] = useState(0);
  const { said, refusal } = useAnswer({ type: "get_roll", offset, count: AT_ONCE });
  const games = useGames();
  return html`
    <${Title} text="Roll of honour" />
    <p>Every crown that was won, the oldest first; and the only one the book knows of.</p>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${!said && !refusal && html`<p class="quiet">Asking the server…</p>`}
    ${said && games && html`<ol class="roll" start=${offset + 1}>${said.honours.map(
      (/** @type {Honour} */ honour, /** @type {number} */ n) =>
        html`<${Crown} key=${honour.award ?? n} honour=${honour} games=${games} />`)}</ol>
      ${said.total > AT_ONCE && html`<div class="buttons">
        <button type="button" disabled=${!offset} onClick=${() => go(offset - AT_ONCE)}>Before</button>
        <button type="button" disabled=${offset + AT_ONCE >= said.total}
          onClick=${() => go(offset + AT_ONCE)}>Next</button></div>`}`}
    <p><a href="/crowns">What crowns are, and your own run</a></p>`;
}

/** @param {{honour: Honour, games: Games}} props */
function Crown({ honour, games }) {
  const who = honour.name ?? (honour.award ? "(nobody any more)" : "(not named)");
  const took = honour.took_ms === null ? "" : ` in ${clockTime(honour.took_ms)}`;
  return html`<li class="panel">
    <strong>${who}</strong>
    <p>${CROWNS[honour.crown]}, ${dayWords(honour.day)}${took}</p>
    ${honour.text && html`<p class="quiet">${honour.text}</p>`}
    ${honour.games.length > 0 && html`<ul class="won">${honour.games.map((won) => html`<li key=${won.race}>
      ${games.title(won.game)} <span class="clock">${clockTime(won.took_ms)}</span>${" "}
      <a href=${`/r/${won.race}`} aria-label=${`Record of ${games.title(won.game)}, ${raceWords(won.race)}`}>
        ${raceWords(won.race)}</a></li>`)}</ul>`}
    ${honour.award && html`<p class="quiet">${breaksWords(honour)}</p>`}</li>`;
}

/** @param {Honour} honour */
function breaksWords({ breaks }) {
  if (!breaks.length) return "Without a break.";
  const together = clockTime(breaks.reduce((ms, each) => ms + each.ms, 0));
  const each = breaks.map(breakWords).join("; ");
  return `${plural(breaks.length, "break")}, ${together}${breaks.length > 1 ? " together" : ""}: ${each}.`;
}

/** `21 November 2026` for `2026-11-21`. @param {string} day */
function dayWords(day) {
  const at = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const month = at.toLocaleString("en-GB", { month: "long", timeZone: "UTC" });
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
}
