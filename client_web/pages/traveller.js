// The page /deals/DEAL: the traveller of a deal, which compares everybody who has played it: the
// tries in order, the time to each tenth of the goal, and the tree of first choices.

import { html, useState } from "../vendor/preact.js";
import { useNarrow } from "../components/replay/charts.js";
import { Title } from "../components/page_frame.js";
import { clockTime } from "../messages/formatting.js";
import { resultWords } from "../messages/results.js";
import { _, ngettext } from "../messages/texts.js";
import { useAnswer, useGames } from "../net/server_queries.js";

/** @typedef {import("../net/protocol").Traveller} Traveller */
/** @typedef {import("../net/protocol").TravellerRow} Row */
/** @typedef {import("../state/catalogue").Game} Game */

const PAGE_ROWS = 50;
const [HIGH, LEFT, RIGHT, TOP, BOTTOM] = [200, 44, 12, 10, 22];

/** @param {{params: string[]}} props */
export default function TravellerPage({ params: [typed = ""] }) {
  const deal = typed.trim().slice(0, 40);
  const [offset, turn] = useState(0);
  const { answer, refusal } = useAnswer({ type: "get_traveller", deal, offset, count: PAGE_ROWS });
  const games = useGames();
  if (refusal) {
    return html`<${Title} text=${_("Everybody on this deal")} /><p>${refusal.message}</p>
      <div class="buttons"><a class="button first" href="/">${_("Home")}</a></div>`;
  }
  if (!answer || !games) {
    return html`<${Title} text=${_("Everybody on this deal")} /><p class="quiet">${_("Asking the server…")}</p>`;
  }
  const game = games.of(answer.game) ?? null;
  return html`<${Title} text=${_("Everybody on this deal")} />
    <p class="quiet">${games.title(answer.game)}. ${ngettext("{n} try", "{n} tries", answer.total)}.
      ${answer.left_out > 0 && ` ${leftOut(answer.left_out)}`}
      ${" "}<a href=${deal.startsWith("daily-") ? "/daily" : `/r/${deal}`}>${deal.startsWith("daily-") ? _("Today's deals") : _("Record")}</a></p>
    <${Ranked} told=${answer} game=${game} offset=${offset} turn=${turn} />
    <${Apart} told=${answer} game=${game} />
    <${Pace} told=${answer} />
    <${Choices} told=${answer} />`;
}

/** @param {number} n */
function leftOut(n) {
  return ngettext("{n} try that never got going is left out.", "{n} tries that never got going are left out.", n);
}

/** Show the tries that count, a page at a time, and one's own if they are on another page.
 * @param {{told: Traveller, game: Game | null, offset: number, turn: (offset: number) => void}} props */
function Ranked({ told, game, offset, turn }) {
  if (!told.total) return html`<p>${_("Nobody has a result on this deal.")}</p>`;
  const own = new Set(told.own.map(keyOf));
  const here = new Set(told.rows.map(keyOf));
  const rows = [...told.rows, ...told.own.filter((row) => !here.has(keyOf(row)))];
  const caption = _("In order");
  return html`<div class="scroll" role="region" aria-label=${caption} tabindex="0"><table class="traveller"><caption class="aloud">${caption}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col">${_("Result")}</th><th scope="col" class="number wide-only">${_("Matchpoints")}</th>
      <th scope="col" class="number">${_("Percentile")}</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${keyOf(row)} class=${own.has(keyOf(row)) ? "me" : ""}>
      <td class="number">${row.place}</td><th scope="row"><${Name} row=${row} /></th>
      <td>${resultWords(game, row)}</td>
      <td class="number wide-only">${told.total > 1 && _("{points} of {most}", { points: row.matchpoints ?? 0, most: told.total - 1 })}</td>
      <td class="number">${told.total > 1 && percent(row.percent)}</td></tr>`)}</tbody></table></div>
    ${told.total > PAGE_ROWS && html`<div class="buttons">
      <button disabled=${offset === 0} onClick=${() => turn(Math.max(0, offset - PAGE_ROWS))}>${_("Better places")}</button>
      <button disabled=${offset + PAGE_ROWS >= told.total} onClick=${() => turn(offset + PAGE_ROWS)}>${_("Further places")}</button></div>`}`;
}

/** Show the tries that count nowhere: those of bots, and races against a ghost.
 * @param {{told: Traveller, game: Game | null}} props */
function Apart({ told, game }) {
  if (!told.apart.length) return null;
  const more = told.apart_total - told.apart.length;
  return html`<section class="apart"><h2>${_("Not ranked")}</h2>
    <p class="quiet">${_("Bots, and later practice against a ghost.")}</p>
    <ul>${told.apart.map((row) => html`<li key=${keyOf(row)}><${Name} row=${row} />: ${resultWords(game, row)}</li>`)}</ul>
    ${more > 0 && html`<p class="quiet">${_("{n} more", { n: more })}</p>`}</section>`;
}

/** Show the name of the player of a try, as a link to the record. @param {{row: Row}} props */
function Name({ row }) {
  return html`<a href=${`/r/${row.race}`}>${row.name ?? _("(nobody any more)")}</a>${row.bot && ` ${_("(bot)")}`}${
    row.ghost && `, ${_("against a ghost")}`}`;
}

/** Show the time to each tenth of the goal: a chart, and its figures as a table.
 * @param {{told: Traveller}} props */
function Pace({ told }) {
  const wide = useNarrow() ? 340 : 640;
  const tenths = told.pace.map((tenth, n) => ({ ...tenth, share: 10 * (n + 1) })).filter((tenth) => tenth.reached);
  if (!tenths.length) return null;
  const end = Math.max(1, ...tenths.map((tenth) => tenth.slowest ?? 0));
  const x = (/** @type {number} */ share) => LEFT + (share / 100) * (wide - LEFT - RIGHT);
  const y = (/** @type {number | null} */ ms) => HIGH - BOTTOM - ((ms ?? 0) / end) * (HIGH - TOP - BOTTOM);
  const line = (/** @type {"fastest" | "middle" | "slowest"} */ which) =>
    `M${x(0)} ${y(0)}${tenths.map((tenth) => `L${x(tenth.share).toFixed(1)} ${y(tenth[which]).toFixed(1)}`).join("")}`;
  const caption = _("Time to each tenth of the way");
  return html`<section class="pace"><h2>${caption}</h2>
    <p class="quiet">${_("The whole way is {goal}. Only those who got there count.", { goal: told.goal })}</p>
    <figure class="curves"><svg viewBox=${`0 0 ${wide} ${HIGH}`} role="img" aria-label=${_("A chart of the figures in the table below.")}>
      <path class="axes" d=${`M${LEFT} ${TOP}V${HIGH - BOTTOM}H${wide - RIGHT}`} />
      <text x=${LEFT - 5} y=${TOP + 10} text-anchor="end">${clockTime(end)}</text>
      <text x=${LEFT - 5} y=${HIGH - BOTTOM} text-anchor="end">0:00</text>
      <text x=${LEFT} y=${HIGH - 5}>0 %</text>
      <text x=${wide - RIGHT} y=${HIGH - 5} text-anchor="end">100 %</text>
      <path class="curve edge" d=${line("fastest")} /><path class="curve edge" d=${line("slowest")} />
      <path class="curve curve-0" d=${line("middle")} /></svg></figure>
    <div class="scroll" role="region" aria-label=${caption} tabindex="0"><table><caption class="aloud">${caption}</caption>
    <thead><tr><th scope="col" class="number">${_("Way")}</th><th scope="col" class="number">${_("Fastest")}</th>
      <th scope="col" class="number">${_("Middle")}</th><th scope="col" class="number">${_("Slowest")}</th>
      <th scope="col" class="number">${_("Got there")}</th></tr></thead>
    <tbody>${tenths.map((tenth) => html`<tr key=${tenth.share}><th scope="row" class="number">${percent(tenth.share)}</th>
      <td class="number">${clockTime(tenth.fastest ?? 0)}</td><td class="number">${clockTime(tenth.middle ?? 0)}</td>
      <td class="number">${clockTime(tenth.slowest ?? 0)}</td>
      <td class="number">${_("{n} of {total}", { n: tenth.reached, total: told.total })}</td></tr>`)}</tbody></table></div></section>`;
}

/** Show the tree of first choices: a table whose rows are indented, with a bar for the share of the tries.
 * @param {{told: Traveller}} props */
function Choices({ told }) {
  if (!told.choices.length) return null;
  const caption = _("First choices");
  const moves = /** @type {string[]} */ ([]);
  const rows = told.choices.map((one) => {
    moves.splice(one.depth, moves.length, one.move ?? "…");
    return { ...one, key: moves.join(" / ") };
  });
  return html`<section class="choices"><h2>${caption}</h2>
    <p class="quiet">${_(
      "What the players did where they could have done something else, how many of them solved the game, and " +
      "their mean percentile.",
    )}</p>
    <div class="scroll" role="region" aria-label=${caption} tabindex="0"><table><caption class="aloud">${caption}</caption>
    <thead><tr><th scope="col">${_("Move")}</th><th scope="col" class="wide-only">${_("Share")}</th>
      <th scope="col" class="number">${_("Tries")}</th><th scope="col" class="number">${_("Solved")}</th>
      <th scope="col" class="number">${_("Percentile")}</th></tr></thead>
    <tbody>${rows.map((one) => html`<tr key=${one.key}>
      <th scope="row" style=${{ paddingLeft: `${0.4 + 1.2 * one.depth}rem` }}><span class="aloud">${
        _("Choice {n}: ", { n: one.depth + 1 })}</span>${one.move === null ? _("other moves") : html`<code>${one.move}</code>`}</th>
      <td class="wide-only"><span class="bar" aria-hidden="true"><span
        style=${{ transform: `scaleX(${one.tries / told.total})` }} /></span></td>
      <td class="number">${one.tries}</td><td class="number">${one.won}</td>
      <td class="number">${percent(one.percent)}</td></tr>`)}</tbody></table></div></section>`;
}

/** @param {Row} row */
function keyOf(row) {
  return `${row.race} ${row.seat}`;
}

/** Return a percentage as a whole number, rounded down. @param {number | null} value */
function percent(value) {
  return _("{n} %", { n: Math.floor(value ?? 0) });
}
