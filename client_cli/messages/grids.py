"""Sentences and small drawings of the grids that everybody sees after a called card."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from client_cli.messages import table_text
from client_cli.terminal.pile_labels import card_text, grid_of
from client_cli.terminal.spoken_cards import Cards
from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom
    from client_cli.state.spectator import WatchedBoard


def grid_lines_filled(
    session: "KnownRoom", seat: int, before: "WatchedBoard | None", now: "WatchedBoard"
) -> str:
    """Return a sentence about the lines of a seat that are scored now and were not `before`, such
    as `Ann fills a line: 12 points, 18 in all.`; empty if there are none."""
    lines = _scored(now) - (_scored(before) if before else 0)
    if lines < 1 or now.points is None:
        return ""
    gained = now.points - ((before.points if before else 0) or 0)
    scored = ngettext("{n} point", "{n} points", gained)
    if seat == session.seat:
        return ngettext(
            "You fill a line: {scored}, {all} in all.",
            "You fill {n} lines: {scored}, {all} in all.",
            lines,
            scored=scored,
            all=now.points,
        )
    return ngettext(
        "{name} fills a line: {scored}, {all} in all.",
        "{name} fills {n} lines: {scored}, {all} in all.",
        lines,
        name=session.name(seat),
        scored=scored,
        all=now.points,
    )


def _scored(board: "WatchedBoard") -> int:
    """Return how many lines of a grid have their points."""
    scores = None if board.view is None else board.view.facts.get("line_scores")
    if not isinstance(scores, Mapping):
        return 0
    axes = [axis for axis in scores.values() if isinstance(axis, Sequence)]
    return sum(line is not None for axis in axes for line in axis)


def thinking_sentence(session: "KnownRoom") -> str:
    """Return who has yet to place the called card, such as `Still thinking: Ann, Cleo.`; empty if
    nobody has."""
    names = session.thinking
    return _("Still thinking: {names}.", names=", ".join(names)) if names else ""


def grid_lines(session: "KnownRoom", cards: Cards) -> list[str]:
    """Return the grids of the other contestants as lines, in order of seat; a sentence if none are
    shown."""
    if session.rules is None:
        return []
    lines: list[str] = []
    for seat, board in session.grids.items():
        if seat != session.seat and board.state is not None:
            lines.append(f"{session.name(seat)}:")
            lines += table_text.table(session.rules, board.state, cards)
    return lines or [_("No grids of others are shown now.")]


def small_grid(game: AnyGame, state: State[Any], *, symbols: bool, empty: str) -> list[str]:
    """Return the rows of a grid as far as cards lie in it, three cells a card."""
    grid = grid_of(game, state)
    if grid is None or not grid.laid:
        return []
    laid = {cell: card_text(NAME[card], symbols) for cell, card in grid.laid}
    rows, columns = ({cell[axis] for cell in laid} for axis in (0, 1))
    return [
        " ".join(
            f"{laid.get((row, column), empty):>3}"
            for column in range(min(columns), max(columns) + 1)
        )
        for row in range(min(rows), max(rows) + 1)
    ]
