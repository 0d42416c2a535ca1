"""Tilt marks: how cards lie on one's own table. They carry no rules, and are gone with the card."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.view import View
from protocol.watching import Tilt

UPRIGHT, RIGHT, ACROSS, LEFT = range(4)
AFTER = {UPRIGHT: RIGHT, RIGHT: ACROSS, ACROSS: LEFT, LEFT: UPRIGHT}
"""What a card is tilted to next."""

SIGNS = {RIGHT: "/", ACROSS: "-", LEFT: "\\"}

Place = tuple[str, int | None]
"""A pile and an index in it from the bottom, or None for the pile as a whole."""


class Marked(NamedTuple):
    """How something lies, and the card it is; None for a whole pile."""

    tilt: int
    card: str | None


class Marks:
    """What is tilted on one table."""

    def __init__(self) -> None:
        self._marks: dict[Place, Marked] = {}

    def at(self, view: View, place: Place) -> int:
        """How something lies now."""
        marked = self._marks.get(place)
        return marked.tilt if marked and marked.card == card_at(view, place) else UPRIGHT

    def tilt(self, view: View, place: Place, tilt: int) -> None:
        """Lay something so."""
        if tilt == UPRIGHT:
            self._marks.pop(place, None)
        else:
            self._marks[place] = Marked(tilt, card_at(view, place))

    def take(self, view: View, tilts: Iterable[Tilt]) -> None:
        """These marks and no others."""
        self._marks = {}
        for mark in tilts:
            self.tilt(view, (mark.pile, mark.index), mark.tilt)

    def tilted(self, view: View) -> list[Tilt]:
        """The marks that still mean something, to be kept."""
        found = sorted(self._marks, key=str)
        tilts = [(pile, index, self.at(view, (pile, index))) for pile, index in found]
        return [Tilt(pile=p, index=i, tilt=tilt) for p, i, tilt in tilts if tilt != UPRIGHT]

    def signs(self, view: View) -> dict[tuple[str, int], str]:
        """The sign of every mark that still means something, by pile and number from the top (0 for
        the pile as a whole)."""
        found = {}
        for pile, index in self._marks:
            tilt = self.at(view, (pile, index))
            lying = view.piles.get(pile)
            if tilt != UPRIGHT and lying is not None:
                n = 0 if index is None else lying.down + len(lying.up) - index
                found[pile, n] = SIGNS[tilt]
        return found


def card_at(view: View, place: Place) -> str | None:
    """The card at a place; None where none is seen, and for a whole pile."""
    pile, index = place
    lying = view.piles.get(pile)
    if index is None or lying is None:
        return None
    down, up = lying
    return up[index - down] if 0 <= index - down < len(up) else None


def meant(view: View, pile: str, n: int, *, whole: bool) -> Place | None:
    """What is tilted by a pick of the n-th card from the top of a pile (0: the top one); None where
    nothing lies. A pile of which no card is seen is tilted as a whole, and so is any if `whole`."""
    lying = view.piles.get(pile)
    if lying is None:
        return None
    down, up = lying
    if whole or (down and not up):
        return pile, None
    if not up:
        return None
    return pile, down + len(up) - min(max(1, n), len(up))
