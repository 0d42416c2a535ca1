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
  No card comes back from a foundation.
- Turn up the next card of the stock onto the waste at any time. You go through the stock once.

The end. The game is won when all 52 cards lie on the foundations. It is lost when no move is left;
before that you may give up.

Option. `turn`: with 3, three cards are turned together as one packet, and only the last of them is
seen; the card below it comes to light when it is played. When the stock is used up the waste is
turned over to be the stock again, as often as you like, unless all of it is a single packet.

Safe auto-play, where the terms of a race ask for it: an ace or a two is built at once, and so is
any other card once both cards of the contrary colour and the next lower rank are on their
foundations. Nothing can be packed on it any more (an ace could be built instead of being packed on
a two), and an empty column or the card below it is never in the way. With `turn` 3 a card of the
waste is left alone, because playing it changes which cards are turned next.

Progress: the number of cards on the foundations.

Source: the introduction of Peter Arnold's Card Games for One names the game but does not give its
rules; these are the ones in common use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from engine.cards import SUITS, Card
from engine.drawing import Drawing
from engine.game import Book, Game
from engine.mechanics.rules import (
    ALTERNATE_COLOURS,
    KINGS_ONLY,
    USED_UP,
    Building,
    Dealing,
    Packing,
    Rule,
    Source,
    in_columns,
    one,
)
from engine.mechanics.stock_packets import turn_packet
from engine.mechanics.suit_building import contrary, never_wanted
from engine.moves import Build, Place, Turn
from engine.options import Option
from engine.table import Group, Layout, Pile, State, Table

COLUMNS = range(7)
FOUNDATIONS = range(7, 11)
STOCK, WASTE = 11, 12
SOURCES = (*COLUMNS, WASTE)
PLACES = [column for row in COLUMNS for column in range(row, 7)]
"""The column of each card dealt, in the order of dealing."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Put the top `n` cards of a column, or the top card of the waste, on a column."""

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
    foundation_kinds = (Build,)
    safe_play = True
    goal = 52
    default_drawing = Drawing(suits_matter=False)

    def lay(self) -> Layout:
        return Layout(
            Group("tab", "tableau", COLUMNS, faces="both"),
            Group("foundation", "foundation", SUITS),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste", faces="both"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        tableau = [Pile(column[:-1], column[-1:]) for column in in_columns(pack, PLACES)]
        stock = Pile(down=tuple(reversed(pack[len(PLACES) :])))
        return State((*tableau, *[Pile()] * 4, stock, Pile()), None)

    def rules(self) -> Sequence[Rule[None]]:
        self.building: Building[None] = Building(Build, SOURCES, FOUNDATIONS)
        return (
            Dealing(Turn, self._why_no_turn, self._turn),
            Packing(
                Pack,
                (
                    Source(COLUMNS, len),
                    Source((WASTE,), one, parted="Only the top card of the waste moves."),
                ),
                COLUMNS,
                ALTERNATE_COLOURS,
                KINGS_ONLY,
                elsewhere="Cards are packed on a column, from another one or from the waste.",
            ),
            self.building,
        )

    def _why_no_turn(self, state: State[None]) -> str | None:
        if state.piles[STOCK].down:
            return None
        if self.chosen["turn"] == 1 or not state.piles[WASTE].up:
            return USED_UP
        if len(state.piles[WASTE].down) < 3:
            return "The waste is a single packet: turned over, it would be the same again."
        return None

    def _turn(self, state: State[None], table: Table) -> None:  # noqa: ARG002
        if self.chosen["turn"] == 3:
            turn_packet(table, STOCK, WASTE)
        else:
            table.deal(STOCK, WASTE)

    def settle(self, table: Table) -> None:
        for i in SOURCES:
            table.turn_up(i)

    def never_wanted(self, state: State[None], move: Move) -> bool:
        src = self.layout.index[move.src] if isinstance(move, Build) else WASTE
        if src == WASTE and self.chosen["turn"] == 3:
            return False
        card = state.piles[src].up[-1]
        return never_wanted(state.piles, FOUNDATIONS, card, contrary(card))

    def progress(self, state: State[None]) -> int:
        return self.building.built(state.piles)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card built, 12 less
        for each face-down card of a column, 5 less for each card in the waste, and a little less if
        the foundations have grown unevenly."""
        piles = state.piles
        hidden = sum(len(piles[i].down) for i in COLUMNS)
        waste = len(piles[WASTE].down) + len(piles[WASTE].up)
        heights = [len(piles[i].up) for i in FOUNDATIONS]
        return 10 * sum(heights) - (max(heights) - min(heights)) - 12 * hidden - 5 * waste

    def flaw(self, state: State[None]) -> str | None:
        piles, turn = state.piles, int(self.chosen["turn"])
        for i in COLUMNS:
            down, up = piles[i]
            if len(down) > i:
                return "No column can have so many face-down cards."
            if ALTERNATE_COLOURS.run_length(up) < len(up):
                return "The face-up cards of a column go down in alternate colours."
        stock, (down, up) = piles[STOCK].down, piles[WASTE]
        # Until the stock is used up every packet turned was whole; some cards may have been played.
        if len(stock) + turn * ceil((len(down) + len(up)) / turn) > 24:
            return f"The stock had 24 cards, turned {turn} at a time."
        if turn == 1 and down:
            return "Every card of the waste has been seen."
        if turn == 3 and len(up) > 1:
            return "Only the top card of the waste is in sight."
        return self.building.flaw(piles)
