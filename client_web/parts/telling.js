// How games, results and times ago are told on pages of lists, in the words of the terminal client.

import { clock } from "./words.js";

/** @typedef {import("../table/types").Game} Game */
/** @typedef {import("../wire/protocol").SeatStanding} SeatStanding */

/** `1 race`, `3 races`. @param {number} count @param {string} word */
export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** `just now`, `3 minutes ago`, `2 hours ago`, `5 days ago`. @param {number} ms */
export function ago(ms) {
  for (const [size, word] of AGES) if (ms >= size) return `${plural(Math.floor(ms / size), word)} ago`;
  return "just now";
}

/** @type {[number, string][]} */
const AGES = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]];

/** A span to wait for: `5 hours`, `12 minutes`, under ten minutes `4:59`. @param {number} ms */
export function span(ms) {
  if (ms < 600_000) return clock(Math.ceil(ms / 1000) * 1000);
  for (const [size, word] of AGES) if (ms >= 2 * size) return plural(Math.round(ms / size), word);
  return plural(Math.round(ms / 60_000), "minute");
}

/** `Ann, Ben and Cleo`; of many, the first and how many more. @param {string[]} names */
export function listed(names) {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** The game of a slug, or undefined: a newer server may have more.
 * @param {any} catalogue @param {string} slug @returns {Game | undefined} */
export function gameOf(catalogue, slug) {
  return catalogue?.games.find((/** @type {Game} */ game) => game.slug === slug);
}

/** What a game is called; before the catalogue is there, what its slug makes of it.
 * @param {any} catalogue @param {string} slug */
export function titleOf(catalogue, slug) {
  return gameOf(catalogue, slug)?.title ?? slug.split("_").map(capital).join(" ");
}

/** The options that are not usual, for the middle of a sentence; empty if none.
 * @param {Game | undefined} game @param {Record<string, unknown>} chosen */
export function unusual(game, chosen) {
  const told = (game?.options ?? [])
    .filter((/** @type {any} */ o) => chosen[o.name] !== undefined && chosen[o.name] !== o.default)
    .map((/** @type {any} */ o) => `${optionName(o.name)}: ${valueWords(chosen[o.name])}`);
  return told.length ? ` with ${told.join(", ")}` : "";
}

/** `must fill` @param {string} name */
export function optionName(name) {
  return name.replaceAll("_", " ");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An option's value as it is chosen: `on`, `off`, `9`. @param {unknown} value */
export function valueWords(value) {
  return value === true ? "on" : value === false ? "off" : String(value);
}

/** How far a seat came: `out in 4:10`, `31 of 48 at 5:02`, `61 points`, and whether with undo.
 * @param {Game | undefined} game @param {SeatStanding} standing */
export function score(game, standing) {
  const undo = standing.clean ? "" : ", with undo";
  if (standing.result === "won" && standing.ended_ms !== null) {
    return `out in ${clock(standing.ended_ms)}${undo}`;
  }
  if (game?.ranked_by === "points" && standing.points !== null) {
    return plural(standing.points, "point") + undo;
  }
  const goal = game ? ` of ${game.goal}` : "";
  const why = { stuck: ", stuck", resigned: ", resigned", timeout: "" }[standing.reason ?? "timeout"];
  return `${standing.best}${goal} at ${clock(standing.reached_ms)}${why}${undo}`;
}

/** `4 minutes`, `about 20 minutes`, as the books say; empty where they do not.
 * @param {{minutes?: string | null, [more: string]: any}} game */
export function minutesWords(game) {
  return game.minutes ? `${game.minutes} minutes` : "";
}
