"""Finds the cards of a deal that a contestant has never seen, by marking every card.

A face-down card is not always unknown. A card that was turned up and covered again, also within one
move, or shown while the deal was laid out, has been seen. Only a card that was never seen is a
secret.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, get_type_hints

from engine.cards import Card, new_pack
from engine.games import AnyGame
from engine.moves import LARGEST, Cell, Place
from engine.table import State


class Marked(int):
    """A card that knows its place in the pack, wherever the rules move it."""

    place: int


def marked(pack: Iterable[Card]) -> list[Card]:
    """The pack, each card of it marked."""
    cards: list[Any] = []
    for place, card in enumerate(pack):
        cards.append(Marked(card))
        cards[-1].place = place
    return cards


def never_seen(
    game: AnyGame, pack: Sequence[Card], states: Sequence[State[Any]], frames: int | None = None
) -> set[int]:
    """The places in a marked pack of the cards somebody has never seen. `states` are those after
    each of their moves, the first one included. `frames` of a watched deal were seen; None for
    all."""
    watched = game.frames(pack)[:frames]
    if frames is None or frames == len(game.frames(pack)):
        lying = _places(card for pile in states[-1].piles for card in pile.down)
        seen = _places(card for state in states for pile in state.piles for card in pile.up)
        seen |= _places(card for state in states for card in game.cards_beside(state))
        passed = (game.passed(before, after) for before, after in pairwise(states))
        seen |= _places(card for each in passed for _, card in each)
    else:
        lying = _places(card for pile in states[0].piles for card in (*pile.down, *pile.up))
        seen = set()
    unseen = lying - seen
    return unseen - _told(game, pack, unseen, watched) if watched else unseen


def _places(cards: Iterable[object]) -> set[int]:
    return {card.place for card in cards if isinstance(card, Marked)}


def _told(
    game: AnyGame, pack: Sequence[Card], places: set[int], watched: Sequence[object]
) -> set[int]:
    """Those of the places on which the given first frames of the deal depend."""
    told = set()
    for place in places:
        twin: Any = (pack[place] + 13) % 52  # of its rank: all other cards are laid as before
        other = game.frames([*pack[:place], twin, *pack[place + 1 :]])
        if other[: len(watched)] != watched:
            told.add(place)
    return told


def hides(game: AnyGame) -> bool:
    """Whether any card is unknown after the deal."""
    pack = marked(new_pack(game.packs))
    return bool(never_seen(game, pack, [game.deal(pack)]))


# Well-formed moves. ----------------------------------------------------------------------------


def wild_move(game: AnyGame, rng: random.Random) -> Any:
    """Any move that can be written in a game; rarely a legal one."""
    kind = rng.choice(game.kinds)
    hints = get_type_hints(kind).values()
    return kind(*(_wild(game, hint, rng) for hint in hints))


def _wild(game: AnyGame, hint: object, rng: random.Random) -> Any:
    if hint is int:
        return rng.randint(-1, 14)
    if hint == Cell:
        return rng.randint(-6, 6), rng.randint(-6, 6)
    if hint is str:
        return rng.choice(["head", "foot", "side"])
    if hint == tuple[int, ...]:
        return tuple(rng.sample(range(LARGEST), rng.randint(0, 4)))
    places = [Place(name) for name in (*game.layout, *game.extra_places())]
    if hint == tuple[Place, ...]:
        return tuple(rng.sample(places, rng.randint(0, 3)))
    return rng.choice(places)
