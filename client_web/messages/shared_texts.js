// The result of a race as text to pass on: places, how far everybody came and when, without any
// cards.

import { pointsWords } from "./formatting.js";
import { gameWords } from "./races.js";
import { resultWords } from "./results.js";
import { _, ngettext } from "./texts.js";

/** @typedef {import("../state/catalogue").Game} Game */
/** The score of a contestant in a round at a common table.
 * @typedef {import("../state/common_table.js").RoundScore} RoundScore */
/** A race or a round that is shared: its game, its name as people type it, and the address of its record.
 * @typedef {{game: string, options: import("./races.js").Race["options"], name: string, link: string}} Shared */

/** Return the address of the page of a record. @param {string} race */
export function recordLink(race) {
  return `${location.origin}/r/${race}`;
}

/** Return the first line of a shared result. `how` is the format of the race in words, or "".
 * @param {Shared} shared @param {Game | null | undefined} game @param {string} how */
function titleOf(shared, game, how) {
  const values = { game: gameWords(game, shared), deal: shared.name };
  return how
    ? _("Crown Patience, {game}, {deal}, {how}", { ...values, how })
    : _("Crown Patience, {game}, {deal}", values);
}

/** Return the result of a race. `how` is its format in words, or "" if it is not known; `results` are the contestants, best first.
 * @param {Shared} shared @param {Game | null | undefined} game @param {string} how
 * @param {readonly {place: number, name: string, standing: import("./results.js").SeatStanding & {moves: number}}[]} results
 * @param {string} score how many races of the room each has won; "" if it is not known */
export function raceText(shared, game, how, results, score) {
  const lines = results.map(({ place, name, standing }) => {
    const first = results.length > 1 ? `${place}. ` : "";
    const moves = ngettext("{n} move", "{n} moves", standing.moves);
    return `${first}${name}: ${resultWords(game, standing)}, ${moves}`;
  });
  return [titleOf(shared, game, how), ...lines, ...(score ? [score] : []), shared.link].join("\n");
}

/** Return the result of a round at a common table. `results` are the contestants, best first.
 * @param {Shared} shared @param {Game | null | undefined} game
 * @param {readonly {place: number, name: string, score: RoundScore}[]} results
 * @param {string} score how many races of the room each has won; "" if it is not known */
export function roundText(shared, game, results, score) {
  const chosen = Object.fromEntries((game?.options ?? []).map((each) => [each.name, each.default]));
  const options = { ...chosen, ...shared.options };
  const lines = results.map((each) => `${each.place}. ${countedLine(each.name, each.score, options)}`);
  return [titleOf(shared, game, ""), ...lines, ...(score ? [score] : []), shared.link].join("\n");
}

/** Return the score of a contestant in words: `Ann: 14 cards in the middle, 1 king for 5, 3 left in the
 * demon for -3, out for 10: 26 points.`
 * @param {string} name @param {RoundScore} score @param {Record<string, unknown>} options */
export function countedLine(name, { cards, kings, left, out, points }, options) {
  const [bonus, penalty, outBonus] = [Number(options.king_bonus), Number(options.penalty), Number(options.out_bonus)];
  const parts = [
    ngettext("{n} card in the middle", "{n} cards in the middle", cards),
    kings && bonus && ngettext("{n} king for {points}", "{n} kings for {points}", kings, { points: kings * bonus }),
    left && penalty && _("{n} left in the demon for -{points}", { n: left, points: left * penalty }),
    out && outBonus && _("out for {points}", { points: outBonus }),
  ].filter(Boolean);
  return _("{name}: {parts}: {points}.", { name, parts: parts.join(", "), points: pointsWords(points) });
}
