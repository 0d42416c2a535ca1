"""The deal by counting: what games share in which a card that falls on its own number is put apart.

Cards are laid one to each of some places, counted aloud. A card whose rank is the number of its
place does not stay there; the next one takes its place. The card after the last place ends a round,
and is not looked at.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import NAME, RANK, Card
from engine.view import Json

Counted = tuple[int, Card]
"""The number a card was counted out to, from 1, and the card."""


class Round(NamedTuple):
    """What stayed on the places in one round, what matched its number, and the unseen card."""

    laid: list[Counted]
    matches: list[Counted]
    unseen: Card | None

    def told(self) -> dict[str, Json]:
        """The round for those who watch the deal: all but the unseen card."""
        return {
            "laid": [[number, NAME[card]] for number, card in self.laid],
            "matches": [[number, NAME[card]] for number, card in self.matches],
            "blank": self.unseen is not None,
        }


def counted_out(cards: Sequence[Card], places: int) -> list[Round]:
    """The rounds in which these cards are dealt; the last ends with them, wherever that is."""
    rounds: list[Round] = []
    laid: list[Counted] = []
    matches: list[Counted] = []
    for card in cards:
        number = len(laid) + 1
        if number > places:
            rounds.append(Round(laid, matches, card))
            laid, matches = [], []
        elif RANK[card] == number:
            matches.append((number, card))
        else:
            laid.append((number, card))
    return [*rounds, Round(laid, matches, None)] if laid or matches else rounds
