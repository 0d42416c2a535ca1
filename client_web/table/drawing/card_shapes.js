// Ranks, suits and pips as SVG paths. They are shapes and not text, so that they look the same on
// every machine and are never clipped.

/**
 * A rank as a path in a box 14 units high and `wide` units wide.
 * @typedef {{wide: number, d: string}} Glyph
 */

const ROUND = "C7.6 1 9.2 3.4 9.2 7C9.2 10.6 7.6 13 5 13C2.4 13 .8 10.6 .8 7C.8 3.4 2.4 1 5 1Z";

/** @type {Record<string, Glyph>} */
export const RANKS = {
  A: { wide: 10, d: "M.9 13L5 1L9.1 13M2.5 9H7.5" },
  2: { wide: 10, d: "M1 4.4C1 2.3 2.8 1 5 1C7.3 1 9 2.3 9 4.5C9 6.3 7.8 7.5 6.2 8.9L1 13H9.2" },
  3: { wide: 10, d: "M1.2 1H8.6L4.7 5.6C7.3 5.6 9.2 7 9.2 9.3C9.2 11.6 7.3 13 5 13C3 13 1.4 12 .8 10.4" },
  4: { wide: 10, d: "M7 13V1L.8 9.6H9.4" },
  5: { wide: 10, d: "M8.6 1H2.2L1.6 6.2C2.5 5.5 3.6 5.2 4.8 5.2C7.4 5.2 9.2 6.8 9.2 9.1C9.2 11.4 7.4 13 4.9 13C2.9 13 1.4 12.1 .8 10.6" },
  6: { wide: 10, d: "M8.3 2.3C7.4 1.4 6.4 1 5.3 1C2.6 1 .9 3.6 .9 7.6C.9 11 2.6 13 5.1 13C7.4 13 9.1 11.4 9.1 9.1C9.1 6.9 7.5 5.4 5.3 5.4C3.1 5.4 1 6.9 .9 8.8" },
  7: { wide: 10, d: "M.9 1H9.1L4.2 13" },
  8: { wide: 10, d: "M5 1C7.1 1 8.5 2.2 8.5 3.8C8.5 5.4 7.1 6.6 5 6.6C2.9 6.6 1.5 5.4 1.5 3.8C1.5 2.2 2.9 1 5 1ZM5 6.6C7.5 6.6 9.1 7.9 9.1 9.8C9.1 11.7 7.5 13 5 13C2.5 13 .9 11.7 .9 9.8C.9 7.9 2.5 6.6 5 6.6Z" },
  9: { wide: 10, d: "M1.7 11.7C2.6 12.6 3.6 13 4.7 13C7.4 13 9.1 10.4 9.1 6.4C9.1 3 7.4 1 4.9 1C2.6 1 .9 2.6 .9 4.9C.9 7.1 2.5 8.6 4.7 8.6C6.9 8.6 9 7.1 9.1 5.2" },
  T: { wide: 14.6, d: "M.9 3.2L3.2 1V13M10 1C12.3 1 13.7 3.4 13.7 7C13.7 10.6 12.3 13 10 13C7.7 13 6.3 10.6 6.3 7C6.3 3.4 7.7 1 10 1Z" },
  J: { wide: 9, d: "M3.6 1H7.8V9.4C7.8 11.7 6.4 13 4.3 13C2.5 13 1.2 12 .9 10.3" },
  Q: { wide: 10.2, d: `M5 1${ROUND}M6 9.8L9.4 13.4` },
  K: { wide: 10, d: "M1.4 1V13M9 1L1.4 8.6M4.2 5.9L9.2 13" },
};

/** The suits as paths, each in a box of 24 by 24.
 * @type {Record<string, string>} */
export const SUITS = {
  S: "M12 1C10 6 2.5 9.4 2.5 15C2.5 18 4.7 19.8 7.2 19.8C8.9 19.8 10.2 19 11 17.8C10.9 20.4 10.2 21.8 8.6 23H15.4C13.8 21.8 13.1 20.4 13 17.8C13.8 19 15.1 19.8 16.8 19.8C19.3 19.8 21.5 18 21.5 15C21.5 9.4 14 6 12 1Z",
  H: "M12 22.6C10.6 18.6 2 14.6 2 8.2C2 4.6 4.4 2.2 7.4 2.2C9.6 2.2 11.2 3.6 12 5.8C12.8 3.6 14.4 2.2 16.6 2.2C19.6 2.2 22 4.6 22 8.2C22 14.6 13.4 18.6 12 22.6Z",
  D: "M12 .8C14.2 5.2 17.2 9 20.6 12C17.2 15 14.2 18.8 12 23.2C9.8 18.8 6.8 15 3.4 12C6.8 9 9.8 5.2 12 .8Z",
  C: "M12 1.2C14.9 1.2 17 3.3 17 6C17 7.5 16.4 8.7 15.4 9.8C16 9.5 16.7 9.4 17.4 9.4C20.2 9.4 22.2 11.5 22.2 14.2C22.2 17 20.1 19.1 17.4 19.1C15.4 19.1 13.8 18.2 13 16.6C13.1 19.8 13.8 21.6 15.4 23H8.6C10.2 21.6 10.9 19.8 11 16.6C10.2 18.2 8.6 19.1 6.6 19.1C3.9 19.1 1.8 17 1.8 14.2C1.8 11.5 3.8 9.4 6.6 9.4C7.3 9.4 8 9.5 8.6 9.8C7.6 8.7 7 7.5 7 6C7 3.3 9.1 1.2 12 1.2Z",
};

/** The positions of the pips of each rank, from -1 to 1 across and down. Pips below the middle are
 * upside down.
 * @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [-1, 0], [1, 0], [0, -0.5], [-1, 1], [1, 1]],
  8: [[-1, -1], [1, -1], [-1, 0], [1, 0], [0, -0.5], [0, 0.5], [-1, 1], [1, 1]],
  9: [[-1, -1], [1, -1], [-1, -0.33], [1, -0.33], [0, 0], [-1, 0.33], [1, 0.33], [-1, 1], [1, 1]],
  T: [[-1, -1], [1, -1], [-1, -0.33], [1, -0.33], [0, -0.67], [0, 0.67], [-1, 0.33], [1, 0.33],
    [-1, 1], [1, 1]],
};

/** @type {Map<string, string>} */
const known = new Map();

/** Return all pips of a card as one path, on a card of 100 by 140. An ace has one large pip.
 * @param {string} card */
export function pips(card) {
  const found = known.get(card);
  if (found !== undefined) return found;
  const [rank = "", suit = ""] = card;
  const shape = SUITS[suit] ?? "";
  const d = rank === "A"
    ? moved(shape, 50, 88, 2.4)
    : (PIPS[rank] ?? []).map(([across, down]) =>
      moved(shape, 50 + across * 23, 89 + down * 33, down > 0 ? -0.8 : 0.8)).join("");
  known.set(card, d);
  return d;
}

/** Return one suit symbol as a path, `size` wide, with its centre at a point.
 * @param {string} suit @param {number} x @param {number} y
 * @param {number} size */
export function pip(suit, x, y, size) {
  const name = `${suit} ${x} ${y} ${size}`;
  let d = known.get(name);
  if (d === undefined) {
    d = moved(SUITS[suit] ?? "", x, y, size / 24);
    known.set(name, d);
  }
  return d;
}

/** Return a path scaled and moved. It may have the absolute commands M, C, L, H, V and Z. A
 * negative scale turns it upside down.
 * @param {string} d @param {number} x @param {number} y @param {number} scale */
function moved(d, x, y, scale) {
  let down = false;
  return d.replace(/([MCLHVZ])|(-?[\d.]+)/g, (part) => {
    if (/[A-Z]/.test(part)) {
      down = part === "V";
      return part;
    }
    const at = (Number(part) - 12) * scale + (down ? y : x);
    down = !down;
    return `${Math.round(at * 100) / 100} `;
  });
}
