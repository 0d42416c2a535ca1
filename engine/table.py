"""What lies on the table: piles, the state they make, and the hands that move cards.

States never change. A move makes a new state that shares every pile it did not touch, so copying
is free, going back is keeping the old state, and `before is after` tells which piles changed.
A face-down card is a `Card` where the whole deal is known (server, solo) and `None` where only a
view is: a rule that peeked would not pass the type checker.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from engine.cards import NAME, Card
from engine.errors import HiddenCard

Beside = TypeVar("Beside")


class Pile(NamedTuple):
    """Cards in a pile, bottom first: those nobody sees now, then those that lie face up."""

    down: tuple[Card | None, ...] = ()
    up: tuple[Card, ...] = ()


EMPTY = Pile()


class GameOver(NamedTuple):
    """How a game ended. `reason` is stuck, resigned or timeout for a lost game, otherwise None."""

    result: Literal["won", "lost", "complete"]
    reason: Literal["stuck", "resigned", "timeout"] | None = None


WON = GameOver("won")
COMPLETE = GameOver("complete")
STUCK = GameOver("lost", "stuck")
RESIGNED = GameOver("lost", "resigned")
TIMEOUT = GameOver("lost", "timeout")


class State(NamedTuple, Generic[Beside]):
    """A position. `piles` are in the order of the game's layout; `beside` is what a game keeps
    beside its piles (a grid, a phase), or None."""

    piles: tuple[Pile, ...]
    beside: Beside
    over: GameOver | None = None


BESIDE = -1
"""Where a card goes that is laid beside the piles: into a grid, or in hand to be placed."""


class Event(NamedTuple):
    """One thing seen: cards `moved`, `dealt` from a face-down pile, or `turned` where they lay.

    `src` and `dst` are places in the layout, or BESIDE; `cards` are bottom first. An event names
    only cards that lie face up when it is over.
    """

    kind: Literal["moved", "dealt", "turned"]
    src: int
    dst: int
    cards: tuple[Card, ...]


class Step(NamedTuple, Generic[Beside]):
    """What a move did: the state after it and, in order, what was seen."""

    state: State[Beside]
    events: tuple[Event, ...]

    @property
    def revealed(self) -> bool:
        """Whether a card was turned up that was not seen before."""
        return any(event.kind != "moved" for event in self.events)


class Group(NamedTuple):
    """Piles of one kind: `prefix.i` for each index, or `prefix` alone when `indices` is None.

    `faces` says how their cards lie: up, down or both. Piles of a group that `vanishes` are not
    in a view while they are empty.
    """

    prefix: str
    role: str
    indices: Iterable[int | str] | None = None
    faces: Literal["up", "down", "both"] = "up"
    vanishes: bool = False


class Layout:
    """The piles of a game in reading order: their names, roles and places in `State.piles`.

    `parts` has each group with the places of its piles.
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
        """The places of the piles with a prefix; groups that share one stand side by side."""
        return self._ranges[prefix]

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)


class Table:
    """Hands at work: the piles of one state while a move is carried out. Cards move only here."""

    __slots__ = ("events", "piles")

    def __init__(self, piles: Iterable[Pile]) -> None:
        self.piles = list(piles)
        self.events: list[Event] = []

    def move(self, src: int, dst: int, n: int = 1) -> None:
        """Lay the top `n` face-up cards of `src`, in their order, on `dst`."""
        down, up = self.piles[src]
        cards = up[-n:]
        self.piles[src] = Pile(down, up[:-n])
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, target.up + cards)
        self.events.append(Event("moved", src, dst, cards))

    def deal(self, src: int, dst: int) -> None:
        """Turn the top face-down card of `src` up onto `dst`. Raises HiddenCard on a view."""
        card = self._lift_hidden(src)
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, (*target.up, card))
        self.events.append(Event("dealt", src, dst, (card,)))

    def turn_up(self, pile: int) -> None:
        """Turn up a bare face-down top card, if there is one. Raises HiddenCard on a view."""
        down, up = self.piles[pile]
        if down and not up:
            card = self._lift_hidden(pile)
            self.piles[pile] = Pile(down[:-1], (card,))
            self.events.append(Event("turned", pile, pile, (card,)))

    def turn_all_up(self, pile: int) -> None:
        """Turn up every face-down card of a pile. Raises HiddenCard on a view."""
        down, up = self.piles[pile]
        cards = tuple(card for card in down if card is not None)
        if len(cards) < len(down):
            raise HiddenCard("Only the server knows the cards that would be turned.")
        if cards:
            self.piles[pile] = Pile((), cards + up)
            self.events.append(Event("turned", pile, pile, cards))

    def cover(self, pile: int, keep: int = 1) -> None:
        """Leave only the top `keep` face-up cards in sight: the others are known, and unseen."""
        down, up = self.piles[pile]
        if len(up) > keep:
            cut = len(up) - keep
            self.piles[pile] = Pile(down + up[:cut], up[cut:])

    def carry(self, src: int, dst: int) -> None:
        """Lay a whole pile, covered cards and all, on another, whose own cards it covers."""
        down, up = self.piles[src]
        target = self.piles[dst]
        self.piles[src] = EMPTY
        self.piles[dst] = Pile(target.down + target.up + down, up)
        self.events.append(Event("moved", src, dst, up))

    def arrange(self, pile: int, cards: Pile) -> None:
        """Put cards already at the table into a pile as they are to lie: gathering, putting back.

        The caller answers for cards being neither made nor lost.
        """
        self.piles[pile] = cards

    def bring_up(self, pile: int, i: int) -> None:
        """Bring a face-up card to the top of its pile, `i` counted from below: hands take the top.

        Nothing is seen of it until the card moves.
        """
        down, up = self.piles[pile]
        self.piles[pile] = Pile(down, (*up[:i], *up[i + 1 :], up[i]))

    def redeal(self, pile: int, onto: Sequence[int]) -> None:
        """Take up a pile and deal it face up, bottom card first, across the piles `onto`.

        One card falls to each in turn; the pile may be among them. Raises HiddenCard on a view.
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

    def take_in_hand(self, src: int) -> Card:
        """Turn up the top face-down card of `src` and hold it. Raises HiddenCard on a view."""
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
    """How many face-up cards lie in these places."""
    count = 0
    for i in places:
        count += len(piles[i].up)
    return count


def card_names(pile: Pile) -> list[str]:
    """The names of a pile's face-up cards, bottom first."""
    return [NAME[card] for card in pile.up]
