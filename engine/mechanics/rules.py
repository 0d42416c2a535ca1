"""Rules of moves: packing, building, dealing and others, and which card may lie on which.

A rule says which moves of a kind are legal, and gives the reason why another move of that kind is
refused.

Begin with `rules()` of `engine/games/klondike.py` and `engine/games/aces_up.py`, then read `Rule`.
`Game.rules()` returns the rules of a game; its moves are listed in the order of these rules. `Game`
derives `legal_moves`, `refusal`, `perform` and `outcome` from them. Each class here is one kind of
rule:

- `Packing`: cards of a column or of the waste go on another column or into a space.
- `Building`: a top card goes on the foundation of its suit, from the ace up.
- `RankPlaying`: a top card goes on a pile that needs its rank next.
- `Filling`: a top card goes into a space.
- `Laying`: a top card goes on the one pile where it belongs.
- `Discarding`: a top card is discarded.
- `Choosing`: a move that names the pile where something happens.
- `Pairing`: two top cards are discarded together, or one goes on the other.
- `Dealing`: a move that names no card: a deal, a turn of the stock, a redeal.
- `Never`: a kind of move that the options forbid.
- `PileByPile`: the moves of several rules, listed by the pile they start from.

The reasons for refusing a move, which players read, are arguments of the rule and stand in the file
of the game. A rule with `must` is compulsory: while it allows a move, every `Dealing` is refused,
and `must` is the reason. A game whose moves fit none of these rules returns no rules, and overrides
`legal_moves`, `refusal` and `perform`. If only one game has a kind of move, its `Rule` may be in
the file of that game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Generic, NamedTuple

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.mechanics.suit_building import build_refusal, foundation_flaw
from engine.table import Beside, Layout, Pile, State, Table, face_up

Piles = Sequence[Pile]

EVERY_CARD = frozenset(Card(number) for number in range(52))
KINGS = frozenset(card for card in EVERY_CARD if RANK[card] == KING)
USED_UP = "The stock is used up."


# Which card lies on which. ---------------------------------------------------------------------


class Order(NamedTuple):
    """Which card may lie on which. Card `a` may lie on card `b` if `head[a] == takes[b]`."""

    head: tuple[int, ...]
    takes: tuple[int, ...]
    reason: str = ""
    """The reason told to the player when a card does not fit."""

    def fits(self, card: Card, on: Card) -> bool:
        """Return whether `card` may lie on `on`."""
        return self.head[card] == self.takes[on]

    def run_length(self, up: Sequence[Card]) -> int:
        """Return how many cards the run at the top of a pile has. Each card of a run but
        the lowest lies on a card on which this order lets it lie. `up` has the face-up cards of the
        pile, bottom first."""
        n = len(up)
        if n < 2:
            return n
        head, takes, _ = self
        length = 1
        while length < n and head[up[-length]] == takes[up[-length - 1]]:
            length += 1
        return length

    def joins(self, up: Sequence[Card]) -> int:
        """Return how many cards of a pile lie directly on a card on which this order lets them lie.
        `up` has the face-up cards of the pile, bottom first."""
        head, takes, _ = self
        return sum([head[card] == takes[below] for below, card in pairwise(up)])


ALTERNATE_COLOURS = Order(
    tuple(2 * rank + red for rank, red in zip(RANK, RED, strict=True)),
    tuple(2 * (rank - 1) + (not red) for rank, red in zip(RANK, RED, strict=True)),
    "A card is packed on one that is one higher and of the contrary colour.",
)
ANY_SUIT = Order(
    RANK, tuple(rank - 1 for rank in RANK), "A card is packed on a card one rank higher."
)
SAME_SUIT = Order(
    tuple(13 * suit + rank for suit, rank in zip(SUIT, RANK, strict=True)),
    tuple(13 * suit + rank - 1 if rank > 1 else -1 for suit, rank in zip(SUIT, RANK, strict=True)),
)

SAME_COLOUR = Order(
    tuple(13 * red + rank for rank, red in zip(RANK, RED, strict=True)),
    tuple(13 * red + rank - 1 if rank > 1 else -1 for rank, red in zip(RANK, RED, strict=True)),
)


def one(up: Sequence[Card]) -> int:
    """Return 1, or 0 if `up` is empty. A rule uses this function as `Source.longest` for piles of
    which only the top card may move."""
    return min(len(up), 1)


def matching(matches: Callable[[Card, Card], bool]) -> list[frozenset[Card]]:
    """Return, for each of the 52 cards, the set of cards for which `matches(card, other)` is true.
    The argument `matches` of `Pairing` has this form."""
    return [
        frozenset(other for other in EVERY_CARD if matches(Card(card), other)) for card in range(52)
    ]


class Source(NamedTuple):
    """Piles from which cards may move by a rule. The function `longest` is given the face-up cards
    of a pile, bottom first. It returns how many of them, counted from the top, may move together at
    most."""

    piles: Sequence[int]
    longest: Callable[[Sequence[Card]], int]
    too_few: str = "There are not so many face-up cards there."
    """The reason for refusing a move that names more cards than are face up."""
    parted: str = ""
    """The reason for refusing a move that names more cards than may move together."""


class Space(NamedTuple):
    """Which cards may go into an empty column, and the reasons for refusing others."""

    takes: frozenset[Card]
    reason: str = ""
    """The reason for refusing a card that is not in `takes`."""
    stays: str | None = None
    """The reason for refusing to move all cards of a column to an empty column; None if that is
    legal."""


KINGS_ONLY = Space(
    KINGS,
    "Only a king, with the cards on it, goes into an empty column.",
    "That king is at the head of a column already.",
)


def in_columns(cards: Sequence[Card], places: Sequence[int]) -> list[tuple[Card, ...]]:
    """Return columns of cards, each bottom first. `places` has, for each card of `cards`, the index
    of the column to which it is dealt."""
    columns: list[list[Card]] = [[] for _ in range(max(places) + 1)]
    for column, card in zip(places, cards, strict=False):
        columns[column].append(card)
    return [tuple(column) for column in columns]


# The rules. --------------------------------------------------------------------------------------


class Rule(ABC, Generic[Beside]):
    """A rule of a game: it says which moves of the kinds in `kinds` are legal, and carries them
    out. The object holds no cards; each method is given the state it works on."""

    kinds: tuple[type, ...]
    """The kinds of move of this rule. A subclass sets them in its constructor."""
    must: str | None = None
    """The reason for refusing every `Dealing` while this rule allows a move. None if the rule is
    not compulsory."""
    waits: ClassVar[bool] = False
    """Whether the moves of this rule are refused while a compulsory rule allows a move."""

    @abstractmethod
    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        """Return why this rule forbids a move; None if the rule allows it."""

    @abstractmethod
    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        """Yield every move that `refusal` allows, in the order of the piles."""

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        """Carry out a legal move on the table. Return the new `State.beside`, which is what a state
        has besides the piles.

        In a class that does not override it, this method moves the top card of the pile `src` to
        the pile `dst`.
        """
        table.move(layout.index[move.src], layout.index[move.dst])
        return state.beside

    def possible(self, state: State[Beside], layout: Layout) -> bool:
        """Return whether at least one move of this rule is legal."""
        return next(self.moves(state, layout), None) is not None


class OneKind(Rule[Beside]):
    """The base class of rules for one kind of move. `make` is a function that is given the fields
    of a move and returns the move.

    The subclasses are not dataclasses, because mypyc, which can compile this module, does not
    support dataclasses with a generic base class.
    """

    def __init__(self, kind: type, must: str | None = None) -> None:
        self.kinds = (kind,)
        self.must = must
        self.make: Callable[..., Any] = cache(kind)  # moves are immutable, so each is made once


class Dealing(OneKind[Beside]):
    """The rule of a move without fields: a deal, a turn of the stock, or a redeal.

    `why_not` returns the reason for refusing the move, or None if it is legal. `deal` carries out
    the move and returns the new `State.beside`, which is what a state has besides the piles.
    """

    waits: ClassVar[bool] = True

    def __init__(
        self,
        kind: type,
        why_not: Callable[[State[Beside]], str | None],
        deal: Callable[[State[Beside], Table], Beside],
    ) -> None:
        super().__init__(kind)
        self.why_not, self.deal = why_not, deal

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:  # noqa: ARG002
        return self.why_not(state)

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:  # noqa: ARG002
        if self.why_not(state) is None:
            yield self.make()

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:  # noqa: ARG002
        return self.deal(state, table)

    def possible(self, state: State[Beside], layout: Layout) -> bool:  # noqa: ARG002
        return self.why_not(state) is None


WhyNot = Callable[[State[Any]], str | None]
"""A function like `Dealing.why_not`: it returns the reason for refusing a move in a state, or None
if the move is legal."""


def stock_left(stock: int, first: WhyNot | None = None) -> WhyNot:
    """Return a function for `Dealing.why_not` that refuses the move when the stock is used up. It
    first calls the function `first`, if there is one; if this returns a reason, the move is refused
    for that reason."""
    if first is None:
        return lambda state: None if state.piles[stock].down else USED_UP
    return lambda state: first(state) or (None if state.piles[stock].down else USED_UP)


def gone(pile: int, reason: str) -> WhyNot:
    """Return a function for `Dealing.why_not` that refuses the move for this reason as long as the
    pile has a face-up card."""
    return lambda state: reason if state.piles[pile].up else None


def a_row(stock: int, onto: Sequence[int]) -> Callable[[State[Any], Table], Any]:
    """Return a function for `Dealing.deal` that deals one card of the stock to each of the piles
    `onto` in turn. If the stock has fewer cards, the last piles get none. The function does not
    change `State.beside`."""

    def deal(state: State[Beside], table: Table) -> Beside:
        for i in onto[: len(state.piles[stock].down)]:
            table.deal(stock, i)
        return state.beside

    return deal


def before_session(last: int, reason: str) -> Callable[[State[int]], str | None]:
    """Return a function for `Dealing.why_not` that refuses the move for this reason in the session
    `last`. A session is the play from one deal to the next. The game must be one whose
    `State.beside` is the number of the session."""
    return lambda state: None if state.beside < last else reason


class Packing(OneKind[Beside]):
    """The rule of moves that put cards from the top of a pile on a column or into an empty column.

    The kind of move has the fields `src` and `dst`, and the field `n` if more than one card can
    move. `elsewhere` is the reason for refusing a move whose `src` is no pile of `sources` or whose
    `dst` is no column. `unfit` is the reason for refusing cards that do not fit; without it, the
    reason is that of `order`.
    """

    def __init__(
        self,
        kind: type,
        sources: Sequence[Source],
        columns: range,
        order: Order,
        space: Space,
        elsewhere: str,
        unfit: str | None = None,
    ) -> None:
        super().__init__(kind)
        self.columns, self.order, self.space = columns, order, space
        self.elsewhere = elsewhere
        self.unfit = unfit or order.reason
        self.counted = any(each.name == "n" for each in fields(kind))
        self.piles = [(i, source.longest) for source in sources for i in source.piles]
        self.source_of = {i: source for source in sources for i in source.piles}

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        src, dst, n = layout.index[move.src], layout.index[move.dst], move.n if self.counted else 1
        source = self.source_of.get(src)
        # A single card never fits on itself, but the lowest of several might fit on the top card.
        if source is None or dst not in self.columns or (src == dst and self.counted):
            return self.elsewhere
        down, up = state.piles[src]
        if n < 1:
            return "At least one card moves."
        if n > len(up):
            return source.too_few
        if n > 1 and n > source.longest(up):
            return source.parted
        target = state.piles[dst].up
        if target:
            return None if self.order.fits(up[-n], target[-1]) else self.unfit
        if up[-n] not in self.space.takes:
            return self.space.reason
        return self.space.stays if n == len(up) and not down and src in self.columns else None

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        piles, names, make, counted = state.piles, layout.names, self.make, self.counted
        head, takes, _ = self.order
        kings, _, stays = self.space
        takers: dict[int, list[int]] = {}
        spaces = []
        for dst in self.columns:
            up = piles[dst].up
            if up:
                takers.setdefault(takes[up[-1]], []).append(dst)
            else:
                spaces.append(dst)
        for src, longest in self.piles:
            down, up = piles[src]
            for n in range(1, longest(up) + 1):
                card = up[-n]
                onto = takers.get(head[card])
                goes = spaces and card in kings
                if goes and (stays is None or n < len(up) or down or src not in self.columns):
                    onto = sorted([*onto, *spaces]) if onto else spaces
                if onto:
                    for dst in onto:
                        yield (
                            make(names[src], names[dst], n)
                            if counted
                            else make(names[src], names[dst])
                        )

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        table.move(layout.index[move.src], layout.index[move.dst], move.n if self.counted else 1)
        return state.beside


class Building(OneKind[Beside]):
    """The rule of moves that put the top card of a pile on the foundation of its suit, from the ace
    up.

    `sources` are the piles from which cards may move. `home` has the indices of the foundations, in
    the order of the suits. The kind of move has the field `src`.
    """

    def __init__(self, kind: type, sources: Sequence[int], home: range) -> None:
        super().__init__(kind)
        self.sources, self.home = sources, home

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        return build_refusal(state.piles, self.home, layout.index[move.src])

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        piles = state.piles
        heights = [len(piles[i].up) + 1 for i in self.home]
        for src in self.sources:
            up = piles[src].up
            if up and heights[SUIT[up[-1]]] == RANK[up[-1]]:
                yield self.make(layout.names[src])

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        src = layout.index[move.src]
        table.move(src, self.home[SUIT[table.piles[src].up[-1]]])
        return state.beside

    def built(self, piles: Piles) -> int:
        """Return the number of cards on the foundations."""
        return face_up(piles, self.home)

    def flaw(self, piles: Piles) -> str | None:
        """Return a sentence that says why moves of this rule cannot have led to the cards on the
        foundations. Return None if they can have."""
        return foundation_flaw(piles, self.home)


class RankPlaying(OneKind[Beside]):
    """The rule of moves that put the top card of a pile on another pile, which takes only a certain
    rank next.

    `needs` returns the rank that a pile takes next, or 0 if the pile is complete. The kind of move
    has the fields `src` and `dst`. The other arguments are reasons for refusing a move.
    `elsewhere`: `src` is not in `sources`, or `dst` is not in `piles`. `empty`: `src` has no card.
    `complete`: `dst` is complete. `unfit`: the card has another rank; this function is given the
    rank that `dst` takes.
    """

    def __init__(  # noqa: PLR0913 -- the reasons that players read
        self,
        kind: type,
        sources: range,
        piles: range,
        needs: Callable[[Piles, int], int],
        elsewhere: str,
        empty: str,
        complete: str,
        unfit: Callable[[int], str],
        must: str | None = None,
    ) -> None:
        super().__init__(kind, must)
        self.sources, self.piles, self.needs = sources, piles, needs
        self.elsewhere, self.empty, self.complete = elsewhere, empty, complete
        self.unfit = unfit

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        src, dst = layout.index[move.src], layout.index[move.dst]
        if src not in self.sources or dst not in self.piles:
            return self.elsewhere
        up = state.piles[src].up
        if not up:
            return self.empty
        need = self.needs(state.piles, dst)
        if not need:
            return self.complete
        return None if RANK[up[-1]] == need else self.unfit(need)

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        piles, needs = state.piles, self.needs
        takers: dict[int, list[int]] = {}
        for dst in self.piles:
            takers.setdefault(needs(piles, dst), []).append(dst)
        for src in self.sources:
            up = piles[src].up
            if up:
                for dst in takers.get(RANK[up[-1]], ()):
                    yield self.make(layout.names[src], layout.names[dst])


class Filling(OneKind[Beside]):
    """The rule of moves that put the top card of a pile into a space, which is an empty pile. Both
    piles must be in `piles`.

    A card that is alone in its pile may not move, because its move would only make another space.
    The kind of move has the fields `src` and `dst`. The other arguments are reasons for refusing a
    move. `no_gap`: `dst` is no space. `elsewhere`: `src` is not in `piles`. `alone`: the card is
    alone in its pile, or `src` has no card.
    """

    def __init__(
        self,
        kind: type,
        piles: range,
        no_gap: str,
        elsewhere: str,
        alone: str,
        must: str | None = None,
    ) -> None:
        super().__init__(kind, must)
        self.piles, self.no_gap, self.elsewhere = piles, no_gap, elsewhere
        self.alone = alone

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        src, dst = layout.index[move.src], layout.index[move.dst]
        if dst not in self.piles or state.piles[dst].up:
            return self.no_gap
        if src not in self.piles:
            return self.elsewhere
        return None if len(state.piles[src].up) > 1 else self.alone

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        piles = state.piles
        gaps = [i for i in self.piles if not piles[i].up]
        if gaps:
            for src in self.piles:
                if len(piles[src].up) > 1:
                    for dst in gaps:
                        yield self.make(layout.names[src], layout.names[dst])


class Laying(OneKind[Beside]):
    """The rule of moves that put the top card of a pile on the one pile where it belongs. `onto`
    returns the index of that pile for a card.

    `why_not` returns the reason for refusing the top card of a pile, or None if its move is legal.
    The kind of move has the field `src`. `none` is the reason for refusing a move if `src` has no
    card. `elsewhere` is the reason if `src` is not in `sources`; without it, the reason is `none`.
    """

    def __init__(
        self,
        kind: type,
        sources: Sequence[int],
        why_not: Callable[[Piles, int], str | None],
        onto: Callable[[Card], int],
        none: str,
        elsewhere: str | None = None,
        must: str | None = None,
    ) -> None:
        super().__init__(kind, must)
        self.sources, self.why_not, self.onto = sources, why_not, onto
        self.none, self.elsewhere = none, elsewhere or none

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        src = layout.index[move.src]
        if src not in self.sources:
            return self.elsewhere
        return self.why_not(state.piles, src) if state.piles[src].up else self.none

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        piles = state.piles
        for src in self.sources:
            if piles[src].up and self.why_not(piles, src) is None:
                yield self.make(layout.names[src])

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        src = layout.index[move.src]
        table.move(src, self.onto(state.piles[src].up[-1]))
        return state.beside


class Discarding(Laying[Beside]):
    """The rule of moves that put the top card of a pile on the pile with the index `discard`. The
    other arguments have the meaning that they have in `Laying`."""

    def __init__(
        self,
        kind: type,
        sources: Sequence[int],
        why_not: Callable[[Piles, int], str | None],
        discard: int,
        none: str,
        must: str | None = None,
    ) -> None:
        super().__init__(kind, sources, why_not, lambda _card: discard, none, must=must)


class Choosing(OneKind[Beside]):
    """The rule of moves whose only field, `dst`, names one of the piles in `piles`.

    `why_none` returns the reason for which every move of this kind is refused in a state, or None.
    `why_not` returns the reason for refusing the move to one `dst`, or None. `carry_out` moves
    the cards on the table, and returns the new value of `State.beside`, which is what the game must
    know besides its piles. `elsewhere` is the reason for refusing a `dst` that is
    not in `piles`.
    """

    def __init__(
        self,
        kind: type,
        piles: Sequence[int],
        why_none: Callable[[State[Beside]], str | None],
        carry_out: Callable[[State[Beside], Table, int], Beside],
        why_not: Callable[[State[Beside], int], str | None] = lambda _state, _dst: None,
        elsewhere: str = "",
    ) -> None:
        super().__init__(kind)
        self.piles, self.why_none, self.why_not = piles, why_none, why_not
        self.carry_out, self.elsewhere = carry_out, elsewhere

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        dst = layout.index[move.dst]
        if dst not in self.piles:
            return self.elsewhere
        return self.why_none(state) or self.why_not(state, dst)

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        if self.why_none(state) is None:
            for dst in self.piles:
                if self.why_not(state, dst) is None:
                    yield self.make(layout.names[dst])

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        return self.carry_out(state, table, layout.index[move.dst])


class Pairing(OneKind[Beside]):
    """The rule of moves for two top cards that match. The function `carry_out` says what happens to
    them: it discards both, or puts one on the other.

    `others` lists, for each `src`, the piles that may be `dst`. `matches` has, for each card, the
    cards that match it. If `line` is true, the piles lie in a line that ends before the first empty
    pile. The kind of move has the fields `src` and `dst`. The other arguments are reasons for
    refusing a move. `elsewhere`: `src` or `dst` is no key of `others`, or lies beyond the end of
    the line. `apart`: `dst` is not in `others[src]`. `none`: a pile is empty. `unfit`: the cards do
    not match.
    """

    def __init__(  # noqa: PLR0913 -- the reasons that players read
        self,
        kind: type,
        others: Mapping[int, Sequence[int]],
        matches: Sequence[frozenset[Card]],
        carry_out: Callable[[Table, int, int], None],
        elsewhere: str,
        apart: str,
        unfit: str,
        none: str = "",
        line: bool = False,
        must: str | None = None,
    ) -> None:
        super().__init__(kind, must)
        self.others, self.matches, self.carry_out = others, matches, carry_out
        self.elsewhere, self.apart, self.unfit = elsewhere, apart, unfit
        self.none, self.line = none, line

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        src, dst = layout.index[move.src], layout.index[move.dst]
        if src not in self.others or dst not in self.others:
            return self.elsewhere
        one, other = state.piles[src].up, state.piles[dst].up
        if self.line and not one:
            return self.elsewhere
        if dst not in self.others[src]:
            return self.apart
        if not one or not other:
            return self.none
        return None if other[-1] in self.matches[one[-1]] else self.unfit

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        for src, dst in self.pairs(state.piles):
            yield self.make(layout.names[src], layout.names[dst])

    def possible(self, state: State[Beside], layout: Layout) -> bool:  # noqa: ARG002
        return next(self.pairs(state.piles), None) is not None

    def pairs(self, piles: Piles) -> Iterator[tuple[int, int]]:
        """Yield each pair of piles `src` and `dst` whose top cards match, as indices, with `dst` in
        `others[src]`."""
        every = self.matches
        for src, others in self.others.items():
            up = piles[src].up
            if up:
                matches = every[up[-1]]
                for dst in others:
                    other = piles[dst].up
                    if other and other[-1] in matches:
                        yield src, dst
            elif self.line:
                return

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        self.carry_out(table, layout.index[move.src], layout.index[move.dst])
        return state.beside


def discard_both(discard: int) -> Callable[[Table, int, int], None]:
    """Return a function for `Pairing.carry_out` that moves the top cards of both piles to the pile
    `discard`, the card of `src` first."""

    def carry_out(table: Table, src: int, dst: int) -> None:
        table.move(src, discard)
        table.move(dst, discard)

    return carry_out


class Never(OneKind[Beside]):
    """The rule of a kind of move that the options of the game forbid. Every move of this kind is
    refused for the reason `reason`."""

    def __init__(self, kind: type, reason: str) -> None:
        super().__init__(kind)
        self.reason = reason

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:  # noqa: ARG002
        return self.reason

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:  # noqa: ARG002
        return iter(())

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:  # noqa: ARG002
        return state.beside


class PileByPile(Rule[Beside]):
    """Several rules joined to one, so that their moves are listed together, in the order of the
    piles from which they start.

    Every kind of move of these rules has the field `src`.
    """

    def __init__(self, *rules: Rule[Beside], must: str | None = None) -> None:
        self.kinds = tuple(kind for rule in rules for kind in rule.kinds)
        self.rules = rules
        self.rule_of = {kind: rule for rule in rules for kind in rule.kinds}
        self.must = must

    def refusal(self, state: State[Beside], move: Any, layout: Layout) -> str | None:
        return self.rule_of[type(move)].refusal(state, move, layout)

    def moves(self, state: State[Beside], layout: Layout) -> Iterator[Any]:
        found = [move for rule in self.rules for move in rule.moves(state, layout)]
        if len(found) > 1:
            found.sort(key=lambda move: layout.index[move.src])
        yield from found

    def perform(self, state: State[Beside], move: Any, table: Table, layout: Layout) -> Beside:
        return self.rule_of[type(move)].perform(state, move, table, layout)

    def possible(self, state: State[Beside], layout: Layout) -> bool:
        return any(rule.possible(state, layout) for rule in self.rules)
