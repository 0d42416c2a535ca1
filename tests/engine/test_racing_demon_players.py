"""Computer players of Racing Demon: they play by the rules from the view alone, each better than
the one below."""

import random
from itertools import pairwise

import pytest

from bench.racing_demon import won
from engine.cards import deal_number_seed
from engine.computer_players.strengths import STRENGTHS
from engine.moves import Turn
from engine.racing_demon.game import Out, RacingDemon, Stuck
from engine.racing_demon.players import RacingPlayer
from engine.racing_demon.state import RoundState
from tests.engine.racing_tables import OPTION_SETS, RULES, composed


def chosen(strength: str, state: RoundState, rules: RacingDemon = RULES) -> object:
    return RacingPlayer(rules, strength, 0, lambda n: n - 1).move(rules.view(state))


def text(strength: str, state: RoundState) -> str:
    return RULES.codec.to_text(chosen(strength, state))


def played(rules: RacingDemon, deal: int) -> RoundState:
    """A round of all three strengths and one more, to its end."""
    rng = random.Random(deal)
    state = rules.deal(rules.packs(deal_number_seed(deal), 4))
    players = [
        RacingPlayer(rules, each, seat, rng.randrange)
        for seat, each in enumerate((*STRENGTHS, "ahead"))
    ]
    for _ in range(4_000):
        for seat, player in enumerate(players):
            if state.over:
                return state
            move = player.move(rules.view(state))
            if move is not None:
                assert move in rules.legal(state, seat)
                state = rules.play(state, seat, move).state
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_they_play_to_an_end_by_the_rules(options: dict[str, object]) -> None:
    rules = RacingDemon(options)
    for deal in (1, 2):
        assert played(rules, deal).over
    assert played(rules, 3) == played(rules, 3)


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(STRENGTHS)))
def test_each_beats_the_one_below(weaker: str, stronger: str) -> None:
    """At most of a few tables; `make strengths` plays five hundred."""
    assert sum(won(RULES, stronger, weaker, number) for number in range(24)) > 12


RIVAL = "5D KC; 9H 9D 7H 7D; QH JH AS"


THREE_WAYS = ("middle: S1 H1", "2S 6D; 7C 9H 8S 2H; KS QS AD; 8D", RIVAL)
"""The 6D of the demon may be packed, or comes down when the pile of the 8S or the 2H is emptied."""


def test_the_demon_first_then_the_middle_then_the_waste() -> None:
    state = composed(RULES, *THREE_WAYS)
    ways = {"pack reserve tab.0", "claim tab.3 foundation.1 1", "move tab.2 tab.1 1"}
    picks = [RacingPlayer(RULES, "tips", 0, lambda n, i=i: i % n) for i in range(3)]  # type: ignore[misc]
    moves = [player.move(RULES.view(state)) for player in picks]
    assert {RULES.codec.to_text(move) for move in moves} == ways
    lines = ["2S 6D; 7S 9C QS TD/8S; KS QC AD; AH", RIVAL]
    assert text("tips", composed(RULES, *lines)) == "pack reserve tab.0"
    lines = ["2S 6D; 9C 9S QS TD/8S; KS QC AD; AH", RIVAL]
    assert text("tips", composed(RULES, *lines)) == "claim waste foundation.new 0"
    lines = ["2S 6D; 9C 2D QS TD/8S; KS QC AD; 8H", RIVAL]
    assert text("tips", composed(RULES, *lines)) == "pack waste tab.0"


def test_looking_ahead_finds_a_way_that_the_tips_do_not() -> None:
    """The 7S may be laid in the middle once the 6H has been moved onto the 7C."""
    lines = ["middle: S111111", "2S KH; 8D/7S/6H 7C QS QD; KS QH AD", RIVAL]
    state = composed(RULES, *lines)
    assert isinstance(chosen("tips", state), Turn)
    assert text("ahead", state) == "move tab.0 tab.1 1"


def test_of_equal_plays_the_one_that_leaves_most_open() -> None:
    """With the 2H in the middle another red six still fits on the 7C, and the 3H in the middle."""
    state = composed(RULES, *THREE_WAYS)
    for i in range(3):
        player = RacingPlayer(RULES, "ahead", 0, lambda n, i=i: i % n)  # type: ignore[misc]
        move = player.move(RULES.view(state))
        assert RULES.codec.to_text(move) == "claim tab.3 foundation.1 1"


def test_who_has_turned_twice_in_vain_says_so_once() -> None:
    lines = ["2S KH; 9C 9S QS TS; KS 3C QC", RIVAL]
    state = composed(RULES, *lines)
    for strength in STRENGTHS:
        player, table, moves = RacingPlayer(RULES, strength, 0, lambda n: 0), state, []
        for _ in range(30):
            move = player.move(RULES.view(table))
            assert move is not None
            moves.append(move)
            table = RULES.play(table, 0, move).state
        assert moves.count(Stuck()) == 1
        assert moves.index(Stuck()) >= 4


def test_out_is_called_at_once() -> None:
    rules = RacingDemon({"play_on": True})
    state = composed(rules, "; 5S 9C 7S 7C; 3D 4D AS", RIVAL)
    for strength in STRENGTHS:
        assert chosen(strength, state, rules) == Out()
