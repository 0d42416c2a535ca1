// Sentences that explain how ties were broken in a list of places. Pure.

/** @typedef {import("../net/protocol").TableRow} TableRow */
/** @typedef {Pick<import("../net/protocol").SeatStanding,
 *   "result" | "best" | "tie_break" | "points" | "ended_ms" | "moves" | "clean">} Standing */
/** @typedef {{place: number, standing: Standing}} Placed */
/** @typedef {{byPoints: boolean, byMoves: boolean}} Ranked `byMoves`: fewer moves win */

const UNDO = "Whoever has taken a move back stands below all who have not.";
const TENTHS = "to a tenth of a second";

/** For the places of a race, best first: one sentence for each rule that broke a tie or let equals share
 * a place.
 * @param {readonly Placed[]} places @param {Ranked} ranked @returns {string[]} */
export function tiesOfRace(places, ranked) {
  const found = places.slice(1).map((below, i) => {
    const above = /** @type {Placed} */ (places[i]);
    const [one, other] = [above.standing, below.standing];
    if (one.clean !== other.clean) return UNDO;
    return between(one, other, above.place === below.place, ranked);
  });
  return [...new Set(found)].filter(Boolean);
}

/** @param {Standing} one @param {Standing} other @param {boolean} shared @param {Ranked} ranked */
function between(one, other, shared, { byPoints, byMoves }) {
  if (byPoints) return shared ? "Equal points share a place." : "";
  const areOut = one.result === "won" && other.result === "won";
  if (areOut && byMoves) {
    if (one.moves !== other.moves) return "";
    return shared ? "Equal moves in equal time share a place." : "Of equal moves, who was out first stands first.";
  }
  if (areOut) {
    if (shared) return "Equal times share a place.";
    const together = seconds(one) === seconds(other);
    return together ? "Who is out stands by the time, to a thousandth of a second." : "";
  }
  if (one.result === "won" || other.result === "won" || one.best !== other.best) return "";
  if (one.tie_break !== other.tie_break) {
    return "Of equal progress, who has fewer cards left in the reserve stands first.";
  }
  return shared
    ? `Equal progress, reached at the same time ${TENTHS}, shares a place.`
    : `Of equal progress, who reached it first stands first, ${TENTHS}.`;
}

/** @param {Standing} standing */
function seconds({ ended_ms: ms }) {
  return Math.floor((ms ?? 0) / 1000);
}

/** What the better one of two equals has. @type {Record<string, string>} */
const TIE_BREAKS = {
  wins: "more deals won",
  best: "the better best deal",
  direct: "more on the deals they played together",
  last: "the better last deal",
  outs: "more deals out",
  progress: "more progress in all deals",
  last_heat: "the better last heat",
  buchholz: "opponents with more points",
  median_buchholz: "opponents with more points, without the highest and the lowest",
  sonneborn_berger: "victories over those with more points",
};

/** For the table of a tournament, best first: which tie-breaks were used, and whether places are shared.
 * @param {readonly Pick<TableRow, "place" | "total">[]} table
 * @param {readonly string[]} tieBreaks in the order of the plan @returns {string[]} */
export function tiesOfTable(table, tieBreaks) {
  const equal = table.slice(1).map((row, i) => {
    const above = /** @type {typeof row} */ (table[i]);
    return row.total === above.total ? row.place === above.place : null;
  });
  const words = tieBreaks.map((name) => TIE_BREAKS[name] ?? name).join("; then ");
  const told = [];
  if (equal.includes(false)) told.push(`Of equal totals, the first has ${words}.`);
  if (equal.includes(true)) told.push("Who is equal in all that counts shares a place.");
  return told;
}
