"""Captive Queens

Also called Quadrille. One pack. There is no choice: the cards decide, if you look at each of them.
Play it for company, alone or in a room.

Aim: to shut the four queens in with a ring of four kings and four jacks, the last cards of eight
piles.

The deal. Lay the four queens in the middle; the piles will lie in a ring round them. Shuffle the
other 48 cards; they are the stock.

The play.
- Turn up the cards of the stock one at a time on the waste. Its top card may be built; the card
  beneath it is then free.
- A five begins a pile that goes down in suit: five, four, three, two, ace, king.
- A six begins a pile that goes up in suit: six, seven, eight, nine, ten, jack.
- So every card has one place. Nobody has to build, but to wait never helps.
- When the stock is used up turn the waste over, unshuffled, to be the new stock, twice at most.

The end. The game is won when all 52 cards lie in the picture of queens and piles. It is lost when
the stock has been gone through for the third time and the top card of the waste fits nowhere.

Option. `bases`: with `laid`, the fives and sixes are put out before the deal too.

Progress: the number of cards in the picture, the queens included. In a race all who reach the same
number share the place, whatever their time.

Source: the introduction of Peter Arnold's Card Games for One names Captive Queens among the
patiences laid out in patterns but does not give its rules; these are the ones in common use.
"""

from collections.abc import Sequence

from engine.cards import CARD, QUEEN, RANK, SUITS, Card
from engine.drawing import Drawing, picture
from engine.game import Book
from engine.mechanics.picture import Picture
from engine.mechanics.rules import Dealing, Rule, a_row, stock_left
from engine.mechanics.sessions import RedealGame, turning_over
from engine.moves import Build, Redeal, Turn
from engine.options import Option
from engine.table import EMPTY, Group, Layout, Pile, State

RING, QUEENS, STOCK, WASTE = range(8), 8, 9, 10
DOWN, UP = "5432AK", "6789TJ"
"""The ranks of a finished pile that goes down, and of one that goes up."""
PICTURE = Picture(
    RING[0],
    [
        *([CARD[rank + suit] for rank in ranks] for ranks in (DOWN, UP) for suit in SUITS),
        [CARD["Q" + suit] for suit in SUITS],
    ],
)
NO_PLACE = "A pile goes down in suit from its five to the king, or up from its six to the jack."

Move = Turn | Build | Redeal


class CaptiveQueens(RedealGame[Move]):
    slug = "captive_queens"
    book = Book(
        "Captive Queens",
        other_names=("Quadrille",),
        prospects="more than half",
        character="luck alone, and attention",
        bell_minutes=6,
    )
    options = (Option("bases", ("found", "laid"), "fives and sixes: met in the stock, or put out"),)
    kinds = (Turn, Build, Redeal)
    no_safe_play = "To see which card fits is all that the game asks of its player."
    goal = 52
    ranked_by = "reach"
    default_drawing = Drawing(
        row_titles={"down": "5", "up": "6"},
        homes=PICTURE.homes([f"{row}.{suit}" for row in ("down", "up") for suit in SUITS]),
        places=picture(
            "stock . down.S up.S   down.H",
            "waste . up.C   queens up.H",
            ".     . down.C up.D   down.D",
        ),
    )

    def lay(self) -> Layout:
        self.redeals = 2
        return Layout(
            Group("down", "foundation", SUITS),
            Group("up", "foundation", SUITS),
            Group("queens", "foundation"),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        first = {QUEEN} if self.chosen["bases"] == "found" else {QUEEN, 5, 6}
        laid = {card for card in pack if RANK[card] in first}
        stock = tuple(card for card in reversed(pack) if card not in laid)
        return State((*PICTURE.begun(laid), Pile(down=stock), EMPTY), self.redeals)

    def rules(self) -> Sequence[Rule[int]]:
        return (
            Dealing(Turn, stock_left(STOCK), a_row(STOCK, (WASTE,))),
            PICTURE.building(
                Build,
                (WASTE,),
                unfit=NO_PLACE,
                none="The waste is empty.",
                elsewhere="Only the top card of the waste is built.",
            ),
            turning_over(
                Redeal,
                (WASTE,),
                STOCK,
                early="The waste is turned over only when the stock is used up.",
                empty="The waste is empty.",
                spent="The waste has been turned over twice.",
            ),
        )

    def progress(self, state: State[int]) -> int:
        return PICTURE.built(state.piles)

    def flaw(self, state: State[int]) -> str | None:
        if not PICTURE.in_order(state.piles):
            return NO_PLACE
        if len(state.piles[QUEENS].up) < len(SUITS):
            return "The queens are laid out before the deal."
        if self.chosen["bases"] == "laid" and not all(state.piles[i].up for i in RING):
            return "The fives and sixes are laid out before the deal."
        return None
