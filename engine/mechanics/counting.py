"""Dealing by counting: a card whose rank equals the number of its place is put aside.

Cards are laid on numbered places, one on each, while counting from 1. A card whose rank is the
number of its place does not stay there, and the next card takes the place. The card after the last
place ends the round and stays face down.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import CARD, KING, NAME, RANK, Card
from engine.view import Frame, Json

Counted = tuple[int, Card]
"""The number at which a card was counted, from 1, and the card."""


class CountingRound(NamedTuple):
    """One round of dealing by counting: `laid` are the cards that stayed on their places, `matches`
    the cards put aside, and `unseen` is the face-down card that ended the round, None if the cards
    ran out before."""

    laid: list[Counted]
    matches: list[Counted]
    unseen: Card | None

    def told(self) -> dict[str, Json]:
        """Return the round as JSON for those who watch the deal, without the face-down card."""
        return {
            "laid": [[number, NAME[card]] for number, card in self.laid],
            "matches": [[number, NAME[card]] for number, card in self.matches],
            "blank": self.unseen is not None,
        }


def counted_out(cards: Sequence[Card], places: int) -> list[CountingRound]:
    """Deal the cards by counting and return the rounds. The last card ends the last round, even in
    the middle."""
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
    """Return how many cards of each rank have stayed on their places in these frames of a deal by
    counting, aces first. Kings are not dealt and have no number. Empty without frames.

    Only what the frames show is read, so whoever has watched them could have counted the same.
    """
    laid: Counter[int] = Counter()
    for frame in frames:
        rounds: Any = frame.shown["laid"]
        laid.update(RANK[CARD[name]] for _, name in rounds)
    return tuple(laid[rank] for rank in range(1, KING)) if frames else ()
