// Lays out a grid: the cells that have a card or may get the next one, and further cells until the
// square is whole, and the points of each row and column at its end.

/** @typedef {import("./table_layout.js").TableLayout} TableLayout */
/** @typedef {{cell: [number, number], card: string}} Entry */

/** Lay out the grid below `y0`. Return the y coordinate below it.
 * @param {TableLayout} laying @param {number} y0 */
export function layOutGrid(laying, y0) {
  const { view, free, width } = laying.wanted;
  const { w, h } = laying;
  const laid = /** @type {Entry[]} */ (view["grid"] ?? []);
  const { frame } = laying.plan;
  const empty = frame === undefined ? free : emptyCells(frame, laid);
  const cells = [...laid.map((entry) => entry.cell), ...empty];
  const side = laying.plan.grid ?? 0;
  const [top, bottom] = atLeast(side, span(cells, 0));
  const [first, last] = atLeast(side, span(cells, 1));
  const gap = laying.narrow ? 4 : 8;
  const wide = (last - first + 1) * (w + gap) - gap;
  const left = (width - wide) / 2;
  const below = y0 + (bottom - top + 1) * (h + gap);
  const x = (/** @type {number} */ column) => left + (column - first) * (w + gap);
  const y = (/** @type {number} */ row) => y0 + (row - top) * (h + gap);
  const known = new Set(cells.map(String));
  for (let row = top; row <= bottom; row += 1) {
    for (let column = first; column <= last; column += 1) {
      if (!known.has(`${row},${column}`)) laying.put("empty", "", null, "", x(column), y(row), { cell: [row, column], covered: true });
    }
  }
  for (const cell of empty) laying.put("empty", "", null, "", x(cell[1]), y(cell[0]), { cell });
  for (const { cell, card } of laid) {
    laying.put("card", "", null, card, x(cell[1]), y(cell[0]), { cell });
  }
  for (const [row, score] of linesOf(view, 0)) {
    const middle = y(row) + h / 2 - laying.half;
    if (score !== null) laying.write(`${score}`, "score", left + wide + 6, middle, 30, "");
  }
  for (const [column, score] of linesOf(view, 1)) {
    if (score !== null) laying.write(`${score}`, "score", x(column), below, w, "");
  }
  return below + laying.nameHigh;
}

/** Return the cells without a card of a square with rows and columns from 0, row by row.
 * @param {number} side @param {Entry[]} laid @returns {[number, number][]} */
function emptyCells(side, laid) {
  const taken = new Set(laid.map(({ cell }) => `${cell}`));
  const along = [...Array(side).keys()];
  return along
    .flatMap((row) => along.map((column) => /** @type {[number, number]} */ ([row, column])))
    .filter((cell) => !taken.has(`${cell}`));
}

/** Return the rows (axis 0) or columns (axis 1) of a grid, ascending, each with its points or null.
 * In a game with a fixed square these are all rows or columns, in others those that have cards.
 * @param {Record<string, any>} view @param {0 | 1} axis @returns {[number, number | null][]} */
export function linesOf(view, axis) {
  /** @type {(number | null)[]} */
  const scores = view["line_scores"]?.[axis === 0 ? "rows" : "columns"] ?? [];
  const laid = /** @type {Entry[]} */ (view["grid"] ?? []);
  const held = [...new Set(laid.map(({ cell }) => cell[axis]))].sort((a, b) => a - b);
  const lines = scores.length > held.length ? scores.map((_, n) => n) : held;
  return lines.map((line, n) => [line, scores[n] ?? null]);
}

/** Return a range of rows or columns, widened at both ends until it has `side` of them: the square is seen
 * whole before all its cells can be used.
 * @param {number} side @param {[number, number]} range @returns {[number, number]} */
function atLeast(side, [from, to]) {
  const spare = Math.max(0, side - (to - from + 1));
  const before = Math.floor(spare / 2);
  return [from - before, to + spare - before];
}

/** Return the least and greatest row (axis 0) or column (axis 1) of cells.
 * @param {[number, number][]} cells @param {0 | 1} axis @returns {[number, number]} */
function span(cells, axis) {
  const found = cells.length ? cells.map((cell) => cell[axis]) : [0];
  return [Math.min(...found), Math.max(...found)];
}
