"""Verdicts of whole deals: stored ones, lines that the rules allow, and totals of grids."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.cards import Card, deal_number_seed
from engine.games import AnyGame, game
from engine.games.kings import CORNER, FAN
from engine.mechanics.grid import STOCK, Place, ScoredGrid
from engine.moves import Resign
from engine.solver.grids import ORDERS, DealtSearch, FreeSearch
from engine.solver.solve import VERSION, solve
from engine.table import TIMEOUT, State
from tests.engine.solver.verdicts import NODES, STORED, answer, line_of, questions


def dealt(rules: AnyGame, deal: int) -> State[Any]:
    return rules.deal(rules.pack(deal_number_seed(deal)))


def test_the_stored_verdicts_are_given_again_and_their_lines_lead_where_they_say() -> None:
    head, *lines = STORED.read_text().splitlines()
    assert head == f"solver {VERSION}, {NODES} nodes"
    found = []
    for rules, deal, order in questions():
        solution = answer(rules, deal, order)
        found.append(line_of(rules, deal, order, solution))
        if isinstance(rules, ScoredGrid):
            assert points_of(rules, dealt(rules, deal), solution.line or []) == solution.best
            continue
        state = dealt(rules, deal)
        for move in solution.line or ():
            state = rules.play(state, move).state
        won = state.over is not None and state.over.result == "won"
        assert won == (solution.verdict == "won"), found[-1]
        if solution.line is not None:
            assert rules.progress(state) == solution.best, found[-1]
    assert found == lines
    assert {line.split(": ")[1].split()[0] for line in lines} == {"won", "lost", "unknown"}


def test_the_same_search_with_more_nodes_goes_on_where_fewer_ended() -> None:
    rules = game("klondike", {"turn": 3})
    counts = [solve(rules, dealt(rules, 2), nodes) for nodes in (1, 100, 1_000, 3_000)]
    assert [found.nodes for found in counts] == [1, 100, 1_000, 3_000]
    bests = [found.best for found in counts]
    assert bests == sorted(bests)
    assert bests[0] < bests[-1]


def test_the_progress_of_a_blocked_game_is_looked_for_with_the_nodes_that_are_left() -> None:
    """In this deal cards block each other in the first position."""
    rules = game("klondike", {"turn": 3})
    found = [solve(rules, dealt(rules, 11), nodes) for nodes in (1, 400)]
    assert [each[:2] for each in found] == [("lost", None)] * 2
    assert [each.nodes for each in found] == [1, 400]
    assert found[0].best == 0 < found[1].best


def test_a_game_that_is_over_needs_no_search() -> None:
    rules = game("aces_up")
    state, line = dealt(rules, 8), solve(rules, dealt(rules, 8)).line or []
    for move in line:
        state = rules.play(state, move).state
    assert solve(rules, state)[:4] == ("won", [], 48, 0)
    stuck = game("clock")
    state = dealt(stuck, 1)
    while not state.over:
        state = stuck.play(state, next(stuck.legal_moves(state))).state
    assert solve(stuck, state)[:4] == ("lost", None, stuck.progress(state), 0)


def test_a_resigned_game_is_searched_as_if_it_went_on() -> None:
    rules = game("aces_up")
    resigned = rules.play(dealt(rules, 8), Resign()).state
    late = resigned._replace(over=TIMEOUT)
    assert solve(rules, resigned) == solve(rules, late) == solve(rules, dealt(rules, 8))


def test_kings_are_never_called_lost_when_a_fan_could_be_put_back_in_another_order() -> None:
    random, searched = Random(1), 0
    rules = game("kings")
    for deal in range(1, 9):
        state = dealt(rules, deal)
        while not (len(state.piles[CORNER].down) == 1 and len(state.piles[FAN].up) > 1):
            state = rules.play(state, random.choice(rules.legal(state).moves)).state
        found = solve(rules, state, 3_000)
        if found.nodes < 3_000:
            searched += 1
            assert found.verdict == "unknown"
    assert searched > 3


# Totals of grids. -----------------------------------------------------------------------------


def points_of(rules: ScoredGrid, start: State[Any], line: list[Place]) -> int:
    """Return the points of the square after each card, in the order of the pack, was laid on its
    cell, whether or not the rules allow this order."""
    cards = [start.beside.next, *reversed(start.piles[STOCK].down)]
    square = {**dict(start.beside.laid)}
    for move, card in zip(line, cards, strict=False):
        assert move.cell not in square
        square[move.cell] = card
    grid = start.beside._replace(laid=tuple(sorted(square.items())), next=None)
    stock = start.piles[STOCK].down[: len(start.piles[STOCK].down) - len(line) + 1]
    full = State((start.piles[STOCK]._replace(down=stock), *start.piles[1:]), grid)
    assert rules.flaw(full) is None
    return rules.points(rules.showdown(full)) or 0


@pytest.mark.parametrize("slug", ["poker_patience", "cribbage_patience"])
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_a_total_is_exact_if_few_cells_are_empty(slug: str, left: int) -> None:
    random = Random(f"{slug} {left}")
    for free_cell in [{"free_cell": True}, {}] if slug == "poker_patience" else [{}]:
        rules = game(slug, free_cell)
        assert isinstance(rules, ScoredGrid)
        for deal in range(4):
            start = dealt(rules, deal + 1)
            while len(start.beside.laid) < rules.goal - left:
                start = rules.play(start, random.choice([*rules.legal_moves(start)])).state
            every: dict[str, DealtSearch | FreeSearch]
            every = {"dealt": DealtSearch(rules, start), "free": FreeSearch(rules, start)}
            assert [search.try_all(10_000) for search in every.values()] == [True, True]
            found = {order: solve(rules, start, 10_000, order) for order in ORDERS}
            assert {order: each.best for order, each in found.items()} == {
                order: each.best for order, each in every.items()
            }
            assert {each.verdict for each in found.values()} == {"exact"}
            assert found["dealt"].best == highest_dealt(rules, start)
            assert found["free"].best == highest_free(rules, start)
            for each in found.values():
                assert points_of(rules, start, each.line or []) == each.best
            state = start
            for move in found["dealt"].line or ():
                state = rules.play(state, move).state
            assert state.over is not None


def highest_dealt(rules: AnyGame, state: State[Any]) -> int:
    """Return the highest total when all ways to lay the cards in turn are tried."""
    if state.over:
        return rules.points(rules.showdown(state)) or 0
    return max(highest_dealt(rules, rules.play(state, m).state) for m in rules.legal_moves(state))


def highest_free(rules: ScoredGrid, start: State[Any]) -> int:
    """Return the highest total when the cards are laid in turn, but in each possible order."""
    grid, stock = start.beside, start.piles[STOCK].down
    count = rules.goal - len(grid.laid)
    cards: list[Card] = [grid.next, *reversed(stock)][:count]
    below = stock[: len(stock) - count + 1]
    best = 0
    for first, *others in permutations(cards):
        turned = State(
            (start.piles[STOCK]._replace(down=(*below, *others[::-1])), *start.piles[1:]),
            grid._replace(next=first),
        )
        best = max(best, highest_dealt(rules, turned))
    return best


def test_a_search_for_a_total_finds_more_with_more_nodes() -> None:
    rules = game("cribbage_patience")
    few, many = (solve(rules, dealt(rules, 1), nodes) for nodes in (100, 5_000))
    assert few.verdict == many.verdict == "unknown"
    assert 0 < few.best < many.best
