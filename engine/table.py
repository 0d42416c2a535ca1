"""Piles, the state of a game, the layout of its piles, and the `Table` on which a move is made.

A state is immutable. A move makes a new state that shares every pile that it does not change. So a
copy costs nothing, a move is taken back by keeping the old state, and `old is not new` finds the
piles that changed.

A view is what a player may see of a state; it has only the number of face-down cards. So a
face-down card is a `Card` in a state of which the whole deal is known (on the server, or in a game
played alone), and `None` in a state that was made from a view. The type `Card | None` lets the type
checker reject a rule that reads face-down cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from engine.cards import NAME, Card
from engine.errors import HiddenCard

Beside = TypeVar("Beside")


class Pile(NamedTuple):
    """The cards of a pile: the face-down cards `down`, and on them the face-up cards `up`. Both
    tuples begin with the bottom card."""

    down: tuple[Card | None, ...] = ()
    up: tuple[Card, ...] = ()


EMPTY = Pile()


class GameOver(NamedTuple):
    """How a game ended. `complete` is the end of a game that is played for points and is neither
    won nor lost. `reason` says why the game was lost; it is None if it was not lost."""

    result: Literal["won", "lost", "complete"]
    reason: Literal["stuck", "resigned", "timeout"] | None = None


WON = GameOver("won")
COMPLETE = GameOver("complete")
STUCK = GameOver("lost", "stuck")
RESIGNED = GameOver("lost", "resigned")
TIMEOUT = GameOver("lost", "timeout")


class State(NamedTuple, Generic[Beside]):
    """A complete position. `piles` are in the order of the layout of the game. `beside` is what the
    game must know besides its piles, such as a grid or how many redeals were made; it is None if
    there is nothing. `over` is None while the game goes on."""

    piles: tuple[Pile, ...]
    beside: Beside
    over: GameOver | None = None


BESIDE = -1
"""The `src` or `dst` of an event if the card is in no pile, but on a grid or in hand. It is also
the `dst` of cards that are turned over and no longer seen."""


class Event(NamedTuple):
    """One change that a move makes on the table and that players see: cards were `moved`, `dealt`
    from a face-down pile to another pile, or `turned` up where they lie.

    `src` and `dst` are indices of piles in the layout, or BESIDE for a place that is no pile.
    `cards` has the cards from the bottom up. It has only cards that are face up after the event, or
    that were face up and have been turned over.
    """

    kind: Literal["moved", "dealt", "turned"]
    src: int
    dst: int
    cards: tuple[Card, ...]


class Step(NamedTuple, Generic[Beside]):
    """The result of a move: the state after it, and the changes that players see, in order."""

    state: State[Beside]
    events: tuple[Event, ...]

    @property
    def revealed(self) -> bool:
        """Whether the move turned up a card that the player had not seen before."""
        return any(event.kind != "moved" for event in self.events)


class Group(NamedTuple):
    """Piles of a game that have the same role, such as its columns. With `indices` the piles are
    named `prefix.i` for each index `i`; without, there is one pile named `prefix`.

    `faces` says whether the cards of the piles are face up, face down, or may be either. If
    `vanishes` is true, what a player is shown leaves out those piles of the group that are empty.

    A player may tilt a card, which turns it a little, as a reminder. `tilts` says what can be
    tilted: single `cards`, or the whole `pile`. `covered` is like `cards`; in addition, a plain
    click tilts a card that cannot move because another card covers it.
    """

    prefix: str
    role: str
    indices: Iterable[int | str] | None = None
    faces: Literal["up", "down", "both"] = "up"
    vanishes: bool = False
    tilts: Literal["cards", "covered", "pile"] = "cards"


class SuggestedTilt(NamedTuple):
    """A tilt that the book of a game recommends: one card is turned by an angle as a reminder for
    the player. `pile` is the index of the pile. `at` is the index of the card from the bottom,
    face-down cards included. `tilt` is 1 for 45 degrees to the right, 2 for 90 degrees, and 3 for
    45 degrees to the left."""

    pile: int
    at: int
    tilt: int


class Layout:
    """The piles of a game, in the order of `State.piles`: their names, the group of each, and the
    index of each name.

    `parts` has each group together with the indices of its piles.
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
        """Return the indices of the piles whose names begin with this prefix. Groups with the same
        prefix must follow each other."""
        return self._ranges[prefix]

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)


class Table:
    """The piles of one state while a move is carried out. Only the methods of this class move
    cards.

    Piles are given by their index. `events` collects the changes that players see, in order. A
    method raises HiddenCard if it would turn up a card that is not known because the state comes
    from a view.
    """

    __slots__ = ("events", "piles")

    def __init__(self, piles: Iterable[Pile]) -> None:
        self.piles = list(piles)
        self.events: list[Event] = []

    def move(self, src: int, dst: int, n: int = 1) -> None:
        """Move the top `n` face-up cards of the pile `src` to the pile `dst`. They keep their
        order."""
        down, up = self.piles[src]
        cards = up[-n:]
        self.piles[src] = Pile(down, up[:-n])
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, target.up + cards)
        self.events.append(Event("moved", src, dst, cards))

    def deal(self, src: int, dst: int) -> None:
        """Move the top face-down card of the pile `src` to the pile `dst`, and turn it up. Raises
        HiddenCard if the card is not known."""
        card = self._lift_hidden(src)
        target = self.piles[dst]
        self.piles[dst] = Pile(target.down, (*target.up, card))
        self.events.append(Event("dealt", src, dst, (card,)))

    def turn_up(self, pile: int) -> None:
        """Turn up the top card of the pile if it is face down. Raises HiddenCard if the card is not
        known."""
        down, up = self.piles[pile]
        if down and not up:
            card = self._lift_hidden(pile)
            self.piles[pile] = Pile(down[:-1], (card,))
            self.events.append(Event("turned", pile, pile, (card,)))

    def turn_all_up(self, pile: int) -> None:
        """Turn up every face-down card of the pile. Raises HiddenCard if one of the cards is not
        known."""
        down, up = self.piles[pile]
        cards = tuple(card for card in down if card is not None)
        if len(cards) < len(down):
            raise HiddenCard("Only the server knows the cards that would be turned.")
        if cards:
            self.piles[pile] = Pile((), cards + up)
            self.events.append(Event("turned", pile, pile, cards))

    def cover(self, pile: int, keep: int = 1) -> None:
        """Turn face down all face-up cards of the pile except the top `keep`. The state still says
        which cards they are. This makes no event."""
        down, up = self.piles[pile]
        if len(up) > keep:
            cut = len(up) - keep
            self.piles[pile] = Pile(down + up[:cut], up[cut:])

    def carry(self, src: int, dst: int) -> None:
        """Move the whole pile `src` onto the pile `dst`; its face-down cards stay face down. All
        cards that were in `dst` before are face down afterwards."""
        down, up = self.piles[src]
        target = self.piles[dst]
        self.piles[src] = EMPTY
        self.piles[dst] = Pile(target.down + target.up + down, up)
        self.events.append(Event("moved", src, dst, up))

    def hide(self, src: int, n: int) -> None:
        """Take the top `n` face-up cards of the pile `src` off the table. The caller puts them back
        face down with `arrange`."""
        down, up = self.piles[src]
        self.piles[src] = Pile(down, up[:-n])
        self.events.append(Event("moved", src, BESIDE, up[-n:]))

    def arrange(self, pile: int, cards: Pile) -> None:
        """Replace the cards of a pile without an event, for example when cards are gathered for a
        redeal.

        The caller must make sure that no card of the game is added or lost.
        """
        self.piles[pile] = cards

    def bring_up(self, pile: int, i: int) -> None:
        """Put the face-up card with the index `i`, counted from the bottom, on top of its pile.

        This makes no event. It is called before `move`, which takes cards only from the top.
        """
        down, up = self.piles[pile]
        self.piles[pile] = Pile(down, (*up[:i], *up[i + 1 :], up[i]))

    def redeal(self, pile: int, onto: Sequence[int]) -> None:
        """Deal the cards of a pile face up, the bottom card first, one to each of the piles `onto`
        in turn.

        The pile itself may be one of `onto`. Raises HiddenCard if one of the cards is not known.
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
        """Gather the cards of `piles`, with the first pile at the bottom, and turn them over
        together to be the pile `stock`. So the bottom card of the first pile is dealt first from
        then on. The stock must be empty before."""
        cards: list[Card | None] = []
        for pile in piles:
            down, up = self.piles[pile]
            cards += (*down, *up)
            if up:
                self.hide(pile, len(up))
            self.piles[pile] = EMPTY
        self.piles[stock] = Pile(down=tuple(reversed(cards)))

    def take_in_hand(self, src: int) -> Card:
        """Take the top face-down card off the pile `src` and return it; it is then in no pile.
        Raises HiddenCard if the card is not known."""
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
    """Return the names of the face-up cards of a pile, from the bottom up."""
    return [NAME[card] for card in pile.up]
