"""Piles, the state of a game, the layout of its piles, and the `Table` on which a move is made.

States are immutable. A move makes a new state that shares every pile it did not change. So a copy
costs nothing, taking a move back means keeping the old state, and `old is not new` finds the piles
that changed. A face-down card is a `Card` where the whole deal is known (on the server, in solo
play) and `None` where only a view is known. The type checker therefore rejects a rule that looks at
face-down cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from engine.cards import NAME, Card
from engine.errors import HiddenCard

Beside = TypeVar("Beside")


class Pile(NamedTuple):
    """The cards of a pile, bottom first: the face-down cards `down`, and the face-up cards `up`
    that lie on them."""

    down: tuple[Card | None, ...] = ()
    up: tuple[Card, ...] = ()


EMPTY = Pile()


class GameOver(NamedTuple):
    """How a game ended. `reason` is None unless the game was lost."""

    result: Literal["won", "lost", "complete"]
    reason: Literal["stuck", "resigned", "timeout"] | None = None


WON = GameOver("won")
COMPLETE = GameOver("complete")
STUCK = GameOver("lost", "stuck")
RESIGNED = GameOver("lost", "resigned")
TIMEOUT = GameOver("lost", "timeout")


class State(NamedTuple, Generic[Beside]):
    """A position. `piles` are in the order of the game's layout. `beside` is whatever else the game
    must remember (a grid, the number of the session), or None. `over` is None while the game goes
    on."""

    piles: tuple[Pile, ...]
    beside: Beside
    over: GameOver | None = None


BESIDE = -1
"""The `src` or `dst` of an event for a card that is in no pile but in a grid or in hand, and the
`dst` for cards that are turned over and go out of sight."""


class Event(NamedTuple):
    """One visible change: cards `moved`, `dealt` from a face-down pile, or `turned` up in place.

    `src` and `dst` are indices of piles in the layout, or BESIDE. `cards` are bottom first and
    include only cards that are face up after the event, or were before they went out of sight.
    """

    kind: Literal["moved", "dealt", "turned"]
    src: int
    dst: int
    cards: tuple[Card, ...]


class Step(NamedTuple, Generic[Beside]):
    """The result of a move: the state after it, and the visible changes in order."""

    state: State[Beside]
    events: tuple[Event, ...]

    @property
    def revealed(self) -> bool:
        """Whether the move turned up a card that had not been seen."""
        return any(event.kind != "moved" for event in self.events)


class Group(NamedTuple):
    """Piles of one kind: `prefix.i` for each index, or `prefix` alone when `indices` is None.

    `faces` says whether their cards are face up, face down, or may be either. If `vanishes` is set,
    a view leaves out the group's empty piles.

    `tilts` says what a player marks by tilting: single `cards`, or the whole `pile`. `covered` is
    like `cards`, but a plain click on a covered card tilts it too, since it cannot move.
    """

    prefix: str
    role: str
    indices: Iterable[int | str] | None = None
    faces: Literal["up", "down", "both"] = "up"
    vanishes: bool = False
    tilts: Literal["cards", "covered", "pile"] = "cards"


class SuggestedTilt(NamedTuple):
    """How the book of a game would tilt card `at` (from the bottom, from 0, face-down cards
    included) of the pile with index `pile`: 1 by 45 degrees to the right, 2 by 90 degrees, 3 by 45
    degrees to the left."""

    pile: int
    at: int
    tilt: int


class Layout:
    """The piles of a game in reading order: their names, groups and indices in `State.piles`.

    `parts` pairs each group with the indices of its piles.
    """

    def __init__(self, *groups: Group) -> None:
        self.groups = groups
        self.names: list[str] = []
        self.group_of: list[Group] = []
        self.parts: list[tuple[Group, range]] = []
        self._ranges: dict[str, range] = {}
        for group in groups:
            start = len(self.names)
            if group.indices is None:
                self.names.append(group.prefix)
            else:
                self.names.extend(f"{group.prefix}.{i}" for i in group.indices)
            self.group_of.extend([group] * (len(self.names) - start))
            self.parts.append((group, range(start, len(self.names))))
            before = self._ranges.get(group.prefix, range(start, start))
            self._ranges[group.prefix] = range(before.start, len(self.names))
        self.index = {name: i for i, name in enumerate(self.names)}

    def __getitem__(self, prefix: str) -> range:
        """Return the indices of the piles with this prefix. Groups that share a prefix must be
        adjacent."""
        return self._ranges[prefix]

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)


class Table:
    """The piles of one state while a move is carried out. Only the methods of this class move
    cards.

    Piles are given by their index. `events` collects the visible changes in order. A method raises
    HiddenCard if it would turn up a card that is not known because the state comes from a view.
    """

    __slots__ = ("events", "piles")

    def __init__(self, piles: Iterable[Pile]) -> None:
        self.piles = list(piles)
        self.events: list[Event] = []

    def move(self, src: int, dst: int, n: int = 1) -> None:
        """Lay the top `n` face-up cards of pile `src` on pile `dst`, in the same order."""
        down, up = self.piles[src]
        cards = up[-n:]
        self.piles[src] = Pile(down, up[:-n])
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, target.up + cards)
        self.events.append(Event("moved", src, dst, cards))

    def deal(self, src: int, dst: int) -> None:
        """Lay the top face-down card of pile `src` face up on pile `dst`. Raises HiddenCard if the
        card is not known."""
        card = self._lift_hidden(src)
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, (*target.up, card))
        self.events.append(Event("dealt", src, dst, (card,)))

    def turn_up(self, pile: int) -> None:
        """Turn up the top card of a pile if it is face down. Raises HiddenCard if the card is not
        known."""
        down, up = self.piles[pile]
        if down and not up:
            card = self._lift_hidden(pile)
            self.piles[pile] = Pile(down[:-1], (card,))
            self.events.append(Event("turned", pile, pile, (card,)))

    def turn_all_up(self, pile: int) -> None:
        """Turn up every face-down card of a pile. Raises HiddenCard if one of the cards is not
        known."""
        down, up = self.piles[pile]
        cards = tuple(card for card in down if card is not None)
        if len(cards) < len(down):
            raise HiddenCard("Only the server knows the cards that would be turned.")
        if cards:
            self.piles[pile] = Pile((), cards + up)
            self.events.append(Event("turned", pile, pile, cards))

    def cover(self, pile: int, keep: int = 1) -> None:
        """Turn all but the top `keep` face-up cards of a pile face down; the state still knows the
        cards."""
        down, up = self.piles[pile]
        if len(up) > keep:
            cut = len(up) - keep
            self.piles[pile] = Pile(down + up[:cut], up[cut:])

    def carry(self, src: int, dst: int) -> None:
        """Lay the whole pile `src`, face-down cards included, on pile `dst`. All cards that were in
        `dst` end face down."""
        down, up = self.piles[src]
        target = self.piles[dst]
        self.piles[src] = EMPTY
        self.piles[dst] = Pile(target.down + target.up + down, up)
        self.events.append(Event("moved", src, dst, up))

    def hide(self, src: int, n: int) -> None:
        """Take the top `n` face-up cards of pile `src` off the table, out of sight. The caller puts
        them back face down with `arrange`."""
        down, up = self.piles[src]
        self.piles[src] = Pile(down, up[:-n])
        self.events.append(Event("moved", src, BESIDE, up[-n:]))

    def arrange(self, pile: int, cards: Pile) -> None:
        """Replace the contents of a pile without an event, to gather cards or to put them back.

        The caller must make sure that no card is added or lost.
        """
        self.piles[pile] = cards

    def bring_up(self, pile: int, i: int) -> None:
        """Bring the face-up card at index `i`, counted from the bottom, to the top of its pile.

        Makes no event. Call it before `move`, which takes cards from the top only.
        """
        down, up = self.piles[pile]
        self.piles[pile] = Pile(down, (*up[:i], *up[i + 1 :], up[i]))

    def redeal(self, pile: int, onto: Sequence[int]) -> None:
        """Deal a pile face up, bottom card first, one card to each pile of `onto` in turn.

        The pile itself may be in `onto`. Raises HiddenCard if one of the cards is not known.
        """
        down, up = self.piles[pile]
        self.piles[pile] = EMPTY
        for i, card in enumerate((*down, *up)):
            if card is None:
                raise HiddenCard("Only the server knows the cards that would be dealt.")
            dst = onto[i % len(onto)]
            target = self.piles[dst]
            self.piles[dst] = Pile(target.down, (*target.up, card))
            self.events.append(Event("dealt" if i < len(down) else "moved", pile, dst, (card,)))

    def turn_over(self, piles: Iterable[int], stock: int) -> None:
        """Gather piles, the first one lowest, and turn the packet over to be the stock: the bottom
        card of the first pile will be dealt first. The stock must be used up."""
        cards: list[Card | None] = []
        for pile in piles:
            down, up = self.piles[pile]
            cards += (*down, *up)
            if up:
                self.hide(pile, len(up))
            self.piles[pile] = EMPTY
        self.piles[stock] = Pile(down=tuple(reversed(cards)))

    def take_in_hand(self, src: int) -> Card:
        """Take the top face-down card of pile `src` off and return it. Raises HiddenCard if the
        card is not known."""
        card = self._lift_hidden(src)
        self.events.append(Event("dealt", src, BESIDE, (card,)))
        return card

    def _lift_hidden(self, src: int) -> Card:
        down, up = self.piles[src]
        card = down[-1]
        if card is None:
            raise HiddenCard("Only the server knows the card that would be turned.")
        self.piles[src] = Pile(down[:-1], up)
        return card


def face_up(piles: Sequence[Pile], places: Iterable[int]) -> int:
    """Return the number of face-up cards in the piles with these indices."""
    count = 0
    for i in places:
        count += len(piles[i].up)
    return count


def card_names(pile: Pile) -> list[str]:
    """Return the names of a pile's face-up cards, bottom first."""
    return [NAME[card] for card in pile.up]
