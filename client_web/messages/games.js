// How games, results and times ago are told on pages of lists, in the words of the terminal client.

import { clock } from "./formatting.js";

/** @typedef {import("../table/types").Game} Game */
/** @typedef {import("../net/protocol").SeatStanding} SeatStanding */

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

/** The game of a slug, also as addresses write it, `bakers-dozen`; or undefined: a newer server may
 * have more games. @param {any} catalogue @param {string} slug @returns {Game | undefined} */
export function gameOf(catalogue, slug) {
  const plain = slug.replaceAll("-", "_");
  return catalogue?.games.find((/** @type {Game} */ game) => game.slug === plain);
}

/** What a game is called; before the catalogue is there, what its slug makes of it.
 * @param {any} catalogue @param {string} slug */
export function titleOf(catalogue, slug) {
  return gameOf(catalogue, slug)?.title ?? slug.split(/[-_]/).map(capital).join(" ");
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
  const why = { stuck: ", stuck", resigned: ", resigned", timeout: "" }[standing.reason ?? "timeout"];
  return scoreWords(game, standing, why) + undo;
}

/** @param {Game | undefined} game @param {SeatStanding} standing @param {string} why */
function scoreWords(game, standing, why) {
  const { result, ended_ms: endedMs, points } = standing;
  if (result === "won" && endedMs !== null) return `out in ${clock(endedMs)}`;
  const isForPoints = game?.ranked_by === "points";
  if (isForPoints && points !== null) return plural(points, "point") + why;
  if (result === "complete") return `complete in ${clock(endedMs ?? 0)}`;
  const goal = game ? ` of ${game.goal}` : "";
  return `${standing.best}${goal}${isForPoints ? " laid" : ""} at ${clock(standing.reached_ms)}${why}`;
}

/** What a board has reached so far: `31 of 48`, `61 points`, and where the points are not known
 * before the end `12 of 16 laid`.
 * @param {Game | null | undefined} game @param {{progress: number, points: number | null}} board */
export function reached(game, { progress, points }) {
  if (points !== null) return plural(points, "point");
  return `${progress} of ${game?.goal}${game?.ranked_by === "points" ? " laid" : ""}`;
}

/** How much of its bar a standing fills, from 0 to 1, beside these others. In a game for points the
 * full bar is the most points of all; elsewhere, and while points are unknown, it is the goal.
 * @param {{goal: number, ranked_by?: string, [more: string]: any} | null | undefined} game
 * @param {readonly {points: number | null}[]} all
 * @returns {(one: {best: number, points: number | null}) => number} */
export function barsBeside(game, all) {
  const most = all.reduce((top, { points }) => Math.max(top, points ?? 0), 1);
  return ({ best, points }) => {
    const isByPoints = game?.ranked_by === "points" && points !== null;
    const share = isByPoints ? points / most : best / (game?.goal ?? 1);
    return Math.min(1, Math.max(0, share));
  };
}

/** `4 minutes`, `about 20 minutes`, as the books say; empty where they do not.
 * @param {{minutes?: string | null, [more: string]: any}} game */
export function minutesWords(game) {
  return game.minutes ? `${game.minutes} minutes` : "";
}
