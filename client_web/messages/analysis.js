// Sentences about the analysis of a finished race: whether its deal could be won, and after which
// move each contestant could win it no more.

import { _, ngettext } from "./texts.js";

/** @typedef {import("../net/protocol").AnalysisDocument} AnalysisDocument */
/** @typedef {import("../net/protocol").AnalysedContestant} AnalysedContestant */

/** Sentences that say how difficult a deal was, by its class. */
export const DIFFICULTIES = {
  1: _("The deal was very easy (1 of 5)."),
  2: _("The deal was easy (2 of 5)."),
  3: _("The deal was of medium difficulty (3 of 5)."),
  4: _("The deal was hard (4 of 5)."),
  5: _("The deal was very hard (5 of 5)."),
};

/** Return whether the deal could be won, and par: the best progress or total. `goal` is the progress
 * of a won game; `byPoints`: the game is played for points.
 * @param {Pick<AnalysisDocument, "verdict" | "best" | "line">} analysis @param {number} goal
 * @param {boolean} byPoints */
export function dealSentence(analysis, goal, byPoints) {
  const { verdict, best } = analysis;
  const moves = analysis.line?.length ?? 0;
  if (verdict === "won") {
    return ngettext(
      "The deal could be won, for example in {n} move:",
      "The deal could be won, for example in {n} moves:",
      moves,
    );
  }
  if (verdict === "lost") {
    return _("The deal could not be won. The best progress known is {best} of {goal}.", { best, goal });
  }
  if (verdict === "exact") {
    return ngettext(
      "The best total for these cards in their order is {n} point:",
      "The best total for these cards in their order is {n} points:",
      best,
    );
  }
  if (byPoints) {
    return ngettext(
      "The best total known for these cards in their order is {n} point:",
      "The best total known for these cards in their order is {n} points:",
      best,
    );
  }
  return _(
    "It is not known whether the deal could be won. The best progress known is {best} of {goal}.",
    { best, goal },
  );
}

/** Return until when a contestant could have won. `played` is the number of moves that the
 * contestant made, without a resignation.
 * @param {string} name @param {number} played @param {AnalysedContestant} told */
export function contestantSentence(name, played, told) {
  const { won_until: until, lost_from: lost, line } = told;
  if (until === null && lost === null) return _("It is not known until when {name} could have won.", { name });
  if (until === null) {
    return _("{name} could not win after move {lost}. How long before is not known.", { name, lost: lost ?? 0 });
  }
  if (!line?.length) return _("{name} won.", { name });
  if (lost === until + 1) {
    return until === 0
      ? _("{name} could have won; move 1 lost the game. Here is how to win:", { name })
      : _(
        "{name} could still have won until move {until}; move {lost} lost the game. Here is how to win after " +
        "move {until}:",
        { name, until, lost },
      );
  }
  if (lost !== null) {
    return _(
      "{name} could still have won until move {until}, and no more after move {lost}; what is between is not " +
      "known. Here is how to win after move {until}:",
      { name, until, lost },
    );
  }
  if (until === played) return _("{name} could still have won at the end. Here is how:", { name });
  return _(
    "{name} could still have won until move {until}; what is after it is not known. Here is how to win after " +
    "move {until}:",
    { name, until },
  );
}

/** Return what is known about a contestant's board after a number of moves: whether the game could
 * be won from there.
 * @param {AnalysedContestant} told @param {number} ply @returns {"winnable" | "lost" | "unknown"} */
export function winnableAt(told, ply) {
  if (told.won_until !== null && ply <= told.won_until) return "winnable";
  return told.lost_from !== null && ply >= told.lost_from ? "lost" : "unknown";
}

/** Return `winnableAt` as a sentence. @param {"winnable" | "lost" | "unknown"} known */
export function winnableSentence(known) {
  if (known === "winnable") return _("It can still be won.");
  return known === "lost" ? _("It cannot be won.") : _("It is not known whether it can be won.");
}
