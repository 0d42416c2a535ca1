"""Poker Patience

Also called Poker Squares and Poker Solitaire. One pack. A game of skill for a score, well suited to
competition, because each contestant has the same cards.

Aim: to lay 25 cards in a square of five rows and five columns that score as much as possible, each
line counted as a hand at poker.

The play. Shuffle a pack and turn up one card at a time. Lay the first anywhere. Lay every later
card so that it touches a card already laid, by a side or by a corner, and so that all cards laid
still fit into five rows and five columns. A card once laid is not moved again.

The score. Each full row and column counts as the best hand it makes, however its cards lie:

    hand              English   American
    royal flush            30        100
    straight flush         30         75
    four of a kind         16         50
    straight               12         15
    full house             10         25
    three of a kind         6         10
    flush                   5         20
    two pairs               3          5
    one pair                1          2

A straight is five ranks in order; the ace is high or low in it, never in between. A flush is five
cards of one suit; a royal flush is the straight flush from ten to ace. Diagonals do not count.

The end. The game is complete with the twenty-fifth card; points decide. If you give up, only
complete lines score. Some call 70 points a win by the English table and 200 by the American; here
only the score counts.

Options. `free_cell`: with `true` the square is there from the start and a card may go on any empty
cell of it. `scoring`: `american` counts by the second table.

Source: an old book, put online by Kellscraft Studio, names the game together with Cribbage Patience
but does not describe it. Cards are laid here as in Cribbage Patience; the tables are those in
common use.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.cards import ACE, RANK, SUIT, Card
from engine.game import Book
from engine.mechanics.grid import TAKEN, Grid, Place, ScoredGrid
from engine.moves import Cell
from engine.options import Option
from engine.table import Layout, State

SIZE = 5
ENGLISH = {
    "royal flush": 30, "straight flush": 30, "four": 16, "straight": 12, "full house": 10,
    "three": 6, "flush": 5, "two pairs": 3, "pair": 1, "nothing": 0,
}  # fmt: skip
AMERICAN = {
    "royal flush": 100, "straight flush": 75, "four": 50, "straight": 15, "full house": 25,
    "three": 10, "flush": 20, "two pairs": 5, "pair": 2, "nothing": 0,
}  # fmt: skip
ALIKE = {
    (1, 4): "four", (2, 3): "full house", (1, 1, 3): "three", (1, 2, 2): "two pairs",
    (1, 1, 1, 2): "pair",
}  # fmt: skip
"""The hand of five cards that are not all of different ranks, by the sorted numbers of cards of
each rank."""
ALIKE_WORTH = {1: 0, 2: 12, 3: 65, 4: 160}
"""The worth of equal ranks in a line that is not full, by their number."""
CHANCE = {4: 0, 3: 1, 2: 2, 1: 4}
"""The chance of a straight or a flush in tenths, by the cells that are free."""
HIGH = [ACE, 10, 11, 12, 13]
"""The sorted ranks of the straight in which the ace is high."""
OUTSIDE = f"The cells of the square are rows and columns 0 to {SIZE - 1}."


class PokerPatience(ScoredGrid):
    slug = "poker_patience"
    book = Book(
        "Poker Patience",
        other_names=("Poker Squares", "Poker Solitaire"),
        character="skill",
        bell_minutes=12,
        origin="The model of Cribbage Patience, very popular already when that was new.",
    )
    options = (
        Option("free_cell", (False, True), "a card may go on any empty cell of a fixed square"),
        Option("scoring", ("english", "american"), "the table by which hands are counted"),
    )
    size = SIZE
    goal = SIZE * SIZE

    def lay(self) -> Layout:
        self.fixed = bool(self.chosen["free_cell"])
        return super().lay()

    def line_points(self, line: Sequence[Card], turn_up: Card | None) -> int | None:  # noqa: ARG002
        return self._table[hand(tuple(line))]

    @property
    def _table(self) -> dict[str, int]:
        return AMERICAN if self.chosen["scoring"] == "american" else ENGLISH

    def line_so_far(self, line: Mapping[int, Card]) -> int:
        cards = tuple(line.values())
        if len(cards) == self.size:
            return self._table[hand(cards)]
        ranks = [RANK[card] for card in cards]
        counts = sorted(ranks.count(rank) for rank in {*ranks})
        # The cards that are missing count as cards of other ranks.
        missing = [1] * (self.size - len(cards))
        return self._table[ALIKE.get((*missing, *counts), "nothing")]

    def line_worth(self, line: Sequence[Card]) -> int:
        return prospect(tuple(line), self.chosen["scoring"] == "american")

    def refusal(self, state: State[Grid], move: Place) -> str | None:
        if not self.fixed:
            return super().refusal(state, move)
        if not in_square(move.cell):
            return OUTSIDE
        if any(cell == move.cell for cell, _ in state.beside.laid):
            return TAKEN
        return None

    def legal_moves(self, state: State[Grid]) -> Iterator[Place]:
        if not self.fixed:
            yield from super().legal_moves(state)
            return
        cells = {cell for cell, _ in state.beside.laid}
        for row in range(SIZE):
            for column in range(SIZE):
                if (row, column) not in cells:
                    yield Place((row, column))

    def scatter(self, cells: set[Cell]) -> str | None:
        if not self.fixed:
            return super().scatter(cells)
        return None if all(map(in_square, cells)) else OUTSIDE


def in_square(cell: Cell) -> bool:
    """Return whether a cell lies in the square that is fixed from the start with the option
    `free_cell`."""
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


@lru_cache(maxsize=1 << 16)
def prospect(line: tuple[Card, ...], american: bool) -> int:
    """Return about ten times the points that a row or column may be expected to score when it is
    full. `line` has the cards that have been laid in it so far."""
    table = AMERICAN if american else ENGLISH
    if len(line) == SIZE:
        return 10 * table[hand(line)]
    ranks = sorted(RANK[card] for card in line)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    free = SIZE - len(line)
    worth = sum(ALIKE_WORTH[n] for n in counts) * table["three"] // 6
    if counts[:2] in ([2, 2], [3, 2]):
        worth += 20
    if counts[:1] <= [1]:
        high = [14 if rank == ACE else rank for rank in ranks]
        spread = min(max(r, default=0) - min(r, default=0) for r in (ranks, high))
        if spread < SIZE and len(line) > 1:
            worth += table["straight"] * CHANCE[free]
    if len({SUIT[card] for card in line}) == 1 and len(line) > 1:
        worth += table["flush"] * CHANCE[free]
    return worth


@lru_cache(maxsize=1 << 14)
def hand(line: tuple[Card, ...]) -> str:
    """Return the name of the best poker hand that five cards make.

    Results are cached, because the points of full lines are needed again after every later card.
    """
    ranks = sorted(RANK[card] for card in line)
    different = sorted(set(ranks))
    if len(different) < SIZE:
        return ALIKE[tuple(sorted(ranks.count(rank) for rank in different))]
    straight = ranks == HIGH or ranks[-1] - ranks[0] == SIZE - 1
    if len({SUIT[card] for card in line}) > 1:
        return "straight" if straight else "nothing"
    if not straight:
        return "flush"
    return "royal flush" if ranks == HIGH else "straight flush"
