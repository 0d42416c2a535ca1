// Sentences that explain how ties were broken in the places of a race or the table of a tournament.
// Pure.

import { _ } from "./texts.js";

/** @typedef {import("../net/protocol").TableRow} TableRow */
/** @typedef {Pick<import("../net/protocol").SeatStanding,
 *   "result" | "best" | "tie_break" | "points" | "ended_ms" | "moves" | "clean">} Standing */
/** @typedef {{place: number, standing: Standing}} Placed */
/** How a race is ranked: by the rules of its game, and its winners by time or by moves.
 * @typedef {{game?: Pick<import("../state/catalogue").Game, "ranked_by" | "tie_break_rule"> | null,
 *   byMoves: boolean}} Ranked */

const UNDO = _("Whoever has taken a move back stands below all who have not.");

/** Return one sentence for each rule that broke a tie in a race or let equals share a place.
 * `places`: best first.
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

/** Return the sentence about two neighbours in the list; empty if there was no tie. `shared`: they
 * share a place.
 * @param {Standing} one @param {Standing} other @param {boolean} shared @param {Ranked} ranked */
function between(one, other, shared, { game, byMoves }) {
  if (game?.ranked_by === "points" || game?.ranked_by === "round") return shared ? _("Equal points share a place.") : "";
  if (game?.ranked_by === "reach") {
    return shared ? _("Equal progress shares a place: the cards decide, not the time.") : "";
  }
  const areOut = one.result === "won" && other.result === "won";
  const differ = one.tie_break !== other.tie_break;
  if (areOut && differ && game?.ranked_by === "tie_break") return _(game.tie_break_rule);
  if (areOut && byMoves) {
    if (one.moves !== other.moves) return "";
    return shared
      ? _("Equal moves in equal time share a place.")
      : _("Of equal moves, the first who solved it stands first.");
  }
  if (areOut) {
    if (shared) return _("Equal times share a place.");
    const together = seconds(one) === seconds(other);
    return together ? _("Those who have solved it stand by their time, to a thousandth of a second.") : "";
  }
  if (one.result === "won" || other.result === "won" || one.best !== other.best) return "";
  if (differ) return game ? _(game.tie_break_rule) : "";
  return shared
    ? _("Equal progress, reached at the same time to a tenth of a second, shares a place.")
    : _("Of equal progress, who reached it first stands first, to a tenth of a second.");
}

/** Return the time at which a game ended, in whole seconds. @param {Standing} standing */
function seconds({ ended_ms: ms }) {
  return Math.floor((ms ?? 0) / 1000);
}

/** What the higher of two entrants with equal totals has, by the name of the tie-break.
 * @type {Record<string, string>} */
export const TIE_BREAKS = {
  wins: _("more deals won"),
  best: _("the better best deal"),
  direct: _("more on the deals they played together"),
  last: _("the better last deal"),
  outs: _("more deals solved"),
  progress: _("more progress in all deals"),
  last_heat: _("the better last heat"),
  buchholz: _("opponents with more points"),
  median_buchholz: _("opponents with more points, without the highest and the lowest"),
  sonneborn_berger: _("victories over those with more points"),
};

/** Return sentences about the ties in the table of a tournament: which tie-breaks were used, and
 * whether places are shared. `table`: best first.
 * @param {readonly Pick<TableRow, "place" | "total">[]} table
 * @param {readonly string[]} tieBreaks in the order of the plan @returns {string[]} */
export function tiesOfTable(table, tieBreaks) {
  const equal = table.slice(1).map((row, i) => {
    const above = /** @type {typeof row} */ (table[i]);
    return row.total === above.total ? row.place === above.place : null;
  });
  const words = tieBreaks
    .map((name) => TIE_BREAKS[name] ?? name)
    .map((reason, i) => (i ? _("then {reason}", { reason }) : reason))
    .join("; ");
  const told = [];
  if (equal.includes(false)) told.push(_("Of equal totals, the first has {reasons}.", { reasons: words }));
  if (equal.includes(true)) told.push(_("Who is equal in all that counts shares a place."));
  return told;
}
