"""Klondike

One pack; the patience most people mean when they say patience.

Aim: to build the four suits up from ace to king.

The deal. Shuffle one pack and deal seven columns in rows: seven cards from the first column on,
then six from the second on, and so on to one on the last. The first card of each row lies face up,
the others face down; so each column ends with the only card in it that can be seen. The other 24
cards are the stock, face down.

The play.
- Columns are packed down in alternate colours. The top card of the waste goes on a column; so does
  any number of face-up cards from the top of another column.
- An empty column takes a king, alone or with the cards on it, and no other card. A king that
  already heads a column stays there.
- A face-down card that comes to the top of a column is turned up at once.
- The top card of a column or of the waste may be built on its foundation, ace first, when you like.
  Nothing comes back.
- Turn up the next card of the stock onto the waste at any time. The stock is gone through once.

The end. With all 52 cards on the foundations the game is won. It is lost when no move is left;
before that you may give up.

Option. `turn`: with 3, three cards are turned together as one packet, and only the last of them is
seen; the card below it comes to light when it is played. When the stock is used up the waste is
turned over to be the stock again, as often as you like, unless all of it is a single packet.

Progress: the cards on the foundations.

Source: Peter Arnold's Card Games for One only names it; these are the rules in common use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, RED, SUIT, SUITS, Card
from engine.game import Book, Game
from engine.games.usk import follows
from engine.moves import Place
from engine.options import Option
from engine.table import STUCK, WON, Group, Layout, Over, Pile, State, Table

COLUMNS = range(7)
FOUNDATIONS = range(7, 11)
STOCK, WASTE = 11, 12
SOURCES = (*COLUMNS, WASTE)
PLACES = [column for row in COLUMNS for column in range(row, 7)]
"""The column of each card dealt, in the order of dealing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn up the next card, or packet, of the stock."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Lay the top `n` cards of a column, or the top card of the waste, on a column."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Build:
    """Lay a top card on its foundation."""

    src: Place


Move = Turn | Pack | Build


class Klondike(Game[None, Move]):
    slug = "klondike"
    book = Book("Klondike", character="luck and skill", bell_minutes=10)
    options = (Option("turn", (1, 3), "cards turned at a time: one, once; or three, for ever"),)
    kinds = (Turn, Pack, Build)
    goal = 52

    def lay(self) -> Layout:
        return Layout(
            Group("tab", "tableau", COLUMNS, faces="both"),
            Group("foundation", "foundation", SUITS),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste", faces="both"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        columns: list[list[Card]] = [[] for _ in COLUMNS]
        for column, card in zip(PLACES, pack, strict=False):
            columns[column].append(card)
        tableau = [Pile(tuple(column[:-1]), (column[-1],)) for column in columns]
        stock = Pile(down=tuple(reversed(pack[len(PLACES) :])))
        return State((*tableau, *[Pile()] * 4, stock, Pile()), None)

    def refusal(self, state: State[None], move: Move) -> str | None:
        at = self.layout.index
        match move:
            case Turn():
                return self._turn_refusal(state)
            case Pack(src, dst, n):
                return pack_refusal(state.piles, at[src], at[dst], n)
            case Build(src):
                if at[src] not in SOURCES or not state.piles[at[src]].up:
                    return "There is no card there to build."
                if not builds(state.piles, at[src]):
                    return "A foundation takes the next higher card of its suit, from the ace up."
        return None

    def _turn_refusal(self, state: State[None]) -> str | None:
        if state.piles[STOCK].down:
            return None
        if self.chosen["turn"] == 1:
            return "The stock is used up."
        if len(state.piles[WASTE].down) < 3:
            return "The waste is a single packet: turned over, it would be the same again."
        return None

    def perform(self, state: State[None], move: Move, table: Table) -> None:
        at = self.layout.index
        match move:
            case Turn():
                self._turn(table)
            case Pack(src, dst, n):
                table.move(at[src], at[dst], n)
            case Build(src):
                table.move(at[src], FOUNDATIONS[SUIT[state.piles[at[src]].up[-1]]])

    def _turn(self, table: Table) -> None:
        if self.chosen["turn"] == 3:
            stock, waste = table.piles[STOCK].down, table.piles[WASTE]
            lying = waste.down + waste.up
            if not stock:
                stock, lying = lying[::-1], ()
            covered = stock[-3:][:0:-1]
            table.arrange(STOCK, Pile(stock[: len(stock) - len(covered)]))
            table.arrange(WASTE, Pile(lying + covered))
        table.deal(STOCK, WASTE)

    def settle(self, table: Table) -> None:
        for i in SOURCES:
            table.turn_up(i)

    def legal_moves(self, state: State[None]) -> Iterator[Move]:
        name = [Place(pile) for pile in self.layout.names]
        if self._turn_refusal(state) is None:
            yield Turn()
        for src, dst, n in packs(state.piles):
            yield Pack(name[src], name[dst], n)
        for i in SOURCES:
            if builds(state.piles, i):
                yield Build(name[i])

    def outcome(self, state: State[None]) -> Over | None:
        if self.progress(state) == self.goal:
            return WON
        return STUCK if next(self.legal_moves(state), None) is None else None

    def progress(self, state: State[None]) -> int:
        return sum(len(state.piles[i].up) for i in FOUNDATIONS)

    def flaw(self, state: State[None]) -> str | None:
        piles = state.piles
        for suit, i in enumerate(FOUNDATIONS):
            if piles[i].up != tuple(range(suit * KING, suit * KING + len(piles[i].up))):
                return "A foundation holds its suit from the ace up."
        for i in COLUMNS:
            down, up = piles[i]
            if len(down) > i:
                return "No column can have so many face-down cards."
            if not all(map(follows, up[1:], up)):
                return "The face-up cards of a column go down in alternate colours."
        if len(piles[STOCK].down) + len(piles[WASTE].down) + len(piles[WASTE].up) > 24:
            return "The stock has 24 cards."
        if self.chosen["turn"] == 1 and piles[WASTE].down:
            return "Every card of the waste has been seen."
        if self.chosen["turn"] == 3 and len(piles[WASTE].up) > 1:
            return "Only the top card of the waste is in sight."
        return None


def builds(piles: Sequence[Pile], i: int) -> bool:
    """Whether the top card of a pile is the next on its foundation."""
    up = piles[i].up
    return bool(up) and len(piles[FOUNDATIONS[SUIT[up[-1]]]].up) + 1 == RANK[up[-1]]


def pack_refusal(piles: Sequence[Pile], src: int, dst: int, n: int) -> str | None:
    """Why these cards cannot be packed there, if they cannot."""
    if src not in SOURCES or dst not in COLUMNS or src == dst:
        return "Cards are packed on a column, from another one or from the waste."
    up, target = piles[src].up, piles[dst].up
    if n < 1:
        return "At least one card moves."
    if n > len(up):
        return "There are not so many face-up cards there."
    if src == WASTE and n > 1:
        return "Only the top card of the waste moves."
    if target:
        return (
            None
            if follows(up[-n], target[-1])
            else ("A card is packed on one that is one higher and of the contrary colour.")
        )
    if RANK[up[-n]] != KING:
        return "Only a king, with what lies on it, goes into an empty column."
    if src != WASTE and n == len(up) and not piles[src].down:
        return "That king is at the head of a column already."
    return None


def packs(piles: Sequence[Pile]) -> Iterator[tuple[int, int, int]]:
    """From which pile to which column how many cards can be packed."""
    takes: dict[tuple[int, bool], list[int]] = {}
    empty = []
    for dst in COLUMNS:
        up = piles[dst].up
        if up:
            takes.setdefault((RANK[up[-1]] - 1, not RED[up[-1]]), []).append(dst)
        else:
            empty.append(dst)
    for src in SOURCES:
        down, up = piles[src]
        for n in range(1, min(len(up), 1 if src == WASTE else KING) + 1):
            card = up[-n]
            if RANK[card] != KING:
                for dst in takes.get((RANK[card], RED[card]), ()):
                    yield src, dst, n
            elif src == WASTE or down or n < len(up):
                for dst in empty:
                    yield src, dst, n
