"""The cards that a contestant has not seen. The contestant knows which cards they are, but not
where each of them lies."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.cards import Card, new_pack
from engine.game import Game
from engine.table import Pile, State

Pick = Callable[[int], int]
"""A function that returns a random number from 0 to n − 1. The caller passes n, which is at least
1."""


def unseen_cards(game: Game[Any, Any], known: State[Any], pick: Pick) -> list[Card]:
    """Return the cards that are not known in the state `known`, in a random order. `pick` returns
    the random numbers."""
    left = Counter(new_pack(game.packs))
    left.subtract(game.cards_beside(known))
    for down, up in known.piles:
        left.subtract(up)
        left.subtract([card for card in down if card is not None])
    cards = list(left.elements())
    shuffle_in_place(cards, pick)
    return cards


def shuffle_in_place(cards: list[Card], pick: Pick) -> None:
    """Put the cards of the list into a random order. `pick` returns the random numbers."""
    for i in range(len(cards) - 1, 0, -1):
        j = pick(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def supposed(known: State[Any], cards: Sequence[Card]) -> State[Any]:
    """Return the state `known` with `cards` in the places of its unknown cards. The cards are laid
    in the order of the piles, and from the bottom in each pile."""
    left = iter(cards)
    return known._replace(
        piles=tuple(
            Pile(tuple(next(left) if card is None else card for card in pile.down), pile.up)
            if None in pile.down
            else pile
            for pile in known.piles
        )
    )


def supposed_orders(known: State[Any], cards: Sequence[Card], pick: Pick) -> Iterator[State[Any]]:
    """Yield the state `known` with its unknown cards, which are `cards`, in one random order after
    the other, without end. `pick` returns the random numbers."""
    order = [*cards]
    while True:
        shuffle_in_place(order, pick)
        yield supposed(known, order)
