"""Captive Queens

Also called Quadrille. One pack. There is no choice: the cards decide, if you look at each of them.
Play it for company, alone or in a room.

Aim: to shut the four queens in with a ring of four kings and four jacks.

The deal. Take the four queens from the pack and lay them in the middle. Shuffle the other 48 cards;
they are the stock, face down.

The play.
- Turn up the cards of the stock one at a time on the waste. Its top card may be built; the card
  beneath it is then free.
- A five begins a pile that goes down in suit: five, four, three, two, ace, king.
- A six begins a pile that goes up in suit: six, seven, eight, nine, ten, jack.
- So every card has one place. Nobody has to build, but to wait never helps.
- When the stock is used up, turn the waste over, without shuffling, to be the new stock. This may
  be done twice.

The end. The game is won when all 52 cards lie in the picture. It is lost when the stock has been
gone through for the third time and the top card of the waste fits nowhere.

Option. `bases`: with `laid`, the fives and sixes are put out before the deal too.

In a race all who bring the same number of cards into the picture share the place, whatever their
time.

Progress: the number of cards in the picture, the queens included.

Source: the introduction of Peter Arnold's Card Games for One names Captive Queens among the
patiences laid out in patterns but does not give its rules; these are the ones in common use.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.cards import KING, NAME, QUEEN, RANK, SUIT, SUITS, Card
from engine.drawing import Drawing, picture
from engine.game import Book, Game
from engine.mechanics.rules import EVERY_CARD, Dealing, OneKind, Rule, a_row, stock_left
from engine.mechanics.sessions import RedealFacts, left_in
from engine.moves import Build, Redeal, Turn
from engine.options import Option
from engine.table import EMPTY, Group, Layout, Pile, State, Table, face_up
from engine.view import Json

DOWN, UP = range(4), range(4, 8)
QUEENS, STOCK, WASTE = 8, 9, 10
PICTURE = range(9)
GOES_DOWN = (5, 4, 3, 2, 1, KING)
GOES_UP = (6, 7, 8, 9, 10, 11)
REDEALS = 2
NO_PLACE = "A pile goes down in suit from its five to the king, or up from its six to the jack."


def place_of(card: Card) -> tuple[int, int]:
    """Return the index of the pile in which a card has its place, and how many cards lie there
    before it."""
    if RANK[card] == QUEEN:
        return QUEENS, SUIT[card]
    piles, order = (DOWN, GOES_DOWN) if RANK[card] in GOES_DOWN else (UP, GOES_UP)
    return piles[SUIT[card]], order.index(RANK[card])


PLACE = tuple(place_of(card) for card in sorted(EVERY_CARD))
FOUNDATIONS = tuple(f"{row}.{suit}" for row in ("down", "up") for suit in SUITS)


Move = Turn | Build | Redeal


class CaptiveQueens(Game[int, Move]):
    # `State.beside` is how often the waste may still be turned over.
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
    fact_types = RedealFacts
    goal = 52
    ranked_by = "reach"
    drawing = Drawing(
        row_titles={"down": "5", "up": "6"},
        homes={NAME[card]: FOUNDATIONS[at] for card, (at, _) in enumerate(PLACE) if at != QUEENS},
        places=picture(
            "stock . down.S up.S   down.H",
            "waste . up.C   queens up.H",
            ".     . down.C up.D   down.D",
        ),
    )

    def lay(self) -> Layout:
        return Layout(
            Group("down", "foundation", SUITS),
            Group("up", "foundation", SUITS),
            Group("queens", "foundation"),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        first = {QUEEN} if self.chosen["bases"] == "found" else {QUEEN, GOES_DOWN[0], GOES_UP[0]}
        piles = [EMPTY] * len(PICTURE)
        for card in sorted(pack):
            if RANK[card] in first:
                pile = PLACE[card][0]
                piles[pile] = Pile(up=(*piles[pile].up, card))
        stock = tuple(card for card in reversed(pack) if RANK[card] not in first)
        return State((*piles, Pile(down=stock), EMPTY), REDEALS)

    def rules(self) -> Sequence[Rule[int]]:
        return (
            Dealing(Turn, stock_left(STOCK), a_row(STOCK, (WASTE,))),
            PictureBuilding(Build),
            Dealing(Redeal, why_no_redeal, redeal),
        )

    def progress(self, state: State[int]) -> int:
        return face_up(state.piles, PICTURE)

    def facts(self, state: State[int]) -> RedealFacts:
        return {"redeals_left": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return left_in(facts, "redeals_left", REDEALS)

    def flaw(self, state: State[int]) -> str | None:
        for i in PICTURE:
            if any(PLACE[card] != (i, at) for at, card in enumerate(state.piles[i].up)):
                return NO_PLACE
        if len(state.piles[QUEENS].up) < len(SUITS):
            return "The queens are laid out before the deal."
        if self.chosen["bases"] == "laid" and not all(state.piles[i].up for i in (*DOWN, *UP)):
            return "The fives and sixes are laid out before the deal."
        return None


class PictureBuilding(OneKind[int]):
    """The top card of the waste goes to its place in the picture."""

    def refusal(self, state: State[int], move: Build, layout: Layout) -> str | None:
        if layout.index[move.src] != WASTE:
            return "Only the top card of the waste is built."
        return self.why_not(state)

    def why_not(self, state: State[int]) -> str | None:
        up = state.piles[WASTE].up
        if not up:
            return "The waste is empty."
        pile, height = PLACE[up[-1]]
        return None if len(state.piles[pile].up) == height else NO_PLACE

    def moves(self, state: State[int], layout: Layout) -> Iterator[Build]:
        if self.why_not(state) is None:
            yield self.make(layout.names[WASTE])

    def perform(self, state: State[int], move: Build, table: Table, layout: Layout) -> int:  # noqa: ARG002
        table.move(WASTE, PLACE[table.piles[WASTE].up[-1]][0])
        return state.beside


def why_no_redeal(state: State[int]) -> str | None:
    if state.piles[STOCK].down:
        return "The waste is turned over only when the stock is used up."
    if not state.piles[WASTE].up:
        return "The waste is empty."
    return None if state.beside else "The waste has been turned over twice."


def redeal(state: State[int], table: Table) -> int:
    table.turn_over((WASTE,), STOCK)
    return state.beside - 1
