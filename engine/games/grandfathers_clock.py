"""Grandfather's Clock

One pack. A friendly game with every card in sight: most deals can be won, and foresight decides.

Aim: to build a clock face on which every hour shows its number.

The deal. Take twelve cards out of the pack and lay them in a ring, one for each hour: 10H at one
o'clock, JS at two, QD at three, KC at four, 2H at five, 3S at six, 4D at seven, 5C at eight, 6H at
nine, 7S at ten, 8D at eleven and 9C at twelve. Shuffle the other forty cards and deal them face up
in five overlapping rows of eight, which make eight columns of five.

The play. Only the top card of a column, which nothing covers, is in play.
- It may be built on its hour. Each hour is built up in suit, and an ace follows the king, until its
  top card has the number of the hour; a jack is eleven and a queen twelve. The hours from one to
  four take four cards each, the others three, so each card belongs to one hour. You need not build
  at once, and a card once built stays there.
- It may be packed on the top card of another column if that card is one rank higher, of any suit.
  Nothing is packed on an ace.
- An empty column takes any top card. A card that is alone in its column stays, because nothing
  would change. A king moves only to an empty column.

The end. The game is won when all 52 cards lie on the clock, and lost when nothing can be moved.
Cards can be packed to and fro for ever; give up when that leads nowhere.

Safe auto-play, where the terms of a race ask for it: an ace is built at once, and so is any other
card once all four cards of the next lower rank are on the clock. Nothing can be packed on it any
more, and what it uncovers can only help.

Progress: the number of cards on the clock; it begins at twelve.

Source: not in our books; these are the rules in common use. Some books pack the columns in
alternate colours instead. Big Ben, a game with two packs, is sometimes called by the same name.
"""

from collections.abc import Sequence

from engine.cards import CARD, KING, RANK, SUIT, Card
from engine.drawing import Drawing, clock_face
from engine.game import Book, Game
from engine.mechanics.column_order import in_the_way
from engine.mechanics.picture import Picture
from engine.mechanics.rules import ANY_SUIT, EVERY_CARD, Packing, Rule, Source, Space, one
from engine.moves import Build, Pack
from engine.table import Group, Layout, Pile, State

COLUMNS = range(8)
HOURS = range(8, 20)
ROWS = 5
STARTS = [CARD[rank + suit] for rank, suit in zip("TJQK23456789", "HSDC" * 3, strict=True)]
"""The cards that lie at one o'clock, at two and so on after the deal."""


def face(start: Card, hour: int) -> list[Card]:
    """Return the cards of the finished foundation at an hour of the clock, bottom first. `start` is
    the card that lies there after the deal, and `hour` is from 1 to 12."""
    length = (hour - RANK[start]) % KING + 1
    return [Card(SUIT[start] * KING + (RANK[start] - 1 + i) % KING) for i in range(length)]


CLOCK = Picture(HOURS[0], [face(start, hour) for hour, start in enumerate(STARTS, 1)])
TURN = [CLOCK.place[Card(card)][1] for card in range(52)]
"""For each card, how many cards of its hour come before it."""

Move = Build | Pack


class GrandfathersClock(Game[None, Move]):
    slug = "grandfathers_clock"
    book = Book(
        "Grandfather's Clock",
        prospects="3 in 4",
        character="foresight more than luck; every card is in sight",
        bell_minutes=8,
        tips=(
            "Find the next card of each hour first, and what lies on it: a column whose upper "
            "cards all wait for cards beneath them is the one to dig up.",
            "An empty column is worth more than a card built at once. Keep a low card in the "
            "columns as long as another is to be packed on it.",
        ),
    )
    kinds = (Build, Pack)
    foundation_kinds = (Build,)
    safe_play = True
    goal = 52
    default_drawing = Drawing(
        places=clock_face("hour"),
        homes=CLOCK.homes([f"hour.{hour}" for hour in range(1, 13)]),
    )

    def lay(self) -> Layout:
        return Layout(Group("tab", "tableau", COLUMNS), Group("hour", "foundation", range(1, 13)))

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        rest = [card for card in pack if card not in STARTS]
        columns = [Pile(up=tuple(rest[i :: len(COLUMNS)])) for i in COLUMNS]
        return State((*columns, *CLOCK.begun(STARTS)), None)

    def rules(self) -> Sequence[Rule[None]]:
        return (
            CLOCK.building(
                Build,
                COLUMNS,
                unfit="An hour takes the next higher card of its suit, and an ace after the king.",
                none="There is no card there to build.",
            ),
            Packing(
                Pack,
                (Source(COLUMNS, one, too_few="That column is empty."),),
                COLUMNS,
                ANY_SUIT,
                Space(EVERY_CARD, stays="That card is alone in its column already."),
                elsewhere="Cards are packed from one column on another.",
            ),
        )

    def never_wanted(self, state: State[None], move: Move) -> bool:
        rank = RANK[state.piles[self.layout.index[move.src]].up[-1]]
        return all(RANK[card] != rank - 1 for i in COLUMNS for card in state.piles[i].up)

    def progress(self, state: State[None]) -> int:
        return CLOCK.built(state.piles)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card on the clock, 5
        for each empty column, and 10 less for each card that lies above a card of its column that
        is wanted sooner."""
        columns = [state.piles[i].up for i in COLUMNS]
        covering = sum(in_the_way(up, TURN) for up in columns)
        return 10 * self.progress(state) - 10 * covering + 5 * columns.count(())

    def flaw(self, state: State[None]) -> str | None:
        if not CLOCK.in_order(state.piles) or not all(state.piles[i].up for i in HOURS):
            return "Each hour is built up in suit from its first card."
        for i in COLUMNS:
            up = state.piles[i].up
            if len(up) > ROWS and ANY_SUIT.run_length(up[ROWS - 1 :]) < len(up) - ROWS + 1:
                return "Beyond five cards, each card of a column lies on one a rank higher."
        return None
