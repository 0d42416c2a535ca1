"""The kernel every patience shares.

A game is one file: its kinds of move, its layout, the rules of its moves (`engine/rules.py`) and
the few functions marked "a game says" below. Everything marked final is the same for all of them,
so that a move, a view, a position text or a record means one thing whichever game it belongs to.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import ClassVar, Generic, NamedTuple, TypeVar, final

from engine import position
from engine.cards import NAME, Card, again, check_pack, new_pack, shuffle
from engine.errors import BadPosition, IllegalMove, brief
from engine.moves import Codec, Resign
from engine.options import Option, Value, canonical, resolve
from engine.rules import Rule
from engine.table import RESIGNED, STUCK, WON, Beside, GameOver, Layout, Pile, State, Step, Table
from engine.view import PASSED, Frame, Json, PileView, View

Move = TypeVar("Move")


class Book(NamedTuple):
    """What the books say of a game beside its rules. None where they do not state it."""

    title: str
    other_names: tuple[str, ...] = ()
    minutes: str | None = None
    prospects: str | None = None
    character: str = ""
    bell_minutes: int = 10
    """The bell a race gets when its host names none: ours, not the books'."""
    origin: str = ""
    """Where the game comes from, as far as its book tells, in our words."""
    tips: tuple[str, ...] = ()
    """The book's advice, a sentence or two each, in our words."""


class Legal(NamedTuple, Generic[Move]):
    """Legal moves; `partial` when they stand for more that differ only in a free order."""

    moves: list[Move]
    partial: bool = False


class Game(ABC, Generic[Beside, Move]):
    """The rules of one patience under one set of options. Holds no position."""

    slug: ClassVar[str]
    book: ClassVar[Book]
    packs: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    kinds: ClassVar[tuple[type, ...]]
    goal: ClassVar[int]
    """The progress of a game that is won or complete."""
    ranked_by: ClassVar[str] = "progress"
    """`progress`, or `points` where the game is played for a score."""

    layout: Layout

    @final
    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self.chosen: dict[str, Value] = resolve(self.options, chosen or {})
        self.layout = self.lay()
        self.codec = Codec(self.kinds, {*self.layout, *self.extra_places()})
        self.stated = tuple(self.rules())
        # Deals come first: they are quick to check, and a deal that only a compulsory move forbids
        # shows as well that there is a move.
        self.soonest = sorted(self.stated, key=lambda rule: not rule.waits)
        self.rule_of = {kind: rule for rule in self.stated for kind in rule.kinds}

    # What a game says. ---------------------------------------------------------------------

    @abstractmethod
    def lay(self) -> Layout:
        """The piles; called once, when the options are known."""

    @abstractmethod
    def set_up(self, pack: Sequence[Card]) -> State[Beside]:
        """The deal of this pack, `pack[0]` first, before automatic effects."""

    def rules(self) -> Sequence[Rule[Beside]]:
        """The rules of all kinds of move, in the order in which moves are listed; called once, when
        the piles are laid. None where the game overrides the four functions below."""
        return ()

    def refusal(self, state: State[Beside], move: Move) -> str | None:
        """Why the rules forbid this move, in a sentence a player understands; None if legal."""
        rule = self.rule_of[type(move)]
        reason = rule.refusal(state, move, self.layout)
        if reason is None and rule.waits:
            for other in self.stated:
                if other.must is not None and other.possible(state, self.layout):
                    return other.must
        return reason

    def perform(self, state: State[Beside], move: Move, table: Table) -> Beside:
        """Carry out a legal move on the table; what then lies beside the piles."""
        return self.rule_of[type(move)].perform(state, move, table, self.layout)

    def legal_moves(self, state: State[Beside]) -> Iterator[Move]:
        """Every move that `refusal` allows, in reading order, resigning apart."""
        due = False
        for rule in self.stated:
            if rule.must is None:
                if not (due and rule.waits):
                    yield from rule.moves(state, self.layout)
            else:
                for move in rule.moves(state, self.layout):
                    due = True
                    yield move

    def outcome(self, state: State[Beside]) -> GameOver | None:
        """How the game has ended, if the rules say it has: won at the goal, lost without a move."""
        if self.progress(state) == self.goal:
            return WON
        for rule in self.soonest:
            if rule.possible(state, self.layout):
                return None
        return STUCK

    @abstractmethod
    def progress(self, state: State[Beside]) -> int:
        """0 to `goal`: what others may see of a board, and what ranks those who do not win."""

    def tie_break(self, state: State[Beside]) -> int:  # noqa: ARG002
        """What ranks equal progress, more before less, never below 0. Rivals see it too, so it is
        made of nothing but what the view shows."""
        return 0

    def begins(self, pack: Sequence[Card]) -> bool:  # noqa: ARG002
        """Whether the rules let a game begin with this pack; if not, a seed shuffles again.

        Only where the deal is chosen: a pack or a position that is given is never turned down.
        """
        return True

    def frames(self, pack: Sequence[Card]) -> Sequence[Frame]:  # noqa: ARG002
        """What is shown of a deal, step by step, where it is to be watched; none for most games."""
        return ()

    def settle(self, table: Table) -> None:
        """What nobody chooses: cards turned up, books removed. Follows the deal and every move."""

    def facts(self, state: State[Beside]) -> dict[str, Json]:  # noqa: ARG002
        """What a view shows beside the piles."""
        return {}

    def beside(self, facts: Mapping[str, Json]) -> Beside:  # noqa: ARG002
        """What lies beside the piles, read back from the facts. Raises BadPosition."""
        return None  # type: ignore[return-value] # games that keep nothing beside have Beside = None

    def flaw(self, state: State[Beside]) -> str | None:  # noqa: ARG002
        """Why no deal and no play can lead to this settled position; None if it may arise."""
        return None

    def cards_beside(self, state: State[Beside]) -> Sequence[Card]:  # noqa: ARG002
        """The cards that lie beside the piles, on a grid or in hand."""
        return ()

    def points(self, state: State[Beside]) -> int | None:  # noqa: ARG002
        """The score as far as it can be seen on the table; None where a game has none (yet)."""
        return None

    def showdown(self, state: State[Beside]) -> State[Beside]:
        """The state once what is withheld until everybody has finished is turned up."""
        return state

    def legal(self, state: State[Beside]) -> Legal[Move]:
        """The legal moves as a list; none when the game is over."""
        return Legal([] if state.over else list(self.legal_moves(state)))

    def passed(
        self,
        before: State[Beside],  # noqa: ARG002
        after: State[Beside],  # noqa: ARG002
    ) -> Sequence[tuple[int, Card]]:
        """The cards that nobody had seen before a move, that came up in it, and lie face down after
        it: each with its place in the layout. None for most games, and none on a view's state.

        Whoever sees the table sees them, though no view of it shows them.
        """
        return ()

    def extra_places(self) -> Sequence[str]:
        """Places a move may name that are not piles, such as a card of a fan."""
        return ()

    # What everybody calls. -----------------------------------------------------------------

    @final
    @property
    def identity(self) -> str:
        """Slug and options: `uncle_remus {"columns":9,"down_rows":4}`."""
        return f"{self.slug} {canonical(self.chosen)}"

    @final
    @classmethod
    def rules_page(cls) -> str:
        """The rules, playable with real cards: the docstring of the game's file, or of its class
        where a file holds a variant too."""
        return cleandoc(cls.__doc__ or sys.modules[cls.__module__].__doc__ or "").strip()

    @final
    def pack(self, seed: bytes) -> list[Card]:
        """The shuffled pack of a seed, first card to be dealt first."""
        pack = shuffle(new_pack(self.packs), seed)
        while not self.begins(pack):
            seed = again(seed)
            pack = shuffle(new_pack(self.packs), seed)
        return pack

    @final
    def deal(self, pack: Sequence[Card]) -> State[Beside]:
        """The position before the first move. Raises BadPack."""
        check_pack(pack, self.packs)
        return self._settled(self.set_up(pack))

    @final
    def play(self, state: State[Beside], move: Move | Resign) -> Step[Beside]:
        """The state after a move and what was seen. Raises IllegalMove; `state` never changes.

        On a view's state HiddenCard is raised where a card would be turned that only the server
        knows.
        """
        if state.over:
            raise IllegalMove("The game is over.")
        if isinstance(move, Resign):
            return Step(state._replace(over=RESIGNED), ())
        reason = self.refusal(state, move)
        if reason:
            raise IllegalMove(reason)
        table = Table(state.piles)
        beside = self.perform(state, move, table)
        self.settle(table)
        after = State(tuple(table.piles), beside)
        over = self.outcome(after)
        return Step(State(after.piles, beside, over) if over else after, tuple(table.events))

    @final
    def view(self, state: State[Beside]) -> View:
        """All that may be seen of a state."""
        piles: dict[str, PileView | None] = {}
        for name, group, pile in zip(
            self.layout.names, self.layout.group_of, state.piles, strict=True
        ):
            if not group.vanishes or pile.up or pile.down:
                piles[name] = PileView.of(pile)
        return View(piles, self.facts(state))

    @final
    def changes(self, before: State[Beside], after: State[Beside]) -> View:
        """What `after` shows otherwise than `before`: whole piles, and facts; and the cards that
        were seen in between alone."""
        piles: dict[str, PileView | None] = {}
        names, groups = self.layout.names, self.layout.group_of
        for i, (old, new) in enumerate(zip(before.piles, after.piles, strict=True)):
            # Only what is seen counts: whether hidden cards changed places must not show.
            if old is not new and (old.up != new.up or len(old.down) != len(new.down)):
                gone = groups[i].vanishes and not new.up and not new.down
                piles[names[i]] = None if gone else PileView.of(new)
        old_facts = self.facts(before)
        facts = {k: v for k, v in self.facts(after).items() if old_facts.get(k, ...) != v}
        passed = self.passed(before, after)
        return View(piles, {**facts, PASSED: self.passed_names(passed)} if passed else facts)

    @final
    def passed_names(self, passed: Iterable[tuple[int, Card]]) -> list[Json]:
        """These cards as the fact `passed` names them."""
        return [[self.layout.names[place], NAME[card]] for place, card in passed]

    @final
    def state_of(self, view: View, over: GameOver | None = None) -> State[Beside]:
        """The state as far as a view shows it; face-down cards are None. Raises BadPosition."""
        strange = [name for name in view.piles if name not in self.layout.index]
        if strange:
            raise BadPosition(f"The game has no pile {brief(strange[0])}.")
        piles = []
        for name, group in zip(self.layout.names, self.layout.group_of, strict=True):
            seen = view.piles.get(name)
            if seen is None and not group.vanishes:
                raise BadPosition(f"The pile {name} is missing.")
            piles.append(seen.pile() if seen else Pile())
        return State(tuple(piles), self.beside(view.facts), over)

    @final
    def position(self, state: State[Beside]) -> str:
        """The position on one line, hidden cards included. For the owner of the whole deal only."""
        return position.write(self, state)

    @final
    def load(self, text: str) -> State[Beside]:
        """The state of a position text. Raises BadPosition."""
        return position.read(self, text)

    @final
    def _settled(self, state: State[Beside]) -> State[Beside]:
        table = Table(state.piles)
        self.settle(table)
        after = State(tuple(table.piles), state.beside)
        return after._replace(over=self.outcome(after))
