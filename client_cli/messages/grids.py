"""Sentences and small drawings of the grids of all contestants.

In some races the server calls one card after the other, and everybody places each called card in a
cell of their own grid, whose full rows and columns score points. The grids are shown when all have
placed the card. `session` is what the client knows of the room.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from client_cli.terminal.pile_labels import card_text, grid_of
from client_cli.terminal.spoken_cards import Cards
from engine.cards import CARD, NAME
from engine.games import AnyGame
from engine.mechanics.grid import GridGame
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom
    from client_cli.state.spectator import WatchedBoard


def grid_lines_filled(
    session: "KnownRoom", seat: int, before: "WatchedBoard | None", now: "WatchedBoard"
) -> str:
    """Return a sentence about the rows and columns that have become full in the grid of the
    contestant at `seat` since it was `before`, such as `Ann fills a line: 12 points, 18 in all.`
    Empty if there are none."""
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
    """Return a sentence about which other contestants have not placed the called card yet, such as
    `Still thinking: Ann, Cleo.` Empty if all have."""
    names = [session.name(seat) for seat in session.thinking]
    return _("Still thinking: {names}.", names=", ".join(names)) if names else ""


def grid_lines(session: "KnownRoom", cards: Cards) -> list[str]:
    """Return the grids of the other contestants as lines, in order of seat: small drawings, or one
    sentence a row if the player has cards written in words. If no grids are shown now, return a
    sentence that says so."""
    rules = session.rules
    if rules is None:
        return []
    from client_cli.messages.table_text import table_sentences  # not needed for the first picture

    lines: list[str] = []
    for seat, board in session.grids.items():
        if seat == session.seat or board.state is None:
            continue
        name = session.name(seat)
        lines.append(f"{name}:" if board.points is None else f"{name}: {board.points}")
        if cards == "words":
            lines += table_sentences(rules, board.state)
        else:
            drawn = small_grid(rules, board, symbols=cards == "symbols", empty=".")
            lines += [f"  {line}" for line in (*drawn, *column_points(board))]
    return lines or [_("No grids of others are shown now.")]


def small_grid(game: AnyGame, board: "WatchedBoard", *, symbols: bool, empty: str) -> list[str]:
    """Return the grid on a board as lines of text, one line a row. Each cell takes three characters
    and a space; `empty` is the text of a cell without a card. A full row ends with its points. The
    list is empty if no card is laid."""
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
    """Return a line with the points of each full column, to be put below the lines of `small_grid`.
    The list is empty if no column is full."""
    columns = [] if board.view is None else [*scored_lines(board.view.facts, 1).values()]
    if all(points is None for points in columns):
        return []
    return [_line(["" if points is None else str(points) for points in columns], None)]


def _line(words: Sequence[str], points: int | None) -> str:
    scored = "" if points is None else f"{points:>3}"
    return (" ".join(f"{word:>3}" for word in words) + scored).rstrip()


class LineTotal(NamedTuple):
    """What a row or column of a grid scores. It is `final` if later cards cannot add to it."""

    points: int
    final: bool


def line_totals(game: GridGame[Any], facts: Mapping[str, Any]) -> list[dict[int, LineTotal]]:
    """Return what the rows, and what the columns, of a grid score, by number. Rows and columns
    without a card are left out. `facts` are the facts of the board's view."""
    entries = facts.get("grid") or []
    laid = sorted(((e["cell"][0], e["cell"][1]), CARD[e["card"]]) for e in entries)
    found = []
    for axis, lines in enumerate(game.scores_so_far(laid)):
        final = scored_lines(facts, axis)
        totals = {line: LineTotal(points, False) for line, points in lines.items()}
        totals |= {n: LineTotal(points, True) for n, points in final.items() if points is not None}
        found.append(totals)
    return found


def total_so_far(game: GridGame[Any], facts: Mapping[str, Any]) -> str:
    """Return what all rows and columns of a grid score so far, as text for the header. Return an
    empty text for a grid without a card."""
    if not facts.get("grid"):
        return ""
    total = sum(line.points for lines in line_totals(game, facts) for line in lines.values())
    if game.ranked_by == "points":
        return ngettext("{n} point so far", "{n} points so far", total)
    return ngettext("{n} card in words", "{n} cards in words", total)


def scored_lines(facts: Mapping[str, Any], axis: int) -> dict[int, int | None]:
    """Return the rows (`axis` 0) or columns (`axis` 1) of a grid by number, in ascending order,
    each with its points, or None if it is not full. In a grid of fixed size these are all rows or
    columns, otherwise only those that hold cards. `facts` are the facts of the board's view: the
    values that the server sends of a board besides its piles, such as the points of rows."""
    scores = (facts.get("line_scores") or {}).get("columns" if axis else "rows", [])
    held = sorted({entry["cell"][axis] for entry in facts.get("grid") or []})
    lines = held if len(scores) <= len(held) else range(len(scores))
    return dict(zip_longest(lines, scores[: len(lines)]))
