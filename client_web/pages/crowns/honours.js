// The page /crowns/roll: the roll of honour with every crown that was won, oldest first. The first
// entry is the one in the book.

import { html, useState } from "../../vendor/preact.js";
import { useAnswer, useGames } from "../../net/server_queries.js";
import { breakWords, CROWNS, raceWords } from "../../messages/crowns.js";
import { Title } from "../../components/page_frame.js";
import { clockTime } from "../../messages/formatting.js";
import { _, ngettext } from "../../messages/texts.js";

/** @typedef {import("../../net/protocol").Honour} Honour */
/** @typedef {import("../../state/game_catalogue.js").Games} Games */

const AT_ONCE = 50;

export default function HonoursPage() {
  const [offset, go] = useState(0);
  const { answer, refusal } = useAnswer({ type: "get_roll", offset, count: AT_ONCE });
  const games = useGames();
  return html`
    <${Title} text=${_("Roll of honour")} />
    <p>${_("Every crown that was won, the oldest first; and the only one the book knows of.")}</p>
    ${refusal && html`<p class="problem" role="alert">${refusal.message}</p>`}
    ${!answer && !refusal && html`<p class="quiet">${_("Asking the server…")}</p>`}
    ${answer && games && html`<ol class="roll" start=${offset + 1}>${answer.honours.map(
      (/** @type {Honour} */ honour, /** @type {number} */ n) =>
        html`<${Crown} key=${honour.award ?? n} honour=${honour} games=${games} />`)}</ol>
      ${answer.total > AT_ONCE && html`<div class="buttons">
        <button type="button" disabled=${!offset} onClick=${() => go(offset - AT_ONCE)}>${_("Before")}</button>
        <button type="button" disabled=${offset + AT_ONCE >= answer.total}
          onClick=${() => go(offset + AT_ONCE)}>${_("Next")}</button></div>`}`}
    <p><a href="/crowns">${_("What crowns are, and your own run")}</a></p>`;
}

/** Show one crown. @param {{honour: Honour, games: Games}} props */
function Crown({ honour, games }) {
  const who = honour.name ?? (honour.award ? _("(nobody any more)") : _("(not named)"));
  const won = `${CROWNS[honour.crown]}, ${dayWords(honour.day)}`;
  return html`<li class="panel">
    <strong>${who}</strong>
    <p>${honour.took_ms === null ? won : _("{won} in {time}", { won, time: clockTime(honour.took_ms) })}</p>
    ${honour.text && html`<p class="quiet">${honour.text}</p>`}
    ${honour.games.length > 0 && html`<ul class="won">${honour.games.map((won) => html`<li key=${won.race}>
      ${games.title(won.game)} <span class="clock">${clockTime(won.took_ms)}</span>${" "}
      <a href=${`/r/${won.race}`} aria-label=${_("Record of {title}, {race}", {
        title: games.title(won.game), race: raceWords(won.race),
      })}>
        ${raceWords(won.race)}</a></li>`)}</ul>`}
    ${honour.award && html`<p class="quiet">${breaksWords(honour)}</p>`}</li>`;
}

/** Return the breaks of a crown's run as a sentence. @param {Honour} honour */
function breaksWords({ breaks }) {
  if (!breaks.length) return _("Without a break.");
  const time = clockTime(breaks.reduce((ms, each) => ms + each.ms, 0));
  const list = breaks.map(breakWords).join("; ");
  return ngettext("{n} break, {time}: {list}.", "{n} breaks, {time} together: {list}.", breaks.length, {
    time, list,
  });
}

/** Return `21 November 2026` for `2026-11-21`. @param {string} day */
function dayWords(day) {
  const at = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const month = at.toLocaleString("en-GB", { month: "long", timeZone: "UTC" });
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
}
