"""Usk Patience

One pack. The second lay-out needs very careful play, and the game often will not come out.

Aim: to build the four suits up from ace to king.

The deal. Shuffle one pack and deal it face up in eight rows, each beginning under the first card of
the row above: ten cards, then nine, eight, seven, six, five, four and three. So there are ten
columns of 8, 8, 8, 7, 6, 5, 4, 3, 2 and 1 cards. The lowest card of each column is exposed. If no
ace is exposed, shuffle and deal again.

The play.
- An exposed card may be packed on another exposed card one rank higher and of the contrary colour.
- Cards at the foot of a column that follow each other so, down in alternate colours, are a
  sequence, whether they were dealt or packed that way. A sequence moves as one card does, whole or
  in part, the part being its lower end.
- An empty column takes only a king, with the sequence that hangs from it; a king that already heads
  a column stays there.
- Every exposed ace is put out at once as a foundation. Foundations are built up in suit with
  exposed cards, when you like; no card comes back from them.
- Once in the game, when you see no more to do, take up the cards and deal them again unshuffled:
  the tenth column from its top card to its foot, then the ninth in the same way, and so on to the
  first, is the order in which they are dealt, in rows as before until they run out.

The end. With all 52 cards on the foundations the game is won. When no move is left after the second
deal it is lost; cards can often be packed to and fro for ever, and then you give up.

Option. `first_deal_has_ace`: with `false` a first deal without an exposed ace is played as it lies.

Progress: the cards on the foundations.

Source: the chapter "Usk Patience" of an old book as put on line by Kellscraft Studio. It deals
again when no move is left; as cards can be moved sideways without end, the moment is yours.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import ACE, RANK, SUIT, SUITS, Card
from engine.game import Book, Game
from engine.moves import Build, Place
from engine.options import Option
from engine.runs import build_refusal, foundation_flaw, pack_refusal, packs, run_length
from engine.sessions import session_in
from engine.table import STUCK, WON, Event, Group, Layout, Over, Pile, State, Table
from engine.view import Json

WIDTH = 10
COLUMNS = range(WIDTH)
FOUNDATIONS = range(WIDTH, WIDTH + 4)
PLACES = [column for row in range(8) for column in range(WIDTH - row)]
"""The column of each card of a deal, in the order of dealing."""
HEIGHTS = [PLACES.count(column) for column in COLUMNS]


@dataclass(frozen=True, slots=True)
class Pack:
    """Lay the lowest `n` cards of a column, a sequence, on another or in a space."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Redeal:
    """Take up the columns from the last to the first and deal them again."""


Move = Pack | Build | Redeal


class Usk(Game[int, Move]):
    # Beside the piles lies the number of the deal: 1, or 2 after the redeal.
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
    goal = 52

    def lay(self) -> Layout:
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

    def refusal(self, state: State[int], move: Move) -> str | None:
        at = self.layout.index
        match move:
            case Pack(src, dst, n):
                return self._pack_refusal(state, at[src], at[dst], n)
            case Build(src):
                return build_refusal(state.piles, FOUNDATIONS, at[src])
            case Redeal():
                return "The cards are dealt again only once." if state.beside > 1 else None

    def _pack_refusal(self, state: State[int], src: int, dst: int, n: int) -> str | None:
        if src not in COLUMNS or dst not in COLUMNS or src == dst:
            return "Cards are packed from one column on another."
        up = state.piles[src].up
        if n < 1:
            return "At least one card moves."
        if n > len(up):
            return "There are not so many cards in that column."
        if n > run_length(up):
            return "Only cards that go down in alternate colours move together."
        return pack_refusal(state.piles, COLUMNS, src, dst, n)

    def perform(self, state: State[int], move: Move, table: Table) -> int:
        at = self.layout.index
        match move:
            case Pack(src, dst, n):
                table.move(at[src], at[dst], n)
            case Build(src):
                table.move(at[src], FOUNDATIONS[SUIT[state.piles[at[src]].up[-1]]])
            case Redeal():
                gathered = [(i, card) for i in reversed(COLUMNS) for card in state.piles[i].up]
                columns = dealt([card for _, card in gathered])
                for i in COLUMNS:
                    table.arrange(i, Pile(up=columns[i]))
                for column, (i, card) in zip(PLACES, gathered, strict=False):
                    table.events.append(Event("moved", i, column, (card,)))
                return 2
        return state.beside

    def settle(self, table: Table) -> None:
        while True:
            for i in COLUMNS:
                up = table.piles[i].up
                if up and RANK[up[-1]] == ACE:
                    table.move(i, FOUNDATIONS[SUIT[up[-1]]])
                    break
            else:
                return

    def legal_moves(self, state: State[int]) -> Iterator[Move]:
        name = [Place(pile) for pile in self.layout.names]
        runs = [(i, run_length(state.piles[i].up)) for i in COLUMNS]
        for src, dst, n in packs(state.piles, COLUMNS, runs):
            yield Pack(name[src], name[dst], n)
        for i in COLUMNS:
            if build_refusal(state.piles, FOUNDATIONS, i) is None:
                yield Build(name[i])
        if state.beside == 1:
            yield Redeal()

    def outcome(self, state: State[int]) -> Over | None:
        if self.progress(state) == self.goal:
            return WON
        return STUCK if next(self.legal_moves(state), None) is None else None

    def progress(self, state: State[int]) -> int:
        return sum(len(state.piles[i].up) for i in FOUNDATIONS)

    def facts(self, state: State[int]) -> dict[str, Json]:
        return {"session": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return session_in(facts, last=2)

    def flaw(self, state: State[int]) -> str | None:
        for i in COLUMNS:
            up = state.piles[i].up
            # Whatever was packed on the cards dealt is in sequence with the last of them.
            if up and len(up) - run_length(up) + 1 > HEIGHTS[i]:
                return "No column can have so many cards that are out of sequence."
        return foundation_flaw(state.piles, FOUNDATIONS)


def dealt(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The ten columns these cards make when dealt in rows."""
    columns: list[list[Card]] = [[] for _ in COLUMNS]
    for column, card in zip(PLACES, cards, strict=False):
        columns[column].append(card)
    return [tuple(column) for column in columns]
