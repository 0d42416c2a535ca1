"""Tests of the traveller: the summary of a try, the places of all tries, and the tree of first
choices."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.games import AnyGame, game
from engine.races.board import Entry, standing
from engine.races.ranking import Standing, rank
from engine.races.timeline import positions
from engine.races.traveller import (
    DEPTH,
    MOST_BRANCHES,
    MOVES_TO_COUNT,
    Branch,
    FirstChoices,
    Ranking,
    TenthReached,
    TryReader,
    TrySummary,
    choice_tree,
    pace,
)
from engine.tournaments.deal_scoring import matchpoints
from tests.engine.helpers import every_game

ACES = game("aces_up")
SEED = deal_number_seed(7)
"""Here the three of hearts on tab.2 must go and then a deal be made; the next move is a choice."""


def read(moves: Sequence[tuple[int, str]], take_back: str = "free", by: str = "seat") -> TrySummary:
    """The summary of a try of Aces Up with these moves, each its race time and its text."""
    reader, entries = TryReader(ACES), [Entry(ms, by, text) for ms, text in moves]
    for entry, board in positions(ACES, ACES.pack(SEED), entries, take_back):
        reader.read(entry, board)
    return reader.summary(standing(ACES, 0, board, 60_000))


def after_the_deal(*texts: str) -> list[tuple[int, str]]:
    """The two moves to which there is no other, and then these, a second apart."""
    return [(1_000 * n, text) for n, text in enumerate(("discard tab.2", "deal", *texts), 1)]


def test_choices_are_the_moves_beside_which_there_was_another() -> None:
    assert read(after_the_deal()).choices == ()
    told = read(after_the_deal("discard tab.1", "discard tab.0"))
    assert told.choices == ("discard tab.1", "discard tab.0")


def test_a_move_that_was_taken_back_is_no_choice() -> None:
    assert read(after_the_deal("discard tab.0", "undo")).choices == ()
    told = read(after_the_deal("discard tab.0", "undo", "discard tab.1"))
    assert told.choices == ("discard tab.1",)
    back = read(after_the_deal("undo", "deal", "discard tab.0", "undo", "undo", "undo"))
    assert back.choices == ()


def test_choices_that_were_taken_back_leave_room_for_others() -> None:
    again = ["discard tab.0", "undo"] * (DEPTH + 1)
    told = read(after_the_deal(*again, "discard tab.1", "discard tab.0"))
    assert told.choices == ("discard tab.1", "discard tab.0")


def test_a_hint_and_a_resignation_are_no_choices() -> None:
    told = read(after_the_deal("hint", "discard tab.0", "resign"), take_back="practice")
    assert told.choices == ("discard tab.0",)


def test_moves_of_the_server_are_no_choices_and_do_not_get_a_try_going() -> None:
    moves = first_moves(MOVES_TO_COUNT)
    told = read(moves, by="server")
    assert told.choices == ()
    assert not told.got_going
    assert read(moves).choices


def test_there_are_no_more_choices_than_the_depth() -> None:
    assert len(read(first_moves(30)).choices) == DEPTH


def first_moves(count: int) -> list[tuple[int, str]]:
    """The first legal move of each of `count` positions, a second apart."""
    state, made = ACES.deal(ACES.pack(SEED)), list[tuple[int, str]]()
    for number in range(count):
        move = next(iter(ACES.legal_moves(state)))
        made.append((1_000 * (number + 1), ACES.codec.to_text(move)))
        state = ACES.play(state, move).state
    return made


def test_a_try_has_got_going_after_five_moves_or_when_its_game_has_ended() -> None:
    few, enough = first_moves(MOVES_TO_COUNT - 1), first_moves(MOVES_TO_COUNT)
    assert not read(few).got_going
    assert not read([*few, (9_000, "resign")]).got_going, "resigning is no move"
    assert not read([*few, (9_000, "undo"), (9_500, "undo")]).got_going, "nor is taking back"
    assert read(enough).got_going
    stuck = TryReader(ACES).summary(of(0, 3, result="lost", reason="stuck"))
    assert stuck.got_going, "a game may be that short"
    resigned = TryReader(ACES).summary(of(0, 3, result="lost", reason="resigned"))
    assert not resigned.got_going


def test_a_tenth_is_reached_when_it_is_reached_first() -> None:
    moves = first_moves(12)
    told, reached = read(moves), list[int | None]()
    entries = [Entry(ms, "seat", text) for ms, text in moves]
    boards = list(positions(ACES, ACES.pack(SEED), entries, "free"))
    for tenth in range(1, 11):
        times = [
            entry.ms for entry, board in boards if entry and board.best * 10 >= tenth * ACES.goal
        ]
        reached.append(min(times, default=None))
    assert list(told.tenths) == reached
    assert told.tenths[0] is not None
    assert told.tenths[9] is None


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.identity)
def test_every_game_can_be_summarised(rules: AnyGame) -> None:
    state, reader = rules.deal(rules.pack(SEED)), TryReader(rules)
    entries, choices = list[Entry](), list[str]()
    while len(entries) < 20 and (moves := rules.legal(state).moves):
        text = rules.codec.to_text(moves[0])
        entries.append(Entry(len(entries), "seat", text))
        if len(moves) > 1 and len(choices) < DEPTH:
            choices.append(text)
        state = rules.play(state, moves[0]).state
    for entry, board in positions(rules, rules.pack(SEED), entries, "none"):
        reader.read(entry, board)
    assert list(reader.summary(standing(rules, 0, board, 60_000)).choices) == choices


def of(
    seat: int, best: int, *, result: str = "lost", reason: str | None = None, ended_ms: int = 60_000
) -> Standing:
    return Standing(seat, result, reason, best, 0, 1_000, None, ended_ms, 20)


def test_places_matchpoints_and_percentiles() -> None:
    told = Ranking([of(0, 10), of(0, 30), of(0, 20), of(0, 20), of(0, 5)], "progress")
    assert [one.number for one in told] == [1, 2, 3, 0, 4]
    assert [one.place for one in told] == [1, 2, 2, 4, 5]
    assert [one.matchpoints for one in told] == [4, 2.5, 2.5, 1, 0]
    assert [one.percent for one in told] == [100, 62.5, 62.5, 25, 0]
    assert [one.percent for one in Ranking([of(0, 1)], "progress")] == [50]


def test_tries_are_ordered_as_a_race_orders_them() -> None:
    quick, slow = of(0, 52, result="won", ended_ms=30_000), of(0, 52, result="won")
    few_moves = slow._replace(moves=3)
    assert [one.number for one in Ranking([few_moves, quick], "progress")] == [1, 0]
    assert [one.number for one in Ranking([few_moves, quick], "progress", "moves")] == [0, 1]
    assert [one.number for one in Ranking([quick._replace(clean=False), slow], "progress")] == [
        1,
        0,
    ]


@given(st.lists(st.tuples(st.sampled_from(["won", "lost"]), st.integers(0, 4)), max_size=12))
def test_places_and_matchpoints_are_those_of_races_and_tournaments(
    ends: list[tuple[str, int]],
) -> None:
    standings = [
        of(number, best, result=result, ended_ms=1_000 * best)
        for number, (result, best) in enumerate(ends)
    ]
    told = {one.number: one for one in Ranking(standings, "progress")}
    places = {each.standing.seat: each.place for each in rank(standings, "progress")}
    assert {number: one.place for number, one in told.items()} == places
    points = matchpoints(places)
    assert {number: one.matchpoints for number, one in told.items()} == points


def test_pace() -> None:
    told = pace([[3, 1, 4, 2], [9, 5, 7], []])
    assert told == [
        TenthReached(4, 1, 2, 4),
        TenthReached(3, 5, 7, 9),
        TenthReached(0, None, None, None),
    ]


class Chosen(NamedTuple):
    """The choices of a try, whether it was won, and its percentile."""

    choices: tuple[str, ...]
    won: bool
    percent: float


def chose(*choices: str, won: bool = False, percent: float = 50.0) -> Chosen:
    return Chosen(choices, won, percent)


def tree_of(tries: Sequence[Chosen]) -> list[Branch]:
    texts = dict(enumerate(sorted({text for one in tries for text in one.choices}), 1))
    numbers = {text: number for number, text in texts.items()}
    made = zip_longest(*([numbers[text] for text in one.choices] for one in tries), fillvalue=0)
    return choice_tree(
        FirstChoices(list(made), texts, [one.won for one in tries], [one.percent for one in tries])
    )


def test_the_tree_of_first_choices() -> None:
    tries = [
        chose("a", "x", won=True, percent=100),
        chose("a", "y", percent=60),
        chose("a", percent=20),
        chose("b", "z", percent=20),
        chose(percent=0),
    ]
    assert tree_of(tries) == [
        Branch(0, "a", 3, 1, 60.0),
        Branch(1, "x", 1, 1, 100.0),
        Branch(1, "y", 1, 0, 60.0),
        Branch(0, "b", 1, 0, 20.0),
    ]
    assert tree_of([]) == []


def test_the_tree_shows_the_most_chosen_and_the_rest_together() -> None:
    tries = [chose(f"m{n}") for n in range(MOST_BRANCHES + 3) for _ in range(n + 1)]
    tree = tree_of(tries)
    assert [one.move for one in tree] == ["m7", "m6", "m5", "m4", "m3", None]
    assert tree[-1].tries == 1 + 2 + 3
    assert sum(one.tries for one in tree) == len(tries)


def test_the_tree_ends_where_few_have_gone() -> None:
    tries = [chose("a", "x") for _ in range(98)] + [chose("b", "y") for _ in range(2)]
    assert [(one.depth, one.move) for one in tree_of(tries)] == [(0, "a"), (1, "x"), (0, "b")]
