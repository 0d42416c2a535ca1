"""Sentences and small drawings of the grids of all contestants. They are shown after each called
card, in races in which everybody places the same called cards on a grid."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from client_cli.messages import table_text
from client_cli.terminal.pile_labels import card_text, grid_of
from client_cli.terminal.spoken_cards import Cards
from engine.cards import NAME
from engine.games import AnyGame
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom
    from client_cli.state.spectator import WatchedBoard


def grid_lines_filled(
    session: "KnownRoom", seat: int, before: "WatchedBoard | None", now: "WatchedBoard"
) -> str:
    """Return a sentence about the rows and columns of a seat's grid that have become full and
    scored since `before`, such as `Ann fills a line: 12 points, 18 in all.` Empty if there are
    none."""
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
    """Return how many rows and columns of a grid are full and have their points."""
    scores = None if board.view is None else board.view.facts.get("line_scores")
    if not isinstance(scores, Mapping):
        return 0
    axes = [axis for axis in scores.values() if isinstance(axis, Sequence)]
    return sum(line is not None for axis in axes for line in axis)


def thinking_sentence(session: "KnownRoom") -> str:
    """Return a sentence about who has not placed the called card yet, such as `Still thinking: Ann,
    Cleo.` Empty if everybody has."""
    names = [session.name(seat) for seat in session.thinking]
    return _("Still thinking: {names}.", names=", ".join(names)) if names else ""


def grid_lines(session: "KnownRoom", cards: Cards) -> list[str]:
    """Return the grids of the other contestants as lines, in order of seat. They are drawn small,
    or have one sentence a row if cards are shown in words. If there are no grids, one sentence says
    so."""
    rules = session.rules
    if rules is None:
        return []
    lines: list[str] = []
    for seat, board in session.grids.items():
        if seat == session.seat or board.state is None:
            continue
        name = session.name(seat)
        lines.append(f"{name}:" if board.points is None else f"{name}: {board.points}")
        if cards == "words":
            lines += table_text.table_sentences(rules, board.state)
        else:
            drawn = small_grid(rules, board, symbols=cards == "symbols", empty=".")
            lines += [f"  {line}" for line in (*drawn, *column_points(board))]
    return lines or [_("No grids of others are shown now.")]


def small_grid(game: AnyGame, board: "WatchedBoard", *, symbols: bool, empty: str) -> list[str]:
    """Return a grid as lines, one for each row that has cards: three characters and a space for
    each card, and at the end of a full row its points. `empty` stands for a cell without a card."""
    grid = None if board.state is None else grid_of(game, board.state)
    if grid is None or board.view is None or not grid.laid:
        return []
    laid = {cell: card_text(NAME[card], symbols) for cell, card in grid.laid}
    rows, columns = (scored_lines(board.view.facts, axis) for axis in (0, 1))
    return [
        _line([laid.get((row, column), empty) for column in columns], points)
        for row, points in rows.items()
    ]


def column_points(board: "WatchedBoard") -> list[str]:
    """Return the points of full columns as a line to be put below `small_grid`. The list is empty
    if no column is full."""
    columns = [] if board.view is None else [*scored_lines(board.view.facts, 1).values()]
    if all(points is None for points in columns):
        return []
    return [_line(["" if points is None else str(points) for points in columns], None)]


def _line(words: Sequence[str], points: int | None) -> str:
    scored = "" if points is None else f"{points:>3}"
    return (" ".join(f"{word:>3}" for word in words) + scored).rstrip()


def scored_lines(facts: Mapping[str, Any], axis: int) -> dict[int, int | None]:
    """Return rows (`axis` 0) or columns (`axis` 1) of a grid in ascending order, each with its
    points, or None if it is not full. In a grid of fixed size they are all rows or columns,
    otherwise only those that hold cards. `facts` are the figures that a view of the game states
    besides its piles."""
    scores = (facts.get("line_scores") or {}).get("columns" if axis else "rows", [])
    held = sorted({entry["cell"][axis] for entry in facts.get("grid") or []})
    lines = held if len(scores) <= len(held) else range(len(scores))
    return dict(zip_longest(lines, scores[: len(lines)]))
