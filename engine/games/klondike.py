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

Source: the introduction of Peter Arnold's Card Games for One names it, without its rules; these are
the ones in common use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from engine.cards import SUIT, SUITS, Card
from engine.game import Book, Game
from engine.moves import Build, Place, Turn
from engine.options import Option
from engine.packets import turn_packet
from engine.runs import build_refusal, foundation_flaw, pack_refusal, packs, run_length
from engine.table import STUCK, WON, Group, Layout, Over, Pile, State, Table

COLUMNS = range(7)
FOUNDATIONS = range(7, 11)
STOCK, WASTE = 11, 12
SOURCES = (*COLUMNS, WASTE)
PLACES = [column for row in COLUMNS for column in range(row, 7)]
"""The column of each card dealt, in the order of dealing."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Lay the top `n` cards of a column, or the top card of the waste, on a column."""

    src: Place
    dst: Place
    n: int


Move = Turn | Pack | Build


class Klondike(Game[None, Move]):
    slug = "klondike"
    book = Book(
        "Klondike",
        character="luck and skill",
        bell_minutes=10,
        origin=(
            "Peter Arnold's introduction names it, with The Demon, as probably the most played of "
            "all patiences, and as the pattern of those that pack a tableau and build on aces."
        ),
    )
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
                return self._pack_refusal(state, at[src], at[dst], n)
            case Build(src):
                return build_refusal(state.piles, FOUNDATIONS, at[src])

    def _turn_refusal(self, state: State[None]) -> str | None:
        if state.piles[STOCK].down:
            return None
        if self.chosen["turn"] == 1 or not state.piles[WASTE].up:
            return "The stock is used up."
        if len(state.piles[WASTE].down) < 3:
            return "The waste is a single packet: turned over, it would be the same again."
        return None

    def _pack_refusal(self, state: State[None], src: int, dst: int, n: int) -> str | None:
        if src not in SOURCES or dst not in COLUMNS or src == dst:
            return "Cards are packed on a column, from another one or from the waste."
        if n < 1:
            return "At least one card moves."
        if n > len(state.piles[src].up):
            return "There are not so many face-up cards there."
        if src == WASTE and n > 1:
            return "Only the top card of the waste moves."
        return pack_refusal(state.piles, COLUMNS, src, dst, n)

    def perform(self, state: State[None], move: Move, table: Table) -> None:
        at = self.layout.index
        match move:
            case Turn():
                if self.chosen["turn"] == 3:
                    turn_packet(table, STOCK, WASTE)
                else:
                    table.deal(STOCK, WASTE)
            case Pack(src, dst, n):
                table.move(at[src], at[dst], n)
            case Build(src):
                table.move(at[src], FOUNDATIONS[SUIT[state.piles[at[src]].up[-1]]])

    def settle(self, table: Table) -> None:
        for i in SOURCES:
            table.turn_up(i)

    def legal_moves(self, state: State[None]) -> Iterator[Move]:
        name = [Place(pile) for pile in self.layout.names]
        if self._turn_refusal(state) is None:
            yield Turn()
        runs = [(i, len(state.piles[i].up)) for i in COLUMNS]
        runs.append((WASTE, min(len(state.piles[WASTE].up), 1)))
        for src, dst, n in packs(state.piles, COLUMNS, runs):
            yield Pack(name[src], name[dst], n)
        for i in SOURCES:
            if build_refusal(state.piles, FOUNDATIONS, i) is None:
                yield Build(name[i])

    def outcome(self, state: State[None]) -> Over | None:
        if self.progress(state) == self.goal:
            return WON
        return STUCK if next(self.legal_moves(state), None) is None else None

    def progress(self, state: State[None]) -> int:
        return sum(len(state.piles[i].up) for i in FOUNDATIONS)

    def flaw(self, state: State[None]) -> str | None:
        piles, turn = state.piles, int(self.chosen["turn"])
        for i in COLUMNS:
            down, up = piles[i]
            if len(down) > i:
                return "No column can have so many face-down cards."
            if run_length(up) < len(up):
                return "The face-up cards of a column go down in alternate colours."
        stock, (down, up) = piles[STOCK].down, piles[WASTE]
        # While there is a stock the packets turned from it were whole, whatever is left of them.
        if len(stock) + turn * ceil((len(down) + len(up)) / turn) > 24:
            return f"The stock had 24 cards, turned {turn} at a time."
        if turn == 1 and down:
            return "Every card of the waste has been seen."
        if turn == 3 and len(up) > 1:
            return "Only the top card of the waste is in sight."
        return foundation_flaw(piles, FOUNDATIONS)
