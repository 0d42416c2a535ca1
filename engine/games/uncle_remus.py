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
turned a card sideways where it lay on another suit. As in the book, the top of a column is its last
card, which nothing covers.
"""

from engine.game import Book
from engine.mechanics.books import BookGame
from engine.options import Option


class UncleRemus(BookGame):
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
    options = (
        Option("columns", (10, 9), "nine columns make it harder"),
        Option("down_rows", (4, 5), "five face-down rows make it harder"),
    )

    default_drawing = BookGame.default_drawing._replace(tilts=True)

    def dealt(self) -> tuple[int, int]:
        columns = int(self.chosen["columns"])
        return columns, columns * int(self.chosen["down_rows"])
