"""Sentences about the analysis of a finished race: whether its deal could be won, and after which
move each contestant could win it no more."""

from collections.abc import Callable
from typing import Literal

from engine.games import AnyGame
from engine.mechanics.grid import ScoredGrid
from engine.races.record import Record, SeatRecord
from engine.solver.analysis import AnalysedContestant, AnalysisDocument
from protocol.texts import _, ngettext

NAMELESS = "you"
"""The name in the record of a game alone whose player has not given one."""
DIFFICULTIES = {
    1: _("The deal was very easy (1 of 5)."),
    2: _("The deal was easy (2 of 5)."),
    3: _("The deal was of medium difficulty (3 of 5)."),
    4: _("The deal was hard (4 of 5)."),
    5: _("The deal was very hard (5 of 5)."),
}
NO_SOLVER = _("Racing Demon has no solver: several play at one table.")


def analysis_lines(record: Record, analysis: AnalysisDocument) -> list[str]:
    """Return all that an analysis of a record says, line by line. Lines of moves are indented."""
    moves = len(analysis["line"] or ())
    lines = [deal_sentence(record.game, analysis["verdict"], analysis["best"], moves)]
    lines += [*_moves(analysis["line"]), *difficulty_lines(analysis)]
    told = {one["seat"]: one for one in analysis["contestants"]}
    for seat in record.seats:
        if isinstance(record.game, ScoredGrid) or seat.seat not in told:
            continue
        name = _("You") if seat.name == NAMELESS else seat.name
        sentence = contestant_sentence(name, moves_played(seat), told[seat.seat])
        if analysis["verdict"] != "lost":  # a deal that cannot be won was lost by nobody
            lines += [sentence, *_moves(told[seat.seat]["line"])]
    return lines


def short_lines(
    game: AnyGame, names: Callable[[int], str], analysis: AnalysisDocument
) -> list[str]:
    """Return in few words what an analysis says, without moves: of the deal, and, if it could be
    won, until when each contestant could. `names` returns the name of a seat."""
    match analysis["verdict"]:
        case "won":
            lines = [_("The deal could be won."), *difficulty_lines(analysis)]
        case "lost":
            return [_("The deal could not be won.")]
        case _:
            lines = []
    if isinstance(game, ScoredGrid):
        best = analysis["best"]
        return [ngettext("Par is {n} point.", "Par is {n} points.", best)]
    lines = lines or [_("It is not known whether the deal could be won.")]
    told = [(names(one["seat"]), winnable_figures(one)) for one in analysis["contestants"]]
    return [*lines, *(f"{name}: {figures}" for name, figures in told)]


def winnable_figures(told: AnalysedContestant) -> str:
    """Return in words until after which move a contestant could have won, and from which on not."""
    until, lost = told["won_until"], told["lost_from"]
    if until is None and lost is None:
        return _("not known")
    if until is None:
        return _("not to be won from move {lost} on", lost=lost)
    if lost is None:
        return _("to be won until move {until}", until=until)
    return _("to be won until move {until}, not from move {lost} on", until=until, lost=lost)


def difficulty_lines(analysis: AnalysisDocument) -> list[str]:
    """Return a sentence about how difficult the deal was; none if the analysis does not say it."""
    classed = analysis.get("difficulty")
    return [] if classed is None else [DIFFICULTIES[classed]]


def deal_sentence(game: AnyGame, verdict: str, best: int, moves: int) -> str:
    """Return a sentence that says whether a deal could be won, and par: the best progress or total.
    `moves` is the number of moves that win."""
    points = isinstance(game, ScoredGrid)
    match verdict:
        case "won":
            return ngettext(
                "The deal could be won, for example in {n} move:",
                "The deal could be won, for example in {n} moves:",
                moves,
            )
        case "lost":
            return _(
                "The deal could not be won. The best progress known is {best} of {goal}.",
                best=best,
                goal=game.goal,
            )
        case "exact":
            return ngettext(
                "The best total for these cards in their order is {n} point:",
                "The best total for these cards in their order is {n} points:",
                best,
            )
    if points:
        return ngettext(
            "The best total known for these cards in their order is {n} point:",
            "The best total known for these cards in their order is {n} points:",
            best,
        )
    return _(
        "It is not known whether the deal could be won. The best progress known is {best} of"
        " {goal}.",
        best=best,
        goal=game.goal,
    )


def contestant_sentence(name: str, played: int, told: AnalysedContestant) -> str:
    """Return a sentence that says until when a contestant could have won. `played` is the number of
    moves that the contestant made, without a resignation."""
    until, lost, line = told["won_until"], told["lost_from"], told["line"]
    if until is None and lost is None:
        return _("It is not known until when {name} could have won.", name=name)
    if until is None:
        return _(
            "{name} could not win after move {lost}. How long before is not known.",
            name=name,
            lost=lost,
        )
    if not line:
        return _("{name} won.", name=name)
    if lost == until + 1:
        return (
            _("{name} could have won; move 1 lost the game. Here is how to win:", name=name)
            if until == 0
            else _(
                "{name} could still have won until move {until}; move {lost} lost the game. Here is"
                " how to win after move {until}:",
                name=name,
                until=until,
                lost=lost,
            )
        )
    if lost is not None:
        return _(
            "{name} could still have won until move {until}, and no more after move {lost}; what is"
            " between is not known. Here is how to win after move {until}:",
            name=name,
            until=until,
            lost=lost,
        )
    if until == played:
        return _("{name} could still have won at the end. Here is how:", name=name)
    return _(
        "{name} could still have won until move {until}; what is after it is not known. Here is how"
        " to win after move {until}:",
        name=name,
        until=until,
    )


def winnable_sentence(known: Literal["winnable", "lost", "unknown"]) -> str:
    """Return a sentence that says whether a game could be won from a position."""
    if known == "winnable":
        return _("It can still be won.")
    return (
        _("It cannot be won.") if known == "lost" else _("It is not known whether it can be won.")
    )


def moves_played(seat: SeatRecord) -> int:
    """Return the number of moves that a contestant made, without a resignation."""
    return len(seat.moves) - bool(seat.moves and seat.moves[-1].text == "resign")


def _moves(line: list[str] | None) -> list[str]:
    return [f"  {', '.join(line)}"] if line else []
