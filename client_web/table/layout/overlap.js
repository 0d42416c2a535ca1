// Chooses which cards of a column are shown if there is not room for all. First, sets of joined
// cards are pushed together, the longest set first, so that only their two ends are shown. If that
// is not enough, all cards between the bottom card and some of the top cards are pushed together.

/** One strip of a column: the card at index `at`, or `hidden` cards from there on that are pushed
 * together. `set` is the number of its set, counted from the bottom.
 * @typedef {{at: number, hidden: number, set: number}} Strip */

/** The minimum length of a set that is pushed together. A pushed-together set takes three strips,
 * so a shorter set would save no room. */
const LEAST_SET = 4;
/** The greatest extra space between two groups of cards in a column, in pixels. */
export const MOST_GAP = 10;

/** Return the strips to draw for a column of `count` cards, bottom first, at most `room` of them.
 * `joined` returns whether the card at an index belongs to a set with the card under it.
 * @param {number} count @param {number} room the number of strips there is room for
 * @param {(index: number) => boolean} joined whether a card belongs to a set with the one under it
 * @returns {Strip[]} */
export function visibleStrips(count, room, joined) {
  const sets = setsOf(count, joined);
  const laid = pushed(sets, count - room);
  return laid.length > room ? cut(laid, room) : laid;
}

/** Return the sets of a column: the index of the first card of each, and the index after its last.
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

/** Return the strips of a column in which sets are pushed together, the longest first, until
 * `spare` strips are saved or no set is left.
 * @param {[number, number][]} sets @param {number} spare @returns {Strip[]} */
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

/** Return `room` strips: the bottom one, one for all hidden cards, and the last ones.
 * @param {Strip[]} laid @param {number} room @returns {Strip[]} */
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
