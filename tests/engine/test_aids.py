"""Tests of the aids: what they offer, and that they use only what the player sees."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.aids import finish, safe_move
from engine.cards import deal_number_seed
from engine.computer_players.player import Player, seen_state
from engine.errors import BadOption
from engine.games import GAMES, AnyGame, game
from engine.races.terms import terms
from engine.table import WON, State
from tests.engine.helpers import composed, deal, every_game

FINISHED = [
    ("klondike", 29, 18),
    ("klondike", 52, 12),
    ("usk", 7, 26),
    ("demon", 12, 14),
    ("bakers_dozen", 25, 6),
    ("as_you_like_it", 56, 3),
    ("auntie_allis", 38, 35),
    ("grandfathers_clock", 1, 6),
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
BY_SUITS = (*PACKED, "as_you_like_it")
NO_GRACE = ("demon", {"grace": False})
SAFE: tuple[tuple[str, dict[str, Any]], ...] = (
    *((slug, {}) for slug in BY_SUITS),
    *((slug, {}) for slug in ("grandfathers_clock", "senior_wrangler", "kings", "auntie_allis")),
    ("klondike", {"turn": 3}),
    NO_GRACE,
    ("demon", {"grace": False, "whole_column_only": True}),
)
"""The games with a rule for safe auto-play, with the options that matter to it. In PACKED the
foundations are called so, and cards are packed on others by rank or colour."""


def positions(
    rules: AnyGame, numbers: range, *, eager: bool = False, length: int = 150
) -> Iterator[State[Any]]:
    """Positions of games in which anything is played, cards to the foundations seldom, so that
    many of them could be laid up; `eager` games lay them up more often than not."""
    for number in numbers:
        chances = random.Random(number)
        state = rules.deal(rules.pack(deal_number_seed(number)))
        for _ in range(length):
            moves = rules.legal(state).moves
            if state.over or not moves:
                break
            yield state
            some = [m for m in moves if (type(m) in rules.foundation_kinds) == eager]
            pool = some if some and chances.random() < 0.6 else moves
            state = rules.play(state, chances.choice(pool)).state


def reshuffled(state: State[Any], chances: random.Random) -> State[Any]:
    """The same position with its face-down cards in another order."""
    hidden = [card for pile in state.piles for card in pile.down]
    chances.shuffle(hidden)
    piles = [p._replace(down=tuple(hidden.pop() for _ in p.down)) for p in state.piles]
    return state._replace(piles=tuple(piles))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_states_a_rule_for_safe_auto_play_or_why_it_has_none(slug: str) -> None:
    rules = GAMES[slug]
    assert rules.safe_play == (slug in {name for name, _ in SAFE})
    if rules.safe_play:
        assert rules.foundation_kinds
        assert "\n\nSafe auto-play, where the terms of a race ask for it: " in rules.rules_page()
        assert not rules.no_safe_play
    else:
        assert rules.no_safe_play.endswith(".")
        with pytest.raises(BadOption, match=re.escape(rules.no_safe_play)):
            terms(game(slug), {"safe_play": True})


@pytest.mark.parametrize(("slug", "options"), SAFE)
def test_a_safe_move_follows_from_the_view_alone(slug: str, options: dict[str, Any]) -> None:
    """The hidden cards are reshuffled and become unknown: what is said stays, to the byte."""
    rules = game(slug, options)
    chances, found = random.Random(slug), 0
    late = slug in LATE
    for state in positions(rules, range(1, 30), eager=late, length=400 if late else 150):
        move = safe_move(rules, state)
        said = "" if move is None else rules.codec.to_text(move)
        for other in (reshuffled(state, chances), seen_state(rules, state)):
            again = safe_move(rules, other)
            assert said == ("" if again is None else rules.codec.to_text(again))
        found += move is not None
    assert found > (2 if late else 20)


LATE = ("senior_wrangler", "kings", "auntie_allis", "demon")
"""The games in which cards are safe only after many have been laid up."""


def by_cards(rules: AnyGame, state: State[Any], move: Any) -> tuple[object, ...]:
    """A move by the cards it moves, so that the same move can be found where other cards have gone
    before: with two packs the card, its pile and where it goes; with one pack the lowest card that
    moves and the card on which it goes."""
    at = rules.layout.index

    def top(place: str, n: int = 1) -> object:
        if place.startswith("fan."):
            return state.piles[at["fan"]].up[int(place[4:])]
        up = state.piles[at.get(place, at.get("waste", 0))].up
        return up[0 if place == "waste.1" else -n] if len(up) >= n else None

    if hasattr(move, "order"):
        return ("put back", *(state.piles[at["fan"]].up[i] for i in move.order))
    if not hasattr(move, "src"):
        return (rules.codec.to_text(move),)
    card = top(move.src, getattr(move, "n", 1))
    if rules.packs == 2:
        src = "fan" if move.src.startswith("fan.") else move.src
        return card, src, getattr(move, "dst", ""), getattr(move, "fills", ())
    if type(move) in rules.foundation_kinds:
        return card, "up"
    return card, top(move.dst), getattr(move, "end", "")


def same_move(rules: AnyGame, state: State[Any], said: tuple[object, ...]) -> Any:
    """The legal move that `said` names, without the cards that have gone; None if there is none."""
    legal = rules.legal(state).moves
    if said[0] != "put back":
        return next((m for m in legal if by_cards(rules, state, m) == said), None)
    put_back = next((m for m in legal if hasattr(m, "order")), None)
    if put_back is None:
        return None
    fan = state.piles[rules.layout.index["fan"]].up
    order: list[int] = []
    for card in said[1:]:
        order += [i for i, each in enumerate(fan) if each == card and i not in order][:1]
    return type(put_back)(tuple(order)) if len(order) == len(fan) else None


@pytest.mark.parametrize(("slug", "options"), SAFE)
def test_a_line_of_play_goes_as_far_with_every_safe_card_up(
    slug: str, options: dict[str, Any]
) -> None:
    """Of a game played at random each move that is still possible is made again, and every safe
    card goes up at once: as much is reached."""
    rules, found = game(slug, options), 0

    def all_safe(state: State[Any]) -> State[Any]:
        nonlocal found
        while (move := safe_move(rules, state)) is not None:
            state = rules.play(state, move).state
            found += 1
        return state

    for number in range(1, 40):
        chances = random.Random(number)
        start = state = rules.deal(rules.pack(deal_number_seed(number)))
        line: list[tuple[object, ...]] = []
        while not state.over and len(line) < 400:
            moves = rules.legal(state).moves
            ups = [move for move in moves if type(move) in rules.foundation_kinds]
            move = chances.choice(ups if ups and chances.random() < 0.7 else moves)
            line.append(by_cards(rules, state, move))
            state = rules.play(state, move).state
        reached, state = rules.progress(state), all_safe(start)
        for said in line:
            move = None if state.over else same_move(rules, state, said)
            if move is not None:
                state = all_safe(rules.play(state, move).state)
        assert rules.progress(state) >= reached, number
        if number > 8 and found > 40:
            return
    assert found > 3


CAVE = (
    "reserve=2H 3H 4H AH QS|KH; tab.0=9S 8D; tab.1=KC; tab.2=QH; tab.3=JC; "
    "foundation.H=6H 7H 8H 9H TH; "
)
"""Columns of The Demon. The foundations begin with a six; 7S and 7C are up: 8D waits."""


@pytest.mark.parametrize(
    ("options", "piles", "safe"),
    [
        ({"grace": False}, "6S 7S; foundation.C=6C 7C", ["build tab.0"]),
        ({"grace": False}, "6S 7S; foundation.C=6C", []),
        ({"grace": True}, "6S 7S; foundation.C=6C 7C; grace_left=true", []),
        ({"grace": True}, "6S 7S; foundation.C=6C 7C; grace_left=false", ["build tab.0"]),
    ],
)
def test_the_demon_has_no_safe_card_while_the_grace_is_left(
    options: dict[str, Any], piles: str, safe: list[str]
) -> None:
    rules = game("demon", options)
    state = composed(rules, f"{CAVE}foundation.D=6D 7D; foundation.S={piles}; rest=stock")
    move = safe_move(rules, state)
    assert ([] if move is None else [rules.codec.to_text(move)]) == safe


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
