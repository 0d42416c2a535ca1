"""Baker's Dozen

One pack. Skill counts for as much as chance: the book says that skilful players win more than half
the time. It does not state how long a game takes.

Aim: to build each suit on its own pile from ace up to king.

The deal. Deal the whole pack face up in four overlapping rows of thirteen, which make thirteen
columns of four. Then move every king to the head of its column, under the other cards, so that you
reach it last. Two kings of one column both go there, in the order in which they were dealt. There
is no stock.

The play. Only the card at the foot of a column, which nothing covers, is in play.
- It may be packed on the foot of another column if that card is one rank higher, of any suit. One
  card moves at a time; a sequence is never moved whole.
- It may be built on the pile of its suit above the columns: the ace begins the pile, then 2, 3 and
  so on to the king. You need not build at once, and a card once built stays there.
- A column that has been cleared stays empty.

The end. The game is won when all 52 cards are built, and lost when nothing can be moved. Cards can
be packed to and fro for ever; give up when that leads nowhere.

Safe auto-play, where the terms of a race ask for it: an ace or a two is built at once, and so is
any other card once all four cards of the next lower rank are built. Nothing can be packed on it any
more (an ace could be built instead of being packed on a two), and to clear what lies under it does
no harm.

Progress: the number of cards built.

Source: "Baker's Dozen" in Peter Arnold's Card Games for One. The book builds the aces "as they
become available", but in its own example it builds one later, so here you choose when.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.cards import ACE, KING, NAME, RANK, SUIT, SUITS, Card
from engine.game import Book, Game
from engine.mechanics.column_order import LOWER_OF_SUIT, in_the_way, reversed_pairs
from engine.mechanics.suit_building import build_refusal, foundation_flaw, never_wanted
from engine.moves import Build, Pack, Place
from engine.table import Group, Layout, Pile, State, Table

Move = Pack | Build


class BakersDozen(Game[None, Move]):
    slug = "bakers_dozen"
    book = Book(
        "Baker's Dozen",
        prospects="over half, for skilful players",
        character="as much skill as chance; every card is in sight",
        bell_minutes=20,
        origin=(
            "A baker's dozen is thirteen, and so are the cards of a suit: the book holds that the "
            "name was bound to be taken, and that thirteen columns have a good claim to it."
        ),
        tips=(
            "Look for reverses first: two cards of a suit in one column, the higher nearer the "
            "foot. Undoing them matters more than building.",
            "Do not build too fast. A card that has gone up may be wanted on the table, for "
            "another to be packed on it.",
            "Keep the four suits about level.",
        ),
    )
    kinds = (Pack, Build)
    foundation_kinds = (Build,)
    safe_play = True
    goal = 52
    width: ClassVar[int] = 13
    rows: ClassVar[int] = 4
    aces_out: ClassVar[int] = 0
    """The number of aces that the deal lays on their foundations."""

    def lay(self) -> Layout:
        layout = Layout(
            Group("tab", "tableau", range(self.width)), Group("foundation", "foundation", SUITS)
        )
        self.columns = layout["tab"]
        self.home = layout["foundation"]
        return layout

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        aces = [card for card in pack if RANK[card] == ACE][: self.aces_out]
        rest = [card for card in pack if card not in aces]
        columns = [
            # The sort is stable: kings come first, and otherwise cards stay in the order dealt.
            Pile(up=tuple(sorted(rest[i :: self.width], key=lambda card: RANK[card] != KING)))
            for i in self.columns
        ]
        started = [Pile(up=tuple(a for a in aces if SUIT[a] == suit)) for suit in range(4)]
        return State((*columns, *started), None)

    def refusal(self, state: State[None], move: Move) -> str | None:
        piles, at = state.piles, self.layout.index
        if isinstance(move, Build):
            return build_refusal(piles, self.home, at[move.src])
        if at[move.src] not in self.columns or at[move.dst] not in self.columns:
            return "Cards are packed from one column on another."
        up, target = piles[at[move.src]].up, piles[at[move.dst]].up
        if not up:
            return "That column is empty."
        if not target:
            return "A column that has been cleared stays empty."
        if RANK[target[-1]] != RANK[up[-1]] + 1:
            return "A card is packed on a card one rank higher."
        return None

    def perform(self, state: State[None], move: Move, table: Table) -> None:
        src = self.layout.index[move.src]
        if isinstance(move, Build):
            table.move(src, self.home[SUIT[state.piles[src].up[-1]]])
        else:
            table.move(src, self.layout.index[move.dst])

    def legal_moves(self, state: State[None]) -> Iterator[Move]:
        names = self.layout.names
        takes: dict[int, list[int]] = {}
        for dst in self.columns:
            up = state.piles[dst].up
            if up:
                takes.setdefault(RANK[up[-1]] - 1, []).append(dst)
        for src in self.columns:
            up = state.piles[src].up
            if up:
                if build_refusal(state.piles, self.home, src) is None:
                    yield Build(Place(names[src]))
                for dst in takes.get(RANK[up[-1]], ()):
                    yield Pack(Place(names[src]), Place(names[dst]))

    def never_wanted(self, state: State[None], move: Move) -> bool:
        card = state.piles[self.layout.index[move.src]].up[-1]
        return never_wanted(state.piles, self.home, card, range(4))

    def progress(self, state: State[None]) -> int:
        return sum(len(state.piles[i].up) for i in self.home)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card built, 3 for
        each legal move, 3 less for each card that lies above a lower card of its column, and 3 less
        for each pair of cards of one suit in a column with the higher card above the lower."""
        columns = [state.piles[i].up for i in self.columns]
        return (
            10 * self.progress(state)
            - 3 * sum(reversed_pairs(up, LOWER_OF_SUIT) for up in columns)
            - 3 * sum(map(in_the_way, columns))
            + 3 * sum(1 for _ in self.legal_moves(state))
        )

    def flaw(self, state: State[None]) -> str | None:
        if sum(bool(state.piles[i].up) for i in self.home) < self.aces_out:
            return "The first two aces lie on their piles from the start."
        for i in self.columns:
            up = state.piles[i].up
            for under, card in enumerate(up[1:]):
                if RANK[card] == KING and RANK[up[under]] != KING:
                    return f"No king lies on another card, as {NAME[card]} does."
                if under + 1 >= self.rows and RANK[up[under]] != RANK[card] + 1:
                    return f"{NAME[card]} was not dealt there, and cannot have been packed there."
        return foundation_flaw(state.piles, self.home)


class GoodMeasure(BakersDozen):
    """Good Measure

    A variant of Baker's Dozen. One pack. The book gives it the same length and the same prospects:
    skilful players win more than half the time. In truth it is harder: with best play about nine
    deals in ten can be won, and nearly all of Baker's Dozen.

    Aim: to build each suit on its own pile from ace up to king.

    The deal. Turn the cards of the pack up one by one and deal them in five overlapping rows of
    ten, which make ten columns of five; but lay the first two aces you meet on their own piles
    above the columns. Then move every king to the head of its column, under the other cards.

    The play. Only the card at the foot of a column, which nothing covers, is in play.
    - It may be packed on the foot of another column if that card is one rank higher, of any suit.
      One card moves at a time.
    - It may be built on the pile of its suit: the ace begins the pile, then 2, 3 and so on to the
      king. You need not build at once, and a card once built stays there.
    - A column that has been cleared stays empty.

    The end. The game is won when all 52 cards are built, and lost when nothing can be moved. Cards
    can be packed to and fro for ever; give up when that leads nowhere.

    Safe auto-play, where the terms of a race ask for it: an ace or a two is built at once, and so
    is any other card once all four cards of the next lower rank are built. Nothing can be packed on
    it any more (an ace could be built instead of being packed on a two), and to clear what lies
    under it does no harm.

    Progress: the number of cards built; it begins at two.

    Source: the variant under "Baker's Dozen" in Peter Arnold's Card Games for One.
    """

    slug = "good_measure"
    book = BakersDozen.book._replace(
        title="Good Measure",
        prospects="over half by the book, but harder",
        origin=(
            "A variant of Baker's Dozen, and called after the same custom: whoever gives thirteen "
            "for a dozen gives good measure."
        ),
    )
    width = 10
    rows = 5
    aces_out = 2
