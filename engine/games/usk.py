"""Usk Patience

One pack. The second lay-out needs very careful play, and the game is often lost.

Aim: to build the four suits up from ace to king.

The deal. Shuffle one pack and deal it face up in eight rows, each beginning under the first card of
the row above: ten cards, then nine, eight, seven, six, five, four and three. So there are ten
columns of 8, 8, 8, 7, 6, 5, 4, 3, 2 and 1 cards. The lowest card of each column is exposed. If no
ace is exposed, shuffle and deal again.

The play.
- An exposed card may be packed on another exposed card one rank higher and of the contrary colour.
- Cards at the foot of a column that go down by ones in alternate colours are a sequence, whether
  they were dealt or packed that way. A sequence moves as one card does. Any number of cards from
  its lower end may move too.
- An empty column takes only a king, with the sequence that hangs from it; a king that already heads
  a column stays there.
- Every exposed ace is put out at once as a foundation. Foundations are built up in suit with
  exposed cards, when you like; no card comes back from them.
- Once in the game, when you see no more to do, take up the columns and deal their cards again
  without shuffling. Take the tenth column from its top card to its foot, then the ninth in the same
  way, and so on to the first. Deal the cards in this order, in rows as before, until they run out.

The end. The game is won when all 52 cards lie on the foundations. It is lost when no move is left
after the second deal. Cards can often be packed to and fro for ever; then you give up.

Option. `first_deal_has_ace`: with `false` a first deal without an exposed ace is played as it lies.

Safe auto-play, where the terms of a race ask for it: after the second deal a two is built at once,
and so is a higher card once both cards of the contrary colour and the next lower rank are on their
foundations. Nothing can be packed on it any more (exposed aces go out), and an empty column or the
card below it is never in the way. Before the second deal nothing is built automatically, because
every card that is still in a column then changes the places of the cards dealt after it.

Progress: the number of cards on the foundations.

Source: the chapter "Usk Patience" of an old book, put online by Kellscraft Studio. The book deals
again when no move is left. Because cards can be moved to and fro without end, here you choose the
moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ACE, RANK, SUIT, SUITS, Card
from engine.drawing import Drawing
from engine.game import Book
from engine.mechanics.column_order import in_the_way
from engine.mechanics.rules import (
    ALTERNATE_COLOURS,
    KINGS_ONLY,
    Building,
    Dealing,
    Packing,
    Rule,
    Source,
    before_session,
    in_columns,
)
from engine.mechanics.sessions import SessionGame
from engine.mechanics.suit_building import contrary, never_wanted
from engine.moves import Build, Place
from engine.options import Option
from engine.table import Event, Group, Layout, Pile, State, Table

WIDTH = 10
COLUMNS = range(WIDTH)
FOUNDATIONS = range(WIDTH, WIDTH + 4)
PLACES = [column for row in range(8) for column in range(WIDTH - row)]
"""The column of each card, in the order of dealing."""
HEIGHTS = [PLACES.count(column) for column in COLUMNS]


@dataclass(frozen=True, slots=True)
class Pack:
    """Put the top `n` cards of a column, which follow each other, on another column or into an
    empty one."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Redeal:
    """Take up the columns from the last to the first and deal them again without shuffling."""


Move = Pack | Build | Redeal


class Usk(SessionGame[Move]):
    # `State.beside` is the number of the deal: 1, or 2 after the redeal.
    slug = "usk"
    book = Book(
        "Usk Patience",
        prospects="often impossible",
        character="skill: every card lies open, and the redeal can be foreseen",
        bell_minutes=30,
        tips=(
            "In the first lay-out bring high cards as far as possible to the right-hand columns: "
            "they fall into the top rows when the cards are dealt again.",
            "Pack down from the kings on the board rather than build up in haste: no card comes "
            "back from a foundation.",
            "Do not build far on a single ace; two foundations of contrary colour had better grow "
            "together.",
        ),
    )
    options = (
        Option("first_deal_has_ace", (True, False), "a deal that exposes no ace is dealt again"),
    )
    kinds = (Pack, Build, Redeal)
    foundation_kinds = (Build,)
    safe_play = True
    goal = 52
    default_drawing = Drawing(suits_matter=False, runs="colours")

    def lay(self) -> Layout:
        self.last = 2
        return Layout(
            Group("tab", "tableau", COLUMNS),
            Group("foundation", "foundation", SUITS),
        )

    def begins(self, pack: Sequence[Card]) -> bool:
        columns = dealt(pack)
        exposed = any(RANK[column[-1]] == ACE for column in columns)
        return exposed or not self.chosen["first_deal_has_ace"]

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        return State((*(Pile(up=column) for column in dealt(pack)), *[Pile()] * 4), 1)

    def rules(self) -> Sequence[Rule[int]]:
        self.building: Building[int] = Building(Build, COLUMNS, FOUNDATIONS)
        sequences = Source(
            COLUMNS,
            ALTERNATE_COLOURS.run_length,
            "There are not so many cards in that column.",
            "Only cards that go down in alternate colours move together.",
        )
        return (
            Packing(
                Pack,
                [sequences],
                COLUMNS,
                ALTERNATE_COLOURS,
                KINGS_ONLY,
                elsewhere="Cards are packed from one column on another.",
            ),
            self.building,
            Dealing(
                Redeal,
                before_session(2, "The cards are dealt again only once."),
                self._redeal,
            ),
        )

    def _redeal(self, state: State[int], table: Table) -> int:
        gathered = [(i, card) for i in reversed(COLUMNS) for card in state.piles[i].up]
        columns = dealt([card for _, card in gathered])
        for i in COLUMNS:
            table.arrange(i, Pile(up=columns[i]))
        for column, (i, card) in zip(PLACES, gathered, strict=False):
            table.events.append(Event("moved", i, column, (card,)))
        return 2

    def settle(self, table: Table) -> None:
        while True:
            for i in COLUMNS:
                up = table.piles[i].up
                if up and RANK[up[-1]] == ACE:
                    table.move(i, FOUNDATIONS[SUIT[up[-1]]])
                    break
            else:
                return

    def never_wanted(self, state: State[int], move: Move) -> bool:
        if state.beside == 1 or not isinstance(move, Build):
            return False
        card = state.piles[self.layout.index[move.src]].up[-1]
        return never_wanted(state.piles, FOUNDATIONS, card, contrary(card))

    def progress(self, state: State[int]) -> int:
        return self.building.built(state.piles)

    def worth(self, state: State[int]) -> int:
        """Return how good the position looks to a computer player: 10 for each card built, 6 for
        each card that lies in sequence on another, 8 for each empty column, 2 for each legal move,
        and 2 less for each card above a lower card of its column. After the redeal the number is
        400 lower, so that the redeal waits until there is no more to do."""
        piles = state.piles
        columns = [piles[i].up for i in COLUMNS]
        return (
            10 * self.progress(state)
            + 6 * sum(map(ALTERNATE_COLOURS.joins, columns))
            - 2 * sum(map(in_the_way, columns))
            + 8 * columns.count(())
            + 2 * sum(1 for _ in self.legal_moves(state))
            - 400 * state.beside
        )

    def flaw(self, state: State[int]) -> str | None:
        for i in COLUMNS:
            up = state.piles[i].up
            # Cards that were packed on a column continue the sequence of its last dealt card.
            if up and len(up) - ALTERNATE_COLOURS.run_length(up) + 1 > HEIGHTS[i]:
                return "No column can have so many cards that are out of sequence."
        return self.building.flaw(state.piles)


def dealt(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the ten columns, bottom first, that result from dealing these cards in rows."""
    return in_columns(cards, PLACES)
