"""Tests of the aids: what they offer, and that they use only what the player sees."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.aids import finish, safe_move
from engine.cards import deal_number_seed
from engine.computer_players import Player, seen_state
from engine.games import GAMES, AnyGame, game
from engine.table import WON, State
from tests.engine.helpers import deal, every_game

FINISHED = [
    ("klondike", 29, 18),
    ("klondike", 52, 12),
    ("usk", 7, 26),
    ("demon", 12, 14),
    ("bakers_dozen", 25, 6),
    ("as_you_like_it", 56, 3),
    ("auntie_allis", 38, 35),
]
"""Games of the greedy player that plain play wins from some position: the game, the number of the
deal, and of the moves in the first such position."""


def first_finish(rules: AnyGame, number: int) -> tuple[State[Any], State[Any], tuple[Any, ...]]:
    """Return the last position without a finish, the first with one, and its moves."""
    chances = random.Random(number)
    before = state = rules.deal(rules.pack(deal_number_seed(number)))
    player = Player(rules, "greedy", chances.randrange, 400)
    while not state.over:
        moves = finish(rules, state)
        if moves:
            return before, state, moves
        before, state = state, rules.play(state, player.move(state)).state
    raise AssertionError("this game offers no finish")


@pytest.mark.parametrize(("slug", "number", "length"), FINISHED)
def test_a_finish_wins_by_legal_moves_from_the_view_alone(
    slug: str, number: int, length: int
) -> None:
    rules = game(slug)
    before, state, moves = first_finish(rules, number)
    assert len(moves) == length
    assert not finish(rules, before), "before it, something was left to decide"
    assert finish(rules, seen_state(rules, state)) == moves
    for n, move in enumerate(moves):
        assert move in rules.legal(state).moves
        assert finish(rules, state) == moves[n:], "the rest of a finish is a finish"
        state = rules.play(state, move).state
    assert state.over == WON
    assert not finish(rules, state)


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.identity)
def test_after_the_deal_something_is_left_to_decide(rules: AnyGame) -> None:
    assert not any(finish(rules, deal(rules, number)) for number in range(1, 40))


def test_a_card_face_down_leaves_something_to_decide() -> None:
    rules = game("klondike")
    _before, state, _moves = first_finish(rules, 29)
    column = next(i for i, pile in enumerate(state.piles[:7]) if pile.up)
    piles = list(state.piles)
    piles[column] = piles[column]._replace(down=piles[column].up[:1], up=piles[column].up[1:])
    assert not finish(rules, state._replace(piles=tuple(piles)))


PACKED = ("klondike", "bakers_dozen", "good_measure", "usk")
SAFE = (*PACKED, "as_you_like_it")
"""The games with a rule for safe auto-play; in PACKED cards are packed on others."""


def positions(rules: AnyGame, numbers: range) -> Iterator[State[Any]]:
    """Positions of games in which anything is played, cards to the foundations seldom, so that
    many of them could be laid up."""
    for number in numbers:
        chances = random.Random(number)
        state = rules.deal(rules.pack(deal_number_seed(number)))
        for _ in range(150):
            moves = rules.legal(state).moves
            if state.over or not moves:
                break
            yield state
            kept = [m for m in moves if type(m) not in rules.foundation_kinds]
            pool = kept if kept and chances.random() < 0.6 else moves
            state = rules.play(state, chances.choice(pool)).state


def reshuffled(state: State[Any], chances: random.Random) -> State[Any]:
    """The same position with its face-down cards in another order."""
    hidden = [card for pile in state.piles for card in pile.down]
    chances.shuffle(hidden)
    piles = [p._replace(down=tuple(hidden.pop() for _ in p.down)) for p in state.piles]
    return state._replace(piles=tuple(piles))


def test_which_games_have_a_rule_for_safe_auto_play() -> None:
    assert {slug for slug, rules in GAMES.items() if rules.safe_play} == set(SAFE)
    assert all("Safe auto-play" in GAMES[slug].rules_page() for slug in SAFE)


@pytest.mark.parametrize("slug", [*SAFE, "klondike 3"])
def test_a_safe_move_follows_from_the_view_alone(slug: str) -> None:
    """The hidden cards are reshuffled and become unknown: what is said stays, to the byte."""
    name, _, turn = slug.partition(" ")
    rules = game(name, {"turn": int(turn)} if turn else None)
    chances, found = random.Random(slug), 0
    for state in positions(rules, range(1, 30)):
        move = safe_move(rules, state)
        said = "" if move is None else rules.codec.to_text(move)
        for other in (reshuffled(state, chances), seen_state(rules, state)):
            again = safe_move(rules, other)
            assert said == ("" if again is None else rules.codec.to_text(again))
        found += move is not None
    assert found > 20


def wants(rules: AnyGame, card: int, other: int) -> bool:
    """Whether `other` is packed on `card`, said in another way than the games say it."""
    contrary = (card // 13 in (1, 2)) != (other // 13 in (1, 2))
    return card % 13 == other % 13 + 1 and (
        contrary or rules.slug in ("bakers_dozen", "good_measure")
    )


@pytest.mark.parametrize("slug", PACKED)
def test_nothing_that_is_still_in_play_is_packed_on_a_safe_card_but_aces(slug: str) -> None:
    rules, found = game(slug), 0
    for state in positions(rules, range(1, 30)):
        up = {card for name, pile in zip(rules.layout.names, state.piles, strict=True)
              if name.startswith("foundation") for card in pile.up}  # fmt: skip
        for move in rules.legal(state).moves:
            if type(move) not in rules.foundation_kinds:
                continue
            card = state.piles[rules.layout.index[move.src]].up[-1]
            wanting = [c for c in range(52) if c not in up and c % 13 and wants(rules, card, c)]
            safe = not wanting and not (slug == "usk" and state.beside == 1)
            assert rules.never_wanted(state, move) == safe
            found += safe
    assert found > 20


@pytest.mark.parametrize("slug", PACKED)
def test_safe_moves_never_cost_a_win(slug: str) -> None:
    """A game that was won is won as well if every safe card goes up at once: of the other moves
    those are made that are still possible."""
    rules, compared = game(slug), 0
    for number in range(1, 400):
        start = rules.deal(rules.pack(deal_number_seed(number)))
        player, state, made = (
            Player(rules, "greedy", random.Random(number).randrange, 300),
            start,
            [],
        )
        while not state.over:
            made.append(player.move(state))
            state = rules.play(state, made[-1]).state
        if state.over != WON:
            continue
        state = start
        for move in made:
            while (safe := safe_move(rules, state)) is not None:
                state = rules.play(state, safe).state
            if not state.over and rules.refusal(state, move) is None:
                state = rules.play(state, move).state
        compared += 1
        assert state.over == WON, number
        if compared == 3:
            return
    assert compared
