"""Dealing by counting, as in Kings: a card whose rank equals the number of its place is put aside.

The dealer counts from 1 and puts one card on each numbered place. A card whose rank is the number
of its place is put aside, and the next card takes the place. When all places have a card, one more
card is laid down unseen, and a new round begins.

Clients show such a deal step by step before play begins. The steps are called frames.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import CARD, KING, NAME, RANK, Card
from engine.view import Frame, Json

Counted = tuple[int, Card]
"""The number at which a card was counted, from 1, and the card."""


class CountingRound(NamedTuple):
    """One round of dealing by counting. `laid` are the cards that stayed on their places, and
    `matches` are the cards put aside, each with the number of its place. `unseen` is the face-down
    card that ended the round; it is None if no cards were left."""

    laid: list[Counted]
    matches: list[Counted]
    unseen: Card | None

    def told(self) -> dict[str, Json]:
        """Return the round as JSON for people who watch the deal. The JSON says whether there is a
        face-down card, but not which."""
        return {
            "laid": [[number, NAME[card]] for number, card in self.laid],
            "matches": [[number, NAME[card]] for number, card in self.matches],
            "blank": self.unseen is not None,
        }


def counted_out(cards: Sequence[Card], places: int) -> list[CountingRound]:
    """Deal the cards by counting, and return the rounds in order. When there are no more cards, the
    last round ends, even if some of its places have no card."""
    rounds: list[CountingRound] = []
    laid: list[Counted] = []
    matches: list[Counted] = []
    for card in cards:
        number = len(laid) + 1
        if number > places:
            rounds.append(CountingRound(laid, matches, card))
            laid, matches = [], []
        elif RANK[card] == number:
            matches.append((number, card))
        else:
            laid.append((number, card))
    return [*rounds, CountingRound(laid, matches, None)] if laid or matches else rounds


def laid_counts(frames: Sequence[Frame]) -> tuple[int, ...]:
    """Return how many cards of each rank, from ace to queen, stayed on their places in a deal by
    counting. `frames` are the steps in which players saw this deal. There is no number for the
    kings, which are not part of the deal. Without frames the function returns an empty tuple.

    The function reads only what the frames show, so a person who watched them could have counted
    the same.
    """
    laid: Counter[int] = Counter()
    for frame in frames:
        rounds: Any = frame.shown["laid"]
        laid.update(RANK[CARD[name]] for _, name in rounds)
    return tuple(laid[rank] for rank in range(1, KING)) if frames else ()
