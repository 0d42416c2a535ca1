// How many cards of a column are fully visible. Where there is no room, sets that belong together
// are pushed together first, the longest first; then the cards between the lowest and the last ones.

/** One strip of a column: a card, or `hidden` cards pushed together; `set` counts the sets from the
 * bottom.
 * @typedef {{at: number, hidden: number, set: number}} Strip */

/** From this many cards on, a set needs fewer strips when pushed together. */
const LEAST_SET = 4;
/** The greatest width of a half-gap, in pixels. */
export const MOST_GAP = 10;

/** @param {number} count @param {number} room the number of strips there is room for
 * @param {(index: number) => boolean} joined whether a card belongs to a set with the one under it
 * @returns {Strip[]} */
export function visibleLines(count, room, joined) {
  const sets = setsOf(count, joined);
  const laid = pushed(sets, count - room);
  return laid.length > room ? cut(laid, room) : laid;
}

/** The first card of each set, and the one after its last.
 * @param {number} count @param {(index: number) => boolean} joined @returns {[number, number][]} */
function setsOf(count, joined) {
  /** @type {[number, number][]} */
  const sets = [];
  for (let i = 0; i < count; i++) {
    const last = sets[sets.length - 1];
    if (last && joined(i)) last[1] = i + 1;
    else sets.push([i, i + 1]);
  }
  return sets;
}

/** @param {[number, number][]} sets @param {number} spare @returns {Strip[]} */
function pushed(sets, spare) {
  const pressed = new Set();
  let wanted = spare;
  for (const [start, stop] of [...sets].sort((a, b) => b[1] - b[0] - (a[1] - a[0]))) {
    if (wanted <= 0 || stop - start < LEAST_SET) break;
    pressed.add(start);
    wanted -= stop - start - 3;
  }
  return sets.flatMap(([start, stop], set) => pressed.has(start)
    ? [
      { at: start, hidden: 0, set },
      { at: start + 1, hidden: stop - start - 2, set },
      { at: stop - 1, hidden: 0, set },
    ]
    : [...Array(stop - start).keys()].map((i) => ({ at: start + i, hidden: 0, set })));
}

/** @param {Strip[]} laid @param {number} room @returns {Strip[]} */
function cut(laid, room) {
  if (room < 2) return laid.slice(-1);
  const first = room > 2 ? 1 : 0;
  const last = laid.length - (room - 1 - first);
  const gone = laid.slice(first, last);
  const [start] = gone;
  if (start === undefined) return laid;
  const hidden = gone.reduce((sum, line) => sum + (line.hidden || 1), 0);
  return [...laid.slice(0, first), { ...start, hidden }, ...laid.slice(last)];
}
