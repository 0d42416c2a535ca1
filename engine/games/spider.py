"""Spider

Two packs. A game takes between half an hour and an hour. Mainly a game of skill, and hard.

Aim: eight books. A book is the thirteen cards of one suit from king down to ace, in one column; a
finished book leaves the table.

The deal. Shuffle two packs together and deal ten columns, row by row from the left: four rows face
down, then one more card face down on each of the first four columns, then one row face up. The
other 50 cards are the stock. Let the face-down cards overlap so that they can be counted.

The play.
- A face-up top card may be laid on any column whose top card is one rank higher, of any suit.
  Nothing goes on an ace, and a king goes only into a space.
- Cards of one suit in unbroken descending order at the top of a column form a run. A run, or any
  number of cards from the top of it, moves as one card does. Cards of mixed suits never move
  together.
- An empty column is a space; any card or run may go into it, a whole column too.
- A face-down card that comes to the top is turned up at once. A book that is completed at the top
  of a column is removed at once.
- At any time the next ten cards may be dealt, one face up to each column from the left. Before that
  every space must be filled, unless no column has more than one card.

The end. The game is won when eight books have been removed. It is lost when the stock is used up
and the only moves left are whole columns into spaces; before that you may give up.

Options. `suits`: with 2 all cards of a colour count as one suit, with 1 all cards do; use two
ordinary packs. `fill_before_deal`: with false spaces may stay, and are dealt into.

Progress: 13 for each book removed, 1 for each face-up card lying on the next higher card of its own
suit, as the option counts suits.

Source: the game as card-game manuals since Morehead and Mott-Smith and the old computer programs
have it. They differ in which columns get a sixth card and in whether a book must be removed; here
the first four columns get it, below the face-up row, and a book goes by itself. With the four
suits, 48.7 % of 306 published games came out.
"""

from engine.drawing import Drawing
from engine.game import Book
from engine.mechanics.books import BookGame
from engine.mechanics.rules import ANY_SUIT, SAME_COLOUR, SAME_SUIT, Order
from engine.options import Option
from engine.table import Layout, State

RUNS = {4: SAME_SUIT, 2: SAME_COLOUR, 1: ANY_SUIT}
"""The order of a run for each value of the option `suits`."""
DRAWINGS = {4: Drawing(runs="suit"), 2: Drawing(runs="colour"), 1: Drawing(runs="any")}
"""How the table is drawn for each value of the option `suits`."""


class Spider(BookGame):
    slug = "spider"
    book = Book(
        "Spider",
        prospects="about half, for experts",
        character="mainly skill",
        bell_minutes=60,
        origin="President Roosevelt's favourite patience. The game has eight books, a spider eight "
        "legs.",
        tips=(
            "Lay cards on their own suit where you can; a column of mixed suits has to be taken "
            "apart again card by card.",
            "Turn up face-down cards, and first where few are left: a space comes from there.",
            "Use a space to sort mixed columns, and empty a column again before you deal.",
            "Of two moves with mixed suits make the one with the higher cards: it can take more.",
        ),
    )
    options = (
        Option("suits", (4, 2, 1), "how many suits count: fewer make it easier"),
        Option("fill_before_deal", (True, False), "every space must be filled before a deal"),
    )
    default_drawing = DRAWINGS[4]

    def lay(self) -> Layout:
        self.drawing = DRAWINGS[int(self.chosen["suits"])]
        return super().lay()

    def dealt(self) -> tuple[int, int]:
        return 10, 44

    def run_order(self) -> Order:
        return RUNS[int(self.chosen["suits"])]

    def why_no_deal(self, state: State[None]) -> str | None:
        sizes = [sum(map(len, state.piles[i])) for i in self.columns]
        if self.chosen["fill_before_deal"] and min(sizes) == 0 and max(sizes) > 1:
            return super().why_no_deal(state) or "Before dealing, fill every space."
        return super().why_no_deal(state)
