"""Uncle Remus

Two packs. A game takes between an hour and an hour and a half. Mainly a game of skill.

Aim: eight books. A book is the thirteen cards of one suit from king down to ace, in one column; a
finished book leaves the table.

The deal. Shuffle two packs together and deal ten columns, row by row from the left: four rows face
down, then one row face up. The other 54 cards are the stock. Let the face-down cards overlap so
that they can be counted.

The play.
- A face-up top card may be laid on any column whose top card is one rank higher, of any suit.
- Cards of one suit in unbroken descending order at the top of a column form a run. A run, or any
  number of cards from the top of it, moves as one card does. Cards of mixed suits never move
  together.
- An empty column is a space; any card or run may go into it, and it need not be filled.
- A face-down card that comes to the top is turned up at once. A book that is completed at the top
  of a column is removed at once.
- At any time the next row may be dealt: one card face up to each column from the left, spaces
  included. After five such rows four cards remain; they go to the first four columns.

The end. The game is won when eight books have been removed. It is lost when the stock is used up
and the only moves left are whole columns into spaces; before that you may give up.

Options. `columns`: nine columns instead of ten. `down_rows`: five face-down rows instead of four.
The last row is short in any case: four cards, or five where there are nine columns.

Progress: 13 for each book removed, 1 for each face-up card lying on the next higher card of its own
suit.

Source: "Uncle Remus" in Michael Keeling's Five Great Games of Patience (2005). The author's family
turned a card sideways where it lay on another suit. We use the words top and near as the book does.
"""

from collections.abc import Sequence

from engine.cards import ACE, KING, RANK, Card
from engine.drawing import Drawing
from engine.game import Book, Game
from engine.moves import Deal, Move
from engine.options import Option
from engine.rules import (
    ANY_SUIT,
    EVERY_CARD,
    SAME_SUIT,
    Dealing,
    Packing,
    Rule,
    Source,
    Space,
    a_row,
    stock_left,
)
from engine.sessions import SessionFacts
from engine.table import EMPTY, STUCK, WON, GameOver, Group, Layout, Pile, State, Table

SENIOR = tuple(None if RANK[card] == KING else card + 1 for card in range(52))
"""For each card, the card of its suit that it lies on in a run; None for kings, which begin one."""


class UncleRemusFacts(SessionFacts):
    """`deals_left`: how many deals from the stock are left."""

    deals_left: int


class UncleRemus(Game[None, Move | Deal]):
    slug = "uncle_remus"
    book = Book(
        "Uncle Remus",
        minutes="60 to 90",
        character="mainly skill",
        bell_minutes=150,
        origin="Nobody now alive knows where the family had it from.",
        tips=(
            "Leave room for columns that grow very long, and keep them neat: every card must be "
            "seen. A card that lies on one of another suit may be turned crosswise, so that the "
            "two are never taken for a run.",
            "Put cards on their own suit where you can, even if you must part them again later: "
            "here nothing forbids it.",
            "Spaces come first. With two of them mixed columns can be sorted card by card, and "
            "put back in the end without a space lost. It takes long, and it is the game.",
            "Do all your sorting before you give up a space, and give it up for one that makes "
            "another: a card or run that lies on a single face-down card, or on fewer than others.",
            "When a book is within reach, see whether you can sort its cards together. Few games "
            "are lost once two books are out.",
            "Before each deal leave as many columns as you can with a single card or a single run "
            "face up. A space may be kept for the deal too, if you can bear a king in it.",
            "Long columns of rubbish do no harm if they leave others within reach; they can be "
            "cleaned up later.",
            "Kings lie on nothing: spread over many columns they stop the game, and two or three "
            "in one column are good news.",
            "The last cards fall on the first columns only. Have a king there rather than a space.",
        ),
    )
    packs = 2
    options = (
        Option("columns", (10, 9), "nine columns make it harder"),
        Option("down_rows", (4, 5), "five face-down rows make it harder"),
    )
    kinds = (Move, Deal)
    fact_types = UncleRemusFacts
    goal = 104
    drawing = Drawing(runs="suit", turned=True)

    def lay(self) -> Layout:
        layout = Layout(
            Group("tab", "tableau", range(int(self.chosen["columns"])), faces="both"),
            Group("stock", "stock", faces="down"),
            Group("books", "foundation"),
        )
        self.columns = layout["tab"]
        self.stock = layout["stock"][0]
        self.books = layout["books"][0]
        self.hidden = len(self.columns) * int(self.chosen["down_rows"])
        self.first_stock = 104 - self.hidden - len(self.columns)
        return layout

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        width = len(self.columns)
        columns = [
            Pile(tuple(pack[i : self.hidden : width]), (pack[self.hidden + i],))
            for i in self.columns
        ]
        stock = Pile(down=tuple(reversed(pack[self.hidden + width :])))
        return State((*columns, stock, Pile()), None)

    def rules(self) -> Sequence[Rule[None]]:
        runs = Source(
            self.columns,
            SAME_SUIT.run_length,
            "There are not so many face-up cards in that column.",
            "Only cards of one suit in unbroken descending order move together.",
        )
        self.moving: Packing[None] = Packing(
            Move,
            [runs],
            self.columns,
            ANY_SUIT,
            Space(EVERY_CARD),
            elsewhere="Cards move from one column to another.",
            unfit="A card goes on a card one rank higher, or into a space.",
        )
        return self.moving, Dealing(Deal, stock_left(self.stock), a_row(self.stock, self.columns))

    def settle(self, table: Table) -> None:
        for i in self.columns:
            up = table.piles[i].up
            if len(up) >= KING and RANK[up[-1]] == ACE and SAME_SUIT.run_length(up) == KING:
                table.move(i, self.books, KING)
            table.turn_up(i)

    def outcome(self, state: State[None]) -> GameOver | None:
        if len(state.piles[self.books].up) == 104:
            return WON
        if state.piles[self.stock].down:
            return None
        for move in self.moving.moves(state, self.layout):
            pile, onto = (state.piles[self.layout.index[place]] for place in (move.src, move.dst))
            if onto != EMPTY or pile.down or move.n < len(pile.up):
                return None
        return STUCK

    def progress(self, state: State[None]) -> int:
        joins = 0
        for i in self.columns:
            lower = None
            for card in state.piles[i].up:
                if lower is not None and lower == SENIOR[card]:
                    joins += 1
                lower = card
        return len(state.piles[self.books].up) + joins

    def facts(self, state: State[None]) -> UncleRemusFacts:
        left = len(state.piles[self.stock].down)
        width = len(self.columns)
        return {
            "session": 1 + -(-(self.first_stock - left) // width),
            "deals_left": -(-left // width),
        }

    def flaw(self, state: State[None]) -> str | None:
        left, width = len(state.piles[self.stock].down), len(self.columns)
        if left > self.first_stock or (left and (self.first_stock - left) % width):
            return "The stock is dealt a whole row at a time."
        books = state.piles[self.books].up
        ends = range(KING, len(books) + 1, KING)
        if len(books) % KING or any(SAME_SUIT.run_length(books[:end]) != KING for end in ends):
            return "Books go out whole, king first."
        if any(len(state.piles[i].down) * width > self.hidden for i in self.columns):
            return "No column can have so many face-down cards."
        return None
