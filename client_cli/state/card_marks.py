"""Tilt marks: cards that are drawn a little turned on the player's own table, because the player
has turned them as a reminder.

Marks have no meaning in the rules. A mark disappears when its card moves. A place is a pile and the
index of a card in it, from the bottom; the index is None for the pile as a whole. A view is what
the player sees of the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

from engine.games import AnyGame
from engine.table import State
from engine.view import View

UPRIGHT, RIGHT, ACROSS, LEFT = range(4)
AFTER = {UPRIGHT: RIGHT, RIGHT: ACROSS, ACROSS: LEFT, LEFT: UPRIGHT}
"""The tilt that follows each tilt when a card is turned once more."""

SIGNS = {RIGHT: "/", ACROSS: "-", LEFT: "\\"}

Place = tuple[str, int | None]
"""(pile, index of a card from the bottom); the index is None for the pile as a whole."""


class AnyTilt(Protocol):
    """The tilt mark of a card or pile, as `TiltMark` and as the message
    `protocol.rooms.watching.Tilt` have it. `index` counts the cards of the pile from the bottom;
    None means the whole pile."""

    @property
    def pile(self) -> str: ...

    @property
    def index(self) -> int | None: ...

    @property
    def tilt(self) -> int: ...


@dataclass(frozen=True, slots=True)
class TiltMark:
    """A tilt mark that no message has brought. A game alone does not import messages, because their
    import is slow."""

    pile: str
    index: int | None
    tilt: int


class MarkedCard(NamedTuple):
    """A tilt mark as it is stored: the tilt, and the name of the card that lay there when the mark
    was set (None for a face-down card or a whole pile). The mark holds as long as this card lies
    there."""

    tilt: int
    card: str | None


class CardMarks:
    """The tilt marks on one table. Tilts are UPRIGHT (none), RIGHT, ACROSS and LEFT."""

    def __init__(self) -> None:
        self._marks: dict[Place, MarkedCard] = {}

    @classmethod
    def suggested(cls, game: AnyGame, state: State[Any]) -> Self:
        """Return the marks that the rule book of the game suggests in this position."""
        marks, view = cls(), game.view(state)
        for pile, index, tilt in game.suggested_tilts(state):
            marks.tilt(view, (game.layout.names[pile], index), tilt)
        return marks

    def at(self, view: View, place: Place) -> int:
        """Return the tilt of a card or pile. It is UPRIGHT if no mark was set, or if the card of
        the mark has moved."""
        marked = self._marks.get(place)
        return marked.tilt if marked and marked.card == card_at(view, place) else UPRIGHT

    def tilt(self, view: View, place: Place, tilt: int) -> None:
        """Set the tilt of a card or pile."""
        if tilt == UPRIGHT:
            self._marks.pop(place, None)
        else:
            self._marks[place] = MarkedCard(tilt, card_at(view, place))

    def take(self, view: View, tilts: Iterable[AnyTilt]) -> None:
        """Replace all marks by the given tilts."""
        self._marks = {}
        for mark in tilts:
            self.tilt(view, (mark.pile, mark.index), mark.tilt)

    def tilted(self, view: View) -> list[TiltMark]:
        """Return the marks whose card has not moved, sorted by place."""
        found = sorted(self._marks, key=str)
        tilts = [(pile, index, self.at(view, (pile, index))) for pile, index in found]
        return [TiltMark(p, i, tilt) for p, i, tilt in tilts if tilt != UPRIGHT]

    def signs(self, view: View) -> dict[tuple[str, int], str]:
        """Return the character to draw for every mark whose card has not moved. The keys are pairs
        of a pile and the number of the card, where the top card is 1 and 0 means the pile as a
        whole."""
        found = {}
        for pile, index in self._marks:
            tilt = self.at(view, (pile, index))
            lying = view.piles.get(pile)
            if tilt != UPRIGHT and lying is not None:
                n = 0 if index is None else lying.down + len(lying.up) - index
                found[pile, n] = SIGNS[tilt]
        return found


def card_at(view: View, place: Place) -> str | None:
    """Return the name of the face-up card at a place; None for a face-down card, an empty place or
    a whole pile."""
    pile, index = place
    lying = view.piles.get(pile)
    if index is None or lying is None:
        return None
    down, up = lying
    return up[index - down] if 0 <= index - down < len(up) else None


def meant(view: View, pile: str, n: int, *, whole: bool) -> Place | None:
    """Return the place to tilt when a player picks card number `n` of a pile. Cards are numbered
    from the top card, which is 1; 0 means the top card too. If `whole` is True, or all cards of the
    pile are face down, the place is the pile as a whole. Return None if there is nothing to
    tilt."""
    lying = view.piles.get(pile)
    if lying is None:
        return None
    down, up = lying
    if whole or (down and not up):
        return pile, None
    if not up:
        return None
    return pile, down + len(up) - min(max(1, n), len(up))
