"""The small drawings of the grids that everybody sees after a called card."""

from collections.abc import Sequence

from client_cli.messages.grids import (
    LineTotal,
    column_points,
    line_totals,
    scored_lines,
    small_grid,
    total_so_far,
)
from client_cli.state.spectator import WatchedBoard
from engine.cards import NAME
from engine.games import AnyGame, game
from engine.mechanics.grid import GridGame, Place
from protocol.rooms import boards as said
from tests.engine.helpers import deal

FREE = game("poker_patience", {"free_cell": True})


def grid(rules: AnyGame, *cells: tuple[int, int]) -> tuple[WatchedBoard, Sequence[str]]:
    """The grid of deal 7 with its cards laid in these cells, and the cards in that order."""
    state = deal(rules, 7)
    laid = []
    for cell in cells:
        laid.append(NAME[state.beside.next])
        state = rules.play(state, Place(cell)).state
    told = said.SeatGrid(
        seat=2, view=rules.view(state), progress=len(cells), points=rules.points(state)
    )
    return WatchedBoard.of_grid(told, rules), laid


def test_a_grid_is_as_large_as_what_lies_in_it_and_has_the_points_of_full_lines() -> None:
    rules = game("poker_patience")
    cells = [(0, 0), (0, -1), (0, 1), (0, -2), (0, 2), (-1, 2)]
    board, (a, b, c, d, e, f) = grid(rules, *cells)
    assert small_grid(rules, board, symbols=False, empty=".") == [
        f"  .   .   .   . {_of(f)}",
        f"{_of(d)} {_of(b)} {_of(a)} {_of(c)} {_of(e)}{board.points:>3}",
    ]
    assert column_points(board) == []


def test_the_points_of_a_line_stand_beside_it_when_earlier_lines_of_a_frame_are_empty() -> None:
    board, laid = grid(FREE, *((row, 3) for row in range(5)), (4, 0))
    assert board.view is not None
    assert scored_lines(board.view.facts, 0) == dict.fromkeys(range(5))
    assert scored_lines(board.view.facts, 1) == {**dict.fromkeys(range(5)), 3: board.points}
    drawn = small_grid(FREE, board, symbols=False, empty=".")
    assert drawn[4] == f"{_of(laid[5])}   .   . {_of(laid[4])}   ."
    assert column_points(board) == [" " * 12 + f"{board.points:>3}"]


def test_the_points_so_far_of_a_line_are_final_when_later_cards_add_nothing() -> None:
    rules = game("poker_patience")
    assert isinstance(rules, GridGame)
    cells = [(0, 0), (0, -1), (0, 1), (0, -2), (0, 2), (-1, 2)]
    board, _laid = grid(rules, *cells)
    assert board.view is not None
    rows, columns = line_totals(rules, board.view.facts)
    assert rows == {-1: LineTotal(0, False), 0: LineTotal(board.points or 0, True)}
    assert set(columns) == {-2, -1, 0, 1, 2}
    assert not any(total.final for total in columns.values())


def test_the_total_so_far_of_a_grid_is_the_sum_of_its_lines() -> None:
    rules = game("cribbage_patience")
    assert isinstance(rules, GridGame)
    board, _laid = grid(rules, *((row, column) for row in range(4) for column in range(4)))
    assert board.view is not None
    lines = [*map(dict.values, line_totals(rules, board.view.facts))]
    total = sum(line.points for axis in lines for line in axis)
    assert total > 0
    assert total_so_far(rules, board.view.facts) == f"{total} points so far"
    assert total_so_far(rules, rules.view(deal(rules, 7)).facts) == ""
    crossword = game("crossword")
    assert isinstance(crossword, GridGame)
    board, _laid = grid(crossword, crossword.first)
    assert board.view is not None
    assert total_so_far(crossword, board.view.facts) == "0 cards in words"


def test_there_is_no_drawing_before_the_first_card() -> None:
    board, _laid = grid(FREE)
    assert small_grid(FREE, board, symbols=False, empty=".") == []


def _of(card: str) -> str:
    return f"{card.replace('T', '10'):>3}"
