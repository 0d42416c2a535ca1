"""`Picture`: the foundations of games in which every card has one place on the foundations, known
before the deal."""

from collections.abc import Container, Sequence
from typing import Any

from engine.cards import NAME, Card
from engine.mechanics.rules import Laying, Piles
from engine.table import Pile, face_up


class Picture:
    """The foundations of a game in which every card has one place on them.

    `finished` has the cards that lie on each foundation when the game is won, bottom first. The
    foundations are the piles from index `first` on.
    """

    def __init__(self, first: int, finished: Sequence[Sequence[Card]]) -> None:
        self.piles = range(first, first + len(finished))
        self.finished = [tuple(cards) for cards in finished]
        self.place = {
            card: (i, height)
            for i, cards in zip(self.piles, self.finished, strict=True)
            for height, card in enumerate(cards)
        }
        """The foundation of each card, and how many cards lie there before it."""

    def begun(self, laid: Container[Card]) -> list[Pile]:
        """Return the foundations as they are when only the cards in `laid` have been put on
        them."""
        return [Pile(up=tuple(card for card in cards if card in laid)) for cards in self.finished]

    def in_order(self, piles: Piles) -> bool:
        """Return whether every card on the foundations lies in its own place."""
        laid = [piles[i].up for i in self.piles]
        return all(up == cards[: len(up)] for up, cards in zip(laid, self.finished, strict=True))

    def built(self, piles: Piles) -> int:
        """Return the number of cards on the foundations together."""
        return face_up(piles, self.piles)

    def homes(self, names: Sequence[str]) -> dict[str, str]:
        """Return, for `Drawing.homes`, the name of the foundation of each card by the name of the
        card. `names` are the names of the first foundations; cards of other foundations are left
        out."""
        named = zip(names, self.finished, strict=False)
        return {NAME[card]: name for name, cards in named for card in cards}

    def building(
        self, kind: type, sources: Sequence[int], unfit: str, none: str, elsewhere: str = ""
    ) -> Laying[Any]:
        """Return the rule of the moves that put the top card of a pile on the foundation where the
        card belongs. `sources` are the piles from which cards may move.

        The other arguments are reasons for refusing a move, as players read them. `unfit`: cards
        that belong below this one are missing. `none` and `elsewhere` have the meaning that they
        have in `Laying`.
        """

        place = self.place
        home = {card: foundation for card, (foundation, _) in place.items()}

        def why_not(piles: Piles, src: int) -> str | None:
            foundation, height = place[piles[src].up[-1]]
            return None if len(piles[foundation].up) == height else unfit

        return Laying(kind, sources, why_not, home.__getitem__, none, elsewhere)
