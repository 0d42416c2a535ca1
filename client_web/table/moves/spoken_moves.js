// Describes a move for screen readers by comparing the views before and after it. Pure.

import { cardWords } from "../../messages/card_names.js";
import { cellLabel, pileWords } from "../places.js";
import { _ } from "../../messages/texts.js";

/** @typedef {import("../../state/catalogue").Game} Game */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Move} Move */
/** @typedef {{from: string | null, cards: string[]}} Arrival cards that came from one pile;
 *   null if they were face down before */

const MOST_NAMED = 4;
/** The maximum number of changes in a sentence: the number of piles in the longest dealt row. */
const MOST_PILES = 13;

/** Return the sentence that says what has changed; empty if nothing visible has changed and `move`
 * is null. `move` is the move that was made, if known.
 * @param {Game} game @param {View} before @param {View} after @param {Move | null} move
 * @returns {string} */
export function moveSentence(game, before, after, move = null) {
  const parts = [
    ...moved(game, before, after),
    ...passed(game, before, after),
    ...laid(game, before, after),
    ...turnedDown(game, before, after),
  ];
  const line = parts.length ? `${capitalise(parts.join("; "))}.` : "";
  if (move?.kind === "hint") return ""; // the hint itself is announced
  if (move?.kind === "undo") return line ? _("Taken back. {move}", { move: line }) : _("Taken back.");
  if (line) return line;
  return move ? `${capitalise(move.kind.replace(/_/g, " "))}.` : "";
}

/** Return parts of the sentence about cards that are on another pile now. Moves between piles come
 * first, then cards that were turned up or dealt.
 * @param {Game} game @param {View} before @param {View} after @returns {string[]} */
function moved(game, before, after) {
  const names = [...new Set([...Object.keys(before.piles), ...Object.keys(after.piles)])];
  const lost = new Map(names.map((name) => [name, upOf(before, name).slice(kept(before, after, name))]));
  const found = /** @type {[boolean, string][]} */ ([]);
  const word = (/** @type {string} */ name) => pileWords(game, after, name);
  for (const name of names) {
    const gained = upOf(after, name).slice(kept(before, after, name));
    const fewer = (after.piles[name]?.down ?? 0) < (before.piles[name]?.down ?? 0);
    for (const { from, cards } of bySource(gained, lost, name)) {
      if (from !== null) {
        const values = { cards: cardsWords(cards), source: word(from), target: word(name) };
        found.push([true, _("{cards} from {source} to {target}", values)]);
      } else {
        const values = { cards: cardsWords(cards), pile: word(name) };
        found.push([false, fewer ? _("{cards} turned up on {pile}", values) : _("{cards} dealt to {pile}", values)]);
      }
    }
  }
  found.sort(([a], [b]) => Number(b) - Number(a));
  return found.slice(0, MOST_PILES).map(([, text]) => text);
}

/** Return parts of the sentence about cards that were turned up and are face down again after the
 * same move, such as the card that completed a column.
 * @param {Game} game @param {View} before @param {View} after @returns {string[]} */
function passed(game, before, after) {
  const known = new Set(passedIn(before).map(String));
  return passedIn(after)
    .filter((each) => !known.has(String(each)))
    .map(([name, card]) => _("{cards} dealt to {pile}", {
      cards: cardsWords([card]), pile: pileWords(game, after, name),
    }));
}

/** Return the cards of a view that its last move turned up and face down again, each with its pile.
 * @param {View} view @returns {[string, string][]} */
function passedIn(view) {
  return view["passed"] ?? [];
}

/** Return parts of the sentence about piles whose cards have all been turned face down: a waste
 * that was turned over, a closed column, a squared-up heap.
 * @param {Game} game @param {View} before @param {View} after @returns {string[]} */
function turnedDown(game, before, after) {
  return Object.keys(after.piles).flatMap((name) => {
    const [old, now] = [before.piles[name], after.piles[name]];
    if (!old || !now || now.up.length || now.down <= old.down) return [];
    return [_("{n} cards face down on {pile}", { n: now.down, pile: pileWords(game, after, name) })];
  });
}

/** Return parts of the sentence about the cards laid in cells of a grid, and about the next card.
 * @param {Game} game @param {View} before @param {View} after @returns {string[]} */
function laid(game, before, after) {
  const { grid } = after;
  if (!grid) return [];
  const known = new Set((before.grid ?? []).map((/** @type {{cell: number[]}} */ g) => g.cell.join()));
  const parts = grid
    .filter((g) => !known.has(g.cell.join()))
    .map((g) => _("{card} laid at {cell}", { card: cardWords(g.card), cell: cellLabel(game, g.cell) }));
  const next = after["next"];
  if (next && (parts.length || !before["next"])) parts.push(_("next card {card}", { card: cardWords(next) }));
  return parts;
}

/** Return the face-up cards of a pile, bottom first. @param {View} view @param {string} name */
function upOf(view, name) {
  return view.piles[name]?.up ?? [];
}

/** Return how many face-up cards at the bottom of a pile have stayed.
 * @param {View} before @param {View} after
 * @param {string} name */
function kept(before, after, name) {
  const [old, now] = [upOf(before, name), upOf(after, name)];
  let n = 0;
  while (n < old.length && n < now.length && old[n] === now[n]) n += 1;
  return n;
}

/** Return the cards `gained` by the pile `own`, grouped by the pile from which they came. `lost`
 * has the cards that piles have lost; each card found is removed from it, because two packs have
 * equal cards.
 * @param {string[]} gained @param {Map<string, string[]>} lost @param {string} own @returns {Arrival[]} */
function bySource(gained, lost, own) {
  /** @type {Arrival[]} */
  const groups = [];
  for (const card of gained) {
    const from = [...lost].find(([name, cards]) => name !== own && cards.includes(card))?.[0] ?? null;
    if (from !== null) {
      const cards = lost.get(from) ?? [];
      lost.set(from, without(cards, card));
    }
    const last = groups.at(-1);
    if (last && last.from === from) last.cards.push(card);
    else groups.push({ from, cards: [card] });
  }
  return groups;
}

/** Return a list without one card. @param {string[]} cards @param {string} card */
function without(cards, card) {
  const at = cards.indexOf(card);
  return [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/** Return the names of cards; of many cards only the first and the last. @param {string[]} cards */
export function cardsWords(cards) {
  const words = cards.map(cardWords);
  if (words.length <= MOST_NAMED) return words.join(", ");
  return _("{first} to {last}, {n} cards,", { first: words[0] ?? "", last: words.at(-1) ?? "", n: words.length });
}

/** Return a text with a capital first letter. @param {string} text */
function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
