"""`BookGame`, the base class of games in which whole suits are built in the columns: Uncle Remus
and Spider.

A book is the thirteen cards of one suit from king down to ace, one on the other in one column. At
the start the cards are dealt to the columns row by row, first face down, and at last one card face
up to each column. Later the player deals cards of the stock onto the columns, one on each.
"""

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from engine.cards import ACE, KING, RANK, Card
from engine.drawing import Drawing
from engine.game import Game
from engine.mechanics.rules import (
    ANY_SUIT,
    EVERY_CARD,
    SAME_SUIT,
    Dealing,
    Order,
    Packing,
    Rule,
    Source,
    Space,
    a_row,
    stock_left,
)
from engine.mechanics.sessions import SessionFacts
from engine.moves import Deal, Move
from engine.table import EMPTY, STUCK, WON, GameOver, Group, Layout, Pile, State, Table


class BookFacts(SessionFacts):
    """What a view of a `BookGame` (what a player may see of it) shows besides the piles.
    `deals_left` is how many times cards can still be dealt from the stock."""

    deals_left: int


class BookGame(Game[None, Move | Deal]):
    """A game in which a complete book (king down to ace of a suit) leaves its column by itself. The
    game is won when all eight books have left."""

    packs = 2
    kinds = (Move, Deal)
    no_safe_play = "Books leave by themselves, and no other card goes to a foundation."
    fact_types = BookFacts
    goal = 104
    default_drawing = Drawing(runs="suit", turned=True)

    @abstractmethod
    def dealt(self) -> tuple[int, int]:
        """Return the number of columns, and the number of cards that the deal at the start puts
        face down in all columns together."""

    def run_order(self) -> Order:
        """Return which card may lie on which in a run. A run is the cards at the top of a column
        that may move together; a book is a run of thirteen cards."""
        return SAME_SUIT

    def why_no_deal(self, state: State[None]) -> str | None:
        """Return the reason why the player may not deal the next row of cards from the stock, or
        None if the player may."""
        return stock_left(self.stock)(state)

    def lay(self) -> Layout:
        width, self.hidden = self.dealt()
        layout = Layout(
            Group("tab", "tableau", range(width), faces="both"),
            Group("stock", "stock", faces="down"),
            Group("books", "foundation"),
        )
        self.columns = layout["tab"]
        self.stock = layout["stock"][0]
        self.books = layout["books"][0]
        self.first_stock = 104 - self.hidden - width
        self.run = self.run_order()
        # A move changes few columns, so the cache has the joins of most columns.
        self.joins = lru_cache(maxsize=4096)(self.run.joins)
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
            self.run.run_length,
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
        return self.moving, Dealing(Deal, self.why_no_deal, a_row(self.stock, self.columns))

    def settle(self, table: Table) -> None:
        for i in self.columns:
            up = table.piles[i].up
            if len(up) >= KING and RANK[up[-1]] == ACE and self.run.run_length(up) == KING:
                table.move(i, self.books, KING)
            table.turn_up(i)

    def outcome(self, state: State[None]) -> GameOver | None:
        if len(state.piles[self.books].up) == 104:
            return WON
        if state.piles[self.stock].down:
            return None
        piles, index = state.piles, self.layout.index
        for move in self.moving.moves(state, self.layout):
            pile = piles[index[move.src]]
            if pile.down or move.n < len(pile.up) or piles[index[move.dst]] != EMPTY:
                return None
        return STUCK

    def progress(self, state: State[None]) -> int:
        piles = state.piles
        return len(piles[self.books].up) + sum([self.joins(piles[i].up) for i in self.columns])

    def facts(self, state: State[None]) -> BookFacts:
        left = len(state.piles[self.stock].down)
        width = len(self.columns)
        return {
            "session": 1 + -(-(self.first_stock - left) // width),
            "deals_left": -(-left // width),
        }

    def worth(self, state: State[None]) -> int:
        """Return how good the position is, for computer players. Cards in complete books count
        most, then cards that lie on the next higher card of their suit, then runs that can move
        onto the next higher card of their suit at once. The fewer cards of the columns lie face
        down, the better."""
        piles, run = state.piles, self.run
        hidden = sum([len(piles[i].down) for i in self.columns])
        columns = [up for i in self.columns if (up := piles[i].up)]
        awaited = {run.takes[up[-1]] for up in columns}
        ready = sum([run.head[up[-run.run_length(up)]] in awaited for up in columns])
        return 10 * (self.progress(state) + len(piles[self.books].up)) + 5 * ready - 2 * hidden

    def flaw(self, state: State[None]) -> str | None:
        left, width = len(state.piles[self.stock].down), len(self.columns)
        if left > self.first_stock or (left and (self.first_stock - left) % width):
            return "The stock is dealt a whole row at a time."
        books = state.piles[self.books].up
        ends = range(KING, len(books) + 1, KING)
        if len(books) % KING or any(self.run.run_length(books[:end]) != KING for end in ends):
            return "Books go out whole, king first."
        if any(len(state.piles[i].down) > len(range(i, self.hidden, width)) for i in self.columns):
            return "No column can have so many face-down cards."
        return None
